// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/warm_up.h"

#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/backends/cpu/jit.h"
#include "engine/backends/cpu/jit_plugin_library.h"
#include "engine/backends/cpu/product.h"
#include "engine/runtime/thread_priority.h"

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

// Of a size that has the library make the code which all products use, and no thread of the pool.
void multiply_nothing() {
  constexpr std::int64_t side = 64;
  static_assert(2 * side * side * side < shared_out_flops);
  const std::vector<float> operand(side * side);
  std::vector<float> result(side * side);
  MatrixProduct product;
  product.m = product.n = product.k = side;
  const auto* bytes = reinterpret_cast<const std::byte*>(operand.data());
  matrix_product(product, bytes, bytes, reinterpret_cast<std::byte*>(result.data()));
}

void compile_nothing() {
  const char* only = std::getenv("NGRAPH_JIT");
  if (only && std::string(only) != "plugin") return;
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
    multiply_nothing();  // quickly: a run that begins meanwhile waits for it
    lower_this_thread();
    try {
      compile_nothing();
    } catch (...) {  // the compile that needs the plugin says what is wrong with it
    }
  });
}

}  // namespace

void cpu_warm_up() {
  static std::once_flag once;
  std::call_once(once, [] { warm_up().start(); });
}

}  // namespace ng
