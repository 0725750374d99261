// SPDX-License-Identifier: Apache-2.0
// What a process does once and would otherwise do while somebody waits.
#pragma once

namespace ng {

// Readies the compiler of kernels and the library of products on a thread of its own: the
// first compile waits some 60 ms for libraries of 200 MB, the first product 20 ms for its code.
// Returns at once; does nothing the second time. Any thread.
void cpu_warm_up();

}  // namespace ng
