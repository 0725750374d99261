// SPDX-License-Identifier: Apache-2.0
// Inference: steps that depend only on variables run once, until a variable changes.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Do the results of the step depend on what it reads alone?
bool is_pure(const Step& step);

// Moves these steps to the front, sets Program::once and gives their results that later steps read
// dedicated memory (BufferKind::kept). Does nothing in a program that changes state (training).
void separate_once_steps(Program& program);

}  // namespace ng
