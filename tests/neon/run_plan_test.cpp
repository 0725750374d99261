// SPDX-License-Identifier: Apache-2.0
// Tests run plans: expressions, sources, evaluations, curves, stopping and continuing.
#include <QTemporaryDir>
#include <QtTest>
#include <set>

#include "engine/base/atomic_file.h"
#include "engine/documents/export_document.h"
#include "engine/documents/import_document.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/tensors/idx.h"
#include "engine/formats/tensors/npy.h"
#include "engine/graph/node.h"
#include "engine/neon/training/training.h"
#include "engine/ngraph.h"
#include "tests/support/checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

double value_of_text(const std::string& text, double x = 0) {
  const double values[] = {x};
  return Expression(text, {"x"})(values);
}

std::string refusal_of_text(const std::string& text) {
  try {
    Expression(text, {"x"});
  } catch (const Error& error) {
    return error.kind() == ErrorKind::value ? error.diagnostic().where : "another error";
  }
  return "none";
}

PlanBinding binding(const std::string& placeholder, PlanBinding::Source source,
                    const std::string& text) {
  PlanBinding result;
  result.placeholder = placeholder;
  result.source = source;
  if (source == PlanBinding::Source::schedule) result.schedule = text;
  if (source == PlanBinding::Source::file) result.file = text;
  if (source == PlanBinding::Source::data) result.data = text;
  if (source == PlanBinding::Source::random) result.random = *PlanRandom::read(text);
  return result;
}

// Names of live ops are unique in the process; a document's names are its own.
Document with_own_names(const Document& document) {
  return import_document(export_document(document), document.path);
}

// total = total + x at each call; y = 1/(4 - total) is infinite when the total reaches 4.
Document counting(const std::string& schedule = "1") {
  const Op x = placeholder({}).named("x");
  const Op total = variable({}, 0.0).named("total");
  const Op y = (1 / (4 - (total + x))).named("y");
  const Op update = assign(total, total + x);
  Document document;
  document.title = "counting";
  document.computations = {computation({total, y, update}, {x}).named("count"),
                           computation({total * x}, {x}).named("product")};
  RunPlan plan;
  plan.computation = "count";
  plan.epochs = 3;
  plan.batches = 4;
  plan.bindings = {binding("x", PlanBinding::Source::schedule, schedule)};
  PlanEvaluation evaluation;
  evaluation.name = "sum of products";
  evaluation.computation = "product";
  evaluation.batches = 3;
  evaluation.bindings = {binding("x", PlanBinding::Source::schedule, "1 + batch")};
  evaluation.reduction = "sum";
  plan.evaluations = {evaluation};
  document.plan = plan;
  return with_own_names(document);
}

TrainingRun run_of(const Document& document, TrainingOptions options = {}) {
  return TrainingRun(document, allocate_transformer("reference"), std::move(options));
}

}  // namespace

class RunPlanTest : public QObject {
  Q_OBJECT
 private slots:
  void expressions_data();
  void expressions();
  void refused_expressions();
  void curves_and_evaluations();
  void default_curves_are_all_scalars();
  void history_shows_past_iterations();
  void stepping_through_a_call_equals_the_call();
  void epochs_can_be_changed();
  void reset_starts_over();
  void cancel_and_continue();
  void stops_at_the_first_infinity();
  void names_the_first_non_finite_op();
  void files_are_fed_batch_by_batch();
  void samples_of_a_file_become_batches();
  void files_stay_in_the_folder();
  void shapes_are_checked();
  void integers_are_checked();
  void random_numbers();
  void random_texts();
  void data_of_a_mixture();
  void reductions();

 private:
  QTemporaryDir folder_;
};

void RunPlanTest::expressions_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<double>("x");
  QTest::addColumn<double>("value");
  QTest::newRow("schedule") << "5/(1+x)" << 4.0 << 1.0;
  QTest::newRow("precedence") << "1+2*3-4/2" << 0.0 << 5.0;
  QTest::newRow("left to right") << "8-3-2" << 0.0 << 3.0;
  QTest::newRow("powers from the right") << "2**3**2" << 0.0 << 512.0;
  QTest::newRow("sign and power") << "-2**2" << 0.0 << -4.0;
  QTest::newRow("power of a sign") << "2**-1" << 0.0 << 0.5;
  QTest::newRow("signs") << "--3 - -x" << 2.0 << 5.0;
  QTest::newRow("functions") << "max(x, 2) + min(x, 2) + floor(2.7)" << 1.0 << 5.0;
  QTest::newRow("decay") << "0.1*0.5**floor(x/10)" << 25.0 << 0.025;
  QTest::newRow("spaces") << "  ( x )*\t2 " << 3.0 << 6.0;
  QTest::newRow("exponent") << "1e-3 + .5" << 0.0 << 0.501;
  QTest::newRow("division by zero") << "1/x" << 0.0 << qInf();
}

void RunPlanTest::expressions() {
  QFETCH(QString, text);
  QFETCH(double, x);
  QFETCH(double, value);
  QCOMPARE(value_of_text(text.toStdString(), x), value);
}

void RunPlanTest::refused_expressions() {
  QCOMPARE(refusal_of_text(""), std::string("column 1"));
  QCOMPARE(refusal_of_text("1 +"), std::string("column 4"));
  QCOMPARE(refusal_of_text("1 2"), std::string("column 3"));
  QCOMPARE(refusal_of_text("(1"), std::string("column 3"));
  QCOMPARE(refusal_of_text("y"), std::string("column 1"));
  QCOMPARE(refusal_of_text("exp 1"), std::string("column 5"));
  QCOMPARE(refusal_of_text("max(1)"), std::string("column 6"));
  QCOMPARE(refusal_of_text("import os"), std::string("column 8"));
  QCOMPARE(refusal_of_text("x.__class__"), std::string("column 2"));
  QCOMPARE(refusal_of_text("0x10"), std::string("column 2"));
  QVERIFY(refusal_of_text(std::string(500, '(') + "1" + std::string(500, ')')) != "none");
  QVERIFY(refusal_of_text(std::string(5000, '-') + "1") != "none");
}

void RunPlanTest::curves_and_evaluations() {
  TrainingRun run = run_of(counting());
  run.run();
  QCOMPARE(run.state(), RunState::finished);
  QCOMPARE(run.iteration(), 12);
  const auto& series = run.series();
  QCOMPARE(series.size(), std::size_t{3});
  QCOMPARE(series[0].name, std::string("total"));
  QCOMPARE(series[0].y.front(), 1.0);
  QCOMPARE(series[0].y.back(), 12.0);
  QCOMPARE(series[2].name, std::string("sum of products"));
  QCOMPARE(series[2].x, (std::vector<double>{0, 1, 2, 3}));
  QCOMPARE(series[2].y, (std::vector<double>{0, 24, 48, 72}));
  QCOMPARE(*run.last_evaluation(0), 72.0);
  QVERIFY(run.microseconds_per_call() > 0);
}

void RunPlanTest::default_curves_are_all_scalars() {
  Document document = counting();
  PlanPlot plot;
  plot.series = "y";
  plot.title = "the inverse";
  document.plan->plots = {plot};
  TrainingRun run = run_of(document);
  QCOMPARE(run.series().size(), std::size_t{1});
  QCOMPARE(run.series()[0].name, std::string("the inverse"));
  QCOMPARE(run.series()[0].x_title, std::string("iteration"));
  QCOMPARE(run.series()[0].y_title, std::string("y"));
}

void RunPlanTest::history_shows_past_iterations() {
  TrainingOptions options;
  options.history_bytes = 3000;  // about seven iterations
  TrainingRun run = run_of(counting(), options);
  run.run();
  QVERIFY(!run.results_at(1));
  QVERIFY(!run.results_at(13));
  QCOMPARE(run.results_at(12)->at(0).value.item(), 12.0);
  QCOMPARE(run.results_at(9)->at(0).value.item(), 9.0);
  QCOMPARE(run.results_at(9)->at(0).iteration, 9);
  QCOMPARE(run.results().size(), std::size_t{2});  // the assign has no value
}

void RunPlanTest::stepping_through_a_call_equals_the_call() {
  TrainingRun whole = run_of(counting("iteration*0.3")), steps = run_of(counting("iteration*0.3"));
  whole.run();
  while (steps.begin_call()) {
    for (std::size_t i = 0; i < steps.computation().step_count(); ++i) steps.run_step(i);
    steps.finish_call();
  }
  QCOMPARE(steps.state(), RunState::finished);
  for (std::size_t i = 0; i < whole.series().size(); ++i) {
    QCOMPARE(steps.series()[i].y, whole.series()[i].y);
  }
}

void RunPlanTest::epochs_can_be_changed() {
  TrainingRun run = run_of(counting());
  run.run_epoch();
  QCOMPARE(run.iteration(), 4);
  QCOMPARE(run.epoch(), 1);
  QCOMPARE(run.series()[2].y.size(), std::size_t{2});
  run.step();
  QVERIFY_THROWS_EXCEPTION(Error, run.set_epochs(1));
  run.set_epochs(2);
  run.run();
  QCOMPARE(run.iteration(), 8);
  QCOMPARE(run.state(), RunState::finished);
  run.set_epochs(3);
  QCOMPARE(run.state(), RunState::paused);
  run.run();
  QCOMPARE(run.series()[2].y, (std::vector<double>{0, 24, 48, 72}));
}

void RunPlanTest::reset_starts_over() {
  TrainingRun run = run_of(counting());
  run.run();
  run.reset();
  QCOMPARE(run.state(), RunState::idle);
  QCOMPARE(run.iteration(), 0);
  QVERIFY(run.series()[0].x.empty() && run.results().empty() && !run.results_at(3));
  run.run();
  QCOMPARE(run.series()[0].y.back(), 12.0);
}

void RunPlanTest::cancel_and_continue() {
  const auto flag = std::make_shared<std::atomic<bool>>(false);
  TrainingOptions options;
  options.cancelled = flag;
  options.after_iteration = [&](const TrainingRun& run) { *flag = run.iteration() == 4; };
  TrainingRun run = run_of(counting(), options);
  run.run();
  // During the evaluation after the fourth call, which is then repeated.
  QCOMPARE(run.state(), RunState::cancelled);
  QCOMPARE(run.iteration(), 4);
  QCOMPARE(run.series()[2].y.size(), std::size_t{1});
  *flag = false;
  run.run();
  QCOMPARE(run.state(), RunState::finished);
  QCOMPARE(run.series()[2].y, (std::vector<double>{0, 24, 48, 72}));
}

void RunPlanTest::stops_at_the_first_infinity() {
  TrainingOptions options;
  options.stop_at_non_finite = true;
  TrainingRun run = run_of(counting(), options);
  QVERIFY_THROWS_EXCEPTION(Error, run.run());
  QCOMPARE(run.state(), RunState::failed);
  QCOMPARE(run.iteration(), 4);
  QCOMPARE(run.failure()->what, std::string("'y' is not finite after iteration 4"));
  QCOMPARE(run.failure()->found, std::string("inf"));
  QCOMPARE(run.failure()->ops.size(), std::size_t{1});
  QVERIFY(run.failure()->where.starts_with("first in divide 'y'"));
  TrainingRun careless = run_of(counting());
  careless.run();
  QCOMPARE(careless.state(), RunState::finished);
}

// Call 100 writes a NaN that no result shows before call 101; copies of the state are older.
void RunPlanTest::names_the_first_non_finite_op() {
  const Op x = placeholder({}).named("x");
  const Op held = variable({}, 0.0).named("held");
  const Op root = sqrt(99.5 - x).named("root");
  Document document;
  document.computations = {
      computation({(held + 1).named("y"), assign(held, root)}, {x}).named("late")};
  RunPlan plan;
  plan.computation = "late";
  plan.batches = 200;
  plan.bindings = {binding("x", PlanBinding::Source::schedule, "iteration + 1")};
  document.plan = plan;
  TrainingOptions options;
  options.stop_at_non_finite = true;
  for (const char* transformer : {"cpu", "reference"}) {
    TrainingRun run(with_own_names(document), allocate_transformer(transformer), options);
    QVERIFY_THROWS_EXCEPTION(Error, run.run());
    QCOMPARE(run.iteration(), 101);
    QCOMPARE(run.failure()->what, std::string("'y' is not finite after iteration 101"));
    const QString where = QString::fromStdString(run.failure()->where);
    QVERIFY2(where.startsWith("first in sqrt 'root'"), qPrintable(where));
    QVERIFY2(where.endsWith(", iteration 100"), qPrintable(where));
    QCOMPARE(run.failure()->ops.size(), std::size_t{2});
    // The state is not rolled back.
    QVERIFY(std::isnan(run.checkpoint().tensors.at(0).value.at(0)));
  }
}

void RunPlanTest::files_are_fed_batch_by_batch() {
  const std::string folder = folder_.path().toStdString();
  write_npy(folder + "/batches.npy",
            Tensor::from(DType::f64, {2, 3}, std::vector<double>{1, 2, 3, 10, 20, 30}));
  const Tensor once = Tensor::from(DType::f32, {3}, std::vector<double>{100, 200, 300});
  const Tensor other(DType::f32, {2});
  write_npz(folder + "/arrays.npz", std::vector<TensorRef>{{"once", &once}, {"other", &other}});
  const Axis c = make_axis(3, "C");
  const Op x = placeholder({c}).named("x"), y = placeholder({c}).named("y");
  Document document;
  document.path = folder + "/document.ngraph";
  document.computations = {computation({(x + y).named("z")}, {x, y}).named("add")};
  RunPlan plan;
  plan.computation = "add";
  plan.batches = 3;
  plan.bindings = {binding("x", PlanBinding::Source::file, "batches.npy"),
                   binding("y", PlanBinding::Source::file, "arrays.npz")};
  plan.bindings[1].array = "once";
  document.plan = plan;
  TrainingRun run = run_of(document);
  run.run();
  QCOMPARE(run.results_at(1)->at(0).value.values(), (std::vector<double>{101, 202, 303}));
  QCOMPARE(run.results_at(2)->at(0).value.values(), (std::vector<double>{110, 220, 330}));
  QCOMPARE(run.results_at(3)->at(0).value.values(), (std::vector<double>{101, 202, 303}));
  document.plan->bindings[1].array = "other";  // of the wrong shape
  QVERIFY_THROWS_EXCEPTION(Error, run_of(document));
  document.plan->bindings[1].array = "absent";
  QVERIFY_THROWS_EXCEPTION(Error, run_of(document));
}

// Five samples in batches of two: the third batch is filled up with the first sample.
void RunPlanTest::samples_of_a_file_become_batches() {
  const std::string folder = folder_.path().toStdString();
  write_idx(folder + "/x-images-idx2-ubyte",
            Tensor::from(DType::u8, {5, 2}, std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 255}));
  const Axis n = make_axis(2, "N"), c = make_axis(2, "C");
  const Op x = placeholder({n, c}, DType::u8).named("x");
  Document document;
  document.path = folder + "/document.ngraph";
  document.computations = {computation({(x + 0.5).named("z")}, {x}).named("add")};
  RunPlan plan;
  plan.computation = "add";
  plan.batches = 4;
  plan.bindings = {binding("x", PlanBinding::Source::file, "x-images-idx2-ubyte")};
  document.plan = plan;
  TrainingRun run = run_of(document);
  run.run();
  const auto fed = [&run](std::int64_t call) { return run.results_at(call)->at(0).value.values(); };
  QCOMPARE(fed(1), (std::vector<double>{1.5, 2.5, 3.5, 4.5}));
  QCOMPARE(fed(2), (std::vector<double>{5.5, 6.5, 7.5, 8.5}));
  QCOMPARE(fed(3), (std::vector<double>{9.5, 255.5, 1.5, 2.5}));
  QCOMPARE(fed(4), fed(1));
}

void RunPlanTest::files_stay_in_the_folder() {
  Document document = counting();
  document.path = folder_.path().toStdString() + "/document.ngraph";
  QFile::link("/etc/passwd", folder_.path() + "/link.npy");
  for (const char* file : {"link.npy", "../x.npy", "/etc/passwd", "a/../../b.npy", ""}) {
    document.plan->bindings = {binding("x", PlanBinding::Source::file, file)};
    try {
      run_of(document);
      QFAIL(file);
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::bad_file);
    }
  }
}

void RunPlanTest::shapes_are_checked() {
  Document document = counting();
  PlanBinding wrong = binding("x", PlanBinding::Source::value, "");
  wrong.value.value = Tensor({1, 2, 3});
  document.plan->bindings = {wrong};
  QVERIFY_THROWS_EXCEPTION(Error, check_plan(document));
  document.plan->bindings = {};
  QVERIFY_THROWS_EXCEPTION(Error, check_plan(document));
  try {
    check_plan(document);
  } catch (const Error& error) {
    const OpId x = parts_of(document.computation("count").node()).parameters[0]->id;
    QCOMPARE(error.diagnostic().ops, (std::vector<unsigned long long>{x}));
  }
  document.plan.reset();
  check_plan(document);
  QVERIFY_THROWS_EXCEPTION(Error, BoundPlan{document});
}

// 3.7 for an integer placeholder is refused wherever it comes from, not truncated.
void RunPlanTest::integers_are_checked() {
  const Op n = placeholder({make_axis(2, "F")}, DType::i32).named("n");
  Document document;
  document.computations = {computation({n * 1}, {n}).named("count")};
  document.plan.emplace().computation = "count";
  document.plan->batches = 4;
  Document own = with_own_names(document);
  const auto refusal = [&own](PlanBinding source) {
    own.plan->bindings = {std::move(source)};
    try {
      run_of(own).run();
    } catch (const Error& error) {
      return error.diagnostic().found;
    }
    return std::string();
  };
  PlanBinding value = binding("n", PlanBinding::Source::value, "");
  value.value.value = Tensor({1, 3.7});
  QCOMPARE(refusal(value), std::string("3.7"));
  QVERIFY_THROWS_EXCEPTION(Error, check_plan(own));
  value.value.value = Tensor(3.7);
  QCOMPARE(refusal(value), std::string("3.7"));
  QVERIFY_THROWS_EXCEPTION(Error, check_plan(own));
  value.value.value = Tensor({1, -3});
  QCOMPARE(refusal(value), std::string());
  QCOMPARE(refusal(binding("n", PlanBinding::Source::schedule, "1 + batch/4")),
           std::string("1.25"));
  QCOMPARE(refusal(binding("n", PlanBinding::Source::random, "normal(0, 9)")), std::string());
}

// Resampled at each call, independent of earlier calls, and saved as text.
void RunPlanTest::random_numbers() {
  Document document;
  const Axis N = make_axis(500);
  const Op x = placeholder({N}).named("x"), whole = placeholder({N}, DType::i32).named("whole");
  document.computations = {computation({sum(x) + sum(whole)}, {x, whole}).named("draw")};
  RunPlan plan;
  plan.computation = "draw";
  plan.batches = 2;
  plan.bindings = {binding("x", PlanBinding::Source::random, "normal(3, 0.5, seed=7)"),
                   binding("whole", PlanBinding::Source::random, "uniform(0, 4)")};
  document.plan = plan;
  const Document saved = with_own_names(document);
  QCOMPARE(saved.plan->bindings[0].random.text(), std::string("normal(3, 0.5, seed=7)"));
  const BoundPlan bound(saved);
  const auto first = bound.calls.arguments(bound.moment(0)),
             second = bound.calls.arguments(bound.moment(1));
  double mean = 0;
  for (std::int64_t i = 0; i < 500; ++i) mean += first[0].at(i) / 500;
  QVERIFY2(std::abs(mean - 3) < 0.1, qPrintable(QString::number(mean)));
  QVERIFY(first[0].at(0) != second[0].at(0));
  QCOMPARE(bound.calls.arguments(bound.moment(0))[0].at(9), first[0].at(9));
  std::set<double> drawn;
  for (std::int64_t i = 0; i < 500; ++i) drawn.insert(first[1].at(i));
  QCOMPARE(drawn, (std::set<double>{0, 1, 2, 3}));
}

void RunPlanTest::random_texts() {
  QCOMPARE(PlanRandom::read(" uniform ")->text(), std::string("uniform(0, 1, seed=0)"));
  QCOMPARE(PlanRandom::read("normal(-1, 2.5)")->text(), std::string("normal(-1, 2.5, seed=0)"));
  QVERIFY(!PlanRandom::read("5/(1+epoch)"));
  for (const char* wrong : {"normal(0, -1)", "uniform(0", "uniform(0, 1, 2)", "normal(seed=x)",
                            "normal(a)", "uniform(0, inf)"})
    QVERIFY_THROWS_EXCEPTION(Error, PlanRandom::read(wrong));
}

void RunPlanTest::data_of_a_mixture() {
  const Document document =
      load_document(testing::source_file("sample_graphs/05_logistic_part2.ngraph"));
  Reader reader(testing::source_file("tests/reference/walkthroughs/logistic_regression_part2.npz"));
  Notes notes;
  const TensorFile record = read_npz(reader, notes);
  const BoundPlan plan(document);
  // The record is in float64, the placeholder in float32.
  const auto same = [](const Tensor& fed, const Tensor& all, std::int64_t batch) {
    for (std::int64_t i = 0; i < fed.size(); ++i) {
      if (fed.at(i) != round_to(DType::f32, all.at(batch * fed.size() + i))) return false;
    }
    return fed.dtype == DType::f32;
  };
  for (std::int64_t batch = 0; batch < 10; ++batch) {
    const Tensor fed = plan.calls.arguments(plan.moment(20 + batch))[1];
    QVERIFY(same(fed, *record.find("XS"), batch));
  }
  QVERIFY(same(plan.evaluations[0].calls.arguments({0, 3, 0})[0], *record.find("EVAL_XS"), 3));
}

void RunPlanTest::reductions() {
  Document document = counting();
  document.plan->evaluations[0].reduction = "max - min + last/count + 10*mean + sum/128";
  const BoundPlan plan(document);
  const std::vector<double> values = {1, 5, 3};
  QCOMPARE(plan.evaluations[0].reduced(values), 5 - 1 + 1.0 + 30.0 + 9.0 / 128);
}

NGRAPH_TEST(RunPlanTest, QCoreApplication)
#include "run_plan_test.moc"
