// SPDX-License-Identifier: Apache-2.0
// Tests that `ngraph compare` names the op that reads a wrong weight, in models of several kinds,
// and reduces it to a model that still differs.
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

#include "engine/documents/document.h"
#include "engine/formats/archives/npz.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ngraph.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"
#include "tests/cli/ngraph_command.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Tensor reversed(const Tensor& tensor) {
  Tensor made(tensor.dtype, tensor.shape);
  for (std::int64_t i = 0; i < made.size(); ++i) made.set(i, tensor.at(made.size() - 1 - i));
  return made;
}

std::vector<NamedTensor> arrays_of(const std::string& path) {
  Reader reader(path);
  Notes notes;
  return read_npz(reader, notes).tensors;
}

// A model with the inputs of its recorded call.
struct Recorded {
  Document document;
  std::vector<Op> inputs, values;  // of the computation; values: what it computes from others
  std::vector<Tensor> arguments;

  explicit Recorded(const std::string& path) {
    std::vector<NamedTensor> given;
    LoadOptions options;
    for (NamedTensor& each : arrays_of(path + ".npz")) {
      if (!each.name.starts_with("in.")) continue;
      each.name.erase(0, 3);
      options.fed_shapes[each.name] = each.tensor.shape;
      given.push_back(std::move(each));
    }
    document = load_document(path + ".onnx", options);
    const Op computation = document.computation();
    for (const NodePtr& input : parts_of(computation.node()).parameters) {
      inputs.emplace_back(input);
      for (const NamedTensor& each : given)
        if (each.name == inputs.back().name()) arguments.push_back(each.tensor);
    }
    for (const NodePtr& node : ordered_nodes({computation.value()}))
      if (!node->results.empty() && !node->def->traits.is_source() &&
          !node->def->traits.is_sequencing())
        values.emplace_back(node);
  }

  // What a program with another value of the weight would save.
  std::vector<NamedTensor> with_fault(const std::string& weight) const {
    const TransformerPtr made = allocate_transformer("cpu");
    const Computation run = made->computation(values, inputs);
    const Op changed = document.find(weight);
    made->set_value(changed, reversed(initial_contents(changed.node())));
    const Results results = run.call(arguments);
    std::vector<NamedTensor> all;
    for (std::size_t i = 0; i < inputs.size(); ++i) all.push_back({inputs[i].name(), arguments[i]});
    for (std::size_t i = 0; i < values.size(); ++i) all.push_back({values[i].name(), results[i]});
    return all;
  }
};

}  // namespace

class PlantedFaultsTest : public QObject {
  Q_OBJECT
 private slots:
  void are_named_and_reduced_data();
  void are_named_and_reduced();
};

void PlantedFaultsTest::are_named_and_reduced_data() {
  QTest::addColumn<QString>("weight");
  QTest::newRow("mlp") << "w1";
  QTest::newRow("lenet") << "conv2.weight";
  QTest::newRow("resnet_block") << "bn1.scale";
  QTest::newRow("bert") << "attention.q.weight";
  QTest::newRow("gpt") << "attention.k.weight";
  QTest::newRow("recurrent") << "LSTM.r";
}

void PlantedFaultsTest::are_named_and_reduced() {
  QFETCH(QString, weight);
  const QTemporaryDir folder;
  const QString path = testing::sourceFile("tests/onnx/models/") + QTest::currentDataTag(),
                values = folder.filePath("values.npz"), out = folder.filePath("reduced.onnx");
  const Recorded recorded(path.toStdString());
  const std::vector<NamedTensor> arrays = recorded.with_fault(weight.toStdString());
  std::vector<TensorRef> refs;
  for (const NamedTensor& each : arrays) refs.push_back({each.name, &each.tensor});
  write_npz(values.toStdString(), refs);
  const QJsonObject found =
      json({"compare", path + ".onnx", "--right", values, "--reduce", out}, 1);
  const Op first = recorded.document.find(found["first_divergence"].toString().toStdString());
  const std::vector<Value>& operands = first.node().operands;
  const Op wrong = recorded.document.find(weight.toStdString());
  QVERIFY2(std::any_of(operands.begin(), operands.end(),
                       [&](const Value& operand) { return operand.node == wrong.value().node; }),
           first.name().c_str());
  QVERIFY(QFile::exists(out));
  const QJsonObject again = json({"compare", out, "--right", out + ".npz"}, 1);
  QCOMPARE(again["first_divergence"].toString(), found["first_divergence"].toString());
  QVERIFY(again["ops"].toArray().size() < found["ops"].toArray().size());
}

NGRAPH_TEST(PlantedFaultsTest)
#include "planted_faults_test.moc"
