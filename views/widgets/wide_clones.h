// SPDX-License-Identifier: Apache-2.0
// For a function whose loops the compiler makes vectors of: it is compiled for wide vectors too, and
// the machine's own is chosen when the program starts.
#pragma once

// Sanitizers are not ready yet when the choice is made.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define NG_WIDE_CLONES \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default"), optimize("O3")))
#else
#define NG_WIDE_CLONES
#endif
