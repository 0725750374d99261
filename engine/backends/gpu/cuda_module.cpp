// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/cuda_module.h"

#include <map>
#include <mutex>

#include "engine/backends/code_cache/object_cache.h"
#include "engine/backends/gpu/nvrtc.h"

namespace ng {
namespace {

const cuda::Driver& driver() {
  return cuda_driver().functions;
}

ObjectCache& cubin_cache() {
  static std::mutex mutex;
  static auto* caches = new std::map<std::filesystem::path, ObjectCache>;  // one per folder
  const std::scoped_lock lock(mutex);
  const auto folder = default_cache_folder();
  return caches->try_emplace(folder, folder).first->second;
}

}  // namespace

CudaModule::CudaModule(std::shared_ptr<CudaDevice> device, const std::string& text)
    : device_(std::move(device)) {
  const std::string compiler = nvrtc_availability().what;
  const std::string key =
      cache_key("cubin 1\n" + compiler + "\n" + device_->architecture() + "\n" + text);
  device_->make_current();
  if (const auto code = cubin_cache().find(key)) {
    cached_ = driver().module_load_data(&module_, code->bytes.data()) == 0;
    if (cached_) return;
    cubin_cache().forget(key);
  }
  auto code = std::make_shared<CachedCode>();
  code->kind = CodeKind::cubin;
  code->compiler = compiler;
  code->bytes = compile_cubin(text, device_->architecture());
  demand_cuda(driver().module_load_data(&module_, code->bytes.data()), "loading kernels");
  cubin_cache().store(key, std::move(code));
}

CudaModule::~CudaModule() {
  device_->give_back([module = module_] { driver().module_unload(module); });
}

cuda::Function CudaModule::function(const std::string& name) const {
  cuda::Function function = nullptr;
  demand_cuda(driver().module_get_function(&function, module_, name.c_str()),
              "looking up the kernel '" + name + "'");
  return function;
}

}  // namespace ng
