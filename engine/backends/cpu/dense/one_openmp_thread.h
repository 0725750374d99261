// SPDX-License-Identifier: Apache-2.0
// Restricts OpenMP to one thread.
#pragma once

namespace ng {

// Makes oneDNN run on the calling thread only, because its OpenMP threads would compete with the
// engine's pool. Repeated calls are cheap.
void one_openmp_thread();

}  // namespace ng
