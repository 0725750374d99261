// SPDX-License-Identifier: Apache-2.0
// The kinds of errors by name, for answers in JSON and for other languages.
#pragma once

#include "engine/base/error.h"

namespace ng {

const char* name(ErrorKind kind);  // "bad_file"

}  // namespace ng
