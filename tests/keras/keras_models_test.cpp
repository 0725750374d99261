// SPDX-License-Identifier: Apache-2.0
// Tests that models give the outputs that Keras recorded for them, and how they are shown.
// `./dev test-frameworks` writes the models again.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/documents/checkpoint_contents.h"
#include "engine/documents/document.h"
#include "engine/formats/format_table.h"
#include "engine/formats/hdf5/hdf5_helper.h"
#include "engine/frontends/keras/layer_config.h"
#include "engine/frontends/keras/layer_rows.h"
#include "engine/graph/node.h"
#include "engine/graph/op_def.h"
#include "engine/ngraph.h"
#include "engine/ops/opaque.h"
#include "engine/records/model_node.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"
#include "tests/tensorflow/tensorflow_check.h"

using namespace ng;

namespace {

const QString folder = testing::sourceFile("tests/keras/models/");

std::string model(const char* name) {
  return (folder + name).toStdString();
}

QStringList models() {
  QStringList found =
      QDir(folder).entryList({"*.keras", "*.h5", "*.tflite"}, QDir::Files, QDir::Name);
  found.removeIf([](const QString& name) {
    return name.endsWith(".weights.h5") || name == "unknown_results.keras" ||
           name == "own_layers.keras" || name == "quantised.keras";
  });
  return found;
}

}  // namespace

class KerasModelsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void equal_to_keras_data();
  void equal_to_keras();
  void equal_to_keras_for_other_inputs();
  void frozen_layers_stay();
  void hidden_keys_have_no_gradient();
  void unknown_functions_have_the_results_that_are_read();
  void layers_of_users_are_not_those_of_keras();
  void inputs_and_outputs_are_those_of_the_model();
  void quantised_weights_are_refused();
  void states_of_layers_are_noted_once();
  void layers_are_named_as_in_files_data();
  void layers_are_named_as_in_files();
  void names_and_kinds_are_those_of_keras();
  void weights_have_their_names_in_the_file();
  void a_file_with_an_architecture_is_a_document();
  void the_documentation_lists_the_layers();
};

void KerasModelsTest::initTestCase() {
  if (hdf5_helper().empty()) QSKIP("built without libhdf5 (apt-get install libhdf5-dev)");
}

void KerasModelsTest::equal_to_keras_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("transformer");
  QVERIFY(models().size() >= 8);
  for (const QString& name : models()) {
    for (const char* transformer : {"cpu", "reference"})
      QTest::addRow("%s on %s", qPrintable(name), transformer) << name << QString(transformer);
  }
}

void KerasModelsTest::equal_to_keras() {
  QFETCH(QString, name);
  QFETCH(QString, transformer);
  const ModelOutcome outcome =
      check_tensorflow((folder + name).toStdString(), transformer.toStdString(), 1e-4);
  QVERIFY2(outcome.kind == ModelOutcome::Kind::equal, outcome.text.c_str());
}

// A batch of one, recorded with the model of the same name.
void KerasModelsTest::equal_to_keras_for_other_inputs() {
  const QStringList recorded = QDir(folder).entryList({"masked_*_one.npz"}, QDir::Files);
  QCOMPARE(recorded.size(), 2);
  for (QString name : recorded) {
    const std::string arrays = (folder + name).toStdString();
    const ModelOutcome outcome = check_tensorflow(
        (folder + name.replace("_one.npz", ".keras")).toStdString(), "cpu", 1e-4, arrays);
    QVERIFY2(outcome.kind == ModelOutcome::Kind::equal, outcome.text.c_str());
  }
}

void KerasModelsTest::frozen_layers_stay() {
  const Document document = load_document(model("frozen.keras"));
  const auto kind = [&](const char* name) { return document.find(name).node().def->name; };
  QCOMPARE(kind("base/kernel"), "persistent_tensor");
  QCOMPARE(kind("base/bias"), "persistent_tensor");
  QCOMPARE(kind("norm/gamma"), "variable");
  QCOMPARE(kind("norm/moving_mean"), "persistent_tensor");
  QCOMPARE(kind("head/kernel"), "variable");
  QCOMPARE(kind("head/bias"), "variable");  // of one element
}

// The shares of keys that are all hidden are equal, whatever the query and the keys are.
void KerasModelsTest::hidden_keys_have_no_gradient() {
  const Document document = load_document(model("masked_attention.keras"));
  const ComputationParts parts = parts_of(document.computations[0].node());
  const Op own = document.find("own"), total = sum(own * own, out_axes({}));
  std::vector<Op> parameters;
  for (const NodePtr& each : parts.parameters) parameters.emplace_back(Value{each, 0});
  for (const char* transformer : {"reference", "cpu"}) {
    const TransformerPtr made = allocate_transformer(transformer);
    const std::vector<Op> gradients = {deriv(total, document.find("own/query/kernel")),
                                       deriv(total, document.find("own/key/kernel")),
                                       deriv(total, document.find("own/value/kernel"))};
    const auto values =
        made->computation(gradients, parameters)
            .call(std::vector<Tensor>{Tensor(DType::i32, {1, 5}), Tensor(DType::f32, {1, 3, 4})});
    for (std::int64_t i = 0; i < values[0].size(); ++i) QCOMPARE(values[0].at(i), 0.0);
    for (std::int64_t i = 0; i < values[1].size(); ++i) QCOMPARE(values[1].at(i), 0.0);
    QVERIFY(values[2].at(0) != 0);
  }
}

void KerasModelsTest::unknown_functions_have_the_results_that_are_read() {
  const ModelOutcome outcome = check_tensorflow(model("unknown_results.keras"), "cpu", 1e-5);
  QVERIFY2(outcome.kind == ModelOutcome::Kind::refused, outcome.text.c_str());
  QVERIFY2(outcome.text.find("Eigh") != std::string::npos, outcome.text.c_str());
}

void KerasModelsTest::layers_of_users_are_not_those_of_keras() {
  std::vector<std::string> kinds;
  for (const Op& op : load_document(model("own_layers.keras")).ops)
    if (op.node().def == &opaque_op) kinds.push_back(op.node().attributes.get<std::string>("kind"));
  QCOMPARE(kinds, (std::vector<std::string>{"Custom>Dense", "Custom>Average"}));
}

// The layers of the file are in another order.
void KerasModelsTest::inputs_and_outputs_are_those_of_the_model() {
  const Document document = load_document(model("named_outputs.keras"));
  const ComputationParts parts = parts_of(document.computations[0].node());
  std::vector<std::string> inputs, outputs;
  for (const NodePtr& parameter : parts.parameters) inputs.push_back(Op(parameter).name());
  for (const Value& result : parts.results) outputs.push_back(Op(result).name());
  QCOMPARE(inputs, (std::vector<std::string>{"x", "y"}));
  QCOMPARE(outputs, (std::vector<std::string>{"logits", "scores", "sum"}));
}

void KerasModelsTest::quantised_weights_are_refused() {
  int refused = 0;
  for (const Op& op : load_document(model("quantised.keras")).ops)
    refused += reason_not_to_run(op.node()).find("is quantised (int8)") != std::string::npos;
  QCOMPARE(refused, 4);
}

void KerasModelsTest::states_of_layers_are_noted_once() {
  const Notes notes = load_document(model("stateful.keras")).notes;
  QCOMPARE(notes.size(), std::size_t{1});
  QVERIFY(notes[0].what.find("keeps states between calls") != std::string::npos);
}

void KerasModelsTest::layers_are_named_as_in_files_data() {
  QTest::addColumn<QString>("class_name");
  QTest::addColumn<QString>("name");
  for (const auto& [class_name, name] : {std::pair{"Dense", "dense"},
                                         {"Conv2DTranspose", "conv2d_transpose"},
                                         {"GRU", "gru"},
                                         {"LSTM", "lstm"},
                                         {"SimpleRNN", "simple_rnn"},
                                         {"PReLU", "p_re_lu"},
                                         {"BatchNormalization", "batch_normalization"},
                                         {"DepthwiseConv1D", "depthwise_conv1d"},
                                         {"MultiHeadAttention", "multi_head_attention"},
                                         {"MaxPooling2D", "max_pooling2d"}})
    QTest::newRow(class_name) << QString(class_name) << QString(name);
}

void KerasModelsTest::layers_are_named_as_in_files() {
  QFETCH(QString, class_name);
  QTEST(QString::fromStdString(keras::snake_case(class_name.toStdString())), "name");
}

void KerasModelsTest::names_and_kinds_are_those_of_keras() {
  const Document document = load_document(model("nested.keras"));
  const Op kernel = document.find("inner/dense/kernel");
  QCOMPARE(kernel.axes().size(), std::size_t{2});
  QCOMPARE(document.find("shared").metadata().at("keras"), std::string("Dense"));
  for (const Op& op : document.ops) QVERIFY(reason_not_to_run(op.node()).empty());
}

void KerasModelsTest::weights_have_their_names_in_the_file() {
  const Document document = load_document(model("mlp.keras"));
  const CheckpointContents weights = read_checkpoint_contents(model("mlp.weights.h5"));
  int found = 0;
  for (const Op& op : document.ops) {
    const auto metadata = op.metadata();
    const auto in_file = metadata.find(name_in_file_key);
    if (in_file == metadata.end()) continue;
    QVERIFY2(weights.find(in_file->second) != nullptr, in_file->second.c_str());
    ++found;
  }
  QCOMPARE(found, 5);
}

void KerasModelsTest::a_file_with_an_architecture_is_a_document() {
  QVERIFY(!is_checkpoint_file(model("mlp.h5")));
  QVERIFY(is_checkpoint_file(model("mlp.weights.h5")));
  QCOMPARE(role_of(Reader(model("mlp.keras"))), FileRole::document);
  QVERIFY(model_format_at(model("mlp.h5")) != nullptr);
  QVERIFY(model_format_at(model("mlp.weights.h5")) == nullptr);
  // Both list their tensors, too.
  QCOMPARE(read_checkpoint_contents(model("mlp.h5")).entries.size(), std::size_t{5});
  QCOMPARE(read_checkpoint_contents(model("mlp.keras")).entries.size(), std::size_t{5});
}

void KerasModelsTest::the_documentation_lists_the_layers() {
  QFile file(testing::sourceFile("resources/docs/models.md"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QByteArray text = file.readAll();
  for (const keras::LayerRow& layer : keras::all_layers()) {
    const QByteArray name = "`" + QByteArray(layer.row.name.data(), layer.row.name.size()) + "`";
    QVERIFY2(text.contains(name), name);
  }
}

NGRAPH_TEST(KerasModelsTest)
#include "keras_models_test.moc"
