// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/thread_priority.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ng {

void lower_this_thread() {
  constexpr int behind = 10;  // about a tenth of the CPU share of default threads under full load
  // On Linux this affects one thread. Failure leaves the priority unchanged.
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), behind);
}

}  // namespace ng
