// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/lower_program.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/error.h"
#include "engine/kernels/c_identifier.h"
#include "engine/lowering/host_work.h"
#include "engine/lowering/iteration.h"
#include "engine/lowering/lower_kernel.h"
#include "engine/lowering/product_update.h"
#include "engine/lowering/same_memory.h"
#include "engine/lowering/schedule.h"
#include "engine/lowering/split_reduction.h"
#include "engine/lowering/window_step.h"
#include "engine/ops/fused.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/shapes/join.h"
#include "engine/ops/state.h"
#include "engine/runtime/memory_left.h"

namespace ng {
namespace {

std::string buffer_name(const Node& node) {
  std::string text = "a_";
  for (char c : display_name(node)) text += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return text;
}

class Lowerer {
 public:
  Lowerer(const Graph& graph, const std::string& name, const LowerOptions& options)
      : graph_(graph), options_(options) {
    program_.name = name;
    for (const Value& root : roots(graph)) {
      read_.insert({root.node.get(), root.result});
      roots_.insert(root.node.get());
      ++uses_[root.node.get()];
    }
    for (const NodePtr& node : ordered_nodes(graph)) {
      for (const Value& value : node->operands) {
        read_.insert({value.node.get(), value.result});
        ++uses_[value.node.get()];
      }
    }
    for (const StateWrite& write : graph.writes)
      written_.insert({write.variable.node.get(), write.variable.result});
  }

  Program run() {
    for (const NodePtr& parameter : graph_.parameters) {
      program_.parameters.push_back(buffer_of(Value{parameter, 0}));
    }
    for (const NodePtr& node : scheduled_nodes(graph_)) lower(node);
    for (const Value& result : graph_.results) program_.results.push_back(result_buffer(result));
    for (const Value& kept : graph_.kept) program_.kept.push_back(result_buffer(kept));
    for (const StateWrite& write : graph_.writes) lower_write(write);
    program_.steps.insert(program_.steps.begin(), std::make_move_iterator(first_copies_.rbegin()),
                          std::make_move_iterator(first_copies_.rend()));
    return std::move(program_);
  }

 private:
  void lower(const NodePtr& node) {
    const Traits& traits = node->def->traits;
    if (traits.is_source()) return;
    if (node->loop) return lower_loop(node);
    if (traits.is_effect() || traits.is_sequencing() || (!node->def->evaluate && !node->body)) {
      refuse_unexpanded(*node);
    }
    if (options_.as == LowerAs::reference) return lower_on_host(node);
    if (shares_memory(node)) return;
    const bool copy = node->def->lower == LowerKind::none && traits.view == ViewKind::relabel;
    if (copy) return lower_copy(node);
    if (joins_by_copies(*node)) return lower_on_host(node);
    if (!node->body && node->def->lower != LowerKind::none &&
        node->def->lower != LowerKind::composite) {
      return lower_fused(fused_alone(node), node);
    }
    if (!node->body) return lower_on_host(node);
    lower_fused(node, node);
  }

  // A carried state alternates between two buffers. Results that nothing reads get no buffer.
  void lower_loop(const NodePtr& node) {
    const ScanParts parts = scan_parts(*node);
    const Body& body = *node->loop;
    auto loop = std::make_shared<Loop>();
    loop->count = parts.steps;
    loop->reverse = parts.reverse;
    loop->states = parts.states;
    loop->sequences = parts.sequences;
    loop->outputs = parts.outputs;
    loop->body = lower_body(*node);
    Step step;
    step.name = display_name(*node);
    step.ops = {node->id};
    for (const Value& operand : node->operands) step.reads.push_back(buffer_of(operand));
    bind_constants(*loop, step);
    auto write = [&step](int buffer) {
      step.writes.push_back(buffer);
      return static_cast<int>(step.writes.size()) - 1;
    };
    auto result = [&](std::size_t i) {
      const Value value{node, static_cast<int>(i)};
      return is_read(*node, i) ? write(new_buffer(value, *node)) : -1;
    };
    for (std::size_t i = 0; i < parts.states; ++i) {
      const Value state{node, static_cast<int>(i)};
      const bool carried = static_cast<bool>(body.results[i]);
      const int last = carried ? write(new_buffer(state, *node)) : -1;
      const bool two_places = carried && !added_in_place(loop->body, i);
      loop->last.push_back(last);
      loop->next.push_back(two_places ? write(scratch(*node, "_next", state.type())) : last);
      loop->saved.push_back(result(parts.saved() + i));
    }
    for (std::size_t i = 0; i < parts.outputs; ++i) {
      loop->stacked.push_back(body.results[parts.states + i] ? result(parts.states + i) : -1);
    }
    loop->pool = write(scratch(*node, "_pool", {Axes(), DType::u8}));
    step.work = LoopStep{std::move(loop)};
    program_.steps.push_back(std::move(step));
  }

  bool is_read(const Node& node, std::size_t result) const {
    return read_.count({&node, static_cast<int>(result)}) > 0;
  }

  // Drops outputs that nothing reads: the last pass may have removed their reader.
  Program lower_body(const Node& scan) {
    Graph step;
    step.results = scan.loop->results;
    for (std::size_t i = scan_parts(scan).states; i < step.results.size(); ++i)
      if (!is_read(scan, i)) step.results[i] = {};
    step.parameters = scan.loop->parameters;
    Lowerer lowerer(step, display_name(scan), options_);
    lowerer.kernel_prefix_ = kernel_prefix_ + kernel::c_identifier(display_name(scan)) + "_";
    lowerer.states_ = scan_parts(scan).states;
    return lowerer.run();
  }

  // A state that a matmul of the body accumulates into needs no second buffer.
  static bool added_in_place(const Program& step, std::size_t state) {
    return std::any_of(step.steps.begin(), step.steps.end(), [&](const Step& made) {
      const auto* product = made.as<MatrixProduct>();
      return product && product->accumulate &&
             made.reads[2] == step.parameters[state] && made.writes[0] == step.results[state];
    });
  }

  // Is `base` a state of the enclosing loop that only `owner`, the op of its next value, reads?
  bool is_carried(const Value& base, const NodePtr& owner) const {
    for (std::size_t i = 0; i < states_; ++i) {
      if (graph_.parameters[i] != base.node) continue;
      return graph_.results[i] == Value{owner, 0} && uses(*base.node) == 1 && uses(*owner) == 1;
    }
    return false;
  }

  // Constants of the body are stored in the enclosing program.
  void bind_constants(Loop& loop, Step& step) {
    for (std::size_t i = 0; i < loop.body.buffers.size(); ++i) {
      Buffer& inside = loop.body.buffers[i];
      if (inside.kind != BufferKind::constant) continue;
      Buffer buffer = inside;
      buffer.name = unique(buffer.name);
      inside.contents = {};
      loop.constants.push_back(static_cast<int>(i));
      step.reads.push_back(add(std::move(buffer)));
    }
  }

  int scratch(const Node& node, const std::string& suffix, const TensorType& type) {
    Buffer buffer = describe_buffer(type);
    buffer.name = unique(buffer_name(node) + suffix);
    buffer.values = {node.id};
    return add(std::move(buffer));
  }

  [[noreturn]] void refuse_unexpanded(const Node& node) const {
    Diagnostic diagnostic;
    diagnostic.what = "'" + std::string(node.def->name) + "' must be expanded before lowering";
    diagnostic.where = describe(node);
    diagnostic.action = "keep the passes expand_deriv and version_state in the pipeline";
    refuse(ErrorKind::value, std::move(diagnostic));
  }

  // An op that no pass has fused, as a kernel of its own.
  NodePtr fused_alone(const NodePtr& node) {
    Iteration iteration;
    check(iteration.try_add(node, {}, true), "an op without loops");
    return make_fused({node}, {Value{node, 0}}, next_kernel_name(), iteration.space({node}));
  }

  std::string next_kernel_name() { return kernel_prefix_ + "k" + std::to_string(lone_kernels_++); }

  // `owner` is the node whose values others read: the fused op itself, or the single op it wraps.
  void lower_fused(const NodePtr& fused, const NodePtr& owner) {
    if (end_convolution(*fused, owner) || accumulate_product(*fused, owner)) return;
    Step step;
    step.name = fused->attributes.get<std::string>("kernel");
    for (const Value& operand : fused->operands) step.reads.push_back(buffer_of(operand));
    for (std::size_t i = 0; i < fused->results.size(); ++i) {
      const Value& inside = fused->body->results[i];
      step.writes.push_back(new_buffer(Value{owner, static_cast<int>(i)}, *inside.node));
    }
    for (const NodePtr& member : fused->body->order) step.ops.push_back(member->id);
    const NodePtr& first = fused->body->order.front();
    const bool alone = fused->body->order.size() == 1;
    // A scalar constant has no buffer: a dot that reads one becomes a kernel.
    const bool in_buffers =
        std::all_of(first->operands.begin(), first->operands.end(),
                    [](const Value& operand) { return operand.node->def->traits.is_parameter(); });
    const bool large = alone && in_buffers && first->def->lower == LowerKind::contraction &&
                       first->def->flops(*first) >= options_.library_dot_flops;
    const auto product = large ? matrix_product_of(*first) : std::nullopt;
    if (product) {
      step.work = *product;
      // An operand that is used twice has one body parameter.
      if (step.reads.size() == 1) step.reads.push_back(step.reads[0]);
    } else {
      kernel::Kernel lowered = lower_kernel(*fused);
      kernel::collapse_loops(lowered);
      if (auto split = split_reduction(lowered, options_.vector_bytes)) {
        lowered = lower_parts(*split, step);
      }
      step.work = KernelStep{add(std::move(lowered))};
    }
    program_.steps.push_back(std::move(step));
  }

  // Adds a step for the partial results of a split reduction; `step` then reads these. Returns the
  // kernel left for `step`.
  kernel::Kernel lower_parts(SplitReduction& split, Step& step) {
    Buffer buffer;
    buffer.name = unique("a_" + split.parts.name);
    buffer.dtype = split.dtype;
    buffer.shape = {split.part_count, split.sums, split.elements};
    buffer.axes = {"part", "sum", "element"};
    buffer.bytes = element_count(buffer.shape) * static_cast<std::int64_t>(size_of(buffer.dtype));
    buffer.values = {step.ops.back()};
    Step parts;
    parts.name = split.parts.name;
    parts.reads = step.reads;
    parts.writes = {add(std::move(buffer))};
    parts.ops = step.ops;
    parts.work = KernelStep{add(std::move(split.parts))};
    std::vector<int> reads;
    for (const int input : split.reads) {
      reads.push_back(step.reads[static_cast<std::size_t>(input)]);
    }
    reads.push_back(parts.writes[0]);
    step.reads = std::move(reads);
    program_.steps.push_back(std::move(parts));
    return std::move(split.whole);
  }

  // Places the op's result in its operand's buffer if possible. Results read after the run get a
  // buffer of their own, and so do views of state, which may change.
  bool shares_memory(const NodePtr& node) {
    const auto operand = same_memory(*node);
    if (!operand || roots_.count(node.get())) return false;
    const int buffer = buffer_of(*operand);
    Buffer& shared = program_.buffers[static_cast<std::size_t>(buffer)];
    if (shared.kind != BufferKind::temporary && shared.kind != BufferKind::input) return false;
    std::vector<std::uint64_t> ops{node->id};
    if (node->body) {
      for (const NodePtr& member : node->body->order) ops.push_back(member->id);
    }
    shared.values.insert(shared.values.end(), ops.begin(), ops.end());
    const auto maker = std::find_if(program_.steps.rbegin(), program_.steps.rend(),
                                    [&](const Step& step) { return writes_to(step, buffer); });
    // Insert at the front: the last op names the step.
    if (maker != program_.steps.rend()) {
      maker->ops.insert(maker->ops.begin(), ops.begin(), ops.end());
    }
    buffers_[{node.get(), 0}] = buffer;
    holders_[buffer].push_back(node.get());
    return true;
  }

  static bool writes_to(const Step& step, int buffer) {
    return std::find(step.writes.begin(), step.writes.end(), buffer) != step.writes.end();
  }

  void lower_copy(const NodePtr& node) {
    const int from = buffer_of(node->operands[0]);
    program_.steps.push_back(copy_step(from, new_buffer(Value{node, 0}, *node), node->id));
  }

  // Merges a bias and a ReLU into the step of the convolution, if they are its only readers.
  bool end_convolution(const Node& fused, const NodePtr& owner) {
    const auto ending = convolution_ending(fused);
    if (!ending) return false;
    const int buffer = buffer_of(ending->convolution);
    if (readers(buffer) != 1) return false;
    const auto made = std::find_if(
        program_.steps.begin(), program_.steps.end(),
        [buffer](const Step& step) { return step.is<WindowStep>() && step.writes[0] == buffer; });
    if (made == program_.steps.end()) return false;
    Convolution& convolution = std::get<Convolution>(*made->as<WindowStep>());
    convolution.bias = static_cast<bool>(ending->bias);
    convolution.rectify = ending->rectify;
    if (convolution.bias) made->reads.push_back(buffer_of(ending->bias));
    made->name = fused.attributes.get<std::string>("kernel");
    for (const NodePtr& member : fused.body->order) made->ops.push_back(member->id);
    hand_over(buffer, fused, owner);
    return true;
  }

  // Merges an SGD update, or a sum over the iterations of a loop, into the matmul that only it
  // reads. The matmul moves to the place of the update, so that it can accumulate in place.
  bool accumulate_product(const Node& fused, const NodePtr& owner) {
    const auto update = product_update(fused);
    if (!update) return false;
    if (!is_state(*update->base.node) && !is_carried(update->base, owner)) return false;
    const int buffer = buffer_of(update->dot);
    const auto made =
        std::find_if(program_.steps.begin(), program_.steps.end(), [buffer](const Step& step) {
          return step.is<MatrixProduct>() && step.writes[0] == buffer;
        });
    if (made == program_.steps.end() || made->as<MatrixProduct>()->accumulate) return false;
    if (readers(buffer) != 1) return false;
    Step step = std::move(*made);
    program_.steps.erase(made);
    MatrixProduct& product = *step.as<MatrixProduct>();
    product.accumulate = true;
    product.alpha = update->alpha;
    step.reads.push_back(buffer_of(update->base));
    if (update->scale) step.reads.push_back(buffer_of(update->scale));
    step.name = fused.attributes.get<std::string>("kernel");
    for (const NodePtr& member : fused.body->order) step.ops.push_back(member->id);
    program_.steps.push_back(std::move(step));
    hand_over(buffer, fused, owner);
    return true;
  }

  // The buffer now holds the result of `fused` instead of the operand.
  void hand_over(int buffer, const Node& fused, const NodePtr& owner) {
    const Node& last = *fused.body->results[0].node;
    Buffer& result = program_.buffers[static_cast<std::size_t>(buffer)];
    result.name = unique(buffer_name(last));
    result.values = {last.id};
    buffers_[{owner.get(), 0}] = buffer;
    holders_[buffer] = {owner.get()};
  }

  // Number of reads of the node's values, by ops or as results.
  int uses(const Node& node) const {
    const auto found = uses_.find(&node);
    return found == uses_.end() ? 0 : found->second;
  }

  // Number of reads of the buffer by ops and as results, without the views that share it.
  int readers(int buffer) const {
    const std::vector<const Node*>& holders = holders_.at(buffer);
    int count = 1 - static_cast<int>(holders.size());
    for (const Node* holder : holders) count += uses(*holder);
    return count;
  }

  void lower_on_host(const NodePtr& node) {
    Step step;
    step.work = options_.as == LowerAs::reference ? EvaluateStep{node, options_.double_throughout}
                                                  : host_work(node);
    step.name = std::string(node->def->name);
    step.ops = {node->id};
    for (const Value& operand : node->operands) step.reads.push_back(buffer_of(operand));
    for (std::size_t i = 0; i < node->results.size(); ++i) {
      step.writes.push_back(new_buffer(Value{node, static_cast<int>(i)}, *node));
    }
    program_.steps.push_back(std::move(step));
  }

  int new_buffer(const Value& value, const Node& maker) {
    Buffer buffer = describe_buffer(value.type());
    buffer.name = unique(buffer_name(maker));
    buffer.values = {maker.id};
    const int made = buffers_[{value.node.get(), value.result}] = add(std::move(buffer));
    holders_[made] = {value.node.get()};
    return made;
  }

  Buffer describe_buffer(const TensorType& type) const {
    Buffer buffer;
    buffer.dtype = options_.double_throughout ? DType::f64 : type.dtype;
    buffer.shape = type.axes.lengths();
    for (const Axis& axis : type.axes) buffer.axes.push_back(axis.label());
    buffer.bytes = element_count(buffer.shape) * static_cast<std::int64_t>(size_of(buffer.dtype));
    require_memory(buffer.bytes, to_string(type));
    return buffer;
  }

  int buffer_of(const Value& value) {
    const auto at = buffers_.find({value.node.get(), value.result});
    if (at != buffers_.end()) return at->second;
    const Node& node = *value.node;
    check(node.def->traits.is_source(), "a value is read before its step");
    Buffer buffer = describe_buffer(value.type());
    buffer.name = unique(buffer_name(node));
    buffer.values = {node.id};
    if (node.def->traits.kind == OpKind::constant) {
      buffer.kind = BufferKind::constant;
      buffer.contents = broadcast_to(*node.attributes.get<TensorPtr>("value"), buffer.dtype,
                                     buffer.shape, describe(node));
    } else {
      buffer.kind = is_state(node) ? BufferKind::persistent : BufferKind::input;
      if (node.def->traits.is_parameter()) return buffers_[{&node, 0}] = add(std::move(buffer));
      buffer.state = node.id;
      buffer.contents =
          broadcast_to(initial_contents(node), buffer.dtype, buffer.shape, describe(node));
    }
    return buffers_[{value.node.get(), value.result}] = add(std::move(buffer));
  }

  // The buffer read after the run. For a variable that changes, a copy of the old value.
  int result_buffer(const Value& value) {
    if (!value) return -1;
    const int buffer = buffer_of(value);
    if (is_state(*value.node) && is_written(value)) return copied_at_start(value);
    Buffer& decl = program_.buffers[static_cast<std::size_t>(buffer)];
    if (decl.kind == BufferKind::temporary) decl.kind = BufferKind::output;
    return buffer;
  }

  bool is_written(const Value& variable) const {
    return written_.count({variable.node.get(), variable.result}) > 0;
  }

  int copied_at_start(const Value& value) {
    Buffer buffer = describe_buffer(value.type());
    buffer.kind = BufferKind::output;
    buffer.name = unique(buffer_name(*value.node) + "_before");
    buffer.values = {value.node->id};
    const int copy = add(std::move(buffer));
    first_copies_.push_back(copy_step(buffer_of(value), copy, value.node->id));
    return copy;
  }

  void lower_write(const StateWrite& write) {
    const int storage = buffer_of(write.variable);
    const bool of_state = is_state(*write.value.node) && is_written(write.value);
    const int value = of_state ? copied_at_start(write.value) : buffer_of(write.value);
    program_.writes.push_back({storage, value, write.by->id});
  }

  static Step copy_step(int from, int to, std::uint64_t op) {
    Step step;
    step.work = CopyStep();
    step.name = "copy";
    step.reads = {from};
    step.writes = {to};
    step.ops = {op};
    return step;
  }

  int add(kernel::Kernel kernel) {
    kernel::vectorise(kernel, options_.vector_bytes);
    const bool worth = kernel.flops + kernel.bytes >= shared_out_cost;
    kernel.shared_out = kernel.parallel && (worth || options_.share_small_kernels);
    program_.kernels.push_back(std::move(kernel));
    return static_cast<int>(program_.kernels.size()) - 1;
  }

  int add(Buffer buffer) {
    program_.buffers.push_back(std::move(buffer));
    return static_cast<int>(program_.buffers.size()) - 1;
  }

  std::string unique(const std::string& name) {
    const int n = names_[name]++;
    return n == 0 ? name : name + "_" + std::to_string(n);
  }

  const Graph& graph_;
  LowerOptions options_;
  Program program_;
  std::string kernel_prefix_;
  std::size_t states_ = 0;                         // of the enclosing loop, if this is its body
  std::set<std::pair<const Node*, int>> read_;     // values that some op or result reads
  std::set<std::pair<const Node*, int>> written_;  // states that change
  std::vector<Step> first_copies_;                 // of old values, before all other steps
  std::unordered_set<const Node*> roots_;          // result, kept and written ops of the graph
  int lone_kernels_ = 0;                           // kernels of ops that no pass has fused
  std::map<std::pair<const Node*, int>, int> buffers_;
  std::unordered_map<const Node*, int> uses_;
  std::unordered_map<int, std::vector<const Node*>> holders_;  // nodes whose value the buffer holds
  std::map<std::string, int> names_;
};

}  // namespace

Program lower_program(const Graph& graph, const std::string& name, const LowerOptions& options) {
  return Lowerer(graph, name, options).run();
}

}  // namespace ng
