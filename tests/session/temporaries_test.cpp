// SPDX-License-Identifier: Apache-2.0
// Tests the memory a training step takes in addition to its arguments and its state.
#include <QtTest>

#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// The training step of a 784-`units`-10 network on batches of 128 images.
Op mlp_step(std::int64_t units) {
  const Axis C = make_axis(784, "C"), K = make_axis(units, "K"), Y = make_axis(10, "Y");
  const Axis N = make_axis(128, "N");
  const Op alpha = placeholder({}), X = placeholder({C, N}), T = placeholder({N});
  const Op W1 = variable({K, C}, 0.01), b1 = variable({K}, 0.0);
  const Op W2 = variable({Y, K}, 0.01), b2 = variable({Y}, 0.0);
  const Op hidden = maximum(dot(W1, X) + b1, 0.0);
  const Op Y_hat = softmax(dot(W2, hidden) + b2, Axes(Y));
  const Op L = mean(cross_entropy_multi(Y_hat, one_hot(T, Y), out_axes(N)), out_axes({}));
  std::vector<Op> updates;
  for (const Op& v : L.variables()) updates.push_back(assign(v, v - alpha * deriv(L, v)));
  return computation({L, doall(updates)}, {alpha, X, T});
}

std::int64_t temporaries(const Op& step, const std::set<std::string>& disabled = {}) {
  CompileOptions options;
  options.passes.disabled = disabled;
  const TransformerPtr transformer = allocate_transformer("cpu");
  return transformer->add_computation(step, options).compilation().program.pool_bytes;
}

}  // namespace

class TemporariesTest : public QObject {
  Q_OBJECT
 private slots:
  void mlp_of_a_thousand_units();
};

void TemporariesTest::mlp_of_a_thousand_units() {
  const std::int64_t bytes = temporaries(mlp_step(1000));
  qInfo("temporaries of an SGD step of 784-1000-10, batch 128: %lld B",
        static_cast<long long>(bytes));
  QVERIFY2(bytes > 0, "no temporary between two matmuls");
  // Three arrays of the size of W1's gradient, and a scalar.
  QVERIFY2(bytes <= 9'408'004, qPrintable(QString::number(bytes)));
  // This depends on the memory plan.
  QVERIFY(bytes < temporaries(mlp_step(1000), {"memory_plan"}));
}

NGRAPH_TEST(TemporariesTest)
#include "temporaries_test.moc"
