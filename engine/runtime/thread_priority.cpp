// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/thread_priority.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ng {

void lower_this_thread() {
  constexpr int behind = 10;  // a tenth of what others get, while these want all
  // Of one thread, on Linux. Where it is refused all are equal as before.
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), behind);
}

}  // namespace ng
