// SPDX-License-Identifier: Apache-2.0
// Tests that every value of every step of the sample documents agrees with the recorded
// walk-throughs.
#include <QtTest>

#include "engine/formats/archives/npz.h"
#include "engine/neon/training/training.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

constexpr double relative = 1e-5;

TensorFile recorded(const std::string& name) {
  Reader reader(testing::source_file("tests/reference/walkthroughs/" + name + ".npz"));
  Notes notes;
  return read_npz(reader, notes);
}

// Values near zero are compared relative to the largest value of their array.
bool agree(const std::vector<double>& values, const Tensor& expected, std::int64_t from) {
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    largest = std::max(largest, std::abs(expected.at(from + static_cast<std::int64_t>(i))));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double wanted = expected.at(from + static_cast<std::int64_t>(i));
    if (std::abs(values[i] - wanted) > relative * std::max(std::abs(wanted), 0.1 * largest)) {
      qWarning("element %zu is %.9g, not %.9g", i, values[i], wanted);
      return false;
    }
  }
  return true;
}

const TensorRecord* result(const TrainingRun& run, const std::string& name) {
  for (const TensorRecord& record : run.results()) {
    if (record.name == name) return &record;
  }
  return nullptr;
}

const SeriesRecord* series(const TrainingRun& run, const std::string& name) {
  for (const SeriesRecord& record : run.series()) {
    if (record.name == name) return &record;
  }
  return nullptr;
}

}  // namespace

class WalkthroughTest : public QObject {
  Q_OBJECT
 private slots:
  void x_plus_one_data() { transformers(); }
  void x_plus_one();
  void four_b_plus_c_data() { transformers(); }
  void four_b_plus_c();
  void training_data();
  void training();
  void digits_are_learnt();
  void digits_by_reference();

 private:
  static void transformers() {
    QTest::addColumn<QString>("transformer");
    QTest::newRow("reference") << "reference";
    QTest::newRow("cpu") << "cpu";
  }
};

void WalkthroughTest::x_plus_one() {
  QFETCH(QString, transformer);
  const Document document =
      load_document(testing::source_file("sample_graphs/01_x_plus_one.ngraph"));
  const auto t = allocate_transformer(transformer.toStdString());
  TrainingRun run(document, t);
  for (int i = 0; i < 5; ++i) {
    QVERIFY(run.step());
    QCOMPARE(result(run, "x_plus_one")->value.item(), i + 1.0);
  }
  QVERIFY(!run.step());
  QCOMPARE(run.state(), RunState::finished);
  const TensorFile record = recorded("x_plus_one");
  const Tensor& x = *record.find("x");
  for (std::int64_t i = 0; i < x.size(); ++i) {
    const double y = run.computation()(x.at(i)).item();
    QVERIFY(agree({y}, *record.find("y"), i));
  }
}

void WalkthroughTest::four_b_plus_c() {
  QFETCH(QString, transformer);
  const Document document =
      load_document(testing::source_file("sample_graphs/02_four_b_plus_c.ngraph"));
  const auto t = allocate_transformer(transformer.toStdString());
  TrainingRun run(document, t);
  run.run();
  const TensorFile record = recorded("transformer_guide_abc");
  QVERIFY(agree({result(run, "d")->value.item(), result(run, "e")->value.item()},
                *record.find("d_e"), 0));
  const Computation e = t->add_computation(document.computation("e_alone"));
  QVERIFY(agree({e(2, 7).item()}, *record.find("e"), 0));
}

void WalkthroughTest::training_data() {
  QTest::addColumn<QString>("transformer");
  QTest::addColumn<QString>("document");
  QTest::addColumn<QString>("record");
  const char* const rows[][2] = {{"03_logistic_part1", "logistic_regression_part1"},
                                 {"04_logistic_part2_older", "logistic_regression_part2_older"},
                                 {"05_logistic_part2", "logistic_regression_part2"}};
  for (const char* transformer : {"reference", "cpu"}) {
    for (const auto& [document, record] : rows) {
      QTest::addRow("%s on %s", document, transformer) << transformer << document << record;
    }
  }
}

void WalkthroughTest::training() {
  QFETCH(QString, transformer);
  QFETCH(QString, document);
  QFETCH(QString, record);
  const TensorFile expected = recorded(record.toStdString());
  TrainingRun run(
      load_document(testing::source_file("sample_graphs/" + document.toStdString() + ".ngraph")),
      allocate_transformer(transformer.toStdString()));
  QCOMPARE(run.total(), 100);
  const Tensor& ys = *expected.find("YS");
  while (run.step()) {
    const std::int64_t i = run.iteration() - 1;
    const std::vector<Tensor> fed = run.arguments_at(i + 1);
    QCOMPARE(fed[0].item(), 5.0 / (1 + static_cast<double>(i / 10)));
    QCOMPARE(fed[2].at(127), ys.at(i % 10 * 128 + 127));
    QVERIFY(agree(result(run, "L")->value.values(), *expected.find("loss"), i));
    const Tensor& w = result(run, "W")->value;
    QVERIFY(agree(w.values(), *expected.find("W"), i * w.size()));
    if (expected.find("b")) {
      QVERIFY(agree(result(run, "b")->value.values(), *expected.find("b"), i));
    }
  }
  QCOMPARE(run.iteration(), 100);
  QCOMPARE(series(run, "loss")->y.size(), std::size_t{100});
  QVERIFY(agree(series(run, "loss")->y, *expected.find("loss"), 0));
  if (const Tensor* average = expected.find("avg_loss")) {
    QCOMPARE(series(run, "avg loss")->x.front(), 0.0);
    QCOMPARE(series(run, "avg loss")->x.back(), 10.0);
    QCOMPARE(series(run, "avg loss")->y.size(), std::size_t{11});
    QVERIFY(agree(series(run, "avg loss")->y, *average, 0));
  }
}

void WalkthroughTest::digits_are_learnt() {
  TrainingRun run(load_document(testing::source_file("sample_graphs/06_mlp.ngraph")),
                  allocate_transformer("cpu"));
  run.run();
  const std::vector<double>& wrong = series(run, "wrong")->y;
  QCOMPARE(wrong.size(), std::size_t{31});
  QVERIFY2(wrong.front() > 0.8, "the untrained network classifies too well");
  QVERIFY2(wrong.back() < 0.1, qPrintable(QString::number(wrong.back())));
}

// The first epochs, in which rounding errors have not grown yet.
void WalkthroughTest::digits_by_reference() {
  std::vector<double> losses[2];
  for (const int i : {0, 1}) {
    TrainingRun run(load_document(testing::source_file("sample_graphs/06_mlp.ngraph")),
                    allocate_transformer(i ? "cpu" : "reference"));
    run.set_epochs(2);
    run.run();
    losses[i] = series(run, "loss")->y;
  }
  QCOMPARE(losses[0].size(), std::size_t{8});
  for (std::size_t i = 0; i < 8; ++i) {
    QVERIFY2(std::abs(losses[0][i] - losses[1][i]) < 1e-4,
             qPrintable(QString("%1 and %2").arg(losses[0][i]).arg(losses[1][i])));
  }
}

NGRAPH_TEST(WalkthroughTest, QCoreApplication)
#include "walkthrough_test.moc"
