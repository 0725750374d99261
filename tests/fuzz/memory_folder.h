// SPDX-License-Identifier: Apache-2.0
// A temporary folder, in memory where the system has such a file system; removed with its files.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace ng::fuzz {

class MemoryFolder {
 public:
  MemoryFolder() {
    const std::filesystem::path memory = "/dev/shm", disk = std::filesystem::temp_directory_path();
    std::string name =
        ((std::filesystem::exists(memory) ? memory : disk) / "ngraph-fuzz-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~MemoryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  MemoryFolder(const MemoryFolder&) = delete;
  MemoryFolder& operator=(const MemoryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace ng::fuzz
