// SPDX-License-Identifier: Apache-2.0
// Tests `ngraph compare --precision`: its text, JSON and exit codes.
#include <QJsonArray>
#include <QTemporaryDir>

#include "engine/documents/document.h"
#include "engine/ngraph.h"
#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

class ComparePrecisionCommandTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void overflow_is_json();
  void overflow_is_text();
  void equal_values_agree();
  void documents_and_models_are_compared();
  void wrong_values_are_refused();

 private:
  QStringList compared(const char* x, const char* precision) const {
    return {"compare", document_, "--feed", QString("x=") + x, "--precision", precision};
  }

  QTemporaryDir folder_;
  QString document_;
};

// exp(20) / 2 is out of range in float16 only.
void ComparePrecisionCommandTest::initTestCase() {
  const Op x = placeholder({}).named("x");
  const Op power = exp(x).named("power"), scaled = (power * 0.5).named("scaled");
  Document document;
  document.ops = {x, power, scaled};
  document.computations = {computation({scaled}, {x}).named("run")};
  document_ = folder_.filePath("power.ngraph");
  save_document(document, document_.toStdString());
}

void ComparePrecisionCommandTest::overflow_is_json() {
  const QJsonObject found = json(compared("20", "f16"), 1);
  QCOMPARE(found["left"].toString(), QString("cpu"));
  QCOMPARE(found["right"].toString(), QString("cpu in float16"));
  QCOMPARE(found["precision"].toString(), QString("float16"));
  QCOMPARE(found["rtol"].toDouble(), 8 * 0x1p-10);
  QVERIFY(!found["agrees"].toBool(true));
  QCOMPARE(found["first_divergence"].toString(), QString("power"));
  const QJsonObject first = found["ops"][0].toObject();
  QCOMPARE(first["overflow"].toString(), QString("float16"));
  for (const char* key : {"max_abs", "relative", "ulps", "cosine", "own"})
    QVERIFY2(first.contains(key), key);
  QVERIFY(!found["ops"][1].toObject().contains("overflow"));
}

void ComparePrecisionCommandTest::overflow_is_text() {
  const Ran ran = ngraph(compared("20", "float16"));
  QCOMPARE(ran.code, 1);
  for (const char* part :
       {"cpu against cpu in float16, rtol 0.0078125 (8 times the epsilon of float16)", "ULP",
        "cosine", "own", "2 of 2 ops diverge\nfirst divergence: power", "overflows in float16"})
    QVERIFY2(ran.out.contains(part), qPrintable(ran.out));
  const Ran loose = ngraph(compared("2", "bf16") << "--rtol" << "0.5");
  QVERIFY2(loose.code == 0 && loose.out.contains("rtol 0.5\n"), qPrintable(loose.out));
}

void ComparePrecisionCommandTest::equal_values_agree() {
  const QJsonObject found = json(compared("2", "f32") << "--left" << "reference");
  QCOMPARE(found["right"].toString(), QString("reference in float32"));
  for (const QJsonValue& op : found["ops"].toArray()) QCOMPARE(op["max_abs"].toDouble(-1), 0.0);
  QVERIFY(found["largest_own"].isNull());
}

void ComparePrecisionCommandTest::documents_and_models_are_compared() {
  for (const char* file : {"sample_graphs/05_logistic_part2.ngraph", "sample_graphs/06_mlp.ngraph",
                           "tests/onnx/models/mlp.onnx", "tests/pytorch/models/mlp.pt2"}) {
    const QJsonObject found = json({"compare", file, "--precision", "bf16"});
    QVERIFY2(found["agrees"].toBool(), file);
    QVERIFY2(found["ops"].toArray().size() > 2, file);
  }
}

void ComparePrecisionCommandTest::wrong_values_are_refused() {
  const std::pair<QStringList, const char*> wrong[] = {
      {compared("1", "bfloat"), "did you mean 'bfloat16'"},
      {compared("1", "int8"), "no precision 'int8'"},
      {compared("1", "f16") << "--right" << "cpu", "--right"},
      {compared("1", "f16") << "--rename" << "a=b", "--rename"}};
  for (const auto& [words, what] : wrong) {
    const Ran ran = ngraph(words);
    QCOMPARE(ran.code, 2);
    QVERIFY2(ran.err.contains(what), qPrintable(ran.err));
  }
  const Ran integers =
      ngraph({"compare", "tests/onnx/models/integer_convolutions.onnx", "--precision", "f16"});
  QCOMPARE(integers.code, 3);
  QVERIFY2(integers.err.contains("no float values"), qPrintable(integers.err));
}

NGRAPH_TEST(ComparePrecisionCommandTest, QCoreApplication)
#include "compare_precision_command_test.moc"
