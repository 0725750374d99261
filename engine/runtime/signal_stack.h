// SPDX-License-Identifier: Apache-2.0
// An alternate stack for the signal handlers of a thread.
#pragma once

namespace ng {

// Gives the calling thread an alternate stack, unless it has one, on which handlers installed with
// SA_ONSTACK run. Code that oneDNN generates keeps a pointer into its data in the stack pointer: a
// handler on the ordinary stack would overwrite that data. Repeated calls are cheap.
void ensure_signal_stack();

}  // namespace ng
