// SPDX-License-Identifier: Apache-2.0
// The first compile in a process is slow: libraries of 200 MB are mapped and linked. This does it
// ahead of time, beside the caller.
#include <cstdlib>
#include <mutex>
#include <thread>

#include "engine/backends/cpu/jit.h"
#include "engine/backends/cpu/jit_plugin_library.h"

namespace ng {

namespace {

class WarmUp {
 public:
  ~WarmUp() { join(); }
  void start();
  void join() {
    const std::scoped_lock lock(mutex_);
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::mutex mutex_;
  std::thread thread_;
};

WarmUp& warm_up() {
  static WarmUp kept;
  return kept;
}

void compile_nothing() {
  const JitPluginFile plugin = find_jit_plugin();
  std::string reason;
  const NgraphJitApi* api = plugin.path.empty() ? nullptr : open_jit_plugin(plugin.path, reason);
  if (!api) return;
  // Registered after LLVM's own exit functions, hence run before them.
  std::atexit([] { warm_up().join(); });
  const std::string source = "extern \"C\" float k(float x) { return x + 1.f; }";
  const NgraphJitRequest request = {
      {source.data(), source.size()}, jit_source_name, 3, ngraph_jit_object};
  if (NgraphJitResult* result = api->compile(&request)) api->release(result);
}

void WarmUp::start() {
  const std::scoped_lock lock(mutex_);
  thread_ = std::thread([] {
    try {
      compile_nothing();
    } catch (...) {  // the compile that needs the plugin says what is wrong with it
    }
  });
}

}  // namespace

void jit_warm_up() {
  const char* only = std::getenv("NGRAPH_JIT");
  if (only && std::string(only) != "plugin") return;
  static std::once_flag once;
  std::call_once(once, [] { warm_up().start(); });
}

}  // namespace ng
