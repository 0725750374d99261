// SPDX-License-Identifier: Apache-2.0
#include "engine/provenance/element_origin.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <deque>

#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/graph/value_name.h"
#include "engine/ops/dot.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/state.h"
#include "engine/provenance/element_call.h"
#include "engine/provenance/element_walk.h"
#include "engine/records/values/value_summary.h"
#include "engine/session/graph_record.h"

namespace ng {
namespace {

// A permutation of 0 … count-1 in which every prefix is roughly evenly spaced.
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
  Origin(ElementCall& call, const ElementRequest& request) : call_(call), request_(request) {}

  ElementOrigin run() {
    const CreationCounter counter;
    call_.open(request_);
    find();
    take(request_.call, &program_->values);
    record_.iteration = request_.call.iteration;
    record_.element = request_.element;
    require_element();
    record_.value = number_at(value_of(asked_), record_.element);
    describe_asked();
    if (asked_.node->loop) {
      trace_loop();
    } else if (!loops_.empty()) {
      made_at(place_of_asked()).value == asked_ ? trace()
                                                : pass_on("from the previous step or outside");
    } else if (is_state(*asked_.node)) {
      trace_state();
    } else if (asked_.node->def->traits.is_source()) {
      record_.recomputed = record_.value;
    } else {
      trace();
    }
    remember();
    return std::move(record_);
  }

 private:
  void find() {
    const ElementCall::Asked asked = call_.find(request_);
    graph_ = asked.graph;
    asked_ = asked.value;
    loops_ = asked.loops;
    if (!loops_.empty()) require_step();
    std::vector<Value> wanted;
    if (!loops_.empty()) {
      wanted = loops_.front()->operands;
    } else if (is_state(*asked_.node)) {
      for (const StateWrite& write : graph_->writes)
        if (write.variable.node->id == asked_.node->id) wanted = {write.value};
    } else {
      wanted = asked_.node->operands;
      wanted.push_back(asked_);
    }
    std::erase_if(wanted, [](const Value& each) { return !each.has_type() || !is_computed(each); });
    if (!wanted.empty()) asked_for_ = wanted.front();
    program_ = &call_.program(request_, wanted,
                              loops_.empty() ? asked_ : loops_.front()->operands.front());
  }

  void require_step() const {
    const std::int64_t steps = steps_of(loops_);
    if (*request_.step < steps) return;
    Diagnostic diagnostic;
    diagnostic.what = "the loop has no step " + std::to_string(*request_.step);
    diagnostic.where = describe(*loops_.back());
    diagnostic.expected = text(loops_) + " from 0 to " + std::to_string(steps - 1);
    refuse(ErrorKind::index, std::move(diagnostic));
  }

  // Loads the values of a call; those of the queried call are passed in `made`.
  void take(const CallBasis& basis, const std::vector<Tensor>* made) {
    values_.clear();
    const std::vector<Tensor> now = made ? std::vector<Tensor>() : program_->call(basis);
    const std::vector<Tensor>& all = made ? *made : now;
    for (std::size_t i = 0; i < all.size(); ++i) values_.emplace_back(program_->wanted[i], all[i]);
    std::vector<Value> sources = loops_.empty() ? asked_.node->operands : loops_.front()->operands;
    if (loops_.empty()) sources.push_back(asked_);
    for (const Value& each : sources)
      if (each.has_type() && !is_computed(each) && !known(each))
        values_.emplace_back(each, source_value(each, basis));
    if (!loops_.empty()) enter_loops(made != nullptr);
  }

  // Enters the loops around the value. For the queried call, replayed steps of the outermost loop
  // are kept.
  void enter_loops(bool kept) {
    steps_.clear();
    own_steps_.clear();
    const NodePtr& outermost = loops_.front();
    const auto there = call_.loops.find(outermost.get());
    if (kept && there != call_.loops.end()) {
      steps_.push_back(&there->second);
    } else {
      std::vector<Tensor> operands;
      for (const Value& operand : outermost->operands) operands.push_back(value_of(operand));
      LoopSteps steps(outermost, std::move(operands));
      if (kept) {
        steps_.push_back(&call_.loops.emplace(outermost.get(), std::move(steps)).first->second);
      } else {
        steps_.push_back(&own_steps_.emplace_back(std::move(steps)));
      }
    }
    for (std::size_t i = 1; i < loops_.size(); ++i) {
      std::vector<Tensor> operands;
      for (const Value& operand : loops_[i]->operands)
        operands.push_back(steps_.back()->operand(step_on(i - 1), operand, may_continue()));
      steps_.push_back(&own_steps_.emplace_back(loops_[i], std::move(operands)));
    }
  }

  // The queried step counted through the loops down to `level`, and within that loop alone.
  std::int64_t step_through(std::size_t level) const {
    return *request_.step /
           steps_of(Loops(loops_.begin() + static_cast<std::ptrdiff_t>(level) + 1, loops_.end()));
  }
  std::int64_t step_on(std::size_t level) const {
    return step_through(level) % scan_parts(*loops_[level]).steps;
  }

  // Locates a value in the innermost loop that contains it, or outside of the loops.
  LoopPlace place_of_read(const Value& value, std::int64_t element) const {
    for (std::size_t i = steps_.size(); i-- > 0;)
      if (steps_[i]->has(value))
        return {value, element,
                Loops(loops_.begin(), loops_.begin() + static_cast<std::ptrdiff_t>(i) + 1),
                step_through(i)};
    return {value, element, {}, 0};
  }

  LoopSteps::MayContinue may_continue() const {
    return [this] {
      return !request_.options.progress || request_.options.progress("tracing an element", 1);
    };
  }

  LoopPlace place_of_asked() const {
    return {asked_, request_.element, loops_, request_.step.value_or(0)};
  }

  Tensor source_value(const Value& value, const CallBasis& basis) const {
    const Node& node = *value.node;
    const std::vector<NodePtr>& parameters = call_.written.parameters;
    for (std::size_t i = 0; i < parameters.size() && i < basis.arguments.size(); ++i)
      if (parameters[i]->id == node.id) return full(basis.arguments[i], value);
    for (const auto& [id, state] : basis.state)
      if (id == node.id) return state;
    if (const TensorPtr constant = constant_value(value)) return full(*constant, value);
    if (const auto state = program_->transformer->value(Op(value))) return *state;
    return initial_contents(node);
  }

  static Tensor full(const Tensor& tensor, const Value& value) {
    return broadcast_to(tensor, value.dtype(), value.axes().lengths(), describe(value));
  }

  const Tensor* known(const Value& value) const {
    for (std::size_t i = steps_.size(); i-- > 0;)
      if (steps_[i]->has(value)) return &steps_[i]->at(step_on(i), value, may_continue());
    for (const auto& [key, tensor] : values_)
      if (key == value) return &tensor;
    return nullptr;
  }
  const Tensor& value_of(const Value& value) const { return *known(value); }

  void require_element() const {
    const std::int64_t size = value_of(asked_).size();
    if (request_.element >= 0 && request_.element < size) return;
    Diagnostic diagnostic;
    diagnostic.what = "no element " + std::to_string(request_.element);
    diagnostic.where = describe(asked_);
    diagnostic.expected = "an index from 0 to " + std::to_string(size - 1);
    refuse(ErrorKind::index, std::move(diagnostic));
  }

  void describe_asked() {
    record_.op = request_.op;
    record_.name = display_name(asked_);
    record_.kind = asked_.node->def->name;
    record_.axes = axis_records(asked_.axes());
    if (!loops_.empty()) record_.step = request_.step, record_.loop = text(loops_);
    record_.place = place_of(record_.axes, value_of(asked_).shape, record_.element);
  }

  ElementRead whole(const Value& value) const {
    ElementRead made;
    made.operand = operand_name(value);
    name(made, {value, 0, {}, 0});
    return made;
  }

  ElementRead source(const Value& value, std::int64_t element) const {
    ElementRead made;
    made.operand = operand_name(value);
    const Tensor& tensor = value_of(value);
    const std::int64_t read = tensor.size() == 1 ? 0 : element;
    made.value = number_at(tensor, read);
    const LoopPlace place = made_at(place_of_read(value, read));
    made.element = place.element;
    name(made, place);
    made.place =
        place_of(axis_records(place.value.axes()), place.value.axes().lengths(), place.element);
    return made;
  }

  void name(ElementRead& made, const LoopPlace& place) const {
    made.op = place.value.node->id;
    made.name = display_name(place.value);
    made.iteration = request_.call.iteration - (is_state(*place.value.node) ? 1 : 0);
    if (!place.loops.empty()) made.step = place.step, made.loop = text(place.loops);
  }

  // The operand's name in the op record, "x"; variadic operands are numbered.
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
    ElementWalk walk(
        [this](const Value& value) { return value == asked_ ? nullptr : known(value); },
        request_.terms, may_continue());
    record_.recomputed = walk.element(*asked_.node, record_.element);
    record_.traced = walk.whole().empty();
    const auto named = [this](const Value& value) {
      return known(value) && value != asked_ ? operand_name(value) : std::string();
    };
    record_.formula = walk.text(*asked_.node, record_.element, named);
    for (const Value& value : walk.whole()) record_.sources.push_back(whole(value));
    for (const ElementRef& ref : walk.reads())
      record_.sources.push_back(source(ref.value, ref.element));
    for (const ElementWalk::Sum& sum : walk.sums()) add(sum, walk.text(*sum.node, 0, named));
  }

  void add(const ElementWalk::Sum& sum, std::string formula) {
    static constexpr TermCombination combinations[] = {
        TermCombination::sum, TermCombination::product, TermCombination::maximum,
        TermCombination::minimum};
    ElementSum made;
    made.combine = combinations[static_cast<int>(sum.combine)];
    made.formula = std::move(formula);
    if (const std::string over = axes_over(*sum.node); !over.empty())
      made.formula += " over " + over;
    made.count = sum.count;
    made.rest = static_cast<std::size_t>(sum.count) > sum.terms.size() ? sum.rest : Number();
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

  // Records a value that is only forwarded, not computed.
  void pass_on(std::string formula) {
    record_.formula = std::move(formula);
    record_.sources = {source(asked_, record_.element)};
    record_.recomputed = record_.value;
  }

  void trace_loop() {
    const ScanParts parts = scan_parts(*asked_.node);
    const bool last = static_cast<std::size_t>(asked_.result) < parts.states;
    pass_on(last ? "after the last of " + std::to_string(parts.steps) + " steps over " +
                       parts.axis.label()
                 : "one step over " + parts.axis.label());
  }

  // The value that an assign wrote, or the value before the call.
  void trace_state() {
    for (const StateWrite& write : graph_->writes) {
      if (write.variable.node->id != asked_.node->id) continue;
      if (!known(write.value))
        values_.emplace_back(write.value, source_value(write.value, request_.call));
      const Tensor& left = value_of(write.value);
      record_.formula = display_name(asked_) + " <- " + display_name(write.value);
      record_.sources = {source(write.value, written_element(write))};
      record_.value = record_.recomputed = number_at(left, *record_.sources[0].element);
      return;
    }
    record_.formula = "value before the call";
    record_.recomputed = record_.value;
  }

  // The written value may lack axes of the variable; it is broadcast.
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

  // Adds the element's value in the other calls, within the time budget.
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
      take(basis, nullptr);
      const bool left = loops_.empty() && is_state(*asked_.node) && !record_.sources.empty();
      const Value at = left && asked_for_ ? asked_for_ : asked_;
      const std::int64_t element =
          at == asked_ ? record_.element : *record_.sources.front().element;
      record_.history.emplace_back(basis.iteration, number_at(value_of(at), element));
    }
    std::sort(record_.history.begin(), record_.history.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  ElementCall& call_;
  const ElementRequest& request_;
  std::shared_ptr<const Graph> graph_;
  Value asked_, asked_for_;  // asked_for_: first value computed by the program, if any
  Loops loops_;              // loops around the value
  ElementCall::Program* program_ = nullptr;
  std::vector<LoopSteps*> steps_;    // of `loops_`
  std::deque<LoopSteps> own_steps_;  // of nested loops and of other calls
  std::vector<std::pair<Value, Tensor>> values_;
  ElementOrigin record_;
};

}  // namespace

ElementOrigin element_origin(const ElementRequest& request) {
  ElementCall call;
  return Origin(call, request).run();
}

ElementOrigins::ElementOrigins() : call_(std::make_unique<ElementCall>()) {}
ElementOrigins::~ElementOrigins() = default;

ElementOrigin ElementOrigins::origin(const ElementRequest& request) {
  return Origin(*call_, request).run();
}

std::int64_t ElementOrigins::compilations() const {
  return call_->compilations;
}

}  // namespace ng
