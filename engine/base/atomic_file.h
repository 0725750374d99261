// SPDX-License-Identifier: Apache-2.0
// A file that is replaced whole or not at all.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ng {

// Written under a temporary name in the folder of `path`, then synced and renamed by commit().
// Until then, and after any failure, the old file is untouched; no temporary stays behind. Failures
// (disk full, quota, permission) are system Errors. A link is followed; permissions of the old file
// stay. SIGXFSZ is ignored from the first use on, unless the program handles it itself.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);
  void commit();

 private:
  void write_out(std::string_view text);
  void call(bool holds, const char* what);

  std::string path_, temporary_, buffer_;
  int file_ = -1;
};

void write_file(const std::string& path, std::string_view text);

// Beyond a limit of file sizes, writing then fails with EFBIG instead of ending the program. A
// program that handles SIGXFSZ itself keeps its handler.
void ignore_size_signal();

// For tests: the n-th system call from now that writes, syncs or renames on this thread fails with
// `error` (ENOSPC, EIO, …); n = 0 is the next. A negative n takes the fault back. Returns how many
// such calls were made since the last time.
int inject_write_fault(int n, int error);

}  // namespace ng
