// SPDX-License-Identifier: Apache-2.0
// Tests what `ngraph` prints of models: results in words, and blocks with their parts.
#include <QJsonArray>

#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

class ModelResultsTest : public QObject {
  Q_OBJECT
 private slots:
  void classes_are_ranked();
  void ids_are_text();
  void blocks_have_parts();
};

void ModelResultsTest::classes_are_ranked() {
  const Ran text = ngraph({"run", "sample_graphs/models/digits.onnx"});
  QCOMPARE(text.code, 0);
  const qsizetype three = text.out.indexOf(" %  three\n");
  QVERIFY2(three > 0 && three == text.out.indexOf(" %  "), qPrintable(text.out));
  const Ran json = ngraph({"run", "sample_graphs/models/digits.onnx", "--json"});
  const QByteArray line = json.out.section('\n', 0, 0).toUtf8();
  const QJsonObject result =
      QJsonDocument::fromJson(line).object()["results"].toArray()[0].toObject();
  const QJsonArray rows = result["classes"].toArray();
  QCOMPARE(rows.size(), 1);
  QCOMPARE(rows[0].toArray().size(), 5);
  const QJsonObject first = rows[0].toArray()[0].toObject();
  QCOMPARE(first["class"].toInt(), 3);
  QCOMPARE(first["label"].toString(), QString("three"));
  QVERIFY(first["probability"].toDouble() > 0.9);
}

void ModelResultsTest::ids_are_text() {
  const Ran text = ngraph({"run", "sample_graphs/models/sentences.onnx"});
  QVERIFY2(text.out.contains("a kernel computes several ops in one loop.\na buffer holds"),
           qPrintable(text.out + text.err));
}

void ModelResultsTest::blocks_have_parts() {
  const Ran ran = ngraph({"info", "sample_graphs/models/circles.onnx", "--json"});
  const QJsonArray blocks = QJsonDocument::fromJson(ran.out.toUtf8()).object()["blocks"].toArray();
  bool found = false;
  for (const QJsonValue& each : blocks) {
    const QJsonObject block = each.toObject();
    if (block["blocks"].toInt() != 4) continue;
    found = true;
    int parameters = 0;
    for (const QJsonValue& part : block["parts"].toArray())
      parameters += part.toObject()["parameters"].toInt();
    QCOMPARE(parameters, block["parameters"].toInt());
    QCOMPARE(parameters, 4 * 2 * (10 * 10 * 9 + 10));
  }
  QVERIFY2(found, qPrintable(ran.out));
}

NGRAPH_TEST(ModelResultsTest)
#include "model_results_test.moc"
