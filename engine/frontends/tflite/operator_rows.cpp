// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tflite/operator_rows.h"

#include <algorithm>

#include "engine/frontends/tensorflow/onnx_steps.h"
#include "engine/frontends/tflite/recurrent_operators.h"

namespace ng::tflite {
namespace {

using tensorflow::attribute;
using Attributes = std::vector<onnx::Attribute>;
using Integers = std::vector<std::int64_t>;

// Ops of ONNX have the prefix "onnx:".
std::string clipped(OperatorNodes& n, const std::string& x, double low, double high) {
  return n.add("onnx:Clip", {x, n.number(low), n.number(high)});
}

Attributes window(const OperatorNodes& n, bool dilates) {
  Attributes all{
      attribute("strides", Integers{1, n.integer("stride_h", 1), n.integer("stride_w", 1), 1}),
      attribute("padding", n.text("padding") == "VALID" ? "VALID" : "SAME"),
      attribute("data_format", "NHWC")};
  if (dilates)
    all.push_back(attribute(
        "dilations", Integers{1, n.integer("dilation_h", 1), n.integer("dilation_w", 1), 1}));
  return all;
}

// An op with the bias that input `i` may be, and the activation.
void finish_biased(OperatorNodes& n, const char* op, std::vector<std::string> inputs,
                   Attributes attributes, std::size_t i) {
  if (!n.has(i)) return n.finish_activated(op, std::move(inputs), std::move(attributes));
  const std::string x = n.add(op, std::move(inputs), std::move(attributes));
  n.finish_activated("BiasAdd", {x, n.input(i)}, {attribute("data_format", "NHWC")});
}

// Filters (out, H, W, in).
void convolution(OperatorNodes& n) {
  const std::string w = n.add("Transpose", {n.input(1), n.integers({1, 2, 3, 0})});
  finish_biased(n, "Conv2D", {n.input(0), w}, window(n, true), 2);
}

// Filters (1, H, W, channels × multiplier).
void depthwise(OperatorNodes& n) {
  const Shape filter = n.tensor(1).shape, image = n.tensor(0).shape;
  if (filter.size() != 4 || image.size() != 4 || image[3] < 1 || filter[3] % image[3] != 0)
    throw NotConverted{"its filter does not fit its input"};
  const std::string w = n.add(
      "Reshape", {n.input(1), n.integers({filter[1], filter[2], image[3], filter[3] / image[3]})});
  finish_biased(n, "DepthwiseConv2dNative", {n.input(0), w}, window(n, true), 2);
}

// Inputs: the shape of the result, filters (out, H, W, in), the image, a bias.
void transposed_convolution(OperatorNodes& n) {
  const std::string w = n.add("Transpose", {n.input(1), n.integers({1, 2, 0, 3})});
  finish_biased(n, "Conv2DBackpropInput", {n.input(0), w, n.input(2)}, window(n, false), 3);
}

template <const auto& op>
void pool(OperatorNodes& n) {
  Attributes all = window(n, false);
  all.push_back(
      attribute("ksize", Integers{1, n.integer("filter_h", 1), n.integer("filter_w", 1), 1}));
  n.finish_activated(op, {n.input(0)}, all);
}

// Weights (out, in).
void fully_connected(OperatorNodes& n) {
  const Shape weights = n.tensor(1).shape;
  if (weights.size() != 2) throw NotConverted{"its weights are not a matrix"};
  if (n.integer("weights_format") != 0) throw NotConverted{"its weights are shuffled"};
  std::string x = n.input(0);
  const bool keeps = n.integer("keep_num_dims") != 0;
  if (!keeps && n.tensor(0).shape.size() != 2)
    x = n.add("Reshape", {x, n.integers({-1, weights[1]})});
  const std::string w = keeps ? n.add("Transpose", {n.input(1), n.integers({1, 0})}) : n.input(1);
  const char* product = keeps ? "BatchMatMulV2" : "MatMul";
  const Attributes transposed{attribute("transpose_b", std::int64_t{!keeps})};
  if (!n.has(2)) return n.finish_activated(product, {x, w}, transposed);
  n.finish_activated("AddV2", {n.add(product, {x, w}, transposed), n.input(2)});
}

template <const auto& op>
void binary(OperatorNodes& n) {
  n.finish_activated(op, {n.input(0), n.input(1)});
}

void softmax(OperatorNodes& n) {
  const double beta = n.real("beta", 1);
  const std::string x = n.input(0);
  n.finish("Softmax", {beta == 1 ? x : n.add("Mul", {x, n.number(beta)})});
}

void concatenation(OperatorNodes& n) {
  std::vector<std::string> inputs;
  for (std::size_t i = 0; i < n.count(); ++i) inputs.push_back(n.input(i));
  inputs.push_back(n.integers({n.integer("axis")}, true));
  n.finish_activated("ConcatV2", inputs);
}

// The shape is an input or an option.
void reshape(OperatorNodes& n) {
  const auto& options = n.op().options;
  const bool listed = !options.empty() && !options[0].ints.empty();
  if (!n.has(1) && !listed) throw NotConverted{"it has no shape"};
  n.finish("Reshape", {n.input(0), n.has(1) ? n.input(1) : n.integers(options[0].ints)});
}

void gather(OperatorNodes& n) {
  n.finish("GatherV2", {n.input(0), n.input(1), n.integers({n.integer("axis")}, true)},
           {attribute("batch_dims", n.integer("batch_dims"))});
}

void embedding(OperatorNodes& n) {
  n.finish("GatherV2", {n.input(1), n.input(0), n.integers({0}, true)});
}

void convert(OperatorNodes& n) {
  const auto dtype = n.result(0).type.dtype();
  if (!dtype) throw NotConverted{"its result has the type " + std::string(n.result(0).type.name())};
  n.finish("Cast", {n.input(0)},
           {attribute("DstT", static_cast<std::int64_t>(onnx::element_type(*dtype)))});
}

// The input is a float by now, the result becomes what the model says.
// Stored as float16.
void dequantize(OperatorNodes& n) {
  n.finish("Cast", {n.input(0)},
           {attribute("DstT", static_cast<std::int64_t>(onnx::ElementType::f32))});
}

template <const auto& op>
void position(OperatorNodes& n) {
  const auto dtype = n.result(0).type.dtype().value_or(DType::i64);
  n.finish(op, {n.input(0), n.input(1)},
           {attribute("output_type", static_cast<std::int64_t>(onnx::element_type(dtype)))});
}

void shape(OperatorNodes& n) {
  const auto dtype = n.result(0).type.dtype().value_or(DType::i32);
  n.finish("Shape", {n.input(0)},
           {attribute("out_type", static_cast<std::int64_t>(onnx::element_type(dtype)))});
}

void unpack(OperatorNodes& n) {
  n.finish("Unpack", {n.input(0)},
           {attribute("axis", n.integer("axis")),
            attribute("num", static_cast<std::int64_t>(n.op().outputs.size()))});
}

void split(OperatorNodes& n) {
  n.finish("Split", {n.input(0), n.input(1)},
           {attribute("num_split", static_cast<std::int64_t>(n.op().outputs.size()))});
}

void l2_normalization(OperatorNodes& n) {
  n.finish_activated("onnx:LpNormalization", {n.input(0)},
                     {attribute("axis", std::int64_t{-1}), attribute("p", std::int64_t{2})});
}

// From `low` to 1.
template <int low>
void clip(OperatorNodes& n) {
  n.finish("onnx:Clip", {n.input(0), n.number(low), n.number(1)});
}

void hard_swish(OperatorNodes& n) {
  const std::string x = n.input(0);
  const std::string six = clipped(n, n.add("AddV2", {x, n.number(3)}), 0, 6);
  n.finish("Mul", {x, n.add("Mul", {six, n.number(1.0 / 6)})});
}

void gelu(OperatorNodes& n) {
  n.finish("onnx:Gelu", {n.input(0)},
           {attribute("approximate", n.integer("approximate") != 0 ? "tanh" : "none")});
}

constexpr char add[] = "AddV2", sub[] = "Sub", mul[] = "Mul", div[] = "RealDiv",
               average[] = "AvgPool", largest[] = "MaxPool", arg_max[] = "ArgMax",
               arg_min[] = "ArgMin";

constexpr OperatorRow rows[] = {
    {"ABS", "Abs"},
    {"ADD", nullptr, binary<add>},
    {"ADD_N", "AddN"},
    {"ARG_MAX", nullptr, position<arg_max>},
    {"ARG_MIN", nullptr, position<arg_min>},
    {"ATAN2", "Atan2"},
    {"AVERAGE_POOL_2D", nullptr, pool<average>},
    {"BATCH_MATMUL", "BatchMatMulV2"},
    {"BATCH_TO_SPACE_ND", "BatchToSpaceND"},
    {"BITWISE_XOR", "BitwiseXor"},
    {"BROADCAST_ARGS", "BroadcastArgs"},
    {"BROADCAST_TO", "BroadcastTo"},
    {"CAST", nullptr, convert},
    {"CEIL", "Ceil"},
    {"CONCATENATION", nullptr, concatenation},
    {"CONV_2D", nullptr, convolution},
    {"COS", "Cos"},
    {"CUMSUM", "Cumsum"},
    {"DEPTHWISE_CONV_2D", nullptr, depthwise},
    {"DEPTH_TO_SPACE", "DepthToSpace"},
    {"DEQUANTIZE", nullptr, dequantize},
    {"DIV", nullptr, binary<div>},
    {"ELU", "Elu"},
    {"EMBEDDING_LOOKUP", nullptr, embedding},
    {"EQUAL", "Equal"},
    {"EXP", "Exp"},
    {"EXPAND_DIMS", "ExpandDims"},
    {"FILL", "Fill"},
    {"FLOOR", "Floor"},
    {"FLOOR_DIV", "FloorDiv"},
    {"FLOOR_MOD", "FloorMod"},
    {"FULLY_CONNECTED", nullptr, fully_connected},
    {"GATHER", nullptr, gather},
    {"GATHER_ND", "GatherNd"},
    {"GELU", nullptr, gelu},
    {"GREATER", "Greater"},
    {"GREATER_EQUAL", "GreaterEqual"},
    {"HARD_SWISH", nullptr, hard_swish},
    {"L2_NORMALIZATION", nullptr, l2_normalization},
    {"LEAKY_RELU", "LeakyRelu"},
    {"LESS", "Less"},
    {"LESS_EQUAL", "LessEqual"},
    {"LOCAL_RESPONSE_NORMALIZATION", "LRN"},
    {"LOG", "Log"},
    {"LOGICAL_AND", "LogicalAnd"},
    {"LOGICAL_NOT", "LogicalNot"},
    {"LOGICAL_OR", "LogicalOr"},
    {"LOGISTIC", "Sigmoid"},
    {"LOG_SOFTMAX", "LogSoftmax"},
    {"LSTM", nullptr, single_lstm},
    {"MATRIX_DIAG", "MatrixDiag"},
    {"MAXIMUM", "Maximum"},
    {"MAX_POOL_2D", nullptr, pool<largest>},
    {"MEAN", "Mean"},
    {"MINIMUM", "Minimum"},
    {"MIRROR_PAD", "MirrorPad"},
    {"MUL", nullptr, binary<mul>},
    {"NEG", "Neg"},
    {"NOT_EQUAL", "NotEqual"},
    {"ONE_HOT", "OneHot"},
    {"PACK", "Pack"},
    {"PAD", "Pad"},
    {"PADV2", "PadV2"},
    {"POW", "Pow"},
    {"PRELU", "onnx:PRelu"},
    {"QUANTIZE", "Identity"},
    {"RANGE", "Range"},
    {"RANK", "Rank"},
    {"REDUCE_ALL", "All"},
    {"REDUCE_ANY", "Any"},
    {"REDUCE_MAX", "Max"},
    {"REDUCE_MIN", "Min"},
    {"REDUCE_PROD", "Prod"},
    {"RELU", "Relu"},
    {"RELU6", "Relu6"},
    {"RELU_0_TO_1", nullptr, clip<0>},
    {"RELU_N1_TO_1", nullptr, clip<-1>},
    {"RESHAPE", nullptr, reshape},
    {"RESIZE_BILINEAR", "ResizeBilinear"},
    {"RESIZE_NEAREST_NEIGHBOR", "ResizeNearestNeighbor"},
    {"REVERSE_SEQUENCE", "ReverseSequence"},
    {"REVERSE_V2", "ReverseV2"},
    {"RIGHT_SHIFT", "RightShift"},
    {"RNN", nullptr, single_rnn},
    {"ROUND", "Round"},
    {"RSQRT", "Rsqrt"},
    {"SCATTER_ND", "ScatterNd"},
    {"SEGMENT_SUM", "SegmentSum"},
    {"SELECT", "Select"},
    {"SELECT_V2", "SelectV2"},
    {"SHAPE", nullptr, shape},
    {"SIGN", "Sign"},
    {"SIN", "Sin"},
    {"SLICE", "Slice"},
    {"SOFTMAX", nullptr, softmax},
    {"SPACE_TO_BATCH_ND", "SpaceToBatchND"},
    {"SPACE_TO_DEPTH", "SpaceToDepth"},
    {"SPLIT", nullptr, split},
    {"SPLIT_V", "SplitV"},
    {"SQRT", "Sqrt"},
    {"SQUARE", "Square"},
    {"SQUARED_DIFFERENCE", "SquaredDifference"},
    {"SQUEEZE", "Squeeze"},
    {"STRIDED_SLICE", "StridedSlice"},
    {"SUB", nullptr, binary<sub>},
    {"SUM", "Sum"},
    {"TANH", "Tanh"},
    {"TILE", "Tile"},
    {"TOPK_V2", "TopKV2"},
    {"TRANSPOSE", "Transpose"},
    {"TRANSPOSE_CONV", nullptr, transposed_convolution},
    {"UNIDIRECTIONAL_SEQUENCE_LSTM", nullptr, sequence_lstm},
    {"UNIDIRECTIONAL_SEQUENCE_RNN", nullptr, sequence_rnn},
    {"UNPACK", nullptr, unpack},
    {"UNSORTED_SEGMENT_SUM", "UnsortedSegmentSum"},
    {"WHERE", "Where"},
    {"ZEROS_LIKE", "ZerosLike"},
};

}  // namespace

const std::string& OperatorNodes::text(std::string_view option) const {
  static const std::string none;
  const onnx::Attribute* found = op_.find(option);
  return found ? found->s : none;
}

std::int64_t OperatorNodes::integer(std::string_view option, std::int64_t otherwise) const {
  const onnx::Attribute* found = op_.find(option);
  return found ? found->i : otherwise;
}

double OperatorNodes::real(std::string_view option, double otherwise) const {
  const onnx::Attribute* found = op_.find(option);
  return found ? found->f : otherwise;
}

void OperatorNodes::finish_activated(const char* op_type, std::vector<std::string> inputs,
                                     std::vector<onnx::Attribute> attributes) {
  const std::string& name = text("activation");
  const bool clips = name == "RELU_N1_TO_1";
  const char* activation = name == "RELU"    ? "Relu"
                           : name == "RELU6" ? "Relu6"
                           : name == "TANH"  ? "Tanh"
                                             : nullptr;
  if (name.empty() || name == "NONE")
    return finish(op_type, std::move(inputs), std::move(attributes));
  if (!clips && !activation) throw NotConverted{"its activation " + name + " is not imported"};
  const std::string value = add(op_type, std::move(inputs), std::move(attributes));
  if (clips) return finish("onnx:Clip", {value, number(-1), number(1)});
  finish(activation, {value});
}

const OperatorRow* find_row(std::string_view name) {
  const auto at = std::find_if(std::begin(rows), std::end(rows),
                               [&](const OperatorRow& row) { return row.name == name; });
  return at == std::end(rows) ? nullptr : at;
}

}  // namespace ng::tflite
