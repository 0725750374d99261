// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/file_of_bytes.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace ng::fuzz {

FileOfBytes::FileOfBytes(Bytes bytes) : file_(memfd_create("input", MFD_CLOEXEC)) {
  path_ = "/proc/self/fd/" + std::to_string(file_);
  if (file_ >= 0 && write(file_, bytes.data(), bytes.size()) == std::ssize(bytes)) return;
  std::perror("a file in memory");
  std::exit(2);
}

FileOfBytes::~FileOfBytes() {
  close(file_);
}

}  // namespace ng::fuzz
