// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/checked_code.h"

#include <map>
#include <memory>

#include "engine/backends/code_cache/object_cache.h"
#include "engine/backends/cpu/compiler/host_compiler.h"
#include "engine/backends/cpu/compiler/host_identity.h"
#include "engine/backends/cpu/compiler/jit.h"
#include "engine/backends/cpu/compiler/jit_plugin_library.h"
#include "engine/backends/kernel_text_error.h"
#include "engine/base/error.h"

namespace ng::emulator {
namespace {

constexpr int optimisation = 1;

// One for each folder, because tests change the variable that names it. Entry points of the
// emulator run one at a time.
ObjectCache& cache() {
  static auto* kept = new std::map<std::filesystem::path, ObjectCache>;
  const auto folder = default_cache_folder();
  return kept->try_emplace(folder, folder).first->second;
}

// By key. For tests that have no cache, so that the engine compiles each time.
std::map<std::string, std::shared_ptr<const CachedCode>>& latest_codes() {
  constexpr std::size_t most = 256;
  static auto* kept = new std::map<std::string, std::shared_ptr<const CachedCode>>;
  if (kept->size() > most) kept->clear();
  return *kept;
}

std::shared_ptr<const CachedCode> compile(const NgraphJitApi& api, const std::string& source) {
  const NgraphJitRequest request = {{source.data(), source.size()},
                                    jit_source_name,
                                    optimisation,
                                    ngraph_jit_object | ngraph_jit_checked};
  const std::unique_ptr<NgraphJitResult, void (*)(NgraphJitResult*)> result(api.compile(&request),
                                                                            api.release);
  check(result != nullptr, "the Clang plugin ran out of memory");
  if (!result->ok)
    throw KernelTextError(api.compiler, std::string(result->messages.data, result->messages.size));
  auto code = std::make_shared<CachedCode>();
  code->compiler = api.compiler;
  code->bytes.assign(result->object.data, result->object.size);
  return code;
}

std::shared_ptr<const CachedCode> compile_by_host(const std::string& source) {
  auto code = std::make_shared<CachedCode>();
  code->kind = CodeKind::shared_library;
  JitRequest request;
  request.optimisation = optimisation;
  request.source = source;
  code->bytes = host_compile(host_compiler(), request);
  return code;
}

}  // namespace

std::shared_ptr<const CachedCode> checked_code(const std::string& source) {
  const JitPluginFile plugin = find_jit_plugin();
  const std::string key =
      cache_key("checked code 1\n" + plugin.identity + "\n" + host_identity() + "\n" + source);
  std::shared_ptr<const CachedCode>& latest = latest_codes()[key];
  if (latest) return latest;
  if ((latest = cache().find(key))) return latest;
  std::string reason;
  const NgraphJitApi* api = plugin.path.empty() ? nullptr : open_jit_plugin(plugin.path, reason);
  latest = api ? compile(*api, source) : compile_by_host(source);
  cache().store(key, latest);
  return latest;
}

}  // namespace ng::emulator
