// SPDX-License-Identifier: Apache-2.0
// Names of the buffers that program passes add.
#pragma once

#include <string>

#include "engine/runtime/program.h"

namespace ng {

// `base`, or with a number if a buffer of the program has this name.
std::string free_name(const Program& program, const std::string& base);

}  // namespace ng
