// SPDX-License-Identifier: Apache-2.0
// The C API of ONNX Runtime, loaded from a library file. Its header is not required: the few
// functions used are declared here by their index in the table, which never changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ng::bench {

// Objects of the library are untyped pointers. A null status means success.
struct OnnxApi {
  // Throws std::runtime_error when the library does not load. The library is never unloaded,
  // because its threads and static objects do not support that.
  explicit OnnxApi(const std::string& library);

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
  void* (*create_tensor)(const void* memory, void* data, std::size_t bytes,
                         const std::int64_t* shape, std::size_t rank, int type, void** out);
  void* (*create_memory)(int allocator, int type, void** out);
  void (*release_environment)(void*);
  void (*release_memory)(void*);
  void (*release_session)(void*);
  void (*release_tensor)(void*);
  void (*release_options)(void*);
};

}  // namespace ng::bench
