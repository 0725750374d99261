// SPDX-License-Identifier: Apache-2.0
// Compares cuda_functions.h and nccl_functions.h with NVIDIA's headers, where they are installed:
// functions have the same number of arguments, of the same sizes and kinds. It is only compiled.
#include <cublas_v2.h>
#include <cuda.h>
#include <nvrtc.h>
#if __has_include(<nccl.h>)
#include <nccl.h>
#endif

#include <array>
#include <cstddef>
#include <type_traits>

#include "engine/backends/gpu/cuda_functions.h"
#include "engine/backends/gpu/nccl/nccl_functions.h"

namespace {

struct Kind {
  std::size_t size;
  bool floating, pointer;
  bool operator==(const Kind&) const = default;
};

template <class Function>
struct Arguments;
template <class Result, class... Each>
struct Arguments<Result (*)(Each...)> {
  static constexpr std::array<Kind, sizeof...(Each)> kinds{
      {{sizeof(Each), std::is_floating_point_v<Each>, std::is_pointer_v<Each>}...}};
};

template <class Ours, class Theirs>
constexpr bool alike() {
  constexpr auto ours = Arguments<Ours>::kinds;
  constexpr auto theirs = Arguments<Theirs>::kinds;
  if constexpr (ours.size() != theirs.size()) {
    return false;
  } else {
    return ours == theirs;
  }
}

}  // namespace

using namespace ng::cuda;

#define SAME(type, member, function) \
  static_assert(alike<decltype(type::member), decltype(&function)>(), #function)

SAME(Driver, init, cuInit);
SAME(Driver, get_error_string, cuGetErrorString);
SAME(Driver, device_get_count, cuDeviceGetCount);
SAME(Driver, device_get, cuDeviceGet);
SAME(Driver, device_get_name, cuDeviceGetName);
SAME(Driver, device_get_attribute, cuDeviceGetAttribute);
SAME(Driver, device_get_pci_bus_id, cuDeviceGetPCIBusId);
SAME(Driver, device_total_memory, cuDeviceTotalMem);
SAME(Driver, primary_context_retain, cuDevicePrimaryCtxRetain);
SAME(Driver, primary_context_release, cuDevicePrimaryCtxRelease);
SAME(Driver, context_set_current, cuCtxSetCurrent);
SAME(Driver, context_synchronize, cuCtxSynchronize);
SAME(Driver, memory_get_info, cuMemGetInfo);
SAME(Driver, memory_allocate, cuMemAlloc);
SAME(Driver, memory_free, cuMemFree);
SAME(Driver, host_allocate, cuMemAllocHost);
SAME(Driver, host_free, cuMemFreeHost);
SAME(Driver, copy_in, cuMemcpyHtoDAsync);
SAME(Driver, copy_out, cuMemcpyDtoHAsync);
SAME(Driver, copy_within, cuMemcpyDtoDAsync);
SAME(Driver, copy_2d, cuMemcpy2DAsync);
SAME(Driver, set_bytes, cuMemsetD8Async);
SAME(Driver, module_load_data, cuModuleLoadData);
SAME(Driver, module_unload, cuModuleUnload);
SAME(Driver, module_get_function, cuModuleGetFunction);
SAME(Driver, launch_kernel, cuLaunchKernel);
SAME(Driver, stream_create, cuStreamCreate);
SAME(Driver, stream_destroy, cuStreamDestroy);
SAME(Driver, stream_synchronize, cuStreamSynchronize);
SAME(Driver, stream_query, cuStreamQuery);
SAME(Driver, stream_wait_event, cuStreamWaitEvent);
SAME(Driver, event_create, cuEventCreate);
SAME(Driver, event_destroy, cuEventDestroy);
SAME(Driver, event_record, cuEventRecord);
SAME(Driver, event_query, cuEventQuery);
SAME(Driver, event_elapsed_time, cuEventElapsedTime);
SAME(Driver, stream_begin_capture, cuStreamBeginCapture);
SAME(Driver, stream_end_capture, cuStreamEndCapture);
SAME(Driver, graph_instantiate, cuGraphInstantiateWithFlags);
SAME(Driver, graph_launch, cuGraphLaunch);
SAME(Driver, graph_destroy, cuGraphDestroy);
SAME(Driver, graph_exec_destroy, cuGraphExecDestroy);
SAME(Nvrtc, version, nvrtcVersion);
SAME(Nvrtc, create_program, nvrtcCreateProgram);
SAME(Nvrtc, compile_program, nvrtcCompileProgram);
SAME(Nvrtc, get_ptx_size, nvrtcGetPTXSize);
SAME(Nvrtc, get_ptx, nvrtcGetPTX);
SAME(Nvrtc, get_cubin_size, nvrtcGetCUBINSize);
SAME(Nvrtc, get_cubin, nvrtcGetCUBIN);
SAME(Nvrtc, get_log_size, nvrtcGetProgramLogSize);
SAME(Nvrtc, get_log, nvrtcGetProgramLog);
SAME(Nvrtc, destroy_program, nvrtcDestroyProgram);
SAME(Nvrtc, get_error_string, nvrtcGetErrorString);
SAME(Blas, create, cublasCreate);
SAME(Blas, destroy, cublasDestroy);
SAME(Blas, set_stream, cublasSetStream);
SAME(Blas, set_workspace, cublasSetWorkspace);
SAME(Blas, set_pointer_mode, cublasSetPointerMode);
SAME(Blas, get_status_string, cublasGetStatusString);
SAME(Blas, sgemm, cublasSgemm);
SAME(Blas, dgemm, cublasDgemm);
static_assert(real_f32 == CUDA_R_32F && real_f16 == CUDA_R_16F && real_bf16 == CUDA_R_16BF);
static_assert(compute_f32 == CUBLAS_COMPUTE_32F && compute_tf32 == CUBLAS_COMPUTE_32F_FAST_TF32);
static_assert(default_algorithm == CUBLAS_GEMM_DEFAULT);

static_assert(capability_major == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
static_assert(capability_minor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
static_assert(non_blocking == CU_STREAM_NON_BLOCKING);
static_assert(capture_thread_local == CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
static_assert(without_timing == CU_EVENT_DISABLE_TIMING);
static_assert(not_ready == CUDA_ERROR_NOT_READY);
static_assert(ng::cuda::out_of_memory == CUDA_ERROR_OUT_OF_MEMORY);
static_assert(device_factors == CUBLAS_POINTER_MODE_DEVICE &&
              host_factors == CUBLAS_POINTER_MODE_HOST);
static_assert(transposed == CUBLAS_OP_T && not_transposed == CUBLAS_OP_N);

static_assert(sizeof(Copy2D) == sizeof(CUDA_MEMCPY2D) &&
              offsetof(Copy2D, from) == offsetof(CUDA_MEMCPY2D, srcDevice) &&
              offsetof(Copy2D, from_pitch) == offsetof(CUDA_MEMCPY2D, srcPitch) &&
              offsetof(Copy2D, to) == offsetof(CUDA_MEMCPY2D, dstDevice) &&
              offsetof(Copy2D, to_pitch) == offsetof(CUDA_MEMCPY2D, dstPitch) &&
              offsetof(Copy2D, width) == offsetof(CUDA_MEMCPY2D, WidthInBytes));

#if __has_include(<nccl.h>)
using ng::nccl::Functions;
SAME(Functions, get_version, ncclGetVersion);
SAME(Functions, get_error_string, ncclGetErrorString);
SAME(Functions, get_last_error, ncclGetLastError);
SAME(Functions, get_unique_id, ncclGetUniqueId);
SAME(Functions, comm_init_rank, ncclCommInitRankConfig);
SAME(Functions, comm_get_async_error, ncclCommGetAsyncError);
SAME(Functions, comm_finalize, ncclCommFinalize);
SAME(Functions, comm_destroy, ncclCommDestroy);
SAME(Functions, comm_abort, ncclCommAbort);
SAME(Functions, all_reduce, ncclAllReduce);
SAME(Functions, reduce_scatter, ncclReduceScatter);
SAME(Functions, all_gather, ncclAllGather);
SAME(Functions, broadcast, ncclBroadcast);
SAME(Functions, send, ncclSend);
SAME(Functions, receive, ncclRecv);
SAME(Functions, group_start, ncclGroupStart);
SAME(Functions, group_end, ncclGroupEnd);
template <class Ours, class Theirs>
constexpr bool equal(Ours ours, Theirs theirs) {
  return static_cast<int>(ours) == static_cast<int>(theirs);
}
static_assert(equal(ng::nccl::in_progress, ncclInProgress));
static_assert(equal(ng::nccl::i8, ncclInt8) && equal(ng::nccl::u8, ncclUint8));
static_assert(equal(ng::nccl::i32, ncclInt32) && equal(ng::nccl::u32, ncclUint32));
static_assert(equal(ng::nccl::i64, ncclInt64) && equal(ng::nccl::u64, ncclUint64));
static_assert(equal(ng::nccl::f16, ncclFloat16) && equal(ng::nccl::f32, ncclFloat32));
static_assert(equal(ng::nccl::f64, ncclFloat64) && equal(ng::nccl::sum, ncclSum));
static_assert(equal(ng::nccl::product, ncclProd) && equal(ng::nccl::maximum, ncclMax));
static_assert(equal(ng::nccl::minimum, ncclMin));
static_assert(offsetof(ng::nccl::Config, blocking) == offsetof(ncclConfig_t, blocking));
#endif
