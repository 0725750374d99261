// SPDX-License-Identifier: Apache-2.0
#include "app/manual/manual.h"

namespace ng::manual {

std::optional<std::string> completion(const Program& program, std::string_view shell) {
  if (shell == "bash") return bash_completion(program);
  if (shell == "zsh") return zsh_completion(program);
  if (shell == "fish") return fish_completion(program);
  return std::nullopt;
}

}  // namespace ng::manual
