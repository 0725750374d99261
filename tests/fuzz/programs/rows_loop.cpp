// SPDX-License-Identifier: Apache-2.0
// Rows of scans: 0 to 3 states, sequences, captured values, forward and backward, nested, and two
// over the same operands with different steps.
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {
namespace {

// An op of a loop step; each keeps values near 1.
Op changed(Draws& draws, const Op& x) {
  switch (draws.below(7)) {
    case 0: return tanh(x);
    case 1: return x * 0.5;
    case 2: return x + 1;
    case 3: return x * 2;
    case 4: return sigmoid(x);
    case 5: return maximum(x, 0.0);
    default: return x;
  }
}

struct Parts {
  Axis axis;
  std::vector<Operand> states, sequences;
  std::vector<Op> outer;
  bool nested = false;
};

Op inner_scan(Draws& draws, const Op& x, const Op& start) {
  const Axis over = x.axes()[0];
  return scan(over, {start}, {x},
              [&](const std::vector<Op>& s, const std::vector<Op>& e) {
                const Op next = tanh(s[0] * 0.5 + e[0]);
                return ScanStep{{next}, {changed(draws, next)}};
              })
      .states[0];
}

ScanStep random_step(Draws& draws, const Parts& parts, const std::vector<Op>& states,
                     const std::vector<Op>& elements) {
  ScanStep step;
  Op mixed_value = elements.empty() ? changed(draws, states[0]) : changed(draws, elements[0]);
  for (std::size_t i = 1; i < elements.size(); ++i)
    mixed_value = mixed_value + 0.5 * changed(draws, elements[i]);
  for (const Op& outer : parts.outer)
    mixed_value = draws.chance(40) ? dot(outer, mixed_value) * 0.05 : mixed_value + 0.1 * outer;
  if (parts.nested && !elements.empty() && !elements[0].axes().empty()) {
    const Op start =
        sum(elements[0], out_axes(elements[0].axes() - Axes(elements[0].axes()[0]))) * 0.1;
    mixed_value = mixed_value + 0.1 * inner_scan(draws, elements[0], start);
  }
  for (const Op& state : states) {
    const Axes more = mixed_value.axes() - state.axes();
    const Op in = more.empty() ? mixed_value : sum(mixed_value, reduce_over(more)) * 0.1;
    step.states.push_back(tanh(0.5 * changed(draws, state) + in));
  }
  const std::int64_t outputs = draws.within(states.empty() ? 1 : 0, 2);
  for (std::int64_t i = 0; i < outputs; ++i) {
    const Op shown = i == 0 || states.empty() ? mixed_value : states[0];
    step.outputs.push_back(changed(draws, shown));
  }
  return step;
}

Parts random_parts(ProgramBuilder& builder) {
  Draws& draws = builder.draws();
  Parts parts;
  const auto usable = [](const Op& op) {
    return !op.axes().empty() && is_float(op.dtype()) && op.axes()[0].dual_level() == 0;
  };
  const Op x =
      builder.operand(usable, Axes(builder.random_axis()) | builder.random_axes(1), DType::f32);
  parts.axis =
      x.axes()[static_cast<std::size_t>(draws.below(static_cast<std::int64_t>(x.axes().size())))];
  const Axes rest = x.axes() - Axes(parts.axis);
  parts.sequences.emplace_back(x);
  if (draws.chance(35)) parts.sequences.emplace_back(builder.operand_over(x.axes(), x.dtype()));
  const std::int64_t states = draws.below(4);
  for (std::int64_t i = 0; i < states; ++i) {
    const Axes axes = builder.some_of(rest);
    if (draws.chance(30))
      parts.states.emplace_back(constant(Tensor(0.1), axes));
    else
      parts.states.emplace_back(builder.operand_over(axes, builder.random_float_type()));
  }
  if (draws.chance(50))
    parts.outer.push_back(builder.operand([&](const Op& op) { return op.axes().is_sub_set(rest); },
                                          rest, DType::f32));
  parts.nested = draws.chance(30);
  return parts;
}

void add_results(ProgramBuilder& builder, const ScanResult& made) {
  for (const Op& state : made.states) builder.add(state);
  for (const Op& output : made.outputs) builder.add(output);
}

void make_scan(ProgramBuilder& builder, const OpDef&) {
  Draws& draws = builder.draws();
  const Parts parts = random_parts(builder);
  const ScanOrder order{draws.chance(40)};
  const auto once = [&] {
    return scan(
        parts.axis, parts.states, parts.sequences,
        [&](const std::vector<Op>& states, const std::vector<Op>& elements) {
          return random_step(draws, parts, states, elements);
        },
        order);
  };
  add_results(builder, once());
  if (draws.chance(35)) add_results(builder, once());
}

}  // namespace

std::vector<ProgramRow> loop_rows() {
  return {{"scan", make_scan}, {"scan", make_scan}};
}

}  // namespace ng::fuzz
