// SPDX-License-Identifier: Apache-2.0
// Location of a plan or of one of its parts in a document, for error messages.
#pragma once

#include <string>

#include "engine/base/error.h"

namespace ng {

struct PlanPlace {
  std::string path;
  int line = 0;  // 0: not read from a file
  std::string what;

  PlanPlace at(int other_line, const std::string& part) const {
    return {path, other_line, what + ", " + part};
  }
  std::string where() const;
  // Throws a bad_file Error.
  [[noreturn]] void fail(std::string message, std::string found, std::string expected,
                         std::string action = {}) const;
  [[noreturn]] void pass_on(Diagnostic diagnostic) const;
};

}  // namespace ng
