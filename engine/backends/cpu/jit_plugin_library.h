// SPDX-License-Identifier: Apache-2.0
// Finds the Clang plugin and opens it when it is first needed. It is never closed again.
#pragma once

#include <filesystem>
#include <string>

#include "engine/backends/cpu/jit_plugin/abi.h"

namespace ng {

struct JitPluginFile {
  std::filesystem::path path;  // empty: not found, and `reason` says where it was looked for
  std::string identity;        // changes with the file's content and with the LLVM it was built for
  std::string reason;
};

// Looks beside the file this engine is linked into, beside the program, and in ../lib of both; in
// NGRAPH_JIT_PLUGIN's path only, when that is set. Opens nothing. A plugin that failed to open
// before counts as not found.
JitPluginFile find_jit_plugin();

// Null when it cannot be opened; then `reason` says why, and it stays so.
const NgraphJitApi* open_jit_plugin(const std::filesystem::path& path, std::string& reason);

}  // namespace ng
