// SPDX-License-Identifier: Apache-2.0
// For functions whose loops are auto-vectorized: compiles them for wider vectors too and chooses
// the machine's version at program start.
#pragma once

// The choice is made before sanitizers are initialized.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define NG_WIDE_CLONES \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default"), optimize("O3")))
#else
#define NG_WIDE_CLONES
#endif
