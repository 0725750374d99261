// SPDX-License-Identifier: Apache-2.0
// The oracle: every op by its record's evaluate function, in double, rounded to its dtype.
#pragma once

#include "engine/backends/backend.h"

namespace ng {

const Backend& reference_backend();

}  // namespace ng
