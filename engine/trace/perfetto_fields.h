// SPDX-License-Identifier: Apache-2.0
// Field numbers of Perfetto's trace format (protos/perfetto/trace/*.proto of the Perfetto project,
// whose wire format is a public, stable interface). Only fields that are read or written here.
#pragma once

#include <cstdint>

namespace ng::perfetto {

namespace file {
enum : std::uint32_t { packet = 1 };
}
namespace packet {
enum : std::uint32_t {
  clock_snapshot = 6,
  timestamp = 8,
  sequence = 10,  // trusted_packet_sequence_id
  track_event = 11,
  interned_data = 12,
  sequence_flags = 13,
  state_cleared = 41,  // incremental_state_cleared
  compressed_packets = 50,
  clock = 58,  // timestamp_clock_id
  defaults = 59,
  track_descriptor = 60
};
enum : std::uint32_t { flag_cleared = 1, flag_needs_state = 2 };  // of sequence_flags
}  // namespace packet
namespace defaults {
enum : std::uint32_t { track_event = 11, clock = 58 };
}
namespace snapshot {
enum : std::uint32_t { clocks = 1 };
}
namespace clock {
enum : std::uint32_t { id = 1, time = 2, incremental = 3, unit = 4 };
enum : std::uint32_t { boot_time = 6, first_of_sequence = 64, end_of_sequence = 128 };
}  // namespace clock
namespace interned {
enum : std::uint32_t { categories = 1, names = 2, annotation_names = 3, strings = 29 };
enum : std::uint32_t { id = 1, text = 2 };
}  // namespace interned
namespace descriptor {
enum : std::uint32_t { uuid = 1, name = 2, process = 3, thread = 4, parent = 5, static_name = 10 };
enum : std::uint32_t { process_id = 1, process_name = 6 };
enum : std::uint32_t { thread_process = 1, thread_id = 2, thread_name = 5 };
}  // namespace descriptor
namespace event {
enum : std::uint32_t {
  delta_us = 1,
  category_ids = 3,
  annotations = 4,
  legacy = 6,
  type = 9,
  name_id = 10,
  track = 11,
  absolute_us = 16,
  category = 22,
  name = 23
};
enum : std::uint32_t { slice_begin = 1, slice_end = 2, instant = 3 };
enum : std::uint32_t {
  annotation_name_id = 1,
  annotation_int = 4,
  annotation_name = 10,
  annotation_text_id = 17
};
enum : std::uint32_t { legacy_name_id = 1, legacy_phase = 2, legacy_length_us = 3 };
}  // namespace event

}  // namespace ng::perfetto
