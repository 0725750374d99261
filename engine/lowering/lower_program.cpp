// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/lower_program.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "engine/base/cancellation.h"
#include "engine/base/error.h"
#include "engine/graph/evaluate.h"
#include "engine/kernels/c_identifier.h"
#include "engine/lowering/batched_matmul.h"
#include "engine/lowering/host_work.h"
#include "engine/lowering/iteration.h"
#include "engine/lowering/kernel_form.h"
#include "engine/lowering/lower_kernel.h"
#include "engine/lowering/op_devices.h"
#include "engine/lowering/schedule.h"
#include "engine/lowering/split_reduction.h"
#include "engine/ops/collective/collective.h"
#include "engine/ops/device_copy.h"
#include "engine/ops/fused.h"
#include "engine/ops/pass_through.h"
#include "engine/ops/placed_state.h"
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
      : graph_(graph), options_(options), read_(read_values(graph)) {
    program_.name = name;
    for (const StateWrite& write : graph.writes)
      written_.insert({write.variable.node.get(), write.variable.result});
  }

  Program run() {
    for (const NodePtr& parameter : graph_.parameters) {
      program_.parameters.push_back(buffer_of(Value{parameter, 0}));
    }
    for (const NodePtr& node : scheduled_nodes(graph_)) {
      poll_cancellation();
      choose_device(*node);
      lower(node);
    }
    for (const Value& result : graph_.results) program_.results.push_back(result_buffer(result));
    for (const Value& kept : graph_.kept) program_.kept.push_back(result_buffer(kept));
    for (const StateWrite& write : graph_.writes) lower_write(write);
    for (const Value& value : graph_.unused) declare_state(value);
    program_.steps.insert(program_.steps.begin(), std::make_move_iterator(first_copies_.rbegin()),
                          std::make_move_iterator(first_copies_.rend()));
    return std::move(program_);
  }

 private:
  // Steps and buffers that are made now are for the device of this op.
  void choose_device(const Node& node) {
    if (!options_.devices) return;
    const std::string& device = options_.devices->of(node);
    if (device == device_) return;
    device_ = device;
    LowerOptions own = options_.of_device(device);
    own.devices = options_.devices;
    own.of_device = options_.of_device;
    options_ = std::move(own);
  }

  void lower(const NodePtr& node) {
    const Traits& traits = node->def->traits;
    if (traits.is_source()) return;
    if (device_copy_of(*node)) return lower_device_copy(node);
    if (node->loop) return lower_loop(node);
    if (traits.is_effect() || traits.is_sequencing() || (!node->def->evaluate && !node->body)) {
      refuse_unexpanded(*node);
    }
    if (options_.as == LowerAs::reference)
      return node->body ? lower_members(node) : lower_on_host(node);
    const bool in_kernels =
        node->def->lower != LowerKind::none && node->def->lower != LowerKind::composite;
    if (!node->body && !in_kernels && traits.view == ViewKind::relabel) return lower_copy(node);
    if (joins_by_copies(*node)) return lower_on_host(node);
    if (node->body) return lower_fused(node, node);
    in_kernels ? lower_fused(fused_alone(node), node) : lower_on_host(node);
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
    if (parts.active && body.results[*parts.active]) loop->active = parts.active;
    loop->body = lower_body(*node);
    Step step;
    step.name = display_name(*node);
    step.ops = {node->id};
    for (const Value& operand : node->operands) step.reads.push_back(buffer_of(operand));
    bind_constants(loop->body, step);
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
      loop->last.push_back(last);
      loop->next.push_back(carried ? write(scratch(*node, "_next", state.type())) : -1);
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
    lowerer.options_.devices = nullptr;
    lowerer.device_ = device_;
    lowerer.kernel_prefix_ = kernel_prefix_ + kernel::c_identifier(display_name(scan)) + "_";
    return lowerer.run();
  }

  // Constants of the body are stored in the enclosing program.
  void bind_constants(Program& body, Step& step) {
    for (std::size_t i = 0; i < body.buffers.size(); ++i) {
      Buffer& inside = body.buffers[i];
      if (inside.kind != BufferKind::constant) continue;
      Buffer buffer = inside;
      buffer.name = unique(buffer.name);
      inside.contents = {};
      body.constants.push_back(static_cast<int>(i));
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
    const auto matmul = large ? matmul_of(*first, options_.matmuls) : std::nullopt;
    if (matmul) {
      step.work = *matmul;
      // An operand that is used twice has one body parameter.
      if (step.reads.size() == 1) step.reads.push_back(step.reads[0]);
    } else {
      kernel::Kernel lowered = lower_kernel(*fused);
      kernel::collapse_loops(lowered);
      if (batches_become_matmuls(lowered, step)) return;
      if (auto split = split_reduction(lowered, options_.vector_bytes)) {
        lowered = lower_parts(*split, step);
      }
      step.work = KernelStep{add(std::move(lowered)), form_of(*fused, *owner)};
    }
    program_.steps.push_back(std::move(step));
  }

  // Adds matmuls instead of the step, if its kernel only multiplies batches of matrices.
  bool batches_become_matmuls(const kernel::Kernel& lowered, const Step& step) {
    if (!options_.matmuls.batches) return false;
    const auto batches = batched_matmuls_of(lowered);
    const auto is_large = [this](const BatchedMatmul& each) {
      return each.matmul.flops() >= options_.library_dot_flops;
    };
    if (batches.empty() || !std::all_of(batches.begin(), batches.end(), is_large)) return false;
    std::vector<int> arguments = step.reads;
    arguments.insert(arguments.end(), step.writes.begin(), step.writes.end());
    const auto argument = [&](int i) { return arguments[static_cast<std::size_t>(i)]; };
    for (std::size_t i = 0; i < batches.size(); ++i) {
      Step own = step;
      if (i > 0) own.name += "_" + std::to_string(i);
      own.work = batches[i].matmul;
      own.reads = {argument(batches[i].a), argument(batches[i].b)};
      own.writes = {argument(batches[i].c)};
      for (std::size_t k = 0; k < batches.size(); ++k)
        for (const std::uint64_t op : batches[k].ops)
          if (k != i) std::erase(own.ops, op);
      program_.steps.push_back(std::move(own));
    }
    return true;
  }

  static KernelForm form_of(const Node& fused, const Node& owner) {
    KernelForm form = kernel_form(fused);
    if (auto* same = std::get_if<SameElements>(&form); same && owner.body) same->op = owner.id;
    return form;
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
    buffer.device = device_;
    Step parts;
    parts.name = split.parts.name;
    parts.reads = step.reads;
    for (const std::size_t output : split.stored) parts.writes.push_back(step.writes[output]);
    for (const int written : parts.writes) std::erase(step.writes, written);
    const int array = add(std::move(buffer));
    parts.writes.push_back(array);
    parts.ops = step.ops;
    parts.work = KernelStep{add(std::move(split.parts))};
    std::vector<int> reads;
    for (const int input : split.reads) {
      reads.push_back(step.reads[static_cast<std::size_t>(input)]);
    }
    reads.push_back(array);
    step.reads = std::move(reads);
    program_.steps.push_back(std::move(parts));
    return std::move(split.whole);
  }

  void lower_copy(const NodePtr& node) {
    const int from = buffer_of(node->operands[0]);
    program_.steps.push_back(copy_step(from, new_buffer(Value{node, 0}, *node), node->id));
  }

  // The ops of a fused one, each on its own.
  void lower_members(const NodePtr& fused) {
    const Body& body = *fused->body;
    for (std::size_t i = 0; i < body.parameters.size(); ++i)
      buffers_[{body.parameters[i].get(), 0}] = buffer_of(fused->operands[i]);
    for (const NodePtr& member : body.order) lower_on_host(member);
    for (std::size_t i = 0; i < body.results.size(); ++i)
      buffers_[{fused.get(), static_cast<int>(i)}] = buffer_of(body.results[i]);
  }

  // A value that is on the device and that no op changes is not copied.
  void lower_device_copy(const NodePtr& node) {
    const int from = buffer_of(node->operands[0]);
    const Traits& operand = node->operands[0].node->def->traits;
    const bool of_storage = operand.is_source() && operand.kind != OpKind::constant;
    if (of_storage || device_of(from) != device_) {
      lower_copy(node);
      if (device_of(from) != device_)
        program_.steps.back().name = "copy_to_" + kernel::c_identifier(device_);
      return;
    }
    buffers_[{node.get(), 0}] = from;
    program_.buffers[static_cast<std::size_t>(from)].values.push_back(node->id);
  }

  const std::string& device_of(int buffer) const {
    return program_.buffers[static_cast<std::size_t>(buffer)].device;
  }

  void lower_on_host(const NodePtr& node) {
    Step step;
    step.work = host_work_of(node);
    step.name = std::string(node->def->name);
    step.ops = {node->id};
    for (const Value& operand : node->operands) step.reads.push_back(buffer_of(operand));
    for (std::size_t i = 0; i < node->results.size(); ++i) {
      step.writes.push_back(new_buffer(Value{node, static_cast<int>(i)}, *node));
    }
    program_.steps.push_back(std::move(step));
  }

  Work host_work_of(const NodePtr& node) const {
    const DType memory = memory_type(exchanged_type(*node), options_.double_throughout);
    if (auto exchange = collective_step_of(*node, memory)) return std::move(*exchange);
    if (options_.as != LowerAs::reference) return host_work(node, options_.convolutions);
    if (auto print = print_step_of(*node); print && !options_.double_throughout)
      return std::move(*print);
    return EvaluateStep{node, options_.double_throughout};
  }

  int new_buffer(const Value& value, const Node& maker) {
    Buffer buffer = describe_buffer(value.type());
    buffer.name = unique(buffer_name(maker));
    buffer.values = {maker.id};
    return buffers_[{value.node.get(), value.result}] = add(std::move(buffer));
  }

  Buffer describe_buffer(const TensorType& type) const {
    Buffer buffer;
    buffer.device = device_;
    buffer.dtype = memory_type(type.dtype, options_.double_throughout);
    buffer.shape = type.axes.lengths();
    for (const Axis& axis : type.axes) buffer.axes.push_back(axis.label());
    buffer.bytes = element_count(buffer.shape) * static_cast<std::int64_t>(size_of(buffer.dtype));
    require_memory(buffer.bytes, to_string(type));
    return buffer;
  }

  int buffer_of(const Value& value) {
    const Node& node = *value.node;
    const bool constant = node.def->traits.kind == OpKind::constant;
    auto& buffers = constant ? constants_[device_] : buffers_;
    const auto at = buffers.find({&node, value.result});
    if (at != buffers.end()) return at->second;
    check(node.def->traits.is_source(), "a value is read before its step");
    Buffer buffer = describe_buffer(value.type());
    buffer.name = unique(buffer_name(node));
    buffer.values = {node.id};
    if (constant) {
      buffer.kind = BufferKind::constant;
      buffer.contents = broadcast_to(*node.attributes.get<TensorPtr>("value"), buffer.dtype,
                                     buffer.shape, describe(node));
    } else {
      buffer.kind = is_state(node) ? BufferKind::persistent : BufferKind::input;
      if (node.def->traits.is_parameter()) return buffers_[{&node, 0}] = add(std::move(buffer));
      buffer.state = node.id;
      if (options_.devices) buffer.device = options_.devices->of(node);
      place(node, buffer);
    }
    return buffers[{&node, value.result}] = add(std::move(buffer));
  }

  // State that no step of this rank uses: all ranks of its group must know it to exchange it. A
  // program that is lowered without ranks, to be read only, has the shape of the ranks that do not
  // own it, and the contents of the one that does.
  void declare_state(const Value& value) {
    if (!value || !is_state(*value.node) || buffers_.count({value.node.get(), value.result}))
      return;
    Buffer& buffer = program_.buffers[static_cast<std::size_t>(buffer_of(value))];
    if (buffer.placement.kind != StatePlacement::Kind::owned || options_.ranks) return;
    buffer.shape = {0};
    keep_elsewhere(buffer);
  }

  static void keep_elsewhere(Buffer& buffer) {
    buffer.axes = {"none"};
    buffer.bytes = 0;
  }

  // Sets the initial contents: this rank's, of state that is placed among ranks.
  void place(const Node& node, Buffer& buffer) const {
    buffer.placement = placement_of(node);
    const Shape& whole = buffer.placement.is_whole() ? buffer.shape : buffer.placement.whole;
    buffer.contents = broadcast_to(initial_contents(node), buffer.dtype, whole, describe(node));
    if (buffer.placement.is_whole() || !options_.ranks) return;
    buffer.contents = local_of(buffer.contents, buffer.placement, *options_.ranks);
    if (buffer.contents.shape == buffer.shape) return;
    buffer.shape = buffer.contents.shape;  // another rank owns it
    keep_elsewhere(buffer);
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
    choose_device(*value.node);
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
  std::string device_;  // of the steps made now; empty: there is one
  std::string kernel_prefix_;
  ReadValues read_;
  std::set<std::pair<const Node*, int>> written_;  // states that change
  std::vector<Step> first_copies_;                 // of old values, before all other steps
  int lone_kernels_ = 0;                           // kernels of ops that no pass has fused
  using Buffers = std::map<std::pair<const Node*, int>, int>;  // by node and result
  Buffers buffers_;
  std::map<std::string, Buffers> constants_;  // by device: one on each that reads it
  std::map<std::string, int> names_;
};

}  // namespace

Program lower_program(const Graph& graph, const std::string& name, const LowerOptions& options) {
  return Lowerer(graph, name, options).run();
}

}  // namespace ng
