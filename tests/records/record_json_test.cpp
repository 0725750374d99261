// SPDX-License-Identifier: Apache-2.0
// Tests records as JSON text, as --json prints them.
#include "engine/records/json/record_json.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <limits>

#include "engine/documents/document_record.h"
#include "engine/ngraph.h"
#include "engine/records/tensor_record.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

QJsonObject parsed(const std::string& text) {
  QJsonParseError error;
  const QJsonDocument json = QJsonDocument::fromJson(QByteArray::fromStdString(text), &error);
  if (error.error != QJsonParseError::NoError) qWarning() << error.errorString();
  return json.object();
}

}  // namespace

class RecordJsonTest : public QObject {
  Q_OBJECT
 private slots:
  void tensors();
  void documents();
  void diagnostics();
};

void RecordJsonTest::tensors() {
  TensorRecord record;
  record.op = 12;
  record.name = "W";
  record.axes = {{"C", 3, 0, AxisRole::channel}};
  record.value = Tensor{.1, 2, std::numeric_limits<double>::quiet_NaN()};
  const QJsonObject json = parsed(to_json(record));
  QCOMPARE(json["op"].toString(), QString("12"));
  QCOMPARE(json["dtype"].toString(), QString("float32"));
  const QJsonArray values = json["values"].toArray();
  QCOMPARE(values[0].toDouble(), .1);
  QCOMPARE(values[1].toDouble(), 2.0);
  QCOMPARE(values[2].toString(), QString("nan"));
  record.value = Tensor::from(DType::u64, {1}, std::vector<double>{0});
  record.value.as<std::uint64_t>()[0] = 18446744073709551615u;  // not representable as a double
  QVERIFY(QString::fromStdString(to_json(record)).contains("[18446744073709551615]"));
  QCOMPARE(to_string(record.value), std::string("[18446744073709551615]"));
  record.value = Tensor::from(DType::i32, {2}, std::vector<double>{-2147483648, 123456789});
  QCOMPARE(to_string(record.value), std::string("[-2147483648 123456789]"));
  record.value = Tensor::from(DType::i64, {1}, std::vector<double>{0});
  record.value.as<std::int64_t>()[0] = 9007199254740993;
  QVERIFY(to_json(record).find("[9007199254740993]") != std::string::npos);
  QCOMPARE(to_string(record.value), std::string("[9007199254740993]"));
}

void RecordJsonTest::documents() {
  Document document;
  document.title = "\xff not UTF-8, \"quoted\"";
  const Op x = placeholder(make_axis(3, "C"));
  const Op y = x + 1.0;
  document.ops = {x, y};
  document.computations = {computation({y}, {x})};
  const QJsonObject json = parsed(to_json(*make_document_record(document)));
  QVERIFY(json["title"].toString().contains("\"quoted\""));
  QCOMPARE(json["computations"].toArray().size(), 1);
  QVERIFY(json["plan"].isNull());
  QVERIFY(json["graph"].toObject()["ops"].toArray().size() >= 2);
}

void RecordJsonTest::diagnostics() {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.what = "odd";
  diagnostic.ops = {3};
  const QJsonObject json = parsed(to_json(diagnostic));
  QCOMPARE(json["severity"].toString(), QString("warning"));
  QCOMPARE(json["ops"].toArray()[0].toString(), QString("3"));
}

NGRAPH_TEST(RecordJsonTest, QCoreApplication)
#include "record_json_test.moc"
