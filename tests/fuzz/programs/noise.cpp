// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/programs/noise.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_set>
#include <vector>

#include "engine/graph/node_memory.h"
#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"
#include "engine/ops/state.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"
#include "engine/session/compile_options.h"
#include "tests/fuzz/programs/draws.h"
#include "tests/fuzz/programs/unspecified.h"

namespace ng::fuzz {
namespace {

// Relative error: 16 ULP; 2 ULP for 16-bit types, whose intermediate results a kernel may keep in
// float.
double amplitude(DType dtype) {
  switch (dtype) {
    case DType::f64: return 0x1p-45;
    case DType::f16: return 0x1p-10;
    case DType::bf16: return 0x1p-7;
    default: return 0x1p-19;
  }
}

// Absolute error: a few of the smallest values of the dtype.
double floor_of(DType dtype) {
  switch (dtype) {
    case DType::f64: return 1e-300;
    case DType::f16: return 0x1p-23;
    default: return 1e-36;
  }
}

// Nothing is rounded.
bool only_moves(const OpDef& def) {
  const bool moves =
      def.lower == LowerKind::view || (def.lower == LowerKind::indexed && !def.traits.random);
  return moves || def.traits.exact;
}

// Sums many terms, or cancels digits of its operands.
bool moves_terms(const OpDef& def) {
  const bool sums = def.lower == LowerKind::reduce || def.lower == LowerKind::contraction;
  return sums || def.lower == LowerKind::none || def.lower == LowerKind::composite ||
         def.name == "mod" || def.name == "remainder" || def.name == "floordivide";
}

// The sign of a zero that it makes is unspecified: of +0 and -0 either may be the larger, and a sum
// may begin with a zero.
bool signs_zeros_freely(const OpDef& def) {
  return moves_terms(def) || def.name == "maximum" || def.name == "minimum";
}

// Operands with labels, lengths and positions are not perturbed.
bool is_index(const OpDef& def, std::size_t operand) {
  const std::string_view name = def.operands[std::min(operand, def.operands.size() - 1)];
  return name == "idx" || name == "labels" || name == "activation_lens" || name == "label_lens";
}

// Pseudorandom value in -1 … 1, a function of all three arguments.
double sample(std::uint64_t seed, std::uint64_t op, std::uint64_t what) {
  return static_cast<double>(mixed(seed + op, what) >> 11) * 0x1p-52 - 1;
}

// Equal values get mostly equal errors, so that their errors accumulate; not entirely, since
// vectorized code and its remainder may round differently.
double sample(std::uint64_t seed, std::uint64_t op, double value, std::size_t index) {
  return 0.75 * sample(seed, op, std::bit_cast<std::uint64_t>(value)) +
         0.25 * sample(seed, ~op, std::uint64_t{index});
}

std::uint64_t seed_of(const Node& node) {
  return static_cast<std::uint64_t>(node.attributes.get<std::int64_t>("noise_seed"));
}

// By up to `factor` times the amplitude of the type, an eighth of that for every other seed: a
// number that two right ways round alike is then met by chance. For some seeds, values are rounded
// without noise, which would hide that rounding loses a small addend everywhere. Values too
// small for the type become 0 for every other pair of seeds, since noise keeps a condition that
// underflows true. The results are numbers of the type.
void move(std::vector<double>& values, DType dtype, std::uint64_t seed, std::uint64_t op,
          double factor, double least) {
  const bool only_rounds = size_of(dtype) == 2 ? seed % 3 == 2 : seed % 6 == 5;
  const double relative = only_rounds ? 0 : amplitude(dtype) * factor / (seed % 2 ? 1 : 8);
  if (only_rounds) least = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    const double size = std::max(std::abs(values[i]) * relative, least);
    if (values[i] == 0 && least <= floor_of(dtype)) continue;
    if (seed % 4 >= 2 && least <= floor_of(dtype) && round_to(dtype, values[i]) == 0) {
      values[i] = 0;
      continue;
    }
    values[i] = round_to(dtype, values[i] + size * sample(seed, op, values[i], i));
  }
}

void sign_zeros(std::vector<double>& values, std::uint64_t seed, std::uint64_t op) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] == 0) values[i] = std::copysign(0.0, sample(seed, op, 0.0, i));
}

// The error of a chain of additions grows with its length; the engine adds at most 1024 terms in a
// chain.
double factor_of(const Node& node, const OpDef& def) {
  if (def.lower != LowerKind::reduce && def.lower != LowerKind::contraction) return 1;
  const double made =
      std::max<double>(1, static_cast<double>(node.results[0].axes.element_count()));
  double read = 1;
  for (const Value& operand : node.operands)
    read = std::max(read, static_cast<double>(operand.axes().element_count()));
  return 1 + std::min(read / made, 1024.0) / 128;
}

double overflowed(DType dtype, double value) {
  return std::isinf(round_to(dtype, value)) ? round_to(dtype, value) : value;
}

// The lower bound or the mean of random samples.
double offset_of(const Node& node) {
  for (const char* name : {"low", "loc"})
    if (node.attributes.has(name)) return std::abs(node.attributes.get<double>(name));
  return 0;
}

// Terms that cancel but for their rounding add up to 0 for some seeds: noise alone never does, and
// the sign of the sum decides what follows.
void drop_cancelled(const Node& plain, std::span<const HostArray> in, std::span<HostArray> out) {
  std::vector<HostArray> exact(out.begin(), out.end());
  find_op(plain.def->name)->evaluate(plain, in, exact);
  for (std::size_t r = 0; r < out.size(); ++r) {
    if (!is_float(plain.results[r].dtype)) continue;
    for (std::size_t i = 0; i < out[r].values.size(); ++i) {
      double& value = out[r].values[i];
      if (std::abs(exact[r].values[i]) < std::abs(value - exact[r].values[i])) value = 0;
    }
  }
}

// Replaces an op's own evaluation.
void evaluate(const Node& node, std::span<const HostArray> in, std::span<HostArray> out) {
  const OpDef& own = *find_op(node.def->name);
  Node plain = node;  // evaluation functions look at their node's op
  plain.def = &own;
  const std::uint64_t seed = seed_of(node);
  const auto place = static_cast<std::uint64_t>(node.attributes.get<std::int64_t>("noise_place"));
  const bool exact = node.attributes.get<bool>("noise_exact");
  if (seed && !exact && moves_terms(own) && !only_moves(own)) {
    std::vector<HostArray> moved(in.begin(), in.end());
    for (std::size_t i = 0; i < moved.size(); ++i) {
      const DType dtype = node.operands[i].dtype();
      const DType as =
          size_of(node.results[0].dtype) > size_of(dtype) ? node.results[0].dtype : dtype;
      if (is_float(dtype) && !is_index(own, i))
        move(moved[i].values, as, seed, mixed(place, i + 1), 1, 0);
    }
    own.evaluate(plain, moved, out);
    if (seed % 4 == 3) drop_cancelled(plain, in, out);
  } else {
    own.evaluate(plain, in, out);
  }
  if (!exact && node.attributes.get<bool>("noise_unspecified"))
    spoil_unspecified(plain, in, out[0].values);
  for (std::size_t r = 0; r < out.size(); ++r) {
    const DType dtype = node.results[r].dtype;
    std::vector<double>& values = out[r].values;
    if (seed % 4 == 1 && is_float(dtype) && signs_zeros_freely(own))
      sign_zeros(values, seed, place);
    if (!is_float(dtype) || exact) {
      for (double& value : values) value = round_to(dtype, value);
      continue;
    }
    // Conversions to wider floats, and of small integers, are exact.
    const bool narrows =
        std::any_of(node.operands.begin(), node.operands.end(), [dtype](const Value& v) {
          const std::size_t most = is_float(v.dtype()) ? size_of(dtype) - 1 : 2;
          return v.dtype() != dtype && size_of(v.dtype()) > most;
        });
    double least = floor_of(dtype);
    if (own.traits.random) {  // offset + factor * sample: small where they cancel
      double largest = offset_of(node);
      for (const double value : values) largest = std::max(largest, std::abs(value));
      least = std::max(least, largest * amplitude(dtype));
    }
    if (seed && (narrows || !only_moves(own)))
      move(values, dtype, seed, place, factor_of(node, own), least);
    for (double& value : values) value = overflowed(dtype, value);
  }
}

// Integers are exact.
void evaluate_integers(const Node& node, std::span<const IntegerArray> in,
                       std::span<IntegerArray> out) {
  const OpDef& own = *find_op(node.def->name);
  Node plain = node;
  plain.def = &own;
  own.evaluate_integers(plain, in, out);
}

// A copy of the op's definition with the evaluations above, one per op of the table.
const OpDef* noisy_def(const OpDef& def) {
  static std::vector<OpDef> defs = [] {
    std::vector<OpDef> all;
    for (const OpDef* each : op_table()) {
      all.push_back(*each);
      all.back().evaluate = evaluate;
      if (each->evaluate_integers) all.back().evaluate_integers = evaluate_integers;
    }
    return all;
  }();
  for (const OpDef& each : defs)
    if (each.name == def.name) return &each;
  return &def;
}

thread_local std::uint64_t current_seed = 0;
thread_local bool current_unspecified = false;

Graph run(const Graph& graph, PassContext&) {
  Rebuilder rebuilder;
  std::unordered_set<const Node*> exact;  // rebuilt nodes
  std::int64_t place = 0;                 // used instead of ids, which differ between processes
  for (const NodePtr& node : ordered_nodes(graph)) {
    ++place;
    const NodePtr over = rebuilder.rebuilt_operands(node);
    if (node->def->traits.is_source()) {  // state contains doubles once it was written
      if (!is_state(*node)) exact.insert(over.get());
      continue;
    }
    if (!node->def->evaluate || node->loop) {
      rebuilder.set(node, Value{over, 0});
      continue;
    }
    const bool all_exact =
        std::all_of(over->operands.begin(), over->operands.end(),
                    [&](const Value& v) { return exact.count(v.node.get()) > 0; });
    auto copy = new_node(*over);
    copy->def = noisy_def(*node->def);
    copy->attributes.set("noise_seed", static_cast<std::int64_t>(current_seed));
    copy->attributes.set("noise_place", place);
    copy->attributes.set("noise_unspecified", current_unspecified);
    copy->attributes.set("noise_exact", all_exact && only_moves(*node->def));
    if (all_exact && only_moves(*node->def)) exact.insert(copy.get());
    rebuilder.set(node, Value{copy, 0});
  }
  return rebuilder.rebuilt(graph);
}

const Pass add_noise = {
    .name = "add_noise",
    .sentence = "every op -> the op with rounding errors at random",
    .phase = PassPhase::graph,
    .condition = "",
    .reason = "last: after derivatives and composites became ops",
    .run = run,
};

}  // namespace

CompileOptions noisy(std::uint64_t seed, const std::set<std::string>& left_out) {
  CompileOptions options;
  options.passes.disabled = left_out;
  options.double_throughout = true;
  options.pipeline = {&stable_patterns, &expand_deriv, &version_state};
  if (seed) options.pipeline.push_back(&expand_composites);
  options.pipeline.push_back(&add_noise);
  current_seed = seed & 0x7fffffffffffffff;
  current_unspecified = false;
  return options;
}

CompileOptions without_unspecified(const std::set<std::string>& left_out) {
  CompileOptions options = noisy(0, left_out);
  current_unspecified = true;
  return options;
}

CompileOptions without_overflow_of_exp() {
  CompileOptions options;
  options.double_throughout = true;
  options.pipeline = {&stable_patterns, &expand_deriv, &version_state};
  return options;
}

}  // namespace ng::fuzz
