// SPDX-License-Identifier: Apache-2.0
// Tests the distribution of random numbers of ONNX models, and that a seed repeats them.
#include <QtTest>
#include <cmath>

#include "engine/frontends/onnx/import_model.h"
#include "engine/ngraph.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;
using Setting = onnx::Attribute;
using onnx::AttributeKind;

namespace {

constexpr std::int64_t rows = 200, columns = 300;

Setting number(const char* name, double value) {
  Setting made;
  made.name = name;
  made.kind = AttributeKind::number;
  made.f = value;
  return made;
}

Setting integer(const char* name, std::int64_t value) {
  Setting made;
  made.name = name;
  made.kind = AttributeKind::integer;
  made.i = value;
  return made;
}

Setting shape_attribute() {
  Setting made;
  made.name = "shape";
  made.kind = AttributeKind::integers;
  made.ints = {rows, columns};
  return made;
}

onnx::ValueInfo value(const char* name) {
  onnx::ValueInfo made;
  made.name = name;
  made.type = onnx::ElementType::f32;
  made.dims.emplace();
  for (const std::int64_t length : {rows, columns}) made.dims->push_back({length, ""});
  return made;
}

// The outputs "y" and "z" of a node whose input is "x"; further inputs are constants.
Values outputs_of(const char* op, const std::vector<Setting>& attributes, const Tensor& x,
                  const char* transformer, const std::vector<Tensor>& constants = {}) {
  onnx::Model model;
  model.opsets[""] = 22;
  model.graph.inputs = {value("x")};
  model.graph.inputs[0].type = onnx::element_type(x.dtype);
  model.graph.outputs = {value("y")};
  onnx::Node node;
  node.name = node.op_type = op;
  node.inputs = {"x"};
  node.outputs = {"y"};
  node.attributes = attributes;
  onnx::ImportOptions options;
  for (std::size_t i = 0; i < constants.size(); ++i) {
    onnx::ValueInfo given = value("");
    given.name = "c" + std::to_string(i);
    given.type =
        constants[i].dtype == DType::bool_ ? onnx::ElementType::boolean : onnx::ElementType::f32;
    node.inputs.push_back(given.name);
    model.graph.inputs.push_back(given);
    options.values[given.name] = constants[i];
  }
  if (node.op_type == "Dropout") {
    node.outputs.push_back("z");
    model.graph.outputs.push_back(value("z"));
  }
  const bool reads = !node.op_type.starts_with("Random") || node.op_type.ends_with("Like");
  if (!reads) node.inputs.clear();
  model.graph.nodes = {node};
  const onnx::ImportedModel made = onnx::import_model(model, options);
  Feeds feeds;
  if (reads) feeds.emplace_back(made.inputs[0], x);
  return run_once(transformer, made.outputs, feeds);
}

Tensor filled(double number, DType dtype = DType::f32) {
  return Tensor::from(dtype, {rows, columns},
                      std::vector<double>(static_cast<std::size_t>(rows * columns), number));
}

struct Statistics {
  double mean = 0, variance = 0, least = HUGE_VAL, greatest = -HUGE_VAL;
};

Statistics statistics(const Tensor& tensor) {
  Statistics s;
  for (const double x : tensor.values()) {
    s.mean += x / static_cast<double>(tensor.size());
    s.least = std::min(s.least, x);
    s.greatest = std::max(s.greatest, x);
  }
  for (const double x : tensor.values()) {
    s.variance += (x - s.mean) * (x - s.mean) / static_cast<double>(tensor.size());
  }
  return s;
}

}  // namespace

class OnnxRandomTest : public QObject {
  Q_OBJECT
 private slots:
  void numbers_have_their_distribution_data();
  void numbers_have_their_distribution();
  void a_certain_event_happens();
  void seeds_repeat_numbers();
  void dropout_in_training_keeps_a_share();
  void classes_occur_by_their_probabilities();
};

void OnnxRandomTest::numbers_have_their_distribution_data() {
  QTest::addColumn<QString>("op");
  QTest::addColumn<double>("mean");
  QTest::addColumn<double>("variance");
  QTest::newRow("RandomUniform") << "RandomUniform" << 1.0 << 16.0 / 12;
  QTest::newRow("RandomUniformLike") << "RandomUniformLike" << 1.0 << 16.0 / 12;
  QTest::newRow("RandomNormal") << "RandomNormal" << 2.0 << 0.25;
  QTest::newRow("RandomNormalLike") << "RandomNormalLike" << 2.0 << 0.25;
  QTest::newRow("Bernoulli") << "Bernoulli" << 0.3 << 0.21;
}

// Means of 60,000 numbers are within 5 standard errors.
void OnnxRandomTest::numbers_have_their_distribution() {
  QFETCH(QString, op);
  QFETCH(double, mean);
  QFETCH(double, variance);
  std::vector<Setting> attributes{number("low", -1), number("high", 3), number("mean", 2),
                                  number("scale", 0.5)};
  if (op == "RandomUniform" || op == "RandomNormal") attributes.push_back(shape_attribute());
  for (const char* transformer : {"cpu", "reference"}) {
    const Values values = outputs_of(qPrintable(op), attributes, filled(0.3), transformer);
    const Statistics s = statistics(*values[0]);
    const double error = std::sqrt(variance / static_cast<double>(rows * columns));
    QVERIFY2(std::abs(s.mean - mean) < 5 * error, qPrintable(QString::number(s.mean)));
    QVERIFY2(std::abs(s.variance - variance) < 0.03 * variance,
             qPrintable(QString::number(s.variance)));
    if (op.startsWith("RandomUniform")) QVERIFY(s.least >= -1 && s.greatest < 3);
    if (op == "Bernoulli") QVERIFY(s.least == 0 && s.greatest == 1);
  }
}

// Rounded to half precision, a number drawn below 1 may be 1.
void OnnxRandomTest::a_certain_event_happens() {
  for (const DType dtype : {DType::f16, DType::bf16}) {
    const Tensor certain = filled(1, dtype);
    for (const char* transformer : {"cpu", "reference"}) {
      const Values values = outputs_of("Bernoulli", {}, certain, transformer);
      QCOMPARE(statistics(*values[0]).least, 1.0);
    }
  }
}

void OnnxRandomTest::seeds_repeat_numbers() {
  const auto drawn = [](std::vector<Setting> attributes, const char* transformer) {
    return outputs_of("RandomUniformLike", std::move(attributes), filled(0), transformer)[0]
        ->values();
  };
  const auto first = drawn({number("seed", 7)}, "cpu");
  QVERIFY(drawn({number("seed", 7)}, "cpu") == first);
  QVERIFY(drawn({number("seed", 7)}, "reference") == first);
  QVERIFY(drawn({number("seed", 8)}, "cpu") != first);
  QVERIFY(drawn({}, "cpu") == drawn({}, "cpu"));  // by the node's name
}

void OnnxRandomTest::dropout_in_training_keeps_a_share() {
  const std::vector<double> ratio{0.25}, trains{1};
  const Values values =
      outputs_of("Dropout", {integer("seed", 1)}, filled(3), "cpu",
                 {Tensor::from(DType::f32, {}, ratio), Tensor::from(DType::bool_, {}, trains)});
  const Statistics kept = statistics(*values[1]);
  QVERIFY2(std::abs(kept.mean - 0.75) < 0.01, qPrintable(QString::number(kept.mean)));
  for (std::int64_t i = 0; i < values[0]->size(); ++i) {
    QCOMPARE(values[0]->at(i), values[1]->at(i) != 0 ? 4.0 : 0.0);
  }
}

void OnnxRandomTest::classes_occur_by_their_probabilities() {
  Tensor scores = filled(-HUGE_VAL);
  for (std::int64_t i = 0; i < rows; ++i) {
    scores.set(i * columns + 3, std::log(1.0));
    scores.set(i * columns + 200, std::log(3.0));
  }
  const Values values = outputs_of("Multinomial", {integer("sample_size", 250)}, scores, "cpu");
  QCOMPARE(values[0]->shape, (Shape{rows, 250}));
  QVERIFY(values[0]->dtype == DType::i32);
  double often = 0;
  for (const double each : values[0]->values()) {
    QVERIFY(each == 3 || each == 200);
    often += each == 200;
  }
  QVERIFY(std::abs(often / static_cast<double>(values[0]->size()) - 0.75) < 0.01);
}

NGRAPH_TEST(OnnxRandomTest)
#include "onnx_random_test.moc"
