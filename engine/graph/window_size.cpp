// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/window_size.h"

#include <algorithm>

#include "engine/base/error.h"

namespace ng {
namespace {

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
}

Padding named_padding(const std::string& rule, const Window& window) {
  const std::int64_t span = window.span();
  if (rule == "valid") return {0, 0};
  if (rule == "full") return {span - 1, span - 1};
  if (rule == "causal") return {span - 1, 0};
  if (rule == "same") {
    const std::int64_t outputs = (window.input + window.stride - 1) / window.stride;
    const std::int64_t total =
        std::max<std::int64_t>(0, window.stride * (outputs - 1) + span - window.input);
    return {total / 2, total - total / 2};
  }
  Diagnostic diagnostic;
  diagnostic.what = "unknown padding rule '" + rule + "'";
  diagnostic.expected = "a number, a pair of numbers, or one of valid, same, causal, full";
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::int64_t checked(std::int64_t size, const char* what, const Window& window, Padding padding) {
  if (size >= 0) return size;
  Diagnostic diagnostic;
  diagnostic.what = std::string("Invalid ") + what + " specifications, size of output would be <0";
  diagnostic.found = "input " + std::to_string(window.input) + ", filter " +
                     std::to_string(window.filter) + ", dilation " +
                     std::to_string(window.dilation) + ", padding (" +
                     std::to_string(padding.before) + ", " + std::to_string(padding.after) + ")";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace

Padding Window::padding(const PaddingRule& rule) const {
  if (auto* both = std::get_if<std::int64_t>(&rule)) return {*both, *both};
  if (auto* pair = std::get_if<Padding>(&rule)) return *pair;
  return named_padding(std::get<std::string>(rule), *this);
}

std::int64_t Window::output_size(const PaddingRule& rule) const {
  if (stride < 1) refuse(ErrorKind::value, "strides must be at least 1");
  const Padding pad = padding(rule);
  if (pooling && std::max(pad.before, pad.after) >= span()) {
    refuse(ErrorKind::value, "Padding dim (" + std::to_string(pad.before) + ", " +
                                 std::to_string(pad.after) + ") incompatible with filter size " +
                                 std::to_string(filter));
  }
  const std::int64_t room = input + pad.before + pad.after - span();
  return checked(floor_divide(room, stride) + 1, "convolution", *this, pad);
}

std::int64_t Window::transpose_size(const PaddingRule& rule) const {
  const Padding pad = padding(rule);
  const std::int64_t size = stride * (input - 1) + span() - pad.before - pad.after;
  return checked(size, "transposed convolution", *this, pad);
}

}  // namespace ng
