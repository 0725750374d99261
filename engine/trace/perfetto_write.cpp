// SPDX-License-Identifier: Apache-2.0
// Writes a Perfetto trace with one sequence: interned names first, then slice events in time order.
#include <algorithm>
#include <protozero/pbf_writer.hpp>
#include <vector>

#include "engine/trace/perfetto_fields.h"
#include "engine/trace/perfetto_file.h"

namespace ng {
namespace {

using namespace perfetto;
using protozero::pbf_writer;

constexpr std::uint64_t process_track = 1, first_lane_track = 2, call_annotation = 1;
constexpr std::int32_t process_id = 1;

class PerfettoWriter {
 public:
  explicit PerfettoWriter(const Timeline& timeline) : timeline_(timeline), file_(bytes_) {}

  std::string write() {
    add_process();
    for (std::size_t lane = 0; lane < timeline_.lanes().size(); ++lane) add_thread(lane);
    add_names();
    for (std::size_t lane = 0; lane < timeline_.lanes().size(); ++lane) add_events(lane);
    return std::move(bytes_);
  }

 private:
  struct Slice {
    TimelineEvent event;
    std::size_t row;
  };

  void add_process() {
    pbf_writer packet(file_, file::packet), track(packet, packet::track_descriptor);
    track.add_uint64(descriptor::uuid, process_track);
    pbf_writer process(track, descriptor::process);
    process.add_int32(descriptor::process_id, process_id);
    process.add_string(descriptor::process_name, "ngraph");
  }

  void add_thread(std::size_t lane) {
    pbf_writer packet(file_, file::packet), track(packet, packet::track_descriptor);
    track.add_uint64(descriptor::uuid, first_lane_track + lane);
    track.add_uint64(descriptor::parent, process_track);
    pbf_writer thread(track, descriptor::thread);
    thread.add_int32(descriptor::thread_process, process_id);
    thread.add_int32(descriptor::thread_id, static_cast<std::int32_t>(lane + 1));
    thread.add_string(descriptor::thread_name, timeline_.lanes()[lane].name);
  }

  void intern(pbf_writer& data, std::uint32_t field, std::uint64_t id, const std::string& text) {
    pbf_writer entry(data, field);
    entry.add_uint64(interned::id, id);
    entry.add_string(interned::text, text);
  }

  void add_names() {
    pbf_writer packet(file_, file::packet);
    packet.add_uint32(packet::sequence, 1);
    packet.add_uint32(packet::sequence_flags, packet::flag_cleared);
    pbf_writer data(packet, packet::interned_data);
    std::uint64_t id = 0;
    for (const TimelineName& name : timeline_.names()) {
      ++id;
      intern(data, interned::categories, id, name.category);
      intern(data, interned::names, id, name.text);
    }
    intern(data, interned::annotation_names, call_annotation, "call");
  }

  void add_event(std::uint64_t track, std::int64_t time, std::uint32_t type,
                 const TimelineEvent* begun) {
    pbf_writer packet(file_, file::packet);
    packet.add_uint64(packet::timestamp, static_cast<std::uint64_t>(time));
    packet.add_uint32(packet::sequence, 1);
    packet.add_uint32(packet::sequence_flags, packet::flag_needs_state);
    pbf_writer event(packet, packet::track_event);
    event.add_int32(event::type, static_cast<std::int32_t>(type));
    event.add_uint64(event::track, track);
    if (begun == nullptr) return;
    const std::uint64_t name = begun->name + std::uint64_t{1};
    if (!timeline_.names()[begun->name].category.empty())
      event.add_uint64(event::category_ids, name);
    event.add_uint64(event::name_id, name);
    if (begun->number < 0) return;
    pbf_writer annotation(event, event::annotations);
    annotation.add_uint64(event::annotation_name_id, call_annotation);
    annotation.add_int64(event::annotation_int, begun->number);
  }

  // Writes the slices of a track that nest; returns the others for another track of the lane.
  std::vector<Slice> add_nested(std::uint64_t track, const std::vector<Slice>& slices) {
    std::vector<Slice> open, left;
    const auto close = [&](std::int64_t until, std::size_t row) {
      while (!open.empty()) {
        const TimelineEvent& last = open.back().event;
        const bool over = last.end < until || (last.end == until && last.begin < until);
        if (!over && open.back().row < row) return;
        add_event(track, last.end, event::slice_end, nullptr);
        open.pop_back();
      }
    };
    for (const Slice& slice : slices) {
      close(slice.event.begin, slice.row);
      if (!open.empty() && slice.event.end > open.back().event.end) {
        left.push_back(slice);
        continue;
      }
      add_event(track, slice.event.begin, event::slice_begin, &slice.event);
      open.push_back(slice);
    }
    close(INT64_MAX, 0);
    return left;
  }

  void add_events(std::size_t lane) {
    std::vector<Slice> slices;
    const std::vector<EventRow>& rows = timeline_.lanes()[lane].rows;
    for (std::size_t row = 0; row < rows.size(); ++row)
      for (std::size_t i = 0; i < rows[row].size(); ++i) slices.push_back({rows[row][i], row});
    std::stable_sort(slices.begin(), slices.end(), [](const Slice& a, const Slice& b) {
      return a.event.begin != b.event.begin ? a.event.begin < b.event.begin : a.row < b.row;
    });
    std::uint64_t track = first_lane_track + lane;
    while (!slices.empty()) {
      slices = add_nested(track, slices);
      if (slices.empty()) return;
      track = first_lane_track + timeline_.lanes().size() + more_tracks_++;
      pbf_writer packet(file_, file::packet), more(packet, packet::track_descriptor);
      more.add_uint64(descriptor::uuid, track);
      more.add_uint64(descriptor::parent, first_lane_track + lane);
      more.add_string(descriptor::name, timeline_.lanes()[lane].name);
    }
  }

  const Timeline& timeline_;
  std::string bytes_;
  pbf_writer file_;
  std::uint64_t more_tracks_ = 0;
};

}  // namespace

std::string perfetto_bytes(const Timeline& timeline) {
  return PerfettoWriter(timeline).write();
}

}  // namespace ng
