// SPDX-License-Identifier: Apache-2.0
// Compares two checkpoints tensor by tensor.
#include <algorithm>
#include <cmath>
#include <map>

#include "engine/base/number.h"
#include "engine/base/quote.h"
#include "engine/documents/checkpoint_contents.h"

namespace ng {
namespace {

constexpr std::int64_t part_elements = 1 << 20;
// Smaller tensors are read whole, which verifies the checksums of zip archives.
constexpr std::int64_t largest_whole = 1 << 24;

// Sums over the elements of a pair of tensors, added part by part.
struct Sums {
  double before = 0, after = 0, difference = 0, most = 0;
  DifferenceHistogram histogram;
  double dot = 0, before_of_both = 0, after_of_both = 0;  // elements finite in both
};

double squared(double value) {
  return std::isfinite(value) ? value * value : 0;
}

// Equal values, including two NaN or equal infinities, count as unchanged.
void add(const Tensor& before, const Tensor& after, Sums& sums) {
  for (std::int64_t i = 0; i < before.size(); ++i) {
    const double was = before.at(i), is = after.at(i);
    sums.before += squared(was);
    sums.after += squared(is);
    if (std::isfinite(was) && std::isfinite(is)) {
      sums.dot += was * is;
      sums.before_of_both += was * was;
      sums.after_of_both += is * is;
    }
    if (number_at(before, i) == number_at(after, i) || (std::isnan(was) && std::isnan(is))) {
      ++sums.histogram.zero;
      continue;
    }
    const double difference = distance(number_at(after, i), number_at(before, i));
    const bool finite = std::isfinite(difference);
    sums.histogram.add(difference);
    sums.most = std::max(sums.most, finite ? difference : INFINITY);
    if (finite) sums.difference += difference * difference;
  }
}

class Comparison {
 public:
  using Progress = std::function<bool(double done)>;
  Comparison(const std::string& before, const std::string& after, const Progress& progress)
      : before_(before), after_(after), progress_(progress) {}

  std::vector<TensorChange> compare(const std::function<std::string(const std::string&)>& rename) {
    // Name after the renaming, and the name in each file.
    std::map<std::string, std::pair<std::string, std::string>> names;
    for (const CheckpointEntry& entry : before_.contents().entries) {
      const std::string renamed = rename ? rename(entry.name) : entry.name;
      if (!names.emplace(renamed, std::pair(entry.name, "")).second)
        refuse(ErrorKind::value, "two tensors of " + quote(before_.contents().path) +
                                     " are renamed to " + quote(renamed));
    }
    for (const CheckpointEntry& entry : after_.contents().entries)
      names[entry.name].second = entry.name;
    std::vector<TensorChange> changes;
    for (const auto& [name, both] : names) {
      begin_ = static_cast<double>(changes.size()) / static_cast<double>(names.size());
      share_ = 1 / static_cast<double>(names.size());
      report(0);
      changes.push_back(change_of(name, both.first, both.second));
    }
    return changes;
  }

 private:
  // `part`: fraction of the current tensor.
  void report(double part) const {
    if (!progress_ || progress_(begin_ + part * share_)) return;
    refuse(ErrorKind::cancelled, "comparing " + quote(before_.contents().path) + " and " +
                                     quote(after_.contents().path) + " was cancelled");
  }

  TensorChange change_of(const std::string& name, const std::string& first,
                         const std::string& second) {
    const CheckpointEntry* was = first.empty() ? nullptr : before_.contents().find(first);
    const CheckpointEntry* is = second.empty() ? nullptr : after_.contents().find(second);
    TensorChange change;
    change.name = name;
    if (was) change.dtype_before = was->dtype, change.shape_before = was->shape;
    if (is) change.dtype_after = is->dtype, change.shape_after = is->shape;
    if (was && is && was->shape == is->shape) {
      if (comparable(*was, *is))
        set_values(was->name, is->name, element_count(was->shape), change);
      else
        compare_elements(*was, *is, change);
      return change;
    }
    if (was) change.before = norm(before_, *was);
    if (is) change.after = norm(after_, *is);
    change.kind = was && is ? TensorChange::Kind::reshaped
                  : was     ? TensorChange::Kind::removed
                            : TensorChange::Kind::added;
    return change;
  }

  static bool comparable(const CheckpointEntry& was, const CheckpointEntry& is) {
    return was.has_values() && is.has_values() && was.dtype.parts() == is.dtype.parts();
  }

  // Of elements without common values: are they the same bytes of the same type?
  void compare_elements(const CheckpointEntry& was, const CheckpointEntry& is,
                        TensorChange& change) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    change.kind = TensorChange::Kind::unread;
    if (was.fault.empty() && is.fault.empty()) {
      const bool equal =
          was.dtype == is.dtype && before_.read_elements(was.name) == after_.read_elements(is.name);
      change.kind = equal ? TensorChange::Kind::equal : TensorChange::Kind::changed;
      if (equal) return;
    }
    change.most = change.before = change.after = change.difference = none;
  }

  void set_values(const std::string& was, const std::string& is, std::int64_t size,
                  TensorChange& change) {
    Sums sums;
    if (size > largest_whole && before_.reads_parts(was) && after_.reads_parts(is)) {
      for (std::int64_t first = 0; first < size; first += part_elements) {
        const std::int64_t count = std::min(part_elements, size - first);
        add(before_.read_part(was, first, count), after_.read_part(is, first, count), sums);
        report(static_cast<double>(first) / static_cast<double>(size));
      }
    } else {
      add(before_.read(was), after_.read(is), sums);
    }
    change.before = std::sqrt(sums.before);
    change.after = std::sqrt(sums.after);
    change.difference = std::sqrt(sums.difference);
    change.most = sums.most;
    change.histogram = sums.histogram;
    const double norms = std::sqrt(sums.before_of_both) * std::sqrt(sums.after_of_both);
    if (norms > 0) change.cosine = sums.dot / norms;
    change.kind = sums.most > 0 ? TensorChange::Kind::changed : TensorChange::Kind::equal;
  }

  double norm(CheckpointSource& source, const CheckpointEntry& entry) {
    if (!entry.has_values()) return std::numeric_limits<double>::quiet_NaN();
    const std::int64_t size = element_count(entry.shape);
    const bool parts = size > largest_whole && source.reads_parts(entry.name);
    const std::int64_t step = parts ? part_elements : size;
    double sum = 0;
    for (std::int64_t first = 0; first < size; first += step) {
      const Tensor part = parts ? source.read_part(entry.name, first, std::min(step, size - first))
                                : source.read(entry.name);
      for (std::int64_t i = 0; i < part.size(); ++i) sum += squared(part.at(i));
      report(static_cast<double>(first) / static_cast<double>(size));
    }
    return std::sqrt(sum);
  }

  CheckpointSource before_, after_;
  const Progress& progress_;
  double begin_ = 0, share_ = 0;  // of the current tensor in the whole
};

}  // namespace

void DifferenceHistogram::add(double difference) {
  if (!std::isfinite(difference)) {
    ++non_finite;
    return;
  }
  const int exponent = static_cast<int>(std::floor(std::log10(difference)));
  ++decades[static_cast<std::size_t>(std::clamp(exponent, least, most) - least)];
}

double TensorChange::relative() const {
  if (difference == 0 || std::isnan(difference)) return difference;
  return before > 0 ? difference / before : std::numeric_limits<double>::infinity();
}

bool TensorChange::has_difference() const {
  if (kind != Kind::equal && kind != Kind::changed) return false;
  return dtype_before->values() && dtype_after->values() && !std::isnan(most);
}

std::vector<TensorChange> compare_checkpoints(
    const std::string& before, const std::string& after,
    const std::function<bool(double done)>& progress,
    const std::function<std::string(const std::string&)>& rename) {
  return Comparison(before, after, progress).compare(rename);
}

}  // namespace ng
