// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/rows/phase_planes.h"

#include <algorithm>

namespace ng {

PhasePlanes::Taps::Taps(const Along& along) {
  for (std::int64_t tap = 0; tap < along.window; ++tap) {
    const std::int64_t far = tap * along.dilation, residue = far % along.stride;
    const auto known = std::find(phases.begin(), phases.end(), residue);
    phase.push_back(known - phases.begin());
    if (known == phases.end()) phases.push_back(residue);
    shift.push_back(far / along.stride);
    most_shift = std::max(most_shift, shift.back());
  }
}

PhasePlanes::PhasePlanes(const Along& down, const Along& across, std::int64_t batch)
    : along_down_(down),
      along_across_(across),
      down_(down),
      across_(across),
      batch_(batch),
      width_((across.output + across_.most_shift) * batch) {}

std::int64_t PhasePlanes::floats(std::int64_t rows) const {
  const auto phases = static_cast<std::int64_t>(down_.phases.size() * across_.phases.size());
  return phases * copied_rows(rows) * width_;
}

std::int64_t PhasePlanes::tap(std::int64_t r, std::int64_t s, std::int64_t rows) const {
  const auto down = static_cast<std::size_t>(r), across = static_cast<std::size_t>(s);
  const auto phases_across = static_cast<std::int64_t>(across_.phases.size());
  const std::int64_t phase = down_.phase[down] * phases_across + across_.phase[across];
  return (phase * copied_rows(rows) + down_.shift[down]) * width_ + across_.shift[across] * batch_;
}

PhasePlanes::Inside PhasePlanes::inside(const Along& along, std::int64_t first,
                                        std::int64_t count) {
  const auto before = [&](std::int64_t elements) {
    return std::clamp<std::int64_t>((elements + along.stride - 1) / along.stride, 0, count);
  };
  const std::int64_t begin = before(std::max<std::int64_t>(-first, 0));
  return {begin, std::max(begin, before(along.image - first))};
}

PhasePlanes::Phase PhasePlanes::phase(const Place& first, std::int64_t rows, float outside) const {
  const std::int64_t columns = width_ / batch_, row = along_across_.image * batch_;
  const Inside down = inside(along_down_, first.row, rows);
  const Inside across = inside(along_across_, first.column, columns);
  return {
      down.begin * width_,
      (rows - down.end) * width_,
      (first.row + down.begin * along_down_.stride) * row +
          (first.column + across.begin * along_across_.stride) * batch_,
      {down.end - down.begin, (across.end - across.begin) * batch_, batch_, along_across_.stride,
       along_down_.stride * row, across.begin * batch_, (columns - across.end) * batch_, outside}};
}

std::vector<PhasePlanes::Phase> PhasePlanes::phases(const Place& first, std::int64_t rows,
                                                    float outside) const {
  std::vector<Phase> all;
  for (const std::int64_t down : down_.phases) {
    for (const std::int64_t across : across_.phases) {
      const Place place{first.row * along_down_.stride + down - along_down_.padding,
                        first.column * along_across_.stride + across - along_across_.padding};
      all.push_back(phase(place, copied_rows(rows), outside));
    }
  }
  return all;
}

void PhasePlanes::pack(const float* plane, const std::vector<Phase>& phases, float* to) const {
  for (const Phase& phase : phases) {
    const LaneFrame& frame = phase.frame;
    const std::int64_t inside = frame.rows * width_;
    if (!plane) {
      to = std::fill_n(to, phase.above + inside + phase.below, frame.outside);
      continue;
    }
    to = std::fill_n(to, phase.above, frame.outside);
    lane_kernels().frame_rows(frame, plane + phase.from, to);
    to = std::fill_n(to + inside, phase.below, frame.outside);
  }
}

}  // namespace ng
