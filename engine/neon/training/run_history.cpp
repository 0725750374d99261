// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/run_history.h"

#include <algorithm>

#include "engine/neon/training/result_name.h"
#include "engine/records/tensor_record.h"
#include "engine/session/graph_record.h"

namespace ng {
namespace {

constexpr std::int64_t bytes_of_a_record = 200;  // estimate for names and axes

// Records of all results that have a value, still without values.
std::vector<TensorRecord> empty_records(const Computation& computation, const Results& results) {
  std::vector<TensorRecord> records;
  const std::vector<Op> ops = computation.results();
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (!results.has_value(i)) continue;
    records.push_back({ops[i].id(), result_name(ops[i]), axis_records(ops[i].axes()), {}, 0});
  }
  return records;
}

}  // namespace

void RunHistory::take(const Computation& computation, const Results& results,
                      std::int64_t iteration) {
  if (last_.empty()) last_ = empty_records(computation, results);
  std::size_t next = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results.has_value(i)) continue;
    last_[next].value = results[i];
    last_[next++].iteration = iteration;
  }
  keep(iteration);
}

void RunHistory::keep(std::int64_t iteration) {
  std::int64_t bytes = bytes_of_a_record;
  for (const TensorRecord& result : last_) {
    bytes += bytes_of_a_record + std::ssize(result.value.bytes);
  }
  if (bytes > most_bytes_ / 4) return;
  entries_.push_back({iteration, bytes, last_});
  bytes_ += bytes;
  for (; bytes_ > most_bytes_; entries_.pop_front()) bytes_ -= entries_.front().bytes;
}

const std::vector<TensorRecord>* RunHistory::find(std::int64_t iteration) const {
  const auto at =
      std::lower_bound(entries_.begin(), entries_.end(), iteration,
                       [](const Entry& entry, std::int64_t i) { return entry.iteration < i; });
  return at != entries_.end() && at->iteration == iteration ? &at->results : nullptr;
}

void RunHistory::clear() {
  last_.clear();
  entries_.clear();
  bytes_ = 0;
}

}  // namespace ng
