// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/cuda_folders.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace ng {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// Folders in `folder` with this prefix, newest version first; empty if it cannot be read.
std::vector<fs::path> folders_in(const fs::path& folder, const std::string& prefix) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error)) {
    if (each->path().filename().string().starts_with(prefix)) found.push_back(each->path());
  }
  std::sort(found.rbegin(), found.rend());
  return found;
}

void add_toolkit(const fs::path& home, std::vector<fs::path>& found) {
  for (const char* part : {"lib64", "lib", "targets/x86_64-linux/lib"})
    found.push_back(home / part);
}

// Wheels have one folder per library (cuda_nvrtc) or one per CUDA version (cu13).
void add_wheels(const fs::path& prefix, std::vector<fs::path>& found) {
  for (const fs::path& python : folders_in(prefix / "lib", "python3")) {
    for (const char* packages : {"site-packages", "dist-packages"}) {
      for (const fs::path& part : folders_in(python / packages / "nvidia", "")) {
        found.push_back(part / "lib");
      }
    }
  }
}

}  // namespace

std::vector<std::string> cuda_library_folders() {
  std::vector<fs::path> found;
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    if (!variable(name).empty()) add_toolkit(variable(name), found);
  }
  add_toolkit("/usr/local/cuda", found);
  if (!variable("VIRTUAL_ENV").empty()) add_wheels(variable("VIRTUAL_ENV"), found);
  if (!variable("HOME").empty()) add_wheels(fs::path(variable("HOME")) / ".local", found);
  add_wheels("/usr/local", found);
  add_wheels("/usr", found);
  std::vector<std::string> folders;
  std::error_code error;
  for (const fs::path& each : found) {
    if (fs::is_directory(each, error)) folders.push_back(each.string());
  }
  return folders;
}

}  // namespace ng
