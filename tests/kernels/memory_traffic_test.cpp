// SPDX-License-Identifier: Apache-2.0
// Tests the bytes of kernels that access a part of an array, each element once.
#include <QtTest>

#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "tests/support/test_program.h"

using namespace ng;

class MemoryTrafficTest : public QObject {
  Q_OBJECT

  const Axis a = make_axis(100, "A"), b = make_axis(8, "B");
  const Op x = placeholder({a, b});

  // Of all kernels of float32 elements that compute `result`.
  std::int64_t elements_of(const Op& result) const {
    const auto transformer = allocate_transformer("cpu");
    const Computation computation = transformer->computation({result}, x);
    std::int64_t bytes = 0;
    for (const kernel::Kernel& kernel : computation.compilation().program.kernels) {
      bytes += kernel.bytes;
    }
    return bytes / 4;
  }
  Op rows(std::int64_t from, std::int64_t to, std::int64_t step = 1) const {
    return slice_along_axis(x, a, SliceItem::range(from, to, step));
  }

 private slots:
  void all_elements_count() { QCOMPARE(elements_of(x * 2.0), 800 + 800); }
  void a_slice_counts_its_rows() {
    QCOMPARE(elements_of(rows(10, 20) * 2.0), 80 + 80);
    QCOMPARE(elements_of(rows(0, 100, 4) * 2.0), 200 + 200);
  }
  void overlapping_slices_count_what_they_span() {
    const Op sum = rows(0, 60) + cast_axes(rows(1, 61), rows(0, 60).axes());
    QCOMPARE(elements_of(sum), 61 * 8 + 60 * 8);
  }
  void padding_is_not_read() { QCOMPARE(elements_of(pad(x, {20, 0}) * 2.0), 800 + 140 * 8); }
  void a_sum_reads_each_element() { QCOMPARE(elements_of(sum(x, out_axes({b}))), 800 + 8); }
  void parts_of_a_sum_write_and_read_them_once() {
    const Axis n = make_axis(1 << 20, "N");
    const Op values = placeholder({n});
    const auto transformer = allocate_transformer("cpu");
    const Computation total = transformer->computation({sum(values, out_axes({}))}, values);
    const auto& kernels = total.compilation().program.kernels;
    QCOMPARE(kernels.size(), std::size_t{2});
    const std::int64_t parts = kernels[0].bytes - 4 * (1 << 20);
    QVERIFY(parts > 0);
    QCOMPARE(kernels[1].bytes, parts + 4);
  }
};

NGRAPH_TEST(MemoryTrafficTest)
#include "memory_traffic_test.moc"
