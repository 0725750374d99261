// SPDX-License-Identifier: Apache-2.0
// Keeps OpenMP's threads out of the way of ours.
#pragma once

namespace ng {

// oneDNN runs on the calling thread only: its OpenMP pool must not meet ours. Cheap to call again.
void one_openmp_thread();

}  // namespace ng
