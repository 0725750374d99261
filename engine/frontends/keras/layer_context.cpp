// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/keras/layer_context.h"

#include <algorithm>

#include "engine/base/quote.h"
#include "engine/frontends/keras/layer_config.h"
#include "engine/frontends/tensorflow/selu.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"

namespace ng::keras {
namespace {

const std::vector<std::string>& texts_of(const onnx::Node& layer, std::string_view key) {
  static const std::vector<std::string> none;
  const onnx::Attribute* found = layer.find(key);
  return found ? found->strings : none;
}

constexpr const char* plain_activations[][2] = {
    {"relu", "Relu"},         {"sigmoid", "Sigmoid"},   {"tanh", "Tanh"},
    {"softplus", "Softplus"}, {"softsign", "Softsign"}, {"elu", "Elu"},
    {"exponential", "Exp"},   {"exp", "Exp"},           {"gelu", "Gelu"},
    {"mish", "Mish"},         {"celu", "Celu"},
};

ItemPtr clipped(NodeContext& n, const ItemPtr& x, double low, double high) {
  return step(n, "Clip", {x, number(low, x->dtype()), number(high, x->dtype())});
}

ItemPtr times(NodeContext& n, const ItemPtr& x, double factor) {
  return step(n, "Mul", {x, number(factor, x->dtype())});
}

ItemPtr plus(NodeContext& n, const ItemPtr& x, double term) {
  return step(n, "Add", {x, number(term, x->dtype())});
}

ItemPtr hard_sigmoid(NodeContext& n, const ItemPtr& x, bool old) {
  return old ? clipped(n, plus(n, times(n, x, 0.2), 0.5), 0, 1)
             : times(n, clipped(n, plus(n, x, 3), 0, 6), 1.0 / 6);
}

// Of the layer inside a wrapper.
std::string row_name_of(const onnx::Node& wrapper, const std::string& config) {
  const auto text = [&](const char* key) {
    const onnx::Attribute* found = wrapper.find(config + key);
    return found ? found->s : std::string();
  };
  return row_name(text(".class_name"), text(".module"), text(".registered_name"));
}

// The class and the configuration of the layer inside a wrapper, whose attributes have the prefix
// `config`.
onnx::Node inner_layer(const onnx::Node& wrapper, const std::string& config) {
  onnx::Node inner;
  inner.name = wrapper.name;
  inner.op_type = row_name_of(wrapper, config);
  const std::string own = config + ".config.";
  for (const onnx::Attribute& each : wrapper.attributes) {
    if (each.name == "keras") inner.attributes.push_back(each);
    if (!each.name.starts_with(own)) continue;
    inner.attributes.push_back(each);
    inner.attributes.back().name = each.name.substr(own.size());
  }
  return inner;
}

}  // namespace

ItemPtr tensorflow_step(NodeContext& n, const char* op, const std::vector<ItemPtr>& inputs,
                        const Attributes& attributes) {
  onnx::Node node;
  node.op_type = op;
  node.attributes = attributes;
  node.outputs = {"0"};
  NodeContext context(node, onnx::newest_opset, inputs, n.dims);
  tensorflow::find_row(op)->build(context);
  if (!context.results[0]) NodeContext::refuse(std::string("its ") + op + " is not imported");
  return context.results[0];
}

bool flag(const onnx::Node& layer, std::string_view key, bool otherwise) {
  const onnx::Attribute* found = layer.find(key);
  return found ? found->i != 0 : otherwise;
}

double real(const NodeContext& n, std::string_view key, double otherwise) {
  const onnx::Attribute* found = n.node.find(key);
  const bool whole = found && found->kind == onnx::AttributeKind::integer;
  return whole ? static_cast<double>(found->i) : n.number(key, otherwise);
}

std::size_t spatial_rank(const NodeContext& n) {
  const std::size_t rank = n.shape(0).size();
  if (rank < 3 || rank > 5) NodeContext::refuse("its input is not a batch of images");
  return rank - 2;
}

Integers listed(const onnx::Attribute& attribute) {
  return attribute.kind == onnx::AttributeKind::integer ? Integers{attribute.i} : attribute.ints;
}

Integers lengths(const NodeContext& n, const char* key, std::size_t count, std::int64_t otherwise) {
  const onnx::Attribute* found = n.node.find(key);
  if (!found) return Integers(count, otherwise);
  if (found->kind == onnx::AttributeKind::integer) return Integers(count, found->i);
  const Integers all = n.list(key);
  NodeContext::need_count(key, all.size(), count);
  return all;
}

std::size_t data_count(const NodeContext& n) {
  return texts_of(n.node, arguments_key).size();
}

ItemPtr argument(const NodeContext& n, std::string_view name) {
  const std::vector<std::string>& names = texts_of(n.node, arguments_key);
  const auto at = std::find(names.begin(), names.end(), name);
  return at == names.end() ? nullptr : n.shared(static_cast<std::size_t>(at - names.begin()));
}

std::vector<ItemPtr> arguments(const NodeContext& n, const std::string& name) {
  if (ItemPtr alone = argument(n, name)) return {alone};
  std::vector<ItemPtr> all;
  for (std::size_t i = 0; i < data_count(n); ++i) {
    if (ItemPtr found = argument(n, name + "." + std::to_string(i))) {
      all.resize(i + 1);
      all[i] = std::move(found);
    }
  }
  return all;
}

void need_arguments(const NodeContext& n, std::initializer_list<std::string_view> names) {
  for (const std::string& given : texts_of(n.node, arguments_key)) {
    const std::string parameter = given.substr(0, given.find('.'));
    if (std::find(names.begin(), names.end(), parameter) != names.end()) continue;
    NodeContext::refuse("its argument " + quote(given) + " is not imported");
  }
}

void refuse_mask(const NodeContext& n) {
  if (n.given("masked"))
    NodeContext::refuse("it is given the mask " + quote(n.text("masked", "")) +
                        ", and masks are not imported for it");
}

ItemPtr weight(const NodeContext& n, std::string_view role) {
  const std::vector<std::string>& roles = texts_of(n.node, weights_key);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const std::size_t at = data_count(n) + i;
    if (roles[i] != role || !n.has(at)) continue;
    const ItemPtr found = n.shared(at);
    const DType dtype = found->dtype();
    if (dtype == DType::i8 || dtype == DType::u8)  // of int4, too, and without its scale
      NodeContext::refuse("its weight " + quote(role) + " is quantised (" +
                          n.text("dtype.config.mode", std::string(name(dtype))) +
                          "), which is not imported");
    return found;
  }
  return nullptr;
}

ItemPtr need_weight(const NodeContext& n, std::string_view role) {
  ItemPtr found = weight(n, role);
  if (!found) NodeContext::refuse("the file has no weight " + quote(role) + " of it");
  return found;
}

bool channels_last(const NodeContext& n) {
  return n.choice("data_format", "channels_last", {"channels_last", "channels_first"}) ==
         "channels_last";
}

ItemPtr with_bias(NodeContext& n, const ItemPtr& x, bool last) {
  const ItemPtr bias = weight(n, "bias");
  if (!bias) return x;
  Integers ones;
  for (std::int64_t i = 1; !last && i + 1 < rank_of(x); ++i) ones.push_back(i);
  return step(n, "Add", {x, unsqueezed(n, bias, ones)});
}

Attributes window(const Integers& strides, const Integers& dilations, bool last,
                  const std::string& padding) {
  const auto full = [&](const Integers& spatial) {
    Integers all{1};
    if (!last) all.push_back(1);
    all.insert(all.end(), spatial.begin(), spatial.end());
    if (last) all.push_back(1);
    return all;
  };
  return {attribute("strides", full(strides)), attribute("dilations", full(dilations)),
          attribute("padding", padding == "same" ? "SAME" : "VALID"),
          attribute("data_format", last ? "NHWC" : "NCHW")};
}

bool is_old(const NodeContext& n) {
  return n.integer("keras", 3) < 3;
}

ItemPtr activated(NodeContext& n, const ItemPtr& x, const char* key) {
  const onnx::Attribute* found = n.node.find(key);
  const std::string own = std::string(key) + ".class_name";
  if (!found && n.given(own)) {
    const std::string name = n.text(own, "");
    if (name != "function") NodeContext::refuse("its activation is the layer " + quote(name));
    NodeContext::refuse("its activation " + quote(n.text(std::string(key) + ".config", "")) +
                        " is a function of Python, which is never executed");
  }
  return found ? activated_by(n, x, n.text(key, "linear")) : x;
}

ItemPtr activated_by(NodeContext& n, const ItemPtr& x, const std::string& name) {
  if (name == "linear") return x;
  for (const auto& [keras, op] : plain_activations) {
    if (name == keras) return step(n, op, {x});
  }
  const Attributes last{attribute("axis", std::int64_t{-1})};
  if (name == "selu") return tensorflow::selu_of(n, x);
  if (name == "softmax") return step(n, "Softmax", {x}, last);
  if (name == "log_softmax") return step(n, "LogSoftmax", {x}, last);
  if (name == "swish" || name == "silu") return step(n, "Mul", {x, step(n, "Sigmoid", {x})});
  if (name == "leaky_relu") return step(n, "LeakyRelu", {x}, {attribute("alpha", 0.2)});
  if (name == "relu6") return clipped(n, x, 0, 6);
  if (name == "hard_tanh") return clipped(n, x, -1, 1);
  if (name == "hard_sigmoid") return hard_sigmoid(n, x, is_old(n));
  if (name == "hard_silu" || name == "hard_swish")
    return step(n, "Mul", {x, hard_sigmoid(n, x, false)});
  if (name == "log_sigmoid") return step(n, "Neg", {step(n, "Softplus", {step(n, "Neg", {x})})});
  if (name == "tanh_shrink") return step(n, "Sub", {x, step(n, "Tanh", {x})});
  NodeContext::refuse("its activation " + quote(name) + " is not imported");
}

std::vector<ItemPtr> build_inner(NodeContext& n, const std::string& config, const std::string& role,
                                 const std::vector<Argument>& arguments) {
  onnx::Node inner = inner_layer(n.node, config);
  const LayerRow* row = find_layer(inner.op_type);
  if (!row) NodeContext::refuse("its layer " + quote(inner.op_type) + " is not imported");
  std::vector<ItemPtr> inputs;
  std::vector<std::string> names, own;
  for (const Argument& each : arguments) {
    if (!each.item) continue;
    names.push_back(each.name);
    inputs.push_back(each.item);
  }
  for (const std::string& each : texts_of(n.node, weights_key)) {
    if (!each.starts_with(role + ".")) continue;
    own.push_back(each.substr(role.size() + 1));
    inputs.push_back(weight(n, each));
  }
  inner.attributes.push_back(texts_attribute(weights_key, std::move(own)));
  inner.attributes.push_back(texts_attribute(arguments_key, std::move(names)));
  inner.outputs = {"0", "1", "2"};
  NodeContext context(inner, onnx::newest_opset, inputs, n.dims);
  row->row.build(context);
  return context.results;
}

std::vector<Slot> inner_slots(const onnx::Node& wrapper, const std::string& prefix,
                              const std::string& role, const std::string& path) {
  const onnx::Node inner = inner_layer(wrapper, prefix);
  const LayerRow* row = find_layer(inner.op_type);
  std::vector<Slot> slots;
  if (row && row->variables) slots = row->variables(inner);
  for (Slot& slot : slots) {
    slot.role = role + "." + slot.role;
    slot.path = path + "/" + slot.path;
  }
  return slots;
}

std::pair<ItemPtr, std::int64_t> along_axis(NodeContext& n) {
  const ItemPtr x = n.shared(0);
  if (!n.given("axis")) return {reshaped(n, x, {-1}), 0};
  return {x, n.position(n.integer("axis", 0), rank_of(x))};
}

ItemPtr repeated(NodeContext& n, const ItemPtr& x, std::size_t axis, std::int64_t times) {
  if (times == 1) return x;
  Shape shape = x->shape(), wide = shape;
  wide.insert(wide.begin() + static_cast<std::ptrdiff_t>(axis) + 1, times);
  shape[axis] *= times;
  const ItemPtr apart = unsqueezed(n, x, {static_cast<std::int64_t>(axis) + 1});
  return reshaped(n, step(n, "Expand", {apart, integers(wide)}), shape);
}

ItemPtr of_unit_length(NodeContext& n, const ItemPtr& x, const Integers& axes) {
  const ItemPtr square = step(n, "ReduceSum", {step(n, "Mul", {x, x}), integers(axes)});
  const ItemPtr least = number(1e-12, x->dtype());
  return step(n, "Div", {x, step(n, "Sqrt", {step(n, "Max", {square, least})})});
}

ItemPtr ones_like(NodeContext& n, const Shape& shape, DType dtype, double value) {
  return step(n, "Expand", {number(value, dtype), integers(shape)});
}

}  // namespace ng::keras
