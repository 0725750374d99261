// SPDX-License-Identifier: Apache-2.0
// Which steps run in one launch: neighbours that are too small to share out among threads, and a
// matrix product with the kernel that reads its rows.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Sets Step::launch.
void join_launches(Program& program);

// Until which step `step` reads its operands: a product with an ending does as long as the ending runs.
int last_reading_step(const Program& program, int step);

}  // namespace ng
