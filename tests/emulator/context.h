// SPDX-License-Identifier: Apache-2.0
// What entry points share: the thread's device, pinned memory, complaints.
#pragma once

#include <string>

namespace ng::emulator {

int current_device();  // of the thread's current context; -1: there is none
bool is_pinned(const void* memory);
// Adds to what ngraph_emulator_complaint() returns.
void complain(const std::string& text);

}  // namespace ng::emulator
