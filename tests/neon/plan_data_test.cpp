// SPDX-License-Identifier: Apache-2.0
// Tests data sets in run plans: fed values, whole epochs, the user's own files and batch size, and
// rejected plans.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/base/atomic_file.h"
#include "engine/documents/export_document.h"
#include "engine/documents/import_document.h"
#include "engine/neon/data/data_set_table.h"
#include "engine/neon/plan/run_overrides.h"
#include "engine/neon/training/training.h"
#include "engine/ngraph.h"
#include "tests/support/counting_plan.h"
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

// A computation "show" that returns the batches of one set fed to it.
Document showing(const char* set, const std::vector<std::pair<std::string, Axes>>& fed_by) {
  Document document;
  document.title = "showing";
  RunPlan plan;
  plan.computation = "show";
  plan.batches = 0;
  PlanData data;
  data.name = "set";
  data.generator = set;
  plan.data = {data};
  std::vector<Op> results, parameters;
  for (const auto& [reference, axes] : fed_by) {
    const std::string name = "x" + std::to_string(parameters.size());
    parameters.push_back(placeholder(axes).named(name));
    results.push_back((parameters.back() * 1.0).named("y" + std::to_string(results.size())));
    plan.bindings.push_back(fed(name, "set." + reference));
  }
  document.computations = {computation(results, parameters).named("show")};
  document.plan = plan;
  return import_document(export_document(document), document.path);
}

Document showing_labels(std::int64_t batch) {
  return showing("mnist", {{"train.label", {make_axis(batch, "N")}}});
}

TrainingRun run_of(const Document& document) {
  return TrainingRun(document, allocate_transformer("reference"));
}

double sum_of(const Tensor& tensor) {
  const std::vector<double> values = tensor.values();
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

class PlanDataTest : public QObject {
  Q_OBJECT
 private slots:
  void images_have_the_placeholders_layout();
  void windows_of_text();
  void an_epoch_is_the_whole_part();
  void order_is_a_function_of_seed_and_epoch();
  void the_users_folder();
  void folders_without_files();
  void another_batch_size();
  void a_length_that_an_op_forbids();
  void links_out_of_the_folder();
  void plans_are_saved_and_read();
  void data_are_refused();

 private:
  QTemporaryDir folder_;
};

void PlanDataTest::images_have_the_placeholders_layout() {
  const Axis n = make_axis(3, "N"), h = make_axis(32, "H"), w = make_axis(32, "W");
  const Axis c = make_axis(3, "C"), d = make_axis(1, "D"), f = make_axis(3072, "F");
  TrainingRun run = run_of(showing("cifar10", {{"test.image", {c, d, h, w, n}},
                                               {"test.image", {n, f}},
                                               {"test.image", {f, n}},
                                               {"test.label", {n}}}));
  run.step();
  const Tensor& images = synthetic("cifar10").array("test", "image").value;
  const auto& shown = run.results();
  for (const std::int64_t sample : {0, 2}) {
    for (const std::int64_t pixel : {0, 31, 1024, 2500, 3071}) {
      const double value = images.at(sample * 3072 + pixel);
      QCOMPARE(shown[0].value.at(pixel * 3 + sample), value);
      QCOMPARE(shown[1].value.at(sample * 3072 + pixel), value);
      QCOMPARE(shown[2].value.at(pixel * 3 + sample), value);
    }
  }
  QCOMPARE(shown[3].value.at(2), synthetic("cifar10").array("test", "label").value.at(2));
}

void PlanDataTest::windows_of_text() {
  const Axis n = make_axis(4, "N"), t = make_axis(25, "REC");
  TrainingRun run =
      run_of(showing("ptb_characters", {{"valid.inputs", {t, n}}, {"valid.targets", {n, t}}}));
  run.step();
  run.step();
  const Tensor& text = synthetic("ptb_characters").array("valid", "inputs").value;
  const std::int64_t row = run.total() * 25;  // each row is a stream
  QVERIFY(row > 4000 && row * 4 <= text.size());
  for (std::int64_t sample = 0; sample < 4; ++sample) {
    for (std::int64_t step = 0; step < 25; ++step) {
      const double next = text.at(sample * row + 25 + step + 1);
      QCOMPARE(run.results()[1].value.at(sample * 25 + step), next);
      if (step < 24) QCOMPARE(run.results()[0].value.at((step + 1) * 4 + sample), next);
    }
  }
}

void PlanDataTest::an_epoch_is_the_whole_part() {
  TrainingRun run = run_of(counting(folder_.path().toStdString()));
  QCOMPARE(run.plan().batches, 8);
  QCOMPARE(run.plan().evaluations[0].batches, 2);
  run.run();
  QCOMPARE(run.iteration(), 16);
  const neon::DataSet& digits = synthetic("mnist");
  QCOMPARE(*run.last_evaluation(0), sum_of(digits.array("test", "label").value));
  QCOMPARE(run.transformer()->value(run.transformer()->state_ops().at(0))->item(),
           2 * sum_of(digits.array("train", "label").value));
}

// A folder without files gives synthetic data and a warning; a file in its place is refused.
void PlanDataTest::folders_without_files() {
  const std::string folder = folder_.path().toStdString() + "/none";
  Document document = counting(folder_.path().toStdString());
  RunOverrides overrides;
  overrides.folders["digits"] = folder;
  const auto warning = [&](const Document& given) {
    TrainingRun run = run_of(given);
    run.step();
    return run.plan().notes.size() == 1 ? QString::fromStdString(run.plan().notes[0].what) : "";
  };
  QVERIFY(warning(with_overrides(document, overrides)).contains("none' of mnist does not exist"));
  document.plan->data[0].folder = "none";
  QVERIFY(warning(document).contains("does not exist"));
  QVERIFY(QDir().mkpath(QString::fromStdString(folder)));
  QVERIFY(warning(with_overrides(document, overrides)).contains("is empty: small synthetic data"));
  QVERIFY(warning(document).contains("is empty"));
  write_file(folder + "/other.txt", "x");
  QVERIFY(refusal([&] { run_of(document); }).contains("lacks files"));
  document.plan->data[0].folder = "none/other.txt";
  QVERIFY(refusal([&] { run_of(document); }).contains("a file of that name"));
}

void PlanDataTest::order_is_a_function_of_seed_and_epoch() {
  Document document = showing_labels(100);
  document.plan->epochs = 2;
  TrainingRun in_turn = run_of(document);
  in_turn.step();
  const Tensor& labels = synthetic("mnist").array("train", "label").value;
  for (std::int64_t i = 0; i < 100; ++i) {
    QCOMPARE(in_turn.results()[0].value.at(i), labels.at(i));
  }
  QCOMPARE(in_turn.arguments_at(41), in_turn.arguments_at(1));
  document.plan->data[0].shuffle = 3;
  const TrainingRun run = run_of(document), again = run_of(document);
  QVERIFY(run.arguments_at(41) != run.arguments_at(1));
  QCOMPARE(again.arguments_at(41), run.arguments_at(41));
  document.plan->data[0].shuffle = 4;
  QVERIFY(run_of(document).arguments_at(41) != run.arguments_at(41));
}

void PlanDataTest::the_users_folder() {
  const std::string folder = folder_.path().toStdString() + "/mine";
  neon::write_synthetic(*neon::data_set_named("mnist"), folder, 9);
  const neon::DataSet mine = neon::load_data_set(*neon::data_set_named("mnist"), "", 9);
  Document document = counting(folder_.path().toStdString());
  RunOverrides overrides;
  overrides.folders["digits"] = folder;
  overrides.epochs = 1;
  TrainingRun run = run_of(with_overrides(document, overrides));
  QCOMPARE(run.plan().samples, (std::map<std::string, std::int64_t>{{"digits", 4000}}));
  run.run();
  QCOMPARE(run.iteration(), 8);
  QCOMPARE(*run.last_evaluation(0), sum_of(mine.array("test", "label").value));
  // A folder override is not saved with the document; a folder inside the document's is saved and
  // read.
  save_document(with_overrides(document, overrides), document.path);
  QCOMPARE(load_document(document.path).plan->data[0].folder, std::string());
  document.plan->data[0].folder = "mine";
  save_document(document, document.path);
  const Document beside = load_document(document.path);
  QCOMPARE(beside.plan->data[0].folder, std::string("mine"));
  TrainingRun other = run_of(beside);
  other.run();
  QCOMPARE(*other.last_evaluation(0), *run.last_evaluation(0));
  overrides.folders = {{"digits", folder}};
  QVERIFY(run_of(with_overrides(document, overrides)).plan().notes.empty());
  overrides.folders = {{"pictures", folder}};
  QVERIFY(refusal([&] { with_overrides(document, overrides); }, ErrorKind::key).contains("digits"));
}

void PlanDataTest::another_batch_size() {
  RunOverrides overrides;
  overrides.batch_size = 1000;
  Document document = counting(folder_.path().toStdString());
  document.plan->data[0].batch = 500;
  QCOMPARE(changed_lengths(document, overrides).batch_size, 1000);
  RunOverrides own;
  own.batch_size = 500;  // the document's: its ops need not change
  QCOMPARE(changed_lengths(document, own), ChangedLengths());
  QVERIFY(with_overrides(document, own).ops.front() == document.ops.front());
  TrainingRun run = run_of(with_overrides(document, overrides));
  QCOMPARE(run.plan().batches, 4);
  run.run();
  QCOMPARE(*run.last_evaluation(0), sum_of(synthetic("mnist").array("test", "label").value));
  overrides.batch_size = 1001;
  const QString said = refusal([&] { run_of(with_overrides(document, overrides)); });
  QVERIFY2(said.contains("fewer samples than a batch") && said.contains("1000 samples"),
           qPrintable(said));
  // Batch counts in the plan are scaled so that the number of samples stays the same.
  document.plan->batches = 6;
  document.plan->evaluations[0].batches = 1;
  overrides.batch_size = 400;
  const Document smaller = with_overrides(document, overrides);
  QCOMPARE(smaller.plan->batches, 8);
  QCOMPARE(smaller.plan->evaluations[0].batches, 2);
  // 2^62 batches of 500 cannot be counted in batches of 1.
  document.plan->evaluations[0].batches = INT64_MAX / 2 + 1;
  overrides.batch_size = 1;
  QVERIFY(refusal([&] { with_overrides(document, overrides); }, ErrorKind::value)
              .contains("cannot have batches of 1 samples"));
  overrides.batch_size = 1000;
  const Document larger = with_overrides(document, overrides);
  QCOMPARE(larger.plan->evaluations[0].batches, INT64_MAX / 4 + 1);
  document.plan->evaluations[0].batches = -1;
  QVERIFY(refusal([&] { run_of(document); }).contains("invalid number of batches"));
}

void PlanDataTest::a_length_that_an_op_forbids() {
  const Axis n = make_axis(2, "N");
  const Op x = placeholder({n}).named("x");
  const Op weights = constant(Tensor({1, 2}), {n}).named("weights");
  Document document;
  document.computations = {computation({(x * weights).named("y")}, {x}).named("weigh")};
  document = import_document(export_document(document), "weigh.ngraph");
  LoadOptions options;
  options.batch_size = 3;
  const QString said = refusal([&] { with_lengths(document, options); }, ErrorKind::value);
  QVERIFY2(said.contains("does not allow a batch of 3") && said.contains("weights"),
           qPrintable(said));
  options.batch_size = 0;
  options.axis_lengths = {{"M", 3}};
  QVERIFY(refusal([&] { with_lengths(document, options); }, ErrorKind::key).contains("N"));
  options.axis_lengths = {{"N", 2}};
  QCOMPARE(with_lengths(document, options).find("x").axes().lengths(), Shape{2});
}

// A path in a document must stay in its folder, also through links; a user's override may be
// anywhere.
void PlanDataTest::links_out_of_the_folder() {
  const QTemporaryDir outside;
  const std::string name = "t10k-labels-idx1-ubyte";
  const std::string folder = folder_.path().toStdString() + "/linked";
  neon::write_synthetic(*neon::data_set_named("mnist"), folder, 9);
  Document document = counting(folder_.path().toStdString());
  document.plan->data[0].folder = "linked";
  run_of(document);
  const QString there = outside.filePath("labels");
  const QString here = QString::fromStdString(folder + "/" + name);
  QVERIFY(QFile::rename(here, there) && QFile::link(there, here));
  const QString said = refusal([&] { run_of(document); });
  QVERIFY2(said.contains("a link points outside of the document's folder") &&
               said.contains(QString::fromStdString(name)),
           qPrintable(said));
  RunOverrides overrides;
  overrides.folders["digits"] = folder;
  run_of(with_overrides(document, overrides));
  QVERIFY(QFile::remove(here) && QFile::rename(there, folder_.filePath("labels")) &&
          QFile::link(folder_.filePath("labels"), here));
  run_of(document);  // a link within the folder
}

void PlanDataTest::plans_are_saved_and_read() {
  Document document =
      showing("ptb_words", {{"train.inputs", {make_axis(2, "N"), make_axis(5, "REC")}}});
  PlanData& data = document.plan->data[0];
  data.seed = 4;
  data.batch = 2;
  data.time_steps = 5;
  data.shuffle = 0;
  PlanCallback save;
  save.file = "kept.safetensors";
  PlanCallback stop;
  stop.kind = PlanCallback::Kind::stop_at_non_finite;
  document.plan->callbacks = {save, stop};
  document.path = folder_.path().toStdString() + "/saved.ngraph";
  save_document(document, document.path);
  const RunPlan plan = *load_document(document.path).plan;
  QCOMPARE(plan.batches, 0);
  QCOMPARE(plan.data[0].generator, std::string("ptb_words"));
  QCOMPARE(plan.data[0].seed, 4u);
  QCOMPARE(plan.data[0].batch, 2);
  QCOMPARE(plan.data[0].time_steps, 5);
  QCOMPARE(*plan.data[0].shuffle, 0u);
  QCOMPARE(plan.callbacks.size(), std::size_t{2});
  QCOMPARE(plan.callbacks[0].file, std::string("kept.safetensors"));
  QCOMPARE(plan.callbacks[1].kind, PlanCallback::Kind::stop_at_non_finite);
}

void PlanDataTest::data_are_refused() {
  const auto said = [](Document document, const auto& change) {
    change(*document.plan);
    return refusal([&] { run_of(document); });
  };
  const Document labels = showing_labels(100);
  QVERIFY(said(labels, [](RunPlan& plan) {
            plan.data[0].generator = "mnis";
          }).contains("did you mean 'mnist'?"));
  QVERIFY(said(labels, [](RunPlan& plan) {
            plan.bindings[0].data = "set.train.labels";
          }).contains("set.train.image, set.train.label"));
  QVERIFY(said(labels, [](RunPlan& plan) {
            plan.bindings[0].data = "other.train.label";
          }).contains("unknown data"));
  QVERIFY(said(labels, [](RunPlan& plan) {
            plan.data[0].batch = 50;
          }).contains("50 in the plan, 100 in"));
  QVERIFY(said(labels, [](RunPlan& plan) {
            plan.data.push_back(plan.data[0]);
          }).contains("the same name"));
  QVERIFY(said(labels, [](RunPlan& plan) {
            plan.bindings[0].data = "set.train.image";
          }).contains("(N 100, H 28, W 28)"));
  const auto nothing = [](RunPlan&) {};
  QVERIFY(said(showing_labels(4001), nothing).contains("fewer samples than a batch"));
  QVERIFY(said(showing("mnist", {{"train.label", {make_axis(4, "C")}}}), nothing)
              .contains("no batch axis"));
  QVERIFY(said(showing("ptb_words", {{"train.inputs", {make_axis(4, "N")}}}), nothing)
              .contains("no recurrent axis"));
  const Axis n = make_axis(4, "N");
  QVERIFY(said(showing("mnist", {{"train.image", {n, make_axis(32, "H"), make_axis(32, "W")}}}),
               nothing)
              .contains("does not have the axes"));
}

NGRAPH_TEST(PlanDataTest, QCoreApplication)
#include "plan_data_test.moc"
