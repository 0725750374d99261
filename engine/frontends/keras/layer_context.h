// SPDX-License-Identifier: Apache-2.0
// What rows of layers share: the parts of a layer's node, its weights, its activation. The
// attributes of a node are those of the layer's configuration, nested ones with dots
// ("layer.config.units"); `arguments` names its data inputs, `weights` the inputs after them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/frontends/keras/layer_rows.h"
#include "engine/frontends/tensorflow/onnx_steps.h"

namespace ng::keras {

using onnx::ItemPtr;
using tensorflow::attribute;
using tensorflow::Attributes;
using tensorflow::give;
using tensorflow::integers;
using tensorflow::inverse_of;
using tensorflow::number;
using tensorflow::rank_of;
using tensorflow::reshaped;
using tensorflow::squeezed;
using tensorflow::step;
using tensorflow::steps;
using tensorflow::transposed;
using tensorflow::unsqueezed;
using Integers = std::vector<std::int64_t>;

inline constexpr const char* arguments_key = "arguments";
inline constexpr const char* weights_key = "weights";

// A row of the TensorFlow importer.
ItemPtr tensorflow_step(NodeContext& n, const char* op, const std::vector<ItemPtr>& inputs,
                        const Attributes& attributes = {});

// Of a configuration; `otherwise` if it is absent or null.
bool flag(const onnx::Node& layer, std::string_view key, bool otherwise);
// A number, which may be written as an integer.
double real(const NodeContext& n, std::string_view key, double otherwise);
// Dimensions of a batch of images besides the batch and the channels; refuses other inputs.
std::size_t spatial_rank(const NodeContext& n);
// The integers of an attribute that holds one or a list.
Integers listed(const onnx::Attribute& attribute);
// An integer or a list of integers, as `count` integers.
Integers lengths(const NodeContext& n, const char* key, std::size_t count,
                 std::int64_t otherwise = 1);

// The data inputs.
std::size_t data_count(const NodeContext& n);
// By the parameter of call(), or "0", "1" for layers without (call_parameters.h); null if it is
// absent. A row that reads parameters calls need_arguments() with all that it knows, which refuses
// others.
ItemPtr argument(const NodeContext& n, std::string_view name);
// Of a list of tensors: null for those that are absent; a tensor alone is a list of one.
std::vector<ItemPtr> arguments(const NodeContext& n, const std::string& name);
void need_arguments(const NodeContext& n, std::initializer_list<std::string_view> names);
// Refuses a layer whose input has a mask.
void refuse_mask(const NodeContext& n);
// Null if the layer has none of this role.
ItemPtr weight(const NodeContext& n, std::string_view role);
ItemPtr need_weight(const NodeContext& n, std::string_view role);

// Are channels the last dimension?
bool channels_last(const NodeContext& n);
// A dimension per channel of `x`, unless the channels are last.
ItemPtr with_bias(NodeContext& n, const ItemPtr& x, bool last);

// Of a convolution of TensorFlow: lists with an entry per dimension, 1 for batch and channels.
Attributes window(const Integers& strides, const Integers& dilations, bool last,
                  const std::string& padding);

// `x` after the activation that the attribute names, which is of Keras `version` 2 or 3.
ItemPtr activated(NodeContext& n, const ItemPtr& x, const char* key = "activation");
ItemPtr activated_by(NodeContext& n, const ItemPtr& x, const std::string& name);
// Of a layer of Keras 2.
bool is_old(const NodeContext& n);

struct Argument {
  std::string name;
  ItemPtr item;  // null: absent
};

// What the layer inside a wrapper makes of arguments. Its attributes have the prefix `config`, the
// roles of its weights `role`.
std::vector<ItemPtr> build_inner(NodeContext& n, const std::string& config, const std::string& role,
                                 const std::vector<Argument>& arguments);
// Its variables, for the wrapper's.
std::vector<Slot> inner_slots(const onnx::Node& wrapper, const std::string& prefix,
                              const std::string& role, const std::string& path);

// The input and its axis; without one, all elements in one dimension.
std::pair<ItemPtr, std::int64_t> along_axis(NodeContext& n);
// Each element along `axis` repeated.
ItemPtr repeated(NodeContext& n, const ItemPtr& x, std::size_t axis, std::int64_t times);
// Divided by its length along these axes, which is at least 1e-6.
ItemPtr of_unit_length(NodeContext& n, const ItemPtr& x, const Integers& axes);
ItemPtr ones_like(NodeContext& n, const Shape& shape, DType dtype, double value = 1);

}  // namespace ng::keras
