// SPDX-License-Identifier: Apache-2.0
// Tests what `ngraph profile` adds up: times by op type and by block, of import, compiling and the
// whole call. Times differ from run to run: only invariants are checked.
#include <QJsonArray>
#include <cmath>

#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

class ProfileTest : public QObject {
  Q_OBJECT

 private slots:
  void itEndsWithTheWholeCall();
  void stepsThatRunOnceAreNoPartOfACall();
  void viewsOfTheNextNodeAreNoType();
};

void ProfileTest::itEndsWithTheWholeCall() {
  const QString text = ngraph({"profile", "tests/onnx/models/lenet.onnx", "--calls", "3"}).out;
  for (const char* part : {"\nop type ", "\nblock ", "\nimport ", "\ncompile ", "\ncall "})
    QVERIFY2(text.contains(part), part);
  QVERIFY(text.contains("median of 3 calls"));
  QVERIFY(!ngraph({"profile", "sample_graphs/01_x_plus_one.ngraph"}).out.contains("\nonce "));
}

// Filters that a call packs once are no part of the later calls.
void ProfileTest::stepsThatRunOnceAreNoPartOfACall() {
  const QJsonObject found = json({"profile", "tests/onnx/models/depthwise.onnx", "--calls", "2"});
  double sum = 0;
  bool convolves = false, counts = false;
  for (const QJsonValue& kernel : found["kernels"].toArray()) {
    if (kernel["once"].toBool()) {
      QCOMPARE(kernel["part_of_kernels_time"].toDouble(), 0.0);
      continue;
    }
    sum += kernel["microseconds"].toDouble() * kernel["launches"].toInt();
    QCOMPARE(kernel["gflops"].isNull(), kernel["limited"] == "neither FLOP nor bytes are known");
    counts |= kernel["gflops"].toDouble() > 0;
    for (const QJsonValue& node : kernel["nodes"].toArray())
      convolves |= node.toString().contains("depthwise");
  }
  QVERIFY(convolves && counts);
  for (const char* table : {"by_op_type", "by_block"}) {
    double rows = 0;
    for (const QJsonValue& row : found[table].toArray()) rows += row["microseconds"].toDouble();
    QVERIFY2(std::abs(rows - sum) < 1e-6 * sum, table);
  }
  QVERIFY(found["by_op_type"][0]["name"].toString().contains("Conv"));
  for (const char* time : {"import_ms", "call_microseconds", "fastest_call_microseconds"})
    QVERIFY2(found[time].toDouble() > 0, time);
}

// The next convolution's view of the pooled images, which a kernel op wraps, shares their memory.
void ProfileTest::viewsOfTheNextNodeAreNoType() {
  const QJsonObject found =
      json({"profile", "tests/onnx/models/torch_resnet18.onnx", "--calls", "1"});
  int pooled = 0;
  for (const QJsonValue& row : found["by_op_type"].toArray()) {
    const QString name = row["name"].toString();
    pooled += name.contains("Pool");
    QVERIFY2(!name.contains("Pool") || !name.contains("+"), qPrintable(name));
  }
  QVERIFY(pooled > 0);
}

NGRAPH_TEST(ProfileTest)
#include "profile_test.moc"
