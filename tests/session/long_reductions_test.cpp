// SPDX-License-Identifier: Apache-2.0
// Tests reductions of many elements to few: split into parts shared by threads, equal to the
// reference however they are fused.
#include <QtTest>
#include <cmath>

#include "engine/session/compilation.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Tensor uneven(const Axes& axes) {
  Tensor tensor(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, std::sin(1.7 * double(i % 8191)));
  return tensor;
}

int split_kernels(const Computation& computation) {
  int count = 0;
  for (const kernel::Kernel& kernel : computation.compilation().program.kernels) {
    count += std::any_of(kernel.loops.begin(), kernel.loops.end(),
                         [](const kernel::Loop& loop) { return loop.part.has_value(); });
  }
  return count;
}

}  // namespace

class LongReductionsTest : public QObject {
  Q_OBJECT

  static void agree(const std::vector<Op>& results, const Op& x, int splits, bool interprets) {
    const Feeds feeds{{x, uneven(x.axes())}};
    const auto cpu = allocate_transformer("cpu");
    QCOMPARE(split_kernels(cpu->computation(results, x)), splits);
    if (interprets) qputenv("NGRAPH_JIT", "none");
    const Values found = run_once("cpu", results, feeds);
    qunsetenv("NGRAPH_JIT");
    const QString wrong = difference(found, run_once("reference", results, feeds), 2e-5, 1e-4);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

 private slots:
  void a_full_reduction_is_split() {
    for (const std::int64_t length : {400'000, 1'000'003}) {
      const Op x = placeholder({make_axis(length, "A")});
      agree({sum(x)}, x, 1, false);
      agree({max(x * 2.0) + 1.0}, x, 1, false);
      agree({sum(x), sum(square(x)) * 0.5, min(x)}, x, 1, false);
    }
  }

  void few_rows_or_columns_are_split() {
    const Axis few = make_axis(3, "A"), many = make_axis(200'001, "B"), some = make_axis(20, "C");
    for (const Axes& axes : {Axes{few, many}, Axes{many, few}, Axes{many, some}}) {
      const Op x = placeholder(axes);
      const Axes left = axes - Axes{many};
      agree({sum(x, out_axes(left)), max(x, out_axes(left))}, x, 1, false);
    }
  }

  void parallelizable_reductions_are_not_split() {
    const Axis rows = make_axis(64, "A"), columns = make_axis(20'000, "B");
    const Op x = placeholder({rows, columns});
    agree({sum(x, out_axes(Axes{rows}))}, x, 0, false);
    const Op y = placeholder({make_axis(1000, "A")});
    agree({sum(y)}, y, 0, false);
  }

  // The terms are results too. Lengths that leave a shorter last part, and one that fills it.
  void terms_are_stored_by_the_parts() {
    for (const std::int64_t length : {400'003, 1 << 19}) {
      for (const std::int64_t rows : {1, 3}) {
        const Axis n = make_axis(rows, "N"), a = make_axis(length, "A");
        for (const Axes& axes : {Axes{n, a}, Axes{a, n}}) {
          const Op x = placeholder(axes), terms = exp(x * 0.5);
          agree({terms, sum(terms, out_axes(Axes{n})) + 1.0}, x, 1, false);
          agree({max(terms, out_axes(Axes{n})), x - 2.0, terms}, x, 1, true);
        }
      }
    }
  }

  // Each stage is a separate kernel.
  void stages_are_separate_kernels() {
    const Axis a = make_axis(500'000, "A");
    const Op x = placeholder({a});
    agree({softmax(x, Axes(a))}, x, 2, false);
    agree({variance(x)}, x, 2, false);
    agree({x - mean(x)}, x, 1, false);
  }

  void interpreted() {
    const Op x = placeholder({make_axis(300'007, "A")});
    agree({sum(x), max(x)}, x, 1, true);
  }

  // The remainder of a kernel reads the values computed outside the loops.
  void a_variable_takes_the_sum() {
    const Op x = placeholder({make_axis(3, "B"), make_axis(200'000, "A")});
    const Op w = variable({x.axes()[0]}, 1.5);
    std::vector<Tensor> found;
    for (const char* name : {"cpu", "reference"}) {
      const auto transformer = allocate_transformer(name);
      const Computation f =
          transformer->computation({assign(w, w * 0.5 + sum(x, out_axes(w.axes())))}, x);
      f(uneven(x.axes()));
      f(uneven(x.axes()));
      found.push_back(*transformer->value(w));
    }
    const QString wrong = difference(found[0].values(), found[1].values(), 1e-5, 1e-5);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }
};

NGRAPH_TEST(LongReductionsTest)
#include "long_reductions_test.moc"
