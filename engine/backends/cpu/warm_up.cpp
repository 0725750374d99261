// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/warm_up.h"

#include <cstdlib>
#include <string>
#include <vector>

#include "engine/backends/cpu/compiler/jit.h"
#include "engine/backends/cpu/compiler/jit_plugin_library.h"
#include "engine/backends/cpu/dense/matmul.h"
#include "engine/runtime/thread_priority.h"

namespace ng {

namespace {

// Large enough that the library generates the code all matmuls use, too small for the thread pool.
void multiply_nothing() {
  constexpr std::int64_t side = 64;
  static_assert(2 * side * side * side < shared_out_flops);
  const std::vector<float> operand(side * side);
  std::vector<float> result(side * side);
  Matmul matmul;
  matmul.m = matmul.n = matmul.k = side;
  const auto* bytes = reinterpret_cast<const std::byte*>(operand.data());
  StepScratch scratch;
  gemm(matmul, bytes, bytes, reinterpret_cast<std::byte*>(result.data()), scratch);
}

void compile_nothing() {
  const char* only = std::getenv("NGRAPH_JIT");
  if (only && std::string(only) != "plugin") return;
  const JitPluginFile plugin = find_jit_plugin();
  std::string reason;
  const NgraphJitApi* api = plugin.path.empty() ? nullptr : open_jit_plugin(plugin.path, reason);
  if (!api) return;
  const std::string source = "extern \"C\" float k(float x) { return x + 1.f; }";
  const NgraphJitRequest request = {
      {source.data(), source.size()}, jit_source_name, 3, ngraph_jit_object};
  if (NgraphJitResult* result = api->compile(&request)) api->release(result);
}

}  // namespace

CpuWarmUp::CpuWarmUp()
    : thread_([] {
        try {
          multiply_nothing();  // fast, and before lowering the priority: a run may wait for it
          lower_this_thread();
          compile_nothing();
        } catch (...) {  // errors are reported when the libraries are used
        }
      }) {}

CpuWarmUp::~CpuWarmUp() {
  thread_.join();
}

}  // namespace ng
