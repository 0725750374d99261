// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/helper_program.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

namespace ng {

namespace fs = std::filesystem;

std::string helper_program(const std::string& name, const char* variable) {
  if (const char* chosen = getenv(variable); chosen && *chosen) return chosen;
  std::error_code none;
  std::vector<fs::path> folders{fs::read_symlink("/proc/self/exe", none).parent_path()};
  Dl_info info = {};
  if (dladdr(reinterpret_cast<void*>(&helper_program), &info) && info.dli_fname)
    folders.push_back(fs::canonical(info.dli_fname, none).parent_path());
  for (const fs::path& folder : folders) {
    // The last is of a package of Python in the build folder.
    for (const char* place : {"", "../bin", "../../bin"}) {
      const fs::path program = folder / place / name;
      if (::access(program.c_str(), X_OK) == 0) return program.string();
    }
  }
  return {};
}

}  // namespace ng
