// SPDX-License-Identifier: Apache-2.0
// Tests how graphs of TensorFlow Lite become nodes: variables, counters and lists of loops.
#include <QtTest>

#include "engine/documents/document.h"
#include "engine/formats/tflite/tflite_file.h"
#include "engine/frontends/tflite/convert_model.h"
#include "engine/frontends/tflite/graph_forms.h"
#include "engine/graph/node.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/run_graph.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

std::string model(const char* name) {
  return testing::source_file(std::string("tests/keras/models/") + name);
}

tflite::Operator operator_of(const char* name, std::vector<std::int64_t> inputs,
                             std::vector<std::int64_t> outputs) {
  tflite::Operator made;
  made.name = name;
  made.inputs = std::move(inputs);
  made.outputs = std::move(outputs);
  return made;
}

void set_text(tflite::Operator& op, const char* option, const char* text) {
  onnx::Attribute set;
  set.name = option;
  set.kind = onnx::AttributeKind::text;
  set.s = text;
  std::erase_if(op.options, [&](const onnx::Attribute& each) { return each.name == option; });
  op.options.push_back(std::move(set));
}

tflite::Operator start_with(std::int64_t graph) {
  tflite::Operator made = operator_of("CALL_ONCE", {}, {});
  onnx::Attribute number;
  number.name = "init_subgraph";
  number.i = graph;
  made.options.push_back(number);
  return made;
}

tflite::Operator handle(std::int64_t output) {
  tflite::Operator made = operator_of("VAR_HANDLE", {}, {output});
  set_text(made, "shared_name", "v");
  return made;
}

tflite::Tensor tensor_of(const char* name, StoredType type = DType::f32) {
  tflite::Tensor made;
  made.name = name;
  made.type = std::move(type);
  return made;
}

// The main graph starts the variable `v` with these graphs and reads it; graph 1 gives it a value,
// and graph 2 has too many tensors.
tflite::Model variable_model(const std::vector<std::int64_t>& starts) {
  tflite::Model made;
  made.path = "made.tflite";
  made.graphs.resize(3);
  tflite::Graph &main = made.graphs[0], &start = made.graphs[1];
  main.tensors = {tensor_of("h", StoredType("resource")), tensor_of("y")};
  for (const std::int64_t each : starts) main.operators.push_back(start_with(each));
  main.operators.push_back(handle(0));
  main.operators.push_back(operator_of("READ_VARIABLE", {0}, {1}));
  main.outputs = {1};
  start.tensors = {tensor_of("h", StoredType("resource")), tensor_of("k")};
  start.tensors[1].bytes = 4;
  start.operators = {handle(0), operator_of("ASSIGN_VARIABLE", {0, 1}, {})};
  made.graphs[2].tensors = {tensor_of("long")};
  made.graphs[2].tensors[0].name.resize(std::size_t{20} << 20, 'a');
  return made;
}

std::ptrdiff_t count_of(const onnx::Model& made, const char* op_type) {
  return std::count_if(made.graph.nodes.begin(), made.graph.nodes.end(),
                       [&](const onnx::Node& node) { return node.op_type == op_type; });
}

// Lists that the graphs write, and counters of their loops.
std::pair<int, int> forms_in(const tflite::Model& model) {
  int lists = 0, counters = 0;
  for (const tflite::Graph& graph : model.graphs) {
    const tflite::GraphForms forms(model, graph);
    for (const tflite::Operator& op : graph.operators) lists += forms.list_write(op).has_value();
    for (std::size_t i = 0; i < std::min(graph.inputs.size(), graph.outputs.size()); ++i)
      counters += forms.counts(graph.outputs[i], graph.inputs[i]);
  }
  return {lists, counters};
}

}  // namespace

class LiteConversionTest : public QObject {
  Q_OBJECT
 private slots:
  void variables_of_one_value_are_two();
  void a_variable_starts_once();
  void a_start_that_fails_ends();
  void forms_have_no_activation();
  void forms_have_one_shape();
};

// The run assigns 2x to both variables, then 3x to the first.
void LiteConversionTest::variables_of_one_value_are_two() {
  const Document document = load_document(model("lite_variables_equal.tflite"));
  const ComputationParts parts = parts_of(document.computation().node());
  const Op x(parts.parameters[0]);
  Tensor fed(DType::f32, x.axes().lengths());
  for (std::int64_t i = 0; i < fed.size(); ++i) fed.set(i, static_cast<double>(i + 1));
  std::vector<Op> sources;
  for (const Op& op : document.ops) {
    if (op.name().ends_with("/assign")) sources.emplace_back(op.node().operands[1]);
  }
  QCOMPARE(sources.size(), std::size_t{2});
  std::vector<double> factors;
  for (const auto& value : run_once("reference", sources, {{x, fed}})) {
    QVERIFY(value.has_value());
    factors.push_back(value->at(0));
    for (std::int64_t i = 0; i < fed.size(); ++i)
      QCOMPARE(value->at(i), factors.back() * fed.at(i));
  }
  std::sort(factors.begin(), factors.end());
  QCOMPARE(factors, (std::vector<double>{2, 3}));
}

void LiteConversionTest::a_variable_starts_once() {
  for (const auto& starts : {std::vector<std::int64_t>{1}, {1, 1}, {1, 1, 1}}) {
    Notes notes;
    const onnx::Model made = tflite::convert(variable_model(starts), notes);
    QVERIFY(notes.empty());
    QCOMPARE(count_of(made, "VarHandleOp"), 1);
    QCOMPARE(count_of(made, "Refused"), 0);
    QCOMPARE(count_of(made, "AssignVariableOp"), 0);
  }
}

// The second start is not taken for one in a graph.
void LiteConversionTest::a_start_that_fails_ends() {
  Notes notes;
  const onnx::Model made = tflite::convert(variable_model({2, 1}), notes);
  QCOMPARE(notes.size(), std::size_t{2});
  for (const Diagnostic& note : notes)
    QVERIFY(to_string(note).find("too many tensors") != std::string::npos);
  QCOMPARE(count_of(made, "Refused"), 1);  // the read
}

void LiteConversionTest::forms_have_no_activation() {
  Reader reader(model("lite_gru.tflite"));
  Notes notes;
  const tflite::Model whole = *read_tflite(reader, notes);
  const auto [lists, counters] = forms_in(whole);
  QVERIFY(lists > 0);
  QVERIFY(counters > 0);
  for (const auto& [name, left] :
       {std::pair{"ADD", std::pair{0, 0}}, {"CONCATENATION", std::pair{0, counters}}}) {
    tflite::Model activated = whole;
    for (tflite::Graph& graph : activated.graphs) {
      for (tflite::Operator& op : graph.operators) {
        if (op.name == name) set_text(op, "activation", "RELU6");
      }
    }
    QCOMPARE(forms_in(activated), left);
  }
}

void LiteConversionTest::forms_have_one_shape() {
  Reader reader(model("lite_gru.tflite"));
  Notes notes;
  tflite::Model wider = *read_tflite(reader, notes);
  for (tflite::Graph& graph : wider.graphs) {
    for (tflite::Tensor& tensor : graph.tensors) {
      if (tensor.is_constant() && tensor.type.dtype() == DType::i32 && tensor.shape.empty())
        tensor.shape = {1};
    }
  }
  QCOMPARE(forms_in(wider), std::pair(0, 0));
}

NGRAPH_TEST(LiteConversionTest)
#include "lite_conversion_test.moc"
