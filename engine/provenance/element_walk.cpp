// SPDX-License-Identifier: Apache-2.0
#include "engine/provenance/element_walk.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/error.h"
#include "engine/graph/evaluate.h"
#include "engine/kernels/integer_functions.h"
#include "engine/ops/lookup.h"
#include "engine/ops/result_type.h"
#include "engine/ops/state.h"
#include "engine/runtime/window_steps.h"

namespace ng {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// Of an operand that only selects, floats too.
Integer integer_of(const Number& value) {
  return value.is_integer() ? value.integer() : truncated(value.real());
}

// As the type holds it, if it is an integer.
Number held(const Node& node, const Number& value) {
  const DType dtype = node.results[0].dtype;
  return value.is_integer() && is_integer(dtype) ? Number(wrapped(dtype, value.integer())) : value;
}

double weight(kernel::Combine combine, double value) {
  if (std::isnan(value)) return infinity;
  if (combine == kernel::Combine::maximum) return value;
  return combine == kernel::Combine::minimum ? -value : std::abs(value);
}

// `begun`: is there an `x`? Integers have no largest or smallest number to begin with.
Number combined(kernel::Combine combine, bool begun, const Number& x, const Number& y) {
  const kernel::Fn fn = kernel::function_of(combine);
  if (!y.is_integer()) return kernel::evaluate(fn, x, y);
  return begun ? kernel::evaluate_integers(fn, integer_of(x), y.integer()) : y.integer();
}

Number product(const Number& x, const Number& y, bool integers) {
  if (!integers) return x.real() * y.real();
  return kernel::evaluate_integers(kernel::Fn::multiply, integer_of(x), integer_of(y));
}

}  // namespace

Number ElementWalk::element(const Node& node, std::int64_t element) {
  return compute(node, element);
}

void ElementWalk::note(const ElementRef& ref) {
  if (!trace_) return;
  for (const ElementRef& each : *trace_)
    if (each.value == ref.value && each.element == ref.element) return;
  trace_->push_back(ref);
}

Number ElementWalk::at(const Value& value, std::int64_t element) {
  if (const Tensor* known = known_(value)) {
    note({value, element});
    return number_at(*known, known->size() == 1 ? 0 : element);
  }
  if (const TensorPtr constant = constant_value(value))
    return number_at(*constant, constant->size() == 1 ? 0 : element);
  return compute(*value.node, element);
}

Number ElementWalk::compute(const Node& node, std::int64_t element) {
  if (++steps_ % 4096 == 0 && may_continue_ && !may_continue_())
    refuse(ErrorKind::cancelled, "tracing an element was cancelled");
  if (const kernel::Expr expr = element_expression(node, element))
    return held(node, evaluate(expr, node, computes_integers(node)));
  if (const kernel::Combine* combine = combine_of(node)) return sum(node, element, *combine);
  if (node.def->traits.window == WindowKind::lookup) {
    const Lookup s = lookup_of(node);
    const std::int64_t k = element % s.inner, i = element / s.inner % s.count;
    const auto row = static_cast<std::int64_t>(integer_of(at(node.operands[1], i)));
    if (row < 0 || row >= s.rows) return nothing;
    return at(node.operands[0], (element / s.inner / s.count * s.rows + row) * s.inner + k);
  }
  if (const Value inside = decomposed(node)) return at(inside, element);
  for (const Value& operand : node.operands)
    if (std::find(whole_.begin(), whole_.end(), operand) == whole_.end()) whole_.push_back(operand);
  return nothing;
}

Number ElementWalk::evaluate(const kernel::Expr& expr, const Node& node, bool integers) {
  using Kind = kernel::ExprNode::Kind;
  if (expr->kind == Kind::constant)
    return integers && expr->whole ? Number(expr->integer) : Number(expr->constant);
  if (expr->kind == Kind::load)
    return at(node.operands[static_cast<std::size_t>(expr->buffer)], expr->index.offset);
  const auto& args = expr->args;
  if (expr->fn == kernel::Fn::select)  // reads only the selected branch
    return evaluate(evaluate(args[0], node, integers).real() != 0 ? args[1] : args[2], node,
                    integers);
  Number x[3];
  for (std::size_t i = 0; i < args.size(); ++i) x[i] = evaluate(args[i], node, integers);
  if (!integers) return kernel::evaluate(expr->fn, x[0], x[1], x[2]);
  return kernel::evaluate_integers(expr->fn, integer_of(x[0]), integer_of(x[1]), integer_of(x[2]));
}

Number ElementWalk::sum(const Node& node, std::int64_t element, kernel::Combine combine) {
  const auto done = sums_done_.find({&node, element});
  if (done != sums_done_.end()) return done->second;
  std::vector<ElementRef>* const outer_trace = trace_;
  const bool outermost = !std::exchange(in_sum_, true);
  Sum made{&node, combine, {}, 0, kernel::identity(combine), kernel::identity(combine)};
  const bool integers = computes_integers(node);
  Term term;
  const auto look = [&](const ElementRef& ref) {
    trace_ = nullptr;
    return at(ref.value, ref.element).real();
  };
  for_each_term(node, element, look, [&](const Factors& factors) {
    term.reads.clear();
    trace_ = outermost ? &term.reads : nullptr;
    term.value = integers ? Number(1) : Number(factors.scale);
    for (const ElementRef& ref : factors.refs)
      term.value = product(term.value, at(ref.value, ref.element), integers);
    made.value = combined(combine, made.count > 0, made.value, term.value);
    ++made.count;
    if (!outermost) return;
    made.terms.push_back(term);
    if (made.terms.size() >= 2 * most_ + 16) trim(made);
  });
  trace_ = outer_trace;
  in_sum_ = !outermost;
  made.value = held(node, made.value);
  sums_done_[{&node, element}] = made.value;
  if (!outermost) return made.value;
  trim(made);
  sums_.push_back(std::move(made));
  return sums_.back().value;
}

// Keeps the largest terms and combines the rest into one number.
void ElementWalk::trim(Sum& sum) const {
  std::stable_sort(sum.terms.begin(), sum.terms.end(), [&](const Term& a, const Term& b) {
    return weight(sum.combine, a.value) > weight(sum.combine, b.value);
  });
  for (std::size_t i = most_; i < sum.terms.size(); ++i) {
    sum.rest = combined(sum.combine, sum.has_rest, sum.rest, sum.terms[i].value);
    sum.has_rest = true;
  }
  if (sum.terms.size() > most_) sum.terms.resize(most_);
}

// The decomposition of a composite op, as in the pass expand_composites.
Value ElementWalk::decomposed(const Node& node) {
  if (node.def->lower != LowerKind::composite) return {};
  const auto known = decomposed_.find(&node);
  if (known != decomposed_.end()) return known->second;
  const Creation creation("element", node);
  const ScopedResultType between(DType::f64);
  return decomposed_[&node] = node.def->decompose(node);
}

}  // namespace ng
