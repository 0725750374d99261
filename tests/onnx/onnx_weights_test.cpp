// SPDX-License-Identifier: Apache-2.0
// Tests that the weights of a model are read when they are needed, once, and from the file that was
// opened.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <set>

#include "engine/documents/document.h"
#include "engine/documents/document_record.h"
#include "engine/graph/op_def.h"
#include "engine/ngraph.h"
#include "engine/records/document_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/graph_record.h"
#include "tests/bench/onnx_graph.h"
#include "tests/support/checkout.h"
#include "tests/support/memory_meter.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

constexpr std::size_t unlimited = std::size_t{1} << 40;
constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::int64_t inside = 300, outside = 20'000;  // columns of the two weights
constexpr std::int64_t rows = 1000;

void write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

Tensor counting(const Shape& shape, double step) {
  Tensor tensor(DType::f32, shape);
  for (std::int64_t i = 0; i < tensor.size(); ++i)
    tensor.set(i, step * static_cast<double>(i % 97));
  return tensor;
}

std::string bytes_of(const Tensor& tensor) {
  return {reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size()};
}

// y = x · weight; weight in the model, or `external` in the file "weights" behind 8 bytes.
std::string product(std::int64_t columns, const Tensor* weight) {
  bench::OnnxGraph graph;
  graph.input("x", {1, rows});
  graph.output("y", {1, columns});
  if (weight)
    graph.constant("w", *weight);
  else
    graph.external("w", {rows, columns}, "weights", 8);
  graph.node("MatMul", {"x", "w"}, "y");
  return graph.model();
}

Tensor run(const Document& document, const Tensor& x) {
  const TransformerPtr transformer = allocate_transformer("cpu");
  return transformer->add_computation(document.computations.front(), {})(x);
}

// The elements of x · weight, of small integers.
std::vector<double> expected(const Tensor& x, const Tensor& weight) {
  const std::int64_t columns = weight.shape[1];
  std::vector<double> sums(static_cast<std::size_t>(columns), 0);
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      sums[static_cast<std::size_t>(j)] += x.at(i) * weight.at(i * columns + j);
  return sums;
}

}  // namespace

class OnnxWeightsTest : public QObject {
  Q_OBJECT
 private slots:
  void opening_reads_no_external_weights();
  void weights_are_read_from_the_file_that_was_opened();
  void embedded_weights_are_read_from_the_model();
  void changed_weights_are_refused();
  void a_model_without_its_weights_opens();
  void numbered_weights_are_called_after_their_modules();
  void weights_of_one_element_are_variables();
  void channels_inside_a_group_are_named();
  void constants_that_nothing_reads_are_left_out();
  void sparse_weights_have_all_elements();
  void sparse_weights_outside_their_shape_are_refused();

 private:
  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
  QTemporaryDir folder_;
};

// The file is far larger than what opening, compiling and listing may take.
void OnnxWeightsTest::opening_reads_no_external_weights() {
  constexpr std::int64_t columns = 4'000'000;  // 16 GB
  write(path("large.onnx"), product(columns, nullptr));
  write(path("weights"), "");
  std::filesystem::resize_file(path("weights"), 8 + 4 * std::uint64_t{rows} * columns);
  const testing::MemoryMeter meter(unlimited);
  const Document document = load_document(path("large.onnx"));
  const DocumentRecordPtr record = make_document_record(document);
  const Graph graph = required_graph(document.computations.front().value().node, {});
  QCOMPARE(call_cost(graph).flops, 2 * rows * columns);
  QCOMPARE(record->parameters, rows * columns);
  QVERIFY2(meter.peak() < 8 * mebibyte, qPrintable(QString::number(meter.peak())));
}

void OnnxWeightsTest::weights_are_read_from_the_file_that_was_opened() {
  const Tensor weight = counting({rows, outside}, 1), x = counting({1, rows}, 2);
  write(path("model.onnx"), product(outside, nullptr));
  write(path("weights"), "12345678" + bytes_of(weight));
  const Document document = load_document(path("model.onnx"));
  std::filesystem::remove(path("weights"));
  write(path("weights"), "another file");
  const std::size_t weight_bytes = weight.bytes.size();
  const testing::MemoryMeter meter(unlimited);
  const Tensor y = run(document, x);
  // The memory of the variable, and no other copy of the array.
  QVERIFY2(meter.peak() < weight_bytes * 3 / 2, qPrintable(QString::number(meter.peak())));
  QCOMPARE(y.values(), expected(x, weight));
}

void OnnxWeightsTest::embedded_weights_are_read_from_the_model() {
  const Tensor weight = counting({rows, inside}, 1), x = counting({1, rows}, 1);
  write(path("embedded.onnx"), product(inside, &weight));
  const testing::MemoryMeter meter(unlimited);
  const Document document = load_document(path("embedded.onnx"));
  QVERIFY2(meter.held() < weight.bytes.size() / 2, qPrintable(QString::number(meter.held())));
  QCOMPARE(run(document, x).values(), expected(x, weight));
}

void OnnxWeightsTest::changed_weights_are_refused() {
  const Tensor weight = counting({rows, inside}, 1);
  write(path("changing.onnx"), product(inside, nullptr));
  write(path("weights"), "12345678" + bytes_of(weight));
  const Document document = load_document(path("changing.onnx"));
  std::filesystem::resize_file(path("weights"), 1000);
  try {
    run(document, counting({1, rows}, 1));
    QFAIL("the values of a changed file were used");
  } catch (const Error& error) {
    const Diagnostic& d = error.diagnostic();
    QVERIFY2(d.what.find("weights") != std::string::npos, d.what.c_str());
    QVERIFY2(d.what.find("changed") != std::string::npos, d.what.c_str());
    QVERIFY(error.fault() == Fault::user && !d.action.empty());
  }
}

void OnnxWeightsTest::a_model_without_its_weights_opens() {
  write(path("alone.onnx"), product(inside, nullptr));
  std::filesystem::remove(path("weights"));
  const Document document = load_document(path("alone.onnx"));
  QCOMPARE(make_document_record(document)->parameters, rows * inside);
  QCOMPARE(document.notes.size(), std::size_t{1});
  const std::string& note = document.notes.front().what;
  QVERIFY2(note.find("'weights' is missing: 1 weight ") != std::string::npos, note.c_str());
  try {
    run(document, counting({1, rows}, 1));
    QFAIL("missing values were used");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::bad_file);
    QVERIFY(error.diagnostic().what.find("'w'") != std::string::npos);
  }
}

// PyTorch's exporter numbers the weights of a convolution that it merged with a normalisation.
void OnnxWeightsTest::numbered_weights_are_called_after_their_modules() {
  bench::OnnxGraph graph;
  graph.input("x", {1, 2, 4, 4});
  graph.output("y", {1, 3, 4, 4});
  graph.constant("onnx::Conv_538", counting({3, 2, 1, 1}, 1));
  graph.constant("onnx::Conv_539", counting({3}, 1));
  graph.constant("layer1.0.scale", counting({3, 1, 1}, 1));
  graph.constant("540", counting({3, 1, 1}, 1));
  graph.node("Conv", {"x", "onnx::Conv_538", "onnx::Conv_539"}, "/layer1/layer1.0/conv1/Conv");
  graph.node("Mul", {"/layer1/layer1.0/conv1/Conv", "layer1.0.scale"}, "/layer1/layer1.0/Mul");
  graph.node("Add", {"/layer1/layer1.0/Mul", "540"}, "y");
  write(path("numbered.onnx"), graph.model());
  const Document document = load_document(path("numbered.onnx"));
  std::map<std::string, std::string> in_file;
  for (const Op& op : document.ops) {
    if (op.node().def->traits.kind != OpKind::variable) continue;
    const Metadata& metadata = op.node().label->metadata;
    const auto at = metadata.find("name in file");
    in_file[op.name()] = at == metadata.end() ? "" : at->second;
  }
  const std::map<std::string, std::string> expected{{"layer1.0.conv1.weight", "onnx::Conv_538"},
                                                    {"layer1.0.conv1.bias", "onnx::Conv_539"},
                                                    {"layer1.0.scale", ""},
                                                    {"y.constant", "540"}};
  QVERIFY(in_file == expected);
}

// Of layers, by their uses and names; numbers of formulas are constants.
void OnnxWeightsTest::weights_of_one_element_are_variables() {
  bench::OnnxGraph graph;
  graph.input("x", {2, 3});
  graph.output("y", {2, 1});
  graph.constant("w", counting({3, 1}, 1));
  graph.constant("b", counting({1}, 1));
  graph.constant("slope", counting({1}, 1));
  graph.constant("head.bias", counting({1}, 1));
  graph.constant("half", Tensor(0.5));
  graph.node("Gemm", {"x", "w", "b"}, "h");
  graph.node("PRelu", {"h", "slope"}, "p");
  graph.node("Add", {"p", "head.bias"}, "a");
  graph.node("Mul", {"a", "half"}, "y");
  write(path("single.onnx"), graph.model());
  std::set<std::string> variables;
  for (const Op& op : load_document(path("single.onnx")).ops)
    if (op.node().def->traits.kind == OpKind::variable) variables.insert(op.name());
  QCOMPARE(variables, (std::set<std::string>{"b", "head.bias", "slope", "w"}));
}

void OnnxWeightsTest::channels_inside_a_group_are_named() {
  const Document document = load_document(testing::source_file("tests/onnx/models/depthwise.onnx"));
  int found = 0;
  for (const Op& op : document.ops) {
    if (op.name() != "depthwise.weight" && op.name() != "grouped.weight") continue;
    ++found;
    QVERIFY2(op.axes()[1].name().starts_with("C"), op.axes().text().c_str());
  }
  QCOMPARE(found, 2);
}

// The shapes that this model computes with are numbers of the importer.
void OnnxWeightsTest::constants_that_nothing_reads_are_left_out() {
  const Document document = load_document(testing::source_file("tests/onnx/models/torch_vit.onnx"));
  std::set<OpId> read;
  for (const Op& op : document.ops)
    for (const Value& operand : op.node().operands) read.insert(operand.node->id);
  for (const Op& op : document.ops)
    if (op.node().def->traits.kind == OpKind::constant)
      QVERIFY2(read.contains(op.id()), op.name().c_str());
}

void OnnxWeightsTest::sparse_weights_have_all_elements() {
  const Integer positions[] = {10 * inside - 1, 2, 5 * inside};
  const Integer indices[] = {9, inside - 1, 0, 2, 5, 0};
  const Tensor places[] = {Tensor::from(DType::i64, {3}, positions),
                           Tensor::from(DType::i64, {3, 2}, indices)};
  for (const Tensor& place : places) {
    bench::OnnxGraph graph;
    graph.input("x", {1, 10});
    graph.output("y", {1, inside});
    graph.sparse("w", {10, inside}, {-2, 3, 0.5}, place);
    graph.node("MatMul", {"x", "w"}, "y");
    write(path("sparse.onnx"), graph.model());
    const Tensor y = run(load_document(path("sparse.onnx")), counting({1, 10}, 1));
    std::vector<double> right(inside, 0);
    right[inside - 1] = 9 * -2, right[2] = 0 * 3, right[0] = 5 * 0.5;
    QCOMPARE(y.values(), right);
  }
}

void OnnxWeightsTest::sparse_weights_outside_their_shape_are_refused() {
  const std::pair<const char*, std::vector<Integer>> faults[] = {
      {"outside its shape", {0, 6}}, {"outside its shape", {-1, 2}}, {"twice", {3, 3}}};
  for (const auto& [what, positions] : faults) {
    bench::OnnxGraph graph;
    graph.output("w", {2, 3});
    graph.sparse("w", {2, 3}, {1, 2}, Tensor::from(DType::i64, {2}, positions));
    write(path("faulty.onnx"), graph.model());
    try {
      load_document(path("faulty.onnx"));
      QFAIL(what);
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::bad_file);
      QVERIFY2(error.diagnostic().what.find(what) != std::string::npos, error.what());
    }
  }
}

NGRAPH_TEST(OnnxWeightsTest)
#include "onnx_weights_test.moc"
