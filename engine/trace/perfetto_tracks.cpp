// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/perfetto_tracks.h"

#include <vector>

#include "engine/trace/perfetto_fields.h"

namespace ng::perfetto {
namespace {

constexpr std::int64_t latest = std::int64_t{3'155'760'000} * 1'000'000'000;  // 100 years

std::string found(const std::unordered_map<std::uint64_t, std::string>& texts, std::uint64_t id) {
  const auto at = texts.find(id);
  return at == texts.end() ? std::string() : at->second;
}

// Arithmetic wraps like in the trace format; invalid times then exceed `latest`.
std::int64_t scaled(std::uint64_t stamp, std::int64_t unit) {
  return static_cast<std::int64_t>(stamp * static_cast<std::uint64_t>(unit));
}

std::int64_t sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

std::int64_t difference(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

}  // namespace

void Tracks::take(Message packet, std::uint64_t offset) {
  std::uint64_t stamp = 0;
  std::uint32_t writer = 0, clock_id = 0;
  bool has_stamp = false, has_clock = false, cleared = false;
  std::vector<std::pair<std::uint32_t, Message>> parts;  // in file order; handled after the state
  while (packet.next()) {
    const std::uint32_t tag = packet.tag();  // saved, since reading the field may reset it
    switch (tag) {
      case packet::timestamp: stamp = packet.get_uint64(), has_stamp = true; break;
      case packet::clock: clock_id = packet.get_uint32(), has_clock = true; break;
      case packet::sequence: writer = packet.get_uint32(); break;
      case packet::sequence_flags:
        cleared |= (packet.get_uint32() & packet::flag_cleared) != 0;
        break;
      case packet::state_cleared: cleared |= packet.get_bool(); break;
      case packet::clock_snapshot:
      case packet::interned_data:
      case packet::defaults:
      case packet::track_descriptor:
      case packet::track_event: parts.emplace_back(tag, packet.get_message()); break;
      case packet::compressed_packets:
        collector_.leave_out("compressed packets are not shown");
        packet.skip();
        break;
      default: packet.skip();
    }
  }
  Sequence& sequence = sequences_[writer];
  if (cleared) sequence = {};
  for (auto& [tag, part] : parts) {
    if (tag == packet::clock_snapshot) take_snapshot(part, sequence);
    if (tag == packet::interned_data) take_interned(part, sequence);
    if (tag == packet::defaults) take_defaults(part, sequence);
    if (tag == packet::track_descriptor) take_descriptor(part);
  }
  const std::int64_t time =
      has_stamp ? time_of(stamp, has_clock ? clock_id : sequence.clock, sequence) : 0;
  for (auto& [tag, part] : parts)
    if (tag == packet::track_event) take_event(part, time, has_stamp, sequence, offset);
}

void Tracks::take_snapshot(Message message, Sequence& sequence) {
  std::vector<std::pair<std::uint32_t, Clock>> read;
  std::int64_t boot = 0;
  bool has_boot = false;
  while (message.next(snapshot::clocks)) {
    Message part = message.get_message();
    std::uint32_t id = 0;
    std::uint64_t stamp = 0;
    Clock clock;
    while (part.next()) {
      if (part.tag() == clock::id)
        id = part.get_uint32();
      else if (part.tag() == clock::time)
        stamp = part.get_uint64();
      else if (part.tag() == clock::incremental)
        clock.incremental = part.get_bool();
      else if (part.tag() == clock::unit)
        clock.unit = static_cast<std::int64_t>(part.get_uint64());
      else
        part.skip();
    }
    clock.now = scaled(stamp, clock.unit);
    if (id == clock::boot_time) boot = clock.now, has_boot = true;
    read.emplace_back(id, clock);
  }
  for (auto& [id, clock] : read) {
    clock.to_boot = has_boot ? difference(boot, clock.now) : 0;
    const bool own = id >= clock::first_of_sequence && id < clock::end_of_sequence;
    (own ? sequence.clocks : clocks_)[id] = clock;
  }
}

std::int64_t Tracks::time_of(std::uint64_t stamp, std::uint32_t id, Sequence& sequence) {
  const bool own = id >= clock::first_of_sequence && id < clock::end_of_sequence;
  auto& clocks = own ? sequence.clocks : clocks_;
  const auto at = clocks.find(id == 0 ? std::uint32_t{clock::boot_time} : id);
  if (at == clocks.end()) return static_cast<std::int64_t>(stamp);
  Clock& clock = at->second;
  if (!clock.incremental) return sum(scaled(stamp, clock.unit), clock.to_boot);
  clock.now = sum(clock.now, scaled(stamp, clock.unit));
  return sum(clock.now, clock.to_boot);
}

void Tracks::take_defaults(Message message, Sequence& sequence) const {
  while (message.next()) {
    if (message.tag() == defaults::clock) {
      sequence.clock = message.get_uint32();
    } else if (message.tag() == defaults::track_event) {
      Message part = message.get_message();
      while (part.next(event::track)) sequence.track = part.get_uint64();
    } else {
      message.skip();
    }
  }
}

void Tracks::take_interned(Message message, Sequence& sequence) const {
  while (message.next()) {
    Texts* texts = message.tag() == interned::categories         ? &sequence.categories
                   : message.tag() == interned::names            ? &sequence.names
                   : message.tag() == interned::annotation_names ? &sequence.annotation_names
                                                                 : nullptr;
    if (texts == nullptr) {
      message.skip();
      continue;
    }
    Message part = message.get_message();
    std::uint64_t id = 0;
    std::string text;
    while (part.next()) {
      if (part.tag() == interned::id)
        id = part.get_uint64();
      else if (part.tag() == interned::text)
        text = part.get_string();
      else
        part.skip();
    }
    (*texts)[id] = std::move(text);
  }
}

void Tracks::take_descriptor(Message message) {
  Track track;
  std::uint64_t uuid = 0;
  std::string thread;
  while (message.next()) {
    switch (message.tag()) {
      case descriptor::uuid: uuid = message.get_uint64(); break;
      case descriptor::parent: track.parent = message.get_uint64(); break;
      case descriptor::name:
      case descriptor::static_name: track.name = message.get_string(); break;
      case descriptor::process: {
        Message part = message.get_message();
        std::string name;
        while (part.next()) {
          if (part.tag() == descriptor::process_id)
            track.process = part.get_int32();
          else if (part.tag() == descriptor::process_name)
            name = part.get_string();
          else
            part.skip();
        }
        if (!name.empty()) processes_[track.process] = name;
        if (track.name.empty()) track.name = name;
        break;
      }
      case descriptor::thread: {
        Message part = message.get_message();
        while (part.next()) {
          if (part.tag() == descriptor::thread_process)
            track.process = part.get_int32();
          else if (part.tag() == descriptor::thread_name)
            thread = part.get_string();
          else if (part.tag() == descriptor::thread_id && thread.empty())
            thread = "thread " + std::to_string(part.get_int32());
          else
            part.skip();
        }
        break;
      }
      default: message.skip();
    }
  }
  if (track.name.empty()) track.name = thread;
  tracks_[uuid] = std::move(track);
}

void Tracks::read_legacy(Message message, const Sequence& sequence, Event& event) {
  while (message.next()) {
    if (message.tag() == event::legacy_name_id)
      event.name = found(sequence.names, message.get_uint64());
    else if (message.tag() == event::legacy_phase)
      event.phase = static_cast<char>(message.get_int32());
    else if (message.tag() == event::legacy_length_us)
      event.length = scaled(static_cast<std::uint64_t>(message.get_int64()), 1000);
    else
      message.skip();
  }
  if (event.phase == 'I') event.phase = 'i';
}

void Tracks::read_annotation(Message message, const Sequence& sequence, Event& event) {
  std::string name;
  std::int64_t number = -1;
  while (message.next()) {
    if (message.tag() == event::annotation_name)
      name = message.get_string();
    else if (message.tag() == event::annotation_name_id)
      name = found(sequence.annotation_names, message.get_uint64());
    else if (message.tag() == event::annotation_int)
      number = message.get_int64();
    else
      message.skip();
  }
  if (name == "call") event.number = number;
}

Tracks::Event Tracks::read_event(Message message, const Sequence& sequence) {
  Event event;
  event.track = sequence.track;
  const auto category = [&](const std::string& text) {
    event.category += (event.category.empty() ? "" : ",") + text;
  };
  while (message.next()) {
    switch (message.tag()) {
      case event::type: {
        const std::int32_t type = message.get_int32();
        event.phase = type == event::slice_begin ? 'B'
                      : type == event::slice_end ? 'E'
                      : type == event::instant   ? 'i'
                                                 : '\0';
        break;
      }
      case event::track: event.track = message.get_uint64(); break;
      case event::name: event.name = message.get_string(); break;
      case event::name_id: event.name = found(sequence.names, message.get_uint64()); break;
      case event::category: category(message.get_string()); break;
      case event::category_ids:
        if (message.wire_type() == protozero::pbf_wire_type::length_delimited) {
          for (const std::uint64_t id : message.get_packed_uint64())
            category(found(sequence.categories, id));
        } else {
          category(found(sequence.categories, message.get_uint64()));
        }
        break;
      case event::absolute_us: event.absolute_us = message.get_int64(); break;
      case event::annotations: read_annotation(message.get_message(), sequence, event); break;
      case event::legacy: read_legacy(message.get_message(), sequence, event); break;
      default: message.skip();
    }
  }
  return event;
}

void Tracks::take_event(Message message, std::int64_t time, bool has_time, const Sequence& sequence,
                        std::uint64_t offset) {
  const Event event = read_event(message, sequence);
  if (event.absolute_us >= 0) {
    time = scaled(static_cast<std::uint64_t>(event.absolute_us), 1000);
    has_time = true;
  }
  const bool shown =
      event.phase == 'B' || event.phase == 'E' || event.phase == 'X' || event.phase == 'i';
  if (!shown) return collector_.leave_out("counters and flows are not shown");
  if (!has_time) return collector_.leave_out("events without a time are left out");
  if (time > latest || time < -latest || event.length > latest || event.length < -latest)
    return collector_.leave_out("events with a time beyond 100 years are left out");
  const std::string lane = std::to_string(event.track);
  trace::ScannedEvent scanned;
  scanned.name = event.name;
  scanned.category = event.category;
  scanned.thread = lane;
  collector_.place(scanned, event.phase, time, event.length,
                   static_cast<std::int32_t>(event.number), offset);
}

std::string Tracks::title(std::uint64_t track) const {
  const auto at = tracks_.find(track);
  if (at == tracks_.end()) return track == 0 ? "trace" : "track " + std::to_string(track);
  std::string name = at->second.name;
  if (name.empty()) name = "track " + std::to_string(track);
  const auto process = processes_.find(at->second.process);
  const bool several = processes_.size() > 1;
  if (!several || process == processes_.end() || process->second == name) return name;
  return process->second + " / " + name;
}

Timeline Tracks::finish() {
  for (const std::string& lane : collector_.threads()) {
    trace::ScannedEvent of;
    of.thread = lane;
    collector_.name_thread(of, title(std::stoull(lane)));
  }
  return collector_.finish();
}

}  // namespace ng::perfetto
