// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/cuda_matmuls.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "engine/base/error.h"

namespace ng {
namespace {

constexpr std::size_t workspace_bytes = 8 << 20;

const cuda::Blas& blas() {
  return cuda_blas().functions;
}

void demand(int result, const char* what) {
  if (result == 0) return;
  refuse(ErrorKind::system, std::string(what) + ": " + blas().get_status_string(result));
}

}  // namespace

void CudaMatmuls::require() {
  const std::scoped_lock lock(mutex_);
  start();
}

void CudaMatmuls::start() {
  if (handle_) return;
  if (!cuda_blas().problem.empty()) {
    Diagnostic diagnostic;
    diagnostic.what = "matmuls cannot run on the GPU here";
    diagnostic.found = cuda_blas().problem;
    diagnostic.action = "install CUDA's libcublas, or choose the cpu transformer";
    refuse(ErrorKind::unavailable, std::move(diagnostic));
  }
  demand(blas().create(&handle_), "cuBLAS cannot be started on the GPU");
  const char* const tf32 = std::getenv("NGRAPH_GPU_TF32");
  tf32_ = tf32 && std::string_view(tf32) == "1";
  // Without this memory cuBLAS allocates its own, also while a graph is captured.
  if (cuda_driver().functions.memory_allocate(&workspace_, workspace_bytes) != 0) workspace_ = 0;
}

// cuBLAS forgets the workspace when the stream changes.
void CudaMatmuls::use(cuda::Stream stream) {
  if (stream_ == stream) return;
  demand(blas().set_stream(handle_, stream), "cuBLAS failed");
  void* const memory = reinterpret_cast<void*>(workspace_);
  if (memory) demand(blas().set_workspace(handle_, memory, workspace_bytes), "cuBLAS failed");
  stream_ = stream;
}

namespace {

// Row-major C = A B is column-major C' = B' A': the arguments of cuBLAS, where a is our b.
struct Arguments {
  int transpose_a, transpose_b, m, n, k, lda, ldb, ldc;
};

Arguments arguments_of(const Matmul& p) {
  const auto op = [](bool transposed) {
    return transposed ? cuda::transposed : cuda::not_transposed;
  };
  const auto integer = [](std::int64_t value) { return static_cast<int>(value); };
  const auto row = [](std::int64_t length) {
    return static_cast<int>(std::max<std::int64_t>(1, length));
  };
  return {op(p.transpose_b),
          op(p.transpose_a),
          integer(p.n),
          integer(p.m),
          integer(p.k),
          row(p.transpose_b ? p.k : p.n),
          row(p.transpose_a ? p.m : p.k),
          row(p.n)};
}

int type_of(DType dtype) {
  return dtype == DType::f16    ? cuda::real_f16
         : dtype == DType::bf16 ? cuda::real_bf16
                                : cuda::real_f32;
}

}  // namespace

template <class T>
int CudaMatmuls::gemm(cuda::Gemm<T>* function, const Matmul& p, const std::byte* a,
                      const std::byte* b, std::byte* c, const std::byte* factors) const {
  const auto at = [](const std::byte* memory) { return reinterpret_cast<const T*>(memory); };
  const T on_host[2] = {static_cast<T>(p.alpha), static_cast<T>(p.accumulate ? 1 : 0)};
  const T* const values = factors ? at(factors) : on_host;
  const Arguments s = arguments_of(p);
  return function(handle_, s.transpose_a, s.transpose_b, s.m, s.n, s.k, values, at(b), s.lda, at(a),
                  s.ldb, values + 1, reinterpret_cast<T*>(c), s.ldc);
}

// The factors are float32 for every type of elements.
int CudaMatmuls::mixed_gemm(const Matmul& p, const std::byte* a, const std::byte* b, std::byte* c,
                            const std::byte* factors) const {
  const float on_host[2] = {static_cast<float>(p.alpha), p.accumulate ? 1.0f : 0.0f};
  const float* const values = factors ? reinterpret_cast<const float*>(factors) : on_host;
  const Arguments s = arguments_of(p);
  const int type = type_of(p.dtype);
  const bool rounded = type == cuda::real_f32 && tf32_;
  return blas().mixed_gemm(handle_, s.transpose_a, s.transpose_b, s.m, s.n, s.k, values, b, type,
                           s.lda, a, type, s.ldb, values + 1, c, type, s.ldc,
                           rounded ? cuda::compute_tf32 : cuda::compute_f32,
                           cuda::default_algorithm);
}

void CudaMatmuls::multiply(const Matmul& p, const std::byte* a, const std::byte* b, std::byte* c,
                           const std::byte* factors, cuda::Stream stream) {
  constexpr std::int64_t longest = 0x7fffffff;
  if (p.m == 0 || p.n == 0) return;
  if (p.m > longest || p.n > longest || p.k > longest) {
    refuse(ErrorKind::value, "cuBLAS multiplies matrices of at most 2147483647 rows and columns");
  }
  const std::scoped_lock lock(mutex_);
  start();
  use(stream);
  demand(blas().set_pointer_mode(handle_, factors ? cuda::device_factors : cuda::host_factors),
         "cuBLAS failed");
  const bool mixed = p.dtype == DType::f32 ? tf32_ : p.dtype != DType::f64;
  demand(mixed                   ? mixed_gemm(p, a, b, c, factors)
         : p.dtype == DType::f64 ? gemm(blas().dgemm, p, a, b, c, factors)
                                 : gemm(blas().sgemm, p, a, b, c, factors),
         "cuBLAS failed");
}

void CudaMatmuls::release() noexcept {
  if (handle_) blas().destroy(handle_);
  if (workspace_) cuda_driver().functions.memory_free(workspace_);
  handle_ = nullptr;
  workspace_ = 0;
}

}  // namespace ng
