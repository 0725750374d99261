// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/split_reduction.h"

#include <algorithm>
#include <set>

#include "engine/kernels/local_types.h"
#include "engine/kernels/memory_traffic.h"
#include "engine/runtime/program.h"

namespace ng {
namespace {

using kernel::Expr;
using kernel::ExprNode;
using kernel::Index;
using kernel::Kernel;
using kernel::Statement;
using Kind = Statement::Kind;

constexpr std::int64_t enough_steps = 16;  // outer iterations that make a split unnecessary
constexpr std::int64_t most_parts = 64;
constexpr std::int64_t most_elements = 4096;  // results per part
constexpr std::int64_t step_multiple = 1024;  // of a part's iterations: whole vectors per unroll

// Number of iterations of the outermost loop that threads can share.
std::int64_t shared_steps(Kernel kernel, int vector_bytes) {
  kernel::vectorise(kernel, vector_bytes);
  return kernel.parallel ? kernel.parallel_units() : 1;
}

// The reduction's loops: the only loop nest of the block. The elements that it stores are those of
// its own iterations.
struct Nest {
  std::size_t place = 0;  // index in the block
  std::vector<int> loops;
  std::vector<const Statement*> accumulations;
  std::set<int> stored;  // outputs that are stored inside of the loops
};

bool is_of_one_iteration(const Statement& store, const Nest& nest, const Kernel& kernel) {
  return std::all_of(nest.loops.begin(), nest.loops.end(), [&](int loop) {
    return kernel.loops[static_cast<std::size_t>(loop)].extent == 1 ||
           store.index.stride(loop) != 0;
  });
}

bool loads_outputs(const Kernel& kernel) {
  bool found = false;
  kernel::for_each_statement(kernel.body, [&](const Statement& statement) {
    kernel::for_each_load(statement.expr, [&](int buffer, const Index&) {
      found = found || kernel.parameters[static_cast<std::size_t>(buffer)].output;
    });
  });
  return found;
}

std::optional<Nest> nest_of(const Kernel& kernel, const std::vector<Statement>& block) {
  const auto is_loop = [](const Statement& each) { return each.kind == Kind::loop; };
  if (std::count_if(block.begin(), block.end(), is_loop) != 1) return std::nullopt;
  Nest nest;
  nest.place =
      static_cast<std::size_t>(std::find_if(block.begin(), block.end(), is_loop) - block.begin());
  const Statement* at = &block[nest.place];
  for (;; at = &at->body.front()) {
    nest.loops.push_back(at->loop);
    if (at->body.size() != 1 || !is_loop(at->body.front())) break;
  }
  for (const Statement& each : at->body) {
    if (is_loop(each) || each.kind == Kind::declare) return std::nullopt;
    if (each.kind == Kind::accumulate) nest.accumulations.push_back(&each);
    if (each.kind != Kind::store) continue;
    if (!is_of_one_iteration(each, nest, kernel)) return std::nullopt;
    nest.stored.insert(each.buffer);
  }
  const auto is_store = [](const Statement& each) { return each.kind == Kind::store; };
  const auto loops = block.begin() + static_cast<std::ptrdiff_t>(nest.place);
  if (nest.accumulations.empty() || std::any_of(block.begin(), loops, is_store) ||
      (!nest.stored.empty() && loads_outputs(kernel)))
    return std::nullopt;
  return nest;
}

// The float type of all accumulators, if it is one type and not held in a wider one.
std::optional<DType> type_of(const Kernel& kernel, const Nest& nest) {
  const std::vector<kernel::LocalType> locals = kernel::local_types(kernel);
  std::optional<DType> found;
  for (const Statement* each : nest.accumulations) {
    const kernel::LocalType& type = locals[static_cast<std::size_t>(each->local)];
    const bool fits =
        type.dtype == type.held && (type.dtype == DType::f32 || type.dtype == DType::f64);
    if (!fits || (found && *found != type.dtype)) return std::nullopt;
    found = type.dtype;
  }
  return found;
}

// Replaces iteration i of `loop` by `part` * `steps` + i.
Index in_parts(Index index, int loop, int part, std::int64_t steps) {
  const std::int64_t stride = index.stride(loop);
  if (stride == 0) return index;
  index.terms.push_back({part, stride * steps});
  std::sort(index.terms.begin(), index.terms.end());
  return index;
}

template <class EachNode>
Expr rewritten(const Expr& expr, const EachNode& each) {
  if (!expr || expr->kind == ExprNode::Kind::constant || expr->kind == ExprNode::Kind::local) {
    return expr;
  }
  auto copy = std::make_shared<ExprNode>(*expr);
  for (Expr& arg : copy->args) arg = rewritten(arg, each);
  each(*copy);
  return copy;
}

std::vector<Statement> nested(const std::vector<int>& loops, std::vector<Statement> block) {
  for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
    Statement statement;
    statement.kind = Kind::loop;
    statement.loop = *loop;
    statement.body = std::move(block);
    block.clear();
    block.push_back(std::move(statement));
  }
  return block;
}

class Splitter {
 public:
  Splitter(const Kernel& kernel, const kernel::OuterNest& outer, const Nest& nest, DType dtype)
      : kernel_(kernel), outer_(outer), nest_(nest), part_(static_cast<int>(kernel.loops.size())) {
    split_.dtype = dtype;
    split_.sums = static_cast<std::int64_t>(nest.accumulations.size());
    split_.elements = 1;
    for (const int loop : outer.loops) split_.elements *= extent(loop);
    cut_ = *std::max_element(nest.loops.begin(), nest.loops.end(),
                             [this](int a, int b) { return extent(a) < extent(b); });
    const std::int64_t cost = kernel.flops + kernel.bytes;
    const std::int64_t wanted = std::clamp<std::int64_t>(cost / shared_out_cost, 1, most_parts);
    steps_ = (extent(cut_) + wanted - 1) / wanted;
    steps_ = (steps_ + step_multiple - 1) / step_multiple * step_multiple;
    split_.part_count = (extent(cut_) + steps_ - 1) / steps_;
  }

  std::optional<SplitReduction> run() {
    if (split_.part_count < 2 || split_.elements > most_elements) return std::nullopt;
    make_parts();
    make_whole();
    return std::move(split_);
  }

 private:
  std::int64_t extent(int loop) const {
    return kernel_.loops[static_cast<std::size_t>(loop)].extent;
  }
  kernel::Parameter array(bool output) const {
    return {"parts", split_.dtype, output, split_.part_count * split_.sums * split_.elements};
  }

  // Index of accumulation `i` in the array of partial results; `part_` is the loop over parts.
  Index place(std::size_t i) const {
    Index index;
    index.offset = static_cast<std::int64_t>(i) * split_.elements;
    std::int64_t stride = 1;
    for (auto loop = outer_.loops.rbegin(); loop != outer_.loops.rend(); ++loop) {
      if (extent(*loop) > 1) index.terms.push_back({*loop, stride});
      stride *= extent(*loop);
    }
    index.terms.push_back({part_, split_.sums * split_.elements});
    std::sort(index.terms.begin(), index.terms.end());
    return index;
  }

  void make_parts() {
    Kernel& parts = split_.parts;
    parts = kernel_;
    parts.name = kernel_.name + "_parts";
    const std::vector<int> number = number_outputs(parts);
    const auto output = static_cast<int>(parts.parameters.size());
    parts.parameters.push_back(array(true));
    parts.loops.push_back({"part", split_.part_count, {}, 0});
    kernel::Loop& cut = parts.loops[static_cast<std::size_t>(cut_)];
    cut = {cut.name, steps_, part_, cut.extent};
    const std::vector<Statement>& block = *outer_.block;
    std::vector<Statement> body(block.begin(),
                                block.begin() + static_cast<std::ptrdiff_t>(nest_.place + 1));
    kernel::for_each_statement(body, [&](Statement& statement) {
      if (statement.kind != Kind::store) return;
      statement.buffer = number[static_cast<std::size_t>(statement.buffer)];
      statement.index = in_parts(statement.index, cut_, part_, steps_);
    });
    for (std::size_t i = 0; i < nest_.accumulations.size(); ++i) {
      Statement store = *nest_.accumulations[i];
      store.kind = Kind::store;
      store.expr = kernel::local(store.local);
      store.buffer = output;
      store.index = place(i);
      body.push_back(std::move(store));
    }
    std::vector<int> loops{part_};
    loops.insert(loops.end(), outer_.loops.begin(), outer_.loops.end());
    parts.body = nested(loops, std::move(body));
    parts.parallel = true;
    kernel::for_each_statement(parts.body, [this](Statement& statement) {
      statement.expr = rewritten(statement.expr, [this](ExprNode& node) {
        node.index = in_parts(node.index, cut_, part_, steps_);
        for (kernel::Guard& guard : node.guards) {
          guard.index = in_parts(guard.index, cut_, part_, steps_);
        }
      });
    });
    parts.bytes = kernel::memory_traffic(parts);
  }

  // Keeps the outputs that the nest stores; returns the new number of each parameter.
  std::vector<int> number_outputs(Kernel& parts) {
    std::vector<int> number(kernel_.parameters.size(), -1);
    std::vector<kernel::Parameter> parameters;
    for (std::size_t i = 0, outputs = 0; i < kernel_.parameters.size(); ++i) {
      const bool output = kernel_.parameters[i].output;
      const bool kept = !output || nest_.stored.count(static_cast<int>(i));
      if (output && kept) split_.stored.push_back(outputs);
      outputs += output;
      if (!kept) continue;
      number[i] = static_cast<int>(parameters.size());
      parameters.push_back(kernel_.parameters[i]);
    }
    parts.parameters = std::move(parameters);
    return number;
  }

  // The original block with the loop over partial results in place of the nest.
  void make_whole() {
    Kernel& whole = split_.whole;
    whole = kernel_;
    whole.loops.push_back({"part", split_.part_count, {}, 0});
    std::vector<Statement> block = *outer_.block, sums;
    const int array_place = -1;  // replaced when number_inputs runs
    for (std::size_t i = 0; i < nest_.accumulations.size(); ++i) {
      sums.push_back(*nest_.accumulations[i]);
      sums.back().expr = kernel::load(array_place, place(i));
    }
    block[nest_.place] = nested({part_}, std::move(sums)).front();
    whole.body = nested(outer_.loops, std::move(block));
    number_inputs(whole);
    whole.flops = split_.part_count * split_.sums * split_.elements;
    whole.bytes = kernel::memory_traffic(whole);
  }

  // Order of the parameters: inputs that are still read, the array, outputs.
  void number_inputs(Kernel& whole) {
    std::set<int> read;
    kernel::for_each_statement(whole.body, [&read](const Statement& statement) {
      kernel::for_each_load(statement.expr, [&read](int buffer, const Index&) {
        if (buffer >= 0) read.insert(buffer);
      });
    });
    std::vector<int> number(kernel_.parameters.size(), -1);
    std::vector<kernel::Parameter> parameters;
    for (const int buffer : read) {
      number[static_cast<std::size_t>(buffer)] = static_cast<int>(parameters.size());
      parameters.push_back(kernel_.parameters[static_cast<std::size_t>(buffer)]);
      split_.reads.push_back(buffer);
    }
    const auto array_place = static_cast<int>(parameters.size());
    parameters.push_back(array(false));
    for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
      if (!kernel_.parameters[i].output || nest_.stored.count(static_cast<int>(i))) continue;
      number[i] = static_cast<int>(parameters.size());
      parameters.push_back(kernel_.parameters[i]);
    }
    const auto renumbered = [&](int buffer) {
      return buffer < 0 ? array_place : number[static_cast<std::size_t>(buffer)];
    };
    kernel::for_each_statement(whole.body, [&](Statement& statement) {
      if (statement.kind == Kind::store) statement.buffer = renumbered(statement.buffer);
      statement.expr = rewritten(statement.expr, [&](ExprNode& node) {
        if (node.kind == ExprNode::Kind::load) node.buffer = renumbered(node.buffer);
      });
    });
    whole.parameters = std::move(parameters);
  }

  const Kernel& kernel_;
  const kernel::OuterNest& outer_;
  const Nest& nest_;
  const int part_;          // the loop over parts, in both kernels
  int cut_ = 0;             // the loop that is cut
  std::int64_t steps_ = 0;  // iterations of cut_ per part
  SplitReduction split_;
};

}  // namespace

std::optional<SplitReduction> split_reduction(const Kernel& kernel, int vector_bytes) {
  if (kernel.flops + kernel.bytes < 2 * shared_out_cost) return std::nullopt;
  const kernel::OuterNest outer = kernel::outer_nest(kernel);
  const std::optional<Nest> nest = nest_of(kernel, *outer.block);
  if (!nest || shared_steps(kernel, vector_bytes) >= enough_steps) return std::nullopt;
  const std::optional<DType> dtype = type_of(kernel, *nest);
  if (!dtype) return std::nullopt;
  return Splitter(kernel, outer, *nest, *dtype).run();
}

}  // namespace ng
