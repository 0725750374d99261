// SPDX-License-Identifier: Apache-2.0
// Cases whose recorded outcome is a fault of the original that is mended here, each with its
// reason.
#pragma once

#include <string_view>

namespace ng::cases {

struct DeliberateDifference {
  std::string_view name;  // "GROUP/NAME"
  std::string_view reason;
};

inline constexpr DeliberateDifference deliberate_differences[] = {
    {"cost/cross_entropy_multi_softmax_out_none",
     "out_axes = () sums over all axes, also behind a softmax"},
    {"cost/softmax_explicit_axes", "a softmax's gradient sums over the axes that it normalises"},
    {"error/deriv_sigmoid_ce_broadcast_target", "gradients sum over the axes that were broadcast"},
    {"error/deriv_softmax_ce_out_axes_empty", "gradients broadcast over the axes that were summed"},
    {"error/dtype_float64_unsupported", "float64 is supported when it is asked for"},
    {"error/dtype_int16_unsupported", "every integer type is supported"},
};

}  // namespace ng::cases
