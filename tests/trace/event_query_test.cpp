// SPDX-License-Identifier: Apache-2.0
// Tests searches for events of a timeline: texts, numbers, ranges, kernels and their ops, errors.
#include <QtTest>

#include "engine/base/error.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/trace/event_query.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

// Two iterations of the kernels k0 (10 and 30 µs) and k1 (5 µs) on "engine", k0 also on a helper.
Timeline two_iterations() {
  Timeline timeline;
  const auto fuse = timeline.name("fuse", "pass"), epoch = timeline.name("epoch", "epoch"),
             call = timeline.name("iteration", "call"), k0 = timeline.name("k0", "step", "k0(a_W)"),
             k1 = timeline.name("k1", "step");
  timeline.add(timeline.lane("compile"), 0, {0, 2'000, fuse, -1});
  const std::size_t engine = timeline.lane("engine"), pool = timeline.lane("pool 1");
  timeline.add(engine, 0, {2'000, 102'000, epoch, 1});
  for (int i = 1; i <= 2; ++i) {
    const std::int64_t at = 2'000 + (i - 1) * 50'000;
    const std::int64_t length = i == 1 ? 10'000 : 30'000;
    timeline.add(engine, 1, {at, at + 45'000, call, i});
    timeline.add(engine, 2, {at, at + length, k0, i});
    timeline.add(engine, 2, {at + length, at + length + 5'000, k1, i});
    timeline.add(pool, 0, {at, at + length, k0, i});
  }
  return timeline;
}

CompilationRecord compilation() {
  auto graph = std::make_shared<GraphRecord>();
  OpRecord dot;
  dot.id = 7;
  dot.name = "W_times_X";
  dot.op = "dot";
  graph->ops = {dot};
  CompilationRecord record;
  PassRecord last;
  last.name = "fuse";
  last.after = graph;
  record.passes = {last};
  KernelRecord k0, k1;
  k0.name = "k0";
  k1.name = "k1";
  k1.ops = {7};
  record.kernels = {k0, k1};
  return record;
}

// "k0 1 engine": name, iteration and lane of each match.
QStringList found(const char* query, const CompilationRecord* record = nullptr) {
  const Timeline timeline = two_iterations();
  QStringList all;
  const EventTest test = EventQuery(query).on(timeline, record);
  for (const EventPlace& place : find_events(timeline, test, 0, INT64_MAX)) {
    const TimelineEvent event = timeline.event(place);
    all << QString("%1 %2 %3")
               .arg(QString::fromStdString(timeline.names()[event.name].text))
               .arg(event.number)
               .arg(QString::fromStdString(timeline.lanes()[place.lane].name));
  }
  return all;
}

}  // namespace

class EventQueryTest : public QObject {
  Q_OBJECT

 private slots:
  void fields_data() {
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QStringList>("events");
    const auto row = [](const char* query, const QStringList& events) {
      QTest::newRow(query) << QByteArray(query) << events;
    };
    const QStringList k0{"k0 1 engine", "k0 2 engine", "k0 1 pool 1", "k0 2 pool 1"};
    row("name:k0", k0);
    row("K0", k0);
    row("kernel:k0", k0);
    row("kernel:k", {});  // not a whole name
    row("k0 engine", {"k0 1 engine", "k0 2 engine"});
    row("lane:\"pool 1\"", {"k0 1 pool 1", "k0 2 pool 1"});
    row("lane:pool us>10", {"k0 2 pool 1"});
    row("us>10 kind:step", {"k0 2 engine", "k0 2 pool 1"});
    row("time>=0.03ms kind:step", {"k0 2 engine", "k0 2 pool 1"});
    row("us:4..6", {"k1 1 engine", "k1 2 engine"});
    row("us<5", {"fuse -1 compile"});
    row("detail:a_W lane:engine", {"k0 1 engine", "k0 2 engine"});
    row("pass:fu", {"fuse -1 compile"});
    row("start>=50us not lane:pool kind:step", {"k0 2 engine", "k1 2 engine"});
    row("iteration=1 name:/k./ lane:engine", {"k0 1 engine", "k1 1 engine"});
    row("iteration:2..9 kind:call", {"iteration 2 engine"});
    row("iteration<2", {"iteration 1 engine", "k0 1 engine", "k1 1 engine", "k0 1 pool 1"});
    row("(k1 or pass:fuse) -iteration=2", {"fuse -1 compile", "k1 1 engine"});
    row("kernel:fuse", {});
    row("nothing", {});
  }

  void fields() {
    QFETCH(QByteArray, query);
    QFETCH(QStringList, events);
    QCOMPARE(found(query), events);
  }

  void an_empty_query_finds_all() {
    QVERIFY(EventQuery().empty() && EventQuery("  ").empty());
    QCOMPARE(found("").size(), 10);
  }

  void kernels_are_found_by_their_ops() {
    const CompilationRecord record = compilation();
    const QStringList k1{"k1 1 engine", "k1 2 engine"};
    QCOMPARE(found("op:dot", &record), k1);
    QCOMPARE(found("op:W_times", &record), k1);
    QCOMPARE(found("op:add", &record), QStringList());
    QCOMPARE(found("kernel:k1", &record), k1);
  }

  void statistics_count_matches_only() {
    const Timeline timeline = two_iterations();
    const EventTest test = EventQuery("kind:step us>=10").on(timeline, nullptr);
    const auto sums = statistics(timeline, 0, INT64_MAX, test);
    QCOMPARE(sums.size(), 1u);
    QCOMPARE(timeline.names()[sums[0].name].text, std::string("k0"));
    QCOMPARE(sums[0].count, 2);  // the helper's part is in the caller's event
    QCOMPARE(sums[0].total, 40'000);
    const EventTest helpers = EventQuery("lane:pool us>=20").on(timeline, nullptr);
    QCOMPARE(statistics(timeline, 0, INT64_MAX, helpers).at(0).total, 30'000);
  }

  void syntax_errors_name_the_column_data() {
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QString>("where");
    QTest::newRow("number") << QByteArray("k0 us>x") << "column 7";
    QTest::newRow("range") << QByteArray("iteration:5..b") << "column 14";
    QTest::newRow("unit") << QByteArray("us>1MiB") << "column 4";
    QTest::newRow("parenthesis") << QByteArray("(k0") << "column 4";
    QTest::newRow("expression") << QByteArray("name:/[/") << "column 7";
  }

  void syntax_errors_name_the_column() {
    QFETCH(QByteArray, query);
    QFETCH(QString, where);
    try {
      const EventQuery read(query.toStdString());
    } catch (const Error& error) {
      QCOMPARE(QString::fromStdString(error.diagnostic().where), where);
      return;
    }
    QFAIL("no error");
  }

  void every_field_is_offered() {
    for (const std::string& field : event_query_fields())
      QVERIFY2(unknown_event_field(field + "1").empty(), field.c_str());
    const std::vector<std::string> all = event_query_fields();
    for (const char* field : {"lane:", "detail:", "us>", "iteration=", "iteration:"})
      QVERIFY2(std::find(all.begin(), all.end(), field) != all.end(), field);
  }

  void unknown_fields_are_named() {
    QVERIFY(unknown_event_field("kernel:k0 us>1").empty());
    const std::string why = unknown_event_field("kernle:k0");
    QVERIFY2(why.starts_with("'kernle' is not a field; fields are lane, name, kind"), why.c_str());
  }
};

NGRAPH_TEST(EventQueryTest)
#include "event_query_test.moc"
