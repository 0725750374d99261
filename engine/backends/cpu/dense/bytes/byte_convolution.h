// SPDX-License-Identifier: Apache-2.0
// Convolution of 8-bit integers with exact sums in int32 (ConvolutionBytes): the lanes hold
// neighbouring outputs of a row, as in flat_convolution.h, and a product is one of four bytes.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/backends/cpu/dense/matmul.h"
#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// `filters` are in the engine's order or, with `packed`, as made by pack_byte_filters. Calls
// `rows_made` for each output channel, whose results lie next to each other.
void byte_convolve(const Convolution& convolution, const std::uint8_t* images,
                   const std::byte* filters, std::int32_t* outputs, StepScratch& scratch,
                   const RowsMade& rows_made);
std::int64_t byte_convolution_scratch(const Convolution& convolution);  // bytes

FilterOrder byte_filter_order(const Convolution& convolution);
void pack_byte_filters(const Convolution& convolution, const std::uint8_t* filters,
                       std::int32_t* packed);

}  // namespace ng
