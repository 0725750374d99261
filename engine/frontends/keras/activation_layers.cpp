// SPDX-License-Identifier: Apache-2.0
// Activations as layers, and what does nothing at inference.
#include "engine/frontends/keras/layer_context.h"

namespace ng::keras {
namespace {

void pass_on(NodeContext& n) {
  give(n, n.shared(0));
}

void activation(NodeContext& n) {
  give(n, activated(n, n.shared(0)));
}

void elu(NodeContext& n) {
  give(n, step(n, "Elu", {n.shared(0)}, {attribute("alpha", real(n, "alpha", 1))}));
}

double slope_of(const NodeContext& n, double otherwise) {
  return real(n, "negative_slope", real(n, "alpha", otherwise));
}

void leaky_relu(NodeContext& n) {
  give(n, step(n, "LeakyRelu", {n.shared(0)}, {attribute("alpha", slope_of(n, 0.3))}));
}

// x above the threshold, else slope × (x - threshold).
ItemPtr relu_above(NodeContext& n, const ItemPtr& x, double threshold, double slope) {
  const ItemPtr bound = number(threshold, x->dtype());
  ItemPtr low = number(0, x->dtype());
  if (slope != 0) low = step(n, "Mul", {step(n, "Sub", {x, bound}), number(slope, x->dtype())});
  return step(n, "Where", {step(n, "LessOrEqual", {x, bound}), low, x});
}

void relu(NodeContext& n) {
  const ItemPtr x = n.shared(0);
  const double threshold = real(n, "threshold", 0), slope = slope_of(n, 0);
  ItemPtr made = threshold != 0 ? relu_above(n, x, threshold, slope)
                 : slope == 0   ? step(n, "Relu", {x})
                                : step(n, "LeakyRelu", {x}, {attribute("alpha", slope)});
  if (n.given("max_value"))
    made = step(n, "Min", {made, number(real(n, "max_value", 0), x->dtype())});
  give(n, made);
}

void thresholded_relu(NodeContext& n) {
  give(n, step(n, "ThresholdedRelu", {n.shared(0)}, {attribute("alpha", real(n, "theta", 1))}));
}

// Elements that the mask leaves out are 0.
void softmax(NodeContext& n) {
  need_arguments(n, {"inputs", "0", "mask"});  // "0": of the function of keras.ops
  refuse_mask(n);
  const onnx::Attribute* given = n.node.find("axis");
  if (given && given->kind == onnx::AttributeKind::integers && given->ints.size() != 1)
    NodeContext::refuse("it has several axes");
  const Attributes axis{attribute("axis", given ? lengths(n, "axis", 1)[0] : std::int64_t{-1})};
  ItemPtr x = n.shared(0), mask = argument(n, "mask");
  if (!mask) return give(n, step(n, "Softmax", {x}, axis));
  if (mask->dtype() != DType::bool_) {
    const bool real_number = is_float(mask->dtype());
    mask = real_number ? step(n, "Greater", {mask, number(0.5, mask->dtype())})
                       : tensorflow::cast(n, mask, DType::bool_);
  }
  if (rank_of(mask) > rank_of(x))
    NodeContext::refuse("its mask has more dimensions than its input");
  const DType dtype = x->dtype();
  const double hidden = dtype == DType::f16 ? -3e4 : -1e9;
  x = step(n, "Softmax", {step(n, "Where", {mask, x, number(hidden, dtype)})}, axis);
  give(n, step(n, "Where", {mask, x, number(0, dtype)}));
}

void p_relu(NodeContext& n) {
  give(n, step(n, "PRelu", {n.shared(0), need_weight(n, "alpha")}));
}

std::vector<Slot> alpha_slots(const onnx::Node&) {
  return {{"alpha", "vars/0"}};
}

// The activations of keras.ops and keras.activations, by their lower-case names.
template <const auto& name>
void operation(NodeContext& n) {
  give(n, activated_by(n, n.shared(0), name));
}
constexpr char relu_name[] = "relu", relu6[] = "relu6", selu_name[] = "selu", sigmoid[] = "sigmoid",
               silu[] = "silu", softplus[] = "softplus", softsign[] = "softsign",
               tanh_name[] = "tanh", hard_sigmoid[] = "hard_sigmoid", hard_silu[] = "hard_silu";

// Of keras.ops, whose default differs from that of keras.activations.
void gelu(NodeContext& n) {
  const char* const kind = flag(n.node, "approximate", true) ? "tanh" : "none";
  give(n, step(n, "Gelu", {n.shared(0)}, {attribute("approximate", kind)}));
}

void log_softmax(NodeContext& n) {
  give(n, step(n, "LogSoftmax", {n.shared(0)}, {attribute("axis", n.integer("axis", -1))}));
}

constexpr LayerRow rows[] = {
    {{"Activation", 1, 0, activation}},
    {{"ActivityRegularization", 1, 0, pass_on}},
    {{"AlphaDropout", 1, 0, pass_on}},
    {{"Dropout", 1, 0, pass_on}},
    {{"ELU", 1, 0, elu}},
    {{"Elu", 1, 0, elu}},
    {{"GaussianDropout", 1, 0, pass_on}},
    {{"GaussianNoise", 1, 0, pass_on}},
    {{"Gelu", 1, 0, gelu}},
    {{"HardSigmoid", 1, 0, operation<hard_sigmoid>}},
    {{"HardSilu", 1, 0, operation<hard_silu>}},
    {{"Identity", 1, 0, pass_on}},
    {{"LeakyReLU", 1, 0, leaky_relu}},
    {{"LogSoftmax", 1, 0, log_softmax}},
    {{"PReLU", 1, 0, p_relu}, alpha_slots},
    {{"RandomBrightness", 1, 0, pass_on}},
    {{"RandomContrast", 1, 0, pass_on}},
    {{"RandomFlip", 1, 0, pass_on}},
    {{"RandomRotation", 1, 0, pass_on}},
    {{"RandomTranslation", 1, 0, pass_on}},
    {{"RandomZoom", 1, 0, pass_on}},
    {{"ReLU", 1, 0, relu}},
    {{"Relu", 1, 0, operation<relu_name>}},
    {{"Relu6", 1, 0, operation<relu6>}},
    {{"Selu", 1, 0, operation<selu_name>}},
    {{"Sigmoid", 1, 0, operation<sigmoid>}},
    {{"Silu", 1, 0, operation<silu>}},
    {{"Softmax", 1, 0, softmax}},
    {{"Softplus", 1, 0, operation<softplus>}},
    {{"Softsign", 1, 0, operation<softsign>}},
    {{"SpatialDropout1D", 1, 0, pass_on}},
    {{"SpatialDropout2D", 1, 0, pass_on}},
    {{"SpatialDropout3D", 1, 0, pass_on}},
    {{"Tanh", 1, 0, operation<tanh_name>}},
    {{"ThresholdedReLU", 1, 0, thresholded_relu}},
};

}  // namespace

std::span<const LayerRow> activation_layers() {
  return rows;
}

}  // namespace ng::keras
