// SPDX-License-Identifier: Apache-2.0
// Returns the message of an expected error.
#pragma once

#include <QString>

#include "engine/base/error.h"

namespace ng {

// The text of the Error of this kind that `make` throws; a different text if it does not throw.
template <class Make>
QString refusal(const Make& make, ErrorKind kind = ErrorKind::bad_file) {
  try {
    make();
  } catch (const Error& error) {
    return error.kind() == kind ? QString(error.what())
                                : "an error of another kind: " + QString(error.what());
  }
  return "no error was thrown";
}

}  // namespace ng
