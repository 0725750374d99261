// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/plugin_files.h"

#include <dlfcn.h>
#include <stdlib.h>

namespace ng {

namespace fs = std::filesystem;

std::vector<fs::path> plugin_files(const char* variable, const std::string& file_name) {
  if (const char* chosen = getenv(variable); chosen && *chosen) return {chosen};
  std::vector<fs::path> folders;
  std::error_code none;
  Dl_info info = {};
  if (dladdr(reinterpret_cast<void*>(&plugin_files), &info) && info.dli_fname) {
    folders.push_back(fs::canonical(info.dli_fname, none).parent_path());
  }
  folders.push_back(fs::read_symlink("/proc/self/exe", none).parent_path());
  std::vector<fs::path> files;
  for (const fs::path& folder : folders) {
    // The last is of a package of Python in the build folder.
    for (const char* place : {".", "../lib", "../lib/ngraph", "../../bin"}) {
      files.push_back((folder / place / file_name).lexically_normal());
    }
  }
  return files;
}

}  // namespace ng
