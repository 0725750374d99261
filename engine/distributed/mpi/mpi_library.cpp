// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/mpi/mpi_library.h"

#include <dlfcn.h>

#include "engine/runtime/plugin_files.h"

namespace ng {
namespace {

// The plugin uses the functions of MPI's library without naming it.
bool open_mpi(std::string& reason) {
  static constexpr const char* name = NGRAPH_MPI_LIBRARY;  // "libmpi.so.40"
  // Global: MPI's own plugins use its symbols, too.
  if (!*name || dlopen(name, RTLD_NOW | RTLD_GLOBAL)) return true;
  const char* why = dlerror();
  reason = "MPI is not installed (apt-get install openmpi-bin): " + std::string(why ? why : name);
  return false;
}

MpiLibrary open(const std::string& path) {
  MpiLibrary opened;
  if (!open_mpi(opened.reason)) return opened;
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* why = dlerror();
    opened.reason = why ? why : path + " cannot be opened";
    return opened;
  }
  auto entry = reinterpret_cast<decltype(&ngraph_mpi_api)>(dlsym(library, "ngraph_mpi_api"));
  if (entry) opened.api = entry(ngraph_mpi_abi_version);
  if (!opened.api) opened.reason = path + " has another plugin version";
  return opened;
}

MpiLibrary find() {
  MpiLibrary found;
  found.reason =
      "the MPI plugin libngraph_mpi.so was not found in the program's folder or ../lib; "
      "it is built where libopenmpi-dev is installed";
  for (const auto& path : plugin_files("NGRAPH_MPI_PLUGIN", "libngraph_mpi.so")) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) continue;
    found = open(path.string());
    if (found.api) break;
  }
  return found;
}

}  // namespace

const MpiLibrary& mpi_library() {
  static const MpiLibrary library = find();
  return library;
}

}  // namespace ng
