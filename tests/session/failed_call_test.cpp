// SPDX-License-Identifier: Apache-2.0
// Tests calls that fail midway: with invalid data the variables keep their values, and another
// computation never reads a stale value as the current one.
#include <QtTest>
#include <stdexcept>

#include "engine/base/error.h"
#include "engine/session/compilation.h"
#include "engine/session/observer.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const Axis V = make_axis(4, "V"), E = make_axis(3, "E"), N = make_axis(2, "N");

Tensor counted(const Axes& axes) {
  Tensor tensor(DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, 0.1 * static_cast<double>(i));
  return tensor;
}

// W is updated, then rows of it are looked up.
struct Grown {
  Op W = variable({V, E}, counted({V, E})), index = placeholder({N});
  Op grow = sequential({assign(W, W + 1.0), lookuptable(W, index, Axes{N, E})});
  Op total = sum(exp(W), out_axes(Axes()));
};

void require_index_error(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    QCOMPARE(int(error.kind()), int(ErrorKind::index));
    QVERIFY(!QString(error.what()).contains("had begun to write"));
    return;
  }
  QFAIL("no error was thrown");
}

// Throws after the first step that has changed `variable`.
class StopsAfterWrite : public Observer {
 public:
  StopsAfterWrite(const TransformerPtr& transformer, const Op& variable)
      : transformer_(transformer), variable_(variable) {
    set_observer(this);
  }
  ~StopsAfterWrite() override { set_observer(nullptr); }
  void added(const Computation&) override {}
  void closing(const Transformer&) override {}
  void before(const Computation&) override { before_ = transformer_->value(variable_)->values(); }
  void after(const Computation&, double) override {}
  bool wants_steps(const Computation&) override { return true; }
  void stepped(const Computation&, std::size_t) override {
    if (transformer_->value(variable_)->values() == before_) return;
    refuse(ErrorKind::cancelled, "stopped by the test");
  }

 private:
  TransformerPtr transformer_;
  Op variable_;
  std::vector<double> before_;
};

}  // namespace

class FailedCallTest : public QObject {
  Q_OBJECT

  static void backends() {
    QTest::addColumn<QByteArray>("backend");
    for (const std::string& name : transformer_choices())
      QTest::addRow("%s", name.c_str()) << QByteArray(name.c_str());
  }

 private slots:
  void a_bad_index_after_an_assignment_data() { backends(); }
  void a_bad_index_after_an_assignment() {
    QFETCH(QByteArray, backend);
    const Grown g;
    const TransformerPtr transformer = allocate_transformer(backend.toStdString());
    const Computation grow = transformer->computation(g.grow, g.index);
    const Computation total = transformer->computation(g.total);
    const double first = total().item();
    const std::vector<double> before = transformer->value(g.W)->values();
    require_index_error([&] { grow(Tensor{1, 9}); });
    QCOMPARE(transformer->value(g.W)->values(), before);
    QCOMPARE(total().item(), first);
    grow(Tensor{1, 3});
    QCOMPARE(transformer->value(g.W)->at(0), before[0] + 1.0);
    QVERIFY(total().item() > first * 2);
  }

  void raw_calls_data() { backends(); }
  void raw_calls() {
    QFETCH(QByteArray, backend);
    const Grown g;
    const TransformerPtr transformer = allocate_transformer(backend.toStdString());
    const Computation grow = transformer->computation(g.grow, g.index);
    const float index[] = {0, -3};
    float rows[6];
    const void* arguments[] = {index};
    void* results[] = {rows};
    require_index_error([&] { grow.call_raw(arguments, results); });
    QCOMPARE(transformer->value(g.W)->values(), counted({V, E}).values());
  }

  void an_invalid_class_in_a_scan_data() { backends(); }
  void an_invalid_class_in_a_scan() {
    QFETCH(QByteArray, backend);
    const Axis time = make_axis(3, "REC"), c = make_axis(4, "C");
    const Op x = placeholder({time, N}), s = variable({c, N}, 1.0);
    const ScanResult run =
        scan(time, {s}, {x}, [&](const std::vector<Op>& states, const std::vector<Op>& elements) {
          return ScanStep{{states[0] + one_hot(elements[0], c)}, {}};
        });
    const TransformerPtr transformer = allocate_transformer(backend.toStdString());
    const Computation count = transformer->computation({assign(s, run.states[0])}, x);
    const Computation total = transformer->computation(sum(exp(s), out_axes(Axes())));
    const double first = total().item();
    require_index_error(
        [&] { count(Tensor::from(DType::f32, {3, 2}, std::vector<double>{0, 1, 2, 3, 4, 0})); });
    QCOMPARE(transformer->value(s)->values(), std::vector<double>(8, 1.0));
    QCOMPARE(total().item(), first);
  }

  // A gradient step through a look-up happens completely or not at all, without copying the table.
  void a_step_of_training() {
    const Op table = variable({V, E}, counted({V, E})), W = variable({E}, 0.5);
    const Op index = placeholder({N}), other = placeholder({N});
    const Op loss = sum(square(lookuptable(table, index, Axes{N, E}) * W), out_axes(Axes())) +
                    sum(lookuptable(table, other, Axes{N, E}), out_axes(Axes()));
    const TransformerPtr transformer = allocate_transformer("cpu");
    const Computation train =
        transformer->computation(doall({assign(table, table - 0.1 * deriv(loss, table)),
                                        assign(W, W - 0.1 * deriv(loss, W))}),
                                 index, other);
    for (const Step& step : train.compilation().program.steps) QVERIFY(!step.is<CopyStep>());
    train(Tensor{0, 1}, Tensor{2, 3});
    const auto before = transformer->value(table)->values(), w = transformer->value(W)->values();
    require_index_error([&] { train(Tensor{0, 1}, Tensor{2, 4}); });
    require_index_error([&] { train(Tensor{7, 1}, Tensor{2, 3}); });
    QCOMPARE(transformer->value(table)->values(), before);
    QCOMPARE(transformer->value(W)->values(), w);
  }

  // Stopped between two steps: every reader sees the actual state, and the error reports it.
  void a_call_that_is_stopped_half_way_data() { backends(); }
  void a_call_that_is_stopped_half_way() {
    QFETCH(QByteArray, backend);
    const Op W = variable({V, E}, counted({V, E})), U = variable({V}, 1.0);
    const TransformerPtr transformer = allocate_transformer(backend.toStdString());
    const Computation train =
        transformer->computation(doall({assign(W, W * 2.0 + 1.0), assign(U, U + 1.0)}));
    const Computation total = transformer->computation(sum(exp(W), out_axes(Axes())));
    total();
    try {
      const StopsAfterWrite stops(transformer, W);
      train();
      QFAIL("the call was not stopped");
    } catch (const Error& error) {
      QCOMPARE(int(error.kind()), int(ErrorKind::cancelled));
      QVERIFY2(QString(error.what()).contains("had begun to write"), error.what());
    }
    double expected = 0;
    for (const double value : transformer->value(W)->values()) expected += std::exp(value);
    QVERIFY(std::abs(total().item() - expected) < 1e-4 * expected);
  }
};

NGRAPH_TEST(FailedCallTest)
#include "failed_call_test.moc"
