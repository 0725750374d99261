// SPDX-License-Identifier: Apache-2.0
// Tests that models give the outputs that TensorFlow recorded for them, and how they are shown.
// `./dev test-frameworks` writes the models again.
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <map>

#include "engine/documents/document.h"
#include "engine/formats/archives/npz.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"
#include "engine/graph/op_def.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"
#include "tests/tensorflow/tensorflow_check.h"
#include "tests/tensorflow/text_graph.h"

using namespace ng;
using namespace ng::testing;

namespace {

const QString folder = testing::sourceFile("tests/tensorflow/models/");

std::string model(const char* name) {
  return (folder + name).toStdString();
}

QStringList models() {
  QStringList found =
      QDir(folder).entryList({"*.pb", "*.pbtxt", "*.meta"}, QDir::Files, QDir::Name);
  found += QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
  return found;
}

// A While with the values i, n, l (a list) and v (the input x); its results are `result`, a node
// that reads "w:2" or "w:3".
struct LoopText {
  std::string start = int_text(0), limit = int_text(3);
  std::string body = {}, condition = node_text("node_def", "less", "Less", {"i", "n"});
  std::string next = "next:z:0", list = "l", value = "v", test = "less:z:0";
  std::string result = node_text("node", "y", "Relu", {"w:3"});

  std::string text() const {
    const std::vector<std::string> values = {"i", "n", "l", "v"};
    return placeholder_text("x", 1) + const_text("node", "start", start) +
           const_text("node", "limit", limit) +
           node_text("node", "list", "TensorListReserve", {"limit", "limit"}) +
           node_text("node", "w", "While", {"start", "limit", "list", "x"},
                     attr_text("cond", "func { name: \"c\" }") +
                         attr_text("body", "func { name: \"b\" }")) +
           result + "library {\n" + function_text("c", values, condition, {test}) +
           function_text("b", values, body, {next, "n", list, value}) + "}\n";
  }
};

std::string step_text(const std::string& step) {
  return const_text("node_def", "step", step) +
         node_text("node_def", "next", "AddV2", {"i", "step:output:0"});
}

std::string cast_text(const std::string& name, const std::string& input, const char* type) {
  return node_text("node_def", name, "Cast", {input}, type_text("DstT", type));
}

const std::string count = step_text(int_text(1));
const std::string add_one = const_text("node_def", "one", float_text("1")) +
                            node_text("node_def", "more", "AddV2", {"v", "one:output:0"});

// Sets an element of the list to v.
LoopText list_at(const std::string& index, int start) {
  LoopText loop;
  loop.start = int_text(start);
  loop.body = count + node_text("node_def", "set", "TensorListSetItem", {"l", index, "v"});
  loop.list = "set:output_handle:0";
  loop.result = node_text("node", "y", "TensorListStack", {"w:2"});
  return loop;
}

LoopText adding(const std::string& body) {
  LoopText loop;
  loop.body = body + add_one;
  loop.value = "more:z:0";
  return loop;
}

}  // namespace

class TensorflowModelsTest : public QObject {
  Q_OBJECT
 private slots:
  void equal_to_tensorflow_data();
  void equal_to_tensorflow();
  void names_and_kinds_are_those_of_tensorflow();
  void devices_become_metadata();
  void a_suffix_is_not_needed();
  void loops_run_as_often_as_in_tensorflow_data();
  void loops_run_as_often_as_in_tensorflow();
  void a_signature_uses_a_name_twice();
  void an_input_is_a_result();
  void other_signatures_are_noted();
  void untrained_variables_stay();
  void own_gradients_are_noted();
  void gradients_stop();
  void gradients_are_those_of_tensorflow_data();
  void gradients_are_those_of_tensorflow();
  void random_initial_values_stay();
  void large_initial_values_are_refused();
  void functions_that_double_are_refused();
  void lengths_that_depend_on_data_are_refused();
  void the_documentation_lists_the_ops();

 private:
  std::string file() const { return made_.filePath("graph.pbtxt").toStdString(); }

  QTemporaryDir made_;
};

void TensorflowModelsTest::equal_to_tensorflow_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("transformer");
  QVERIFY(models().size() >= 6);
  for (const QString& name : models()) {
    for (const char* transformer : {"cpu", "reference"})
      QTest::addRow("%s on %s", qPrintable(name), transformer) << name << QString(transformer);
  }
}

void TensorflowModelsTest::equal_to_tensorflow() {
  QFETCH(QString, name);
  QFETCH(QString, transformer);
  const ModelOutcome outcome =
      check_tensorflow((folder + name).toStdString(), transformer.toStdString(), 1e-4);
  QVERIFY2(outcome.kind == ModelOutcome::Kind::equal, outcome.text.c_str());
}

void TensorflowModelsTest::names_and_kinds_are_those_of_tensorflow() {
  const Document document = load_document(model("mlp.pb"));
  QVERIFY(document.is_model);
  QCOMPARE(document.find("x").axes().lengths(), (Shape{1, 12}));
  const Op product = document.find("MatMul");
  QCOMPARE(product.metadata().at("tensorflow"), std::string("MatMul"));
  QCOMPARE(product.axes()[0], document.find("x").axes()[0]);
  const Document image = load_document(model("lenet.pb"));
  const Axes pixels = image.find("image").axes();
  QCOMPARE(QString::fromStdString(pixels[3].name()), QString("C"));
  QCOMPARE(QString::fromStdString(pixels[1].name()), QString("H"));
}

void TensorflowModelsTest::devices_become_metadata() {
  std::string node = node_text("node", "y", "Relu", {"x"});
  node.insert(node.rfind('}'), " device: \"/job:worker/task:1/device:GPU:0\" ");
  const Document document = document_of_text(file(), placeholder_text("x", 2) + node);
  QCOMPARE(document.find("y").metadata().at("device"),
           std::string("/job:worker/task:1/device:GPU:0"));
  QVERIFY(!document.find("x").metadata().contains("device"));
}

void TensorflowModelsTest::a_suffix_is_not_needed() {
  const QTemporaryDir made;
  const std::string named = made.filePath("graph.model").toStdString();
  std::filesystem::copy(model("mlp.pb"), named);
  QVERIFY(load_document(named).is_model);
}

void TensorflowModelsTest::loops_run_as_often_as_in_tensorflow_data() {
  QTest::addColumn<std::string>("text");
  QTest::addColumn<QList<double>>("expected");
  QTest::addColumn<QString>("reason");
  const char* const other_form = "its condition is not a counter below a limit";
  QTest::newRow("steps of one") << adding(count).text() << QList<double>{4.5} << QString();
  LoopText loop = adding(step_text(float_text("1.5")));
  loop.start = float_text("0");
  loop.limit = float_text("3");
  QTest::newRow("steps of 1.5") << loop.text() << QList<double>{} << QString(other_form);
  loop = adding(count);
  loop.limit = float_text("2.5");
  loop.condition = cast_text("number", "i", "DT_FLOAT") +
                   node_text("node_def", "less", "Less", {"number:y:0", "n"});
  QTest::newRow("a limit of 2.5") << loop.text() << QList<double>{}
                                  << QString("its counter or its limit is not an integer");
  loop.condition = cast_text("number", "i", "DT_FLOAT") +
                   const_text("node_def", "most", float_text("2.5")) +
                   node_text("node_def", "less", "Less", {"number:y:0", "most:output:0"});
  QTest::newRow("a constant limit of 2.5") << loop.text() << QList<double>{} << QString(other_form);
  loop = LoopText();
  loop.body =
      count + cast_text("whole", "v", "DT_INT32") + cast_text("number", "whole:y:0", "DT_FLOAT");
  loop.value = "number:y:0";
  QTest::newRow("a value that is rounded") << loop.text() << QList<double>{1} << QString();
  QTest::newRow("a list from 0") << list_at("i", 0).text() << QList<double>{1.5, 1.5, 1.5}
                                 << QString();
  QTest::newRow("a list from 1") << list_at("i", 1).text() << QList<double>{}
                                 << QString("the first index of its list is not 0");
  QTest::newRow("a list at its end")
      << list_at("n", 0).text() << QList<double>{} << QString(other_form);
  loop = adding(count);
  for (int i = 0; i < 40; ++i) {
    const std::string name = "both" + std::to_string(i);
    loop.condition += node_text("node_def", name, "LogicalAnd", {loop.test, loop.test});
    loop.test = name + ":z:0";
  }
  QTest::newRow("shared conditions") << loop.text() << QList<double>{4.5} << QString();
}

void TensorflowModelsTest::loops_run_as_often_as_in_tensorflow() {
  QFETCH(std::string, text);
  QFETCH(QList<double>, expected);
  QFETCH(QString, reason);
  const Document document = document_of_text(file(), text);
  const QString found = QString::fromStdString(reasons_of(document));
  QVERIFY2(reason.isEmpty() ? found.isEmpty() : found.contains(reason), qPrintable(found));
  if (!reason.isEmpty()) return;
  const std::vector<double> values = results_of(document, 1.5).at(0);
  QCOMPARE(QList<double>(values.begin(), values.end()), expected);
}

// An input and a result have the same key.
void TensorflowModelsTest::a_signature_uses_a_name_twice() {
  const std::string graph = placeholder_text("serving_x", 2) +
                            node_text("node", "negative", "Neg", {"serving_x"}) +
                            node_text("node", "y", "Neg", {"negative"});
  const std::string keys =
      signature_text("inputs", "x", "serving_x:0") + signature_text("outputs", "x", "negative:0") +
      signature_text("outputs", "y", "negative:0") + signature_text("outputs", "y_output", "y:0");
  const Document document = document_of_text(file(), saved_model_text(graph, keys));
  QCOMPARE(document.find("serving_x").axes().lengths(), Shape{2});
  const std::vector<double> positive(2, 3), negative(2, -3);
  QCOMPARE(results_of(document, 3), (std::vector{negative, negative, positive}));
}

void TensorflowModelsTest::an_input_is_a_result() {
  const std::string graph =
      placeholder_text("serving_x", 2) + node_text("node", "negative", "Neg", {"serving_x"});
  const std::string keys = signature_text("inputs", "x", "serving_x:0") +
                           signature_text("outputs", "same", "serving_x:0") +
                           signature_text("outputs", "z", "negative:0");
  const Document document = document_of_text(file(), saved_model_text(graph, keys));
  QCOMPARE(results_of(document, 3),
           (std::vector{std::vector<double>(2, 3), std::vector<double>(2, -3)}));
}

void TensorflowModelsTest::other_signatures_are_noted() {
  const std::string graph = placeholder_text("x", 2) + node_text("node", "y", "Neg", {"x"});
  const std::string keys =
      signature_text("inputs", "x", "x:0") + signature_text("outputs", "y", "y:0");
  std::string text = saved_model_text(graph, keys);
  text.insert(text.rfind('}'), "signature_def { key: \"embed\" value {\n" + keys + "} }\n");
  const Document document = document_of_text(file(), text);
  QCOMPARE(document.notes.size(), std::size_t{1});
  QVERIFY(to_string(document.notes[0]).find("signature 'embed' is left out") != std::string::npos);
}

void TensorflowModelsTest::own_gradients_are_noted() {
  const QTemporaryDir made;
  const std::string own = attr_text("_gradient_op_type", "s: \"CustomGradient-12\"");
  const Document document =
      document_of_text(made.filePath("g.pbtxt").toStdString(),
                       placeholder_text("x", 1) + node_text("node", "y", "Identity", {"x"},
                                                            type_text("T", "DT_FLOAT") + own));
  QCOMPARE(document.notes.size(), std::size_t{1});
  QVERIFY(document.notes[0].what.starts_with("1 node of tf.custom_gradient"));
}

void TensorflowModelsTest::untrained_variables_stay() {
  const Document document = load_document((folder + "saved_frozen").toStdString());
  std::map<std::string, std::string> kinds;
  for (const Op& op : document.ops)
    if (is_state(op.node())) kinds[op.name()] = op.node().def->name;
  QCOMPARE(kinds["w"], std::string("variable"));
  QCOMPARE(kinds["slope"], std::string("variable"));
  QCOMPARE(kinds["mean"], std::string("persistent_tensor"));
}

// Numbers that a result reads too are drawn at each run, and cannot be initial.
void TensorflowModelsTest::gradients_stop() {
  const QTemporaryDir made;
  const Document document =
      document_of_text(made.filePath("g.pbtxt").toStdString(),
                       placeholder_text("x", 1) + node_text("node", "s", "StopGradient", {"x"}) +
                           node_text("node", "y", "Mul", {"s", "x"}, type_text("T", "DT_FLOAT")));
  const Op x = document.find("x");
  Tensor three(DType::f32, {1});
  three.set(0, 3);
  const auto values =
      run_once("reference", {deriv(sum(document.find("y"), out_axes({})), x)}, {{x, three}});
  QCOMPARE(values[0].value().values(), std::vector<double>{3});
}

void TensorflowModelsTest::gradients_are_those_of_tensorflow_data() {
  QTest::addColumn<QString>("name");
  for (const char* name : {"ties", "edges"}) QTest::addRow("%s", name) << QString(name);
}

void TensorflowModelsTest::gradients_are_those_of_tensorflow() {
  QFETCH(QString, name);
  const Document document = load_document((folder + name + ".pb").toStdString());
  const ComputationParts parts = parts_of(document.computations[0].node());
  Notes notes;
  Reader reader((folder + name + ".npz").toStdString());
  const TensorFile recorded = read_npz(reader, notes);
  const Op x = document.find("x");
  for (const char* transformer : {"reference", "cpu"}) {
    const auto values =
        run_once(transformer, {deriv(Op(parts.results[0]), x)}, {{x, *recorded.find("in.x")}});
    const std::vector<double> made = values[0].value().values();
    const std::vector<double> expected = recorded.find("grad.x")->values();
    for (std::size_t i = 0; i < expected.size(); ++i)
      QVERIFY2(std::abs(made.at(i) - expected[i]) <= 1e-4,
               qPrintable(QString("%1 on %2: %3").arg(i).arg(transformer).arg(made[i])));
  }
}

void TensorflowModelsTest::random_initial_values_stay() {
  const std::string variable =
      const_text("node", "shape", "dtype: DT_INT32 tensor_shape { dim { size: 1 } } int_val: 8") +
      node_text("node", "random", "RandomUniform", {"shape"}, type_text("dtype", "DT_FLOAT")) +
      node_text("node", "v", "VariableV2", {},
                type_text("dtype", "DT_FLOAT") + attr_text("shape", "shape { dim { size: 8 } }")) +
      node_text("node", "set", "Assign", {"v", "random"});
  const Document document =
      document_of_text(file(), variable + node_text("node", "y", "Relu", {"v"}));
  QCOMPARE(reasons_of(document), std::string());
  const std::vector<double> first = results_of(document, 0).at(0);
  QCOMPARE(first.size(), std::size_t{8});
  QVERIFY(std::all_of(first.begin(), first.end(), [](double x) { return x >= 0 && x < 1; }));
  QVERIFY(first[0] != first[1]);
  QCOMPARE(results_of(load_document(file()), 0).at(0), first);
  const Document drawn =
      document_of_text(file(), variable + node_text("node", "y", "Add", {"v", "random"}));
  QVERIFY(reasons_of(drawn).find("computed at run time") != std::string::npos);
}

void TensorflowModelsTest::large_initial_values_are_refused() {
  const std::string shape = "{ dim { size: 68719476736 } }";
  const Document document = document_of_text(
      file(), const_text("node", "one", "dtype: DT_FLOAT tensor_shape " + shape + " float_val: 1") +
                  node_text("node", "v", "VariableV2", {},
                            type_text("dtype", "DT_FLOAT") + attr_text("shape", "shape " + shape)) +
                  node_text("node", "set", "Assign", {"v", "one"}) +
                  node_text("node", "y", "Relu", {"v"}));
  QVERIFY(reasons_of(document).find("it has too many elements") != std::string::npos);
}

// Inlined, the first function has two million nodes.
void TensorflowModelsTest::functions_that_double_are_refused() {
  const auto call = [](const char* field, const std::string& name, const std::string& input,
                       int function) {
    const std::string of = "func { name: \"f" + std::to_string(function) + "\" }";
    return node_text(field, name, "PartitionedCall", {input}, attr_text("f", of));
  };
  constexpr int last = 20;
  std::string functions = function_text("f" + std::to_string(last), {"x"},
                                        node_text("node_def", "r", "Relu", {"x"}), {"r:y:0"});
  for (int i = 0; i < last; ++i) {
    functions += function_text(
        "f" + std::to_string(i), {"x"},
        call("node_def", "a", "x", i + 1) + call("node_def", "b", "a:output:0", i + 1),
        {"b:output:0"});
  }
  const std::string graph = placeholder_text("x", 1) + call("node", "y", "x", 0);
  const Document document = document_of_text(file(), graph + "library {\n" + functions + "}\n");
  QVERIFY(reasons_of(document).find("nodes when its functions are inlined") != std::string::npos);
}

void TensorflowModelsTest::lengths_that_depend_on_data_are_refused() {
  const std::string axis = const_text("node", "axis", int_text(0));
  const std::string found = node_text("node", "found", "Where", {"x"});
  const Document document =
      document_of_text(file(), placeholder_text("x", 4) + axis + found +
                                   node_text("node", "y", "Sum", {"found", "axis"}));
  QVERIFY(reasons_of(document).find("its result depends on its data") != std::string::npos);
  const Document known =
      document_of_text(file(), const_text("node", "x", float_text("2")) + axis +
                                   node_text("node", "line", "ExpandDims", {"x", "axis"}) +
                                   node_text("node", "found", "Where", {"line"}) +
                                   node_text("node", "y", "Sum", {"found", "axis"}));
  QCOMPARE(reasons_of(known), std::string());
}

void TensorflowModelsTest::the_documentation_lists_the_ops() {
  QFile page(testing::sourceFile("resources/docs/models.md"));
  QVERIFY(page.open(QIODevice::ReadOnly));
  const QString text = QString::fromUtf8(page.readAll());
  const auto begin = text.indexOf("\nOps: `"), end = text.indexOf("\n\n", begin);
  QStringList listed = text.mid(begin + 6, end - begin - 6).split(QRegularExpression("[`,.\\s]+"));
  listed.removeAll(QString());
  QStringList rows;
  for (const auto& row : tensorflow::all_rows())
    rows << QString::fromUtf8(row.name.data(), static_cast<qsizetype>(row.name.size()));
  rows.removeDuplicates();
  rows.sort();
  QVERIFY(rows.size() >= 120);
  QCOMPARE(listed.join(' '), rows.join(' '));
}

NGRAPH_TEST(TensorflowModelsTest)
#include "tensorflow_models_test.moc"
