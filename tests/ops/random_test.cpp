// SPDX-License-Identifier: Apache-2.0
// Tests random samples: published test vectors, ranges and moments, new samples at each run, the
// same on every backend, state saved in checkpoints.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "engine/base/error.h"
#include "engine/kernels/philox.h"
#include "engine/ngraph.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

constexpr std::int64_t rows = 100, columns = 200;

Axes matrix_axes() {
  static const Axes axes{make_axis(rows, "C"), make_axis(columns, "N")};
  return axes;
}

using Sampler = Op (*)(const Operand&, double, double, const std::optional<Op>&);

std::vector<double> run_of(const std::string& transformer, const Op& result, int runs) {
  const TransformerPtr t = allocate_transformer(transformer);
  const Computation f = t->computation(result);
  for (int i = 1; i < runs; ++i) f();
  return f()[0].values();
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (double x : values) sum += x;
  return sum / static_cast<double>(values.size());
}

double deviation_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double sum = 0;
  for (double x : values) sum += (x - mean) * (x - mean);
  return std::sqrt(sum / static_cast<double>(values.size()));
}

}  // namespace

class RandomTest : public QObject {
  Q_OBJECT
 private slots:
  // Test vectors of the algorithm's authors (Random123, kat_vectors).
  void knownAnswers() {
    using kernel::philox;
    const kernel::PhiloxCounter zeros = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
    QVERIFY(philox({0, 0, 0, 0}, {0, 0}) == zeros);
    const kernel::PhiloxCounter ones = {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
    const std::uint32_t all = 0xffffffff;
    QVERIFY(philox({all, all, all, all}, {all, all}) == ones);
    const kernel::PhiloxCounter pi = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
    QVERIFY(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
            pi);
  }

  void uniformFillsItsRange() {
    const Op x = constant(Tensor(0.0), matrix_axes());
    const auto values = run_of("cpu", uniform(x, -1, 3), 1);
    for (double v : values) QVERIFY(v >= -1 && v < 3);
    QVERIFY(std::abs(mean_of(values) - 1) < .05);
    QVERIFY(std::abs(deviation_of(values) - 4 / std::sqrt(12)) < .05);
  }

  // The result's type has few numbers just below high.
  void roundingDoesNotReachTheEnd() {
    struct Range {
      DType dtype;
      double low, high;
    };
    const Op x = constant(Tensor(0.0), matrix_axes());
    for (const Range& range :
         {Range{DType::f16, 0, 1}, Range{DType::bf16, 0, 1}, Range{DType::bf16, -3, 0},
          Range{DType::f32, 1e5, 1e5 + 1}, Range{DType::f32, 0, 1}, Range{DType::f32, 1e5, 99999}})
      for (const char* transformer : {"reference", "cpu"}) {
        const ScopedResultType type(range.dtype);
        const auto values = run_of(transformer, uniform(x, range.low, range.high), 1);
        QVERIFY(std::find(values.begin(), values.end(), range.high) == values.end());
        const auto [least, most] = std::minmax_element(values.begin(), values.end());
        QVERIFY(std::abs(*most - *least - std::abs(range.high - range.low)) < .02);
      }
  }

  // A bound beyond the type's range is its largest number.
  void rangesBeyondTheType() {
    const Op x = constant(Tensor(0.0), matrix_axes());
    const ScopedResultType type(DType::f16);
    for (const char* transformer : {"reference", "cpu"}) {
      const auto values = run_of(transformer, uniform(x, 0, 1e5), 1);
      QCOMPARE(*std::max_element(values.begin(), values.end()), 65504.0);
      QVERIFY(std::abs(mean_of(values) - (65504.0 / 2 * .655 + 65504 * .345)) < 1000);
    }
  }

  void normalHasItsMoments() {
    const Op x = constant(Tensor(0.0), matrix_axes());
    const auto values = run_of("cpu", normal(x, 2, .5), 1);
    QVERIFY(std::abs(mean_of(values) - 2) < .02);
    QVERIFY(std::abs(deviation_of(values) - .5) < .02);
  }

  void everyBackendGivesTheSameSamples() {
    for (const Sampler sampler : {Sampler(uniform), Sampler(normal)}) {
      const Op samples = sampler(constant(Tensor(0.0), matrix_axes()), .25, 1.5, random_state(7));
      QCOMPARE(run_of("cpu", samples, 3), run_of("reference", samples, 3));
      // The same numbers when read in another order and inside a kernel.
      const Op turned = axes_with_order(
          2 * axes_with_order(samples, {matrix_axes()[1], matrix_axes()[0]}), matrix_axes());
      QCOMPARE(run_of("cpu", turned, 2), run_of("reference", turned, 2));
    }
  }

  void everyRunAndEveryOpResamples() {
    const Op x = constant(Tensor(0.0), matrix_axes());
    const Op a = uniform(x), b = uniform(x);
    for (const char* name : {"reference", "cpu"}) {
      const TransformerPtr t = allocate_transformer(name);
      const Computation f = t->computation({a, b, a + 0 * b});
      const Results first = f(), second = f();
      QVERIFY(!(first[0] == first[1]));
      QVERIFY(!(first[0] == second[0]));
      QVERIFY(first[0] == first[2]);
      t->initialize();
      QVERIFY(f()[0] == first[0]);
    }
  }

  void aSeedRepeats() {
    const Op x = constant(Tensor(0.0), matrix_axes());
    seed_random(11);
    const auto first = run_of("cpu", uniform(x), 1);
    seed_random(11);
    QCOMPARE(run_of("cpu", uniform(x), 1), first);
    seed_random(12);
    QVERIFY(run_of("cpu", uniform(x), 1) != first);
    QCOMPARE(run_of("cpu", uniform(x, 0, 1, random_state(11)), 1), first);
  }

  void checkpointsKeepThePosition() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("state.safetensors").toStdString();
    const Op samples = normal(constant(Tensor(0.0), matrix_axes()));
    const TransformerPtr t = allocate_transformer("cpu");
    const Computation f = t->computation(samples);
    f();
    t->save(path);
    const Tensor next = f()[0];
    const TransformerPtr again = allocate_transformer("cpu");
    const Computation g = again->computation(samples);
    again->restore(path);
    QVERIFY(g()[0] == next);
  }

  // The gradient of x is d; value and gradient of one run use the same samples.
  void gradientsSeeTheSameSamples() {
    const Op v = variable(matrix_axes(), 1.0);
    const Op mask = uniform(constant(Tensor(0.0), matrix_axes()));
    const Op cost = sum(v * mask, out_axes(Axes()));
    const TransformerPtr t = allocate_transformer("cpu");
    const Computation f =
        t->computation({mask, deriv(cost, v), deriv(sum(uniform(v), out_axes(Axes())), v)});
    const Results found = f();
    QVERIFY(found[0] == found[1]);
    for (double d : found[2].values()) QCOMPARE(d, 1.0);
  }

  void refusals() {
    const Op x = placeholder(matrix_axes());
    QVERIFY_THROWS_EXCEPTION(Error, normal(x, 0, -1));
    QVERIFY_THROWS_EXCEPTION(Error, uniform(x, std::nan(""), 1));
    QVERIFY_THROWS_EXCEPTION(Error, random_samples("cauchy", x, 0, 1));
    QVERIFY_THROWS_EXCEPTION(Error, uniform(x, 0, 1, x));
    QVERIFY_THROWS_EXCEPTION(Error, random_state(std::uint64_t{1} << 53));
  }
};

NGRAPH_TEST(RandomTest)
#include "random_test.moc"
