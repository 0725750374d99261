// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/run_steps.h"

#include <algorithm>

#include "engine/records/compilation_record.h"

namespace ng::views {

void RunSteps::clear() {
  *this = {};
}

const EventRow& RunSteps::row() const {
  return timeline_->lanes()[lane_].rows[row_];
}

// The row with the first kernel event outside of the helper threads, which execute parts of it.
bool RunSteps::findRow(const ShownTimelines& timelines) {
  const std::vector<TimelineLane>& lanes = timeline_->lanes();
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    if (lanes[lane].name.starts_with("pool ")) continue;
    for (std::size_t row = 0; row < lanes[lane].rows.size(); ++row) {
      const EventRow& events = lanes[lane].rows[row];
      for (std::size_t i = 0; i < std::min(events.size(), block); ++i) {
        if (timelines.links(0).link(events.name(i)).kernel.isEmpty()) continue;
        lane_ = lane, row_ = row;
        firstBegin_ = events.begin(0);
        return true;
      }
    }
  }
  return false;
}

void RunSteps::follow(const ShownTimelines& timelines, const CompilationRecordPtr& compilation) {
  const TimelinePtr shown = timelines.shown();
  const bool dropped =
      read_ > 0 && timeline_ == shown && (row().size() < read_ || row().begin(0) != firstBegin_);
  if (timeline_ != shown || compilation_ != compilation || dropped) {
    clear();
    timeline_ = shown;
    compilation_ = compilation;
    if (compilation) {
      facts_ = memory_facts(*compilation);
      for (const BufferRecord& buffer : compilation->buffers)
        if (!is_temporary(buffer)) persistent_ += buffer.bytes;
    }
  }
  if (!timeline_ || !compilation_ || (read_ == 0 && !findRow(timelines))) return;
  for (; read_ < row().size(); ++read_) {
    const QString& name = timelines.links(0).link(row().name(read_)).kernel;
    if (name.isEmpty()) continue;
    add(row(), read_, *compilation_->kernel(name.toStdString()));
  }
}

// A kernel can be several steps of the program: the next of them after the event before.
void RunSteps::add(const EventRow& row, std::size_t event, const KernelRecord& kernel) {
  const auto& program = compilation_->steps;
  const auto isStep = [&](const StepRecord& step) { return step.kernel == kernel.name; };
  const bool sameCall = !steps_.empty() && row[steps_.back().event].number == row[event].number;
  const std::size_t from = sameCall ? static_cast<std::size_t>(steps_.back().step) + 1 : 0;
  auto found =
      std::find_if(program.begin() + static_cast<std::ptrdiff_t>(from), program.end(), isStep);
  if (found == program.end()) found = std::find_if(program.begin(), program.end(), isStep);
  const int step = found == program.end() ? -1 : static_cast<int>(found - program.begin());
  const std::int64_t alive = step >= 0 && step < static_cast<int>(facts_.alive_bytes.size())
                                 ? facts_.alive_bytes[static_cast<std::size_t>(step)]
                                 : 0;
  if (steps_.size() % block == 0) mostAlive_.push_back(0);
  mostAlive_.back() = std::max(mostAlive_.back(), alive);
  steps_.push_back({static_cast<std::uint32_t>(event), step, allFlops_, allBytes_});
  allFlops_ += static_cast<double>(kernel.flops);
  allBytes_ += static_cast<double>(kernel.bytes);
}

std::size_t RunSteps::firstEndingFrom(double time) const {
  const auto found = std::partition_point(steps_.begin(), steps_.end(), [&](const Step& step) {
    return static_cast<double>(row().end(step.event)) < time;
  });
  return static_cast<std::size_t>(found - steps_.begin());
}

double RunSteps::until(double Step::* amount, double time) const {
  const double all = amount == flops_ ? allFlops_ : allBytes_;
  const std::size_t at = firstEndingFrom(time);
  if (at == steps_.size()) return all;
  const auto begin = static_cast<double>(row().begin(steps_[at].event));
  const auto end = static_cast<double>(row().end(steps_[at].event));
  const double before = steps_[at].*amount;
  if (time <= begin || end <= begin) return before;
  const double own = (at + 1 < steps_.size() ? steps_[at + 1].*amount : all) - before;
  return before + own * (time - begin) / (end - begin);
}

std::int64_t RunSteps::memoryIn(double from, double to) const {
  std::int64_t most = 0;
  const auto alive = [this](const Step& step) {
    const auto at = static_cast<std::size_t>(step.step);
    return step.step >= 0 && at < facts_.alive_bytes.size() ? facts_.alive_bytes[at] : 0;
  };
  for (std::size_t at = firstEndingFrom(from);
       at < steps_.size() && static_cast<double>(row().begin(steps_[at].event)) <= to;) {
    const bool whole = at % block == 0 && at + block <= steps_.size() &&
                       static_cast<double>(row().begin(steps_[at + block - 1].event)) <= to;
    most = std::max(most, whole ? mostAlive_[at / block] : alive(steps_[at]));
    at += whole ? block : 1;
  }
  return persistent_ + most;
}

std::optional<EventPlace> RunSteps::first(
    std::int64_t from, std::int64_t to,
    const std::function<bool(std::uint32_t name)>& wanted) const {
  constexpr std::size_t mostLookedAt = 10'000;  // more than the steps of an iteration
  const std::size_t begin = firstEndingFrom(static_cast<double>(from));
  for (std::size_t at = begin; at < std::min(steps_.size(), begin + mostLookedAt); ++at) {
    const TimelineEvent event = row()[steps_[at].event];
    if (event.begin > to) break;
    if (event.begin >= from && wanted(event.name)) return EventPlace{lane_, row_, steps_[at].event};
  }
  return std::nullopt;
}

std::optional<std::size_t> RunSteps::find(const EventPlace& event) const {
  if (!timeline_ || event.lane != lane_ || event.row != row_) return std::nullopt;
  const auto found = std::partition_point(
      steps_.begin(), steps_.end(), [&](const Step& step) { return step.event < event.event; });
  if (found == steps_.end() || found->event != event.event || found->step < 0) return std::nullopt;
  return static_cast<std::size_t>(found - steps_.begin());
}

std::optional<EventPlace> RunSteps::near(std::size_t at, int step, int direction) const {
  const std::int32_t number = row()[steps_[at].event].number;
  const auto limit = static_cast<std::ptrdiff_t>(compilation_->steps.size());
  for (std::ptrdiff_t k = 1; k <= limit; ++k) {
    const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(at) + k * direction;
    if (i < 0 || i >= static_cast<std::ptrdiff_t>(steps_.size())) return std::nullopt;
    const Step& other = steps_[static_cast<std::size_t>(i)];
    if (row()[other.event].number != number) return std::nullopt;
    if (other.step == step) return EventPlace{lane_, row_, other.event};
  }
  return std::nullopt;
}

std::vector<EventPlace> RunSteps::producers(const EventPlace& event) const {
  std::vector<EventPlace> places;
  const auto at = find(event);
  if (!at) return places;
  const int own = steps_[*at].step;
  for (const BufferFacts& buffer : facts_.buffers) {
    if (!std::binary_search(buffer.readers.begin(), buffer.readers.end(), own)) continue;
    const auto after = std::lower_bound(buffer.writers.begin(), buffer.writers.end(), own);
    if (after == buffer.writers.begin()) continue;
    const auto place = near(*at, *std::prev(after), -1);
    if (place && std::find(places.begin(), places.end(), *place) == places.end())
      places.push_back(*place);
  }
  return places;
}

std::vector<EventPlace> RunSteps::consumers(const EventPlace& event) const {
  std::vector<EventPlace> places;
  const auto at = find(event);
  if (!at) return places;
  const int own = steps_[*at].step;
  for (const BufferFacts& buffer : facts_.buffers) {
    if (!std::binary_search(buffer.writers.begin(), buffer.writers.end(), own)) continue;
    const auto next = std::upper_bound(buffer.writers.begin(), buffer.writers.end(), own);
    const int until = next == buffer.writers.end() ? INT32_MAX : *next;
    for (const int reader : buffer.readers) {
      if (reader <= own || reader > until) continue;
      const auto place = near(*at, reader, 1);
      if (place && std::find(places.begin(), places.end(), *place) == places.end())
        places.push_back(*place);
    }
  }
  return places;
}

}  // namespace ng::views
