// SPDX-License-Identifier: Apache-2.0
// Tests that the walk-throughs' data generator reproduces the recorded data bit for bit.
#include <QtTest>

#include "engine/base/error.h"
#include "engine/formats/archives/npz.h"
#include "engine/neon/data/mixture.h"
#include "engine/neon/data/mt19937.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

class MixtureTest : public QObject {
  Q_OBJECT
 private slots:
  void random_state();
  void first_draws();
  void matches_the_record_data();
  void matches_the_record();
  void label_sums();
  void other_sizes();
  void refusals();
};

void MixtureTest::random_state() {
  RandomState bits(5489);
  std::uint32_t last = 0;
  for (int i = 0; i < 10000; ++i) last = bits.next();
  QCOMPARE(last, 4123659995u);  // the generator's published check value
  RandomState random(0);
  QCOMPARE(random.uniform(), 0.5488135039273248);
  QCOMPARE(random.uniform(), 0.7151893663724195);
  RandomState normals(0);
  QCOMPARE(normals.normal(0, 1), 1.764052345967664);
  QCOMPARE(normals.normal(0, 1), 0.4001572083672233);
  QCOMPARE(normals.normal(10, 2), 10 + 2 * 0.9787379841057392);
}

void MixtureTest::first_draws() {
  MixtureGenerator mixture({.5, .5}, {4});
  QVERIFY(qAbs(mixture.matrix(0, 0, 0) - 0.0976270079) < 1e-10);
  QVERIFY(qAbs(mixture.matrix(0, 0, 1) - 0.4303787327) < 1e-10);
  QVERIFY(qAbs(mixture.vector(0, 0) + 0.0876993356) < 1e-10);
  QVERIFY(qAbs(mixture.vector(0, 1) - 0.1368678977) < 1e-10);
  const Tensor labels = mixture.next(128).ys;
  const std::vector<double> first = {0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0};
  for (std::size_t i = 0; i < first.size(); ++i) {
    QCOMPARE(labels.at(static_cast<std::int64_t>(i)), first[i]);
  }
}

void MixtureTest::matches_the_record_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QList<int>>("shape");
  QTest::newRow("part 1") << "logistic_regression_part1" << QList<int>{4};
  QTest::newRow("part 2") << "logistic_regression_part2" << QList<int>{2, 2};
  QTest::newRow("part 2, older text") << "logistic_regression_part2_older" << QList<int>{4, 1};
}

void MixtureTest::matches_the_record() {
  QFETCH(QString, file);
  QFETCH(QList<int>, shape);
  Reader reader(testing::source_file("tests/reference/walkthroughs/") + file.toStdString() +
                ".npz");
  Notes notes;
  const TensorFile recorded = read_npz(reader, notes);
  MixtureGenerator mixture({.5, .5}, Shape(shape.begin(), shape.end()));
  for (const char* set : {"", "EVAL_"}) {
    const Tensor* xs = recorded.find(std::string(set) + "XS");
    const Tensor* ys = recorded.find(std::string(set) + "YS");
    if (!xs) continue;  // part 1 has no evaluation data
    Tensor joined_xs(DType::f64, xs->shape), joined_ys(DType::i64, ys->shape);
    auto x_at = joined_xs.bytes.begin(), y_at = joined_ys.bytes.begin();
    for (const auto& batch : mixture.gen_data(128, xs->shape[0])) {
      x_at = std::copy(batch.xs.bytes.begin(), batch.xs.bytes.end(), x_at);
      y_at = std::copy(batch.ys.bytes.begin(), batch.ys.bytes.end(), y_at);
    }
    QVERIFY(joined_ys == *ys);
    QVERIFY(joined_xs == *xs);
  }
}

void MixtureTest::label_sums() {
  MixtureGenerator mixture({.5, .5}, {2, 2});
  double all = 0;
  for (const auto& batch : mixture.gen_data(128, 10)) {
    double sum = 0;
    for (const double label : batch.ys.values()) sum += label;
    if (all == 0) QCOMPARE(sum, 65.0);
    all += sum;
  }
  QCOMPARE(all, 632.0);
}

void MixtureTest::other_sizes() {
  for (const Shape& shape : {Shape{}, Shape{1}, Shape{3}, Shape{7}, Shape{2, 5}}) {
    MixtureGenerator mixture({.2, .3, .5}, shape, 7);
    const auto batch = mixture.next(5);
    QCOMPARE(batch.xs.shape.size(), shape.size() + 1);
    for (const double label : batch.ys.values()) QVERIFY(label >= 0 && label <= 2);
    QVERIFY(MixtureGenerator({.2, .3, .5}, shape, 7).next(5).xs == batch.xs);
    QVERIFY(!(MixtureGenerator({.2, .3, .5}, shape, 8).next(5).xs == batch.xs));
  }
  QCOMPARE(MixtureGenerator({1}, {2}).next(0).xs.size(), std::int64_t{0});
}

void MixtureTest::refusals() {
  QVERIFY_EXCEPTION_THROWN(MixtureGenerator({}, {4}), Error);
  QVERIFY_EXCEPTION_THROWN(MixtureGenerator({.5, .4}, {4}), Error);
  QVERIFY_EXCEPTION_THROWN(MixtureGenerator({1.5, -.5}, {4}), Error);
  QVERIFY_EXCEPTION_THROWN(MixtureGenerator({1}, {0}), Error);
  QVERIFY_EXCEPTION_THROWN(MixtureGenerator({1}, {1 << 20}), Error);
  QVERIFY_EXCEPTION_THROWN(MixtureGenerator({1}, {4}).next(-1), Error);
}

NGRAPH_TEST(MixtureTest)
#include "mixture_test.moc"
