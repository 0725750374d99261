// SPDX-License-Identifier: Apache-2.0
// The record of an op: everything that other parts of the engine know about it. Plain data with
// function pointers; the ops are defined in engine/ops.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/integer.h"
#include "engine/graph/family.h"
#include "engine/graph/node.h"
#include "engine/graph/op_function.h"
#include "engine/graph/op_loop.h"
#include "engine/graph/op_traits.h"
#include "engine/kernels/expr.h"

namespace ng {

// An array of the reference backend, row-major over `axes`: of doubles, or of exact integers.
template <class T>
struct ArrayOf {
  Axes axes;
  std::vector<T> values;
};
using HostArray = ArrayOf<double>;
using IntegerArray = ArrayOf<Integer>;

// Index map: for each axis of a value an affine expression of a kernel's loop counters.
using IndexMap = std::vector<kernel::Index>;

// Passed to an indexed op to express one element of its result.
class IndexedContext {
 public:
  virtual ~IndexedContext() = default;
  // Index of that element along axis `i` of the result.
  virtual kernel::Index place(std::size_t i) const = 0;
  // The element of operand `i` at index map `places`. Out of range, nothing is read and the value
  // is unspecified: guard it with kernel::within and Fn::select.
  virtual kernel::Expr operand(std::size_t i, const IndexMap& places) = 0;
};

// How an op is lowered into a kernel.
enum class LowerKind {
  none,         // sources, effects and sequencing: no computation
  scalar,       // one scalar expression per element
  reduce,       // a combination over reduced axes
  view,         // maps each result axis to at most one operand axis: index arithmetic only
  indexed,      // an element is an expression of elements at other indices: slices, padding, stacks
  contraction,  // a sum of products: loops or a library call
  composite     // replaced by `decompose` before fusion
};

class AdjointContext;

struct OpDef {
  std::string_view name;        // "add": in documents, CLI and messages
  std::string_view class_name;  // the original's; base of automatic names
  std::string_view glyph;       // on the op's card
  Family family = Family::elementwise;
  std::string_view doc;                      // one to three sentences: value, axes, gradient
  std::vector<std::string_view> operands;    // names; a last name ending in "…" is variadic
  std::vector<std::string_view> attributes;  // accepted keys
  std::vector<OpFunction> functions = {};    // that create it; the first writes it in a program
  Traits traits;

  // Types of the results. Throws Error if operands or attributes do not fit.
  std::vector<TensorType> (*infer)(std::span<const Value> operands, const Attributes&) = nullptr;
  // Reference implementation: plain loops in double. Results are allocated with the inferred axes.
  void (*evaluate)(const Node&, std::span<const HostArray> in, std::span<HostArray> out) = nullptr;
  // The same in integers, modulo 2^128; null: the op computes real numbers only. See evaluate.h.
  void (*evaluate_integers)(const Node&, std::span<const IntegerArray> in,
                            std::span<IntegerArray> out) = nullptr;
  int selector = -1;  // the operand that only selects elements, so that its type is of no matter
  // Of integers: exact even if the result is a float, which is rounded once. A truth value, a
  // position, a conversion, a choice among operands.
  bool rounds_once = false;
  // Adds the adjoints of the operands to the context; null: no gradient.
  void (*adjoint)(AdjointContext&) = nullptr;

  LowerKind lower = LowerKind::none;
  // Of LowerKind::scalar, and of elementwise ops that no kernel computes: the function of the
  // operands' elements, or an expression of them.
  std::optional<kernel::Fn> fn = std::nullopt;
  kernel::Expr (*scalar)(const Node&, std::span<const kernel::Expr>) = nullptr;
  kernel::Combine combine = kernel::Combine::add;                   // LowerKind::reduce
  kernel::Expr (*indexed)(const Node&, IndexedContext&) = nullptr;  // LowerKind::indexed
  Value (*decompose)(const Node&) = nullptr;                        // composite

  std::int64_t (*flops)(const Node&) = nullptr;  // per evaluation; set for every op

  // Of a cost of probabilities: the cost of the logits of a sigmoid or softmax.
  const OpDef* on_logits = nullptr;
  // Of ops that no kernel computes: the loops over which their work can be divided (op_loops.h).
  std::vector<OpLoop> (*loops)(const Node&) = nullptr;
  // The axis whose positions the elements of operand `i` number: classes, rows of a table.
  std::optional<Axis> (*indexed_axis)(const Node&, std::size_t i) = nullptr;
};

// Does the op apply `fn` to its operands, element by element?
inline bool applies(const Node& node, kernel::Fn fn) {
  return node.def->fn == fn;
}
// One element of a LowerKind::scalar op.
kernel::Expr scalar_expression(const Node& node, std::span<const kernel::Expr> operands);

// Passed to an op's adjoint function: the node, the adjoint of its result, and where to add.
class AdjointContext {
 public:
  AdjointContext(const NodePtr& n, const Value& d) : node(n), delta(d) {}
  virtual ~AdjointContext() = default;
  const NodePtr& node;
  const Value& delta;
  Value operand(std::size_t i) const { return node->operands[i]; }
  Value result() const { return Value{node, 0}; }
  // The adjoint of result `i`, or null if it has none; `delta` is that of result 0.
  virtual Value delta_of(std::size_t i) const { return i == 0 ? delta : Value{}; }
  // Adds `contribution` to the adjoint of operand `i`. Sums over axes that the operand lacks and
  // reorders the rest: the adjoint of implicit broadcasting.
  virtual void add(std::size_t i, const Value& contribution) = 0;
};

// Bytes of all elements of `type`; lengths must be known.
std::int64_t byte_size(const TensorType& type);
// Bytes read and written by one evaluation without fusion.
std::int64_t byte_traffic(const Node& node);

}  // namespace ng
