// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/steps/step_order.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

namespace ng {
namespace {

constexpr std::size_t lanes = most_lanes;

// Memory that buffers of a program may share: the pool, a state's storage, or a buffer's own.
using Space = std::pair<int, std::uint64_t>;

struct Access {
  std::size_t step = 0;
  std::int64_t begin = 0, end = 0;
  bool writes = false;
};

class Memories {
 public:
  explicit Memories(const Program& program) : program_(program) {}

  // The earlier steps that this access must follow. Then later steps follow it.
  void access(std::size_t step, int buffer, bool writes, std::set<std::size_t>& follows) {
    const Buffer& b = program_.buffers[static_cast<std::size_t>(buffer)];
    const bool pooled = b.kind == BufferKind::temporary;
    const std::int64_t begin = pooled ? b.offset : 0;
    const std::int64_t end = begin + std::max<std::int64_t>(1, b.bytes);
    std::vector<Access>& known = accesses_[space_of(buffer)];
    for (const Access& each : known) {
      const bool shared = each.begin < end && begin < each.end;
      if (shared && (writes || each.writes) && each.step != step) follows.insert(each.step);
    }
    if (writes) {
      std::erase_if(known, [begin, end](const Access& each) {
        return begin <= each.begin && each.end <= end;
      });
    }
    known.push_back({step, begin, end, writes});
  }

 private:
  Space space_of(int buffer) const {
    const Buffer& b = program_.buffers[static_cast<std::size_t>(buffer)];
    if (b.kind == BufferKind::temporary) return {0, 0};
    if (b.state != 0) return {1, b.state};
    return {2, static_cast<std::uint64_t>(buffer)};
  }

  const Program& program_;
  std::map<Space, std::vector<Access>> accesses_;
};

class Orderer {
 public:
  explicit Orderer(const Program& program) : program_(program), memories_(program) {}

  std::vector<StepPlace> order() {
    for (std::size_t i = 0; i < program_.steps.size(); ++i) place(i);
    return std::move(places_);
  }

 private:
  // By lane: one past the last step that is known to have ended.
  using Known = std::array<std::size_t, lanes>;

  void place(std::size_t index) {
    const Step& step = program_.steps[index];
    std::set<std::size_t> follows;
    for (const int buffer : step.reads) memories_.access(index, buffer, false, follows);
    for (const int buffer : step.writes) memories_.access(index, buffer, true, follows);
    StepPlace here;
    here.lane = lane_of(step, follows);
    const auto lane = static_cast<std::size_t>(here.lane);
    Known known = last_[lane] ? known_[*last_[lane]] : Known{};
    // The latest first: it may imply the others.
    for (auto each = follows.rbegin(); each != follows.rend(); ++each) {
      const auto other = static_cast<std::size_t>(places_[*each].lane);
      if (other == lane || known[other] > *each) continue;
      here.follows.push_back(*each);
      places_[*each].is_followed = true;
      for (std::size_t i = 0; i < lanes; ++i) known[i] = std::max(known[i], known_[*each][i]);
    }
    known[lane] = index + 1;
    known_.push_back(known);
    last_[lane] = index;
    places_.push_back(std::move(here));
  }

  // The lane that ends with a step that this one follows; else the one that ended first.
  int lane_of(const Step& step, const std::set<std::size_t>& follows) const {
    if (step.is<Matmul>() || step.loop()) return 0;
    for (auto each = follows.rbegin(); each != follows.rend(); ++each) {
      const int lane = places_[*each].lane;
      if (last_[static_cast<std::size_t>(lane)] == *each) return lane;
    }
    const auto first = std::min_element(last_.begin(), last_.end());  // an unused lane is least
    return static_cast<int>(first - last_.begin());
  }

  const Program& program_;
  Memories memories_;
  std::vector<StepPlace> places_;
  std::vector<Known> known_;                            // by step
  std::array<std::optional<std::size_t>, lanes> last_;  // step of each lane
};

}  // namespace

std::vector<StepPlace> step_places(const Program& program) {
  return Orderer(program).order();
}

}  // namespace ng
