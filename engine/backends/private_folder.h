// SPDX-License-Identifier: Apache-2.0
// A temporary folder for files that child processes read and write.
#pragma once

#include <filesystem>
#include <string>

namespace ng {

// Readable by this user only; removed with its files on destruction.
class PrivateFolder {
 public:
  PrivateFolder();  // throws Error(system) if it cannot be created
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace ng
