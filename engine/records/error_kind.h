// SPDX-License-Identifier: Apache-2.0
// Names of error kinds, for JSON and for other languages.
#pragma once

#include "engine/base/error.h"

namespace ng {

const char* name(ErrorKind kind);  // "bad_file"

}  // namespace ng
