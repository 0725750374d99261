// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/pass_through.h"

#include <cmath>
#include <cstdio>
#include <mutex>

#include "engine/ops/make_op.h"

namespace ng {
namespace {

template <const OpDef& def>
std::vector<TensorType> infer_same(std::span<const Value> operands, const Attributes&) {
  require_values(def, operands, 1);
  return {operands[0].type()};
}

void evaluate_same(const Node&, std::span<const HostArray> in, std::span<HostArray> out) {
  out[0].values = in[0].values;
}

Value operand_itself(const Node& node) {
  return node.operands[0];
}

void adjoint_same(AdjointContext& c) {
  c.add(0, c.delta);
}

std::mutex sink_mutex;

PrintSink& sink() {
  static PrintSink current = [](const std::string& line) { std::puts(line.c_str()); };
  return current;
}

// "1.", "0.5", "-inf": as few digits as tell float32 apart.
std::string number(double value) {
  char text[32];
  if (std::isnan(value)) return "nan";
  for (int digits = 1; digits <= 9; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (static_cast<float>(std::atof(text)) == static_cast<float>(value)) break;
  }
  std::string shown = text;
  if (shown.find_first_of(".en") == std::string::npos) shown += ".";
  return shown;
}

// "[[1. 2.] [3. 4.]]"; long axes are cut in the middle.
std::string array_text(const std::vector<std::int64_t>& lengths, std::size_t axis,
                       const std::vector<double>& values, std::size_t& at) {
  if (axis == lengths.size()) return number(values[at++]);
  constexpr std::int64_t shown = 6;
  std::size_t below = 1;
  for (std::size_t i = axis + 1; i < lengths.size(); ++i) {
    below *= static_cast<std::size_t>(lengths[i]);
  }
  std::string text = "[";
  for (std::int64_t i = 0; i < lengths[axis]; ++i) {
    if (i > 0) text += " ";
    if (lengths[axis] > 2 * shown && i == shown) {
      const std::int64_t skipped = lengths[axis] - 2 * shown;
      at += static_cast<std::size_t>(skipped) * below;
      i += skipped;
      text += "... ";
    }
    text += array_text(lengths, axis + 1, values, at);
  }
  return text + "]";
}

void evaluate_print(const Node& node, std::span<const HostArray> in, std::span<HostArray> out) {
  std::size_t at = 0;
  const std::string line = node.attributes.get<std::string>("prefix") + ": " +
                           array_text(in[0].axes.lengths(), 0, in[0].values, at);
  {
    const std::lock_guard lock(sink_mutex);
    sink()(line);
  }
  out[0].values = in[0].values;
}

}  // namespace

const OpDef stop_gradient_op = {
    .name = "stop_gradient",
    .class_name = "StopGradient",
    .glyph = "⊣",
    .family = Family::view,
    .doc = "x, through which no gradient flows: it counts as a constant in derivatives.",
    .operands = {"x"},
    .attributes = {},
    .traits = {.cheap = true},
    .infer = infer_same<stop_gradient_op>,
    .evaluate = evaluate_same,
    .lower = LowerKind::composite,
    .decompose = operand_itself,
    .flops = no_flops,
};

const OpDef contiguous_op = {
    .name = "contiguous",
    .class_name = "ContiguousOp",
    .glyph = "▦",
    .family = Family::view,
    .doc =
        "x as a tensor of its own, row-major over its axes; every value here is one, so nothing "
        "is done. Gradient: d.",
    .operands = {"x"},
    .attributes = {},
    .traits = {.cheap = true},
    .infer = infer_same<contiguous_op>,
    .evaluate = evaluate_same,
    .adjoint = adjoint_same,
    .lower = LowerKind::composite,
    .decompose = operand_itself,
    .flops = no_flops,
};

const OpDef print_op = {
    .name = "print",
    .class_name = "PrintOp",
    .glyph = "⎙",
    .family = Family::effect,
    .doc = "x as it is; every run writes its prefix and value as a line of text. Gradient: d.",
    .operands = {"x"},
    .attributes = {"prefix"},
    .traits = {},
    .infer = infer_same<print_op>,
    .evaluate = evaluate_print,
    .adjoint = adjoint_same,
    .flops = no_flops,
};

Op stop_gradient(const Operand& x) {
  return make_op(stop_gradient_op, {x});
}
Op contiguous(const Operand& x) {
  return make_op(contiguous_op, {x});
}

Op print_value(const Operand& x, const std::string& prefix) {
  return make_op(print_op, {x}, {{"prefix", prefix}});
}

PrintSink set_print_sink(PrintSink wanted) {
  const std::lock_guard lock(sink_mutex);
  std::swap(sink(), wanted);
  return wanted;
}

}  // namespace ng
