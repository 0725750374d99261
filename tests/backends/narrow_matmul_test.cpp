// SPDX-License-Identifier: Apache-2.0
// Tests matmuls of 8-bit integers, of int32 and int64 and of 16-bit floats: against plain sums for
// every vector width that this host supports, and in graphs against the reference transformer.
#include <QtTest>
#include <cmath>
#include <cstring>

#include "engine/backends/cpu/dense/matmul.h"
#include "engine/backends/cpu/lanes/half_kernels.h"
#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "tests/support/byte_lanes.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

namespace ng {

#ifdef __x86_64__
namespace lanes_16 {
extern const HalfKernels of_halves;
}  // namespace lanes_16
namespace lanes_8 {
extern const HalfKernels of_halves;
}  // namespace lanes_8
#endif
namespace lanes_4 {
extern const HalfKernels of_halves;
}  // namespace lanes_4

}  // namespace ng

using namespace ng;

namespace {

// Whole numbers over the whole range of the type, its limits among them; uneven fractions.
Tensor numbers(DType dtype, const Shape& shape, std::uint64_t seed) {
  Tensor tensor(dtype, shape);
  std::uint64_t state = seed;
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const std::uint64_t bits = i % 5 == 0 ? (i % 2 == 0 ? 0x7f : 0x80) : state >> 33;
    if (is_float(dtype)) {
      tensor.set(i, std::sin(double(bits % 1000)));
    } else {
      std::memcpy(tensor.bytes.data() + static_cast<std::size_t>(i) * size_of(dtype), &bits,
                  size_of(dtype));
    }
  }
  return tensor;
}

struct Operands {
  Axes x, y;
  DType x_type, y_type, type;
};

std::vector<double> values(const std::string& name, const Operands& o, bool* is_matmul = nullptr) {
  const Op x = placeholder(o.x, o.x_type), y = placeholder(o.y, o.y_type);
  const ScopedResultType type(o.type);
  const TransformerPtr transformer = allocate_transformer(name);
  const Computation f = transformer->computation(dot(x, y), x, y);
  if (is_matmul) *is_matmul = f.compilation().program.steps.at(0).is<Matmul>();
  return f(numbers(o.x_type, o.x.lengths(), 1), numbers(o.y_type, o.y.lengths(), 2))[0].values();
}

}  // namespace

class NarrowMatmulTest : public QObject {
  Q_OBJECT

  static void sizes() {
    QTest::addColumn<int>("m");
    QTest::addColumn<int>("n");
    QTest::addColumn<int>("k");
    QTest::addColumn<int>("turned");
    const int sizes[][3] = {{1, 300, 77},  {300, 1, 77},   {2, 65, 130},   {7, 63, 1027},
                            {13, 200, 64}, {193, 129, 17}, {200, 70, 1030}};
    for (const auto& [m, n, k] : sizes) {
      for (int turned = 0; turned < 4; ++turned) {
        QTest::addRow("%d x %d x %d, %d", m, n, k, turned) << m << n << k << turned;
      }
    }
  }

  // The operands of the current row.
  static Operands operands(DType x, DType y, DType result) {
    QFETCH(int, m);
    QFETCH(int, n);
    QFETCH(int, k);
    QFETCH(int, turned);
    const Axis M = make_axis(m, "M"), N = make_axis(n, "N"), K = make_axis(k, "K");
    return {turned & 1 ? Axes{K, M} : Axes{M, K}, turned & 2 ? Axes{N, K} : Axes{K, N}, x, y,
            result};
  }

  static void agrees(const Operands& operands, double tolerance) {
    bool is_matmul = false;
    const std::vector<double> found = values("cpu", operands, &is_matmul);
    QVERIFY(is_matmul);
    QCOMPARE(difference(found, values("reference", operands), tolerance, tolerance), QString());
  }

 private slots:
  void bytes_are_exact_data() { sizes(); }
  void bytes_are_exact() {
    for (const DType x : {DType::u8, DType::i8}) {
      for (const DType y : {DType::u8, DType::i8}) agrees(operands(x, y, DType::i32), 0);
    }
  }

  void integers_wrap_data() { sizes(); }
  void integers_wrap() {
    for (const DType type : {DType::i32, DType::i64}) agrees(operands(type, type, type), 0);
  }

  void halves_are_added_in_float32_data() { sizes(); }
  void halves_are_added_in_float32() {
    agrees(operands(DType::f16, DType::f16, DType::f16), 1.2e-3);
    agrees(operands(DType::bf16, DType::bf16, DType::bf16), 9e-3);
  }

  // Sums of the largest products: int16 sums of pairs, or saturating ones, would lose them.
  void the_largest_products() {
    const Axis m = make_axis(40, "M"), n = make_axis(70, "N"), k = make_axis(90, "K");
    for (const double y : {-128.0, 127.0}) {
      const Op a = placeholder({m, k}, DType::u8), b = placeholder({k, n}, DType::i8);
      Tensor as(DType::u8, {40, 90}), bs(DType::i8, {90, 70});
      for (std::int64_t i = 0; i < as.size(); ++i) as.set(i, 255);
      for (std::int64_t i = 0; i < bs.size(); ++i) bs.set(i, y);
      const ScopedResultType type(DType::i32);
      const Tensor made = allocate_transformer("cpu")->computation(dot(a, b), a, b)(as, bs)[0];
      for (std::int64_t i = 0; i < made.size(); ++i) QCOMPARE(made.at(i), 255 * y * 90);
    }
  }

  // A kernel that follows runs on rows of the finished result.
  void an_epilogue_reads_finished_rows() {
    const Axis m = make_axis(301, "M"), n = make_axis(133, "N"), k = make_axis(260, "K");
    const Op x = placeholder({m, k}, DType::u8), y = placeholder({k, n}, DType::i8);
    const auto made = [&] {
      const ScopedResultType type(DType::i32);
      return dot(x, y);
    }();
    const Op scaled = tanh(value_of(made, DType::f32) * 1e-5);
    const Tensor xs = numbers(DType::u8, {301, 260}, 3), ys = numbers(DType::i8, {260, 133}, 4);
    std::vector<std::vector<double>> found;
    for (const char* name : {"cpu", "reference"}) {
      const TransformerPtr transformer = allocate_transformer(name);
      found.push_back(transformer->computation(scaled, x, y)(xs, ys)[0].values());
    }
    QCOMPARE(difference(found[0], found[1], 1e-5, 1e-6), QString());
  }

  void tiles_of_bytes_of_every_width() { for_each_byte_lanes(check_tiles); }

  void conversions_of_every_width() {
    check_halves(lanes_4::of_halves);
#ifdef __x86_64__
    if (__builtin_cpu_supports("f16c")) check_halves(lanes_8::of_halves);
    if (__builtin_cpu_supports("avx512f")) check_halves(lanes_16::of_halves);
#endif
  }

 private:
  static void check_tiles(const ByteKernels& kernels) {
    constexpr int groups = 5, stride = 4 * groups + 3;
    for (int rows = 1; rows <= kernels.rows; ++rows) {
      const Tensor a = numbers(DType::u8, {rows, stride}, 7);
      const Tensor b = numbers(DType::i8, {groups, kernels.columns, 4}, 8);
      std::vector<std::int32_t> of_rows(std::size_t(rows), 0), of_columns(64, 0);
      for (int i = 0; i < rows; ++i) of_rows[std::size_t(i)] = 1000 * i;
      for (int i = 0; i < 64; ++i) of_columns[std::size_t(i)] = -i;
      std::vector<std::int32_t> c(std::size_t(rows) * 64, 11);
      const auto* left = reinterpret_cast<const std::uint8_t*>(a.bytes.data());
      const auto* right = reinterpret_cast<const std::int8_t*>(b.bytes.data());
      kernels.tile[rows - 1](
          {left, stride, right, groups, of_rows.data(), of_columns.data(), true, c.data(), 64});
      for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < kernels.columns; ++j) {
          std::int32_t sum = 11 + 1000 * i - j;
          for (int k = 0; k < 4 * groups; ++k) {
            sum += left[i * stride + k] * right[(k / 4 * kernels.columns + j) * 4 + k % 4];
          }
          QCOMPARE(c[std::size_t(i * 64 + j)], sum);
        }
      }
    }
  }

  // All 16-bit floats, and float32 between and beyond them, as Tensor converts them.
  static void check_halves(const HalfKernels& kernels) {
    constexpr std::int64_t count = 1 << 16;
    for (const DType dtype : {DType::f16, DType::bf16}) {
      const bool is_f16 = dtype == DType::f16;
      Tensor all(dtype, {count}), narrowed(dtype, {count}), wide(DType::f32, {count});
      for (std::int64_t i = 0; i < count; ++i) {
        const auto bits = static_cast<std::uint16_t>(i);
        std::memcpy(all.bytes.data() + 2 * i, &bits, 2);
      }
      const auto* halves = reinterpret_cast<const std::uint16_t*>(all.bytes.data());
      auto* floats = reinterpret_cast<float*>(wide.bytes.data());
      (is_f16 ? kernels.from_f16 : kernels.from_bf16)(halves, count, floats);
      for (std::int64_t i = 0; i < count; ++i) require_equal(wide.at(i), all.at(i));
      for (std::uint32_t shift : {0u, 1u, 0xfffu, 0x1000u, 0x1001u, 0x7fffu, 0x8000u, 0x8001u}) {
        for (std::int64_t i = 0; i < count; ++i) {
          const std::uint32_t bits = (static_cast<std::uint32_t>(i) << 16) + shift;
          std::memcpy(floats + i, &bits, 4);
        }
        auto* to = reinterpret_cast<std::uint16_t*>(narrowed.bytes.data());
        (is_f16 ? kernels.to_f16 : kernels.to_bf16)(floats, count, to);
        Tensor expected(dtype, {count});
        for (std::int64_t i = 0; i < count; ++i) {
          expected.set(i, wide.at(i));
          require_equal(narrowed.at(i), expected.at(i));
        }
      }
    }
  }

  static void require_equal(double found, double expected) {
    const bool same = found == expected && std::signbit(found) == std::signbit(expected);
    if (!same && !(std::isnan(found) && std::isnan(expected))) QCOMPARE(found, expected);
  }
};

NGRAPH_TEST(NarrowMatmulTest)
#include "narrow_matmul_test.moc"
