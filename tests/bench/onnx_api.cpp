// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/onnx_api.h"

#include <dlfcn.h>

#include <stdexcept>

namespace ng::bench {
namespace {

struct ApiBase {
  const void* const* (*get_api)(std::uint32_t version);
  const char* (*get_version)();
};
using GetApiBase = const ApiBase* (*)();

constexpr std::uint32_t kApiVersion = 8;  // older than any library still in use

template <class F>
void take(const void* const* table, int slot, F*& function) {
  function = reinterpret_cast<F*>(const_cast<void*>(table[slot]));
}

const ApiBase& opened(const std::string& library) {
  void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) throw std::runtime_error(dlerror());
  const auto get_base = reinterpret_cast<GetApiBase>(dlsym(handle, "OrtGetApiBase"));
  if (!get_base) throw std::runtime_error(library + " has no OrtGetApiBase");
  return *get_base();
}

}  // namespace

OnnxApi::OnnxApi(const std::string& library) {
  const ApiBase& base = opened(library);
  const void* const* table = base.get_api(kApiVersion);
  if (!table) throw std::runtime_error(library + " does not support version 8 of the API");
  version = base.get_version();
  take(table, 2, error_message);
  take(table, 3, create_environment);
  take(table, 8, create_session);
  take(table, 9, run);
  take(table, 10, create_options);
  take(table, 24, set_threads);
  take(table, 49, create_tensor);
  take(table, 69, create_memory);
  take(table, 92, release_environment);
  take(table, 94, release_memory);
  take(table, 95, release_session);
  take(table, 96, release_tensor);
  take(table, 100, release_options);
}

}  // namespace ng::bench
