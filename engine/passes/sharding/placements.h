// SPDX-License-Identifier: Apache-2.0
// Where the elements of a graph's values are, seen along one axis of ranks, and the collective ops
// that move them.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/graph/node.h"
#include "engine/ops/collective/collective.h"
#include "engine/passes/pass.h"

namespace ng {

// whole: every rank has all elements. part: each has an equal part along `axis`, in the order of
// the ranks. partial: the value is the sum of the ranks' arrays.
struct Split {
  enum class Kind { whole, part, partial };
  Kind kind = Kind::whole;
  Axis axis = {};  // with the length of the whole
  // A part because state is kept in parts: ops read the whole, unless they compute element by
  // element, as updates do.
  bool stored = false;

  bool is_part(const Axis& of) const { return kind == Kind::part && axis == of; }
  bool operator==(const Split& other) const {
    return kind == other.kind && (kind != Kind::part || axis == other.axis);
  }
};

// Who computes the parts: a rank each, or one process, one part after the other. That exchanges
// without sending anything, but not in the middle of a loop.
enum class PartsOf { ranks, one_process };

// The rank's part of an axis; of a flattened axis, of its first member.
Axis part_of(const Axis& axis, int ranks);
// Can it be divided into equal parts, of which none is empty?
bool has_parts(const Axis& axis, int ranks);
// `axes`, with the parts of those that are among the divided ones.
Axes parts_of(const Axes& axes, const std::vector<Axis>& divided, int ranks);
// A copy of the node with the same id over these operands, divided along `axes`: its attributes
// have the parts of these axes.
NodePtr divided(const Node& node, std::vector<Value> operands, const std::vector<Axis>& axes,
                int ranks);

// Forms of values, made when they are first asked for. Values that were never set are whole.
class Placements {
 public:
  Placements(RankGroup group, PassContext& context) : group_(std::move(group)), context_(context) {}

  bool knows(const Value& value) const { return find(value) != nullptr; }
  // The form in which the value was computed.
  Split split_of(const Value& value) const;
  void set(const Value& value, const Split& split, const Value& computed);
  // `value` is the same as `other`.
  void set_same(const Value& value, const Value& other);

  // Gathers stored parts once for the ops of the forward pass and once for gradients, so that the
  // whole need not be kept in between.
  Value whole(const Value& value);
  // The ops that read the next wholes: are they gradients?
  void read_by(bool gradient) { for_gradient_ = gradient; }
  Value part(const Value& value, const Axis& axis);
  Value form(const Value& value, const Split& split);
  // The rank's array of a sum that is not yet combined.
  Value partial(const Value& value) const;
  // `computed` of all ranks, combined by another function than the sum.
  Value combined(const Value& computed, kernel::Combine combine);
  bool has_whole(const Value& value) const;
  // Has a sum of the ranks' arrays been combined already?
  bool is_combined(const Value& sum) const;
  bool has_part(const Value& value, const Axis& axis) const;

 private:
  struct Forms {
    NodePtr alive;  // keeps the key from being used again
    Split computed;
    Value whole, part, partial;
    Value whole_for_gradient;                    // of a stored part
    std::vector<std::pair<Axis, Value>> others;  // parts along other axes than the computed one
  };
  struct Hash {
    std::size_t operator()(const std::pair<const Node*, int>& key) const;
  };

  void note(OpId op, const std::string& placement);
  const Forms* find(const Value& value) const;
  Forms& forms_of(const Value& value);
  template <class F>
  Value exchanged(const Value& value, F&& make);
  Value new_part(const Value& value, const Forms& forms, const Axis& axis);
  Value spread_part(const Value& value, const Axis& axis) const;

  RankGroup group_;
  PassContext& context_;
  bool for_gradient_ = false;
  std::unordered_map<std::pair<const Node*, int>, Forms, Hash> forms_;
};

}  // namespace ng
