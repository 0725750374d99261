// SPDX-License-Identifier: Apache-2.0
// Common parts of convolution and pooling layers: sizes along each axis,
// padding by name, and the axis order required by window ops.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <variant>

#include "engine/ngraph.h"

namespace ng::neon {

// A value for each of C, D, H, W: one for all, or by name with `otherwise` for the remaining axes.
template <class T>
class PerAxis {
 public:
  PerAxis(T all) : otherwise_(std::move(all)) {}                 // NOLINT: one value for all
  PerAxis(int all) : otherwise_(T(all)) {}                       // NOLINT
  PerAxis(std::map<std::string, T> by_name, T otherwise = T(1))  // NOLINT
      : by_name_(std::move(by_name)), otherwise_(std::move(otherwise)) {}
  const T& operator[](const std::string& axis) const {
    const auto found = by_name_.find(axis);
    return found == by_name_.end() ? otherwise_ : found->second;
  }

 private:
  std::map<std::string, T> by_name_;
  T otherwise_;
};

using WindowLengths = PerAxis<std::int64_t>;

// Zeros before and after: one number for both sides, two numbers, or a name.
// "valid": none. "same": the output has ceil(input / stride) elements; an odd element goes after.
// "causal": dilation * (filter - 1) before. "full": dilation * (filter - 1) on both sides.
using WindowPadding =
    std::variant<std::int64_t, std::pair<std::int64_t, std::int64_t>, std::string>;
struct WindowPaddings : PerAxis<WindowPadding> {
  WindowPaddings(std::int64_t all) : PerAxis(WindowPadding(all)) {}                // NOLINT
  WindowPaddings(int all) : PerAxis(WindowPadding(std::int64_t{all})) {}           // NOLINT
  WindowPaddings(const char* word) : PerAxis(WindowPadding(std::string(word))) {}  // NOLINT
  WindowPaddings(std::string word) : PerAxis(WindowPadding(std::move(word))) {}    // NOLINT
  WindowPaddings(std::map<std::string, WindowPadding> by_name)                     // NOLINT
      : PerAxis(std::move(by_name), WindowPadding(std::int64_t{0})) {}
};

// Throws an error in the name of a layer; does not return.
using Refusal = std::function<void(std::string what, std::string found, std::string expected)>;

// A window along one axis.
struct WindowLength {
  std::string axis;  // for error messages
  std::int64_t input = 1, filter = 1, stride = 1, dilation = 1;
  std::int64_t before = 0, after = 0;
  std::int64_t span() const { return dilation * (filter - 1) + 1; }
  // floor((input + before + after - span) / stride) + 1.
  std::int64_t output() const;
  // stride (input - 1) + span - before - after.
  std::int64_t transposed_output() const;
};
// Computes the window with numeric padding. Refuses sizes below 1, padding that is negative or
// unknown, and windows larger than the padded input unless `transposed`.
WindowLength window_length(const std::string& axis, std::int64_t input, std::int64_t filter,
                           std::int64_t stride, std::int64_t dilation, const WindowPadding& padding,
                           bool transposed, const Refusal& refusal);

// Names of an input's channel and spatial axes.
struct SpatialNames {
  std::string channel = "C";
  std::map<std::string, std::string> spatial = {};  // by D, H, W; default: these names
  std::string of(const std::string& axis) const {
    const auto found = spatial.find(axis);
    return axis == "C" ? channel : found == spatial.end() ? axis : found->second;
  }
};

// An input in the form that window ops take, and its original axes.
struct SpatialInput {
  Op op;      // over (C, D, H, W, N); missing axes have length 1
  Axes axes;  // the input's own axes
};
// Throws an incompatible_axes Error for an input without a batch axis, without spatial axes, or
// with axes of another kind.
SpatialInput spatial_input(const Op& in, const SpatialNames& names, const Refusal& refusal);
// Converts a result over five axes to the input's axis order and removes added axes of length 1.
Op spatial_output(const Op& result, const Axes& input);

}  // namespace ng::neon
