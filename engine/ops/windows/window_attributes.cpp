// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/windows/window_attributes.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"

namespace ng {
namespace {

// Larger than any axis that fits into memory, and small enough that products fit into 128 bits.
constexpr std::int64_t most = std::int64_t{1} << 40;

void require_between(const WindowAxis& axis, const char* what, std::int64_t value,
                     std::int64_t least) {
  if (value >= least && value <= most) return;
  Diagnostic diagnostic;
  diagnostic.what = std::string(what) + " of a window is out of bounds";
  diagnostic.found = std::to_string(value) + " along " + axis.name;
  diagnostic.expected = std::to_string(least) + " to 2^40";
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::string padding_text(const WindowAxis& axis) {
  const std::string before = std::to_string(axis.padding);
  return axis.after == axis.padding
             ? before
             : before + " before and " + std::to_string(axis.after) + " after";
}

__int128 checked_span(const WindowAxis& axis) {
  require_between(axis, "the padding", axis.padding, 0);
  require_between(axis, "the padding after the image", axis.after, 0);
  require_between(axis, "the stride", axis.stride, 1);
  require_between(axis, "the dilation", axis.dilation, 1);
  require_between(axis, "the length", axis.window, 1);
  require_between(axis, "the image", axis.image, 1);
  return static_cast<__int128>(axis.dilation) * (axis.window - 1) + 1;
}

}  // namespace

std::int64_t output_length(const WindowAxis& axis) {
  const __int128 span = checked_span(axis);
  const __int128 room = static_cast<__int128>(axis.image) + axis.padding + axis.after - span;
  if (room >= 0) return static_cast<std::int64_t>(room / axis.stride) + 1;
  Diagnostic diagnostic;
  diagnostic.what = "the window is larger than the padded image along " + axis.name;
  diagnostic.found = "window " + std::to_string(axis.window) + ", dilation " +
                     std::to_string(axis.dilation) + ", image " + std::to_string(axis.image) +
                     ", padding " + padding_text(axis);
  diagnostic.expected = axis.after == axis.padding
                            ? "dilation (window - 1) + 1 at most image + 2 padding"
                            : "dilation (window - 1) + 1 at most image + padding";
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::int64_t image_length(const WindowAxis& axis) {
  const __int128 span = checked_span(axis);
  const __int128 length =
      static_cast<__int128>(axis.stride) * (axis.image - 1) + span - axis.padding - axis.after;
  if (length >= 1 && length <= most) return static_cast<std::int64_t>(length);
  Diagnostic diagnostic;
  diagnostic.what = "a deconvolution's result would have an invalid length along " + axis.name;
  diagnostic.found = "input " + std::to_string(axis.image) + ", filter " +
                     std::to_string(axis.window) + ", padding " + padding_text(axis) + ", stride " +
                     std::to_string(axis.stride);
  refuse(ErrorKind::value, std::move(diagnostic));
}

void require_fit(const WindowAxis& axis) {
  const std::int64_t length = output_length(axis);
  if (length == axis.output) return;
  Diagnostic diagnostic;
  diagnostic.what = "the length of the result along " + axis.name + " does not match the window";
  diagnostic.found = std::to_string(axis.output);
  diagnostic.expected = std::to_string(length) + ": image " + std::to_string(axis.image) +
                        ", window " + std::to_string(axis.window) + ", padding " +
                        padding_text(axis) + ", stride " + std::to_string(axis.stride) +
                        ", dilation " + std::to_string(axis.dilation);
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::int64_t required(const Attributes& attributes, const std::string& key, const OpDef& def) {
  if (attributes.has(key)) return attributes.get<std::int64_t>(key);
  Diagnostic diagnostic;
  diagnostic.what = "'" + std::string(def.name) + "' is missing the parameter '" + key + "'";
  diagnostic.expected = "an integer for each parameter";
  refuse(ErrorKind::value, std::move(diagnostic));
}

void require_rank_five(const Axes& axes, const std::string& what) {
  Diagnostic diagnostic;
  diagnostic.found = std::to_string(axes.size()) + " axes (" + axes.text() + ")";
  if (axes.size() != 5) {
    diagnostic.what = what + " must have 5 axes";
    diagnostic.action = "give absent axes the length 1";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  for (const Axis& axis : axes) {
    if (axis.known_length().value_or(1) > 0) continue;
    diagnostic.what = what + " must not be empty";
    diagnostic.expected = "lengths of at least 1";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
}

void require_same_length(const Axis& a, const std::string& of_a, const Axis& b,
                         const std::string& of_b) {
  const auto left = a.known_length(), right = b.known_length();
  if (!left || !right || *left == *right) return;
  Diagnostic diagnostic;
  diagnostic.what = "corresponding axes have different lengths";
  diagnostic.found = a.text() + " of " + of_a + " and " + b.text() + " of " + of_b;
  diagnostic.expected = "equal lengths";
  refuse(ErrorKind::value, std::move(diagnostic));
}

Attributes window_attributes(const OpDef& def, const WindowParams& params,
                             std::initializer_list<std::string_view> informative) {
  Attributes attributes;
  for (const auto& [key, value] : params) {
    const std::string_view name = key;
    if (std::find(informative.begin(), informative.end(), name) != informative.end()) continue;
    if (std::find(def.attributes.begin(), def.attributes.end(), name) == def.attributes.end()) {
      Diagnostic diagnostic;
      diagnostic.what = "'" + std::string(def.name) + "' has no parameter '" + key + "'";
      std::string known;
      for (const std::string_view own : def.attributes) {
        if (own != "axes" && own != "dtype")
          known += (known.empty() ? "" : ", ") + std::string(own);
      }
      diagnostic.expected = "one of: " + known;
      refuse(ErrorKind::value, std::move(diagnostic));
    }
    attributes.set(key, value);
  }
  return attributes;
}

}  // namespace ng
