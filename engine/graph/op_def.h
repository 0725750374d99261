// SPDX-License-Identifier: Apache-2.0
// The record of an op: all that the rest of the house ever asks about it. Plain data with functions
// in it; the ops themselves stand in engine/ops.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/graph/family.h"
#include "engine/graph/node.h"
#include "engine/kernels/expr.h"

namespace ng {

// An array of the reference transformer: row-major over `axes`, every element in double.
struct HostArray {
  Axes axes;
  std::vector<double> values;
};

// Where an element of a value lies: for each of its axes an affine expression of a kernel's loops.
using Places = std::vector<kernel::Index>;

// What an indexed op sees when it writes down one element of its result.
class IndexedContext {
 public:
  virtual ~IndexedContext() = default;
  // Where that element lies along axis `i` of the result.
  virtual kernel::Index place(std::size_t i) const = 0;
  // The element of operand `i` at `places`. Outside the operand nothing is read and the value is of
  // no meaning: choose with kernel::within and Fn::select.
  virtual kernel::Expr operand(std::size_t i, const Places& places) = 0;
};

// How an op becomes part of a kernel.
enum class LowerKind {
  none,         // sources, effects and sequencing: no computation of their own
  scalar,       // one scalar expression per element
  reduce,       // a combination over reduced axes
  view,         // one axis of the operand for each of the result: index arithmetic only
  indexed,      // an element is an expression of elements elsewhere: slices, padding, stacks
  contraction,  // a sum of products: loops or a library call
  composite     // replaced by `decompose` before fusion
};

struct Traits {
  bool commutative = false;
  bool effect = false;      // changes state; never merged, folded or dropped
  bool source = false;      // placeholder, variable, persistent tensor, constant
  bool sequencing = false;  // sequential, doall, computation
  bool cheap = false;       // may be computed again rather than stored
  bool random = false;      // draws: the last operand is its state, which each run moves on
};

class AdjointContext;

struct OpDef {
  std::string_view name;                    // "add": in documents, on the command line, in messages
  std::string_view class_name;              // the original's, from which automatic names are made
  std::string_view glyph;                   // on the card
  Family family = Family::elementwise;
  std::string_view doc;                     // one to three sentences: value, axes, gradient
  std::vector<std::string_view> operands;   // names; a last name ending in "…" stands for any number
  std::vector<std::string_view> attributes; // keys it understands
  Traits traits;

  // Types of the results. Throws Error when operands or attributes do not fit.
  std::vector<TensorType> (*infer)(std::span<const Value> operands, const Attributes&) = nullptr;
  // The oracle: plain loops in double. Results come sized, in the axes that infer gave.
  void (*evaluate)(const Node&, std::span<const HostArray> in, std::span<HostArray> out) = nullptr;
  // Adds the operands' adjoints to the context; null: no gradient flows.
  void (*adjoint)(AdjointContext&) = nullptr;

  LowerKind lower = LowerKind::none;
  kernel::Expr (*scalar)(const Node&, std::span<const kernel::Expr>) = nullptr;  // LowerKind::scalar
  kernel::Combine combine = kernel::Combine::add;                                // LowerKind::reduce
  kernel::Expr (*indexed)(const Node&, IndexedContext&) = nullptr;               // LowerKind::indexed
  Value (*decompose)(const Node&) = nullptr;                                     // composite

  std::int64_t (*flops)(const Node&) = nullptr;  // of one evaluation; every op has it
};

// What an op's adjoint function sees: its node, the adjoint of its result, and where to add.
class AdjointContext {
 public:
  AdjointContext(const NodePtr& n, const Value& d) : node(n), delta(d) {}
  virtual ~AdjointContext() = default;
  const NodePtr& node;
  const Value& delta;
  Value operand(std::size_t i) const { return node->operands[i]; }
  Value result() const { return Value{node, 0}; }
  // The adjoint of result `i`, null where none flows; `delta` is that of result 0.
  virtual Value delta_of(std::size_t i) const { return i == 0 ? delta : Value{}; }
  // Adds `contribution` to the adjoint of operand `i`. Axes that the operand lacks are summed away,
  // the rest is brought to its order: the adjoint of implicit broadcasting.
  virtual void add(std::size_t i, const Value& contribution) = 0;
};

// Bytes of all elements of `type`; lengths must be known.
std::int64_t byte_size(const TensorType& type);
// Bytes read and written by one evaluation, were nothing fused.
std::int64_t byte_traffic(const Node& node);

}  // namespace ng
