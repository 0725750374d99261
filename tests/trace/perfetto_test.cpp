// SPDX-License-Identifier: Apache-2.0
// Tests Perfetto's binary traces: round trips, traces as written by its library, damaged traces.
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <protozero/pbf_writer.hpp>

#include "engine/base/error.h"
#include "engine/trace/perfetto_fields.h"
#include "engine/trace/perfetto_file.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::perfetto;
using protozero::pbf_writer;

class PerfettoTest : public QObject {
  Q_OBJECT

 private slots:
  void round_trip();
  void reads_what_the_library_writes();
  void overlapping_events_have_tracks_of_their_own();
  void cut_anywhere_does_no_harm();
  void damage_does_no_harm();
  void is_distinguished_from_json();

 private:
  Timeline read(const std::string& bytes) {
    const std::string path = folder_.filePath("t.pftrace").toStdString();
    std::ofstream(path, std::ios::binary) << bytes;
    return read_trace(path);
  }
  static Timeline sample();
  QTemporaryDir folder_;
};

Timeline PerfettoTest::sample() {
  Timeline timeline;
  const std::size_t engine = timeline.lane("engine \\ 0"), pool = timeline.lane("pool 1");
  const auto call = timeline.name("call", "call"), k0 = timeline.name("k\\0 \"x\"", "step");
  timeline.add(engine, 0, {0, 10'001, call, 1});
  timeline.add(engine, 1, {0, 5'000, k0, 1});
  timeline.add(engine, 1, {5'000, 10'001, k0, -1});
  timeline.add(engine, 0, {10'001, 20'000, call, 2});
  timeline.add(pool, 0, {3, 9, k0, -1});
  timeline.add(pool, 1, {3, 3, call, -1});
  return timeline;
}

void PerfettoTest::round_trip() {
  const Timeline timeline = sample();
  for (const char* name : {"out.pftrace", "out.perfetto-trace"}) {
    const std::string path = folder_.filePath(name).toStdString();
    write_trace(path, timeline);
    const Timeline back = read_trace(path);
    QCOMPARE(back.lanes().size(), timeline.lanes().size());
    QVERIFY(back.notes.empty());
    for (std::size_t lane = 0; lane < back.lanes().size(); ++lane) {
      QCOMPARE(back.lanes()[lane].name, timeline.lanes()[lane].name);
      QCOMPARE(back.lanes()[lane].rows.size(), timeline.lanes()[lane].rows.size());
      for (std::size_t row = 0; row < back.lanes()[lane].rows.size(); ++row) {
        const EventRow &was = timeline.lanes()[lane].rows[row], &is = back.lanes()[lane].rows[row];
        QCOMPARE(is.size(), was.size());
        for (std::size_t i = 0; i < is.size(); ++i) {
          QCOMPARE(is[i].begin, was[i].begin);
          QCOMPARE(is[i].end, was[i].end);
          QCOMPARE(is[i].number, was[i].number);
          QCOMPARE(back.names()[is[i].name].text, timeline.names()[was[i].name].text);
          QCOMPARE(back.names()[is[i].name].category, timeline.names()[was[i].name].category);
        }
      }
    }
  }
}

// An incremental clock, names interned by the writer, a default track, a legacy event with a
// duration, a counter, and a second process.
void PerfettoTest::reads_what_the_library_writes() {
  std::string bytes;
  pbf_writer file(bytes);
  const auto descriptor_of = [&](std::uint64_t uuid, std::int32_t process, const char* process_name,
                                 const char* thread_name) {
    pbf_writer packet(file, perfetto::file::packet), track(packet, packet::track_descriptor);
    track.add_uint64(descriptor::uuid, uuid);
    if (process_name) {
      pbf_writer part(track, descriptor::process);
      part.add_int32(descriptor::process_id, process);
      part.add_string(descriptor::process_name, process_name);
    } else {
      pbf_writer part(track, descriptor::thread);
      part.add_int32(descriptor::thread_process, process);
      part.add_int32(descriptor::thread_id, 7);
      part.add_string(descriptor::thread_name, thread_name);
    }
  };
  descriptor_of(1, 10, "browser", nullptr);
  descriptor_of(2, 20, "renderer", nullptr);
  descriptor_of(3, 10, nullptr, "main");
  descriptor_of(4, 20, nullptr, "raster");
  {
    pbf_writer packet(file, perfetto::file::packet);
    packet.add_uint32(packet::sequence, 5);
    packet.add_uint32(packet::sequence_flags, packet::flag_cleared);
    {
      pbf_writer snapshot(packet, packet::clock_snapshot);
      {
        pbf_writer boot(snapshot, snapshot::clocks);
        boot.add_uint32(clock::id, clock::boot_time);
        boot.add_uint64(clock::time, 1'000'000'000'000);
      }
      pbf_writer own(snapshot, snapshot::clocks);
      own.add_uint32(clock::id, 64);
      own.add_uint64(clock::time, 5'000);
      own.add_bool(clock::incremental, true);
      own.add_uint64(clock::unit, 1000);
    }
    {
      pbf_writer given(packet, packet::defaults);
      given.add_uint32(defaults::clock, 64);
      pbf_writer event(given, defaults::track_event);
      event.add_uint64(event::track, 3);
    }
    pbf_writer data(packet, packet::interned_data);
    pbf_writer entry(data, interned::names);
    entry.add_uint64(interned::id, 1);
    entry.add_string(interned::text, "frame");
  }
  const auto event_of = [&](std::uint64_t after_us, std::int32_t type, std::uint64_t track,
                            std::int64_t legacy_us) {
    pbf_writer packet(file, perfetto::file::packet);
    packet.add_uint32(packet::sequence, 5);
    packet.add_uint64(packet::timestamp, after_us);
    pbf_writer event(packet, packet::track_event);
    if (type) event.add_int32(event::type, type);
    if (track) event.add_uint64(event::track, track);
    if (type == 1) event.add_uint64(event::name_id, 1);
    if (legacy_us < 0) return;
    event.add_string(event::name, "long ago");
    pbf_writer legacy(event, event::legacy);
    legacy.add_int32(event::legacy_phase, 'X');
    legacy.add_int64(event::legacy_length_us, legacy_us);
  };
  event_of(10, 1, 0, -1);  // frame begins
  event_of(5, 0, 4, 7);    // of the other process, duration 7 us
  event_of(20, 2, 0, -1);  // frame ends, 25 us after it began
  event_of(1, 4, 0, -1);   // a counter
  const Timeline timeline = read(bytes);
  QCOMPARE(timeline.lanes().size(), 2u);
  QCOMPARE(timeline.lanes()[0].name, std::string("browser / main"));
  QCOMPARE(timeline.lanes()[1].name, std::string("renderer / raster"));
  const EventRow &frame = timeline.lanes()[0].rows[0], &old = timeline.lanes()[1].rows[0];
  QCOMPARE(frame[0].end - frame[0].begin, 25'000);
  QCOMPARE(timeline.names()[frame[0].name].text, std::string("frame"));
  QCOMPARE(old[0].begin - frame[0].begin, 5'000);
  QCOMPARE(old[0].end - old[0].begin, 7'000);
  QCOMPARE(timeline.notes.size(), 1u);
  QVERIFY(timeline.notes[0].starts_with("1 counters and flows are not shown"));
}

void PerfettoTest::overlapping_events_have_tracks_of_their_own() {
  Timeline timeline;
  const std::size_t lane = timeline.lane("engine");
  const auto name = timeline.name("a", "x");
  timeline.nest(lane, {{0, 10, name, -1}, {5, 15, name, -1}, {20, 30, name, -1}});
  const Timeline back = read(perfetto_bytes(timeline));
  QCOMPARE(back.size(), 3u);
  std::vector<std::pair<std::int64_t, std::int64_t>> spans;
  for (const TimelineLane& each : back.lanes()) {
    QCOMPARE(each.name, std::string("engine"));
    for (const EventRow& row : each.rows)
      for (std::size_t i = 0; i < row.size(); ++i) spans.emplace_back(row[i].begin, row[i].end);
  }
  std::sort(spans.begin(), spans.end());
  const std::vector<std::pair<std::int64_t, std::int64_t>> wanted{{0, 10}, {5, 15}, {20, 30}};
  QVERIFY(spans == wanted);
}

void PerfettoTest::cut_anywhere_does_no_harm() {
  const std::string whole = perfetto_bytes(sample());
  for (std::size_t length = 3; length < whole.size(); ++length) {
    try {
      QVERIFY(read(whole.substr(0, length)).size() <= 6);
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::bad_file);
    }
  }
}

void PerfettoTest::damage_does_no_harm() {
  const std::string whole = perfetto_bytes(sample());
  int refused = 0, read_anyway = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int flip : {1, 0x80, 0xFF}) {
      std::string bytes = whole;
      bytes[at] = static_cast<char>(bytes[at] ^ flip);
      try {
        QVERIFY(read(bytes).size() <= 12);
        ++read_anyway;
      } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::bad_file);
        ++refused;
      }
    }
  }
  QVERIFY(refused > 50 && read_anyway > 50);
}

void PerfettoTest::is_distinguished_from_json() {
  QVERIFY(looks_like_perfetto(perfetto_bytes(sample())));
  for (const char* text :
       {"", "\n", "\n{\"traceEvents\":[]}", "\n[{\"ph\":\"X\"}]", "{}", "\n\n\n"})
    QVERIFY2(!looks_like_perfetto(text), text);
  QCOMPARE(read("\n{\"traceEvents\":[{\"ph\":\"X\",\"ts\":1,\"dur\":2}]}").size(), 1u);
}

NGRAPH_TEST(PerfettoTest)
#include "perfetto_test.moc"
