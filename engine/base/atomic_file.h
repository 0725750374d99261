// SPDX-License-Identifier: Apache-2.0
// Atomic replacement of a file.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ng {

// Writes to a temporary file in the folder of `path`; commit() syncs and renames it. Until then,
// and after any failure, the old file is unchanged, and no temporary file remains. Failures (disk
// full, quota, permission) are system Errors, and so are folders, pipes and devices, which are not
// replaced. Follows links, also to a file that does not exist yet, and keeps the old file's
// permissions. SIGXFSZ is ignored from the first use on, unless the program handles it.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);
  // Writes and syncs all, so that commit() only renames: for a file that belongs to another.
  void prepare();
  void commit();

 private:
  void write_out(std::string_view text);
  void call(bool holds, const char* what);

  std::string path_, temporary_, buffer_;
  int file_ = -1;
};

void write_file(const std::string& path, std::string_view text);

// Ignores SIGXFSZ, so that writing beyond a file size limit fails with EFBIG instead of ending the
// program. Keeps a handler that the program has installed.
void ignore_size_signal();

// For tests: makes the n-th system call from now (0: the next) that writes, syncs or renames on
// this thread fail with `error` (ENOSPC, EIO, …). A negative n removes the fault. Returns the
// number of such calls since the last call of this function.
int inject_write_fault(int n, int error);

}  // namespace ng
