// SPDX-License-Identifier: Apache-2.0
// One GPU while something uses it: its context, a stream that does all work in order, cuBLAS.
// Steps of programs, and gpu_device.h, use it.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "engine/backends/gpu/cuda_libraries.h"
#include "engine/runtime/step.h"

namespace ng {

class CudaDevice {
 public:
  // The device of this number, shared by all that use it. Throws Error(unavailable) without it.
  static std::shared_ptr<CudaDevice> open(int ordinal);
  ~CudaDevice();
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;

  const std::string& name() const { return name_; }
  const std::string& architecture() const { return architecture_; }  // "sm_90"
  std::int64_t memory_bytes() const;                                  // of the device
  std::int64_t memory_left() const;

  std::byte* allocate(std::int64_t bytes, const std::string& what);
  void free(std::byte* memory) noexcept;
  void copy_in(std::byte* to, const void* from, std::int64_t bytes);
  void copy_out(void* to, const std::byte* from, std::int64_t bytes);
  void copy_within(std::byte* to, const std::byte* from, std::int64_t bytes);
  void synchronise();

  void launch(cuda::Function function, std::int64_t blocks, int threads, void** arguments,
              const std::string& kernel);
  // C = alpha A B, plus C with `product.accumulate`. `factors`: alpha and 1 in device memory, instead
  // of product.alpha; null: none.
  void multiply(const MatrixProduct& product, const std::byte* a, const std::byte* b, std::byte* c,
                const std::byte* factors);
  // Throws Error(unavailable) if multiply() cannot be called.
  void require_products();

  // For calls of the driver on this thread.
  void make_current() const;
  cuda::Context context() const { return context_; }

 private:
  explicit CudaDevice(int ordinal);
  void close() noexcept;
  void start_blas();
  template <class T>
  int gemm(cuda::Gemm<T>* function, const MatrixProduct& product, const std::byte* a,
           const std::byte* b, std::byte* c, const std::byte* factors) const;

  cuda::Device device_ = 0;
  cuda::Context context_ = nullptr;
  cuda::Stream stream_ = nullptr;
  cuda::BlasHandle blas_ = nullptr;
  std::mutex blas_mutex_;
  std::string name_, architecture_;
};

// Throws the Error about a failing call of the driver; does nothing if `result` is 0. `doing` says
// what was being done: "copying results from the GPU".
void demand_cuda(cuda::Result result, const std::string& doing);

}  // namespace ng
