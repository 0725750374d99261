// SPDX-License-Identifier: Apache-2.0
// Tests trace files: round trips, files as other tools write them, damaged files, garbage.
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "engine/base/error.h"
#include "engine/trace/trace_file.h"
#include "tests/support/test_program.h"

using namespace ng;

class TraceFileTest : public QObject {
  Q_OBJECT

 private slots:
  void round_trip();
  void reads_foreign_traces();
  void keeps_many_names_and_threads_apart();
  void begins_and_ends();
  void counts_omitted_events();
  void refuses_data();
  void refuses();
  void keeps_the_beginning_of_a_cut_file();
  void cut_anywhere_does_no_harm();
  void long_files_show_early();
  void cancels();

 private:
  std::string write(const std::string& text) {
    const std::string path = folder_.filePath("trace.json").toStdString();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  Timeline read(const std::string& text) { return read_trace(write(text)); }
  QTemporaryDir folder_;
};

void TraceFileTest::round_trip() {
  Timeline timeline;
  const std::size_t lane = timeline.lane("engine \"0\"");
  const auto call = timeline.name("call", "call"), step = timeline.name("k\\0", "step", "k0(a)");
  timeline.add(lane, 0, {0, 10'001, call, 1});
  timeline.add(lane, 1, {1, 5'000, step, 1});
  timeline.add(lane, 1, {5'000, 10'001, step, -1});
  const std::string path = folder_.filePath("out.json").toStdString();
  write_trace(path, timeline);
  const Timeline back = read_trace(path);
  QCOMPARE(back.lanes().size(), 1u);
  QCOMPARE(back.lanes()[0].name, timeline.lanes()[0].name);
  QCOMPARE(back.lanes()[0].rows.size(), 2u);
  for (std::size_t row = 0; row < 2; ++row) {
    const EventRow &was = timeline.lanes()[0].rows[row], &is = back.lanes()[0].rows[row];
    QCOMPARE(is.size(), was.size());
    for (std::size_t i = 0; i < is.size(); ++i) {
      QCOMPARE(is[i].begin, was[i].begin);
      QCOMPARE(is[i].end, was[i].end);
      QCOMPARE(is[i].number, was[i].number);
      QCOMPARE(back.names()[is[i].name].text, timeline.names()[was[i].name].text);
      QCOMPARE(back.names()[is[i].name].category, timeline.names()[was[i].name].category);
    }
  }
  QVERIFY(back.notes.empty());
}

void TraceFileTest::reads_foreign_traces() {
  // Unterminated array, trailing comma, times as text, exponents, negative times, unusual ids.
  const Timeline timeline = read(R"([
    {"ph":"M","pid":1,"tid":"t","name":"thread_name","args":{"name":"main"}},
    {"ph":"X","pid":1,"tid":"t","ts":"-1.5","dur":2e1,"name":"a\u00e9\n","cat":"x","args":{"deep":[{}]}},
    {"ph":"X","pid":2,"tid":-9,"ts":0,"dur":0.0005,"name":"b","id2":{"local":"0x1"}},
  )");
  QCOMPARE(timeline.lanes().size(), 2u);
  QVERIFY(QString::fromStdString(timeline.lanes()[0].name).endsWith("main"));
  QCOMPARE(timeline.names()[0].text, std::string("a\u00e9 "));
  QCOMPARE(timeline.lanes()[0].rows[0].begin(0), 0);  // shifted to 0
  QCOMPARE(timeline.lanes()[0].rows[0].end(0), 20'000);
  QCOMPARE(timeline.lanes()[1].rows[0].begin(0), 1'500);
  const Timeline lines = read("{\"ph\":\"X\",\"ts\":1,\"dur\":2}\n{\"ph\":\"i\",\"ts\":9}\n");
  QCOMPARE(lines.size(), 2u);
  QCOMPARE(lines.names()[0].text, std::string("(unnamed)"));
  QCOMPARE(read(R"({"other":[1,{"a":"]"}],"traceEvents":[],"x":null})").size(), 0u);
  QCOMPARE(read(R"([{"ph":"X","ts":12345678901234.567,"dur":1,"name":"n"}])").end(), 1000);
}

// More names and threads than the look-up cache holds, each used twice, interleaved with others.
void TraceFileTest::keeps_many_names_and_threads_apart() {
  constexpr int names = 30'000, threads = 6'000;
  std::string text = "[";
  for (int i = 0; i < 2 * names; ++i) {
    const std::string name = std::to_string(i % names), thread = std::to_string(i % threads);
    text += R"({"ph":"X","ts":)" + std::to_string(i) + R"(,"dur":0.5,"name":"k)" + name +
            R"(","cat":")" + std::to_string(i % 3) + R"(","pid":7,"tid":)" + thread + "},\n";
  }
  const Timeline timeline = read(text);
  QCOMPARE(timeline.size(), std::size_t{2 * names});
  QCOMPARE(timeline.names().size(), std::size_t{names});
  QCOMPARE(timeline.lanes().size(), std::size_t{threads});
  for (int i = 0; i < threads; ++i) {
    const TimelineLane& lane = timeline.lanes()[static_cast<std::size_t>(i)];
    QCOMPARE(lane.name, "thread " + std::to_string(i));
    QCOMPARE(lane.rows.size(), 1u);
    QCOMPARE(lane.rows[0].size(), std::size_t{2 * names / threads});
    for (std::size_t k = 0; k < lane.rows[0].size(); ++k) {
      const int event = i + static_cast<int>(k) * threads;
      QCOMPARE(lane.rows[0].begin(k), 1000 * event);
      const TimelineName& name = timeline.names()[lane.rows[0].name(k)];
      QCOMPARE(name.text, "k" + std::to_string(event % names));
      QCOMPARE(name.category, std::to_string(event % 3));
    }
  }
}

void TraceFileTest::begins_and_ends() {
  const Timeline timeline = read(R"([{"ph":"B","ts":1,"name":"outer"},{"ph":"B","ts":2,"name":"in"},
    {"ph":"E","ts":3},{"ph":"E","ts":7},{"ph":"E","ts":8},{"ph":"B","ts":9,"name":"open"},
    {"ph":"X","ts":10,"dur":5,"name":"last"}])");
  const auto& rows = timeline.lanes()[0].rows;
  QCOMPARE(rows[0].size(), 2u);
  QCOMPARE(rows[0].end(0), 6'000);
  QCOMPARE(rows[0].end(1), 14'000);  // to the end of the trace
  QCOMPARE(rows[1].size(), 2u);
  QCOMPARE(timeline.notes.size(), 2u);
}

void TraceFileTest::counts_omitted_events() {
  const Timeline timeline = read(R"([{"ph":"X","ts":1,"dur":-1,"name":"a"},
    {"ph":"X","ts":NaN,"dur":1,"name":"b"},{"ph":"C","ts":1},{"ph":"X","ts":1,"name":"no length"},
    {"ph":"X","ts":3,"dur":1,"name":"c"},{"ph":"X","ts":4,"dur":1,"name":"d"}])");
  QCOMPARE(timeline.size(), 3u);
  QCOMPARE(timeline.notes.size(), 4u);
  QVERIFY(QString::fromStdString(timeline.notes[1]).contains("1 events"));
}

void TraceFileTest::refuses_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QString>("says");
  QTest::newRow("empty") << QByteArray() << "empty";
  QTest::newRow("spaces") << QByteArray("  \n") << "not a trace";
  QTest::newRow("other JSON") << QByteArray(R"({"nodes":[1],"axes":{}})") << "nodes, axes";
  QTest::newRow("no array") << QByteArray(R"({"traceEvents":{}})") << "not an array";
  QTest::newRow("twice") << QByteArray(R"({"traceEvents":[],"traceEvents":[]})") << "twice";
  QTest::newRow("no JSON") << QByteArray("[{\"ph\":\"X\",;}]") << "not JSON";
  QTest::newRow("gzip") << QByteArray("\x1F\x8B\x08\x00") << "gunzip";
  QTest::newRow("binary") << QByteArray("\x0A\x02\x0A\xFF") << "a packet is damaged";
  QTest::newRow("UTF-16") << QByteArray("\xFF\xFE[\0", 4) << "UTF-16";
  QTest::newRow("deep") << QByteArray("[") + QByteArray(2'000'000, '[') << "not JSON";
  QTest::newRow("negative") << QByteArray(R"([{"ph":"X","ts":1,"dur":-5,"name":"a"}])")
                            << "1 of 1 events";
  QTest::newRow("huge") << QByteArray(R"([{"ph":"X","ts":1e300,"dur":5,"name":"a"}])")
                        << "invalid event times";
  QTest::newRow("mostly")
      << QByteArray(R"([{"ph":"X","ts":1,"dur":1},{"ph":"X","dur":1},{"ph":"X","ts":"x","dur":1}])")
      << "2 of 3 events";
}

void TraceFileTest::refuses() {
  QFETCH(QByteArray, text);
  QFETCH(QString, says);
  try {
    read(text.toStdString());
    QFAIL("no error was thrown");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::bad_file);
    const QString message = QString::fromStdString(to_string(error.diagnostic()));
    QVERIFY2(message.contains(says), qPrintable(message));
    QVERIFY(message.contains("trace.json"));
  }
}

void TraceFileTest::keeps_the_beginning_of_a_cut_file() {
  const Timeline timeline =
      read(R"({"traceEvents":[{"ph":"X","ts":1,"dur":1,"name":"a"},{"ph":"X","ts":2,"du)");
  QCOMPARE(timeline.size(), 1u);
  QCOMPARE(timeline.notes.size(), 1u);
}

void TraceFileTest::cut_anywhere_does_no_harm() {
  const std::string whole = R"({"a":"x\"y","traceEvents":[{"ph":"X","pid":1,"tid":"2","ts":1.25,)"
                            R"("dur":3e0,"name":"n\u0041","args":{"call":7,"b":[1,2]}}],"z":null})";
  std::size_t taken = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    try {
      taken += read(whole.substr(0, size)).size();
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::bad_file);
    }
  }
  QVERIFY(taken > 0);
}

void TraceFileTest::long_files_show_early() {
  std::string text = "[";
  for (int i = 0; i < 200'000; ++i)
    text += "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":" + std::to_string(i * 2) +
            ",\"dur\":1.5,\"name\":\"k" + std::to_string(i % 30) + "\"},\n";
  text += "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":500000,\"name\":\"all\"}]";
  TraceReading reading;
  reading.first_events = 1000;
  std::size_t early = 0;
  reading.first = [&](const Timeline& timeline) { early = timeline.size(); };
  const Timeline timeline = read_trace(write(text), reading);
  QCOMPARE(timeline.size(), 200'001u);
  QVERIFY(early >= 1000 && early < 200'000);
  QCOMPARE(timeline.lanes()[0].rows[0].size(), 1u);  // the event written last is the outermost
  QCOMPARE(timeline.lanes()[0].rows[1].size(), 200'000u);
}

void TraceFileTest::cancels() {
  TraceReading reading;
  reading.progress = [](double) { return false; };
  try {
    read_trace(write("[]"), reading);
    QFAIL("it was not cancelled");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::cancelled);
  }
}

NGRAPH_TEST(TraceFileTest)
#include "trace_file_test.moc"
