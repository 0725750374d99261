// SPDX-License-Identifier: Apache-2.0
// What the original's layers are given in Python, as the engine's options. The interpreter lock is
// held.
#pragma once

#include <string>
#include <vector>

#include "engine/neon/layers/activation.h"
#include "engine/neon/layers/window.h"
#include "engine/python/handles.h"

namespace ng::python {

// A function of the axes that gives an array or number, or one of these; None gives an empty one.
// ValueError for anything else. It is called once for each parameter, when that is made.
neon::Initialiser initialiser_of(const py::object& given);
// Any callable from op to op, or None. TypeError for anything else, and when its result is no op.
neon::Activation activation_of(const py::object& given);

// Of a dict, by axis: C, D, H, W, K.
std::map<std::string, std::int64_t> lengths_by_axis(const py::object& given);
// One length for all axes, or a dict by axis.
neon::WindowLengths window_lengths(const py::object& given);
// A number, two numbers or a word for all axes, or a dict of them.
neon::WindowPaddings window_paddings(const py::object& given);
// A filter's lengths in order, or by D, H, W and K; axes without one have length 1.
std::vector<std::int64_t> filter_shape(const py::object& given);
// spatial_axes: names of the input's axes, as a dict by D, H, W, or a tuple for the last of these.
neon::SpatialNames spatial_names(const std::optional<std::string>& channel_axes,
                                 const py::object& spatial_axes);

// What a layer's name is without one: empty.
inline std::string name_or_none(const std::optional<std::string>& name) {
  return name.value_or("");
}

}  // namespace ng::python
