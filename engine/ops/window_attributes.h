// SPDX-License-Identifier: Apache-2.0
// What convolution and pooling share: the parameters that users write by name, and the refusals of
// shapes that do not fit them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "engine/graph/attributes.h"
#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// "pad_h", "str_w", "dil_d" … and the informative "T", "R", "S", "K", as the original's
// dictionaries.
using WindowParams = std::map<std::string, std::int64_t>;

// One axis of a window: what an operand holds, what slides over it, and where it stops.
struct WindowAxis {
  std::string name;  // "H", for messages
  std::int64_t image = 1, window = 1, output = 1, padding = 0, stride = 1, dilation = 1;
};

// floor((image + 2 padding - span) / stride) + 1, in 128 bits. Value Error when padding, stride or
// dilation is out of bounds, or when the window is larger than the padded image.
std::int64_t output_length(const WindowAxis& axis);
// stride (image - 1) + span - 2 padding: how long a deconvolution makes an image; value Error when
// that is less than 1.
std::int64_t image_length(const WindowAxis& axis);
// Value Error, besides those of output_length, when `axis.output` is another length.
void require_fit(const WindowAxis& axis);

// The attribute `key`; value Error naming it when it is absent.
std::int64_t required(const Attributes& attributes, const std::string& key, const OpDef& def);

// Value Error unless `axes` are five with known lengths of at least 1; `what` says whose they are.
void require_rank_five(const Axes& axes, const std::string& what);
void require_same_length(const Axis& a, const std::string& of_a, const Axis& b,
                         const std::string& of_b);

// `params` as attributes; the keys in `informative` are left out, others than the op's own refused.
Attributes window_attributes(const OpDef& def, const WindowParams& params,
                             std::initializer_list<std::string_view> informative);

}  // namespace ng
