// SPDX-License-Identifier: Apache-2.0
// Which threads wait when there are more of them than processors.
#pragma once

namespace ng {

// Lowers the calling thread, and every thread and process that it starts from now on, for good: the
// system does not let it rise again. So it must never run programs, nor be the first to use the
// pool of kernels.
void lower_this_thread();

}  // namespace ng
