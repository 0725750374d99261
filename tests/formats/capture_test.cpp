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
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

using Entries = std::vector<std::pair<std::string, std::string>>;

OpRecord op(OpId id, const char* name, std::vector<std::int64_t> lengths) {
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

TensorRecordPtr value(OpId id, const char* name, Tensor tensor) {
  auto record = std::make_shared<TensorRecord>();
  record->op = id;
  record->name = name;
  record->value = std::move(tensor);
  record->iteration = 21;
  return record;
}

constexpr OpId most_key = std::numeric_limits<OpId>::max();  // ids of ops that passes made

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

bool same(const ValueSummary& a, const ValueSummary& b) {
  return a.op == b.op && a.iteration == b.iteration && a.count == b.count && a.nans == b.nans &&
         a.infs == b.infs && same(a.min, b.min) && same(a.max, b.max) && same(a.mean, b.mean);
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
  capture.compilation = std::make_shared<SavedCompilation>(
      SavedCompilation{document, {{false, 0, 0, "unknown"}}, record, "{\"traceEvents\":[]}"});
  Tensor scalar(DType::f32, {});
  scalar.set(0, 0.25);
  capture.values = {value(1, "W", Tensor({1, 2})), value(2, "L", scalar)};
  capture.machine = {{"processor", "a \"quoted\" one"}, {"ngraph", "0.1.0"}};
  capture.curves = {{"loss", "iteration", "L", {1, 2, 3}, {0.5, HUGE_VAL, NAN}, 2, {}},
                    {"avg loss", "epoch", "L", {0, 1}, {0.75, 0.25}, 0, SeriesUnit::epoch}};
  const ValueSummary first{2, 1, 4, 0, 0, -1, 2, 0.5};
  const ValueSummary last{most_key, 3, 4, 1, 2, -HUGE_VAL, 2, NAN};
  capture.health = {{{first, 1, 0, true, -1, 2}, {last, 2, 3, true, -7, 2}},
                    {first, {most_key, 2, 4, 0, 0, -7, 2, 1}, last},
                    0.25,
                    8};
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

  void curvesAndHealthRoundTrip() {
    Reader reader(path_);
    const Capture capture = read_capture(reader), expected = small_capture();
    QCOMPARE(capture.curves.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
      const SeriesRecord &curve = capture.curves[i], &other = expected.curves[i];
      QCOMPARE(curve.name, other.name);
      QCOMPARE(curve.x_title, other.x_title);
      QCOMPARE(curve.y_title, other.y_title);
      QCOMPARE(curve.op, other.op);
      QVERIFY(curve.unit == other.unit);
      QCOMPARE(curve.x, other.x);
      QVERIFY(std::equal(curve.y.begin(), curve.y.end(), other.y.begin(), other.y.end(),
                         [](double a, double b) { return same(a, b); }));
    }
    QVERIFY(capture.health.has_value());
    QCOMPARE(capture.health->seconds_spent, 0.25);
    QCOMPARE(capture.health->seconds_run, 8.0);
    QCOMPARE(capture.health->rows.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
      const HealthRow &row = capture.health->rows[i], &other = expected.health->rows[i];
      QVERIFY(same(row.newest, other.newest));
      QCOMPARE(row.seen, other.seen);
      QCOMPARE(row.first_non_finite, other.first_non_finite);
      QCOMPARE(row.finite, other.finite);
      QCOMPARE(row.least, other.least);
      QCOMPARE(row.greatest, other.greatest);
    }
    QCOMPARE(capture.health->kept.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i)
      QVERIFY(same(capture.health->kept[i], expected.health->kept[i]));
  }

  void capturesWithoutARunHaveNone() {
    Capture capture = small_capture();
    capture.curves.clear();
    capture.health.reset();
    save_capture(capture, path_);
    Reader reader(path_);
    const Capture read = read_capture(reader);
    QVERIFY(read.curves.empty() && !read.health);
    QCOMPARE(entries().size(), 5u);
  }

  void thePartsArePlainFiles() {
    QStringList names;
    for (const auto& [name, bytes] : entries()) names << QString::fromStdString(name);
    QCOMPARE(names, (QStringList{"ngraph_capture.json", "compilation.ngrec", "timeline.json",
                                 "values/0.npy", "values/1.npy", "curves/0.npy", "curves/1.npy",
                                 "health/totals.npy", "health/summaries.npy"}));
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
    row("unknown op", 0, "\"op\": \"1\"", "\"op\": \"7\"", "belongs to no op");
    row("twice", 0, "\"op\": \"2\"", "\"op\": \"1\"", "does not have the lengths");
    row("no part", 0, "values/1.npy", "values/2.npy", "part of the capture is missing");
    row("iteration", 0, "\"iteration\": 21", "\"iteration\": -1", "");
    row("machine", 0, "\"0.1.0\"", "1", "");
    row("record", 1, "{", "[", "");
    row("array", 3, "NUMPY", "NUMPX", "");
    row("id", 0, "\"op\": \"1\"", "\"op\": \"1x\"", "id of an op");
    row("unit", 0, "\"unit\": \"epoch\"", "\"unit\": \"hour\"", "unknown unit");
    row("a part used twice", 0, "curves/1.npy", "curves/0.npy", "used twice");
    row("curve of another shape", 5, "(2, 3)", "(3, 2)", "another type or shape");
    row("health of another shape", 7, "(2, 12)", "(12, 2)", "another type or shape");
    row("fewer ops", 0, "\"ops\": [\"2\", ", "\"ops\": [", "another type or shape");
    row("no summaries", 0, "health/summaries.npy", "health/none.npy",
        "part of the capture is missing");
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
                 said.contains("ngraph_capture.json") || said.contains("missing"),
             qPrintable(said));
  }

  // Rows of ops that do not exist.
  void damagedCountsAreReported() {
    for (const double wrong : {-1.0, 0.5, HUGE_VAL, 2.0}) {
      Entries parts = entries();
      for (auto& [name, bytes] : parts) {
        if (name != "health/summaries.npy") continue;
        Notes notes;
        Reader reader(std::as_bytes(std::span(bytes)), name);
        Tensor table = read_npy(reader, notes);
        table.set(0, wrong);  // the row of the op; there are two
        bytes = npy_bytes(table);
      }
      QVERIFY(refusal(parts).contains("a count in an array of a capture is invalid"));
    }
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

  // A compressed part could fill the memory from a small file.
  void compressedPartsAreRefused() {
    QFile file(QString::fromStdString(path_));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QByteArray bytes = file.readAll();
    constexpr std::pair<const char*, int> records[] = {{"PK\3\4", 8}, {"PK\1\2", 10}};
    for (const auto& [signature, method] : records)
      for (auto at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 1))
        bytes[at + method] = 8;
    file.seek(0);
    QCOMPARE(file.write(bytes), bytes.size());
    file.close();
    const QString said = refusal_of(path_);
    QVERIFY2(said.contains("a part of the capture is compressed"), qPrintable(said));
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
    return refusal_of(path);
  }
  static QString refusal_of(const std::string& path) {
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

NGRAPH_TEST(CaptureTest)
#include "capture_test.moc"
