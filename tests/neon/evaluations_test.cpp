// SPDX-License-Identifier: Apache-2.0
// Tests evaluations over samples: exact at any batch size, for data sets, text windows and files.
#include <QTemporaryDir>
#include <QtTest>

#include "engine/documents/export_document.h"
#include "engine/documents/import_document.h"
#include "engine/formats/tensors/npy.h"
#include "engine/neon/data/data_set_table.h"
#include "engine/neon/training/training.h"
#include "engine/ngraph.h"
#include "engine/runtime/print_sink.h"
#include "tests/support/refusal.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const neon::DataSet& synthetic(const char* name) {
  static std::map<std::string, neon::DataSet> sets;
  const auto found = sets.find(name);
  if (found != sets.end()) return found->second;
  return sets.emplace(name, neon::load_data_set(*neon::data_set_named(name), "", 0)).first->second;
}

TrainingRun run_of(const Document& document) {
  return TrainingRun(document, allocate_transformer("reference"));
}

// A document with a trivial computation and an evaluation of `result` over all of set.`reference`.
Document evaluating(const Op& x, const Op& result, const char* set, const std::string& reference,
                    const std::string& reduction, std::optional<std::uint32_t> shuffle = {}) {
  Document document;
  document.computations = {computation({variable({}, 0.0) * 1.0}, {}).named("nothing"),
                           computation({result}, {x}).named("test")};
  RunPlan plan;
  plan.computation = "nothing";
  PlanData data;
  data.name = "set";
  data.generator = set;
  data.shuffle = shuffle;
  plan.data = {data};
  PlanEvaluation evaluation;
  evaluation.name = "value";
  evaluation.computation = "test";
  evaluation.batches = 0;
  evaluation.reduction = reduction;
  evaluation.at_start = false;
  PlanBinding binding;
  binding.placeholder = x.name();
  binding.source = PlanBinding::Source::data;
  binding.data = "set." + reference;
  evaluation.bindings = {binding};
  plan.evaluations = {evaluation};
  document.plan = plan;
  return import_document(export_document(document), document.path);
}

double evaluated(const Op& x, const Op& result, const char* set, const std::string& reference,
                 const std::string& reduction, std::optional<std::uint32_t> shuffle = {}) {
  TrainingRun run = run_of(evaluating(x, result, set, reference, reduction, shuffle));
  run.run();
  return run.last_evaluation(0).value();
}

}  // namespace

class EvaluationsTest : public QObject {
  Q_OBJECT
 private slots:
  void values_of_samples_are_exact_data();
  void values_of_samples_are_exact();
  void values_of_windows_are_exact();
  void values_of_a_file_are_exact();
  void no_samples_are_refused();
  void writes_of_a_cancelled_evaluation_are_undone();

 private:
  QTemporaryDir folder_;
};

void EvaluationsTest::values_of_samples_are_exact_data() {
  QTest::addColumn<QString>("reduction");
  QTest::addColumn<double>("expected");
  const std::vector<double> labels = synthetic("mnist").array("test", "label").value.values();
  const double sum = std::accumulate(labels.begin(), labels.end(), 0.0);
  QTest::newRow("sum") << "sum" << sum;
  QTest::newRow("mean") << "mean" << sum / 1000;
  QTest::newRow("count") << "count" << 1000.0;
  QTest::newRow("min") << "min" << *std::min_element(labels.begin(), labels.end());
  QTest::newRow("max") << "max" << *std::max_element(labels.begin(), labels.end());
  QTest::newRow("last") << "last" << labels.back();
}

// 1000 samples in batches of 300: 200 samples of the last batch repeat those of the first.
void EvaluationsTest::values_of_samples_are_exact() {
  QFETCH(QString, reduction);
  QFETCH(double, expected);
  const Op x = placeholder({make_axis(300, "N")}).named("x");
  QCOMPARE(evaluated(x, x * 1.0, "mnist", "test.label", reduction.toStdString()), expected);
  const double of_batches =
      evaluated(x, sum(x, out_axes({})) * 1.0, "mnist", "test.label", "count");
  QCOMPARE(of_batches, 4.0);
}

// Shuffled, the windows of the training part wrap around too; both axis orders give the same
// result.
void EvaluationsTest::values_of_windows_are_exact() {
  const std::vector<double> text = synthetic("ptb_words").array("train", "inputs").value.values();
  const std::int64_t windows = std::ssize(text) / 20;
  const std::int64_t rows = 64;
  QVERIFY(windows % rows != 0);
  const double sum = std::accumulate(text.begin(), text.begin() + windows * 20, 0.0);
  const Axis n = make_axis(rows, "N"), t = make_axis(20, "REC");
  for (const Axes& axes : {Axes{t, n}, Axes{n, t}}) {
    const Op x = placeholder(axes).named("x");
    QCOMPARE(evaluated(x, x * 1.0, "ptb_words", "train.inputs", "count", 3), windows * 20.0);
    QCOMPARE(evaluated(x, x * 1.0, "ptb_words", "train.inputs", "sum", 3), sum);
    // In sequential order, rows are streams and the remainder is dropped.
    QCOMPARE(evaluated(x, x * 1.0, "ptb_words", "train.inputs", "count"),
             static_cast<double>(windows / rows * rows * 20));
  }
  const Op x = placeholder({make_axis(3, "C"), n}).named("x");
  QVERIFY(refusal([&] {
            evaluated(x, x * 1.0, "mnist", "test.label", "sum");
          }).contains("an evaluation needs a scalar, or a value of each sample"));
}

void EvaluationsTest::values_of_a_file_are_exact() {
  const std::string folder = folder_.path().toStdString();
  write_npy(folder + "/seven.npy", Tensor({1, 2, 3, 4, 5, 6, 7}));
  const Op x = placeholder({make_axis(3, "N")}).named("x");
  Document document = evaluating(x, x * 1.0, "mnist", "", "sum");
  document.path = folder + "/seven.ngraph";
  PlanBinding& binding = document.plan->evaluations[0].bindings[0];
  binding.source = PlanBinding::Source::file;
  binding.file = "seven.npy";
  TrainingRun run = run_of(document);
  run.run();
  QCOMPARE(run.plan().evaluations[0].batches, 3);
  QCOMPARE(*run.last_evaluation(0), 28.0);
}

// With a batch axis of length 0 the evaluation has no samples: the run fails and names it.
void EvaluationsTest::no_samples_are_refused() {
  const Op x = placeholder({make_axis(0, "N")}).named("x");
  Document document = evaluating(x, x * 1.0, "mnist", "", "mean");
  PlanBinding& binding = document.plan->evaluations[0].bindings[0];
  binding.source = PlanBinding::Source::value;
  binding.value.value = Tensor(DType::f64, {});
  TrainingRun run = run_of(document);
  const QString said = refusal([&] { run.run(); }, ErrorKind::value);
  QVERIFY2(said.contains("the evaluation 'value' has nothing to reduce"), qPrintable(said));
  QCOMPARE(run.state(), RunState::failed);
}

// An evaluation that counts its batches in a variable is cancelled: its writes are undone, so that
// it restarts from the initial state.
void EvaluationsTest::writes_of_a_cancelled_evaluation_are_undone() {
  constexpr std::int64_t batches = 2000;
  const Op x = placeholder({}).named("x"), count = variable({}, 0.0).named("count");
  Document document = evaluating(
      x, sequential({assign(count, count + x), print_value(count * 1.0, "count")}).named("counted"),
      "mnist", "", "last");
  document.plan->evaluations[0].batches = batches;
  document.plan->evaluations[0].at_start = true;
  PlanBinding& binding = document.plan->evaluations[0].bindings[0];
  binding.source = PlanBinding::Source::value;
  binding.value.value = Tensor(1.0);
  const auto cancelled = std::make_shared<std::atomic<bool>>(false);
  TrainingOptions options;
  options.cancelled = cancelled;
  TrainingRun run(document, allocate_transformer("reference"), options);
  int printed = 0;  // cancelled while the tenth batch is evaluated
  const PrintSink before =
      set_print_sink([&](const std::string&) { *cancelled = ++printed >= 10; });
  QVERIFY(!run.step());
  set_print_sink([](const std::string&) {});
  QVERIFY2(printed >= 10 && printed < batches, qPrintable(QString::number(printed)));
  QCOMPARE(run.state(), RunState::cancelled);
  *cancelled = false;
  QVERIFY(run.step());
  set_print_sink(before);
  QCOMPARE(*run.last_evaluation(0), static_cast<double>(2 * batches));
}

NGRAPH_TEST(EvaluationsTest, QCoreApplication)
#include "evaluations_test.moc"
