// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/one_openmp_thread.h"

#include <dlfcn.h>

namespace ng {

void one_openmp_thread() {
  static const auto set =
      reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  thread_local bool done = false;
  if (!done && set) set(1);
  done = true;
}

}  // namespace ng
