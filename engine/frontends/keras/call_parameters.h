// SPDX-License-Identifier: Apache-2.0
// The parameters of the call of a layer, for layers that take more than tensors to combine.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ng::keras {

// In the order of Keras 3; empty for a layer that numbers its tensors: "0", "1".
std::span<const std::string_view> call_parameters(std::string_view class_name);
// Its name for the first tensor.
std::string first_parameter(std::string_view class_name);

// The name in call_parameters() for a keyword: earlier versions name the first one otherwise.
std::string parameter_name(std::string_view class_name, const std::string& keyword);

}  // namespace ng::keras
