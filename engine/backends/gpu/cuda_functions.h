// SPDX-License-Identifier: Apache-2.0
// Declarations of the functions used of NVIDIA's driver, run-time compiler and cuBLAS. No CUDA
// headers are needed to build; the libraries are opened at run time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ng::cuda {

// The driver, libcuda.so.1. Results: 0 is success.
using Result = int;
using Device = int;
using Address = std::uint64_t;  // in device memory
using Context = struct ContextTag*;
using Module = struct ModuleTag*;
using Function = struct FunctionTag*;
using Stream = struct StreamTag*;
using Event = struct EventTag*;
using Graph = struct GraphTag*;
using GraphExec = struct GraphExecTag*;

constexpr Result out_of_memory = 2, not_ready = 600;
// Device attributes.
constexpr int capability_major = 75, capability_minor = 76;
// Streams that do not wait for the default stream; graphs of the capturing thread's own calls.
constexpr unsigned non_blocking = 1;
constexpr unsigned without_timing = 2;  // of events
constexpr int capture_thread_local = 1;
// Attributes of an address, and a value of the first.
constexpr int memory_type = 2, device_of_memory = 9, start_of_memory = 11, size_of_memory = 12;
constexpr unsigned memory_of_device = 2;

// Copies `height` rows of `width` bytes, which begin `…_pitch` bytes apart: CUDA_MEMCPY2D.
struct Copy2D {
  std::size_t from_x = 0, from_y = 0;
  unsigned from_type = memory_of_device;
  const void* from_host = nullptr;
  Address from = 0;
  void* from_array = nullptr;
  std::size_t from_pitch = 0;
  std::size_t to_x = 0, to_y = 0;
  unsigned to_type = memory_of_device;
  void* to_host = nullptr;
  Address to = 0;
  void* to_array = nullptr;
  std::size_t to_pitch = 0;
  std::size_t width = 0, height = 0;
};

struct Driver {
  Result (*init)(unsigned flags) = nullptr;
  Result (*get_error_string)(Result result, const char** text) = nullptr;

  Result (*device_get_count)(int* count) = nullptr;
  Result (*device_get)(Device* device, int ordinal) = nullptr;
  Result (*device_get_name)(char* name, int size, Device device) = nullptr;
  Result (*device_get_attribute)(int* value, int attribute, Device device) = nullptr;
  Result (*device_get_pci_bus_id)(char* name, int size, Device device) = nullptr;
  Result (*device_total_memory)(std::size_t* bytes, Device device) = nullptr;
  Result (*primary_context_retain)(Context* context, Device device) = nullptr;
  Result (*primary_context_release)(Device device) = nullptr;
  Result (*context_set_current)(Context context) = nullptr;
  Result (*context_synchronize)() = nullptr;

  Result (*memory_get_info)(std::size_t* free, std::size_t* total) = nullptr;
  Result (*memory_allocate)(Address* address, std::size_t bytes) = nullptr;
  Result (*memory_free)(Address address) = nullptr;
  Result (*host_allocate)(void** memory, std::size_t bytes) = nullptr;
  Result (*host_free)(void* memory) = nullptr;
  Result (*copy_in)(Address to, const void* from, std::size_t bytes, Stream stream) = nullptr;
  Result (*copy_out)(void* to, Address from, std::size_t bytes, Stream stream) = nullptr;
  Result (*copy_within)(Address to, Address from, std::size_t bytes, Stream stream) = nullptr;
  Result (*copy_2d)(const Copy2D* copy, Stream stream) = nullptr;
  Result (*pointer_get_attribute)(void* value, int attribute, Address address) = nullptr;
  Result (*set_bytes)(Address to, unsigned char value, std::size_t bytes, Stream stream) = nullptr;

  Result (*module_load_data)(Module* module, const void* image) = nullptr;
  Result (*module_unload)(Module module) = nullptr;
  Result (*module_get_function)(Function* function, Module module, const char* name) = nullptr;
  Result (*launch_kernel)(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                          unsigned block_x, unsigned block_y, unsigned block_z,
                          unsigned shared_bytes, Stream stream, void** arguments,
                          void** extra) = nullptr;

  Result (*stream_create)(Stream* stream, unsigned flags) = nullptr;
  Result (*stream_destroy)(Stream stream) = nullptr;
  Result (*stream_synchronize)(Stream stream) = nullptr;
  Result (*stream_query)(Stream stream) = nullptr;
  Result (*stream_wait_event)(Stream stream, Event event, unsigned flags) = nullptr;
  Result (*event_create)(Event* event, unsigned flags) = nullptr;
  Result (*event_destroy)(Event event) = nullptr;
  Result (*event_record)(Event event, Stream stream) = nullptr;
  Result (*event_query)(Event event) = nullptr;
  Result (*event_elapsed_time)(float* milliseconds, Event start, Event end) = nullptr;

  Result (*stream_begin_capture)(Stream stream, int mode) = nullptr;
  Result (*stream_end_capture)(Stream stream, Graph* graph) = nullptr;
  Result (*graph_instantiate)(GraphExec* executable, Graph graph,
                              unsigned long long flags) = nullptr;
  Result (*graph_launch)(GraphExec executable, Stream stream) = nullptr;
  Result (*graph_destroy)(Graph graph) = nullptr;
  Result (*graph_exec_destroy)(GraphExec executable) = nullptr;
};

// The run-time compiler, libnvrtc. Results: 0 is success.
using Program = struct ProgramTag*;
struct Nvrtc {
  int (*version)(int* major, int* minor) = nullptr;
  int (*create_program)(Program* program, const char* source, const char* name, int headers,
                        const char* const* header_texts, const char* const* header_names) = nullptr;
  int (*compile_program)(Program program, int options, const char* const* option_texts) = nullptr;
  int (*get_ptx_size)(Program program, std::size_t* size) = nullptr;
  int (*get_ptx)(Program program, char* ptx) = nullptr;
  int (*get_cubin_size)(Program program, std::size_t* size) = nullptr;
  int (*get_cubin)(Program program, char* cubin) = nullptr;
  int (*get_log_size)(Program program, std::size_t* size) = nullptr;
  int (*get_log)(Program program, char* log) = nullptr;
  int (*destroy_program)(Program* program) = nullptr;
  const char* (*get_error_string)(int result) = nullptr;
};

// cuBLAS. Matrices are column-major. Results: 0 is success.
using BlasHandle = struct BlasHandleTag*;
constexpr int not_transposed = 0, transposed = 1;
constexpr int host_factors = 0, device_factors = 1;  // where alpha and beta are
template <class T>
using Gemm = int(BlasHandle handle, int transpose_a, int transpose_b, int m, int n, int k,
                 const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c,
                 int ldc);
// Types of elements, and of the sums: cublasGemmEx alone takes halves, and adds up in float32.
constexpr int real_f32 = 0, real_f16 = 2, real_bf16 = 14;
constexpr int compute_f32 = 68, compute_tf32 = 77;
constexpr int default_algorithm = -1;
using MixedGemm = int(BlasHandle handle, int transpose_a, int transpose_b, int m, int n, int k,
                      const void* alpha, const void* a, int a_type, int lda, const void* b,
                      int b_type, int ldb, const void* beta, void* c, int c_type, int ldc,
                      int compute_type, int algorithm);
struct Blas {
  int (*create)(BlasHandle* handle) = nullptr;
  int (*destroy)(BlasHandle handle) = nullptr;
  int (*set_stream)(BlasHandle handle, Stream stream) = nullptr;
  int (*set_workspace)(BlasHandle handle, void* memory, std::size_t bytes) = nullptr;
  int (*set_pointer_mode)(BlasHandle handle, int mode) = nullptr;
  const char* (*get_status_string)(int result) = nullptr;
  Gemm<float>* sgemm = nullptr;
  Gemm<double>* dgemm = nullptr;
  MixedGemm* mixed_gemm = nullptr;
};

}  // namespace ng::cuda
