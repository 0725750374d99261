// SPDX-License-Identifier: Apache-2.0
#include "engine/autodiff/deriv.h"

#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

constexpr const char* rule = "expand_deriv";

// `value` over exactly `axes`, in this order: sums over other axes and broadcasts along missing
// ones.
Value fitted(const Value& value, const Axes& axes) {
  Op fit = value;
  const Axes extra = fit.axes() - axes;
  if (!extra.empty()) fit = sum(fit, reduce_over(extra));
  return broadcast(fit, axes).value();
}

// Gradients are float64 if the op they belong to is float64, else float32.
DType arithmetic_type(DType dtype) {
  return dtype == DType::f64 ? DType::f64 : DType::f32;
}

// The first result of a loop may be a counter.
DType arithmetic_type(const Node& node) {
  for (const TensorType& result : node.results)
    if (result.dtype == DType::f64) return DType::f64;
  return DType::f32;
}

// `gradient` over the axes of `op`, float64 if `op` is.
Value gradient_of(const Value& op, const Value& gradient) {
  const Value fit = fitted(gradient, op.axes());
  return op.dtype() == DType::f64 ? of_type(Op(fit), DType::f64).value() : fit;
}

bool is_quotient(const Value& x) {
  return applies(*x.node, kernel::Fn::divide) && is_float(x.dtype());
}

class Walk : public AdjointContext {
 public:
  using All = std::map<std::pair<const Node*, int>, Value>;
  Walk(const NodePtr& n, const Value& d, All& all, All& passed_on, All& logarithms)
      : AdjointContext(n, d), all_(all), passed_on_(passed_on), logarithms_(logarithms) {}

  void run() {
    if (applies(*node, kernel::Fn::log) && is_quotient(node->operands[0])) {
      add_logarithm(node->operands[0], Op(delta));
    } else {
      node->def->adjoint(*this);
    }
  }

  // Of a quotient a / b whose logarithms have the adjoint d: d / a and -d / b are ordinary numbers
  // where a / b or its reciprocal overflows or underflows.
  void pass_on(const Op& d) {
    const Value x{node, 0};
    add_to(passed_on_, x, (d / Op(x)).value());
    add_logarithm(node->operands[0], d);
    add_logarithm(node->operands[1], -d);
  }

  Value delta_of(std::size_t i) const override {
    const auto at = all_.find({node.get(), static_cast<int>(i)});
    return at == all_.end() ? Value{} : at->second;
  }

  void add(std::size_t i, const Value& contribution) override {
    const Value& operand = node->operands[i];
    if (!is_step(operand)) add_to(all_, operand, contribution);
  }

 private:
  static void add_to(All& all, const Value& x, const Value& contribution) {
    const ScopedResultType type(arithmetic_type(x.dtype()));
    const Value fit = gradient_of(x, contribution);
    Value& sum = all[{x.node.get(), x.result}];
    sum = sum ? ng::add(Op(fit), Op(sum)).value() : fit;
  }

  // d times the gradient of log x; a quotient passes on the sum of what it gets.
  void add_logarithm(const Value& x, const Op& d) {
    is_quotient(x) ? add_to(logarithms_, x, d.value()) : add_to(all_, x, (d / Op(x)).value());
  }

  // Integers change in steps with a real operand: their derivative is 0 wherever there is one.
  bool is_step(const Value& operand) const {
    return node->results.size() == 1 && !is_float(node->results[0].dtype) &&
           is_float(operand.dtype());
  }

  All& all_;
  All& passed_on_;
  All& logarithms_;
};

}  // namespace

Adjoints::Adjoints(const Value& dep, const Value& error) : alive_(ordered_nodes({dep})) {
  {
    Creation creation(rule, dep.node->origins, true);
    adjoints_[{dep.node.get(), dep.result}] = gradient_of(dep, error);
  }
  Walk::All logarithms;  // of quotients: the adjoints of their logarithms
  for (auto at = alive_.rbegin(); at != alive_.rend(); ++at) {
    const NodePtr& node = *at;
    const auto logarithm = logarithms.find({node.get(), 0});
    const bool runs = node->def->adjoint && reached(*node);
    if (!runs && logarithm == logarithms.end()) continue;
    Creation creation(rule, node->origins, true);
    const Value delta = runs ? adjoints_[{node.get(), 0}] : Value{};
    const ScopedResultType type(arithmetic_type(*node));
    Walk walk(node, delta, adjoints_, passed_on_, logarithms);
    if (logarithm != logarithms.end()) walk.pass_on(Op(logarithm->second));
    if (runs) walk.run();
  }
}

// Does an adjoint flow into any result of the node?
bool Adjoints::reached(const Node& node) const {
  const auto at = adjoints_.lower_bound({&node, 0});
  return at != adjoints_.end() && at->first.first == &node;
}

Value Adjoints::of(const Value& x) const {
  const auto find = [&](const auto& all) {
    const auto at = all.find({x.node.get(), x.result});
    return at == all.end() ? Value{} : at->second;
  };
  const Value rest = find(adjoints_), passed_on = find(passed_on_);
  if (!rest || !passed_on) return rest ? rest : passed_on;
  const ScopedResultType type(arithmetic_type(x.dtype()));
  return add(Op(rest), Op(passed_on)).value();
}

Value Derivatives::derivative(const Value& dep, const Value& indep, const Value& error) {
  const Entry* entry = nullptr;
  for (const Entry& known : entries_) {
    if (known.dep == dep && known.error == error) entry = &known;
  }
  if (!entry) {
    Value one = error;
    if (!one) {
      Creation creation(rule, dep.node->origins, true);
      one = constant(Tensor(1.0)).value();
    }
    entries_.push_back({dep, error, std::make_shared<Adjoints>(dep, one)});
    entry = &entries_.back();
  }
  Creation creation(rule, indep.node->origins, true);
  const DType dtype = arithmetic_type(indep.dtype());
  if (const Value found = entry->adjoints->of(indep)) return of_type(Op(found), dtype).value();
  return constant(Tensor(dtype, {}), indep.axes()).value();
}

}  // namespace ng
