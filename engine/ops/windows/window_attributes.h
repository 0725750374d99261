// SPDX-License-Identifier: Apache-2.0
// Shared by convolution and pooling: named parameters, and errors about shapes that do not match
// them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "engine/graph/attributes.h"
#include "engine/graph/op.h"

namespace ng {

struct OpDef;

// "pad_h", "str_w", "dil_d" … and the informative "T", "R", "S", "K", as in the original's
// dictionaries.
using WindowParams = std::map<std::string, std::int64_t>;

// One axis of a window: lengths of image, window and result, padding before and after the image,
// stride and dilation.
struct WindowAxis {
  std::string name;  // "H", for messages
  std::int64_t image = 1, window = 1, output = 1, padding = 0, after = 0, stride = 1, dilation = 1;
};

// floor((image + padding + after - span) / stride) + 1, in 128 bits. Value Error if padding, stride
// or dilation is out of bounds, or if the window is larger than the padded image.
std::int64_t output_length(const WindowAxis& axis);
// Length of a deconvolution's result: stride (image - 1) + span - padding - after; value Error if
// it is less than 1.
std::int64_t image_length(const WindowAxis& axis);
// Like output_length; also throws a value Error if `axis.output` is another length.
void require_fit(const WindowAxis& axis);

// The attribute `key`; value Error with its name if it is absent.
std::int64_t required(const Attributes& attributes, const std::string& key, const OpDef& def);

// Value Error unless `axes` are five with known lengths of at least 1; `what` names the tensor.
void require_rank_five(const Axes& axes, const std::string& what);
void require_same_length(const Axis& a, const std::string& of_a, const Axis& b,
                         const std::string& of_b);

// `params` as attributes, without the `informative` keys; value Error for unknown keys.
Attributes window_attributes(const OpDef& def, const WindowParams& params,
                             std::initializer_list<std::string_view> informative);

}  // namespace ng
