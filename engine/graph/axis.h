// SPDX-License-Identifier: Apache-2.0
// Axes: named, not positional. Combines both generations of the original ngraph: an axis is
// identified by name and dual level (`ax.C - 1`), has roles, and may get its length later.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ng {

class Axes;

// A handle: copies share name, length and roles, so all copies see a length that is set later.
// Reading is thread-safe; changing is not.
class Axis {
 public:
  Axis() = default;  // no axis; for containers only
  explicit operator bool() const { return family_ != nullptr; }

  const std::string& name() const;  // of the family, without the dual level
  std::string label() const;        // "C", "C-1", "C+2": name with dual level
  bool has_length() const;
  std::int64_t length() const;  // throws value Error if unknown
  std::optional<std::int64_t> known_length() const;
  void set_length(std::int64_t length);  // shared by all duals; value Error if negative
  int dual_level() const { return level_; }
  const std::string& docstring() const;

  bool is_batch() const;      // name "N" or created with batch=true; not inherited by duals
  bool is_recurrent() const;  // name "REC" or created with recurrent=true
  bool is_channel() const;    // name "C", also at the end of a scope ("ax.C"); false for duals
  bool has_role(const std::string& role) const;
  const std::set<std::string>& roles() const;  // of the family, for saving; not inherited by duals
  void add_role(const std::string& role);

  bool is_flattened() const;
  const std::vector<Axis>& members() const;  // of a flattened axis; empty otherwise

  Axis named(const std::string& name) const;  // renames in place (all duals and copies), returns it

  // The dual at a relative level: `C - 1`.
  Axis operator+(int offset) const;
  Axis operator-(int offset) const { return *this + -offset; }

  // Compares name and dual level; for flattened axes, the members pairwise. Ignores the length.
  bool operator==(const Axis& other) const;
  std::size_t hash() const;

  std::string text() const;  // "C: 3"
  std::string repr() const;  // "Axis(C: 3)"

  struct Family;  // shared part
  explicit Axis(std::shared_ptr<Family> family, int level = 0)
      : family_(std::move(family)), level_(level) {}
  const void* identity() const { return family_.get(); }

 private:
  friend Axis resized(const Axis& axis, std::optional<std::int64_t> length);
  std::shared_ptr<Family> family_;
  int level_ = 0;
};

struct AxisOptions {
  bool batch = false;
  bool recurrent = false;
  std::vector<std::string> roles;
  std::string docstring;
};

// An axis; without a name it gets the name "Axis_<n>", unique in the process.
Axis make_axis(std::int64_t length, std::string name = {}, AxisOptions options = {});
Axis make_axis(std::string name, AxisOptions options = {});  // with unknown length
Axis make_axis();
// An axis that combines `members`, named "FlattenedAxis_<n>"; its length is the product of theirs.
Axis make_flattened_axis(std::vector<Axis> members);
// A new axis with the same name, level and roles and another length (a slice, a padded axis).
Axis resized(const Axis& axis, std::optional<std::int64_t> length);
inline AxisOptions batch() {
  return {.batch = true, .recurrent = false, .roles = {}, .docstring = {}};
}

// Restarts the counters of automatic axis names, for tests that compare names.
void reset_axis_names();

// The elements that a slice takes: first, first + step, …, `length` in all. Negative and missing
// bounds follow Python's rules; step 0 is a value Error.
struct SliceRange {
  std::int64_t first = 0, step = 1, length = 0;
};
SliceRange slice_range(std::int64_t length, std::optional<std::int64_t> start,
                       std::optional<std::int64_t> stop, std::int64_t step = 1);

// The sliced axis. Start and stop follow Python's rules; a step other than 1 or -1 is a value
// Error.
Axis slice_axis(const Axis& axis, std::optional<std::int64_t> start,
                std::optional<std::int64_t> stop, std::optional<std::int64_t> step);

// Shadow axes mark the output side of weights: name + "__NG_SHADOW".
Axis make_shadow_axis(const Axis& axis);
bool is_shadow_axis(const Axis& axis);
// `name` without one shadow suffix.
std::string without_shadow(std::string name);

// An ordered tuple of distinct axes. Failing operations throw the class of error and message of the
// original ngraph.
class Axes {
 public:
  Axes() = default;
  Axes(const Axis& axis);  // NOLINT: implicit, so that one axis is accepted as axes
  Axes(std::initializer_list<Axis> axes);
  explicit Axes(std::vector<Axis> axes);  // throws if two members have equal identity
  static Axes of(std::span<const std::pair<std::string, std::int64_t>> named_lengths);
  // A nested list: each inner list becomes one flattened axis.
  static Axes nested(const std::vector<std::vector<Axis>>& groups);

  std::size_t size() const { return axes_.size(); }
  bool empty() const { return axes_.empty(); }
  const Axis& operator[](std::size_t i) const { return axes_[i]; }
  auto begin() const { return axes_.begin(); }
  auto end() const { return axes_.end(); }
  const std::vector<Axis>& list() const { return axes_; }

  Axes operator+(const Axes& other) const;   // concatenation; value Error on common axes
  Axes operator-(const Axes& other) const;   // difference, in the order of *this
  Axes operator|(const Axes& other) const;   // ordered union, *this first
  Axes operator&(const Axes& other) const;   // intersection, in the order of *this
  bool operator==(const Axes& other) const;  // the same sequence

  bool contains(const Axis& axis) const;
  bool is_sub_set(const Axes& other) const;
  bool is_super_set(const Axes& other) const;
  bool is_equal_set(const Axes& other) const;

  std::size_t index(const Axis& axis) const;  // value Error if absent
  std::optional<std::size_t> find(const Axis& axis) const;
  Axes find_by_name(const std::string& name) const;
  Axis get_by_name(const std::string& name) const;  // key Error if absent

  Axes batch_axes() const;
  std::optional<Axis> batch_axis() const;
  std::optional<Axis> channel_axis() const;
  std::optional<Axis> recurrent_axis() const;
  Axes sample_axes() const;   // all except batch
  Axes feature_axes() const;  // all except batch and recurrent
  Axes spatial_axes() const;  // feature axes except channel
  Axes role_axes(const std::string& role) const;
  Axes get_dual(int offset) const;

  std::vector<std::int64_t> lengths() const;  // value Error if one is unknown
  bool all_lengths_known() const;
  std::vector<std::string> names() const;
  std::int64_t element_count() const;      // product of the lengths, checked in 128 bits
  std::vector<Axis> leaves() const;        // flattened axes replaced by their members
  Axis flatten(bool force = false) const;  // a single member is returned itself unless force
  void set_shape(const std::vector<std::int64_t>& lengths) const;  // value Error on rank mismatch

  std::string text() const;  // "C: 3, H: 2"
  std::size_t hash() const;

 private:
  std::vector<Axis> axes_;
};

Axes make_axes(std::initializer_list<Axis> axes);

// Output axes of a linear layer: `out` followed by the duals (level -1) of `in`.
Axes linear_map_axes(const Axes& in, const Axes& out);

// Every axis of `from` must be in `to`; any order. Value Error otherwise.
void assert_valid_broadcast(const Axes& from, const Axes& to);
// Leaf axes must be the same and in the same order. Value Error otherwise.
void assert_valid_flatten(const Axes& unflattened, const Axes& flattened);
void assert_valid_unflatten(const Axes& flattened, const Axes& unflattened);

// The axes that a reduction reduces and keeps. With neither argument, it reduces
// all axes except batch and recurrent; with one, the other is the complement; with both, they must
// be disjoint and cover x. `out` must be in x's order (ops that reorder afterwards pass x & out).
struct Reduction {
  Axes reduced, kept;
};
Reduction reduction_axes(const Axes& x, const std::optional<Axes>& reduction,
                         const std::optional<Axes>& out);

// Axes of an elementwise result: y's axes if they include all of x's, else x's axes
// followed by y's others. Equal axes with different known lengths are an Error; `what`, called only
// then, returns the op and its operands for the message.
Axes broadcast_axes(const Axes& x, const Axes& y, const std::function<std::string()>& what);

// The axes that a dot contracts: by dual level (x's at level n
// with y's at n+1) if any axis of an operand has a non-zero level, else all shared names. Value
// Error if an axis would occur twice in the output, or if partners have different known lengths.
struct DotAxes {
  std::vector<Axis> x_contracted, y_contracted;  // pairwise, in x's order
  Axes out;                                      // x's remaining axes, then y's
};
DotAxes dot_axes(const Axes& x, const Axes& y);

// Renames axes by name. Two sources with one target are an Error (DuplicateAxisNames).
class AxesMap {
 public:
  explicit AxesMap(std::vector<std::pair<std::string, std::string>> names);
  AxesMap(std::initializer_list<std::pair<std::string, std::string>> names)
      : AxesMap(std::vector(names)) {}
  Axes map_axes(const Axes& axes) const;  // keeps lengths; unmapped axes are returned unchanged
  AxesMap invert() const;

 private:
  std::vector<std::pair<std::string, std::string>> names_;
};

// ax = make_name_scope("ax"); ax.axis("C", make_axis(4)) names the axis "ax.C".
class NameScope {
 public:
  explicit NameScope(std::string name) : name_(std::move(name)) {}
  const std::string& name() const { return name_; }
  // Assignment names the axis "<scope>.<attribute>"; reading returns the assigned axis.
  class Slot {
   public:
    Slot(NameScope& scope, std::string attribute)
        : scope_(scope), attribute_(std::move(attribute)) {}
    Slot& operator=(const Axis& axis);
    Slot& operator=(const Slot& other);
    Slot(const Slot&) = default;
    operator Axis() const;  // NOLINT: implicit, so that it reads like an attribute
   private:
    NameScope& scope_;
    std::string attribute_;
  };
  Slot operator[](const std::string& attribute) { return Slot(*this, attribute); }
  NameScope nested(const std::string& attribute) const;  // "ax.inner"
  NameScope element(std::size_t index) const;            // "ax[0]", for a list of scopes

 private:
  std::string name_;
  std::vector<std::pair<std::string, Axis>> axes_;
};
NameScope make_name_scope(std::string name);

}  // namespace ng

template <>
struct std::hash<ng::Axis> {
  std::size_t operator()(const ng::Axis& axis) const { return axis.hash(); }
};
template <>
struct std::hash<ng::Axes> {
  std::size_t operator()(const ng::Axes& axes) const { return axes.hash(); }
};
