// SPDX-License-Identifier: Apache-2.0
// Between which steps a buffer holds a value.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Sets the first and last step of every buffer, and the reason.
void set_lifetimes(Program& program);

// Every buffer from the first step to the last: without liveness.
void live_throughout(Program& program);

}  // namespace ng
