// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/product.h"

#include <cstdlib>
#include <string_view>
#include <type_traits>

#include "engine/backends/cpu/one_openmp_thread.h"
#include "engine/base/error.h"
#include "engine/runtime/thread_pool.h"

#ifdef NGRAPH_HAVE_DNNL
#include <oneapi/dnnl/dnnl.h>
#endif
#ifdef NGRAPH_HAVE_EIGEN
#include <Eigen/Core>
#endif

namespace ng {
namespace {

template <class T>
struct Operands {
  const T *a, *b;
  T* c;
  std::int64_t lda, ldb;
};

// Rows of C in [begin, begin + rows).
template <class T>
void plain_rows(const MatrixProduct& p, const Operands<T>& o, std::int64_t begin,
                std::int64_t rows) {
  for (std::int64_t i = begin; i < begin + rows; ++i) {
    T* c = o.c + i * p.n;
    for (std::int64_t j = 0; j < p.n; ++j) c[j] = 0;
    for (std::int64_t k = 0; k < p.k; ++k) {
      const T a = p.transpose_a ? o.a[k * o.lda + i] : o.a[i * o.lda + k];
      for (std::int64_t j = 0; j < p.n; ++j) {
        c[j] += a * (p.transpose_b ? o.b[j * o.ldb + k] : o.b[k * o.ldb + j]);
      }
    }
  }
}

#ifdef NGRAPH_HAVE_EIGEN
template <class T>
void eigen_rows(const MatrixProduct& p, const Operands<T>& o, std::int64_t begin,
                std::int64_t rows) {
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Stride = Eigen::OuterStride<>;
  using Map = Eigen::Map<const Matrix, 0, Stride>;
  Eigen::Map<Matrix> c(o.c + begin * p.n, rows, p.n);
  const Map a(o.a + (p.transpose_a ? begin : begin * o.lda), p.transpose_a ? p.k : rows,
              p.transpose_a ? rows : p.k, Stride(o.lda));
  const Map b(o.b, p.transpose_b ? p.n : p.k, p.transpose_b ? p.k : p.n, Stride(o.ldb));
  if (p.transpose_a && p.transpose_b) c.noalias() = a.transpose() * b.transpose();
  if (p.transpose_a && !p.transpose_b) c.noalias() = a.transpose() * b;
  if (!p.transpose_a && p.transpose_b) c.noalias() = a * b.transpose();
  if (!p.transpose_a && !p.transpose_b) c.noalias() = a * b;
}
#endif

#ifdef NGRAPH_HAVE_DNNL
void dnnl_rows(const MatrixProduct& p, const Operands<float>& o, std::int64_t begin,
               std::int64_t rows) {
  one_openmp_thread();
  const float* a = o.a + (p.transpose_a ? begin : begin * o.lda);
  const dnnl_status_t status =
      dnnl_sgemm(p.transpose_a ? 'T' : 'N', p.transpose_b ? 'T' : 'N', rows, p.n, p.k, 1.0f, a,
                 o.lda, o.b, o.ldb, 0.0f, o.c + begin * p.n, p.n);
  check(status == dnnl_success, "oneDNN refused a matrix product");
}
#endif

enum class Library { onednn, eigen, plain };

bool has(Library library, DType dtype) {
#ifdef NGRAPH_HAVE_DNNL
  if (library == Library::onednn) return dtype == DType::f32;
#endif
#ifdef NGRAPH_HAVE_EIGEN
  if (library == Library::eigen) return true;
#endif
  (void)dtype;
  return library == Library::plain;
}

// The first that is here; NGRAPH_DOT=onednn|eigen|plain begins the search there.
Library library_for(DType dtype) {
  const char* wish = std::getenv("NGRAPH_DOT");
  const std::string_view wanted = wish ? wish : "";
  const bool skip_onednn = wanted == "eigen" || wanted == "plain";
  if (!skip_onednn && has(Library::onednn, dtype)) return Library::onednn;
  if (wanted != "plain" && has(Library::eigen, dtype)) return Library::eigen;
  return Library::plain;
}

template <class T>
void rows_of(Library library, const MatrixProduct& p, const Operands<T>& o, std::int64_t begin,
             std::int64_t rows) {
#ifdef NGRAPH_HAVE_DNNL
  if constexpr (std::is_same_v<T, float>) {
    if (library == Library::onednn) return dnnl_rows(p, o, begin, rows);
  }
#endif
#ifdef NGRAPH_HAVE_EIGEN
  if (library == Library::eigen) return eigen_rows(p, o, begin, rows);
#endif
  (void)library;
  plain_rows(p, o, begin, rows);
}

// Parts of 32 rows at least, and of some 2 MFLOP, so that a part is worth handing out.
template <class T>
void split(const MatrixProduct& p, const std::byte* a, const std::byte* b, std::byte* c) {
  Operands<T> o{reinterpret_cast<const T*>(a), reinterpret_cast<const T*>(b),
                reinterpret_cast<T*>(c), p.transpose_a ? p.m : p.k, p.transpose_b ? p.k : p.n};
  const std::int64_t row_flops = std::max<std::int64_t>(1, 2 * p.n * p.k);
  const std::int64_t rows = std::max<std::int64_t>(32, (1 << 21) / row_flops);
  const std::int64_t parts = (p.m + rows - 1) / rows;
  const Library library = library_for(p.dtype);
  if (parts <= 1) return rows_of(library, p, o, 0, p.m);
  ThreadPool::shared().parallel_for(static_cast<int>(parts), [&](int part) {
    const std::int64_t begin = part * rows;
    rows_of(library, p, o, begin, std::min(rows, p.m - begin));
  });
}

}  // namespace

void matrix_product(const MatrixProduct& product, const std::byte* a, const std::byte* b,
                    std::byte* c) {
  if (product.dtype == DType::f64) return split<double>(product, a, b, c);
  split<float>(product, a, b, c);
}

std::string product_library(DType dtype) {
  switch (library_for(dtype)) {
    case Library::onednn: return "oneDNN";
    case Library::eigen: return "Eigen";
    case Library::plain: break;
  }
  return "plain loops";
}

}  // namespace ng
