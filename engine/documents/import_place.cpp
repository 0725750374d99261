// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/import_place.h"

#include "engine/base/quote.h"

namespace ng {

std::string Place::where() const {
  return quote(path) + " line " + std::to_string(line) + ", " + std::string(op) + " " +
         quote(std::string(name));
}

void Place::fail(std::string message, std::string found, std::string expected,
                 std::string action) const {
  Diagnostic diagnostic;
  diagnostic.what = quote(path) + ": " + std::move(message);
  diagnostic.where = where();
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  diagnostic.action = std::move(action);
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

void Place::pass_on(Diagnostic diagnostic) const {
  diagnostic.what = quote(path) + ": " + diagnostic.what;
  diagnostic.where = where() + (diagnostic.where.empty() ? "" : "; " + diagnostic.where);
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

}  // namespace ng
