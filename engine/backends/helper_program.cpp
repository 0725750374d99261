// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/helper_program.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include <exception>
#include <filesystem>

#include "engine/base/cancellation.h"
#include "engine/base/error.h"

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

ChildResult run_helper(const std::vector<std::string>& command, ChildOptions options) {
  std::exception_ptr cancelled;
  options.cancelled = [&cancelled] {
    try {
      if (!cancelled) check_cancellation();
    } catch (const Error&) {
      cancelled = std::current_exception();
    }
    return cancelled != nullptr;
  };
  ChildResult result = run_child(command, options);
  if (cancelled) std::rethrow_exception(cancelled);
  return result;
}

}  // namespace ng
