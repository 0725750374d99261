// SPDX-License-Identifier: Apache-2.0
// Tests calls of ONNX models with arrays of any length, and the lengths that arrays give.
#include "engine/documents/models/model_calls.h"

#include <QtTest>

#include "engine/base/error.h"
#include "engine/formats/onnx/onnx_file.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

onnx::ValueInfo input(const std::string& name, std::vector<onnx::Dimension> dims) {
  return {.name = name, .type = onnx::ElementType::f32, .dims = std::move(dims)};
}

// y = a + b, both of (batch, 3, an unnamed dimension).
std::shared_ptr<onnx::Model> addition() {
  auto model = std::make_shared<onnx::Model>();
  model->ir_version = 8;
  model->opsets[""] = 17;
  model->graph.inputs = {input("a", {{{}, "batch"}, {3, ""}, {{}, ""}}),
                         input("b", {{{}, "batch"}, {3, ""}, {{}, ""}})};
  model->graph.outputs = {input("y", {{{}, "batch"}, {3, ""}, {{}, ""}})};
  onnx::Node add;
  add.op_type = "Add";
  add.inputs = {"a", "b"};
  add.outputs = {"y"};
  model->graph.nodes.push_back(std::move(add));
  return model;
}

Tensor filled(Shape shape, double value) {
  Tensor tensor(DType::f32, std::move(shape));
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, value);
  return tensor;
}

QString error_of(const std::function<void()>& run) {
  try {
    run();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

class ModelCallsTest : public QObject {
  Q_OBJECT

 private slots:
  void arrays_give_the_lengths() {
    const auto model = addition();
    const OpenLengths both{{"batch", 5}, {"a_dim2", 7}, {"b_dim2", 7}};
    QVERIFY(lengths_of(given_inputs(*model), {{"a", {5, 3, 7}}, {"b", {5, 3, 7}}}) == both);
    const OpenLengths one{{"batch", 2}, {"b_dim2", 4}};
    QVERIFY(lengths_of(given_inputs(*model), {{"b", {2, 3, 4}}}) == one);
    QVERIFY(lengths_of(given_inputs(*model), {}).empty());
  }

  void lengths_that_differ_are_refused() {
    const auto model = addition();
    const QString conflict =
        error_of([&] { lengths_of(given_inputs(*model), {{"a", {5, 3, 7}}, {"b", {6, 3, 7}}}); });
    QVERIFY2(conflict.contains("'batch' has two lengths"), qPrintable(conflict));
    QVERIFY2(conflict.contains("6 in the input 'b'"), qPrintable(conflict));
    const QString rank = error_of([&] { lengths_of(given_inputs(*model), {{"a", {5, 3}}}); });
    QVERIFY2(rank.contains("number of dimensions"), qPrintable(rank));
    // Not repeated, as an array of a plan is.
    const QString once = error_of([&] { lengths_of(given_inputs(*model), {{"a", {5, 1, 7}}}); });
    QVERIFY2(once.contains("'a' has another shape"), qPrintable(once));
    QVERIFY2(once.contains("(any length, 3, any length)"), qPrintable(once));
  }

  void the_last_programs_are_kept() {
    ModelCalls calls(addition(), "cpu", 2);
    const auto call = [&](std::int64_t batch) {
      const auto results =
          calls({{"a", filled({batch, 3, 2}, 1)}, {"b", filled({batch, 3, 2}, 2)}});
      const Tensor& y = results.at("y");
      return y.shape == Shape{batch, 3, 2} && y.at(y.size() - 1) == 3;
    };
    for (const auto& [batch, compilations] :
         {std::pair{4, 1}, {1, 2}, {4, 2}, {3, 3}, {4, 3}, {1, 4}}) {
      QVERIFY(call(batch));
      QCOMPARE(calls.compilations(), std::int64_t{compilations});
      QVERIFY(calls.kept() <= 2);
    }
  }

  // A refused call keeps what was compiled.
  void refused_calls_change_nothing() {
    ModelCalls calls(addition(), "reference", 1);
    const std::map<std::string, Tensor> good{{"a", filled({2, 3, 2}, 1)},
                                             {"b", filled({2, 3, 2}, 2)}};
    QCOMPARE(calls(good).at("y").at(0), 3.0);
    QVERIFY(error_of([&] { calls({{"a", good.at("a")}}); }).contains("'b' is missing"));
    QVERIFY(error_of([&] {
              calls({{"a", filled({2, 3, 2}, 1)}, {"b", filled({3, 3, 2}, 2)}});
            }).contains("two lengths"));
    QCOMPARE(calls(good).at("y").at(0), 3.0);
    QCOMPARE(calls.compilations(), std::int64_t{1});
  }
};

NGRAPH_TEST(ModelCallsTest)
#include "model_calls_test.moc"
