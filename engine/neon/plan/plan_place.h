// SPDX-License-Identifier: Apache-2.0
// Where a plan, or a part of it, stands in its document, for refusals.
#pragma once

#include <string>

#include "engine/base/error.h"

namespace ng {

struct PlanPlace {
  std::string path;
  int line = 0;  // 0: the document was not read from a file
  std::string what;

  PlanPlace at(int other_line, const std::string& part) const {
    return {path, other_line, what + ", " + part};
  }
  std::string where() const;
  // bad_file Errors.
  [[noreturn]] void fail(std::string message, std::string found, std::string expected,
                         std::string action = {}) const;
  [[noreturn]] void pass_on(Diagnostic diagnostic) const;
};

}  // namespace ng
