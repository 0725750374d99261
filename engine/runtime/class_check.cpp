// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/class_check.h"

#include <cmath>
#include <sstream>

#include "engine/base/error.h"

namespace ng {
namespace {

[[noreturn]] void refuse_class(const ClassCheck& check, double value) {
  std::ostringstream found;
  found << value;
  Diagnostic diagnostic;
  diagnostic.what = "a class is outside the axis of classes";
  diagnostic.where = check.where;
  diagnostic.found = found.str();
  diagnostic.expected =
      "0 to " + std::to_string(check.classes - 1) + ", for the axis " + check.axis;
  diagnostic.ops = {check.op};
  refuse(ErrorKind::index, std::move(diagnostic));
}

}  // namespace

double checked_class(const ClassCheck& check, double found) {
  const double label = std::trunc(found);
  if (!(label >= 0 && label < static_cast<double>(check.classes))) refuse_class(check, found);
  return label;
}

}  // namespace ng
