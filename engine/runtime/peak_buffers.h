// SPDX-License-Identifier: Apache-2.0
// The buffers that a program needs at the same time, for errors about memory.
#pragma once

#include <string>

#include "engine/runtime/program.h"

namespace ng {

// "'train' needs 192.0 MiB, most of it at step 'k3': 'a_x' 128.0 MiB, 'a_W' 64.0 MiB": the largest
// buffers of the step at which most temporaries are alive, with those that always are.
std::string peak_buffers_text(const Program& program);

}  // namespace ng
