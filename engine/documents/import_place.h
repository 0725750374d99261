// SPDX-License-Identifier: Apache-2.0
// Position of an op in a document, for error messages while it is built.
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
  // Rethrows a diagnostic of an op as a bad_file Error of the document.
  [[noreturn]] void pass_on(Diagnostic diagnostic) const;
};

}  // namespace ng
