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
  const std::int64_t plane =
      down_.phase[down] * static_cast<std::int64_t>(across_.phases.size()) + across_.phase[across];
  return (plane * copied_rows(rows) + down_.shift[down]) * width_ + across_.shift[across] * batch_;
}

void PhasePlanes::pack(const float* plane, const Place& first, std::int64_t rows, float outside,
                       float* to) const {
  for (const std::int64_t down : down_.phases) {
    for (const std::int64_t across : across_.phases) {
      const std::int64_t column =
          first.column * along_across_.stride + across - along_across_.padding;
      for (std::int64_t row = 0; row < copied_rows(rows); ++row, to += width_) {
        const std::int64_t h = (first.row + row) * along_down_.stride + down - along_down_.padding;
        const bool inside = plane && h >= 0 && h < along_down_.image;
        if (inside) pack_row(plane + h * along_across_.image * batch_, column, outside, to);
        if (!inside) std::fill_n(to, width_, outside);
      }
    }
  }
}

void PhasePlanes::pack_row(const float* row, std::int64_t column, float outside, float* to) const {
  const std::int64_t stride = along_across_.stride, columns = width_ / batch_;
  const std::int64_t before = -column;  // elements left of the image
  const auto columns_before = [&](std::int64_t elements) {
    return std::clamp<std::int64_t>((elements + stride - 1) / stride, 0, columns);
  };
  const std::int64_t begin = columns_before(std::max<std::int64_t>(before, 0));
  const std::int64_t end = std::max(begin, columns_before(along_across_.image + before));
  std::fill_n(to, begin * batch_, outside);
  std::fill_n(to + end * batch_, (columns - end) * batch_, outside);
  const float* from = row + (begin * stride - before) * batch_;
  if (stride == 1) {
    std::copy_n(from, (end - begin) * batch_, to + begin * batch_);
  } else if (batch_ == 1) {
    for (std::int64_t x = begin; x < end; ++x, from += stride) to[x] = *from;
  } else {
    for (std::int64_t x = begin; x < end; ++x, from += stride * batch_) {
      std::copy_n(from, batch_, to + x * batch_);
    }
  }
}

}  // namespace ng
