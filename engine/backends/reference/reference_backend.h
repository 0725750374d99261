// SPDX-License-Identifier: Apache-2.0
// The reference backend: runs every op's evaluate function in double, rounded to the op's dtype.
#pragma once

#include "engine/backends/backend.h"

namespace ng {

const Backend& reference_backend();

}  // namespace ng
