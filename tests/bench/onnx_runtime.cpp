// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/onnx_runtime.h"

#include <dlfcn.h>

#include <stdexcept>

namespace ng::bench {
namespace {

struct ApiBase {
  const void* const* (*get_api)(std::uint32_t version);
  const char* (*get_version)();
};
using GetApiBase = const ApiBase* (*)();

constexpr std::uint32_t kApiVersion = 8;  // older than any library that one meets today
constexpr int kWarning = 2, kArenaAllocator = 1, kDefaultMemory = 0, kFloat = 1;

template <class F>
void take(const void* const* table, int slot, F*& function) {
  function = reinterpret_cast<F*>(const_cast<void*>(table[slot]));
}

}  // namespace

// A status is null when all went well.
struct OnnxRuntime::Api {
  const char* (*error_message)(const void* status);
  void* (*create_environment)(int level, const char* id, void** out);
  void* (*create_session)(const void* environment, const void* model, std::size_t length,
                          const void* options, void** out);
  void* (*run)(void* session, const void* run_options, const char* const* input_names,
               const void* const* inputs, std::size_t input_count, const char* const* output_names,
               std::size_t output_count, void** outputs);
  void* (*create_options)(void** out);
  void* (*set_threads)(void* options, int count);
  void* (*create_tensor)(const void* memory, void* data, std::size_t bytes,
                         const std::int64_t* shape, std::size_t rank, int type, void** out);
  void* (*create_memory)(int allocator, int type, void** out);

  explicit Api(const void* const* table) {
    take(table, 2, error_message);
    take(table, 3, create_environment);
    take(table, 8, create_session);
    take(table, 9, run);
    take(table, 10, create_options);
    take(table, 24, set_threads);
    take(table, 49, create_tensor);
    take(table, 69, create_memory);
  }
};

// Nothing is handed back to the library: it lives as long as the bench.
OnnxRuntime::~OnnxRuntime() = default;

void OnnxRuntime::check(void* status) const {
  if (status) throw std::runtime_error(api_->error_message(status));
}

OnnxRuntime::OnnxRuntime(const std::string& library, const std::string& model) {
  library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library_) throw std::runtime_error(dlerror());
  const auto get_base = reinterpret_cast<GetApiBase>(dlsym(library_, "OrtGetApiBase"));
  if (!get_base) throw std::runtime_error(library + " has no OrtGetApiBase");
  const void* const* table = get_base()->get_api(kApiVersion);
  if (!table) throw std::runtime_error(library + " does not know version 8 of its API");
  version_ = get_base()->get_version();
  api_ = std::make_unique<Api>(table);
  check(api_->create_environment(kWarning, "bench", &environment_));
  check(api_->create_options(&options_));
  check(api_->set_threads(options_, 1));
  check(api_->create_session(environment_, model.data(), model.size(), options_, &session_));
  check(api_->create_memory(kArenaAllocator, kDefaultMemory, &memory_));
  bind(&x_, &in_);
  bind(&y_, &out_);
}

void OnnxRuntime::bind(float* scalar, void** value) {
  check(api_->create_tensor(memory_, scalar, sizeof *scalar, nullptr, 0, kFloat, value));
}

void OnnxRuntime::run() {
  static constexpr const char* kInput = "x";
  static constexpr const char* kOutput = "y";
  check(api_->run(session_, nullptr, &kInput, &in_, 1, &kOutput, 1, &out_));
}

}  // namespace ng::bench
