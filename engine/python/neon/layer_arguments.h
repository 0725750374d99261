// SPDX-License-Identifier: Apache-2.0
// Converts arguments of the original's Python layers to the engine's options. Requires the
// interpreter lock.
#pragma once

#include <string>
#include <vector>

#include "engine/neon/layers/activation.h"
#include "engine/neon/layers/batch_norm.h"
#include "engine/neon/layers/convolution.h"
#include "engine/neon/layers/window.h"
#include "engine/python/handles.h"

namespace ng::python {

// An array, a number, or a function of the axes that returns one; None gives an empty initialiser.
// Raises ValueError for other objects. The function is called once for each parameter when that is
// created.
neon::Initialiser initialiser_of(const py::object& given);
// The same of an argument that has no default, such as "weight_init"; refuses None.
neon::Initialiser required_initialiser(const char* argument, const py::object& given);
// Any callable from op to op, or None. Raises TypeError for other objects, and if the result is not
// an op.
neon::Activation activation_of(const py::object& given);
// A flag, None, or the BatchNorm layer to use.
neon::Normalization normalization_of(const py::object& given);

// Converts a dict by axis: C, D, H, W, K. Raises ValueError for other keys.
std::map<std::string, std::int64_t> lengths_by_axis(const py::object& given);
// One length for all axes, or a dict by axis.
neon::WindowLengths window_lengths(const py::object& given);
// A number, two numbers or a name for all axes, or a dict of these.
neon::WindowPaddings window_paddings(const py::object& given);
// Filter lengths in order, or a dict by D, H, W and K.
void set_filter_shape(neon::ConvolutionOptions& options, const py::object& given);
// spatial_axes: names of the input's axes, as a dict by D, H, W, or a tuple for the last of these.
neon::SpatialNames spatial_names(const std::optional<std::string>& channel_axes,
                                 const py::object& spatial_axes);

// The name of a layer; empty if it was given none.
inline std::string name_or_none(const std::optional<std::string>& name) {
  return name.value_or("");
}

}  // namespace ng::python
