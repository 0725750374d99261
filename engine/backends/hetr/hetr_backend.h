// SPDX-License-Identifier: Apache-2.0
// The transformer "hetr": runs each step of a program on the device of its buffers, with that
// device's own backend.
#pragma once

#include "engine/backends/backend.h"

namespace ng {

// Always available: on a machine without a GPU, with the devices "cpu" and "reference".
const Backend& hetr_backend();

}  // namespace ng
