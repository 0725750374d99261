// SPDX-License-Identifier: Apache-2.0
// Tests that the sample models run by their own plans, with the outputs of ONNX Runtime.
#include <QDir>
#include <QtTest>

#include "engine/base/reader.h"
#include "engine/documents/document.h"
#include "engine/formats/archives/npz.h"
#include "engine/graph/node.h"
#include "engine/neon/plan/run_plan.h"
#include "engine/ngraph.h"
#include "engine/ops/sequencing.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const QString folder = testing::sourceFile("sample_graphs/models/");

// The results of the first call of the document's plan.
Results first_call(const Document& document) {
  BoundPlan plan(document);
  plan.load();
  const auto transformer = allocate_transformer("cpu");
  return transformer->add_computation(plan.calls.computation)
      .call(plan.calls.arguments(plan.moment(0)));
}

}  // namespace

class SampleModelsTest : public QObject {
  Q_OBJECT
 private slots:
  void equal_to_onnxruntime_data();
  void equal_to_onnxruntime();
  void are_small();
  void name_their_classes_and_tokens();
};

void SampleModelsTest::equal_to_onnxruntime_data() {
  QTest::addColumn<QString>("name");
  const QStringList files = QDir(folder).entryList({"*.onnx"}, QDir::Files, QDir::Name);
  QCOMPARE(files, (QStringList{"circles.onnx", "digits.onnx", "sentences.onnx"}));
  for (const QString& file : files) QTest::newRow(qPrintable(file)) << file.chopped(5);
}

void SampleModelsTest::equal_to_onnxruntime() {
  QFETCH(QString, name);
  const Document document = load_document((folder + name + ".onnx").toStdString());
  for (const PlanBinding& binding : document.plan->bindings)
    QVERIFY(binding.source == PlanBinding::Source::file);
  Notes notes;
  Reader reader((folder + name + ".expected.npz").toStdString());
  const TensorFile expected = read_npz(reader, notes);
  const Results found = first_call(document);
  const ComputationParts parts = parts_of(document.computation().node());
  QCOMPARE(found.size(), expected.tensors.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Tensor* values = expected.find(parts.results[i].node->label->name);
    QVERIFY(values);
    QCOMPARE(found[i].shape, values->shape);
    for (std::int64_t k = 0; k < found[i].size(); ++k)
      QVERIFY2(std::abs(found[i].at(k) - values->at(k)) <= 1e-5,
               qPrintable(QString("element %1").arg(k)));
  }
}

void SampleModelsTest::are_small() {
  for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files))
    QVERIFY2(file.size() <= 96 * 1024, qPrintable(file.fileName()));
}

void SampleModelsTest::name_their_classes_and_tokens() {
  const Document digits = load_document((folder + "digits.onnx").toStdString());
  QCOMPARE(digits.words->labels.size(), std::size_t{10});
  QCOMPARE(QString::fromStdString(digits.words->labels[3]), QString("three"));
  QVERIFY(digits.words->vocabulary.empty());
  QVERIFY(!load_document((folder + "sentences.onnx").toStdString()).words->vocabulary.empty());
}

NGRAPH_TEST(SampleModelsTest)
#include "sample_models_test.moc"
