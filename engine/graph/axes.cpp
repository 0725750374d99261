// SPDX-License-Identifier: Apache-2.0
// Axes: the ordered tuple, its set algebra, lookup and selection by role.
#include <algorithm>
#include <map>

#include "engine/base/error.h"
#include "engine/base/tensor.h"
#include "engine/graph/axis.h"

namespace ng {
namespace {

void check_distinct(const std::vector<Axis>& axes) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    check(static_cast<bool>(axes[i]), "an empty axis handle in a tuple of axes");
    if (std::find(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(i), axes[i]) ==
        axes.begin() + static_cast<std::ptrdiff_t>(i)) {
      continue;
    }
    std::string found;
    for (const Axis& axis : axes) found += (found.empty() ? "[" : ", ") + axis.repr();
    Diagnostic diagnostic;
    diagnostic.what =
        "The axes labels of a tensor cannot contain duplicates.  Found: " + found + "]";
    diagnostic.found = axes[i].label() + " more than once";
    diagnostic.action = "rename one of them, for example with cast_role";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
}

template <class Keep>
Axes select(const std::vector<Axis>& axes, Keep keep) {
  std::vector<Axis> kept;
  std::copy_if(axes.begin(), axes.end(), std::back_inserter(kept), keep);
  return Axes(std::move(kept));
}

template <class Test>
std::optional<Axis> first(const std::vector<Axis>& axes, Test test) {
  const auto found = std::find_if(axes.begin(), axes.end(), test);
  return found == axes.end() ? std::nullopt : std::optional<Axis>(*found);
}

}  // namespace

Axes::Axes(const Axis& axis) : axes_{axis} {
  check_distinct(axes_);
}

Axes::Axes(std::initializer_list<Axis> axes) : axes_(axes) {
  check_distinct(axes_);
}

Axes::Axes(std::vector<Axis> axes) : axes_(std::move(axes)) {
  check_distinct(axes_);
}

Axes Axes::of(std::span<const std::pair<std::string, std::int64_t>> named_lengths) {
  std::vector<Axis> axes;
  for (const auto& [name, length] : named_lengths) axes.push_back(make_axis(length, name));
  return Axes(std::move(axes));
}

Axes Axes::nested(const std::vector<std::vector<Axis>>& groups) {
  std::vector<Axis> axes;
  for (const std::vector<Axis>& group : groups) axes.push_back(make_flattened_axis(group));
  return Axes(std::move(axes));
}

Axes make_axes(std::initializer_list<Axis> axes) {
  return Axes(axes);
}

Axes Axes::operator+(const Axes& other) const {
  const Axes common = *this & other;
  if (!common.empty()) {
    refuse(ErrorKind::value, "Trying to concatenate " + text() + " with " + other.text() +
                                 ", but they have common axes " + common.text() +
                                 ", which is not allowed.");
  }
  return *this | other;
}

Axes Axes::operator-(const Axes& other) const {
  return select(axes_, [&](const Axis& axis) { return !other.contains(axis); });
}

Axes Axes::operator|(const Axes& other) const {
  std::vector<Axis> all = axes_;
  for (const Axis& axis : other) {
    if (!contains(axis)) all.push_back(axis);
  }
  return Axes(std::move(all));
}

Axes Axes::operator&(const Axes& other) const {
  return select(axes_, [&](const Axis& axis) { return other.contains(axis); });
}

bool Axes::operator==(const Axes& other) const {
  return axes_ == other.axes_;
}

bool Axes::contains(const Axis& axis) const {
  return find(axis).has_value();
}

bool Axes::is_sub_set(const Axes& other) const {
  return std::all_of(begin(), end(), [&](const Axis& axis) { return other.contains(axis); });
}

bool Axes::is_super_set(const Axes& other) const {
  return other.is_sub_set(*this);
}

bool Axes::is_equal_set(const Axes& other) const {
  return size() == other.size() && is_sub_set(other);
}

std::optional<std::size_t> Axes::find(const Axis& axis) const {
  const auto found = std::find(begin(), end(), axis);
  if (found == end()) return std::nullopt;
  return static_cast<std::size_t>(found - begin());
}

std::size_t Axes::index(const Axis& axis) const {
  if (const auto position = find(axis)) return *position;
  refuse(ErrorKind::value, "axis " + axis.text() + " is not among the axes " + text());
}

Axes Axes::find_by_name(const std::string& name) const {
  return select(axes_, [&](const Axis& axis) { return axis.name() == name; });
}

Axis Axes::get_by_name(const std::string& name) const {
  const Axes found = find_by_name(name);
  if (!found.empty()) return found[0];
  refuse(ErrorKind::key, "no axis is named " + name + " among the axes " + text());
}

Axes Axes::batch_axes() const {
  return select(axes_, [](const Axis& axis) { return axis.is_batch(); });
}

std::optional<Axis> Axes::batch_axis() const {
  return first(axes_, [](const Axis& axis) { return axis.is_batch(); });
}

std::optional<Axis> Axes::channel_axis() const {
  return first(axes_, [](const Axis& axis) { return axis.is_channel(); });
}

std::optional<Axis> Axes::recurrent_axis() const {
  return first(axes_, [](const Axis& axis) { return axis.is_recurrent(); });
}

Axes Axes::sample_axes() const {
  return select(axes_, [](const Axis& axis) { return !axis.is_batch(); });
}

Axes Axes::feature_axes() const {
  return select(axes_, [](const Axis& axis) { return !axis.is_batch() && !axis.is_recurrent(); });
}

Axes Axes::spatial_axes() const {
  return select(axes_, [](const Axis& axis) {
    return !axis.is_batch() && !axis.is_recurrent() && !axis.is_channel();
  });
}

Axes Axes::role_axes(const std::string& role) const {
  return select(axes_, [&](const Axis& axis) { return axis.has_role(role); });
}

Axes Axes::get_dual(int offset) const {
  std::vector<Axis> duals;
  for (const Axis& axis : axes_) duals.push_back(axis + offset);
  return Axes(std::move(duals));
}

std::vector<std::int64_t> Axes::lengths() const {
  std::vector<std::int64_t> lengths;
  for (const Axis& axis : axes_) lengths.push_back(axis.length());
  return lengths;
}

bool Axes::all_lengths_known() const {
  return std::all_of(begin(), end(), [](const Axis& axis) { return axis.has_length(); });
}

std::vector<std::string> Axes::names() const {
  std::vector<std::string> names;
  for (const Axis& axis : axes_) names.push_back(axis.name());
  return names;
}

std::int64_t Axes::element_count() const {
  return ng::element_count(lengths());
}

Axis Axes::flatten(bool force) const {
  return size() == 1 && !force ? axes_[0] : make_flattened_axis(axes_);
}

void Axes::set_shape(const std::vector<std::int64_t>& lengths) const {
  if (lengths.size() != size()) {
    refuse(ErrorKind::value, "shape " + to_string(lengths) +
                                 " does not have one length for each of "
                                 "the axes " +
                                 text());
  }
  for (std::size_t i = 0; i < size(); ++i) Axis(axes_[i]).set_length(lengths[i]);
}

std::vector<Axis> Axes::leaves() const {
  std::vector<Axis> leaves;
  for (const Axis& axis : axes_) {
    if (!axis.is_flattened()) {
      leaves.push_back(axis);
      continue;
    }
    for (const Axis& leaf : Axes(axis.members()).leaves()) leaves.push_back(leaf);
  }
  return leaves;
}

std::string Axes::text() const {
  std::string text;
  for (const Axis& axis : axes_) text += (text.empty() ? "" : ", ") + axis.text();
  return text;
}

std::size_t Axes::hash() const {
  std::size_t hash = size();
  for (const Axis& axis : axes_) hash = hash * 1000003 + axis.hash();
  return hash;
}

}  // namespace ng
