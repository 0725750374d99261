// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lane_steps.h"

#include <algorithm>

#include "engine/records/compilation_record.h"
#include "views/widgets/range_of_run.h"

namespace ng::views {

ProgramFacts::ProgramFacts(CompilationRecordPtr of)
    : compilation(std::move(of)), memory(memory_facts(*compilation)) {
  for (const BufferRecord& buffer : compilation->buffers)
    if (!is_temporary(buffer)) persistent += buffer.bytes;
}

LaneSteps::LaneSteps(TimelinePtr timeline, std::size_t lane, std::size_t row,
                     std::shared_ptr<const ProgramFacts> program)
    : timeline_(std::move(timeline)),
      lane_(lane),
      row_(row),
      program_(std::move(program)),
      firstBegin_(this->row().begin(0)) {}

bool LaneSteps::isCurrent() const {
  return row().size() >= read_ && row().begin(0) == firstBegin_;
}

void LaneSteps::readNewEvents(const ShownTimelines& timelines) {
  for (; read_ < row().size(); ++read_) {
    const QString& name = timelines.links(0).link(row().name(read_)).kernel;
    if (!name.isEmpty()) add(read_, *program_->compilation->kernel(name.toStdString()));
  }
}

// The event is the next step that runs the kernel after the event before.
void LaneSteps::add(std::size_t event, const KernelRecord& kernel) {
  const auto& program = program_->compilation->steps;
  const bool sameCall = !steps_.empty() && row()[steps_.back().event].number == row()[event].number;
  const std::size_t from = sameCall ? static_cast<std::size_t>(steps_.back().step) + 1 : 0;
  std::size_t found = nextStepOf(program, kernel.name, from);
  if (found == program.size()) found = nextStepOf(program, kernel.name, 0);
  const int step = found == program.size() ? -1 : static_cast<int>(found);
  if (steps_.size() % block == 0) mostAlive_.push_back(0);
  mostAlive_.back() = std::max(mostAlive_.back(), aliveAt(step));
  steps_.push_back({static_cast<std::uint32_t>(event), step, allFlops_, allBytes_});
  allFlops_ += static_cast<double>(kernel.flops);
  allBytes_ += static_cast<double>(kernel.bytes);
}

std::int64_t LaneSteps::aliveAt(int step) const {
  const auto& alive = program_->memory.alive_bytes;
  const auto at = static_cast<std::size_t>(step);
  return step >= 0 && at < alive.size() ? alive[at] : 0;
}

std::size_t LaneSteps::firstEndingFrom(double time) const {
  const auto found = std::partition_point(steps_.begin(), steps_.end(), [&](const Step& step) {
    return static_cast<double>(row().end(step.event)) < time;
  });
  return static_cast<std::size_t>(found - steps_.begin());
}

double LaneSteps::until(double Step::* amount, double all, double time) const {
  const std::size_t at = firstEndingFrom(time);
  if (at == steps_.size()) return all;
  const auto begin = static_cast<double>(row().begin(steps_[at].event));
  const auto end = static_cast<double>(row().end(steps_[at].event));
  const double before = steps_[at].*amount;
  if (time <= begin || end <= begin) return before;
  const double own = (at + 1 < steps_.size() ? steps_[at + 1].*amount : all) - before;
  return before + own * (time - begin) / (end - begin);
}

std::int64_t LaneSteps::memoryIn(double from, double to) const {
  std::int64_t most = 0;
  for (std::size_t at = firstEndingFrom(from);
       at < steps_.size() && static_cast<double>(row().begin(steps_[at].event)) <= to;) {
    const bool whole = at % block == 0 && at + block <= steps_.size() &&
                       static_cast<double>(row().begin(steps_[at + block - 1].event)) <= to;
    most = std::max(most, whole ? mostAlive_[at / block] : aliveAt(steps_[at].step));
    at += whole ? block : 1;
  }
  return program_->persistent + most;
}

std::optional<EventPlace> LaneSteps::first(
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

std::optional<std::size_t> LaneSteps::find(const EventPlace& event) const {
  if (event.lane != lane_ || event.row != row_) return std::nullopt;
  const auto found = std::partition_point(
      steps_.begin(), steps_.end(), [&](const Step& step) { return step.event < event.event; });
  if (found == steps_.end() || found->event != event.event || found->step < 0) return std::nullopt;
  return static_cast<std::size_t>(found - steps_.begin());
}

std::optional<EventPlace> LaneSteps::near(std::size_t at, int step, int direction) const {
  const std::int32_t number = row()[steps_[at].event].number;
  const auto limit = static_cast<std::ptrdiff_t>(program_->compilation->steps.size());
  for (std::ptrdiff_t k = 1; k <= limit; ++k) {
    const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(at) + k * direction;
    if (i < 0 || i >= static_cast<std::ptrdiff_t>(steps_.size())) return std::nullopt;
    const Step& other = steps_[static_cast<std::size_t>(i)];
    if (row()[other.event].number != number) return std::nullopt;
    if (other.step == step) return EventPlace{lane_, row_, other.event};
  }
  return std::nullopt;
}

std::vector<EventPlace> LaneSteps::producers(const EventPlace& event) const {
  std::vector<EventPlace> places;
  const auto at = find(event);
  if (!at) return places;
  const int own = steps_[*at].step;
  for (const BufferFacts& buffer : program_->memory.buffers) {
    if (!std::binary_search(buffer.readers.begin(), buffer.readers.end(), own)) continue;
    const auto after = std::lower_bound(buffer.writers.begin(), buffer.writers.end(), own);
    if (after == buffer.writers.begin()) continue;
    const auto place = near(*at, *std::prev(after), -1);
    if (place && std::find(places.begin(), places.end(), *place) == places.end())
      places.push_back(*place);
  }
  return places;
}

std::vector<EventPlace> LaneSteps::consumers(const EventPlace& event) const {
  std::vector<EventPlace> places;
  const auto at = find(event);
  if (!at) return places;
  const int own = steps_[*at].step;
  for (const BufferFacts& buffer : program_->memory.buffers) {
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
