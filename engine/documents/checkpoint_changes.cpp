// SPDX-License-Identifier: Apache-2.0
// Compares two checkpoints tensor by tensor.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "engine/base/quote.h"
#include "engine/documents/checkpoint_contents.h"
#include "engine/records/values/weight_change.h"

namespace ng {
namespace {

constexpr std::int64_t part_elements = 1 << 20;
// Smaller tensors are read whole, which verifies the checksums of zip archives.
constexpr std::int64_t largest_whole = 1 << 24;

class Comparison {
 public:
  using Progress = std::function<bool(double done)>;
  Comparison(TensorSource& before, TensorSource& after, const Progress& progress)
      : before_(before), after_(after), progress_(progress) {}

  // By equal names, after `rename`.
  std::vector<TensorPair> pairs(const std::function<std::string(const std::string&)>& rename) {
    std::map<std::string, std::string> renamed;
    for (const CheckpointEntry& entry : before_.contents().entries) {
      const std::string name = rename ? rename(entry.name) : entry.name;
      if (!renamed.emplace(name, entry.name).second)
        refuse(ErrorKind::value, "two tensors of " + quote(before_.contents().path) +
                                     " are renamed to " + quote(name));
    }
    std::vector<TensorPair> pairs;
    for (const auto& [name, original] : renamed)
      if (after_.contents().find(name)) pairs.push_back({original, name, PairedBy::name, {}});
    return pairs;
  }

  // `rename` only gives the names under which removed tensors are listed.
  std::vector<TensorChange> compare(
      const std::vector<TensorPair>& pairs,
      const std::function<std::string(const std::string&)>& rename = {}) {
    // By the name in the second file.
    std::map<std::string, TensorPair> rows;
    std::set<std::string> paired;
    for (const TensorPair& pair : pairs) {
      rows[pair.after] = pair;
      paired.insert(pair.before);
    }
    for (const CheckpointEntry& entry : after_.contents().entries)
      rows.try_emplace(entry.name, TensorPair{"", entry.name, PairedBy::name, {}});
    for (const CheckpointEntry& entry : before_.contents().entries)
      if (!paired.contains(entry.name))
        removed(rows, rename ? rename(entry.name) : entry.name, entry.name);
    std::vector<TensorChange> changes;
    for (const auto& [name, pair] : rows) {
      begin_ = static_cast<double>(changes.size()) / static_cast<double>(rows.size());
      share_ = 1 / static_cast<double>(rows.size());
      report(0);
      changes.push_back(change_of(name, pair));
    }
    return changes;
  }

 private:
  // The second file may have another tensor of this name, with another partner.
  static void removed(std::map<std::string, TensorPair>& rows, std::string name,
                      const std::string& original) {
    while (!rows.try_emplace(name, TensorPair{original, "", PairedBy::name, {}}).second)
      name += " (A)";
  }

  // `part`: fraction of the current tensor.
  void report(double part) const {
    if (!progress_ || progress_(begin_ + part * share_)) return;
    refuse(ErrorKind::cancelled, "comparing " + quote(before_.contents().path) + " and " +
                                     quote(after_.contents().path) + " was cancelled");
  }

  TensorChange change_of(const std::string& name, const TensorPair& pair) {
    const CheckpointEntry* was =
        pair.before.empty() ? nullptr : before_.contents().find(pair.before);
    const CheckpointEntry* is = pair.after.empty() ? nullptr : after_.contents().find(pair.after);
    TensorChange change;
    change.name = name;
    change.before_name = pair.before;
    change.by = pair.by;
    change.order = pair.order;
    if (was) change.dtype_before = was->dtype, change.shape_before = was->shape;
    if (is) change.dtype_after = is->dtype, change.shape_after = is->shape;
    if (was && is && (was->shape == is->shape || !pair.order.empty())) {
      if (comparable(*was, *is))
        set_values(*was, *is, change);
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

  void set_values(const CheckpointEntry& was, const CheckpointEntry& is, TensorChange& change) {
    const std::int64_t size = element_count(was.shape);
    const int parts = was.dtype.parts();
    TensorDifference sums;
    if (size > largest_whole && change.order.empty() && before_.reads_parts(was.name) &&
        after_.reads_parts(is.name)) {
      for (std::int64_t first = 0; first < size; first += part_elements) {
        const std::int64_t count = std::min(part_elements, size - first);
        sums.add(before_.read_part(was.name, first, count), after_.read_part(is.name, first, count),
                 parts);
        report(static_cast<double>(first) / static_cast<double>(size));
      }
    } else {
      sums = whole_difference(before_.read(was.name), after_.read(is.name), parts, change.order);
    }
    change.before = sums.norm_before();
    change.after = sums.norm_after();
    change.difference = sums.norm_of_difference();
    change.most = sums.most;
    change.most_relative = sums.most_relative;
    change.histogram = sums.histogram;
    change.cosine = sums.cosine();
    change.kind = sums.most > 0 ? TensorChange::Kind::changed : TensorChange::Kind::equal;
  }

  // Finds the order in which both are equal, if there is one.
  static TensorDifference whole_difference(const Tensor& was, const Tensor& is, int parts,
                                           std::vector<std::size_t>& order) {
    const std::optional<WeightChange> change = weight_change(was, is, parts);
    if (!change || !change->elements) return element_difference(was, is, parts);
    order = change->order;
    return *change->elements;
  }

  double norm(TensorSource& source, const CheckpointEntry& entry) {
    if (!entry.has_values()) return std::numeric_limits<double>::quiet_NaN();
    const std::int64_t size = element_count(entry.shape);
    const bool parts = size > largest_whole && source.reads_parts(entry.name);
    const std::int64_t step = parts ? part_elements : size;
    EuclideanNorm norm;
    for (std::int64_t first = 0; first < size; first += step) {
      const Tensor part = parts ? source.read_part(entry.name, first, std::min(step, size - first))
                                : source.read(entry.name);
      for (std::int64_t i = 0; i < part.size(); ++i)
        if (std::isfinite(part.at(i))) norm.add(part.at(i));
      report(static_cast<double>(first) / static_cast<double>(size));
    }
    return norm.value();
  }

  TensorSource &before_, &after_;
  const Progress& progress_;
  double begin_ = 0, share_ = 0;  // of the current tensor in the whole
};

}  // namespace

double TensorChange::relative() const {
  if (difference == 0 || std::isnan(difference)) return difference;
  return before > 0 ? difference / before : std::numeric_limits<double>::infinity();
}

bool TensorChange::has_difference() const {
  if (kind != Kind::equal && kind != Kind::changed) return false;
  if (!dtype_before || !dtype_after) return false;
  return dtype_before->values() && dtype_after->values() && !std::isnan(most);
}

std::vector<TensorChange> compare_checkpoints(
    const std::string& before, const std::string& after,
    const std::function<bool(double done)>& progress,
    const std::function<std::string(const std::string&)>& rename) {
  CheckpointSource first(before), second(after);
  Comparison comparison(first, second, progress);
  return comparison.compare(comparison.pairs(rename), rename);
}

std::vector<TensorChange> compare_checkpoints(TensorSource& before, TensorSource& after,
                                              const std::vector<TensorPair>& pairs,
                                              const std::function<bool(double done)>& progress) {
  return Comparison(before, after, progress).compare(pairs);
}

}  // namespace ng
