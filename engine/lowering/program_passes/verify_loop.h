// SPDX-License-Identifier: Apache-2.0
// The part of verify_program.h about a loop step and its body.
#pragma once

#include <string>
#include <vector>

#include "engine/runtime/program.h"

namespace ng {

// `step`, of `program`, runs `loop`. Includes the faults of the body.
std::vector<std::string> faults_of_loop(const Program& program, const Step& step, const Loop& loop);

}  // namespace ng
