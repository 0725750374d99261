// SPDX-License-Identifier: Apache-2.0
#include "engine/python/neon/layer_arguments.h"

#include <array>

#include "engine/python/neon/cast_argument.h"
#include "engine/python/neon/py_layer.h"

namespace ng::python {
namespace {

constexpr std::array spatial_axes_in_order = {"D", "H", "W"};

[[noreturn]] void refuse_argument(const std::string& what, const py::handle& found) {
  throw py::value_error(what + ", not " + py::repr(found).cast<std::string>());
}

// Older programs name the axes of windows T, R and S, or use keys such as "str_h" and "pad_w".
std::string axis_of_key(const py::handle& key) {
  static const std::map<std::string, std::string> older = {{"T", "D"}, {"R", "H"}, {"S", "W"},
                                                           {"J", "C"}, {"c", "C"}, {"d", "D"},
                                                           {"h", "H"}, {"w", "W"}};
  const auto name = key.cast<std::string>();
  const bool prefixed = name.size() == 5 && name[3] == '_';
  const auto found = older.find(prefixed ? name.substr(4) : name);
  const std::string axis = found == older.end() ? name : found->second;
  if (axis.size() != 1 || std::string("CDHWK").find(axis) == std::string::npos)
    refuse_argument("keys of windows must be axes of C, D, H, W and K", key);
  return axis;
}

constexpr const char* padding_forms = "a padding must be an integer, two integers or a name";
constexpr const char* shape_forms = "a filter shape must be integers, or a dict of them by axis";

neon::WindowPadding padding_of(const py::handle& given) {
  if (py::isinstance<py::str>(given)) return given.cast<std::string>();
  if (py::isinstance<py::tuple>(given) || py::isinstance<py::list>(given)) {
    return cast_argument<std::pair<std::int64_t, std::int64_t>>(given, padding_forms);
  }
  return cast_argument<std::int64_t>(given, padding_forms);
}

}  // namespace

neon::Initialiser initialiser_of(const py::object& given) {
  if (given.is_none()) return {};
  if (PyCallable_Check(given.ptr()) && !op_in(given)) {
    return [given](const Axes& axes, std::uint64_t seed) -> Initial {
      const py::object made = given(axes);
      if (const Op* op = op_in(made)) return *op;
      if (py::isinstance<InitialSamples>(made)) {
        InitialSamples samples = made.cast<InitialSamples>();
        samples.seed = seed;
        return samples;
      }
      auto tensor = tensor_of(made);
      if (!tensor) refuse_argument("an initialiser must return an array or a number", made);
      return std::move(*tensor);
    };
  }
  const auto tensor = tensor_of(given);
  if (!tensor)
    refuse_argument("an initialiser must be a function of axes, an array or a number", given);
  return neon::numbers(*tensor);
}

neon::Initialiser required_initialiser(const char* argument, const py::object& given) {
  if (given.is_none())
    refuse_argument(
        std::string(argument) + " must be an initialiser: a function of axes, an array or a number",
        given);
  return initialiser_of(given);
}

neon::Normalization normalization_of(const py::object& given) {
  if (given.is_none()) return false;
  py::detail::make_caster<bool> flag;
  if (py::isinstance<neon::Layer>(given)) {
    if (auto layer = std::dynamic_pointer_cast<neon::BatchNorm>(layer_of(given))) return layer;
  } else if (flag.load(given, true)) {
    return py::detail::cast_op<bool>(flag);
  }
  refuse_type("batch_norm must be a BatchNorm layer, True or False", given);
}

neon::Activation activation_of(const py::object& given) {
  if (given.is_none()) return {};
  if (!PyCallable_Check(given.ptr()))
    refuse_type("an activation must be a function from op to op", given);
  return [given](const Op& x) {
    const py::object made = given(x);
    const auto op = as_op(made);
    if (!op) {
      throw py::type_error(py::repr(given).cast<std::string>() + " returned " +
                           py::repr(made).cast<std::string>() + ", not an op");
    }
    return *op;
  };
}

std::map<std::string, std::int64_t> lengths_by_axis(const py::object& given) {
  std::map<std::string, std::int64_t> by_axis;
  for (const auto& [key, length] : py::reinterpret_borrow<py::dict>(given)) {
    by_axis[axis_of_key(key)] =
        cast_argument<std::int64_t>(length, "lengths and strides by axis must be integers");
  }
  return by_axis;
}

neon::WindowLengths window_lengths(const py::object& given) {
  if (py::isinstance<py::dict>(given)) return lengths_by_axis(given);
  return cast_argument<std::int64_t>(
      given, "strides and dilations must be an integer, or a dict of them by axis");
}

neon::WindowPaddings window_paddings(const py::object& given) {
  if (!py::isinstance<py::dict>(given)) {
    const neon::WindowPadding padding = padding_of(given);
    if (const auto* both = std::get_if<std::int64_t>(&padding)) return *both;
    if (const auto* word = std::get_if<std::string>(&padding)) return *word;
    std::map<std::string, neon::WindowPadding> all;
    for (const char* axis : spatial_axes_in_order) all[axis] = padding;
    return all;
  }
  std::map<std::string, neon::WindowPadding> by_axis;
  for (const auto& [axis, padding] : py::reinterpret_borrow<py::dict>(given)) {
    by_axis[axis_of_key(axis)] = padding_of(padding);
  }
  return by_axis;
}

void set_filter_shape(neon::ConvolutionOptions& options, const py::object& given) {
  if (py::isinstance<py::dict>(given))
    options.filter_lengths = lengths_by_axis(given);
  else
    options.filter_shape = cast_argument<std::vector<std::int64_t>>(given, shape_forms);
}

neon::SpatialNames spatial_names(const std::optional<std::string>& channel_axes,
                                 const py::object& spatial_axes) {
  neon::SpatialNames names;
  names.channel = channel_axes.value_or("C");
  if (spatial_axes.is_none()) return names;
  if (py::isinstance<py::dict>(spatial_axes)) {
    names.spatial = spatial_axes.cast<std::map<std::string, std::string>>();
    return names;
  }
  std::vector<std::string> given;
  if (py::isinstance<py::str>(spatial_axes)) {
    given = {spatial_axes.cast<std::string>()};
  } else {
    given = spatial_axes.cast<std::vector<std::string>>();
  }
  if (given.size() > spatial_axes_in_order.size()) {
    refuse_argument("spatial_axes must be at most three names", spatial_axes);
  }
  const std::size_t skipped = spatial_axes_in_order.size() - given.size();
  for (std::size_t i = 0; i < given.size(); ++i) {
    names.spatial[spatial_axes_in_order[skipped + i]] = given[i];
  }
  return names;
}

}  // namespace ng::python
