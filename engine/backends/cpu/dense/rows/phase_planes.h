// SPDX-License-Identifier: Apache-2.0
// A plane (H, W, N) of an image, copied with its padding and divided by the strides' phases: the
// elements that a tap meets at successive outputs lie next to each other, over whole rows.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/backends/cpu/lanes/lane_kernels.h"

namespace ng {

class PhasePlanes {
 public:
  // One axis of a window.
  struct Along {
    std::int64_t image, output, window, padding, stride, dilation;
  };
  PhasePlanes(const Along& down, const Along& across, std::int64_t batch);

  // Floats from a row to the next. A row begins with its outputs (Q, N).
  std::int64_t width() const { return width_; }
  // Floats of the copy for `rows` rows of outputs.
  std::int64_t floats(std::int64_t rows) const;
  // Where tap (r, s) meets the first output in a copy for `rows` rows of outputs. The tap meets
  // output q, n of row p at p width() + q N + n from there.
  std::int64_t tap(std::int64_t r, std::int64_t s, std::int64_t rows) const;

  // The first output of a copy, whose columns are as many as those of `across`.
  struct Place {
    std::int64_t row, column;
  };
  // What a copy takes from any plane, for one pair of phases: `above` and `below` floats are
  // outside of the image, the frame's rows begin `from` floats after the plane's begin.
  struct Phase {
    std::int64_t above, below, from;
    LaneFrame frame;
  };
  // For `rows` rows of outputs from `first` on, with `outside` around the image.
  std::vector<Phase> phases(const Place& first, std::int64_t rows, float outside) const;
  // Makes the copy. Without a plane all is outside. Writes up to `overrun` floats past the end.
  static constexpr std::int64_t overrun = LaneKernels::most_lanes;
  void pack(const float* plane, const std::vector<Phase>& phases, float* to) const;

 private:
  // By tap: its phase (position modulo the stride, as an index in `phases`), and by how many
  // positions of the phase it lies after the first.
  struct Taps {
    explicit Taps(const Along& along);
    std::vector<std::int64_t> phase, shift, phases;
    std::int64_t most_shift = 0;
  };
  // Of `count` positions from `first` of the image on, a stride apart, those inside of it.
  struct Inside {
    std::int64_t begin, end;
  };
  static Inside inside(const Along& along, std::int64_t first, std::int64_t count);
  // Rows of each phase along the height, for `rows` rows of outputs.
  std::int64_t copied_rows(std::int64_t rows) const { return rows + down_.most_shift; }
  // `first` in the image, maybe outside.
  Phase phase(const Place& first, std::int64_t rows, float outside) const;
  const Along along_down_, along_across_;
  const Taps down_, across_;
  const std::int64_t batch_, width_;
};

}  // namespace ng
