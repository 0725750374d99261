// SPDX-License-Identifier: Apache-2.0
// Tests quantised convolutional nets: bytes within one step of ONNX Runtime's, and every
// convolution one of bytes. tests/onnx/write_quantised.py writes the nets.
#include <QDir>
#include <QtTest>
#include <cmath>

#include "engine/base/reader.h"
#include "engine/documents/document.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/ngraph.h"
#include "engine/ops/sequencing.h"
#include "engine/session/compilation.h"
#include "tests/support/graph_run.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const QString folder = testing::sourceFile("tests/onnx/quantised/");

// A net, its results and what it is fed.
struct Net {
  explicit Net(const QString& name) {
    Notes notes;
    const std::string path = (folder + name).toStdString();
    Reader file(path + ".onnx"), arrays(path + ".npz");
    const auto model = read_onnx(file, notes);
    recorded = read_npz(arrays, notes);
    document = load_document(path + ".onnx");
    const ComputationParts parts = parts_of(document.computation().node());
    for (std::size_t i = 0; i < model->graph.inputs.size(); ++i) {
      feeds.emplace_back(Op(parts.parameters.at(i)),
                         *recorded.find("in." + model->graph.inputs[i].name));
    }
    results.assign(parts.results.begin(), parts.results.end());
    for (const auto& output : model->graph.outputs) names.push_back("out." + output.name);
  }

  Document document;
  TensorFile recorded;
  std::vector<std::string> names;  // of the recorded results
  std::vector<Op> results;
  Feeds feeds;
};

}  // namespace

class OnnxQuantisedTest : public QObject {
  Q_OBJECT

  static void nets() {
    QTest::addColumn<QString>("name");
    const QStringList files = QDir(folder).entryList({"*.onnx"}, QDir::Files, QDir::Name);
    QVERIFY(files.size() >= 3);
    for (const QString& file : files) QTest::newRow(qPrintable(file)) << file.chopped(5);
  }

 private slots:
  void within_one_step_data() { nets(); }
  void within_one_step() {
    QFETCH(QString, name);
    const Net net(name);
    for (const char* transformer : {"cpu", "reference"}) {
      const Values found = run_once(transformer, net.results, net.feeds);
      for (std::size_t i = 0; i < net.names.size(); ++i) {
        const Tensor& expected = *net.recorded.find(net.names[i]);
        QCOMPARE(found[i]->shape, expected.shape);
        QCOMPARE(found[i]->dtype, expected.dtype);
        std::int64_t other = 0;
        for (std::int64_t k = 0; k < expected.size(); ++k) {
          const double steps = std::abs(found[i]->at(k) - expected.at(k));
          QVERIFY2(steps <= 1, (net.names[i] + " on " + transformer).c_str());
          other += steps != 0;
        }
        QVERIFY2(100 * other <= expected.size(), net.names[i].c_str());
      }
    }
  }

  void convolutions_are_of_bytes_data() { nets(); }
  void convolutions_are_of_bytes() {
    QFETCH(QString, name);
    const Net net(name);
    std::vector<Op> parameters;
    for (const auto& [parameter, value] : net.feeds) parameters.push_back(parameter);
    const TransformerPtr cpu = allocate_transformer("cpu");
    const Computation f = cpu->computation(net.results, parameters);
    int convolutions = 0;
    for (const Step& step : f.compilation().program.steps) {
      const auto* window = step.as<WindowStep>();
      const auto* convolution = window ? std::get_if<Convolution>(window) : nullptr;
      if (!convolution) continue;
      QVERIFY(convolution->bytes && convolution->packed);
      ++convolutions;
    }
    QCOMPARE(convolutions, 5);
  }
};

NGRAPH_TEST(OnnxQuantisedTest)
#include "onnx_quantised_test.moc"
