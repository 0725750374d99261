// SPDX-License-Identifier: Apache-2.0
// A single axis: the family shared by its duals, names, roles and length.
#include "engine/graph/axis.h"

#include <atomic>

#include "engine/base/error.h"
#include "engine/base/tensor.h"
#include "engine/graph/axis_name.h"
#include "engine/graph/printable_name.h"

namespace ng {

// The state that copies and duals of an axis share.
struct Axis::Family {
  std::string name;
  std::optional<std::int64_t> length;
  bool batch = false;
  bool recurrent = false;
  bool flattened = false;
  std::set<std::string> roles;
  std::string docstring;
  std::vector<Axis> members;
};

namespace {

std::atomic<std::int64_t> next_axis{0};
std::atomic<std::int64_t> next_flattened{0};

void check_length(std::int64_t length) {
  if (length >= 0) return;
  refuse(ErrorKind::value, "Axis length " + std::to_string(length) + " must be >= 0");
}

std::shared_ptr<Axis::Family> new_family(std::string name, std::optional<std::int64_t> length) {
  if (length) check_length(*length);
  if (name.empty()) name = "Axis_" + std::to_string(next_axis++);
  auto family = std::make_shared<Axis::Family>();
  family->name = printable_name(std::move(name));
  family->length = length;
  return family;
}

Axis with_options(std::shared_ptr<Axis::Family> family, AxisOptions options) {
  family->batch = options.batch;
  family->recurrent = options.recurrent;
  family->roles.insert(options.roles.begin(), options.roles.end());
  family->docstring = std::move(options.docstring);
  return Axis(std::move(family));
}

std::string joined(const std::vector<Axis>& members) {
  std::string text;
  for (const Axis& member : members) text += (text.empty() ? "" : ", ") + member.text();
  return text;
}

}  // namespace

const std::string& Axis::name() const {
  return family_->name;
}

std::string Axis::label() const {
  if (level_ == 0) return name();
  return name() + (level_ > 0 ? "+" : "") + std::to_string(level_);
}

const std::string& Axis::docstring() const {
  return family_->docstring;
}

bool Axis::has_length() const {
  return known_length().has_value();
}

std::optional<std::int64_t> Axis::known_length() const {
  if (!family_->flattened) return family_->length;
  Shape lengths;
  for (const Axis& member : family_->members) {
    const std::optional<std::int64_t> length = member.known_length();
    if (!length) return std::nullopt;
    lengths.push_back(*length);
  }
  return ng::element_count(lengths);
}

std::int64_t Axis::length() const {
  if (const auto length = known_length()) return *length;
  Diagnostic diagnostic;
  diagnostic.what = "axis " + label() + " has no length yet";
  diagnostic.action = "give it one with make_axis(length, name), or set its length";
  refuse(ErrorKind::value, std::move(diagnostic));
}

void Axis::set_length(std::int64_t length) {
  check_length(length);
  if (family_->flattened) {
    refuse(ErrorKind::value, "the length of a flattened axis is the product of its members; " +
                                 text() + " cannot be given another");
  }
  family_->length = length;
}

bool Axis::is_batch() const {
  return level_ == 0 && (family_->batch || name() == "N");
}

bool Axis::is_recurrent() const {
  return level_ == 0 && (family_->recurrent || name() == "REC");
}

bool Axis::is_channel() const {
  return level_ == 0 && !family_->flattened && (name() == "C" || name().ends_with(".C"));
}

bool Axis::has_role(const std::string& role) const {
  return level_ == 0 && family_->roles.count(role) > 0;
}

const std::set<std::string>& Axis::roles() const {
  return family_->roles;
}

void Axis::add_role(const std::string& role) {
  family_->roles.insert(role);
}

bool Axis::is_flattened() const {
  return family_->flattened;
}

const std::vector<Axis>& Axis::members() const {
  return family_->members;
}

Axis Axis::named(const std::string& name) const {
  family_->name = printable_name(name);
  return *this;
}

Axis Axis::operator+(int offset) const {
  if (offset == 0) return *this;
  if (!family_->flattened) return Axis(family_, level_ + offset);
  std::vector<Axis> duals;
  for (const Axis& member : family_->members) duals.push_back(member + offset);
  return make_flattened_axis(std::move(duals));
}

bool Axis::operator==(const Axis& other) const {
  if (level_ != other.level_) return false;
  if (family_ == other.family_) return true;
  if (!family_ || !other.family_ || family_->flattened != other.family_->flattened) return false;
  return family_->flattened ? family_->members == other.family_->members : name() == other.name();
}

std::size_t Axis::hash() const {
  if (!family_) return 0;
  if (!family_->flattened) {
    return std::hash<std::string>()(family_->name) ^
           (static_cast<std::size_t>(level_) * 0x9e3779b9);
  }
  std::size_t hash = 0x51ed27;
  for (const Axis& member : family_->members) hash = hash * 31 + member.hash();
  return hash;
}

std::string Axis::text() const {
  if (!family_) return "no axis";
  const std::optional<std::int64_t> length = known_length();
  return label() + ": " + (length ? std::to_string(*length) : "?");
}

std::string Axis::repr() const {
  return family_ && family_->flattened ? "FlattenedAxis(" + joined(members()) + ")"
                                       : "Axis(" + text() + ")";
}

Axis make_axis(std::int64_t length, std::string name, AxisOptions options) {
  return with_options(new_family(std::move(name), length), std::move(options));
}

Axis make_axis(std::string name, AxisOptions options) {
  return with_options(new_family(std::move(name), std::nullopt), std::move(options));
}

Axis make_axis() {
  return Axis(new_family({}, std::nullopt));
}

Axis make_flattened_axis(std::vector<Axis> members) {
  auto family = std::make_shared<Axis::Family>();
  family->name = "FlattenedAxis_" + std::to_string(next_flattened++);
  family->flattened = true;
  family->members = std::move(members);
  return Axis(std::move(family));
}

Axis resized(const Axis& axis, std::optional<std::int64_t> length) {
  auto family = new_family(axis.name(), length);
  if (!axis.is_flattened()) {
    family->batch = axis.family_->batch;
    family->recurrent = axis.family_->recurrent;
    family->roles = axis.family_->roles;
    family->docstring = axis.family_->docstring;
  }
  return Axis(std::move(family), axis.level_);
}

void reset_axis_names() {
  next_axis = 0;
  next_flattened = 0;
}

Axis make_shadow_axis(const Axis& axis) {
  return Axis(new_family(axis.name() + std::string(shadow_suffix), axis.known_length()));
}

std::string without_shadow(std::string name) {
  while (name.ends_with(shadow_suffix)) name.resize(name.size() - shadow_suffix.size());
  return name;
}

bool is_shadow_axis(const Axis& axis) {
  return axis.name().ends_with(shadow_suffix);
}

}  // namespace ng
