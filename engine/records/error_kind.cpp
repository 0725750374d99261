// SPDX-License-Identifier: Apache-2.0
#include "engine/records/error_kind.h"

namespace ng {

const char* name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::value:
      return "value";
    case ErrorKind::key:
      return "key";
    case ErrorKind::index:
      return "index";
    case ErrorKind::runtime:
      return "runtime";
    case ErrorKind::incompatible_axes:
      return "incompatible_axes";
    case ErrorKind::unmatched_axes:
      return "unmatched_axes";
    case ErrorKind::duplicate_axes:
      return "duplicate_axes";
    case ErrorKind::bad_file:
      return "bad_file";
    case ErrorKind::unavailable:
      return "unavailable";
    case ErrorKind::system:
      return "system";
    case ErrorKind::cancelled:
      return "cancelled";
    case ErrorKind::internal:
      return "internal";
  }
  return "internal";
}

}  // namespace ng
