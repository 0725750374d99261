// SPDX-License-Identifier: Apache-2.0
// What the rest of the engine and the workbench may ask about an op without knowing which op it
// is. Part of the op's record and of the records that views read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ng {

// The op's part in a graph.
enum class OpKind {
  compute,      // computes values from its operands
  placeholder,  // sources: a value that no operand determines
  variable,
  persistent_tensor,
  temporary,
  constant,
  kernel_parameter,  // in a body, for a value from outside
  loop_parameter,
  update,      // effects: write to state
  sequential,  // sequencing: order their operands
  doall,
  computation,
  derivative,  // replaced by expand_deriv
  loop,        // runs its body for each position of an axis
  kernel       // computes its body in one kernel
};

// How the elements of a view come from those of its operand.
enum class ViewKind {
  none,
  relabel,  // the same elements in the same order, with other axes
  by_name,  // axes are matched by name: reordered, added or dropped
  part,     // some of the elements
  spread    // the last operand's elements at slices; elsewhere the first's, or zeros
};

// Ops with loops or library calls of their own.
enum class WindowKind {
  none,
  convolution,
  convolution_gradient,
  pooling,
  pooling_gradient,
  lookup,
  lookup_gradient
};

struct Traits {
  OpKind kind = OpKind::compute;
  ViewKind view = ViewKind::none;
  WindowKind window = WindowKind::none;
  bool commutative = false;
  bool cheap = false;       // may be recomputed rather than stored
  bool random = false;      // draws samples; the last operand is its state, advanced once per run
  bool cost = false;        // a loss
  bool partial = false;     // NaN or infinite for some finite operands
  bool exact = false;       // elements of the operands or integers: nothing is rounded
  bool counts = false;      // depends on the lengths of axes only, not on elements
  bool collective = false;  // the ranks of a distributed program exchange values

  constexpr bool is_source() const {
    return kind >= OpKind::placeholder && kind <= OpKind::loop_parameter;
  }
  // In a body, for a value from outside.
  constexpr bool is_parameter() const {
    return kind == OpKind::kernel_parameter || kind == OpKind::loop_parameter;
  }
  // State kept between runs.
  constexpr bool is_state() const {
    return kind == OpKind::variable || kind == OpKind::persistent_tensor;
  }
  // State, or an input of a computation.
  constexpr bool is_storage() const { return is_state() || kind == OpKind::placeholder; }
  // Writes to state: never merged, folded or dropped.
  constexpr bool is_effect() const { return kind == OpKind::update; }
  constexpr bool is_sequencing() const {
    return kind == OpKind::sequential || kind == OpKind::doall || kind == OpKind::computation;
  }
  bool operator==(const Traits&) const = default;
};

// Names of the traits that differ from the default, for saved records: {"variable"}.
std::vector<std::string> names(const Traits& traits);
// Unknown names are ignored, so that records of later versions can be read.
Traits traits_named(const std::vector<std::string>& names);

}  // namespace ng
