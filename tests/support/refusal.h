// SPDX-License-Identifier: Apache-2.0
// What a refusal says.
#pragma once

#include <QString>

#include "engine/base/error.h"

namespace ng {

// The text of the Error of that kind that `make` throws; other words when it throws none.
template <class Make>
QString refusal(const Make& make, ErrorKind kind = ErrorKind::bad_file) {
  try {
    make();
  } catch (const Error& error) {
    return error.kind() == kind ? QString(error.what()) : "another error: " + QString(error.what());
  }
  return "made";
}

}  // namespace ng
