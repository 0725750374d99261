// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/state.h"

#include <cmath>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/kernels/philox.h"
#include "engine/ops/make_op.h"

namespace ng {
namespace {

constexpr double seeds = 0x1p53;

// The samples that initialise a storage op, if any.
std::optional<InitialSamples> samples_of(const Attributes& attributes) {
  const auto distribution = attributes.get<std::string>("initial_distribution");
  if (distribution.empty()) return std::nullopt;
  InitialSamples samples;
  if (distribution == "normal") samples.distribution = InitialSamples::Distribution::normal;
  samples.location = attributes.get<double>("initial_location");
  samples.spread = attributes.get<double>("initial_spread");
  const double seed = attributes.get<double>("initial_seed");
  Diagnostic diagnostic;
  diagnostic.what = "invalid distribution of initial values";
  if (distribution != "normal" && distribution != "uniform") {
    diagnostic.found = "the distribution '" + distribution + "'";
    diagnostic.expected = "uniform or normal";
  } else if (!std::isfinite(samples.location) || !std::isfinite(samples.spread)) {
    diagnostic.found = "a location or spread that is not finite";
  } else if (!(seed >= 0 && seed < seeds && seed == std::floor(seed))) {
    diagnostic.found = "seed " + std::to_string(seed);
    diagnostic.expected = "an integer below 2^53";
  } else {
    samples.seed = static_cast<std::uint64_t>(seed);
    return samples;
  }
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::vector<TensorType> infer_source(std::span<const Value>, const Attributes& attributes) {
  samples_of(attributes);
  return {{attributes.get<Axes>("axes"), result_dtype(attributes)}};
}

std::vector<TensorType> infer_constant(std::span<const Value>, const Attributes& attributes) {
  const auto value = attributes.get<TensorPtr>("value");
  const auto axes = attributes.get<Axes>("axes");
  if (!value) refuse(ErrorKind::value, "a constant needs its value");
  const bool scalar = value->shape.empty();
  if (!scalar && (value->shape.size() != axes.size() || value->shape != axes.lengths())) {
    Diagnostic diagnostic;
    diagnostic.what = "the constant's array does not have the lengths of its axes";
    diagnostic.found = to_string(value->shape);
    diagnostic.expected = "(" + axes.text() + ")";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  return {{axes, value->dtype}};
}

template <class T>
void evaluate_constant(const Node& node, std::span<const ArrayOf<T>>, std::span<ArrayOf<T>> out) {
  const TensorPtr value = node.attributes.get<TensorPtr>("value");
  const bool scalar = value->shape.empty();
  for (std::size_t i = 0; i < out[0].values.size(); ++i) {
    const auto at = scalar ? 0 : static_cast<std::int64_t>(i);
    if constexpr (std::is_same_v<T, Integer>) {
      out[0].values[i] = load_integer(value->dtype, value->bytes.data(), at);
    } else {
      out[0].values[i] = value->at(at);
    }
  }
}

// The array of a constant over its axes, which are matched with the storage's by position.
Tensor constant_contents(const Op& op) {
  const TensorPtr value = constant_value(op.value());
  if (value) return broadcast_to(*value, value->dtype, op.axes().lengths(), "the initial value");
  Diagnostic diagnostic;
  diagnostic.what = "an initial value must be a number, an array or a constant";
  diagnostic.found = describe(op.value());
  refuse(ErrorKind::value, std::move(diagnostic));
}

TensorPtr contents_of(const Initial& initial, const Axes& axes, DType dtype) {
  auto filled = [&](const Tensor& tensor) {
    return std::make_shared<Tensor>(
        broadcast_to(tensor, dtype, axes.lengths(), "the initial value"));
  };
  if (const double* scalar = std::get_if<double>(&initial)) {
    Tensor tensor(dtype, {});
    tensor.set(0, *scalar);
    return std::make_shared<Tensor>(std::move(tensor));
  }
  if (const Tensor* tensor = std::get_if<Tensor>(&initial)) {
    if (!tensor->shape.empty()) return filled(*tensor);
    return std::make_shared<Tensor>(broadcast_to(*tensor, dtype, {}, "the initial value"));
  }
  if (const Op* op = std::get_if<Op>(&initial)) return filled(constant_contents(*op));
  const auto* make = std::get_if<std::function<Tensor(const Axes&)>>(&initial);
  return make ? filled((*make)(axes)) : nullptr;
}

void set_samples(Attributes& attributes, const InitialSamples& samples) {
  const bool normal = samples.distribution == InitialSamples::Distribution::normal;
  attributes.set("initial_distribution", std::string(normal ? "normal" : "uniform"));
  attributes.set("initial_location", samples.location);
  attributes.set("initial_spread", samples.spread);
  attributes.set("initial_seed", static_cast<double>(samples.seed));
}

Tensor drawn(const InitialSamples& samples, const TensorType& type) {
  const bool normal = samples.distribution == InitialSamples::Distribution::normal;
  const auto draw = normal ? kernel::random_normal : kernel::random_uniform;
  Tensor tensor(type.dtype, type.axes.lengths());
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    const double sample = draw(static_cast<double>(samples.seed), 0, static_cast<double>(i));
    tensor.set(i, samples.location + samples.spread * sample);
  }
  return tensor;
}

Op make_storage(const OpDef& def, const Axes& axes, const Initial& initial, DType dtype,
                const Operand::Where& where) {
  return at_line(def, where, [&] {
    Attributes attributes{{"axes", axes}, {"dtype", std::string(name(dtype))}};
    if (const auto* samples = std::get_if<InitialSamples>(&initial)) {
      set_samples(attributes, *samples);
    }
    const TensorPtr value = contents_of(initial, axes, dtype);
    if (value) attributes.set("initial_value", value);
    return make_op_at(def, {}, std::move(attributes), where);
  });
}

using Storing = Op (*)(const Axes&, const Initial&, DType, Operand::Where);

// f(axes, dtype=None, initial_value=None).
template <Storing make>
std::vector<OpFunction> stored_function() {
  return {{.parameters = {{"axes", ParameterKind::axes},
                          {"dtype", ParameterKind::dtype, "None"},
                          {"initial_value", ParameterKind::initial, "None"}},
           .make = [](const OpArguments& a) {
             Initial initial;
             if (a.has("initial_value")) initial = a.array("initial_value", a.dtype("dtype"));
             return make(a.axes("axes"), initial, a.dtype("dtype"), Operand::Where::current());
           }}};
}

Op make_constant(const OpArguments& a) {
  const Tensor value = a.array("const", a.dtype("dtype"));
  return a.has("axes") ? constant(value, a.axes("axes")) : constant(value);
}

}  // namespace

const OpDef placeholder_op = {
    .name = "placeholder",
    .class_name = "AssignableTensorOp",
    .glyph = "▷",
    .family = Family::state,
    .doc = "An input of a computation. Its value is given at each call, and kept until the next.",
    .operands = {},
    .attributes = {"axes", "dtype", "initial_value"},
    .functions = {{{{"axes", ParameterKind::axes}, {"dtype", ParameterKind::dtype, "None"}},
                   [](const OpArguments& a) {
                     return placeholder(a.axes("axes"), a.dtype("dtype"));
                   }}},
    .traits = {.kind = OpKind::placeholder},
    .infer = infer_source,
    .flops = no_flops,
};

const OpDef variable_op = {
    .name = "variable",
    .class_name = "AssignableTensorOp",
    .glyph = "▣",
    .family = Family::state,
    .doc =
        "Trainable state. Expressions see its value before the run's updates; listed as a result "
        "of a computation it shows the value after them.",
    .operands = {},
    .attributes = {"axes", "dtype", "initial_distribution", "initial_location", "initial_seed",
                   "initial_spread", "initial_value"},
    .functions = stored_function<variable>(),
    .traits = {.kind = OpKind::variable},
    .infer = infer_source,
    .flops = no_flops,
};

const OpDef persistent_tensor_op = {
    .name = "persistent_tensor",
    .class_name = "AssignableTensorOp",
    .glyph = "▤",
    .family = Family::state,
    .doc = "State that is kept between runs and not trained: running means, counters.",
    .operands = {},
    .attributes = {"axes", "dtype", "initial_distribution", "initial_location", "initial_seed",
                   "initial_spread", "initial_value"},
    .functions = stored_function<persistent_tensor>(),
    .traits = {.kind = OpKind::persistent_tensor},
    .infer = infer_source,
    .flops = no_flops,
};

const OpDef temporary_op = {
    .name = "temporary",
    .class_name = "AssignableTensorOp",
    .glyph = "▢",
    .family = Family::state,
    .doc = "Scratch memory of one run: zeros until assigned, discarded afterwards.",
    .operands = {},
    .attributes = {"axes", "dtype"},
    .functions = {{{{"axes", ParameterKind::axes}, {"dtype", ParameterKind::dtype, "None"}},
                   [](const OpArguments& a) {
                     return temporary(a.axes("axes"), a.dtype("dtype"));
                   }}},
    .traits = {.kind = OpKind::temporary},
    .infer = infer_source,
    .flops = no_flops,
};

const OpDef constant_op = {
    .name = "constant",
    .class_name = "AssignableTensorOp",
    .glyph = "#",
    .family = Family::state,
    .doc = "A value fixed when the graph is built. A scalar may fill any axes.",
    .operands = {},
    .attributes = {"axes", "value"},
    .functions = {{{{"const", ParameterKind::array, {}, "value"},
                    {"axes", ParameterKind::axes, "None"},
                    {"dtype", ParameterKind::dtype, "None"}},
                   make_constant}},
    .traits = {.kind = OpKind::constant},
    .infer = infer_constant,
    .evaluate = evaluate_constant<double>,
    .evaluate_integers = evaluate_constant<Integer>,
    .flops = no_flops,
};

Op placeholder(const Axes& axes, DType dtype, Operand::Where where) {
  return make_storage(placeholder_op, axes, {}, dtype, where);
}

Op variable(const Axes& axes, const Initial& initial_value, DType dtype, Operand::Where where) {
  return make_storage(variable_op, axes, initial_value, dtype, where);
}

Op persistent_tensor(const Axes& axes, const Initial& initial_value, DType dtype,
                     Operand::Where where) {
  return make_storage(persistent_tensor_op, axes, initial_value, dtype, where);
}

Op temporary(const Axes& axes, DType dtype, Operand::Where where) {
  return make_storage(temporary_op, axes, {}, dtype, where);
}

Op constant(const Tensor& value, const Axes& axes, Operand::Where where) {
  return make_op_at(constant_op, {},
                    {{"axes", axes}, {"value", TensorPtr(std::make_shared<Tensor>(value))}}, where);
}

Op constant(const Tensor& value, Operand::Where where) {
  std::vector<Axis> anonymous;
  for (std::int64_t length : value.shape) anonymous.push_back(make_axis(length));
  return constant(value, Axes(std::move(anonymous)), where);
}

bool is_state(const Node& node) {
  return node.def->traits.is_state();
}

bool is_storage(const Node& node) {
  return node.def->traits.is_storage();
}

bool is_assignable(const Node& node) {
  return is_storage(node) || node.def->traits.kind == OpKind::temporary;
}

void require_assignable(const Value& target) {
  if (is_assignable(*target.node)) return;
  Diagnostic diagnostic;
  diagnostic.what = "only a variable, another storage op or a part of one can be assigned";
  diagnostic.found = describe(target);
  diagnostic.action = "make it with ng::variable or ng::persistent_tensor";
  refuse(ErrorKind::value, std::move(diagnostic));
}

TensorPtr constant_value(const Value& value) {
  if (!value || value.node->def != &constant_op) return nullptr;
  return value.node->attributes.get<TensorPtr>("value");
}

bool is_constant(const Value& value, double scalar) {
  const TensorPtr tensor = constant_value(value);
  if (!tensor || tensor->size() == 0) return false;
  for (std::int64_t i = 0; i < tensor->size(); ++i) {
    const double element = tensor->at(i);
    if (element != scalar || std::signbit(element) != std::signbit(scalar)) return false;
  }
  return true;
}

Tensor initial_contents(const Node& node) {
  const Axes axes = node.attributes.get("whole_axes", node.results.at(0).axes);
  const DType dtype = node.results[0].dtype;
  const auto value = node.attributes.get<TensorPtr>("initial_value");
  if (const auto samples = samples_of(node.attributes)) return drawn(*samples, {axes, dtype});
  if (!value) return Tensor(dtype, axes.lengths());
  return broadcast_to(*value, dtype, axes.lengths(), describe(node));
}

}  // namespace ng
