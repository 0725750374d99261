// SPDX-License-Identifier: Apache-2.0
// Values that the link reads from calls: points of scalar results at every call, results at display
// rate, and watched values that the program does not store.
#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/remote/link.h"
#include "engine/remote/looking.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/print_sink.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"

namespace ng::remote {
namespace {

constexpr std::size_t most_points = 4096;    // between two messages
constexpr std::size_t small_result = 16384;  // bytes; larger results are sent only if watched
constexpr std::size_t largest_value = std::size_t{32} << 20;
constexpr auto sample_time = std::chrono::milliseconds(16);
constexpr int sample_share = 10;  // sampling may take 1/10 of the time

// Drops every other point.
void thin(std::vector<double>& numbers) {
  std::size_t kept = 0;
  for (std::size_t i = 1; i < numbers.size(); i += 2) numbers[kept++] = numbers[i];
  numbers.resize(kept);
}

std::size_t bytes_of(const Value& value) {
  return static_cast<std::size_t>(element_count(value.axes().lengths())) * size_of(value.dtype());
}

}  // namespace

bool Link::samplingIsDue() const {
  const auto pause = std::max<Clock::duration>(sample_time, sample_share * sampling_);
  return Clock::now() - sampled_ > pause;
}

void Link::before(const Computation& computation) {
  if (Looking::on()) return;
  const std::lock_guard lock(mutex_);
  Known& known = this->known(computation);
  sendGraph(false);
  known.watched.clear();
  if (watched_.empty() || (!samplingIsDue() && !stopping_ && breakpoints_.empty())) return;
  const Looking looking;
  const auto from = Clock::now();
  computeWatched(known, computation);
  sampling_ = Clock::now() - from;
}

bool Link::wants_steps(const Computation& computation) {
  if (Looking::on()) return false;
  const std::lock_guard lock(mutex_);
  return recorder_.begin(computation);
}

void Link::stepped(const Computation& computation, std::size_t step) {
  const std::lock_guard lock(mutex_);
  recorder_.stepped(computation, step);
}

void Link::after(const Computation& computation, double microseconds) {
  if (Looking::on()) return;
  std::unique_lock lock(mutex_);
  Known& known = this->known(computation);
  ++known.called.count;
  recorder_.end(computation, known.called.name, known.called.count);
  known.called.microseconds = microseconds;
  addPoints(known, computation);
  known.fresh = true;
  const OpId stop = breakpointIn(known);
  const bool stops = stopping_ || stop != 0;
  if (stops || samplingIsDue()) {
    readValues(known, computation);
    sendGraph(stops);
  } else {
    known.stale = computation;
  }
  if (!std::exchange(notified_, true)) socket_.ring();
  if (stops) stop_here(lock, stop);
}

void Link::closing(const Transformer& transformer) {
  if (Looking::on()) return;
  const std::lock_guard lock(mutex_);
  collectStale(&transformer);
  for (auto& [id, known] : computations_) {
    if (known.watching && known.watching.transformer() == &transformer) known.watching = {};
  }
}

// Reads the values of the last calls before the transformer is gone.
void Link::collectStale(const Transformer* transformer) {
  for (auto& [id, known] : computations_) {
    if (!known.stale || (transformer && known.stale.transformer() != transformer)) continue;
    const Computation last = known.stale;
    if (last.transformer()) readValues(known, last);
    known.stale = {};
  }
}

void Link::addPoints(Known& known, const Computation& computation) {
  const std::vector<int>& buffers = computation.compilation().program.results;
  std::size_t at = 0;
  for (std::size_t i = 0; i < known.scalars.size() && i < buffers.size(); ++i) {
    if (!known.scalars[i] || buffers[i] < 0) continue;
    std::vector<Points>& all = known.called.points;
    if (at == all.size()) {
      all.push_back({computation.compilation().parts.results[i].node->id, {}, {}});
    }
    Points& points = all[at++];
    if (points.x.size() >= most_points) {
      thin(points.x);
      thin(points.y);
    }
    points.x.push_back(static_cast<double>(known.called.count));
    points.y.push_back(computation.read_buffer(buffers[i]).item());
  }
}

void Link::readValues(Known& known, const Computation& computation) {
  const auto from = Clock::now();
  known.stale = {};
  std::vector<OpValue>& values = known.called.values;
  values = std::move(known.watched);
  known.watched.clear();
  const auto there = [&values](OpId op) {
    return std::any_of(values.begin(), values.end(),
                       [op](const OpValue& each) { return each.op == op; });
  };
  const Compilation& compilation = computation.compilation();
  for (std::size_t i = 0; i < compilation.parts.results.size(); ++i) {
    const Value& result = compilation.parts.results[i];
    const int buffer = compilation.program.results[i];
    if (buffer < 0 || !result.has_type() || there(result.node->id)) continue;
    const bool wanted = watched_.count(result.node->id) > 0;
    const std::size_t bytes = bytes_of(result);
    if (bytes > (wanted ? largest_value : small_result)) continue;
    values.push_back({result.node->id, computation.read_buffer(buffer)});
  }
  for (const OpId op : watched_) {
    const auto storage = computation.transformer()->state().find(op);
    if (!storage || there(op)) continue;
    if (!storage->placement().is_whole()) continue;  // the other ranks do not take part
    if (static_cast<std::size_t>(storage->bytes()) > largest_value) continue;
    values.push_back({op, storage->value()});
  }
  known.fresh = true;
  sampled_ = Clock::now();
  sampling_ = std::max(sampling_, sampled_ - from);
}

// Compiles a program that stores the watched ops that are neither state nor results.
void Link::chooseWatching(Known& known, const Computation& computation) {
  if (known.generation == watch_generation_) return;
  known.generation = watch_generation_;
  known.watching = {};
  known.stored.clear();
  CompileOptions options = computation.transformer()->options();
  if (options.ranks) return;  // the other ranks do not take part
  options.only_watched = true;
  const auto& results = computation.compilation().parts.results;
  for (const NodePtr& node : ordered_nodes({known.node.value()})) {
    const bool returned = std::any_of(results.begin(), results.end(),
                                      [&](const Value& each) { return each.node == node; });
    const Value value{node, 0};
    if (watched_.count(node->id) == 0 || returned || !value.has_type()) continue;
    if (computation.transformer()->state().find(node->id)) continue;
    if (bytes_of(value) > largest_value) continue;
    options.watched.push_back(value);
    known.stored.push_back(node->id);
  }
  if (known.stored.empty()) return;
  try {
    known.watching = computation.transformer()->add_computation(known.node, options);
  } catch (const Error&) {
    known.stored.clear();  // e.g. an op inside a loop, which has several values
  }
}

// Arguments are already in the transformer's storage; the state is restored afterwards.
void Link::computeWatched(Known& known, const Computation& computation) {
  chooseWatching(known, computation);
  if (!known.watching) return;
  const QuietPrints quiet;
  try {
    known.watching.run();
    for (std::size_t i = 0; i < known.stored.size(); ++i) {
      known.watched.push_back({known.stored[i], known.watching.watched(i)});
    }
  } catch (const Error&) {
    known.watched.clear();  // the program's own call fails as well
  }
}

}  // namespace ng::remote
