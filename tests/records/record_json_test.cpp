// SPDX-License-Identifier: Apache-2.0
// Tests records as JSON: round trips lose nothing, and damage is reported with its field.
#include "engine/records/record_json.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>
#include <limits>

#include "engine/documents/document_record.h"
#include "tests/support/training_graphs.h"

using namespace ng;

namespace {

CompilationRecordPtr record_of(const TriedComputation& tried) {
  CompileOptions options;
  options.keep_record = true;
  const TransformerPtr transformer = allocate_transformer("cpu");
  return make_record(transformer->add_computation(tried.computation, options).compilation());
}

QJsonObject parsed(const std::string& text) {
  QJsonParseError error;
  const QJsonDocument json = QJsonDocument::fromJson(QByteArray::fromStdString(text), &error);
  if (error.error != QJsonParseError::NoError) qWarning() << error.errorString();
  return json.object();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

void check_refusal(const std::string& text, const QStringList& words) {
  try {
    compilation_from_json(text, "kept.json");
  } catch (const Error& error) {
    const QString message = QString::fromUtf8(error.what());
    QVERIFY2(error.kind() == ErrorKind::bad_file, qPrintable(message));
    for (const QString& word : words) QVERIFY2(message.contains(word), qPrintable(message));
    return;
  }
  QFAIL("no error was thrown");
}

}  // namespace

class RecordJsonTest : public QObject {
  Q_OBJECT
 private slots:
  void round_trips();
  void graphs_are_shared();
  void saved_and_opened();
  void special_numbers();
  void unknown_lengths();
  void tensors();
  void documents();
  void diagnostics();
  void damage();
  void every_truncation();
};

void RecordJsonTest::round_trips() {
  for (const TriedComputation& tried : all_tried_computations()) {
    const std::string text = to_json(*record_of(tried));
    const CompilationRecordPtr again = compilation_from_json(text, "kept.json");
    QVERIFY2(to_json(*again) == text, tried.name.c_str());
    QVERIFY(again->final_graph()->ops.size() > 0);
    QVERIFY(again->final_graph()->find(again->final_graph()->ops.front().id));
  }
}

// A pass that changes nothing has one shared graph, also after reading.
void RecordJsonTest::graphs_are_shared() {
  const CompilationRecordPtr record = record_of(training_graphs()[2]);
  const CompilationRecordPtr again = compilation_from_json(to_json(*record), "kept.json");
  for (std::size_t i = 0; i < record->passes.size(); ++i) {
    QCOMPARE(again->passes[i].before == again->passes[i].after,
             record->passes[i].before == record->passes[i].after);
  }
}

void RecordJsonTest::saved_and_opened() {
  QTemporaryDir folder;
  const std::string path = folder.filePath("kept.json").toStdString();
  const CompilationRecordPtr record = record_of(training_graphs()[3]);
  save_record(*record, path);
  QCOMPARE(to_json(*open_record(path)), to_json(*record));
}

void RecordJsonTest::special_numbers() {
  CompilationRecord record;
  record.compile_ms = std::numeric_limits<double>::quiet_NaN();
  KernelRecord kernel;
  kernel.microseconds = -std::numeric_limits<double>::infinity();
  kernel.id = std::numeric_limits<OpKey>::max();
  record.kernels.push_back(kernel);
  const std::string text = to_json(record);
  QCOMPARE(parsed(text)["compile_ms"].toString(), QString("nan"));
  const CompilationRecordPtr again = compilation_from_json(text, "kept.json");
  QVERIFY(std::isnan(again->compile_ms));
  QCOMPARE(again->kernels[0].microseconds, kernel.microseconds);
  QCOMPARE(again->kernels[0].id, kernel.id);
}

// Null, and -1 in older files.
void RecordJsonTest::unknown_lengths() {
  CompilationRecord record;
  BufferRecord buffer;
  buffer.axes = {{"N", {}, 0, AxisRole::batch}, {"C", 3, 0, {}}};
  record.buffers.push_back(buffer);
  const std::string text = to_json(record);
  const QJsonArray axes =
      parsed(text)["buffers"].toArray()[0].toObject()["axes"].toArray();
  QVERIFY(axes[0].toObject()["length"].isNull());
  QCOMPARE(axes[0].toObject()["role"].toString(), QString("batch"));
  QCOMPARE(axes[1].toObject()["role"].toString(), QString(""));
  for (const char* length : {"null", "-1"}) {
    const CompilationRecordPtr again = compilation_from_json(
        replaced(text, "\"length\":null", std::string("\"length\":") + length), "kept.json");
    const std::vector<AxisRecord>& read = again->buffers[0].axes;
    QVERIFY(!read[0].length && read[0].role == AxisRole::batch);
    QVERIFY(read[1].length == 3 && !read[1].role);
  }
}

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

void RecordJsonTest::damage() {
  const std::string text = to_json(*record_of(training_graphs()[0]));
  check_refusal("", {"kept.json", "cut off"});
  check_refusal("[]", {"object"});
  check_refusal("{}", {"version"});
  check_refusal(replaced(text, "\"version\":1", "\"version\":2"), {"found: 2", "expected: 1"});
  check_refusal(replaced(text, "\"before\":0", "\"before\":99"), {"passes[0].before", "99"});
  check_refusal(replaced(text, "\"family\":\"state\"", "\"family\":\"stat\""), {"family", "stat"});
  check_refusal(replaced(text, "\"phase\":\"graph\"", "\"phase\":\"grap\""),
                {"passes[0].phase", "grap", "expected: 'graph' or 'program'"});
  check_refusal(replaced(text, "\"kind\":\"generated\"", "\"kind\":\"made\""),
                {"kernels[0].kind", "'library'", "'copy'"});
  check_refusal(replaced(text, "\"role\":\"input\"", "\"role\":\"\""), {"role", "'gradient'"});
  check_refusal(replaced(text, "\"dtype\":\"float32\"", "\"dtype\":\"f32\""), {"dtype", "'float32'"});
  check_refusal(replaced(text, "\"enabled\":true", "\"enabled\":1"), {"enabled"});
  check_refusal(replaced(text, "\"sentence\"", "\"sentenc\""), {"sentence", "missing"});
  check_refusal(std::string(100000, '['), {"kept.json"});
}

void RecordJsonTest::every_truncation() {
  const std::string text = to_json(*record_of(training_graphs()[0]));
  for (std::size_t length = 0; length < text.size(); length += 97) {
    check_refusal(text.substr(0, length), {"kept.json"});
  }
}

QTEST_MAIN(RecordJsonTest)
#include "record_json_test.moc"
