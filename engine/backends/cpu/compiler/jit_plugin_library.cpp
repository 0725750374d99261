// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/compiler/jit_plugin_library.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <vector>

#include "engine/backends/code_cache/object_cache.h"
#include "engine/runtime/plugin_files.h"

#ifndef NGRAPH_LLVM_LIBRARIES
#define NGRAPH_LLVM_LIBRARIES ""
#endif

namespace ng {

namespace fs = std::filesystem;

namespace {

// Results of attempts to load, by path.
struct Opened {
  const NgraphJitApi* api = nullptr;
  std::string reason;
};
struct State {
  std::mutex mutex;
  std::map<fs::path, Opened> opened;
  std::map<fs::path, std::string> identities;
};
State& state() {
  static State* kept = new State;  // never destroyed: threads may still compile at exit
  return *kept;
}

// A hash of the plugin, with the sizes and dates of the LLVM libraries of this build.
std::string identity_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text = cache_key(std::string(std::istreambuf_iterator<char>(in), {}));
  std::string_view libraries = NGRAPH_LLVM_LIBRARIES;
  while (!libraries.empty()) {
    const auto end = libraries.find('|');
    struct stat info = {};
    stat(std::string(libraries.substr(0, end)).c_str(), &info);
    text += " " + std::to_string(info.st_size) + " " + std::to_string(info.st_mtim.tv_sec);
    libraries.remove_prefix(end == std::string_view::npos ? libraries.size() : end + 1);
  }
  return text;
}

// Another library of the process, such as TensorFlow's, may have symbols of its own LLVM for all to
// see. The plugin's libraries then look into each other first; only then, because a replaced malloc
// would be theirs no more.
int binding() {
  constexpr const char* symbol_of_llvm = "_ZN4llvm2cl6Option11addArgumentEv";
  return dlsym(RTLD_DEFAULT, symbol_of_llvm) ? RTLD_DEEPBIND : 0;
}

Opened open(const fs::path& path) {
  Opened opened;
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | binding());
  if (!library) {
    const char* why = dlerror();
    opened.reason = why ? why : path.string() + " cannot be opened";
    return opened;
  }
  auto entry = reinterpret_cast<decltype(&ngraph_jit_api)>(dlsym(library, "ngraph_jit_api"));
  if (entry) opened.api = entry(ngraph_jit_abi_version);
  if (!opened.api) opened.reason = path.string() + " has another plugin version";
  return opened;
}

}  // namespace

JitPluginFile find_jit_plugin() {
  JitPluginFile plugin;
  plugin.reason = "the Clang plugin ngraph_jit.so was not found in the program's folder or ../lib";
  const std::scoped_lock lock(state().mutex);
  for (const fs::path& path : plugin_files("NGRAPH_JIT_PLUGIN", "ngraph_jit.so")) {
    std::error_code none;
    if (!fs::is_regular_file(path, none)) continue;
    const auto known = state().opened.find(path);
    if (known != state().opened.end() && !known->second.api) {
      plugin.reason = known->second.reason;
      continue;
    }
    auto& identity = state().identities[path];
    if (identity.empty()) identity = identity_of(path);
    return {path, identity, {}};
  }
  return plugin;
}

const NgraphJitApi* open_jit_plugin(const fs::path& path, std::string& reason) {
  const std::scoped_lock lock(state().mutex);
  auto known = state().opened.find(path);
  if (known == state().opened.end()) known = state().opened.emplace(path, open(path)).first;
  reason = known->second.reason;
  return known->second.api;
}

}  // namespace ng
