// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/cuda_libraries.h"

#include <cstdlib>

#include "engine/backends/gpu/cuda_folders.h"
#include "engine/backends/gpu/shared_functions.h"

namespace ng {
namespace {

void take_device_functions(SharedFunctions& library, cuda::Driver& driver) {
  library.take(driver.init, "cuInit");
  library.take(driver.get_error_string, "cuGetErrorString");
  library.take(driver.device_get_count, "cuDeviceGetCount");
  library.take(driver.device_get, "cuDeviceGet");
  library.take(driver.device_get_name, "cuDeviceGetName");
  library.take(driver.device_get_attribute, "cuDeviceGetAttribute");
  library.take(driver.device_get_pci_bus_id, "cuDeviceGetPCIBusId");
  library.take(driver.device_total_memory, "cuDeviceTotalMem_v2");
  library.take(driver.primary_context_retain, "cuDevicePrimaryCtxRetain");
  library.take(driver.primary_context_release, "cuDevicePrimaryCtxRelease_v2");
  library.take(driver.context_set_current, "cuCtxSetCurrent");
  library.take(driver.context_synchronize, "cuCtxSynchronize");
}

void take_memory_functions(SharedFunctions& library, cuda::Driver& driver) {
  library.take(driver.memory_get_info, "cuMemGetInfo_v2");
  library.take(driver.memory_allocate, "cuMemAlloc_v2");
  library.take(driver.memory_free, "cuMemFree_v2");
  library.take(driver.host_allocate, "cuMemAllocHost_v2");
  library.take(driver.host_free, "cuMemFreeHost");
  library.take(driver.copy_in, "cuMemcpyHtoDAsync_v2");
  library.take(driver.copy_out, "cuMemcpyDtoHAsync_v2");
  library.take(driver.copy_within, "cuMemcpyDtoDAsync_v2");
  library.take(driver.copy_2d, "cuMemcpy2DAsync_v2");
  library.take(driver.pointer_get_attribute, "cuPointerGetAttribute");
  library.take(driver.set_bytes, "cuMemsetD8Async");
}

void take_work_functions(SharedFunctions& library, cuda::Driver& driver) {
  library.take(driver.module_load_data, "cuModuleLoadData");
  library.take(driver.module_unload, "cuModuleUnload");
  library.take(driver.module_get_function, "cuModuleGetFunction");
  library.take(driver.launch_kernel, "cuLaunchKernel");
  library.take(driver.stream_create, "cuStreamCreate");
  library.take(driver.stream_destroy, "cuStreamDestroy_v2");
  library.take(driver.stream_synchronize, "cuStreamSynchronize");
  library.take(driver.stream_query, "cuStreamQuery");
  library.take(driver.stream_wait_event, "cuStreamWaitEvent");
  library.take(driver.event_create, "cuEventCreate");
  library.take(driver.event_destroy, "cuEventDestroy_v2");
  library.take(driver.event_record, "cuEventRecord");
  library.take(driver.event_query, "cuEventQuery");
  library.take(driver.event_elapsed_time, "cuEventElapsedTime");
  library.take(driver.stream_begin_capture, "cuStreamBeginCapture_v2");
  library.take(driver.stream_end_capture, "cuStreamEndCapture");
  library.take(driver.graph_instantiate, "cuGraphInstantiateWithFlags");
  library.take(driver.graph_launch, "cuGraphLaunch");
  library.take(driver.graph_destroy, "cuGraphDestroy");
  library.take(driver.graph_exec_destroy, "cuGraphExecDestroy");
}

std::string text_of(const cuda::Driver& driver, cuda::Result result) {
  const char* text = nullptr;
  const bool known = driver.get_error_string && driver.get_error_string(result, &text) == 0;
  return known && text ? text : "error " + std::to_string(result);
}

CudaLibrary<cuda::Driver> open_driver() {
  CudaLibrary<cuda::Driver> opened;
  auto& [driver, problem] = opened;
  SharedFunctions library(cuda_library_names({"libcuda.so.1"}));
  if (!library.problem().empty()) {
    problem = "no NVIDIA driver: " + library.problem();
    return opened;
  }
  take_device_functions(library, driver);
  take_memory_functions(library, driver);
  take_work_functions(library, driver);
  if (!library.problem().empty()) {
    problem = "the NVIDIA driver is too old: " + library.problem();
  } else if (const auto result = driver.init(0); result != 0) {
    problem = "the NVIDIA driver failed to initialise: " + text_of(driver, result);
  }
  return opened;
}

CudaLibrary<cuda::Blas> open_blas() {
  CudaLibrary<cuda::Blas> opened;
  auto& [blas, problem] = opened;
  SharedFunctions library(
      cuda_library_names({"libcublas.so.13", "libcublas.so.12", "libcublas.so"}));
  library.take(blas.create, "cublasCreate_v2");
  library.take(blas.destroy, "cublasDestroy_v2");
  library.take(blas.set_stream, "cublasSetStream_v2");
  library.take(blas.set_workspace, "cublasSetWorkspace_v2");
  library.take(blas.set_pointer_mode, "cublasSetPointerMode_v2");
  library.take(blas.get_status_string, "cublasGetStatusString");
  library.take(blas.sgemm, "cublasSgemm_v2");
  library.take(blas.dgemm, "cublasDgemm_v2");
  library.take(blas.mixed_gemm, "cublasGemmEx");
  if (!library.problem().empty()) problem = "no cuBLAS: " + library.problem();
  return opened;
}

}  // namespace

std::vector<std::string> cuda_library_names(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  if (const char* folder = std::getenv("NGRAPH_CUDA_LIBRARIES"); folder && *folder) {
    for (const std::string& file : files) names.push_back(std::string(folder) + "/" + file);
    return names;
  }
  names = files;
  for (const std::string& folder : cuda_library_folders()) {
    for (const std::string& file : files) names.push_back(folder + "/" + file);
  }
  return names;
}

// Never destroyed: memory may be freed when the program ends.
const CudaLibrary<cuda::Driver>& cuda_driver() {
  static const auto* opened = new CudaLibrary<cuda::Driver>(open_driver());
  return *opened;
}

const CudaLibrary<cuda::Blas>& cuda_blas() {
  static const auto* opened = new CudaLibrary<cuda::Blas>(open_blas());
  return *opened;
}

std::string cuda_error_text(cuda::Result result) {
  return text_of(cuda_driver().functions, result);
}

}  // namespace ng
