// SPDX-License-Identifier: Apache-2.0
// Where in a document an op stands, for refusals while it is built.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/error.h"

namespace ng {

struct Place {
  const std::string& path;
  int line = 0;
  std::string_view op, name;  // "dot", "z"

  std::string where() const;
  [[noreturn]] void fail(std::string message, std::string found, std::string expected,
                         std::string action = {}) const;
  // The refusal of an op's own rule, as a fault of the document.
  [[noreturn]] void pass_on(Diagnostic diagnostic) const;
};

}  // namespace ng
