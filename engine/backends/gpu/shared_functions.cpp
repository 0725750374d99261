// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/shared_functions.h"

#include <dlfcn.h>

namespace ng {

SharedFunctions::SharedFunctions(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    library_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_) return;
  }
  problem_ = (names.empty() ? "a library" : names.front()) + " cannot be opened";
}

void* SharedFunctions::symbol(const char* name) {
  void* found = library_ ? dlsym(library_, name) : nullptr;
  if (!found && problem_.empty()) problem_ = std::string("the library has no function ") + name;
  return found;
}

}  // namespace ng
