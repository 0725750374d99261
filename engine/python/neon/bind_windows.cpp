// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/op_def.h"
#include "engine/neon/layers/convolution.h"
#include "engine/python/neon/bind_neon.h"
#include "engine/python/neon/cast_argument.h"
#include "engine/python/neon/py_layer.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using Name = std::optional<std::string>;

// Arguments common to convolution and deconvolution.
struct WindowArguments {
  py::object filter_shape, filter_init, strides, padding, dilation, bias_init, activation;
  py::object batch_norm;
  Name name;

  void put_into(neon::ConvolutionOptions& options) const {
    set_filter_shape(options, filter_shape);
    options.filter_init = required_initialiser("filter_init", filter_init);
    options.strides = window_lengths(strides);
    options.padding = window_paddings(padding);
    options.dilation = window_lengths(dilation);
    options.bias_init = initialiser_of(bias_init);
    options.activation = activation_of(activation);
    options.batch_norm = normalization_of(batch_norm);
    options.name = name_or_none(name);
  }
};

std::shared_ptr<neon::Convolution> make_convolution(
    const py::object& shape, const py::object& init, const py::object& strides,
    const py::object& padding, const py::object& dilation, const py::object& bias_init,
    const py::object& activation, const py::object& batch_norm, const Name& name) {
  neon::ConvolutionOptions options;
  WindowArguments{shape, init, strides, padding, dilation, bias_init, activation, batch_norm, name}
      .put_into(options);
  return new_layer<neon::Convolution>(std::move(options));
}

std::shared_ptr<neon::Deconvolution> make_deconvolution(
    const py::object& shape, const py::object& init, const py::object& strides,
    const py::object& padding, const py::object& dilation, const py::object& bias_init,
    const py::object& activation, const py::object& batch_norm, const py::object& deconv_out_shape,
    const Name& name) {
  neon::DeconvolutionOptions options;
  WindowArguments{shape, init, strides, padding, dilation, bias_init, activation, batch_norm, name}
      .put_into(options);
  options.deconv_out_shape = cast_argument<std::optional<std::vector<std::int64_t>>>(
      deconv_out_shape,
      "deconv_out_shape must be None or integers in the order (W), (H, W) or (D, H, W)");
  return new_layer<neon::Deconvolution>(std::move(options));
}

std::shared_ptr<neon::Pooling> make_pooling(const py::object& shape, const py::object& strides,
                                            const py::object& padding, const std::string& pool_type,
                                            const Name& name) {
  neon::PoolingOptions options;
  if (py::isinstance<py::dict>(shape)) {
    options.pool_lengths = lengths_by_axis(shape);
  } else {
    options.pool_shape = cast_argument<std::vector<std::int64_t>>(
        shape, "a pool shape must be integers, or a dict of them by axis");
  }
  options.strides = window_lengths(strides);
  options.padding = window_paddings(padding);
  options.pool_type = pool_type;
  options.name = name_or_none(name);
  return new_layer<neon::Pooling>(std::move(options));
}

// Calls the layer with optional names of the input's axes. Without names the layer's own call is
// used, which a subclass may override.
template <class L>
Op called(L& layer, const Op& in, const Name& channel_axes, const py::object& spatial_axes) {
  if (!channel_axes && spatial_axes.is_none()) return static_cast<neon::Layer&>(layer)(in);
  return layer(in, spatial_names(channel_axes, spatial_axes));
}

template <class L, class Class>
void bind_call(Class& layer) {
  layer.def("__call__", called<L>, "in_obj"_a, "channel_axes"_a = py::none(),
            "spatial_axes"_a = py::none(), py::call_guard<AtPythonLine>());
}

}  // namespace

void bind_windows(py::module_& m) {
  LayerClass<neon::Convolution> convolution(
      m, "Convolution",
      "Convolution with K filters, then bias or batch normalization, then activation.");
  convolution.def(py::init(&make_convolution), "filter_shape"_a, "filter_init"_a, "strides"_a = 1,
                  "padding"_a = 0, "dilation"_a = 1, "bias_init"_a = py::none(),
                  "activation"_a = py::none(), "batch_norm"_a = false, "name"_a = py::none());
  bind_call<neon::Convolution>(convolution);
  py::class_<neon::Deconvolution, neon::Convolution, PyLayer<neon::Deconvolution>,
             std::shared_ptr<neon::Deconvolution>>
      deconvolution(m, "Deconvolution",
                    "Transposed convolution, then bias or batch normalization, then activation.");
  deconvolution.def(py::init(&make_deconvolution), "filter_shape"_a, "filter_init"_a,
                    "strides"_a = 1, "padding"_a = 0, "dilation"_a = 1, "bias_init"_a = py::none(),
                    "activation"_a = py::none(), "batch_norm"_a = false,
                    "deconv_out_shape"_a = py::none(), "name"_a = py::none());
  LayerClass<neon::Pooling> pooling(m, "Pooling", "Maximum or mean of each window.");
  pooling.def(py::init(&make_pooling), "pool_shape"_a, "strides"_a = 1, "padding"_a = 0,
              "pool_type"_a = "max", "name"_a = py::none());
  bind_call<neon::Pooling>(pooling);
}

}  // namespace ng::python
