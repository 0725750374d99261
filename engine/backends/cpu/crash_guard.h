// SPDX-License-Identifier: Apache-2.0
// Calling machine code that a user wrote: where it crashes, an error comes back instead of the end
// of the program.
#pragma once

#include <functional>
#include <string>

namespace ng {

// Calls `code`, which must neither throw nor hold anything that has to be given back: a crash
// leaves it where it stands. A user runtime Error for bad addresses, illegal instructions,
// divisions of whole numbers by zero and a stack that runs over; `what` was called. Memory that the
// code wrote to by mistake before stays as it is. Any thread.
void run_guarded(const std::string& what, const std::function<void()>& code);

}  // namespace ng
