// SPDX-License-Identifier: Apache-2.0
// Matmuls by cuBLAS, all on one stream at a time and in memory of their own, so that results repeat
// bit for bit. Halves are added up in float32. With NGRAPH_GPU_TF32=1, float32 elements are rounded
// to TF32 (10 bits after the point) before they are multiplied, as tensor cores do.
#pragma once

#include <mutex>

#include "engine/backends/gpu/cuda_libraries.h"
#include "engine/runtime/step.h"

namespace ng {

// Thread safe. Call in the device's context.
class CudaMatmuls {
 public:
  // Opens cuBLAS. Throws Error(unavailable) without it.
  void require();
  // C = alpha A B, plus C with `matmul.accumulate`. `factors`: alpha and 1 in device memory,
  // instead of matmul.alpha; null: none.
  void multiply(const Matmul& matmul, const std::byte* a, const std::byte* b, std::byte* c,
                const std::byte* factors, cuda::Stream stream);
  void release() noexcept;

 private:
  void start();
  void use(cuda::Stream stream);
  template <class T>
  int gemm(cuda::Gemm<T>* function, const Matmul& matmul, const std::byte* a, const std::byte* b,
           std::byte* c, const std::byte* factors) const;
  int mixed_gemm(const Matmul& matmul, const std::byte* a, const std::byte* b, std::byte* c,
                 const std::byte* factors) const;

  std::mutex mutex_;
  cuda::BlasHandle handle_ = nullptr;
  cuda::Stream stream_ = nullptr;
  cuda::Address workspace_ = 0;
  bool tf32_ = false;
};

}  // namespace ng
