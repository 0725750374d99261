// SPDX-License-Identifier: Apache-2.0
// The paths of checkout.h for Qt.
#pragma once

#include <QString>

#include "tests/support/checkout.h"

namespace ng::testing {

inline QString sourceFile(const QString& path) {
  return QString::fromStdString(source_file(path.toStdString()));
}

inline QString builtProgram(const QString& name) {
  return QString::fromStdString(built_program(name.toStdString()));
}

}  // namespace ng::testing
