// SPDX-License-Identifier: Apache-2.0
// Chooses what a program returns: unread values and some that are read, derivatives of a loss, and
// effects, individually, all at once or in sequence.
#include <algorithm>
#include <set>

#include "engine/graph/graph.h"
#include "tests/fuzz/programs/builder.h"

namespace ng::fuzz {
namespace {

constexpr std::size_t most_derivatives = 4;

bool chance(std::uint64_t choice, std::uint64_t key, unsigned percent) {
  return mixed(choice, key) % 100 < percent;
}

}  // namespace

RandomProgram ProgramBuilder::finish() {
  std::set<const Node*> read;
  for (const Made& made : values_)
    for (const NodePtr& node : ordered_nodes({made.op.value()}))
      for (const Value& operand : node->operands) read.insert(operand.node.get());
  const ScopedResultType plain(DType::f32);
  std::optional<Op> loss;
  for (const Made& made : values_) {
    const bool unread = !read.count(made.op.value().node.get());
    const bool wanted = made.source ? chance(recipe_.seed, made.key, 10)
                                    : unread || chance(recipe_.seed, made.key, 30);
    if (wanted && made.pure) program_.inference.push_back(made.op);
    if (wanted && (!made.pure || chance(recipe_.seed, made.key, 50)))
      program_.training.push_back(made.op);
    const bool differentiable = is_float(made.op.dtype()) && made.pure && !made.source &&
                                made.op.axes().element_count() > 0;
    if (!differentiable || !recipe_.gradients) continue;
    const Op part =
        mean(square(made.op), out_axes(Axes())) * (0.25 + static_cast<double>(made.key % 4) / 4);
    loss = loss ? *loss + part : part;
  }
  if (loss) {
    program_.training.push_back(*loss);
    std::size_t derivatives = 0;
    for (const Made& made : values_) {
      const bool constant = made.op.node().def == &constant_op;
      if (!made.source || constant || !is_float(made.op.dtype())) continue;
      if (++derivatives > most_derivatives) break;
      const Op gradient = deriv(*loss, made.op);
      const bool update = is_state(made.op.node()) && chance(recipe_.seed, made.key + 1, 60);
      if (update) effects_.push_back(assign(made.op, made.op - 0.1 * gradient));
      if (!update || chance(recipe_.seed, made.key + 2, 40)) program_.training.push_back(gradient);
    }
  }
  Draws draws(mixed(recipe_.seed, 3));
  const std::int64_t order = draws.below(4);
  if (order == 0 && !effects_.empty()) program_.training.push_back(doall(effects_));
  if (order == 1 && !effects_.empty()) program_.training.push_back(sequential(effects_));
  if (order > 1)
    program_.training.insert(program_.training.end(), effects_.begin(), effects_.end());
  return program_;
}

Document document_of(const RandomProgram& program) {
  Document document;
  document.title = "random program";
  if (!program.inference.empty())
    document.computations.push_back(
        computation(program.inference, program.placeholders).named("inference"));
  if (!program.training.empty())
    document.computations.push_back(
        computation(program.training, program.placeholders).named("training"));
  return document;
}

}  // namespace ng::fuzz
