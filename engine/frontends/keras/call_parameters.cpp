// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/keras/call_parameters.h"

#include <algorithm>

namespace ng::keras {
namespace {

constexpr std::string_view recurrent[] = {"sequences", "initial_state", "mask", "training"};
constexpr std::string_view one_tensor[] = {"inputs", "mask", "training"};
constexpr std::string_view training_first[] = {"inputs", "training", "mask"};
constexpr std::string_view scores[] = {"inputs", "mask", "training", "return_attention_scores",
                                       "use_causal_mask"};
constexpr std::string_view heads[] = {"query",
                                      "value",
                                      "key",
                                      "query_mask",
                                      "value_mask",
                                      "key_mask",
                                      "attention_mask",
                                      "return_attention_scores",
                                      "training",
                                      "use_causal_mask"};

struct Signature {
  std::string_view class_name;
  std::span<const std::string_view> parameters;
};

constexpr Signature signatures[] = {
    {"AdditiveAttention", scores},
    {"Attention", scores},
    {"BatchNormalization", training_first},
    {"Bidirectional", recurrent},
    {"ConvLSTM1D", recurrent},
    {"ConvLSTM2D", recurrent},
    {"ConvLSTM3D", recurrent},
    {"Functional", training_first},
    {"GRU", recurrent},
    {"GlobalAveragePooling1D", one_tensor},
    {"GroupQueryAttention", heads},
    {"GroupedQueryAttention", heads},
    {"LSTM", recurrent},
    {"Model", training_first},
    {"MultiHeadAttention", heads},
    {"Sequential", training_first},
    {"SimpleRNN", recurrent},
    {"Softmax", one_tensor},
    {"TimeDistributed", training_first},
};

}  // namespace

std::span<const std::string_view> call_parameters(std::string_view class_name) {
  const auto* const at =
      std::find_if(std::begin(signatures), std::end(signatures),
                   [&](const Signature& s) { return s.class_name == class_name; });
  return at == std::end(signatures) ? std::span<const std::string_view>() : at->parameters;
}

std::string first_parameter(std::string_view class_name) {
  const auto parameters = call_parameters(class_name);
  return parameters.empty() ? "0" : std::string(parameters[0]);
}

std::string parameter_name(std::string_view class_name, const std::string& keyword) {
  const auto parameters = call_parameters(class_name);
  const bool first = keyword == "inputs" || keyword == "sequence" || keyword == "sequences";
  return first && !parameters.empty() ? std::string(parameters[0]) : keyword;
}

}  // namespace ng::keras
