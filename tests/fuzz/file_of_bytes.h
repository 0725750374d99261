// SPDX-License-Identifier: Apache-2.0
// Presents bytes as a file in memory, for readers that take a path.
#pragma once

#include <string>

#include "tests/fuzz/target.h"

namespace ng::fuzz {

class FileOfBytes {
 public:
  explicit FileOfBytes(Bytes bytes);
  ~FileOfBytes();
  FileOfBytes(const FileOfBytes&) = delete;
  FileOfBytes& operator=(const FileOfBytes&) = delete;

  const std::string& path() const { return path_; }

 private:
  int file_ = -1;
  std::string path_;
};

}  // namespace ng::fuzz
