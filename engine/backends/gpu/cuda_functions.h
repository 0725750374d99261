// SPDX-License-Identifier: Apache-2.0
// Declarations of the functions used of NVIDIA's driver and run-time compiler. No CUDA headers are
// needed to build; the libraries are opened at run time.
#pragma once

#include <cstddef>

namespace ng::cuda {

// The driver, libcuda.so.1. Results: 0 is success.
using Result = int;
using Device = int;
struct Driver {
  Result (*init)(unsigned flags) = nullptr;
  Result (*device_get_count)(int* count) = nullptr;
  Result (*device_get)(Device* device, int ordinal) = nullptr;
  Result (*device_get_name)(char* name, int size, Device device) = nullptr;
  Result (*get_error_string)(Result result, const char** text) = nullptr;
};

// The run-time compiler, libnvrtc. Results: 0 is success.
struct ProgramTag;
using Program = ProgramTag*;
struct Nvrtc {
  int (*version)(int* major, int* minor) = nullptr;
  int (*create_program)(Program* program, const char* source, const char* name, int headers,
                        const char* const* header_texts, const char* const* header_names) = nullptr;
  int (*compile_program)(Program program, int options, const char* const* option_texts) = nullptr;
  int (*get_ptx_size)(Program program, std::size_t* size) = nullptr;
  int (*get_ptx)(Program program, char* ptx) = nullptr;
  int (*get_log_size)(Program program, std::size_t* size) = nullptr;
  int (*get_log)(Program program, char* log) = nullptr;
  int (*destroy_program)(Program* program) = nullptr;
  const char* (*get_error_string)(int result) = nullptr;
};

}  // namespace ng::cuda
