// SPDX-License-Identifier: Apache-2.0
// Target: a sequence of calls of the C API, chosen by the bytes, with right and wrong arguments.
#include <sys/stat.h>

#include <cstdlib>

#include "tests/fuzz/c_api/call_sequence.h"
#include "tests/fuzz/memory_folder.h"

namespace ng::fuzz {

void target_c_api(Bytes bytes) {
  // Interpreted kernels: compiling them would take most of the time.
  static const int ignored = setenv("NGRAPH_JIT", "none", 1);
  static_cast<void>(ignored);
  const MemoryFolder folder;
  mkfifo((folder.path() / "pipe").c_str(), 0600);  // neither read nor replaced
  CallSequence(DrawBytes(bytes), folder.path().string()).run();
}

}  // namespace ng::fuzz
