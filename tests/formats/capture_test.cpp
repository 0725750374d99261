// SPDX-License-Identifier: Apache-2.0
// Tests captures: round trips lose nothing, the parts are plain files, and damage is reported with
// its part.
#include "engine/formats/documents/capture_file.h"

#include <QTemporaryDir>
#include <QtTest>
#include <functional>

#include "engine/formats/archives/zip_entry.h"
#include "engine/formats/archives/zip_writer.h"
#include "engine/formats/documents/compilation_file.h"
#include "engine/formats/format_table.h"
#include "engine/formats/tensors/npy.h"

using namespace ng;

namespace {

using Entries = std::vector<std::pair<std::string, std::string>>;

OpRecord op(OpKey id, const char* name, std::vector<std::int64_t> lengths) {
  OpRecord record;
  record.id = id;
  record.op = record.name = name;
  ResultRecord result;
  for (const std::int64_t length : lengths) {
    AxisRecord axis;
    axis.name = "A" + std::to_string(result.axes.size());
    axis.length = length;
    result.axes.push_back(axis);
  }
  record.results = {result};
  return record;
}

TensorRecordPtr value(OpKey id, const char* name, Tensor tensor) {
  auto record = std::make_shared<TensorRecord>();
  record->op = id;
  record->name = name;
  record->value = std::move(tensor);
  record->iteration = 21;
  return record;
}

Capture small_capture() {
  auto graph = std::make_shared<GraphRecord>();
  graph->ops.push_back(op(1, "W", {2}));
  graph->ops.push_back(op(2, "L", {}));
  auto document = std::make_shared<DocumentRecord>();
  document->path = "tried.ngraph";
  document->graph = graph;
  document->computations = {{"update", {}, {2}}};
  PassRecord pass;
  pass.name = "fuse";
  pass.before = pass.after = graph;
  auto record = std::make_shared<CompilationRecord>();
  record->computation = "update";
  record->transformer = "cpu";
  record->passes = {pass};
  Capture capture;
  capture.compilation = std::make_shared<SavedCompilation>(SavedCompilation{
      document, {{false, 0, 0, "unknown"}}, record, "{\"traceEvents\":[]}"});
  Tensor scalar(DType::f32, {});
  scalar.set(0, 0.25);
  capture.values = {value(1, "W", Tensor({1, 2})), value(2, "L", scalar)};
  capture.machine = {{"processor", "a \"quoted\" one"}, {"ngraph", "0.1.0"}};
  return capture;
}

}  // namespace

class CaptureTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { save_capture(small_capture(), path_); }

  void roundTripsLoseNothing() {
    Reader reader(path_);
    const Capture capture = read_capture(reader);
    const Capture expected = small_capture();
    QCOMPARE(to_json(*capture.compilation), to_json(*expected.compilation));
    QCOMPARE(capture.machine, expected.machine);
    QCOMPARE(capture.values.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
      QCOMPARE(capture.values[i]->op, expected.values[i]->op);
      QCOMPARE(capture.values[i]->name, expected.values[i]->name);
      QCOMPARE(capture.values[i]->iteration, 21);
      QVERIFY(capture.values[i]->value == expected.values[i]->value);
    }
    QCOMPARE(capture.values[0]->axes.size(), 1u);
    QCOMPARE(capture.values[0]->axes[0].name, std::string("A0"));
  }

  void thePartsArePlainFiles() {
    QStringList names;
    for (const auto& [name, bytes] : entries()) names << QString::fromStdString(name);
    QCOMPARE(names, (QStringList{"ngraph_capture.json", "compilation.ngrec", "timeline.json",
                                 "values/0.npy", "values/1.npy"}));
    QCOMPARE(entries()[2].second, std::string("{\"traceEvents\":[]}"));
    const std::string record = entries()[1].second;
    Reader reader(std::as_bytes(std::span(record)), "compilation.ngrec");
    QCOMPARE(read_saved_compilation(reader)->compilation->computation, std::string("update"));
  }

  void itIsASavedCompilation() {
    QVERIFY(is_saved_compilation(path_));
    QCOMPARE(open_compilation(path_)->compilation->transformer, std::string("cpu"));
    const Reader reader(path_);
    QCOMPARE(&recognise(reader), &capture_format);
    QCOMPARE(format_for_path("a.ngcap"), &capture_format);
    const std::string npz = folder_.filePath("a.npz").toStdString();
    ZipWriter arrays(npz);
    arrays.add("w.npy", npy_bytes(Tensor({1, 2})));
    arrays.commit();
    QVERIFY(!is_saved_compilation(npz));
    const Reader other(npz);
    QCOMPARE(recognise(other).name, std::string_view("npz"));
  }

  void damageIsReported_data() {
    QTest::addColumn<int>("entry");
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("what");
    const auto row = [](const char* name, int entry, const char* from, const char* to,
                        const char* what) {
      QTest::addRow("%s", name) << entry << QByteArray(from) << QByteArray(to) << QString(what);
    };
    row("newer", 0, "\"ngraph_capture\": 1", "\"ngraph_capture\": 2", "newer version");
    row("no version", 0, "\"ngraph_capture\"", "\"capture\"", "ngraph_capture");
    row("unknown op", 0, "\"op\": 1", "\"op\": 7", "belongs to no op");
    row("twice", 0, "\"op\": 2", "\"op\": 1", "does not have the lengths");
    row("no part", 0, "values/1.npy", "values/2.npy", "part of the capture is missing");
    row("iteration", 0, "\"iteration\": 21", "\"iteration\": -1", "");
    row("machine", 0, "\"0.1.0\"", "1", "");
    row("record", 1, "{", "[", "");
    row("array", 3, "NUMPY", "NUMPX", "");
  }

  void damageIsReported() {
    QFETCH(int, entry);
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, what);
    Entries parts = entries();
    std::string& text = parts.at(static_cast<std::size_t>(entry)).second;
    const std::size_t at = text.find(from.toStdString());
    QVERIFY(at != std::string::npos);
    text.replace(at, static_cast<std::size_t>(from.size()), to.toStdString());
    const QString said = refusal(parts);
    QVERIFY(!said.isEmpty());
    QVERIFY2(said.contains(what), qPrintable(said));
    QVERIFY2(said.contains(QString::fromStdString(parts[static_cast<std::size_t>(entry)].first)) ||
                 said.contains("missing"),
             qPrintable(said));
  }

  void missingPartsAreReported() {
    for (const std::size_t gone : {1u, 3u}) {
      Entries parts = entries();
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(gone));
      QVERIFY(refusal(parts).contains("part of the capture is missing"));
    }
    Entries parts = entries();
    parts.erase(parts.begin() + 2);  // a capture without a run
    QCOMPARE(refusal(parts), QString());
    parts.push_back(parts.back());
    QVERIFY(!refusal(parts).isEmpty());
  }

 private:
  Entries entries() const {
    const Reader reader(path_);
    Entries parts;
    for (const ZipEntry& entry : read_zip_directory(reader))
      parts.emplace_back(entry.name, read_zip_entry(reader, entry));
    return parts;
  }
  // Empty: the archive of these parts is read.
  QString refusal(const Entries& parts) const {
    const std::string path = folder_.filePath("damaged.ngcap").toStdString();
    ZipWriter file(path);
    for (const auto& [name, bytes] : parts) file.add(name, bytes);
    file.commit();
    try {
      Reader reader(path);
      read_capture(reader);
    } catch (const Error& error) {
      return error.kind() == ErrorKind::bad_file ? QString(error.what()) : QString("another kind");
    }
    return {};
  }
  QTemporaryDir folder_;
  const std::string path_ = folder_.filePath("a.ngcap").toStdString();
};

QTEST_APPLESS_MAIN(CaptureTest)
#include "capture_test.moc"
