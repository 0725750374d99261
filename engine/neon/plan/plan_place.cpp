// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/plan/plan_place.h"

#include "engine/base/quote.h"

namespace ng {

std::string PlanPlace::where() const {
  if (line == 0) return what;
  return quote(path) + " line " + std::to_string(line) + ", " + what;
}

void PlanPlace::fail(std::string message, std::string found, std::string expected,
                     std::string action) const {
  Diagnostic diagnostic;
  diagnostic.what = std::move(message);
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  diagnostic.action = std::move(action);
  pass_on(std::move(diagnostic));
}

void PlanPlace::pass_on(Diagnostic diagnostic) const {
  const std::string start = path.empty() ? "" : quote(path) + ": ";
  if (!diagnostic.what.starts_with(start)) diagnostic.what.insert(0, start);
  diagnostic.where = where() + (diagnostic.where.empty() ? "" : "; " + diagnostic.where);
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

}  // namespace ng
