// SPDX-License-Identifier: Apache-2.0
// Functions of elements, comparisons and choices.
#include <cmath>

#include "engine/base/integer.h"
#include "engine/frontends/onnx_export/arithmetic.h"
#include "engine/frontends/onnx_export/export_rows.h"
#include "engine/graph/evaluate.h"
#include "engine/graph/op_def.h"

namespace ng::onnx {
namespace {

Written elementwise(ExportContext& c, std::string_view onnx) {
  const DType type = computed_in(c.node);
  return c.result(c.add(std::string(onnx), c.alike(type), type));
}

Written modular(ExportContext& c, std::string_view onnx) {
  const DType type = modular_type(c.node);
  return c.result(c.add(std::string(onnx), c.alike(type), type));
}

Written square(ExportContext& c, std::string_view) {
  const DType type = modular_type(c.node);
  const Written x = c.alike(0, type);
  return c.result(c.add("Mul", {x, x}, type));
}

// An integer is its own floor.
Written rounding(ExportContext& c, std::string_view onnx) {
  const DType type = computed_in(c.node);
  return c.result(
      c.add(computes_integers(c.node) ? "Identity" : std::string(onnx), c.alike(type), type));
}

std::vector<Written> in_order(ExportContext& c) {
  const DType type = computed_in(c.node);
  if (type == DType::u64) {
    for (const Written& x : c.operands)
      if (has_sign(x.dtype)) c.refuse("it compares uint64 with a type that has a sign");
  }
  std::vector<Written> all;
  for (const Written& x : c.alike(type)) all.push_back(in_signed_order(c.graph, x));
  return all;
}

Written extreme(ExportContext& c, std::string_view onnx) {
  const std::vector<Written> all = in_order(c);
  const Written made = c.add(std::string(onnx), all, all[0].dtype);
  return c.result(from_signed_order(c.graph, made, computed_in(c.node)));
}

Written comparison(ExportContext& c, std::string_view onnx) {
  return c.result(c.add(std::string(onnx), in_order(c), DType::bool_));
}

Written not_equal(ExportContext& c, std::string_view) {
  const Written same = c.add("Equal", in_order(c), DType::bool_, ".equal");
  return c.result(c.add("Not", {same}, DType::bool_));
}

Written choice(ExportContext& c, std::string_view) {
  const DType type = moved_in(c.dtype());
  const Written condition = c.alike(0, DType::bool_);
  const auto side = [&](std::size_t i) {
    return c.graph.aligned(c.graph.cast(c.result(c.operands[i]), type), c.axes());
  };
  return c.graph.cast(c.add("Where", {condition, side(1), side(2)}, type), c.dtype());
}

Written safe_log(ExportContext& c, std::string_view) {
  const DType type = computed_in(c.node);
  const Written x = c.alike(0, type);
  const double limit = c.node.attributes.get<double>("limit", -50);
  const Written shifted = c.add("Add", {x, number_like(c.graph, x, std::exp(limit))}, type, ".in");
  const Written log = c.add("Log", {shifted}, type, ".log");
  return c.result(c.add("Max", {log, number_like(c.graph, x, limit)}, type));
}

constexpr ExportRow rows[] = {
    {"absolute", "Abs", elementwise},
    {"add", "Add", modular},
    {"ceil", "Ceil", rounding},
    {"cos", "Cos", elementwise},
    {"equal", "Equal", comparison},
    {"erf", "Erf", elementwise},
    {"exp", "Exp", elementwise},
    {"floor", "Floor", rounding},
    {"greater", "Greater", comparison},
    {"greater_equal", "GreaterOrEqual", comparison},
    {"less", "Less", comparison},
    {"less_equal", "LessOrEqual", comparison},
    {"log", "Log", elementwise},
    {"maximum", "Max", extreme},
    {"minimum", "Min", extreme},
    {"multiply", "Mul", modular},
    {"negative", "Neg", modular},
    {"not_equal", "", not_equal},
    {"reciprocal", "Reciprocal", elementwise},
    {"round", "Round", rounding},
    {"safelog", "", safe_log},
    {"sigmoid", "Sigmoid", elementwise},
    {"sign", "Sign", elementwise},
    {"sin", "Sin", elementwise},
    {"sqrt", "Sqrt", elementwise},
    {"square", "", square},
    {"subtract", "Sub", modular},
    {"tanh", "Tanh", elementwise},
    {"where", "", choice},
};

}  // namespace

std::span<const ExportRow> elementwise_export_rows() {
  return rows;
}

}  // namespace ng::onnx
