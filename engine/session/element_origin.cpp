// SPDX-License-Identifier: Apache-2.0
#include "engine/session/element_origin.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

#include "engine/graph/graph.h"
#include "engine/ops/dot.h"
#include "engine/ops/reduction.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"
#include "engine/passes/passes.h"
#include "engine/session/compare_transformers.h"
#include "engine/session/element_walk.h"
#include "engine/session/graph_record.h"
#include "engine/session/value_summary.h"

namespace ng {
namespace {

[[noreturn]] void refuse_op(ErrorKind kind, std::string what, OpKey op, std::string action) {
  Diagnostic diagnostic;
  diagnostic.what = std::move(what);
  diagnostic.action = std::move(action);
  diagnostic.ops = {op};
  refuse(kind, std::move(diagnostic));
}

NodePtr node_of(const Graph& graph, OpKey op) {
  for (const NodePtr& node : ordered_nodes(graph))
    if (node->id == op) return node;
  return nullptr;
}

// The graph in which derivatives are ops and each op reads the version of the state that it should,
// as the run has it.
Graph versioned(const ElementRequest& request, const Graph& written, bool patterns) {
  Pipeline pipeline = request.options.pipeline;
  if (pipeline.empty()) pipeline = default_pipeline();
  Graph graph = written;
  for (const Pass* pass : pipeline) {
    if (!patterns && pass == &stable_patterns) continue;
    graph = run_pass(*pass, graph, request.options.passes, Verify::check_points).after;
    if (pass == &state_versions) break;
  }
  return graph;
}

// 0 … count-1, so that any number of the first ones lie at even distances.
std::vector<std::size_t> spread_out(std::size_t count) {
  std::vector<std::size_t> order;
  std::vector<bool> taken(count, false);
  for (std::size_t step = std::bit_ceil(std::max<std::size_t>(count, 1)); step > 0; step /= 2)
    for (std::size_t i = 0; i < count; i += step)
      if (!taken[i]) order.push_back(i), taken[i] = true;
  return order;
}

class Origin {
 public:
  explicit Origin(const ElementRequest& request) : request_(request) {
    const ComputationParts parts = parts_of(request.computation.node());
    written_.results = parts.results;
    written_.parameters = parts.parameters;
  }

  ElementOrigin run() {
    const CreationCounter counter;
    find();
    compile();
    call(request_.call);
    record_.iteration = request_.call.iteration;
    record_.element = request_.element;
    require_element();
    record_.value = value_of(asked_).at(record_.element);
    describe_asked();
    if (is_state(*asked_.node)) {
      trace_state();
    } else if (asked_.node->def->traits.source) {
      record_.recomputed = record_.value;
    } else {
      trace();
    }
    remember();
    return std::move(record_);
  }

 private:
  // A derivative is traced as the op that it became; an op that a pattern replaced as it was.
  void find() {
    const NodePtr written = node_of(written_, request_.op);
    Graph with = written_;
    if (written && !written->results.empty()) with.kept = {{written, 0}};
    graph_ = versioned(request_, with, true);
    if (written && is_state(*written)) {
      asked_ = {written, 0};
    } else if (!with.kept.empty() &&
               (written->def == &deriv_op || written->def->traits.sequencing)) {
      asked_ = graph_.kept[0];
    } else {
      if (written && !node_of(graph_, request_.op)) graph_ = versioned(request_, with, false);
      asked_ = {node_of(graph_, request_.op), 0};
    }
    if (asked_ && asked_.has_type()) return;
    if (loop_around(roots(graph_), request_.op))
      refuse_op(ErrorKind::key, "the op has a value in every step of a loop, not one", request_.op,
                "ask for a state or an output of the loop");
    refuse_op(ErrorKind::key, "the computation has no such value", request_.op,
              "ask for an op that it computes, or choose another computation");
  }

  // A program of the asked value and what its op reads. What the state holds needs none.
  void compile() {
    if (is_state(*asked_.node)) {
      for (const StateWrite& write : graph_.writes)
        if (write.variable.node->id == asked_.node->id) wanted_ = {write.value};
    } else {
      wanted_ = asked_.node->operands;
      wanted_.push_back(asked_);
    }
    std::erase_if(wanted_,
                  [](const Value& each) { return !each.has_type() || !is_computed(each); });
    transformer_ = allocate_transformer(request_.transformer);
    CompileOptions options = request_.options;
    options.watched = wanted_;
    options.only_watched = true;
    options.edited_kernels.clear();
    std::vector<Op> results;
    for (const Value& each : wanted_) results.emplace_back(each);
    if (results.empty()) results.emplace_back(asked_);
    std::vector<Op> parameters;
    for (const NodePtr& each : written_.parameters) parameters.emplace_back(Value{each, 0});
    computation_ = transformer_->add_computation(computation(results, parameters), options);
    transformer_->allocate();
    initial_ = state_now();
  }

  static bool is_computed(const Value& value) {
    const NodePtr& node = value.node;
    return !node->def->traits.source;
  }

  std::vector<std::pair<std::uint64_t, Tensor>> state_now() const {
    std::vector<std::pair<std::uint64_t, Tensor>> all;
    for (const auto& [id, storage] : transformer_->state().all())
      if (storage->kind == BufferKind::persistent) all.emplace_back(id, storage->value());
    return all;
  }

  void call(const CallBasis& basis) {
    values_.clear();
    set_state(*transformer_, initial_);
    set_state(*transformer_, basis.state);
    if (!wanted_.empty()) computation_.call(basis.arguments);
    for (std::size_t i = 0; i < wanted_.size(); ++i)
      values_.emplace_back(wanted_[i], computation_.watched(i));
    std::vector<Value> sources = asked_.node->operands;
    sources.push_back(asked_);
    for (const Value& each : sources)
      if (each.has_type() && !is_computed(each) && !known(each))
        values_.emplace_back(each, source_value(each, basis));
  }

  Tensor source_value(const Value& value, const CallBasis& basis) const {
    const Node& node = *value.node;
    for (std::size_t i = 0; i < written_.parameters.size() && i < basis.arguments.size(); ++i)
      if (written_.parameters[i]->id == node.id) return full(basis.arguments[i], value);
    for (const auto& [id, state] : basis.state)
      if (id == node.id) return state;
    if (const TensorPtr constant = constant_value(value)) return full(*constant, value);
    if (const auto state = transformer_->value(Op(value))) return *state;
    return initial_contents(node);
  }

  static Tensor full(const Tensor& tensor, const Value& value) {
    return broadcast_to(tensor, value.dtype(), value.axes().lengths(), describe(value));
  }

  const Tensor* known(const Value& value) const {
    for (const auto& [key, tensor] : values_)
      if (key == value) return &tensor;
    return nullptr;
  }
  const Tensor& value_of(const Value& value) const { return *known(value); }

  void require_element() const {
    const std::int64_t size = value_of(asked_).size();
    if (request_.element >= 0 && request_.element < size) return;
    Diagnostic diagnostic;
    diagnostic.what = "there is no element " + std::to_string(request_.element);
    diagnostic.where = describe(asked_);
    diagnostic.expected = "one from 0 to " + std::to_string(size - 1);
    refuse(ErrorKind::index, std::move(diagnostic));
  }

  void describe_asked() {
    const Node& node = *asked_.node;
    record_.op = request_.op;
    record_.name = display_name(node);
    record_.kind = node.def->name;
    record_.axes = axis_records(asked_.axes());
    record_.place = place_of(record_.axes, value_of(asked_).shape, record_.element);
  }

  ElementRead source(const Value& value, std::int64_t element) const {
    ElementRead made;
    made.op = value.node->id;
    made.name = display_name(*value.node);
    made.operand = operand_name(value);
    made.iteration = request_.call.iteration - (is_state(*value.node) ? 1 : 0);
    made.element = element;
    if (element < 0) return made;
    const Tensor& tensor = value_of(value);
    made.element = tensor.size() == 1 ? 0 : element;
    made.place = place_of(axis_records(value.axes()), tensor.shape, made.element);
    made.value = tensor.at(made.element);
    return made;
  }

  // "x", as the op's record calls it; operands of any number are counted.
  std::string operand_name(const Value& value) const {
    const auto& operands = asked_.node->operands;
    const auto at = static_cast<std::size_t>(std::find(operands.begin(), operands.end(), value) -
                                             operands.begin());
    const auto& names = asked_.node->def->operands;
    if (at >= operands.size() || names.empty()) return {};
    if (at + 1 < names.size() || !names.back().ends_with("…")) return std::string(names[at]);
    return std::string(names.back().substr(0, names.back().size() - 3)) + " " +
           std::to_string(at - names.size() + 1);
  }

  void trace() {
    const auto go_on = [this] {
      return !request_.options.progress || request_.options.progress("looking back", 1);
    };
    ElementWalk walk(
        [this](const Value& value) { return value == asked_ ? nullptr : known(value); },
        request_.terms, go_on);
    record_.recomputed = walk.element(*asked_.node, record_.element);
    record_.traced = walk.whole().empty();
    const auto named = [this](const Value& value) {
      return known(value) && value != asked_ ? operand_name(value) : std::string();
    };
    record_.formula = walk.text(*asked_.node, record_.element, named);
    for (const Value& whole : walk.whole()) record_.sources.push_back(source(whole, -1));
    for (const ElementRef& ref : walk.reads())
      record_.sources.push_back(source(ref.value, ref.element));
    for (const ElementWalk::Sum& sum : walk.sums()) add(sum, walk.text(*sum.node, 0, named));
  }

  void add(const ElementWalk::Sum& sum, std::string formula) {
    static constexpr const char* words[] = {"sum", "product", "maximum", "minimum"};
    ElementSum made;
    made.combine = words[static_cast<int>(sum.combine)];
    made.formula = std::move(formula);
    if (const std::string over = axes_over(*sum.node); !over.empty())
      made.formula += " over " + over;
    made.count = sum.count;
    made.rest = static_cast<std::size_t>(sum.count) > sum.terms.size() ? sum.rest : 0;
    made.value = sum.value;
    for (const ElementWalk::Term& term : sum.terms) {
      made.terms.push_back({{}, term.value});
      for (const ElementRef& ref : term.reads)
        made.terms.back().sources.push_back(source(ref.value, ref.element));
    }
    record_.sums.push_back(std::move(made));
  }

  static std::string axes_over(const Node& node) {
    Axes axes;
    if (node.def->lower == LowerKind::reduce) axes = reduction_of(node).reduced;
    if (node.def->lower == LowerKind::contraction) axes = Axes(dot_axes_of(node).x_contracted);
    std::string text;
    for (const Axis& axis : axes) text += (text.empty() ? "" : ", ") + axis.label();
    return text;
  }

  // What an assign left there; else what was there before.
  void trace_state() {
    for (const StateWrite& write : graph_.writes) {
      if (write.variable.node->id != asked_.node->id) continue;
      if (!known(write.value))
        values_.emplace_back(write.value, source_value(write.value, request_.call));
      const Tensor& left = value_of(write.value);
      record_.formula = display_name(*asked_.node) + " <- " + display_name(*write.value.node);
      record_.sources = {source(write.value, written_element(write))};
      record_.value = record_.recomputed = left.at(record_.sources[0].element);
      return;
    }
    record_.formula = "as the call found it";
    record_.recomputed = record_.value;
  }

  // The value's axes lie within the variable's.
  std::int64_t written_element(const StateWrite& write) const {
    const Value& from = write.value;
    if (from.axes() == asked_.axes()) return record_.element;
    std::int64_t rest = record_.element, stride = 1, element = 0;
    std::vector<std::int64_t> index(asked_.axes().size());
    for (std::size_t i = index.size(); i-- > 0; rest /= asked_.axes()[i].length())
      index[i] = rest % asked_.axes()[i].length();
    for (std::size_t i = from.axes().size(); i-- > 0; stride *= from.axes()[i].length())
      element += stride * index[asked_.axes().index(from.axes()[i])];
    return element;
  }

  // The element in the other calls too.
  void remember() {
    const auto from = std::chrono::steady_clock::now();
    const auto spent = [from] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
    };
    for (const std::size_t i : spread_out(request_.history.size())) {
      const CallBasis& basis = request_.history[i];
      if (basis.iteration == request_.call.iteration) {
        record_.history.emplace_back(basis.iteration, record_.value);
        continue;
      }
      if (spent() >= request_.history_seconds) continue;
      call(basis);
      const Value at = is_state(*asked_.node) && !record_.sources.empty() ? wanted_at() : asked_;
      const std::int64_t element = at == asked_ ? record_.element : record_.sources.front().element;
      record_.history.emplace_back(basis.iteration, value_of(at).at(element));
    }
    std::sort(record_.history.begin(), record_.history.end());
  }
  Value wanted_at() const { return wanted_.empty() ? asked_ : wanted_.front(); }

  const ElementRequest& request_;
  Graph written_, graph_;
  Value asked_;
  std::vector<Value> wanted_;
  TransformerPtr transformer_;
  Computation computation_;
  std::vector<std::pair<std::uint64_t, Tensor>> initial_;
  std::vector<std::pair<Value, Tensor>> values_;
  ElementOrigin record_;
};

}  // namespace

ElementOrigin element_origin(const ElementRequest& request) {
  return Origin(request).run();
}

}  // namespace ng
