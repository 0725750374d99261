// SPDX-License-Identifier: Apache-2.0
// Finds the Clang plugin and loads it on first use; it is never unloaded.
#pragma once

#include <filesystem>
#include <string>

#include "engine/backends/cpu/jit_plugin/abi.h"

namespace ng {

struct JitPluginFile {
  std::filesystem::path path;  // empty: not found, and `reason` says where it was searched
  std::string identity;        // changes with the file's content and with its LLVM version
  std::string reason;
};

// Searches the folder of the engine's library or program, the folder of the executable, and ../lib
// of both; or only the path NGRAPH_JIT_PLUGIN, if set. Loads nothing. A plugin that failed to load
// before counts as not found.
JitPluginFile find_jit_plugin();

// Null if the plugin cannot be loaded, with `reason` set. Failures are permanent.
const NgraphJitApi* open_jit_plugin(const std::filesystem::path& path, std::string& reason);

}  // namespace ng
