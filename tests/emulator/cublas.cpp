// SPDX-License-Identifier: Apache-2.0
// cuBLAS's entry points: column-major products by plain loops, added up in double.
#include <cstring>

#include "tests/emulator/context.h"
#include "tests/emulator/device_memory.h"
#include "tests/emulator/faults.h"
#include "tests/emulator/stream.h"

using namespace ng::emulator;

namespace {

constexpr int cublas_not_initialised = 1, cublas_invalid_value = 7, cublas_execution_failed = 13;

struct Handle {
  Stream* stream = nullptr;
  int device = 0;
  bool device_factors = false;  // alpha and beta are in device memory
};

struct Shape {
  bool transpose_a, transpose_b;
  int m, n, k, lda, ldb, ldc;
};

// 16-bit floats as cublasGemmEx takes them.
struct Half {
  explicit Half(double value) : value(static_cast<_Float16>(value)) {}
  explicit operator double() const { return static_cast<double>(value); }
  _Float16 value;
};
struct Bfloat {
  // Rounds to the nearest, ties to even.
  explicit Bfloat(double value) {
    const auto single = static_cast<float>(value);
    std::uint32_t word = 0;
    std::memcpy(&word, &single, sizeof word);
    const bool finite = (word & 0x7f800000) != 0x7f800000;
    bits = static_cast<std::uint16_t>((word + (finite ? 0x7fff + (word >> 16 & 1) : 0)) >> 16);
  }
  explicit operator double() const {
    const std::uint32_t word = std::uint32_t{bits} << 16;
    float single = 0;
    std::memcpy(&single, &word, sizeof single);
    return single;
  }
  std::uint16_t bits = 0;
};

// Of elements T with factors F.
template <class T, class F = T>
struct Gemm {
  Shape shape;
  F alpha, beta;
  const T* a;
  const T* b;
  T* c;

  int run(int device) const {
    const auto& s = shape;
    const auto all = [device](const T* array, int rows, int columns, int leading) {
      if (rows == 0 || columns == 0) return true;
      const auto elements =
          static_cast<std::size_t>(leading) * static_cast<std::size_t>(columns - 1);
      const auto bytes = (elements + static_cast<std::size_t>(rows)) * sizeof(T);
      if (DeviceMemory::all().holds(device, reinterpret_cast<Address>(array), bytes)) return true;
      complain("a matrix of cuBLAS is not device memory of its size");
      return false;
    };
    const bool held = all(a, s.transpose_a ? s.k : s.m, s.transpose_a ? s.m : s.k, s.lda) &&
                      all(b, s.transpose_b ? s.n : s.k, s.transpose_b ? s.k : s.n, s.ldb) &&
                      all(c, s.m, s.n, s.ldc);
    if (!held) return illegal_address;
    for (int column = 0; column < s.n; ++column) {
      for (int row = 0; row < s.m; ++row) c[at(row, column, s.ldc)] = element(row, column);
    }
    return success;
  }

 private:
  static std::size_t at(int row, int column, int leading) {
    return static_cast<std::size_t>(column) * static_cast<std::size_t>(leading) +
           static_cast<std::size_t>(row);
  }
  T element(int row, int column) const {
    const auto& s = shape;
    double sum = 0;
    for (int i = 0; i < s.k; ++i) {
      sum += static_cast<double>(s.transpose_a ? a[at(i, row, s.lda)] : a[at(row, i, s.lda)]) *
             static_cast<double>(s.transpose_b ? b[at(column, i, s.ldb)] : b[at(i, column, s.ldb)]);
    }
    const double old = beta == 0 ? 0 : beta * static_cast<double>(c[at(row, column, s.ldc)]);
    return static_cast<T>(alpha * sum + old);
  }
};

template <class T>
bool is_held(int device, const T* factor) {
  if (DeviceMemory::all().holds(device, reinterpret_cast<Address>(factor), sizeof(T))) return true;
  complain("a factor of cuBLAS is not device memory");
  return false;
}

bool is_valid(const Shape& s) {
  const bool sizes = s.m >= 0 && s.n >= 0 && s.k >= 0;
  return sizes && s.lda >= (s.transpose_a ? s.k : s.m) && s.ldb >= (s.transpose_b ? s.n : s.k) &&
         s.ldc >= s.m;
}

template <class T, class F>
int gemm(Handle* handle, const Shape& shape, const F* alpha, const T* a, long long stride_a,
         const T* b, long long stride_b, const F* beta, T* c, long long stride_c, int count) {
  if (!handle) return cublas_not_initialised;
  if (!is_valid(shape)) {
    complain("cuBLAS: a leading dimension is too small");
    return cublas_invalid_value;
  }
  const bool later = handle->device_factors;
  for (int i = 0; i < count; ++i) {
    Gemm<T, F> gemm{shape,
                    later ? F(0) : *alpha,
                    later ? F(0) : *beta,
                    a + i * stride_a,
                    b + i * stride_b,
                    c + i * stride_c};
    const int result = Streams::all().add(handle->stream, [=, device = handle->device]() mutable {
      if (later && !(is_held(device, alpha) && is_held(device, beta))) return int{illegal_address};
      if (later) gemm.alpha = *alpha, gemm.beta = *beta;
      return gemm.run(device);
    });
    if (result) return cublas_execution_failed;
  }
  return 0;
}

}  // namespace

NG_EXPORTED int cublasCreate_v2(Handle** handle) {
  NG_EMULATED("cublasCreate_v2");
  if (current_device() < 0) return cublas_not_initialised;
  *handle = new Handle{nullptr, current_device()};
  ++Faults::all().live["cuBLAS handle"];
  return 0;
}
NG_EXPORTED int cublasDestroy_v2(Handle* handle) {
  NG_EMULATED_RELEASE("cublasDestroy_v2");
  delete handle;
  --Faults::all().live["cuBLAS handle"];
  NG_RELEASED(0);
}
NG_EXPORTED int cublasSetStream_v2(Handle* handle, Stream* stream) {
  NG_EMULATED("cublasSetStream_v2");
  handle->stream = stream;
  return 0;
}
NG_EXPORTED int cublasSetPointerMode_v2(Handle* handle, int mode) {
  NG_EMULATED("cublasSetPointerMode_v2");
  handle->device_factors = mode == 1;
  return 0;
}
NG_EXPORTED int cublasSetWorkspace_v2(Handle*, void*, std::size_t) {
  NG_EMULATED("cublasSetWorkspace_v2");
  return 0;
}
NG_EXPORTED const char* cublasGetStatusString(int) {
  return "emulated cuBLAS error";
}

NG_EXPORTED int cublasSgemm_v2(Handle* handle, int ta, int tb, int m, int n, int k,
                               const float* alpha, const float* a, int lda, const float* b, int ldb,
                               const float* beta, float* c, int ldc) {
  NG_EMULATED("cublasSgemm_v2");
  return gemm(handle, {ta != 0, tb != 0, m, n, k, lda, ldb, ldc}, alpha, a, 0, b, 0, beta, c, 0, 1);
}
NG_EXPORTED int cublasDgemm_v2(Handle* handle, int ta, int tb, int m, int n, int k,
                               const double* alpha, const double* a, int lda, const double* b,
                               int ldb, const double* beta, double* c, int ldc) {
  NG_EMULATED("cublasDgemm_v2");
  return gemm(handle, {ta != 0, tb != 0, m, n, k, lda, ldb, ldc}, alpha, a, 0, b, 0, beta, c, 0, 1);
}
NG_EXPORTED int cublasSgemmStridedBatched(Handle* handle, int ta, int tb, int m, int n, int k,
                                          const float* alpha, const float* a, int lda,
                                          long long stride_a, const float* b, int ldb,
                                          long long stride_b, const float* beta, float* c, int ldc,
                                          long long stride_c, int count) {
  NG_EMULATED("cublasSgemmStridedBatched");
  return gemm(handle, {ta != 0, tb != 0, m, n, k, lda, ldb, ldc}, alpha, a, stride_a, b, stride_b,
              beta, c, stride_c, count);
}
NG_EXPORTED int cublasDgemmStridedBatched(Handle* handle, int ta, int tb, int m, int n, int k,
                                          const double* alpha, const double* a, int lda,
                                          long long stride_a, const double* b, int ldb,
                                          long long stride_b, const double* beta, double* c,
                                          int ldc, long long stride_c, int count) {
  NG_EMULATED("cublasDgemmStridedBatched");
  return gemm(handle, {ta != 0, tb != 0, m, n, k, lda, ldb, ldc}, alpha, a, stride_a, b, stride_b,
              beta, c, stride_c, count);
}
// Elements of one type, added up in float32 or with operands of TF32.
NG_EXPORTED int cublasGemmEx(Handle* handle, int ta, int tb, int m, int n, int k, const void* alpha,
                             const void* a, int a_type, int lda, const void* b, int b_type, int ldb,
                             const void* beta, void* c, int c_type, int ldc, int compute, int) {
  NG_EMULATED("cublasGemmEx");
  constexpr int f32 = 0, f16 = 2, bf16 = 14, in_f32 = 68, in_tf32 = 77;
  if (a_type != b_type || a_type != c_type || (compute != in_f32 && compute != in_tf32))
    return cublas_invalid_value;
  const Shape shape{ta != 0, tb != 0, m, n, k, lda, ldb, ldc};
  const auto run = [&]<class T>(T*) {
    return gemm(handle, shape, static_cast<const float*>(alpha), static_cast<const T*>(a), 0,
                static_cast<const T*>(b), 0, static_cast<const float*>(beta), static_cast<T*>(c), 0,
                1);
  };
  if (a_type == f32) return run(static_cast<float*>(nullptr));
  if (a_type == f16) return run(static_cast<Half*>(nullptr));
  return a_type == bf16 ? run(static_cast<Bfloat*>(nullptr)) : cublas_invalid_value;
}
