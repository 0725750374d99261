// SPDX-License-Identifier: Apache-2.0
// Tests that imported models train on with the engine's optimizers and give PyTorch's losses, which
// write_torch.py recorded, also after they were saved as a document.
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/reader.h"
#include "engine/documents/document.h"
#include "engine/documents/import_document.h"
#include "engine/editing/draft.h"
#include "engine/formats/archives/npz.h"
#include "engine/graph/op_def.h"
#include "engine/neon/attach/attach_training.h"
#include "engine/neon/optimizers/adam.h"
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "engine/neon/training/training.h"
#include "engine/ngraph.h"
#include "tests/support/checkout.h"
#include "tests/support/refusal.h"
#include "tests/support/run_graph.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const std::string folder = testing::source_file("tests/onnx/models/");

nlohmann::json record() {
  std::ifstream file(folder + "training.json");
  return nlohmann::json::parse(file);
}

// With the settings of write_torch.py.
std::unique_ptr<neon::Optimizer> optimizer_named(const QString& name) {
  if (name == "adam") {
    neon::AdamOptions options;
    options.epsilon = 1e-12;
    return std::make_unique<neon::Adam>(0.01, options);
  }
  neon::MomentumOptions options;
  options.momentum_coef = name == "momentum" ? 0.9 : 0;
  return std::make_unique<neon::GradientDescentMomentum>(name == "momentum" ? 0.02 : 0.1, options);
}

// The model with a loss and one step of the optimizer as the computation "training".
Document with_training(const std::string& model, const QString& optimizer, std::int64_t batch) {
  LoadOptions options;
  options.axis_lengths = {{"batch", batch}};
  Document document = load_document(folder + model + ".onnx", options);
  const Op x = document.find("x"), y = document.find("y");
  const Op classes = placeholder({y.axes()[0]}, DType::i64).named("classes");
  const Op cost = cross_entropy_multi(softmax(y, Axes{y.axes()[1]}), one_hot(classes, y.axes()[1]));
  const Op loss = mean(cost, out_axes({})).named("loss");
  const Op step = (*optimizer_named(optimizer))(cost);
  document.computations.push_back(computation({loss, step}, {x, classes}).named("training"));
  return document;
}

Tensor input_of(const std::string& model) {
  Reader file(folder + model + ".npz");
  Notes notes;
  const TensorFile arrays = read_npz(file, notes);
  return *arrays.find("in.x");
}

}  // namespace

class OnnxTrainingTest : public QObject {
  Q_OBJECT
 private slots:
  void losses_are_those_of_pytorch_data();
  void losses_are_those_of_pytorch();
  void an_edit_attaches_training_data();
  void an_edit_attaches_training();
  void classes_are_not_along_the_batch();
  void statistics_stay();
  void bad_edits_are_refused();
  void inputs_without_a_source_are_fed();
  void losses_are_means();
  void gradients_are_those_of_differences_data();
  void gradients_are_those_of_differences();
};

void OnnxTrainingTest::losses_are_those_of_pytorch_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<QString>("optimizer");
  QTest::addColumn<bool>("saved");
  const nlohmann::json models = record()["models"];
  QCOMPARE(models.size(), std::size_t{3});
  for (const auto& [model, row] : models.items()) {
    for (const auto& [optimizer, losses] : row["losses"].items()) {
      QTest::addRow("%s by %s", model.c_str(), optimizer.c_str())
          << QString::fromStdString(model) << QString::fromStdString(optimizer) << false;
    }
  }
  QTest::newRow("a saved document") << "torch_lenet"
                                    << "momentum" << true;
}

void OnnxTrainingTest::losses_are_those_of_pytorch() {
  QFETCH(QString, model);
  QFETCH(QString, optimizer);
  QFETCH(bool, saved);
  const std::string name = model.toStdString();
  const nlohmann::json row = record()["models"][name];
  const auto classes = row["classes"].get<std::vector<double>>();
  const auto expected = row["losses"][optimizer.toStdString()].get<std::vector<double>>();
  QCOMPARE(expected.size(), std::size_t{20});
  Document document = with_training(name, optimizer, std::ssize(classes));
  const QTemporaryDir made;
  if (saved) {
    const std::string path = made.filePath("training.ngraph").toStdString();
    save_document(document, path);
    document = load_document(path);
  }
  const auto transformer = allocate_transformer("cpu");
  const Computation step = transformer->add_computation(document.computation("training"));
  const Tensor x = input_of(name), t = Tensor::from(DType::i64, {std::ssize(classes)}, classes);
  for (const double loss : expected) {
    const double found = step(x, t)[0].item();
    QVERIFY2(std::abs(found - loss) <= 1e-4, qPrintable(QString("%1, %2").arg(found).arg(loss)));
  }
}

// The edit that the window applies: same losses, and a plan that trains.
void OnnxTrainingTest::an_edit_attaches_training_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<QString>("optimizer");
  QTest::addColumn<QString>("edit");
  for (const char* model : {"torch_mlp", "torch_lenet"}) {
    const auto row = [model](const char* optimizer, const char* edit) {
      QTest::addRow("%s by %s", model, optimizer) << model << optimizer << edit;
    };
    row("sgd", "train = training(y, optimizer=\"sgd\", learning_rate=0.1)");
    row("momentum", "train = training(y, optimizer=\"momentum\", learning_rate=0.02)");
    row("adam", "train = training(y, learning_rate=0.01)");
  }
}

void OnnxTrainingTest::classes_are_not_along_the_batch() {
  const Axis F = make_axis(3, "F"), K = make_axis(2, "K"), N = make_axis(4, "N");
  const Axis T = make_axis(5, "REC");
  const Op x = placeholder({F, N}), W = variable({K, F});
  const Op logits = dot(W, x);
  QCOMPARE(logits.axes().text(), Axes({K, N}).text());
  const auto classes = [](const Op& output) { return neon::class_axis(output)->name(); };
  QCOMPARE(classes(logits), std::string("K"));
  QCOMPARE(classes(softmax(logits, Axes{K})), std::string("K"));
  QCOMPARE(classes(placeholder({N, K})), std::string("K"));
  QCOMPARE(classes(placeholder({K, T, N})), std::string("K"));
  QCOMPARE(classes(softmax(placeholder({K, F, N}), Axes{F})), std::string("F"));
  QVERIFY(!neon::class_axis(placeholder({N})));
  const neon::TrainingStep made = neon::attach_training(softmax(logits, Axes{K}), {});
  QCOMPARE(made.target.axes().text(), Axes({N}).text());
  neon::TrainingChoices choices;
  choices.classes = N;
  QVERIFY_THROWS_EXCEPTION(Error, neon::attach_training(logits, choices));
}

void OnnxTrainingTest::an_edit_attaches_training() {
  QFETCH(QString, model);
  QFETCH(QString, optimizer);
  QFETCH(QString, edit);
  const std::string name = model.toStdString();
  const nlohmann::json row = record()["models"][name];
  const auto classes = row["classes"].get<std::vector<double>>();
  const auto expected = row["losses"][optimizer.toStdString()].get<std::vector<double>>();
  const std::string path = folder + name + ".onnx";
  LoadOptions options;
  options.axis_lengths = {{"batch", std::ssize(classes)}};
  Notes notes;
  editing::Draft draft(*load_document_model(path, notes, options), path);
  draft.apply(edit.toStdString());
  const DocumentModel edited = draft.finished();
  const Document document = import_document(edited, path);
  const auto transformer = allocate_transformer("cpu");
  const Computation step = transformer->add_computation(document.computation("train"));
  const Tensor x = input_of(name), t = Tensor::from(DType::i64, {std::ssize(classes)}, classes);
  const double tolerance = optimizer == "adam" ? 1e-3 : 1e-4;  // default epsilon, not the record's
  for (const double loss : expected) {
    const double found = step(x, t)[0].item();
    QVERIFY2(std::abs(found - loss) <= tolerance,
             qPrintable(QString("%1, %2").arg(found).arg(loss)));
  }
  QCOMPARE(edited.plan->computation, std::string("train"));
  QCOMPARE(edited.plan->plots[0].series, std::string("loss"));
  TrainingRun run(document, allocate_transformer("cpu"));
  run.run();
  QCOMPARE(run.iteration(), std::int64_t{100});
  QVERIFY(std::isfinite(run.series()[0].y.back()));
  draft.undo();
  QVERIFY(draft.finished().computations.size() == 1 &&
          draft.finished().plan->computation == "inference");
}

// Running means and variances are not trained; gradient descent could make a variance negative.
void OnnxTrainingTest::statistics_stay() {
  const Document document = load_document(folder + "resnet_block.onnx");
  std::size_t statistics = 0;
  for (const Op& op : document.ops) {
    if (!op.name().ends_with(".mean") && !op.name().ends_with(".variance")) continue;
    ++statistics;
    QCOMPARE(std::string(op.node().def->name), std::string("persistent_tensor"));
  }
  QCOMPARE(statistics, std::size_t{8});
}

void OnnxTrainingTest::bad_edits_are_refused() {
  Notes notes;
  const std::string path = folder + "torch_mlp.onnx";
  editing::Draft draft(*load_document_model(path, notes), path);
  const auto refused = [&](const char* line) { return refusal([&] { draft.apply(line); }); };
  QVERIFY(refused("training(y, loss=\"hinge\")").contains("no loss 'hinge'"));
  QVERIFY(refused("training(y, optimizer=\"lion\")").contains("no optimizer 'lion'"));
  QVERIFY(refused("training(nothing)").contains("nothing"));
  QVERIFY(!draft.can_undo());
}

// A document without a plan runs after the edit.
void OnnxTrainingTest::inputs_without_a_source_are_fed() {
  editing::Draft draft;
  draft.apply("C = make_axis(4); N = make_axis(8); K = make_axis(3); X = placeholder([C, N])");
  draft.apply("W = variable([K, C], initial_value=0.1); y = dot(W, X)");
  draft.apply("train = training(y, classes=K)");
  TrainingRun run(import_document(draft.finished(), "made.ngraph"), allocate_transformer("cpu"));
  run.run();
  QCOMPARE(run.iteration(), std::int64_t{100});
  QVERIFY(std::isfinite(run.series()[0].y.back()));
}

// Each loss is the mean over samples and elements.
void OnnxTrainingTest::losses_are_means() {
  const Axis n = make_axis(2, "N"), c = make_axis(3, "C");
  const Op x = placeholder({n, c});
  const Op w = variable({c}, 1.0);
  const auto value = [&](const char* name, const Tensor& target) {
    neon::TrainingChoices choices;
    choices.loss = name;
    choices.optimizer = "sgd";
    const neon::TrainingStep made = neon::attach_training(x * w, choices);
    const auto transformer = allocate_transformer("reference");
    const Computation loss =
        transformer->add_computation(computation({made.loss}, {x, made.target}));
    const std::vector<double> given{1, 2, 3, 0, 0, 0};
    return loss(Tensor::from(DType::f32, {2, 3}, given), target)[0].item();
  };
  const Tensor ones = Tensor::from(DType::f32, {2, 3}, std::vector<double>(6, 1));
  const Tensor labels = Tensor::from(DType::i64, {2}, std::vector<double>{2, 0});
  QVERIFY(std::abs(value("mean_squared_error", ones) - 8. / 6) < 1e-6);
  QVERIFY(std::abs(value("mean_absolute_error", ones) - 1) < 1e-6);
  const double first = std::log(std::exp(-2.) + std::exp(-1.) + 1), second = std::log(3.);
  QVERIFY(std::abs(value("cross_entropy", labels) - (first + second) / 2) < 1e-6);
  const auto binary = [](double logit) { return std::log1p(std::exp(-logit)); };
  const double expected = (binary(1) + binary(2) + binary(3) + 3 * binary(0)) / 6;
  QVERIFY(std::abs(value("binary_cross_entropy", ones) - expected) < 1e-6);
}

void OnnxTrainingTest::gradients_are_those_of_differences_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<QString>("input");
  using Row = std::pair<const char*, const char*>;
  for (const auto& [model, input] :
       {Row("layers", "x"), Row("equations", "a"), Row("equations", "e"), Row("windows", "columns"),
        Row("windows", "picture.avg"), Row("scaled", "x"), Row("frames", "signal"),
        Row("frames", "matrices"), Row("conditions", "x"), Row("indexing", "x"),
        Row("indexing", "updates")}) {
    QTest::addRow("%s by %s", model, input) << QString(model) << QString(input);
  }
}

// The ops that imported nodes become can be trained through.
void OnnxTrainingTest::gradients_are_those_of_differences() {
  QFETCH(QString, model);
  QFETCH(QString, input);
  const Document document = load_document(folder + model.toStdString() + ".onnx");
  Reader file(folder + model.toStdString() + ".npz");
  Notes notes;
  const TensorFile arrays = read_npz(file, notes);
  const ComputationParts parts = parts_of(document.computation().node());
  const Op by = document.find(input.toStdString());
  Feeds feeds;
  std::size_t at = 0;
  for (const NodePtr& parameter : parts.parameters) {
    const Op op(parameter);
    if (op == by) at = feeds.size();
    feeds.emplace_back(op, *arrays.find("in." + op.name()));
  }
  Op cost;
  for (const Value& value : parts.results) {
    const Op result(value);
    if (!is_float(result.dtype())) continue;
    const Op one = sum(result * result, reduce_over(result.axes()));
    cost = cost ? cost + one : one;
  }
  const Tensor x = feeds[at].second;
  const auto slope = run_once("cpu", {deriv(cost, by)}, feeds)[0];
  double expected = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    expected += slope->at(i) * std::sin(static_cast<double>(i));
  }
  const auto cost_at = [&](double step) {
    for (std::int64_t i = 0; i < x.size(); ++i) {
      feeds[at].second.set(i, x.at(i) + step * std::sin(static_cast<double>(i)));
    }
    return run_once("reference", {cost}, feeds)[0]->item();
  };
  constexpr double step = 2e-3;
  const double found = (cost_at(step) - cost_at(-step)) / (2 * step);
  QVERIFY2(std::abs(found - expected) <= 0.02 * std::max(1.0, std::abs(found)),
           qPrintable(QString("%1, expected %2").arg(expected).arg(found)));
}

NGRAPH_TEST(OnnxTrainingTest)
#include "onnx_training_test.moc"
