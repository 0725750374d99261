// SPDX-License-Identifier: Apache-2.0
// Tests rows of events: spans visible at a scale, nesting, sums over a range.
#include <QtTest>

#include "engine/records/compilation_record.h"
#include "engine/trace/timeline.h"
#include "tests/support/effort.h"
#include "tests/support/test_program.h"

using namespace ng;

class TimelineTest : public QObject {
  Q_OBJECT

 private slots:
  void finds_by_time();
  void sums_lengths();
  void shows_long_events_and_merges_short_ones();
  void visible_spans_cover_all_events();
  void nests();
  void keeps_crossing_events_apart();
  void omits_events_nested_too_deeply();
  void sums_a_range();
  void forgets_the_oldest();
  void compile_is_nested();
  void ten_million_events_are_fluid();
};

namespace {

EventRow row_of(std::initializer_list<std::pair<std::int64_t, std::int64_t>> times) {
  EventRow row;
  for (const auto& [begin, end] : times) row.add({begin, end, 0, -1});
  return row;
}

std::vector<EventSpan> seen(const EventRow& row, std::int64_t from, std::int64_t to,
                            std::int64_t least) {
  std::vector<EventSpan> spans;
  row.visible(from, to, least, [&](const EventSpan& span) { spans.push_back(span); });
  return spans;
}

}  // namespace

void TimelineTest::finds_by_time() {
  const EventRow row = row_of({{0, 5}, {5, 5}, {7, 9}, {20, 30}});
  QCOMPARE(row.first_ending_from(0), 0u);
  QCOMPARE(row.first_ending_from(6), 2u);
  QCOMPARE(row.first_ending_from(10), 3u);
  QCOMPARE(row.first_ending_from(31), 4u);
  QCOMPARE(row.first_ending_from(10, 3), 3u);
  QCOMPARE(row.first_beginning_from(6), 2u);
  EventRow unordered = row;
  QVERIFY_THROWS_EXCEPTION(Error, unordered.add({29, 40, 0, -1}));
}

void TimelineTest::sums_lengths() {
  EventRow row;
  std::int64_t at = 0;
  std::vector<std::int64_t> lengths;
  for (int i = 0; i < 1000; ++i) {
    lengths.push_back((i * 37) % 11);
    row.add({at, at + lengths.back(), 0, -1});
    at += lengths.back() + i % 3;
  }
  row.extend_last(at + 100);
  lengths.back() = row.end(999) - row.begin(999);
  for (std::size_t first = 0; first <= 1000; first += 41) {
    for (std::size_t end = first; end <= 1000; end += 59)
      QCOMPARE(
          row.busy(first, end),
          std::accumulate(lengths.begin() + static_cast<std::ptrdiff_t>(first),
                          lengths.begin() + static_cast<std::ptrdiff_t>(end), std::int64_t{0}));
  }
  QCOMPARE(row.busy(0, 1000), std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}));
}

void TimelineTest::shows_long_events_and_merges_short_ones() {
  const EventRow row = row_of({{0, 100}, {100, 101}, {102, 103}, {104, 200}, {500, 501}});
  const auto spans = seen(row, 0, 1000, 10);
  QCOMPARE(spans.size(), 4u);
  QCOMPARE(spans[0].count, 1u);
  QCOMPARE(spans[1].first, 1u);
  QCOMPARE(spans[1].count, 2u);  // the short events between the two long ones
  QCOMPARE(spans[1].begin, 100);
  QCOMPARE(spans[1].end, 103);
  QCOMPARE(spans[1].busy, 2);
  QCOMPARE(spans[2].end, 200);
  QCOMPARE(spans[3].count, 1u);
  QCOMPARE(seen(row, 0, 1000, 1).size(), 5u);
  QCOMPARE(seen(row, 105, 110, 10).size(), 1u);
  QCOMPARE(seen(row, 300, 400, 10).size(), 0u);
}

void TimelineTest::visible_spans_cover_all_events() {
  EventRow row;
  std::int64_t at = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::int64_t length = i % 97 == 0 ? 400 : i % 5;
    row.add({at, at + length, 0, i});
    at += length + (i % 13 == 0 ? 60 : 1);
  }
  for (const std::int64_t least : {1, 10, 50, 1000}) {
    std::size_t next = 0;
    std::int64_t busy = 0;
    for (const EventSpan& span : seen(row, 0, at, least)) {
      QCOMPARE(span.first, next);  // no duplicates, no gaps
      next += span.count;
      busy += span.busy;
      QVERIFY(span.count == 1 || span.busy <= span.end - span.begin);
    }
    QCOMPARE(next, row.size());
    QCOMPARE(busy, row.busy(0, row.size()));
  }
}

void TimelineTest::nests() {
  Timeline timeline;
  const std::size_t lane = timeline.lane("engine");
  const auto epoch = timeline.name("epoch", "epoch"), call = timeline.name("call", "call");
  QCOMPARE(timeline.name("epoch", "epoch"), epoch);
  QCOMPARE(timeline.nest(
               lane, {{10, 20, call, 1}, {12, 15, call, 3}, {0, 100, epoch, 0}, {20, 30, call, 2}}),
           0u);
  const auto& rows = timeline.lanes()[lane].rows;
  QCOMPARE(rows.size(), 3u);
  QCOMPARE(rows[0].size(), 1u);
  QCOMPARE(rows[1].size(), 2u);
  QCOMPARE(rows[2][0].number, 3);
  QCOMPARE(timeline.size(), 4u);
  QCOMPARE(timeline.end(), 100);
}

void TimelineTest::keeps_crossing_events_apart() {
  Timeline timeline;
  const std::size_t lane = timeline.lane("a");
  timeline.nest(lane, {{0, 10, timeline.name("x", ""), -1}, {5, 15, 0, -1}, {12, 13, 0, -1}});
  QCOMPARE(timeline.lanes()[lane].rows.size(), 3u);
}

void TimelineTest::omits_events_nested_too_deeply() {
  Timeline timeline;
  std::vector<TimelineEvent> events;
  for (int i = 0; i < 100; ++i) events.push_back({i, 1000 - i, timeline.name("x", ""), -1});
  QCOMPARE(timeline.nest(timeline.lane("a"), events), 100 - Timeline::most_rows);
  QCOMPARE(timeline.size(), Timeline::most_rows);
}

void TimelineTest::sums_a_range() {
  Timeline timeline;
  const std::size_t lane = timeline.lane("a");
  const auto a = timeline.name("a", "step"), b = timeline.name("b", "step");
  timeline.add(lane, 0, {0, 10, a, -1});
  timeline.add(lane, 0, {10, 40, b, -1});
  timeline.add(lane, 0, {40, 50, a, -1});
  const auto all = statistics(timeline, 0, 50);
  QCOMPARE(all.size(), 2u);
  QCOMPARE(all[0].name, b);
  QCOMPARE(all[0].total, 30);
  QCOMPARE(all[1].count, 2);
  QCOMPARE(all[1].mean(), 10.0);
  const auto part = statistics(timeline, 5, 15);
  QCOMPARE(part[0].total, 5);
  QCOMPARE(part[1].total, 5);
  QCOMPARE(statistics(timeline, 60, 70).size(), 0u);
  // A worker's part of an event does not count as another event; an event only of workers does.
  const std::size_t pool = timeline.lane("pool 1");
  timeline.add(pool, 0, {2, 4, all.at(0).name, -1});
  timeline.add(pool, 0, {6, 8, timeline.name("alone", "step"), -1});
  const auto shared = statistics(timeline, 0, 50);
  QCOMPARE(shared.size(), all.size() + 1);
  QCOMPARE(shared.at(0).count, all.at(0).count);
  QCOMPARE(shared.at(0).total, all.at(0).total);
}

void TimelineTest::forgets_the_oldest() {
  Timeline timeline;
  const std::size_t kept = timeline.lane("compile"), lane = timeline.lane("run");
  timeline.add(kept, 0, {0, 1, timeline.name("p", "pass"), -1});
  for (int i = 0; i < 1000; ++i) {
    timeline.add(lane, 1, {10 * i + 10, 10 * i + 15, 0, i});
    if (i % 10 == 9) timeline.add(lane, 0, {10 * i - 80, 10 * i + 15, 0, i / 10});
  }
  timeline.keep_newest(2000, 1);
  QCOMPARE(timeline.size(), 1101u);
  timeline.keep_newest(800, 1);
  QVERIFY(timeline.size() <= 700);
  QVERIFY(timeline.size() >= 500);
  QCOMPARE(timeline.lanes()[kept].rows[0].size(), 1u);
  const EventRow& row = timeline.lanes()[lane].rows[1];
  QCOMPARE(row[row.size() - 1].number, 999);
  QCOMPARE(row.busy(0, row.size()), static_cast<std::int64_t>(5 * row.size()));
}

void TimelineTest::compile_is_nested() {
  CompilationRecord record;
  record.computation = "train";
  record.compile_ms = 1;
  PassRecord fuse;
  fuse.name = "fuse";
  fuse.microseconds = 300;
  fuse.rewrites = {{"a -> b", {}, {}, 100}, {"c -> d", {}, {}, 250}};
  record.passes = {fuse, fuse};
  KernelRecord kernel;
  kernel.compile_ms = 0.4;  // of the program that contains it
  record.kernels = {kernel, kernel};
  const Timeline timeline = compile_timeline(record);
  const auto& rows = timeline.lanes().at(0).rows;
  QCOMPARE(rows.size(), 3u);
  QCOMPARE(rows[0].end(0), 1'000'000);
  QCOMPARE(rows[1].size(), 3u);
  QCOMPARE(rows[2].end(1), 300'000);  // rewrites end within their pass
  QCOMPARE(rows[2].size(), 4u);
  const auto& build = timeline.names()[rows[1].name(2)];
  QCOMPARE(build.text, std::string("build kernels"));
  QCOMPARE(build.detail, std::string("2 kernels"));
  QCOMPARE(rows[1].end(2) - rows[1].begin(2), 400'000);
}

// Hang guard: ten times the goal.
void TimelineTest::ten_million_events_are_fluid() {
  Timeline timeline;
  const std::size_t lane = timeline.lane("a");
  timeline.name("k", "step");
  for (std::int64_t i = 0; i < 10'000'000; ++i)
    timeline.add(lane, 0, {i * 100, i * 100 + 60 + i % 40, 0, -1});
  const testing::Effort zooming;
  std::size_t spans = 0;
  for (int zoom = 0; zoom < 30; ++zoom) {
    const std::int64_t width = std::int64_t{1'000'000'000} >> zoom;
    timeline.lanes()[lane].rows[0].visible(0, width, 3 * width / 1500 + 1,
                                           [&](const EventSpan&) { ++spans; });
  }
  QVERIFY2(zooming.within(30 * 167), qPrintable(QString::number(zooming.seconds())));
  QVERIFY(spans < 30 * 1500);
  const testing::Effort counting;
  QCOMPARE(statistics(timeline, 0, INT64_MAX).at(0).count, 10'000'000);
  QVERIFY2(counting.within(5000), qPrintable(QString::number(counting.seconds())));
}

NGRAPH_TEST(TimelineTest)
#include "timeline_test.moc"
