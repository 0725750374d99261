// SPDX-License-Identifier: Apache-2.0
// Tests metrics on tables counted by hand, with labels and with one-hot targets.
#include <QtTest>
#include <cmath>

#include "engine/base/error.h"
#include "engine/graph/node.h"
#include "engine/neon/training/metrics.h"
#include "engine/ngraph.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::neon;

namespace {

// Four samples with three scores; the true classes have ranks 1, 2, 3 and, in a tie, 2.
struct Scores {
  Axis Y = make_axis(3, "Y"), N = make_axis(4, "N");
  Op y = placeholder({Y, N}), labels = placeholder({N}, DType::i32);
  const Tensor scores = Tensor::from(DType::f32, {3, 4},
                                     std::vector<double>{.7, .5, .5, .4,  //
                                                         .2, .3, .3, .4,  //
                                                         .1, .2, .2, .2});
  const Tensor classes = {0, 1, 2, 1};
};

// The metric on "cpu"; empty if "reference" disagrees.
std::vector<double> values(const Op& metric, const Scores& s, const Tensor& scores) {
  const auto run = [&](const char* name) {
    const TransformerPtr transformer = allocate_transformer(name);
    const Computation compute = transformer->computation(metric, s.y, s.labels);
    return compute(scores, s.classes)[0].values();
  };
  const std::vector<double> fast = run("cpu");
  return run("reference") == fast ? fast : std::vector<double>();
}

}  // namespace

class MetricsTest : public QObject {
  Q_OBJECT
 private slots:
  void labels();
  void rows();
  void sequences();
  void top_k();
  void infinite_scores();
  void nan_scores();
  void perplexities();
  void label_outside();
  void refusals_data();
  void refusals();
};

void MetricsTest::labels() {
  const Scores s;
  const std::vector<double> wrong = {0, 1, 1, 1}, right = {1, 0, 0, 0};
  QCOMPARE(values(misclassification(s.y, s.labels), s, s.scores), wrong);
  QCOMPARE(values(accuracy(s.y, s.labels), s, s.scores), right);
  QCOMPARE(values(batch_mean(accuracy(s.y, s.labels)), s, s.scores), std::vector{.25});
}

void MetricsTest::rows() {
  const Scores s;
  const Op t = one_hot(s.labels, s.Y);
  const std::vector<double> wrong = {0, 1, 1, 1};
  QCOMPARE(values(misclassification(s.y, t), s, s.scores), wrong);
  QCOMPARE(values(misclassification(s.y, axes_with_order(t, {s.N, s.Y})), s, s.scores), wrong);
  QCOMPARE(values(top_k_misclassification(s.y, t, 1), s, s.scores), wrong);
}

void MetricsTest::sequences() {
  const Axis Y = make_axis(2, "Y"), REC = make_axis(3, "REC"), N = make_axis(2, "N");
  const Op y = placeholder({Y, REC, N}), t = placeholder({N, REC});
  const Tensor scores = Tensor::from(DType::f32, {2, 3, 2},
                                     std::vector<double>{.9, .1, .2, .8, .6, .6,  //
                                                         .1, .9, .8, .2, .4, .4});
  const Tensor classes = Tensor::from(DType::f32, {2, 3}, std::vector<double>{0, 1, 1, 0, 0, 0});
  const Op metric = misclassification(y, t);
  QVERIFY(metric.axes() == Axes({REC, N}));
  const std::string file = metric.node().label->file;
  QVERIFY2(file.ends_with("metrics_test.cpp"), file.c_str());  // the caller's line
  const std::vector<double> wrong = {0, 1, 0, 0, 1, 0};
  QCOMPARE(Tensor(executor(metric, y, t)(scores, classes)).values(), wrong);
}

void MetricsTest::top_k() {
  const Scores s;
  const std::vector<std::vector<double>> wrong = {{0, 1, 1, 1}, {0, 0, 1, 0}, {0, 0, 0, 0}};
  for (std::int64_t k = 1; k <= 3; ++k) {
    QCOMPARE(values(top_k_misclassification(s.y, s.labels, k), s, s.scores),
             wrong[static_cast<std::size_t>(k - 1)]);
  }
}

// Masked classes have a score of minus infinity.
void MetricsTest::infinite_scores() {
  const Scores s;
  Tensor scores = s.scores;
  for (std::int64_t i = 0; i < 4; ++i) scores.set(i, -INFINITY);
  const std::vector<double> wrong = {1, 0, 1, 0}, second = {1, 0, 0, 0};
  QCOMPARE(values(top_k_misclassification(s.y, s.labels, 1), s, scores), wrong);
  QCOMPARE(values(top_k_misclassification(s.y, s.labels, 2), s, scores), second);
}

// argmax treats the first NaN as the largest; NaN scores never count as correct.
void MetricsTest::nan_scores() {
  const Scores s;
  Tensor scores = s.scores;
  for (std::int64_t i = 0; i < scores.size(); ++i) scores.set(i, NAN);
  const std::vector<double> wrong = {0, 1, 1, 1};
  QCOMPARE(values(misclassification(s.y, s.labels), s, scores), wrong);
  const std::vector<double> above = values(top_k_misclassification(s.y, s.labels, 2), s, scores);
  QCOMPARE(above, (std::vector<double>{1, 1, 1, 1}));
}

void MetricsTest::perplexities() {
  const Scores s;
  const Op t = one_hot(s.labels, s.Y);
  const double mean_cost = -(std::log(.7) + std::log(.3) + std::log(.2) + std::log(.4)) / 4;
  for (const bool bits : {false, true}) {
    const Op cost = cross_entropy_multi(s.y, t, {}, bits);
    const double found =
        executor(perplexity(cost, bits), s.y, s.labels)(s.scores, s.classes).item();
    QVERIFY(qAbs(found / std::exp(mean_cost) - 1) < 1e-5);
  }
}

void MetricsTest::label_outside() {
  const Scores s;
  const Computation compute = executor(misclassification(s.y, s.labels), s.y, s.labels);
  try {
    compute(s.scores, Tensor{0, 1, 3, 1});
    QFAIL("no error was thrown");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::index);
  }
}

using Refused = std::function<void()>;
Q_DECLARE_METATYPE(Refused)

void MetricsTest::refusals_data() {
  QTest::addColumn<Refused>("refused");
  QTest::addColumn<ErrorKind>("kind");
  QTest::addColumn<QString>("named");
  const auto axes = ErrorKind::incompatible_axes;
  QTest::newRow("no classes") << Refused([] {
    const Scores s;
    accuracy(s.labels, s.labels);
  }) << axes << "no class axis";
  QTest::newRow("other axes") << Refused([] {
    const Scores s;
    misclassification(s.y, placeholder({make_axis(4, "M")}));
  }) << axes << "targets over (M: 4)";
  QTest::newRow("other lengths") << Refused([] {
    const Scores s;
    misclassification(s.y, placeholder({make_axis(5, "N")}));
  }) << axes << "lengths of N";
  QTest::newRow("k") << Refused([] {
    const Scores s;
    top_k_misclassification(s.y, s.labels, 4);
  }) << ErrorKind::value
                     << "1 to 3";
}

void MetricsTest::refusals() {
  QFETCH(Refused, refused);
  QFETCH(ErrorKind, kind);
  QFETCH(QString, named);
  try {
    refused();
    QFAIL("no error was thrown");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), kind);
    QVERIFY2(QString(error.what()).contains(named), error.what());
  }
}

NGRAPH_TEST(MetricsTest, QCoreApplication)
#include "metrics_test.moc"
