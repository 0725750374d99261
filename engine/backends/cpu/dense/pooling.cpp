// SPDX-License-Identifier: Apache-2.0
// Pooling and its gradients, vectorised over the batch.
#include <algorithm>
#include <vector>

#include "engine/backends/cpu/dense/rows/row_pooling.h"
#include "engine/backends/cpu/dense/window_steps.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

using Makes = Pooling::Makes;

// A unit of work: some channels of the outputs and some batch elements.
struct Part {
  std::int64_t first_channel, channels, batch, width;
};

class PoolingLoops {
 public:
  PoolingLoops(const Pooling& p, const float* first, const float* second, float* result)
      : p_(p), kernels_(lane_kernels()), first_(first), second_(second), result_(result) {}

  void run() const {
    const std::vector<Part> all = parts();
    auto one = [&](int part) { make(all[static_cast<std::size_t>(part)]); };
    if (all.size() == 1) return one(0);
    ThreadPool::shared().parallel_for(static_cast<int>(all.size()), one);
  }

 private:
  // Partition in which windows of different parts share no element of the image.
  std::vector<Part> parts() const {
    const bool apart = p_.makes != Makes::images || p_.stride[0] >= p_.window[0];
    const std::int64_t positions = p_.output[1] * p_.output[2] * p_.output[3];
    const std::int64_t members = p_.window[0] * p_.window[1] * p_.window[2] * p_.window[3];
    constexpr std::int64_t work = 1 << 16, least_width = 64;
    const std::int64_t each =
        apart
            ? std::clamp<std::int64_t>(
                  work / std::max<std::int64_t>(1, positions * members * p_.batch), 1, p_.output[0])
            : p_.output[0];
    const std::int64_t width = apart ? p_.batch : std::min(p_.batch, least_width);
    std::vector<Part> result;
    for (std::int64_t c = 0; c < p_.output[0]; c += each) {
      for (std::int64_t n = 0; n < p_.batch; n += width) {
        result.push_back({c, std::min(each, p_.output[0] - c), n, std::min(width, p_.batch - n)});
      }
    }
    return result;
  }

  // Does every element of the image belong to exactly one window?
  bool tiles() const {
    bool exact = true;
    for (std::size_t i = 0; i < 4; ++i) {
      exact &= p_.stride[i] == p_.window[i] &&
               p_.output[i] * p_.stride[i] - p_.padding[i] >= p_.image[i];
    }
    return exact;
  }

  std::int64_t pixels() const { return p_.image[1] * p_.image[2] * p_.image[3]; }

  // Clears the image channels covered by a part's windows, and those up to the next part's.
  void clear(const Part& part) const {
    const bool last = part.first_channel + part.channels == p_.output[0];
    const std::int64_t begin =
        part.first_channel == 0 ? 0 : part.first_channel * p_.stride[0] - p_.padding[0];
    const std::int64_t end =
        last ? p_.image[0] : (part.first_channel + part.channels) * p_.stride[0] - p_.padding[0];
    for (std::int64_t i = begin * pixels(); i < std::min(end, p_.image[0]) * pixels(); ++i) {
      std::fill_n(result_ + i * p_.batch + part.batch, part.width, 0.0f);
    }
  }

  void make(const Part& part) const {
    if (p_.makes == Makes::images && !(tiles_ && !p_.average)) clear(part);
    std::vector<std::int64_t> members;
    for (std::int64_t c = part.first_channel; c < part.first_channel + part.channels; ++c) {
      for (std::int64_t d = 0; d < p_.output[1]; ++d) {
        for (std::int64_t h = 0; h < p_.output[2]; ++h) {
          for (std::int64_t w = 0; w < p_.output[3]; ++w) {
            find_members({c, d, h, w}, members);
            const std::int64_t output =
                ((c * p_.output[1] + d) * p_.output[2] + h) * p_.output[3] + w;
            make_window(part, members, output * p_.batch + part.batch);
          }
        }
      }
    }
  }

  void find_members(const std::array<std::int64_t, 4>& place,
                    std::vector<std::int64_t>& members) const {
    std::array<std::int64_t, 4> begin, end;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::int64_t start = place[i] * p_.stride[i] - p_.padding[i];
      begin[i] = std::max<std::int64_t>(0, start);
      end[i] = std::min(p_.image[i], start + p_.window[i]);
    }
    members.clear();
    for (std::int64_t c = begin[0]; c < end[0]; ++c) {
      for (std::int64_t d = begin[1]; d < end[1]; ++d) {
        for (std::int64_t h = begin[2]; h < end[2]; ++h) {
          for (std::int64_t w = begin[3]; w < end[3]; ++w) {
            members.push_back(((c * p_.image[1] + d) * p_.image[2] + h) * p_.image[3] + w);
          }
        }
      }
    }
  }

  template <class T>
  T** rows(const std::vector<std::int64_t>& members, const Part& part, T* array,
           std::vector<T*>& room) const {
    room.clear();
    for (const std::int64_t member : members)
      room.push_back(array + member * p_.batch + part.batch);
    return room.data();
  }

  void make_window(const Part& part, const std::vector<std::int64_t>& members,
                   std::int64_t output) const {
    thread_local std::vector<const float*> in, other;
    thread_local std::vector<float*> out;
    const int count = static_cast<int>(members.size());
    const std::int64_t n = part.width;
    if (p_.makes == Makes::outputs) {
      (p_.average ? kernels_.mean : kernels_.largest)(rows(members, part, first_, in), count, n,
                                                      result_ + output);
    } else if (p_.makes == Makes::chosen) {
      kernels_.choose(rows(members, part, second_, in), rows(members, part, first_, other), count,
                      n, result_ + output);
    } else if (p_.average) {
      kernels_.add_mean(rows(members, part, result_, out), count, n, first_ + output);
    } else {
      (tiles_ ? kernels_.set_largest : kernels_.add_to_largest)(rows(members, part, second_, in),
                                                                rows(members, part, result_, out),
                                                                count, n, first_ + output);
    }
  }

  const Pooling& p_;
  const LaneKernels& kernels_;
  const float *first_, *second_;
  float* result_;
  const bool tiles_ = tiles();
};

}  // namespace

void pool(const Pooling& pooling, const float* first, const float* second, float* result,
          StepScratch& scratch) {
  if (pools_rows(pooling)) return pool_rows(pooling, first, result, scratch);
  PoolingLoops(pooling, first, second, result).run();
}

}  // namespace ng
