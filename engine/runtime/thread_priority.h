// SPDX-License-Identifier: Apache-2.0
// Scheduling priority of background threads.
#pragma once

namespace ng {

// Lowers the priority of the calling thread, and of every thread and process that it starts later.
// The system does not allow raising it again, so the thread must not run programs and must not be
// the first to use the thread pool.
void lower_this_thread();

}  // namespace ng
