// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/onnxruntime/onnxruntime_api.h"

#include <dlfcn.h>

#include "engine/base/error.h"
#include "engine/base/quote.h"

namespace ng {
namespace {

struct ApiBase {
  const void* const* (*get_api)(std::uint32_t version);
  const char* (*get_version)();
};
using GetApiBase = const ApiBase* (*)();

constexpr std::uint32_t api_version = 8;  // older than any library still in use

template <class F>
void take(const void* const* table, int slot, F*& function) {
  function = reinterpret_cast<F*>(const_cast<void*>(table[slot]));
}

[[noreturn]] void refuse_library(const std::string& library, std::string reason) {
  Diagnostic diagnostic;
  diagnostic.what = "ONNX Runtime cannot be opened";
  diagnostic.where = quote(library);
  diagnostic.found = std::move(reason);
  refuse(ErrorKind::unavailable, std::move(diagnostic));
}

const ApiBase& opened(const std::string& library) {
  void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) refuse_library(library, dlerror());
  const auto get_base = reinterpret_cast<GetApiBase>(dlsym(handle, "OrtGetApiBase"));
  if (!get_base) refuse_library(library, "it has no function OrtGetApiBase");
  return *get_base();
}

}  // namespace

OnnxRuntimeApi::OnnxRuntimeApi(const std::string& library) {
  const ApiBase& base = opened(library);
  const void* const* table = base.get_api(api_version);
  if (!table) refuse_library(library, "it does not support version 8 of the API");
  version = base.get_version();
  take(table, 2, error_message);
  take(table, 3, create_environment);
  take(table, 8, create_session);
  take(table, 9, run);
  take(table, 10, create_options);
  take(table, 14, enable_profiling);
  take(table, 23, set_graph_optimization);
  take(table, 24, set_threads);
  take(table, 49, create_tensor);
  take(table, 50, is_tensor);
  take(table, 51, tensor_data);
  take(table, 60, element_type);
  take(table, 61, rank);
  take(table, 62, lengths);
  take(table, 65, tensor_type);
  take(table, 69, create_memory);
  take(table, 92, release_environment);
  take(table, 93, release_status);
  take(table, 94, release_memory);
  take(table, 95, release_session);
  take(table, 96, release_tensor);
  take(table, 99, release_tensor_type);
  take(table, 100, release_options);
  take(table, 130, set_option);
}

}  // namespace ng
