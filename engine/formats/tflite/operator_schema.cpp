// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tflite/operator_schema.h"

#include <algorithm>

#include "engine/base/quote.h"

namespace ng::tflite {
namespace {

using enum FieldKind;

constexpr OptionField activation_0[] = {{0, "activation", activation}};
constexpr OptionField conv_2d[] = {{0, "padding", padding},       {1, "stride_w", integer},
                                   {2, "stride_h", integer},      {3, "activation", activation},
                                   {4, "dilation_w", integer, 1}, {5, "dilation_h", integer, 1}};
constexpr OptionField depthwise[] = {{0, "padding", padding},       {1, "stride_w", integer},
                                     {2, "stride_h", integer},      {4, "activation", activation},
                                     {5, "dilation_w", integer, 1}, {6, "dilation_h", integer, 1}};
constexpr OptionField transpose_conv[] = {{0, "padding", padding},
                                          {1, "stride_w", integer},
                                          {2, "stride_h", integer},
                                          {3, "activation", activation}};
constexpr OptionField pool_2d[] = {{0, "padding", padding},  {1, "stride_w", integer},
                                   {2, "stride_h", integer}, {3, "filter_w", integer},
                                   {4, "filter_h", integer}, {5, "activation", activation}};
constexpr OptionField fully_connected[] = {
    {0, "activation", activation}, {1, "weights_format", byte}, {2, "keep_num_dims", boolean}};
constexpr OptionField softmax[] = {{0, "beta", number}};
constexpr OptionField concatenation[] = {{0, "axis", integer}, {1, "activation", activation}};
constexpr OptionField reshape[] = {{0, "new_shape", integers}};
constexpr OptionField resize_bilinear[] = {{2, "align_corners", boolean},
                                           {3, "half_pixel_centers", boolean}};
constexpr OptionField resize_nearest[] = {{0, "align_corners", boolean},
                                          {1, "half_pixel_centers", boolean}};
constexpr OptionField gather[] = {{0, "axis", integer}, {1, "batch_dims", integer}};
constexpr OptionField reducer[] = {{0, "keep_dims", boolean}};
constexpr OptionField squeeze[] = {{0, "squeeze_dims", integers}};
constexpr OptionField strided_slice[] = {{0, "begin_mask", integer},
                                         {1, "end_mask", integer},
                                         {2, "ellipsis_mask", integer},
                                         {3, "new_axis_mask", integer},
                                         {4, "shrink_axis_mask", integer}};
constexpr OptionField pack[] = {{1, "axis", integer}};
constexpr OptionField alpha[] = {{0, "alpha", number}};
constexpr OptionField axis_0[] = {{0, "axis", integer}};
constexpr OptionField batch_matmul[] = {{0, "adj_x", boolean}, {1, "adj_y", boolean}};
constexpr OptionField gelu[] = {{0, "approximate", boolean}};
constexpr OptionField cumsum[] = {{0, "exclusive", boolean}, {1, "reverse", boolean}};
constexpr OptionField block_size[] = {{0, "block_size", integer}};
constexpr OptionField mirror_pad[] = {{0, "mode", mode}};
constexpr OptionField response[] = {
    {0, "depth_radius", integer}, {1, "bias", number}, {2, "alpha", number}, {3, "beta", number}};
constexpr OptionField reverse_sequence[] = {{0, "seq_dim", integer}, {1, "batch_dim", integer}};
constexpr OptionField sequence_lstm[] = {{0, "activation", activation},
                                         {1, "cell_clip", number},
                                         {2, "proj_clip", number},
                                         {3, "time_major", boolean},
                                         {5, "diagonal_recurrent_tensors", boolean}};
constexpr OptionField lstm[] = {{0, "activation", activation},
                                {1, "cell_clip", number},
                                {2, "proj_clip", number},
                                {3, "kernel_type", byte}};
constexpr OptionField sequence_rnn[] = {{0, "time_major", boolean}, {1, "activation", activation}};
constexpr OptionField if_graphs[] = {{0, "then_subgraph", integer}, {1, "else_subgraph", integer}};
constexpr OptionField while_graphs[] = {{0, "cond_subgraph", integer},
                                        {1, "body_subgraph", integer}};
constexpr OptionField init_graph[] = {{0, "init_subgraph", integer}};
constexpr OptionField variable_name[] = {{0, "container", text}, {1, "shared_name", text}};

// Sorted by number.
constexpr OperatorSchema operators[] = {
    {0, "ADD", activation_0},
    {1, "AVERAGE_POOL_2D", pool_2d},
    {2, "CONCATENATION", concatenation},
    {3, "CONV_2D", conv_2d},
    {4, "DEPTHWISE_CONV_2D", depthwise},
    {5, "DEPTH_TO_SPACE", block_size},
    {6, "DEQUANTIZE"},
    {7, "EMBEDDING_LOOKUP"},
    {8, "FLOOR"},
    {9, "FULLY_CONNECTED", fully_connected},
    {10, "HASHTABLE_LOOKUP"},
    {11, "L2_NORMALIZATION", activation_0},
    {12, "L2_POOL_2D"},
    {13, "LOCAL_RESPONSE_NORMALIZATION", response},
    {14, "LOGISTIC"},
    {15, "LSH_PROJECTION"},
    {16, "LSTM", lstm},
    {17, "MAX_POOL_2D", pool_2d},
    {18, "MUL", activation_0},
    {19, "RELU"},
    {20, "RELU_N1_TO_1"},
    {21, "RELU6"},
    {22, "RESHAPE", reshape},
    {23, "RESIZE_BILINEAR", resize_bilinear},
    {24, "RNN", activation_0},
    {25, "SOFTMAX", softmax},
    {26, "SPACE_TO_DEPTH", block_size},
    {27, "SVDF"},
    {28, "TANH"},
    {29, "CONCAT_EMBEDDINGS"},
    {30, "SKIP_GRAM"},
    {31, "CALL"},
    {33, "EMBEDDING_LOOKUP_SPARSE"},
    {34, "PAD"},
    {35, "UNIDIRECTIONAL_SEQUENCE_RNN", sequence_rnn},
    {36, "GATHER", gather},
    {37, "BATCH_TO_SPACE_ND"},
    {38, "SPACE_TO_BATCH_ND"},
    {39, "TRANSPOSE"},
    {40, "MEAN", reducer},
    {41, "SUB", activation_0},
    {42, "DIV", activation_0},
    {43, "SQUEEZE", squeeze},
    {44, "UNIDIRECTIONAL_SEQUENCE_LSTM", sequence_lstm},
    {45, "STRIDED_SLICE", strided_slice},
    {46, "BIDIRECTIONAL_SEQUENCE_RNN"},
    {47, "EXP"},
    {48, "TOPK_V2"},
    {49, "SPLIT"},
    {50, "LOG_SOFTMAX"},
    {51, "DELEGATE"},
    {52, "BIDIRECTIONAL_SEQUENCE_LSTM"},
    {53, "CAST"},
    {54, "PRELU"},
    {55, "MAXIMUM"},
    {56, "ARG_MAX"},
    {57, "MINIMUM"},
    {58, "LESS"},
    {59, "NEG"},
    {60, "PADV2"},
    {61, "GREATER"},
    {62, "GREATER_EQUAL"},
    {63, "LESS_EQUAL"},
    {64, "SELECT"},
    {65, "SLICE"},
    {66, "SIN"},
    {67, "TRANSPOSE_CONV", transpose_conv},
    {68, "SPARSE_TO_DENSE"},
    {69, "TILE"},
    {70, "EXPAND_DIMS"},
    {71, "EQUAL"},
    {72, "NOT_EQUAL"},
    {73, "LOG"},
    {74, "SUM", reducer},
    {75, "SQRT"},
    {76, "RSQRT"},
    {77, "SHAPE"},
    {78, "POW"},
    {79, "ARG_MIN"},
    {80, "FAKE_QUANT"},
    {81, "REDUCE_PROD", reducer},
    {82, "REDUCE_MAX", reducer},
    {83, "PACK", pack},
    {84, "LOGICAL_OR"},
    {85, "ONE_HOT", axis_0},
    {86, "LOGICAL_AND"},
    {87, "LOGICAL_NOT"},
    {88, "UNPACK", pack},
    {89, "REDUCE_MIN", reducer},
    {90, "FLOOR_DIV"},
    {91, "REDUCE_ANY", reducer},
    {92, "SQUARE"},
    {93, "ZEROS_LIKE"},
    {94, "FILL"},
    {95, "FLOOR_MOD"},
    {96, "RANGE"},
    {97, "RESIZE_NEAREST_NEIGHBOR", resize_nearest},
    {98, "LEAKY_RELU", alpha},
    {99, "SQUARED_DIFFERENCE"},
    {100, "MIRROR_PAD", mirror_pad},
    {101, "ABS"},
    {102, "SPLIT_V"},
    {103, "UNIQUE"},
    {104, "CEIL"},
    {105, "REVERSE_V2"},
    {106, "ADD_N"},
    {107, "GATHER_ND"},
    {108, "COS"},
    {109, "WHERE"},
    {110, "RANK"},
    {111, "ELU"},
    {112, "REVERSE_SEQUENCE", reverse_sequence},
    {113, "MATRIX_DIAG"},
    {114, "QUANTIZE"},
    {115, "MATRIX_SET_DIAG"},
    {116, "ROUND"},
    {117, "HARD_SWISH"},
    {118, "IF", if_graphs},
    {119, "WHILE", while_graphs},
    {120, "NON_MAX_SUPPRESSION_V4"},
    {121, "NON_MAX_SUPPRESSION_V5"},
    {122, "SCATTER_ND"},
    {123, "SELECT_V2"},
    {124, "DENSIFY"},
    {125, "SEGMENT_SUM"},
    {126, "BATCH_MATMUL", batch_matmul},
    {128, "CUMSUM", cumsum},
    {129, "CALL_ONCE", init_graph},
    {130, "BROADCAST_TO"},
    {131, "RFFT2D"},
    {132, "CONV_3D"},
    {133, "IMAG"},
    {134, "REAL"},
    {135, "COMPLEX_ABS"},
    {136, "HASHTABLE"},
    {137, "HASHTABLE_FIND"},
    {138, "HASHTABLE_IMPORT"},
    {139, "HASHTABLE_SIZE"},
    {140, "REDUCE_ALL", reducer},
    {141, "CONV_3D_TRANSPOSE"},
    {142, "VAR_HANDLE", variable_name},
    {143, "READ_VARIABLE"},
    {144, "ASSIGN_VARIABLE"},
    {145, "BROADCAST_ARGS"},
    {146, "RANDOM_STANDARD_NORMAL"},
    {147, "BUCKETIZE"},
    {148, "RANDOM_UNIFORM"},
    {149, "MULTINOMIAL"},
    {150, "GELU", gelu},
    {151, "DYNAMIC_UPDATE_SLICE"},
    {152, "RELU_0_TO_1"},
    {153, "UNSORTED_SEGMENT_PROD"},
    {154, "UNSORTED_SEGMENT_MAX"},
    {155, "UNSORTED_SEGMENT_SUM"},
    {156, "ATAN2"},
    {157, "UNSORTED_SEGMENT_MIN"},
    {158, "SIGN"},
    {159, "BITCAST"},
    {160, "BITWISE_XOR"},
    {161, "RIGHT_SHIFT"},
    {162, "STABLEHLO_LOGISTIC"},
    {163, "STABLEHLO_ADD"},
    {164, "STABLEHLO_DIVIDE"},
    {165, "STABLEHLO_MULTIPLY"},
    {166, "STABLEHLO_MAXIMUM"},
    {167, "STABLEHLO_RESHAPE"},
    {168, "STABLEHLO_CLAMP"},
    {169, "STABLEHLO_CONCATENATE"},
    {170, "STABLEHLO_BROADCAST_IN_DIM"},
    {171, "STABLEHLO_CONVOLUTION"},
    {172, "STABLEHLO_SLICE"},
    {173, "STABLEHLO_CUSTOM_CALL"},
    {174, "STABLEHLO_REDUCE"},
    {175, "STABLEHLO_ABS"},
    {176, "STABLEHLO_AND"},
    {177, "STABLEHLO_COSINE"},
    {178, "STABLEHLO_EXPONENTIAL"},
    {179, "STABLEHLO_FLOOR"},
    {180, "STABLEHLO_LOG"},
    {181, "STABLEHLO_MINIMUM"},
    {182, "STABLEHLO_NEGATE"},
    {183, "STABLEHLO_OR"},
    {184, "STABLEHLO_POWER"},
    {185, "STABLEHLO_REMAINDER"},
    {186, "STABLEHLO_RSQRT"},
    {187, "STABLEHLO_SELECT"},
    {188, "STABLEHLO_SUBTRACT"},
    {189, "STABLEHLO_TANH"},
    {190, "STABLEHLO_SCATTER"},
    {191, "STABLEHLO_COMPARE"},
    {192, "STABLEHLO_CONVERT"},
    {193, "STABLEHLO_DYNAMIC_SLICE"},
    {194, "STABLEHLO_DYNAMIC_UPDATE_SLICE"},
    {195, "STABLEHLO_PAD"},
    {196, "STABLEHLO_IOTA"},
    {197, "STABLEHLO_DOT_GENERAL"},
    {198, "STABLEHLO_REDUCE_WINDOW"},
    {199, "STABLEHLO_SORT"},
    {200, "STABLEHLO_WHILE"},
    {201, "STABLEHLO_GATHER"},
    {202, "STABLEHLO_TRANSPOSE"},
    {203, "DILATE"},
    {204, "STABLEHLO_RNG_BIT_GENERATOR"},
    {205, "REDUCE_WINDOW"},
    {206, "STABLEHLO_COMPOSITE"},
    {207, "STABLEHLO_SHIFT_LEFT"},
    {208, "STABLEHLO_CBRT"},
    {209, "STABLEHLO_CASE"},
};

constexpr std::string_view paddings[] = {"SAME", "VALID"};
constexpr std::string_view activations[] = {"NONE",  "RELU", "RELU_N1_TO_1",
                                            "RELU6", "TANH", "SIGN_BIT"};
constexpr std::string_view modes[] = {"REFLECT", "SYMMETRIC"};

template <std::size_t count>
void set_text(const std::string_view (&names)[count], int value, onnx::Attribute& made) {
  const bool known = value >= 0 && value < static_cast<int>(count);
  made.kind = onnx::AttributeKind::text;
  made.s = known ? std::string(names[value]) : std::to_string(value);
}

onnx::Attribute option(const OptionField& field, const FlatTable& options) {
  onnx::Attribute made;
  made.name = field.name;
  made.kind = onnx::AttributeKind::integer;
  switch (field.kind) {
    case byte: made.i = options.number<std::int8_t>(field.slot, 0); break;
    case boolean: made.i = options.number<std::uint8_t>(field.slot, 0) != 0; break;
    case integer:
      made.i = options.number<std::int32_t>(field.slot, static_cast<std::int32_t>(field.otherwise));
      break;
    case number:
      made.kind = onnx::AttributeKind::number;
      made.f = static_cast<double>(options.number<float>(field.slot, 0));
      break;
    case integers:
      made.kind = onnx::AttributeKind::integers;
      for (const std::int32_t each : options.numbers<std::int32_t>(field.slot))
        made.ints.push_back(each);
      break;
    case text:
      made.kind = onnx::AttributeKind::text;
      made.s = comment_text(options.text(field.slot), 200);
      break;
    case padding: set_text(paddings, options.number<std::int8_t>(field.slot, 0), made); break;
    case activation: set_text(activations, options.number<std::int8_t>(field.slot, 0), made); break;
    case mode: set_text(modes, options.number<std::int8_t>(field.slot, 0), made); break;
  }
  return made;
}

}  // namespace

const OperatorSchema* schema_of(int code) {
  const auto at = std::lower_bound(
      std::begin(operators), std::end(operators), code,
      [](const OperatorSchema& schema, int wanted) { return schema.code < wanted; });
  return at == std::end(operators) || at->code != code ? nullptr : at;
}

std::vector<onnx::Attribute> options_of(const OperatorSchema& schema, const FlatTable& options) {
  std::vector<onnx::Attribute> all;
  for (const OptionField& field : schema.options) all.push_back(option(field, options));
  return all;
}

}  // namespace ng::tflite
