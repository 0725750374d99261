// SPDX-License-Identifier: Apache-2.0
// Cases whose recorded outcome is a fault of the original that the engine fixes, each with the
// reason.
#pragma once

#include <string_view>

namespace ng::cases {

struct DeliberateDifference {
  std::string_view name;  // "GROUP/NAME"
  std::string_view reason;
};

inline constexpr DeliberateDifference deliberate_differences[] = {
    {"activation/Normalizer", "the gradient of x / c at x = 0 is d / c, not NaN"},
    {"binary/power_square_derivative", "the gradient of x ** 2 at 0 is 0, not NaN"},
    {"cost/cross_entropy_multi_softmax_out_none",
     "out_axes = () sums over all axes, also behind a softmax"},
    {"cost/softmax_explicit_axes", "a softmax's gradient sums over the axes that it normalises"},
    {"error/deriv_sigmoid_ce_broadcast_target", "gradients sum over the axes that were broadcast"},
    {"error/deriv_softmax_ce_out_axes_empty", "gradients broadcast over the axes that were summed"},
    {"error/deriv_stop_gradient", "stop_gradient works: it recursed without end"},
    {"error/dtype_float64_unsupported", "float64 is supported when it is asked for"},
    {"error/dtype_int16_unsupported", "every integer type is supported"},
    {"error/slice_step_two", "slices take steps"},
    {"error/stop_gradient_compile", "stop_gradient works: it recursed without end"},
    {"layer/lookuptable_no_update", "a table that is not to be updated gets no gradient"},
};

}  // namespace ng::cases
