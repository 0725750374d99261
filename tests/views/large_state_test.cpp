// SPDX-License-Identifier: Apache-2.0
// Tests watching a large variable while the run is active and while it is paused: the GUI thread
// does not wait for the bytes, and unchanged values are not sent again.
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include "app/link/session/engine_session.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/tensor_record.h"
#include "tests/bench/onnx_graph.h"
#include "tests/support/sparse_tensor.h"
#include "tests/support/stalls.h"
#include "tests/support/view_main.h"
#include "views/widgets/value_watch.h"

using namespace ng;
using namespace ng::views;

namespace {

constexpr int iterations = 20;

// NGRAPH_LARGE_STATE sets the number of elements, for measurements.
QString documentText(std::int64_t elements, bool written) {
  return QStringLiteral(R"({"ngraph": 1, "title": "large", "description": "", "made_by": "test",
"axes": [{"axis": "A", "length": %1}],
"ops": [
  {"id": 1, "op": "variable", "name": "W", "attributes": {"axes": ["A"], "dtype": "float32", "initial_value": {"tensor": "float32", "shape": [], "values": [2.0]}}},
  {"id": 2, "op": "variable", "name": "k", "attributes": {"axes": [], "dtype": "float32", "initial_value": {"tensor": "float32", "shape": [], "values": [0.0]}}},
  {"id": 3, "op": "constant", "name": "one", "attributes": {"axes": [], "value": {"tensor": "float32", "shape": [], "values": [1.0]}}},
  {"id": 4, "op": "max", "name": "m", "operands": [1], "attributes": {"out_axes": [], "reduction_axes": ["A"]}},
  {"id": 5, "op": "add", "name": "r", "operands": [4, 2]},
  {"id": 6, "op": "add", "name": "next", "operands": [2, 3]},
  {"id": 7, "op": "assign", "name": "count", "operands": [2, 6]},
  {"id": 9, "op": "add", "name": "more", "operands": [1, 3]},
  {"id": 10, "op": "assign", "name": "grow", "operands": [1, 9]}
],
"computations": [{"id": 8, "name": "go", "results": [5, 7%3], "parameters": [], "returns": "list"}],
"plan": {"computation": "go", "epochs": 1, "batches": %2, "bindings": []}
})")
      .arg(elements)
      .arg(iterations)
      .arg(written ? ", 10" : "");
}

}  // namespace

class LargeStateTest : public QObject {
  Q_OBJECT

 private slots:
  void theWindowDoesNotWait_data();
  void theWindowDoesNotWait();
  void openingReadsNoLargeWeights();
};

void LargeStateTest::theWindowDoesNotWait_data() {
  QTest::addColumn<bool>("written");
  QTest::newRow("read only") << false;
  QTest::newRow("written") << true;
}

void LargeStateTest::theWindowDoesNotWait() {
  QFETCH(bool, written);
  const qint64 asked = qEnvironmentVariableIntValue("NGRAPH_LARGE_STATE");
  const qint64 elements = asked > 0 ? asked : 25'000'000;
  QTemporaryDir folder;
  QFile file(folder.filePath("large.ngraph"));
  QVERIFY(file.open(QFile::WriteOnly) && file.write(documentText(elements, written).toUtf8()) > 0);
  file.close();
  EngineSession session;
  session.documents.open(file.fileName());
  QTRY_VERIFY(session.compilations.compilation() && !session.compilations.compileProgress().busy);
  const ValueWatch watch(session.values, 1);
  QTRY_VERIFY(session.values.value(1) != nullptr);
  const TensorRecordPtr before = session.values.value(1);
  testing::Stalls stalls;
  QElapsedTimer clock;
  clock.start();
  session.run.run();
  QTRY_VERIFY(session.run.status().state == RunState::finished);
  const double each = static_cast<double>(clock.elapsed()) / iterations;
  QTRY_VERIFY(session.values.value(1) && session.values.value(1)->iteration == iterations);
  QCOMPARE(session.values.value(1)->value.at(elements - 1), written ? 2.0 + iterations : 2.0);
  QCOMPARE(before->value.at(elements - 1), 2.0);  // the value handed out before is unchanged
  const double shown = written ? 2.0 * iterations : 1.0 + iterations;
  QCOMPARE(session.values.results().front().value.at(0), shown);
  qInfo("%.1f ms an iteration, %s", each, stalls.text().constData());
  QVERIFY2(stalls.few(), stalls.text());
}

// Weights in a file are read by the first run. Before, they can be saved, carried and compared.
void LargeStateTest::openingReadsNoLargeWeights() {
  constexpr std::int64_t rows = 1'000, columns = 1'000'000;  // 4 GB
  QTemporaryDir folder;
  bench::OnnxGraph graph;
  graph.input("x", {1, rows});
  graph.output("y", {1, columns});
  graph.external("w", {rows, columns}, "weights", 0);
  graph.node("MatMul", {"x", "w"}, "y");
  QFile model(folder.filePath("large.onnx"));
  QVERIFY(model.open(QFile::WriteOnly));
  QVERIFY(model.write(QByteArray::fromStdString(graph.model())) > 0);
  model.close();
  QFile weights(folder.filePath("weights"));
  if (!weights.open(QFile::WriteOnly) || !weights.resize(4 * rows * columns))
    QSKIP("the file system has no sparse files");
  EngineSession session;
  session.documents.open(model.fileName());
  QTRY_VERIFY(session.compilations.compilation() && !session.compilations.compileProgress().busy);
  const std::int64_t before = testing::most_memory();
  std::vector<ValueWatch> watches;
  for (const OpRecord& op : session.documents.document()->graph->ops)
    watches.emplace_back(session.values, op.id);
  session.parts.compilations.compileAgain();
  QTRY_VERIFY(!session.compilations.compileProgress().busy);
  const std::int64_t more = testing::most_memory() - before;
  QVERIFY2(more < 1 << 29, qPrintable(QString::number(more)));
  QVERIFY2(testing::most_memory() < std::int64_t{2} << 30,
           qPrintable(QString::number(testing::most_memory())));
}

NGRAPH_VIEW_TEST(LargeStateTest)

#include "large_state_test.moc"
