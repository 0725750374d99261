// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/lower_kernel.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "engine/base/error.h"
#include "engine/base/number.h"
#include "engine/graph/axis_name.h"
#include "engine/graph/evaluate.h"
#include "engine/graph/graph.h"
#include "engine/kernels/integer_functions.h"
#include "engine/kernels/memory_traffic.h"
#include "engine/lowering/iteration.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

using kernel::Expr;
using kernel::Index;
using kernel::Statement;

// Values available at one loop level; each op and loaded element is computed once.
struct Scope {
  std::vector<Statement>* block;
  std::map<std::pair<const Node*, IndexMap>, Expr> values;
};

class Builder {
 public:
  explicit Builder(const Node& fused) : body_(*fused.body), iteration_(body_) {
    kernel_.name = fused.attributes.get<std::string>("kernel");
    add_parameters();
    for (const IterationLoop& loop : iteration_.loops()) {
      kernel_.loops.push_back({shown_axis_name(loop.axis.label()), loop.extent});
    }
    count_readiness();
  }

  kernel::Kernel build() {
    std::vector<Statement> block;
    Scope outer{&block, {}};
    int stages = 0;
    for (const auto& [node, ready] : ready_) stages = std::max(stages, ready);
    for (int stage = 0; stage <= stages; ++stage) build_stage(stage, outer);
    store_outer(outer);
    kernel_.body = nest(false, std::move(block));
    kernel_.parallel = kernel_.body.size() == 1 && kernel_.body[0].kind == Statement::Kind::loop &&
                       !is_inner_loop(kernel_.body[0].loop);
    count_cost();
    return std::move(kernel_);
  }

 private:
  void add_parameters() {
    for (std::size_t i = 0; i < body_.parameters.size(); ++i) {
      const NodePtr& parameter = body_.parameters[i];
      buffers_[parameter.get()] = static_cast<int>(i);
      add_parameter(display_name(*parameter), parameter->results[0], false);
    }
    for (const Value& result : body_.results) {
      add_parameter(display_name(*result.node), result.type(), true);
    }
  }

  void add_parameter(const std::string& name, const TensorType& type, bool output) {
    kernel_.parameters.push_back({name, type.dtype, output, type.axes.element_count()});
  }

  bool stored(const Node* node) const {
    return std::any_of(body_.results.begin(), body_.results.end(),
                       [node](const Value& value) { return value.node.get() == node; });
  }

  bool is_inner_loop(int loop) const {
    return iteration_.loops()[static_cast<std::size_t>(loop)].inner;
  }

  bool reduces(const Node& node) const {
    return node.def->lower == LowerKind::reduce || node.def->lower == LowerKind::contraction;
  }

  // Number of inner loop nests that must run before an op's value is known.
  void count_readiness() {
    for (const NodePtr& node : body_.order) {
      int ready = 0;
      for (const Value& operand : node->operands) {
        const auto at = ready_.find(operand.node.get());
        if (at != ready_.end()) ready = std::max(ready, at->second);
      }
      ready_[node.get()] = ready + (reduces(*node) ? 1 : 0);
    }
  }

  bool inner_op(const Node& node) const {
    return iteration_.is_inner(iteration_.result_places(&node));
  }

  // One nest of inner loops: the reductions and inner results whose inputs are known at `stage`.
  void build_stage(int stage, Scope& outer) {
    std::vector<const Node*> reductions, stores;
    for (const NodePtr& node : body_.order) {
      if (reduces(*node) && ready_[node.get()] == stage + 1) reductions.push_back(node.get());
      if (!reduces(*node) && stored(node.get()) && inner_op(*node) && ready_[node.get()] == stage) {
        stores.push_back(node.get());
      }
    }
    if (reductions.empty() && stores.empty()) return;
    std::vector<Statement> block;
    Scope inner{&block, {}};
    outer_ = &outer;
    for (const Node* node : reductions) declare(*node, outer);
    for (const Node* node : reductions) accumulate(*node, inner);
    store(stores, inner);
    keep_costly(stage, inner);
    outer_ = nullptr;
    for (Statement& statement : nest(true, std::move(block))) {
      outer.block->push_back(std::move(statement));
    }
  }

  // Stores a costly value of this stage in the result's buffer if only a later stage that computes
  // the result needs it: softmax evaluates each exp once. All else that the later stage reads
  // must be independent of the inner loops, because the result may share memory with an operand.
  void keep_costly(int stage, Scope& inner) {
    const Node* result = body_.results.size() == 1 ? body_.results[0].node.get() : nullptr;
    if (!result || reduces(*result) || !inner_op(*result) || ready_.at(result) <= stage) return;
    for (const NodePtr& node : body_.order) {
      const IndexMap& places = iteration_.result_places(node.get());
      const bool here = inner.values.count({node.get(), places}) > 0 && inner_op(*node);
      if (!here || node->def->traits.cheap || !keeps_apart(*node, *result)) continue;
      const int buffer = static_cast<int>(body_.parameters.size());
      Statement statement = statement_for(*node, Statement::Kind::store);
      statement.expr = inner.values.at({node.get(), places});
      statement.buffer = buffer;
      statement.index = index_of(node->results[0].axes, places);
      kept_[{node.get(), places}] = kernel::load(buffer, statement.index);
      inner.block->push_back(std::move(statement));
      return;
    }
  }

  // Conditions of keep_costly: `node` has the type and index map of `result`, and everything else
  // that `result` or a later reduction needs is known outside the inner loops.
  bool keeps_apart(const Node& node, const Node& result) const {
    const IndexMap& places = iteration_.result_places(&result);
    const TensorType& type = result.results[0];
    if (node.results[0].dtype != type.dtype || node.results[0].axes != type.axes) return false;
    if (iteration_.result_places(&node) != places) return false;
    for (const NodePtr& other : body_.order) {
      if (reduces(*other) && ready_.at(other.get()) > ready_.at(&node) + 1) return false;
    }
    std::set<const Node*> seen;
    return reads_apart(result, node, seen);
  }

  // `seen` holds ops already checked; without it, ops read twice per level take exponential time.
  bool reads_apart(const Node& reader, const Node& node, std::set<const Node*>& seen) const {
    if (&reader == &node || reader.def->traits.kind == OpKind::constant ||
        !seen.insert(&reader).second)
      return true;
    if (buffers_.count(&reader) > 0 || reader.def->lower == LowerKind::indexed) return false;
    for (std::size_t i = 0; i < reader.operands.size(); ++i) {
      const Node& operand = *reader.operands[i].node;
      const auto places = iteration_.operand_places(reader, i);
      if (!places || (iteration_.is_inner(*places) && !reads_apart(operand, node, seen))) {
        return false;
      }
    }
    return true;
  }

  void declare(const Node& node, Scope& outer) {
    Statement statement = statement_for(node, Statement::Kind::declare);
    new_local(statement);
    statement.combine = node.def->combine;
    outer.block->push_back(statement);
    outer.values[{&node, iteration_.result_places(&node)}] = kernel::local(statement.local);
    accumulators_[&node] = statement.local;
  }

  void accumulate(const Node& node, Scope& inner) {
    Statement statement = statement_for(node, Statement::Kind::accumulate);
    statement.local = accumulators_.at(&node);
    statement.combine = node.def->combine;
    statement.expr = operand(node, 0, inner);
    if (node.def->lower == LowerKind::contraction) {
      statement.expr = kernel::apply(kernel::Fn::multiply, statement.expr, operand(node, 1, inner));
    }
    inner.block->push_back(std::move(statement));
  }

  void store_outer(Scope& outer) {
    std::vector<const Node*> stores;
    for (const NodePtr& node : body_.order) {
      if (stored(node.get()) && !inner_op(*node)) stores.push_back(node.get());
    }
    store(stores, outer);
  }

  // Loads precede the first store, because a result may share memory with an operand.
  void store(const std::vector<const Node*>& nodes, Scope& scope) {
    std::vector<Statement> stores;
    for (const Node* node : nodes) {
      const IndexMap& places = iteration_.result_places(node);
      for (std::size_t i = 0; i < body_.results.size(); ++i) {
        if (body_.results[i].node.get() != node) continue;
        Statement statement = statement_for(*node, Statement::Kind::store);
        statement.expr = value(*node, places, scope);
        statement.buffer = static_cast<int>(body_.parameters.size() + i);
        statement.index = index_of(node->results[0].axes, places);
        stores.push_back(std::move(statement));
      }
    }
    for (Statement& statement : stores) scope.block->push_back(std::move(statement));
  }

  Expr operand(const Node& node, std::size_t i, Scope& scope) {
    const Value& operand = node.operands[i];
    const Expr expr = value(*operand.node, *iteration_.operand_places(node, i), scope);
    const bool real = expr->kind == kernel::ExprNode::Kind::constant && is_float(operand.dtype());
    return real ? kernel::real_constant(expr->constant) : expr;
  }

  // Lets an indexed op read its operands at any index map.
  class Reads : public IndexedContext {
   public:
    Reads(Builder& builder, const Node& node, const IndexMap& places, Scope& scope)
        : builder_(builder), node_(node), places_(places), scope_(scope) {}
    Index place(std::size_t i) const override { return places_[i]; }
    Expr operand(std::size_t i, const IndexMap& places) override {
      return builder_.value(*node_.operands[i].node, places, scope_);
    }

   private:
    Builder& builder_;
    const Node& node_;
    const IndexMap& places_;
    Scope& scope_;
  };

  // The element of `node` at `places`, computed in `scope`, or outside the inner loops if it does
  // not depend on them.
  Expr value(const Node& node, const IndexMap& places, Scope& scope) {
    if (outer_ && &scope != outer_ && !iteration_.is_inner(places)) {
      return value(node, places, *outer_);
    }
    const auto key = std::make_pair(&node, places);
    if (const auto at = scope.values.find(key); at != scope.values.end()) return at->second;
    return scope.values[key] = computed(node, places, scope);
  }

  Expr computed(const Node& node, const IndexMap& places, Scope& scope) {
    if (const auto at = kept_.find({&node, places}); at != kept_.end()) {
      Statement statement = statement_for(node, Statement::Kind::define);
      statement.expr = at->second;
      return defined(std::move(statement), scope);
    }
    if (const auto at = buffers_.find(&node); at != buffers_.end()) {
      Statement statement = statement_for(node, Statement::Kind::define);
      const Axes& axes = node.results[0].axes;
      statement.expr = kernel::load(at->second, index_of(axes, places), guards_of(axes, places));
      return defined(std::move(statement), scope);
    }
    if (node.def->traits.kind == OpKind::constant) {
      const Tensor& number = *node.attributes.get<TensorPtr>("value");
      return is_float(number.dtype) ? kernel::constant(number.at(0))
                                    : kernel::integer_constant(number.integer_at(0));
    }
    if (node.def->lower == LowerKind::view) return operand(node, 0, scope);
    if (node.def->lower == LowerKind::indexed) {
      Reads reads(*this, node, places, scope);
      Statement statement = statement_for(node, Statement::Kind::define);
      statement.expr = node.def->indexed(node, reads);
      return defined(std::move(statement), scope);
    }
    check(node.def->lower == LowerKind::scalar, "a reduction is read before its loop");
    std::vector<Expr> args;
    for (std::size_t i = 0; i < node.operands.size(); ++i) args.push_back(operand(node, i, scope));
    if (node.def->fn && computes_integers(node) && are_constants(args)) {
      const Integer result = integer_result(*node.def->fn, args);
      const DType dtype = node.results[0].dtype;
      return is_integer(dtype) ? kernel::integer_constant(wrapped(dtype, result))
                               : kernel::constant(nearest_in(dtype, result));
    }
    Statement statement = statement_for(node, Statement::Kind::define);
    statement.expr = scalar_expression(node, args);
    return defined(std::move(statement), scope);
  }

  static bool are_constants(const std::vector<Expr>& args) {
    return std::all_of(args.begin(), args.end(), [](const Expr& arg) {
      return arg->kind == kernel::ExprNode::Kind::constant;
    });
  }

  static Integer integer_result(kernel::Fn fn, const std::vector<Expr>& args) {
    Integer x[3] = {};
    for (std::size_t i = 0; i < args.size(); ++i) x[i] = args[i]->integer;
    if (fn == kernel::Fn::select) x[0] = args[0]->constant != 0;
    return kernel::evaluate_integers(fn, x[0], x[1], x[2]);
  }

  // Locals and constants need no new local unless the op casts them to another type.
  Expr defined(Statement statement, Scope& scope) {
    using Kind = kernel::ExprNode::Kind;
    const kernel::ExprNode& expr = *statement.expr;
    if (expr.kind == Kind::constant) return rounded(expr, statement.dtype);
    if (expr.kind == Kind::local && dtypes_.at(expr.local) == statement.dtype)
      return statement.expr;
    const int local = new_local(statement);
    scope.block->push_back(std::move(statement));
    return kernel::local(local);
  }

  static Expr rounded(const kernel::ExprNode& constant, DType dtype) {
    if (constant.whole && is_integer(dtype)) {
      return kernel::integer_constant(wrapped(dtype, constant.integer));
    }
    const bool is_double =
        !constant.whole || static_cast<Integer>(constant.constant) == constant.integer;
    return kernel::constant(is_double ? round_to(dtype, constant.constant)
                                      : nearest_in(dtype, constant.integer));
  }

  int new_local(Statement& statement) {
    statement.local = kernel_.locals++;
    dtypes_[statement.local] = statement.dtype;
    return statement.local;
  }

  Statement statement_for(const Node& node, Statement::Kind kind) const {
    Statement statement;
    statement.kind = kind;
    statement.dtype = node.results[0].dtype;
    statement.ops = {node.id};
    statement.note = display_name(node);
    return statement;
  }

  Index index_of(const Axes& axes, const IndexMap& places) const {
    std::map<int, std::int64_t> strides;
    std::int64_t stride = 1;
    Index index;
    for (std::size_t i = axes.size(); i-- > 0;) {
      if (axes[i].length() > 1) {
        for (const auto& [loop, step] : places[i].terms) strides[loop] += step * stride;
        index.offset += places[i].offset * stride;
      }
      stride *= axes[i].length();
    }
    std::erase_if(strides, [](const auto& term) { return term.second == 0; });
    index.terms.assign(strides.begin(), strides.end());
    return index;
  }

  // Bounds checks for the axes whose index may be out of range.
  std::vector<kernel::Guard> guards_of(const Axes& axes, const IndexMap& places) const {
    std::vector<kernel::Guard> guards;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      std::int64_t low = places[i].offset, high = low;
      for (const auto& [loop, step] : places[i].terms) {
        const std::int64_t last = iteration_.loops()[static_cast<std::size_t>(loop)].extent - 1;
        (step < 0 ? low : high) += step * last;
      }
      if (low < 0 || high >= axes[i].length()) guards.push_back({places[i], 0, axes[i].length()});
    }
    return guards;
  }

  // Wraps `block` in all inner or all outer loops.
  std::vector<Statement> nest(bool inner, std::vector<Statement> block) {
    for (std::size_t i = iteration_.loops().size(); i-- > 0;) {
      const IterationLoop& loop = iteration_.loops()[i];
      if (loop.inner != inner) continue;
      Statement statement;
      statement.kind = Statement::Kind::loop;
      statement.loop = static_cast<int>(i);
      statement.body = std::move(block);
      block.clear();
      block.push_back(std::move(statement));
    }
    return block;
  }

  void count_cost() {
    for (const NodePtr& node : body_.order) {
      kernel_.flops += node->def->flops(*node);
    }
    kernel_.bytes = kernel::memory_traffic(kernel_);
  }

  const Body& body_;
  Iteration iteration_;
  kernel::Kernel kernel_;
  std::unordered_map<const Node*, int> buffers_, ready_, accumulators_;
  std::unordered_map<int, DType> dtypes_;  // of the locals
  std::map<std::pair<const Node*, IndexMap>, Expr>
      kept_;  // values stored in the result's buffer by an earlier stage
  Scope* outer_ = nullptr;
};

}  // namespace

kernel::Kernel lower_kernel(const Node& fused) {
  return Builder(fused).build();
}

}  // namespace ng
