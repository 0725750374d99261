// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/cuda_device.h"

#include <algorithm>
#include <map>

#include "engine/base/error.h"

namespace ng {
namespace {

const cuda::Driver& driver() { return cuda_driver().functions; }

std::size_t size(std::int64_t bytes) { return static_cast<std::size_t>(bytes); }

cuda::Address address(const std::byte* memory) { return reinterpret_cast<cuda::Address>(memory); }

[[noreturn]] void refuse_device(int ordinal, const std::string& why) {
  Diagnostic diagnostic;
  diagnostic.what = "GPU " + std::to_string(ordinal) + " cannot be used";
  diagnostic.found = why;
  diagnostic.action = "choose the cpu transformer";
  refuse(ErrorKind::unavailable, std::move(diagnostic));
}

[[noreturn]] void refuse_memory(const CudaDevice& device, std::int64_t bytes,
                                const std::string& what) {
  Diagnostic diagnostic;
  diagnostic.what = "no memory on " + device.name() + " for " + what;
  diagnostic.found = std::to_string(bytes) + " bytes requested, " +
                     std::to_string(device.memory_left()) + " of " +
                     std::to_string(device.memory_bytes()) + " left";
  diagnostic.action = "use a smaller batch or shorter axes, close other programs on the GPU, or "
                      "choose the cpu transformer";
  refuse(ErrorKind::system, std::move(diagnostic));
}

}  // namespace

void demand_cuda(cuda::Result result, const std::string& doing) {
  if (result == 0) return;
  Diagnostic diagnostic;
  diagnostic.what = "the GPU failed while " + doing;
  diagnostic.found = cuda_error_text(result);
  diagnostic.action =
      "close the gpu transformers of this program: the next one starts the GPU again; the cpu "
      "transformer is not affected";
  refuse(ErrorKind::system, std::move(diagnostic));
}

std::shared_ptr<CudaDevice> CudaDevice::open(int ordinal) {
  static auto* mutex = new std::mutex;
  static auto* opened = new std::map<int, std::weak_ptr<CudaDevice>>;
  const std::scoped_lock lock(*mutex);
  std::weak_ptr<CudaDevice>& known = (*opened)[ordinal];
  std::shared_ptr<CudaDevice> device = known.lock();
  if (!device) known = device = std::shared_ptr<CudaDevice>(new CudaDevice(ordinal));
  return device;
}

CudaDevice::CudaDevice(int ordinal) {
  if (!cuda_driver().problem.empty()) refuse_device(ordinal, cuda_driver().problem);
  const auto demand = [&](cuda::Result result) {
    if (result == 0) return;
    close();
    refuse_device(ordinal, cuda_error_text(result));
  };
  char name[256] = {};
  int major = 0, minor = 0;
  demand(driver().device_get(&device_, ordinal));
  demand(driver().device_get_name(name, sizeof name, device_));
  demand(driver().device_get_attribute(&major, cuda::capability_major, device_));
  demand(driver().device_get_attribute(&minor, cuda::capability_minor, device_));
  name_ = name;
  architecture_ = "sm_" + std::to_string(major) + std::to_string(minor);
  demand(driver().primary_context_retain(&context_, device_));
  demand(driver().context_set_current(context_));
  demand(driver().stream_create(&stream_, cuda::non_blocking));
}

CudaDevice::~CudaDevice() {
  if (context_) driver().context_set_current(context_);
  close();
}

// Failures have no one to go to: the context that is released takes everything with it.
void CudaDevice::close() noexcept {
  if (blas_) cuda_blas().functions.destroy(blas_);
  if (stream_) driver().stream_destroy(stream_);
  if (context_) driver().primary_context_release(device_);
  context_ = nullptr;
}

void CudaDevice::make_current() const {
  demand_cuda(driver().context_set_current(context_), "selecting it");
}

std::int64_t CudaDevice::memory_bytes() const {
  std::size_t bytes = 0;
  return driver().device_total_memory(&bytes, device_) == 0 ? static_cast<std::int64_t>(bytes) : 0;
}

std::int64_t CudaDevice::memory_left() const {
  std::size_t left = 0, total = 0;
  make_current();
  return driver().memory_get_info(&left, &total) == 0 ? static_cast<std::int64_t>(left) : 0;
}

std::byte* CudaDevice::allocate(std::int64_t bytes, const std::string& what) {
  constexpr std::int64_t least = 64;  // so that every buffer has an address of its own
  const std::size_t whole = size(std::max(bytes, least));
  cuda::Address memory = 0;
  make_current();
  const auto result = driver().memory_allocate(&memory, whole);
  if (result == cuda::out_of_memory) refuse_memory(*this, bytes, what);
  demand_cuda(result, "allocating " + what);
  if (const auto cleared = driver().set_bytes(memory, 0, whole, stream_); cleared != 0) {
    driver().memory_free(memory);
    demand_cuda(cleared, "clearing " + what);
  }
  return reinterpret_cast<std::byte*>(memory);
}

void CudaDevice::free(std::byte* memory) noexcept {
  if (!memory) return;
  driver().context_set_current(context_);
  driver().memory_free(address(memory));
}

// The driver stages pageable memory before it returns.
void CudaDevice::copy_in(std::byte* to, const void* from, std::int64_t bytes) {
  if (bytes <= 0) return;
  make_current();
  demand_cuda(driver().copy_in(address(to), from, size(bytes), stream_), "copying values to it");
}

void CudaDevice::copy_out(void* to, const std::byte* from, std::int64_t bytes) {
  if (bytes <= 0) return;
  make_current();
  demand_cuda(driver().copy_out(to, address(from), size(bytes), stream_),
              "copying values from it");
  synchronise();
}

void CudaDevice::copy_within(std::byte* to, const std::byte* from, std::int64_t bytes) {
  if (bytes <= 0 || to == from) return;
  make_current();
  demand_cuda(driver().copy_within(address(to), address(from), size(bytes), stream_),
              "copying on it");
}

void CudaDevice::launch(cuda::Function function, std::int64_t blocks, int threads, void** arguments,
                        const std::string& kernel) {
  constexpr std::int64_t most_blocks = 0x7fffffff;
  if (blocks <= 0) return;
  if (blocks > most_blocks) {
    refuse(ErrorKind::value, "the kernel '" + kernel + "' needs " + std::to_string(blocks) +
                                 " blocks of threads; a GPU runs at most 2147483647");
  }
  make_current();
  demand_cuda(driver().launch_kernel(function, static_cast<unsigned>(blocks), 1, 1,
                                     static_cast<unsigned>(threads), 1, 1, 0, stream_, arguments,
                                     nullptr),
              "starting the kernel '" + kernel + "'");
}

void CudaDevice::start_blas() {
  if (blas_) return;
  if (!cuda_blas().problem.empty()) {
    Diagnostic diagnostic;
    diagnostic.what = "matmuls cannot run on the GPU here";
    diagnostic.found = cuda_blas().problem;
    diagnostic.action = "install CUDA's libcublas, or choose the cpu transformer";
    refuse(ErrorKind::unavailable, std::move(diagnostic));
  }
  const cuda::Blas& blas = cuda_blas().functions;
  int result = blas.create(&blas_);
  if (result == 0) result = blas.set_stream(blas_, stream_);
  if (result == 0) return;
  if (blas_) blas.destroy(blas_);
  blas_ = nullptr;
  refuse(ErrorKind::system,
         std::string("cuBLAS cannot be started on the GPU: ") + blas.get_status_string(result));
}

// Row-major C = A B is column-major C' = B' A'.
template <class T>
int CudaDevice::gemm(cuda::Gemm<T>* function, const MatrixProduct& p, const std::byte* a,
                     const std::byte* b, std::byte* c, const std::byte* factors) const {
  const auto at = [](const std::byte* memory) { return reinterpret_cast<const T*>(memory); };
  const auto integer = [](std::int64_t value) { return static_cast<int>(value); };
  const auto row = [](std::int64_t length) { return static_cast<int>(std::max<std::int64_t>(1, length)); };
  const T on_host[2] = {static_cast<T>(p.alpha), static_cast<T>(p.accumulate ? 1 : 0)};
  const T* const values = factors ? at(factors) : on_host;
  const auto op = [](bool transposed) {
    return transposed ? cuda::transposed : cuda::not_transposed;
  };
  return function(blas_, op(p.transpose_b), op(p.transpose_a), integer(p.n), integer(p.m),
                  integer(p.k), values, at(b), row(p.transpose_b ? p.k : p.n), at(a),
                  row(p.transpose_a ? p.m : p.k), values + 1, reinterpret_cast<T*>(c), row(p.n));
}

void CudaDevice::multiply(const MatrixProduct& p, const std::byte* a, const std::byte* b,
                          std::byte* c, const std::byte* factors) {
  constexpr std::int64_t longest = 0x7fffffff;
  if (p.m == 0 || p.n == 0) return;
  if (p.m > longest || p.n > longest || p.k > longest) {
    refuse(ErrorKind::value, "cuBLAS multiplies matrices of at most 2147483647 rows and columns");
  }
  const std::scoped_lock lock(blas_mutex_);
  make_current();
  start_blas();
  const cuda::Blas& blas = cuda_blas().functions;
  int result = blas.set_pointer_mode(blas_, factors ? cuda::device_factors : cuda::host_factors);
  if (result == 0) {
    result = p.dtype == DType::f64 ? gemm(blas.dgemm, p, a, b, c, factors)
                                   : gemm(blas.sgemm, p, a, b, c, factors);
  }
  if (result == 0) return;
  refuse(ErrorKind::system, std::string("cuBLAS failed: ") + blas.get_status_string(result));
}

void CudaDevice::require_products() {
  const std::scoped_lock lock(blas_mutex_);
  make_current();
  start_blas();
}

void CudaDevice::synchronise() {
  make_current();
  demand_cuda(driver().stream_synchronize(stream_), "running the steps of a program");
}

}  // namespace ng
