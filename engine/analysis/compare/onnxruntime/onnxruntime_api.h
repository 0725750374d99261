// SPDX-License-Identifier: Apache-2.0
// The C API of ONNX Runtime, loaded from a library file. Its header is not required: the few
// functions used are declared here by their index in the table, which never changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace ng {

// Objects of the library are untyped pointers. A null status means success.
struct OnnxRuntimeApi {
  // Throws an unavailable Error when the library does not load. The library is never unloaded,
  // because its threads and static objects do not support that.
  explicit OnnxRuntimeApi(const std::string& library);

  std::string version;
  const char* (*error_message)(const void* status);
  void* (*create_environment)(int level, const char* id, void** out);
  void* (*create_session)(const void* environment, const void* model, std::size_t length,
                          const void* options, void** out);
  void* (*run)(void* session, const void* run_options, const char* const* input_names,
               const void* const* inputs, std::size_t input_count, const char* const* output_names,
               std::size_t output_count, void** outputs);
  void* (*create_options)(void** out);
  void* (*set_threads)(void* options, int count);
  // Level 0: graphs run as they are.
  void* (*set_graph_optimization)(void* options, int level);
  void* (*enable_profiling)(void* options, const char* prefix);  // of the file that it writes
  void* (*set_option)(void* options, const char* key, const char* value);
  void* (*create_tensor)(const void* memory, void* data, std::size_t bytes,
                         const std::int64_t* shape, std::size_t rank, int type, void** out);
  void* (*create_memory)(int allocator, int type, void** out);
  void* (*is_tensor)(const void* value, int* out);
  void* (*tensor_data)(void* value, void** out);
  void* (*tensor_type)(const void* value, void** out);       // with the shape
  void* (*element_type)(const void* tensor_type, int* out);  // onnx::ElementType
  void* (*rank)(const void* tensor_type, std::size_t* out);
  void* (*lengths)(const void* tensor_type, std::int64_t* out, std::size_t rank);
  void (*release_status)(void*);
  void (*release_tensor_type)(void*);
  void (*release_environment)(void*);
  void (*release_memory)(void*);
  void (*release_session)(void*);
  void (*release_tensor)(void*);
  void (*release_options)(void*);
};

// An object of the library, with its function to release it.
struct ReleaseOnnxRuntime {
  void (*release)(void*) = nullptr;
  void operator()(void* object) const { release(object); }
};
using OnnxRuntimeHandle = std::unique_ptr<void, ReleaseOnnxRuntime>;

}  // namespace ng
