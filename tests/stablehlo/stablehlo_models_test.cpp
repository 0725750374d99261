// SPDX-License-Identifier: Apache-2.0
// Tests that programs of StableHLO give the outputs that JAX recorded for them (write_models.py
// writes both), and how they are shown.
#include <QDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "engine/documents/document.h"
#include "engine/formats/format_table.h"
#include "engine/frontends/stablehlo/stablehlo_ops.h"
#include "engine/graph/op_def.h"
#include "engine/ngraph.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"
#include "tests/tensorflow/tensorflow_check.h"

using namespace ng;

namespace {

const QString folder = testing::sourceFile("tests/stablehlo/models/");

std::string model(const char* name) {
  return (folder + name).toStdString();
}

std::vector<std::string> names_of(const Document& document) {
  std::vector<std::string> names;
  for (const Op& op : document.ops) names.push_back(op.name());
  return names;
}

std::size_t ops_of(const Document& document, std::string_view name) {
  return static_cast<std::size_t>(
      std::count_if(document.ops.begin(), document.ops.end(),
                    [&](const Op& op) { return op.node().def->name == name; }));
}

}  // namespace

class StablehloModelsTest : public QObject {
  Q_OBJECT
 private slots:
  void equal_to_jax_data();
  void equal_to_jax();
  void values_have_the_names_of_locations();
  void ops_have_the_lines_of_the_program();
  void open_lengths_are_set();
  void counted_loops_are_scans();
  void branches_not_taken_have_no_gradient_data();
  void branches_not_taken_have_no_gradient();
  void ties_have_the_gradients_of_jax_data();
  void ties_have_the_gradients_of_jax();
  void files_are_recognised();
  void rows_are_distinct();
};

void StablehloModelsTest::equal_to_jax_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("transformer");
  const QStringList found = QDir(folder).entryList({"*.mlir"}, QDir::Files, QDir::Name);
  QVERIFY(found.size() >= 20);
  for (const QString& name : found)
    for (const char* transformer : {"cpu", "reference"})
      QTest::addRow("%s on %s", qPrintable(name), transformer) << name << QString(transformer);
}

void StablehloModelsTest::equal_to_jax() {
  QFETCH(QString, name);
  QFETCH(QString, transformer);
  const ModelOutcome outcome =
      check_tensorflow((folder + name).toStdString(), transformer.toStdString(), 1e-5);
  QVERIFY2(outcome.kind == ModelOutcome::Kind::equal, outcome.text.c_str());
}

void StablehloModelsTest::values_have_the_names_of_locations() {
  const auto has = [](const char* file, std::initializer_list<const char*> expected) {
    const std::vector<std::string> names = names_of(load_document(model(file)));
    for (const char* each : expected)
      QVERIFY2(std::find(names.begin(), names.end(), each) != names.end(), each);
  };
  has("mlp.mlir", {"params/first/kernel", "params/second/bias", "x", "dot_general", "result"});
  has("cnn.mlir", {"Convolutions/Conv_0/conv_general_dilated", "Convolutions/relu/max"});
  has("cnn_training.mlir", {"result_0", "result_1/params/Dense_0/kernel", "relu/maximum"});
}

void StablehloModelsTest::ops_have_the_lines_of_the_program() {
  const auto line_of = [](const char* file, const char* suffix) {
    const Document document = load_document(model(file));
    int lines = 0;
    for (const Op& op : document.ops) {
      const Label& label = *op.node().label;
      if (label.line > 0 && label.file.ends_with(suffix)) ++lines;
    }
    return lines;
  };
  QVERIFY(line_of("mlp.mlir", "write_models.py") >= 10);
  QVERIFY(line_of("loops.mlir", "loops.mlir") >= 10);  // a text without locations
}

void StablehloModelsTest::open_lengths_are_set() {
  LoadOptions options;
  const Document plain = load_document(model("exported.mlir"), options);
  QCOMPARE(plain.open_lengths.size(), std::size_t{1});
  options.axis_lengths[plain.open_lengths.begin()->first] = 5;
  const Document longer = load_document(model("exported.mlir"), options);
  QCOMPARE(longer.open_lengths.begin()->second, std::int64_t{5});
  for (const Op& op : longer.ops)
    if (op.name() == "result_2") QCOMPARE(op.axes().lengths(), Shape{20});
}

void StablehloModelsTest::counted_loops_are_scans() {
  QCOMPARE(ops_of(load_document(model("lstm.mlir")), "scan"), std::size_t{1});
  QCOMPARE(ops_of(load_document(model("lstm_training.mlir")), "scan"), std::size_t{2});
}

void StablehloModelsTest::branches_not_taken_have_no_gradient_data() {
  QTest::addColumn<QString>("transformer");
  for (const char* transformer : {"cpu", "reference"})
    QTest::addRow("%s", transformer) << QString(transformer);
}

void StablehloModelsTest::branches_not_taken_have_no_gradient() {
  QFETCH(QString, transformer);
  const Document document = load_document(model("choice_of_slopes.mlir"));
  const ComputationParts parts = parts_of(document.computations[0].node());
  std::vector<Op> inputs;
  for (const NodePtr& parameter : parts.parameters) inputs.emplace_back(Value{parameter, 0});
  const Op slope = deriv(sum(Op(parts.results[0]), out_axes({})), inputs[1]);
  const TransformerPtr made = allocate_transformer(transformer.toStdString());
  const Tensor given =
      made->computation({slope}, inputs)
          .call(std::vector<Tensor>{Tensor(DType::bool_, {}), Tensor(DType::f32, {3})})[0];
  for (std::int64_t i = 0; i < given.size(); ++i) QCOMPARE(given.at(i), 3.0);
}

void StablehloModelsTest::ties_have_the_gradients_of_jax_data() {
  branches_not_taken_have_no_gradient_data();
}

// The model's second result is the gradient of its first, the third that of the sum of the second.
void StablehloModelsTest::ties_have_the_gradients_of_jax() {
  QFETCH(QString, transformer);
  const Document document = load_document(model("ties.mlir"));
  const ComputationParts parts = parts_of(document.computations[0].node());
  const Op x(Value{parts.parameters[0], 0});
  const Op gradient = deriv(Op(parts.results[0]), x);
  const Op second = deriv(sum(gradient, out_axes({})), x);
  Tensor given(DType::f32, {2, 3});
  const double elements[] = {1, 2, 2, 0, 0, -1};
  for (std::int64_t i = 0; i < given.size(); ++i) given.set(i, elements[i]);
  const auto values =
      allocate_transformer(transformer.toStdString())
          ->computation({gradient, second, Op(parts.results[1]), Op(parts.results[2])}, {x})
          .call({given});
  for (std::size_t k = 0; k < 2; ++k)
    for (std::int64_t i = 0; i < given.size(); ++i)
      QVERIFY(std::abs(values[k].at(i) / values[k + 2].at(i) - 1) < 1e-5);
}

void StablehloModelsTest::files_are_recognised() {
  for (const char* file : {"mlp.mlir", "mlp_generic.mlir", "loops.mlir", "exported.mlir"}) {
    Reader reader(model(file));
    QCOMPARE(&recognise(reader), format_named("stablehlo"));
    QCOMPARE(role_of(reader), FileRole::document);
  }
}

void StablehloModelsTest::rows_are_distinct() {
  std::set<std::string_view> names;
  for (const stablehlo::OpRow& row : stablehlo::all_rows()) {
    QVERIFY2(names.insert(row.name).second, std::string(row.name).c_str());
    QVERIFY(row.build);
    QCOMPARE(stablehlo::find_row(row.name), &row);
  }
  QVERIFY(names.size() >= 90);
}

NGRAPH_TEST(StablehloModelsTest)
#include "stablehlo_models_test.moc"
