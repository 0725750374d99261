// SPDX-License-Identifier: Apache-2.0
// Tests that branches whose condition is known at run time only are skipped if they cost much, that
// gradients flow through them, and that samples beyond a bound are not left out silently.
#include <QtTest>
#include <cmath>

#include "engine/base/reader.h"
#include "engine/documents/document.h"
#include "engine/formats/archives/npz.h"
#include "engine/graph/graph.h"
#include "engine/ngraph.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/sequencing.h"
#include "tests/support/graph_run.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const std::string folder = testing::sourceFile("tests/onnx/models/").toStdString();
const std::string path = folder + "branches";

TensorFile arrays(const std::string& path) {
  Notes notes;
  Reader file(path + ".npz");
  return read_npz(file, notes);
}

std::vector<NodePtr> skippable(const Op& result) {
  std::vector<NodePtr> found;
  for (const NodePtr& node : ordered_nodes({result.value()})) {
    if (node->loop && scan_parts(*node).active) found.push_back(node);
  }
  return found;
}

// The gradient of the sum of squares of a result with respect to the input x.
Tensor gradient(const Document& document, const std::string& result, const char* transformer) {
  const Op y = document.find(result), x = document.find("x");
  const TensorFile inputs = arrays(path);
  Feeds feeds;
  for (const NodePtr& parameter : parts_of(document.computation().node()).parameters) {
    const Op fed(parameter);
    feeds.emplace_back(fed, *inputs.find("in." + fed.name()));
  }
  const Op loss = sum(square(y), reduce_over(y.axes()));
  return *run_once(transformer, {deriv(loss, x)}, feeds)[0];
}

}  // namespace

class OnnxLengthsTest : public QObject {
  Q_OBJECT
 private slots:
  void costly_branches_are_skipped_data();
  void costly_branches_are_skipped();
  void gradients_are_those_of_the_chosen_branch_data();
  void gradients_are_those_of_the_chosen_branch();
  void regions_larger_than_the_image_have_no_result();
};

void OnnxLengthsTest::costly_branches_are_skipped_data() {
  QTest::addColumn<QString>("result");
  QTest::addColumn<int>("count");
  QTest::newRow("products, and exp of a few elements") << "taken.1" << 1;
  QTest::newRow("a loop, and a sum") << "other.loop.0" << 2;  // which reads the result before
  QTest::newRow("a branch in a branch") << "taken.nested.0" << 1;
}

void OnnxLengthsTest::costly_branches_are_skipped() {
  QFETCH(QString, result);
  QFETCH(int, count);
  const Document document = load_document(path + ".onnx");
  const std::vector<NodePtr> found = skippable(document.find(result.toStdString()));
  QCOMPARE(static_cast<int>(found.size()), count);
  for (const NodePtr& node : found) QCOMPARE(scan_parts(*node).steps, 1);
}

void OnnxLengthsTest::gradients_are_those_of_the_chosen_branch_data() {
  QTest::addColumn<QString>("result");
  for (const char* result : {"taken.1", "other.1", "taken.loop.0", "other.loop.0", "taken.nested.0",
                             "other.nested.0", "alternated"}) {
    QTest::newRow(result) << QString(result);
  }
}

// Conditions that are constants build the chosen branch alone.
void OnnxLengthsTest::gradients_are_those_of_the_chosen_branch() {
  QFETCH(QString, result);
  const TensorFile inputs = arrays(path);
  LoadOptions options;
  for (const char* name : {"yes", "no"}) {
    options.input_values[name] = *inputs.find("in." + std::string(name));
  }
  const std::string name = result.toStdString();
  const Tensor expected = gradient(load_document(path + ".onnx", options), name, "reference");
  for (const char* transformer : {"cpu", "reference"}) {
    const Tensor found = gradient(load_document(path + ".onnx"), name, transformer);
    const QString wrong = difference(found.values(), expected.values(), 1e-4, 1e-5);
    QVERIFY2(wrong.isEmpty(), qPrintable(transformer + (": " + wrong)));
  }
}

// The number of samples is known for regions up to the size of the image.
void OnnxLengthsTest::regions_larger_than_the_image_have_no_result() {
  const Document document = load_document(folder + "parts.onnx");
  const TensorFile inputs = arrays(folder + "parts");
  Tensor regions = *inputs.find("in.regions");
  const std::int64_t large = 2;
  regions.set(4 * large + 2, 1e3);
  Feeds feeds;
  for (const char* name : {"picture", "batches"}) {
    feeds.emplace_back(document.find(name), *inputs.find("in." + std::string(name)));
  }
  feeds.emplace_back(document.find("regions"), regions);
  for (const char* transformer : {"cpu", "reference"}) {
    const Tensor found = *run_once(transformer, {document.find("avg_half_pixel")}, feeds)[0];
    const std::int64_t each = found.size() / regions.shape[0];
    for (std::int64_t i = 0; i < found.size(); ++i) {
      QCOMPARE(std::isnan(found.at(i)), i / each == large);
    }
  }
}

NGRAPH_TEST(OnnxLengthsTest)
#include "onnx_lengths_test.moc"
