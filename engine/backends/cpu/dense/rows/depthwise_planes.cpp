// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/rows/depthwise_planes.h"

#include <algorithm>

#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

// Multiplications of a part at least, and parts at most.
constexpr std::int64_t least_work = 1 << 15, most_parts = 32;

class DepthwisePlanes {
 public:
  DepthwisePlanes(const Convolution& c, const float* images, const float* filters,
                  const EpilogueArrays& arrays, float* outputs, const float* zeros)
      : c_(c),
        images_(images),
        filters_(filters),
        arrays_(arrays),
        outputs_(outputs),
        plane_{.image = {c.image[1], c.image[2]},
               .filter = {c.filter[1], c.filter[2]},
               .padding = {c.padding[1], c.padding[2]},
               .stride = {c.stride[1], c.stride[2]},
               .dilation = {c.dilation[1], c.dilation[2]},
               .first_row = 0,
               .end_row = 0,
               .columns = c.output[2],
               .weight_stride = c.out_channels,
               .zeros = zeros} {}

  std::int64_t parts() const {
    const std::int64_t work = c_.out_channels * c_.positions() * c_.taps();
    return std::clamp<std::int64_t>(work / least_work, 1,
                                    std::min(most_parts, c_.out_channels * c_.output[1]));
  }

  // A part of the rows of all channels, one after another.
  void make(std::int64_t part) const {
    const std::int64_t rows = c_.output[1], all = c_.out_channels * rows;
    const std::int64_t begin = all * part / parts(), end = all * (part + 1) / parts();
    std::int64_t first = begin % rows;
    for (std::int64_t k = begin / rows; k * rows < end; ++k, first = 0)
      make_rows(k, first, std::min(rows, end - k * rows));
  }

 private:
  void make_rows(std::int64_t k, std::int64_t first, std::int64_t end) const {
    LanePlane plane = plane_;
    plane.first_row = first, plane.end_row = end;
    const std::int64_t place = first * c_.output[2];
    LaneEpilogue epilogue = lane_epilogue(c_, arrays_, k, place);
    epilogue.added_stride = c_.output[2];
    const std::int64_t channel = c_.groups == c_.out_channels ? k : k / c_.group_filters();
    weigh_(plane, images_ + channel * c_.pixels(), filters_ + k, epilogue,
           outputs_ + k * c_.positions() + place);
  }

  const Convolution& c_;
  const float *images_, *filters_;
  const EpilogueArrays arrays_;
  float* outputs_;
  const LanePlane plane_;
  const LaneKernels::WeighPlane weigh_ = lane_kernels().weigh_plane;
};

}  // namespace

bool is_flat_image(const Convolution& c) {
  return c.batch == 1 && c.image[0] == 1 && c.filter[0] == 1 && c.output[0] == 1 &&
         c.padding[0] == 0;
}

bool has_whole_planes(const Convolution& c) {
  return is_flat_image(c) && c.stride[2] <= 2;
}

void depthwise_planes(const Convolution& c, const float* images, const float* filters,
                      const EpilogueArrays& arrays, float* outputs, StepScratch& scratch) {
  float* const zeros = scratch.floats(depthwise_planes_scratch(c));
  std::fill_n(zeros, c.image[2], 0.0f);
  const DepthwisePlanes all(c, images, filters, arrays, outputs, zeros);
  ThreadPool::shared().parallel_for(static_cast<int>(all.parts()),
                                    [&](int part) { all.make(part); });
}

std::int64_t depthwise_planes_scratch(const Convolution& c) {
  return 4 * whole_lines(c.image[2]);
}

}  // namespace ng
