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
#include "engine/formats/archives/npz.h"
#include "engine/neon/optimizers/adam.h"
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "engine/ngraph.h"

using namespace ng;

namespace {

const std::string folder = NGRAPH_SOURCE_DIR "/tests/onnx/models/";

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

QTEST_APPLESS_MAIN(OnnxTrainingTest)
#include "onnx_training_test.moc"
