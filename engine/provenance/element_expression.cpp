// SPDX-License-Identifier: Apache-2.0
// Elements that are a single expression of other elements, and formulas of all elements.
#include <utility>

#include "engine/base/number.h"
#include "engine/ops/pass_through.h"
#include "engine/ops/reference_loops.h"
#include "engine/ops/shapes/slice_items.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"
#include "engine/provenance/element_walk.h"

namespace ng {
namespace {

using kernel::Expr;
using kernel::Fn;

std::vector<std::int64_t> indexes(const Axes& axes, std::int64_t element) {
  const std::vector<std::int64_t> lengths = axes.lengths();
  std::vector<std::int64_t> index(lengths.size());
  for (std::size_t i = lengths.size(); i-- > 0; element /= lengths[i])
    index[i] = element % lengths[i];
  return index;
}

Expr read(std::size_t operand, std::int64_t element) {
  return kernel::load(static_cast<int>(operand), {element, {}});
}

Expr scalar_of_elements(const Node& node, const std::vector<std::int64_t>& at) {
  std::vector<Expr> args;
  for (std::size_t i = 0; i < node.operands.size(); ++i) {
    const auto strides = strides_over(node.results[0].axes, node.operands[i].axes());
    std::int64_t element = 0;
    for (std::size_t axis = 0; axis < at.size(); ++axis) element += at[axis] * strides[axis];
    args.push_back(read(i, element));
  }
  return ng::scalar_expression(node, args);
}

Expr view_expression(const Node& node, const std::vector<std::int64_t>& at) {
  const std::vector<int> map = view_map(node);
  const std::vector<std::int64_t> lengths = node.operands[0].axes().lengths();
  std::vector<std::int64_t> from(lengths.size(), 0);
  for (std::size_t i = 0; i < at.size(); ++i)
    if (map[i] >= 0) from[static_cast<std::size_t>(map[i])] = at[i];
  std::int64_t element = 0;
  for (std::size_t i = 0; i < from.size(); ++i) element = element * lengths[i] + from[i];
  return read(0, element);
}

// Index context of one element: indices are constants.
class OneElement : public IndexedContext {
 public:
  OneElement(const Node& node, std::vector<std::int64_t> at) : node_(node), at_(std::move(at)) {}
  kernel::Index place(std::size_t i) const override { return {at_[i], {}}; }
  Expr operand(std::size_t i, const IndexMap& places) override {
    const Axes& axes = node_.operands[i].axes();
    std::int64_t element = 0;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      const std::int64_t at = places[axis].offset, length = axes[axis].length();
      if (at < 0 || at >= length) return kernel::constant(0);
      element = element * length + at;
    }
    return read(i, element);
  }

 private:
  const Node& node_;
  std::vector<std::int64_t> at_;
};

// Slices with a step; others are decomposed.
Expr spread_expression(const Node& node, std::int64_t element) {
  const bool replaces = node.operands.size() > 1;
  const auto items = slice_items(node.attributes.get<std::string>("slices"));
  const Axes& whole = node.results[0].axes;
  const std::vector<std::size_t> places = offsets_in(whole, part_of(whole, items));
  for (std::size_t i = places.size(); i-- > 0;)
    if (static_cast<std::int64_t>(places[i]) == element)
      return read(replaces ? 1 : 0, static_cast<std::int64_t>(i));
  return replaces ? read(0, element) : kernel::constant(0);
}

constexpr std::size_t longest = 200;

class Formula {
 public:
  using Named = std::function<std::string(const Value&)>;
  using Decomposed = std::function<Value(const Node&)>;
  Formula(const Named& named, const Decomposed& decomposed)
      : named_(named), decomposed_(decomposed) {}

  std::string of(const Value& value, std::int64_t element) {
    if (std::string name = named_(value); !name.empty()) return name;
    if (const TensorPtr constant = constant_value(value))
      return to_string(number_at(*constant, constant->size() == 1 ? 0 : element), 6);
    return of(*value.node, element);
  }

  std::string of(const Node& node, std::int64_t element) {
    if (++depth_ > 24) return "…";
    if (const Expr expr = element_expression(node, element)) return of(expr, node, false);
    if (const kernel::Combine* combine = combine_of(node)) {
      std::string inside;
      for_each_first(node, element, [&](const Factors& term) {
        for (const ElementRef& ref : term.refs)
          inside += (inside.empty() ? "" : " * ") + of(ref.value, ref.element);
        if (term.scale != 1) inside += " * " + number(term.scale);
      });
      return std::string(word(*combine)) + "(" + inside + ")";
    }
    if (const Value inside = decomposed_(node)) return of(inside, element);
    std::string text = std::string(node.def->name) + "(";
    for (std::size_t i = 0; i < node.operands.size(); ++i)
      text += (i > 0 ? ", " : "") + of(node.operands[i], 0);
    return text + ")";
  }

 private:
  static std::string_view word(kernel::Combine combine) {
    switch (combine) {
      case kernel::Combine::add: return "sum";
      case kernel::Combine::multiply: return "product";
      case kernel::Combine::maximum: return "max";
      case kernel::Combine::minimum: return "min";
    }
    return "";
  }

  static std::string number(double value) { return to_string(Number(value), 6); }

  // Visits only the first term, since all terms of a sum have the same form.
  static void for_each_first(const Node& node, std::int64_t element, const TermVisitor& visit) {
    bool first = true;
    for_each_term(
        node, element, [](const ElementRef&) { return 0.0; },
        [&](const Factors& term) {
          if (std::exchange(first, false)) visit(term);
        });
  }

  // Is there an operator outside of parentheses?
  static bool has_open_space(const std::string& text) {
    int depth = 0;
    for (const char c : text) {
      depth += (c == '(') - (c == ')');
      if (c == ' ' && depth == 0) return true;
    }
    return false;
  }

  std::string of(const Expr& expr, const Node& node, bool inner) {
    using Kind = kernel::ExprNode::Kind;
    if (expr->kind == Kind::constant) return number(expr->constant);
    if (expr->kind == Kind::load)
      return of(node.operands[static_cast<std::size_t>(expr->buffer)], expr->index.offset);
    const kernel::FnRow& row = kernel::row(expr->fn);
    if (row.infix.empty()) {
      std::string text(row.name.substr(3));  // without the prefix "ng_"
      for (std::size_t i = 0; i < expr->args.size(); ++i)
        text += (i == 0 ? "(" : ", ") + of(expr->args[i], node, false);
      return text + ")";
    }
    std::string text = row.arity == 1 ? std::string(row.infix) : "";
    for (std::size_t i = 0; i < expr->args.size(); ++i) {
      if (i > 0) text += " " + std::string(row.infix) + " ";
      std::string argument = of(expr->args[i], node, true);
      const bool apart = row.arity == 2 && has_open_space(argument);
      text += apart ? "(" + argument + ")" : argument;
    }
    return inner && row.arity == 2 ? "(" + text + ")" : text;
  }

  const Named& named_;
  const Decomposed& decomposed_;
  int depth_ = 0;
};

}  // namespace

Expr element_expression(const Node& node, std::int64_t element) {
  const ViewKind view = node.def->traits.view;
  if (view == ViewKind::relabel) return read(0, element);
  if (view == ViewKind::spread) return spread_expression(node, element);
  if (node.results.empty()) return nullptr;
  const auto at = indexes(node.results[0].axes, element);
  if (node.def->fn || node.def->scalar) return scalar_of_elements(node, at);
  switch (node.def->lower) {
    case LowerKind::view: return view_expression(node, at);
    case LowerKind::indexed: {
      OneElement place(node, at);
      return node.def->indexed(node, place);
    }
    default: return nullptr;
  }
}

std::string ElementWalk::text(const Node& node, std::int64_t element,
                              const std::function<std::string(const Value&)>& named) {
  const Formula::Decomposed decompose = [this](const Node& each) { return decomposed(each); };
  std::string text = Formula(named, decompose).of(node, element);
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  while (end > 0 && (text[end] & 0xc0) == 0x80) --end;  // not inside of a UTF-8 sequence
  return text.substr(0, end) + " …";
}

}  // namespace ng
