// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/layers/affine.h"
#include "engine/neon/layers/lookup_table.h"
#include "engine/python/neon/bind_neon.h"
#include "engine/python/neon/py_layer.h"
#include "engine/session/transformer.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using neon::Layer;
using Name = std::optional<std::string>;
using Guard = py::call_guard<AtPythonLine>;

bool is_initialized(const Layer& layer) {
  const auto* made = dynamic_cast<const PythonLayer*>(&layer);
  return made ? made->initialized() || !layer.own_parameters().empty() : layer.initialized();
}

py::object call_in_scope(Layer& layer, const py::function& function, const py::args& args,
                         const py::kwargs& keywords) {
  auto* made = dynamic_cast<PythonLayer*>(&layer);
  if (!made) throw py::type_error("the layer is not one that Python made");
  return made->call_in_scope(function, args, keywords);
}

std::vector<Op> results_of(const Layer& layer) {
  const auto* made = dynamic_cast<const PythonLayer*>(&layer);
  return made ? made->results : std::vector<Op>();
}

// A part that belongs to a layer of the engine, or the layers that Python gave, as Python has them.
py::list parts_of(const Layer& layer) {
  py::list parts;
  for (const neon::LayerPtr& part : layer.layers()) {
    parts.append(py::cast(std::shared_ptr<Layer>(part)));
  }
  return parts;
}

py::dict parameters_of(const Layer& layer) {
  py::dict parameters;
  for (const Layer::Parameter& parameter : layer.own_parameters()) {
    parameters[py::str(parameter.name)] = parameter.op;
  }
  return parameters;
}

// While a program is inside its `with`, or after it has set Layer.inference_mode.
struct Inference {
  std::vector<std::unique_ptr<neon::InferenceMode>> open;
};

void set_inference_mode(bool on) {
  static thread_local std::unique_ptr<neon::InferenceMode> set;
  set.reset();
  if (neon::InferenceMode::on() != on) set = std::make_unique<neon::InferenceMode>(on);
}

void bind_layer(py::module_& m) {
  py::class_<Layer, PyLayer<Layer>, std::shared_ptr<Layer>> layer(
      m, "Layer", py::dynamic_attr(),
      "Makes ops when it is called on one. A subclass overrides __call__(self, in_obj).");
  layer.def(
      "__init__",
      [](py::detail::value_and_holder& self, const Name& name, const py::kwargs&) {
        const py::handle type(reinterpret_cast<PyObject*>(Py_TYPE(self.inst)));
        auto made = new_layer<Layer>(type.attr("__name__").cast<std::string>(), name_or_none(name));
        py::detail::initimpl::construct<py::class_<Layer, PyLayer<Layer>, std::shared_ptr<Layer>>>(
            self, std::move(made), true);
      },
      py::detail::is_new_style_constructor(), "name"_a = py::none());
  layer.def(
      "__call__", [](Layer& self, const Op& in, const py::kwargs&) { return self(in); }, "in_obj"_a,
      Guard());
  layer.def_property_readonly("kind", &Layer::kind);
  layer.def_property_readonly("name", &Layer::name);
  layer.def_property_readonly("path", &Layer::path, "The scope of its ops.");
  layer.def_property_readonly("initialized", is_initialized, "Has it been called?");
  layer.def_property_readonly("layers", parts_of, "The layers it is made of.");
  layer.def_property_readonly("own_parameters", parameters_of,
                              "Its own variables and persistent tensors by name.");
  layer.def("parameter", &Layer::parameter, "name"_a);
  layer.def_property_readonly("results", results_of, "What its calls gave.");
  layer.def("call_in_scope", call_in_scope, "function"_a);
  layer.def_property_static(
      "inference_mode", [](const py::object&) { return neon::InferenceMode::on(); },
      [](const py::object&, bool on) { set_inference_mode(on); });
  py::class_<Inference>(m, "InferenceMode", "Layers make calls for inference inside the `with`.")
      .def(py::init<>())
      .def("__enter__",
           [](Inference& self) { self.open.push_back(std::make_unique<neon::InferenceMode>()); })
      .def("__exit__", [](Inference& self, const py::args&) { self.open.pop_back(); });
}

void bind_features(py::module_& m) {
  using Extent = std::optional<std::int64_t>;
  LayerClass<neon::Preprocess>(m, "Preprocess", "functor(in_obj), without parameters.")
      .def(py::init([](const py::object& functor, const Name& name) {
             return new_layer<neon::Preprocess>(activation_of(functor), name_or_none(name));
           }),
           "functor"_a, "name"_a = py::none());
  LayerClass<neon::ActivationLayer>(m, "Activation", "An activation as a layer.")
      .def(py::init([](const py::object& transform, const Name& name) {
             return new_layer<neon::ActivationLayer>(activation_of(transform), name_or_none(name));
           }),
           "transform"_a, "name"_a = py::none());
  LayerClass<neon::Linear>(m, "Linear", "W x over the feature axes.")
      .def(py::init([](const py::object& init, Extent nout, const std::optional<Axes>& axes,
                       const std::optional<Axes>& keep_axes, const Name& name) {
             return new_layer<neon::Linear>(neon::LinearOptions{.init = initialiser_of(init),
                                                                .nout = nout,
                                                                .axes = axes.value_or(Axes()),
                                                                .keep_axes = keep_axes,
                                                                .name = name_or_none(name)});
           }),
           "init"_a, "nout"_a = py::none(), "axes"_a = py::none(), "keep_axes"_a = py::none(),
           "name"_a = py::none())
      .def_property_readonly("axes", [](const neon::Linear& self) { return self.axes(); });
  LayerClass<neon::Bias>(m, "Bias", "x + bias, for each channel or feature.")
      .def(py::init([](const py::object& init, bool shared, const Name& name) {
             return new_layer<neon::Bias>(
                 neon::BiasOptions{initialiser_of(init), shared, name_or_none(name)});
           }),
           "init"_a = py::none(), "shared"_a = true, "name"_a = py::none());
  LayerClass<neon::Affine>(m, "Affine", "activation(W x + bias).")
      .def(py::init([](const py::object& weight_init, Extent nout, const py::object& bias_init,
                       const py::object& activation, bool batch_norm,
                       const std::optional<Axes>& axes, const std::optional<Axes>& keep_axes,
                       const Name& name) {
             return new_layer<neon::Affine>(
                 neon::AffineOptions{.weight_init = initialiser_of(weight_init),
                                     .nout = nout,
                                     .axes = axes.value_or(Axes()),
                                     .keep_axes = keep_axes,
                                     .bias_init = initialiser_of(bias_init),
                                     .activation = activation_of(activation),
                                     .batch_norm = batch_norm,
                                     .name = name_or_none(name)});
           }),
           "weight_init"_a, "nout"_a = py::none(), "bias_init"_a = py::none(),
           "activation"_a = py::none(), "batch_norm"_a = false, "axes"_a = py::none(),
           "keep_axes"_a = py::none(), "name"_a = py::none());
}

void bind_statistics(py::module_& m) {
  LayerClass<neon::BatchNorm>(m, "BatchNorm", "Normalises each channel or feature of a batch.")
      .def(py::init(
               [](double rho, double eps, double init_gamma, double init_beta, const Name& name) {
                 return new_layer<neon::BatchNorm>(
                     neon::BatchNormOptions{rho, eps, init_gamma, init_beta, name_or_none(name)});
               }),
           "rho"_a = 0.9, "eps"_a = 1e-3, "init_gamma"_a = 1.0, "init_beta"_a = 0.0,
           "name"_a = py::none())
      .def(
          "set_tuning",
          [](const neon::BatchNorm& self, Transformer& transformer, std::int64_t iteration) {
            self.set_tuning_iteration(transformer, iteration);
          },
          "transformer"_a, "iteration"_a);
  LayerClass<neon::Dropout>(m, "Dropout", "Leaves a part of the features out while training.")
      .def(py::init([](double keep, bool per_sample, const Name& name) {
             return new_layer<neon::Dropout>(
                 neon::DropoutOptions{keep, per_sample, name_or_none(name)});
           }),
           "keep"_a = 0.5, "per_sample"_a = false, "name"_a = py::none());
  LayerClass<neon::LookupTable>(m, "LookupTable", "The row of a table for each index.")
      .def(py::init([](std::int64_t vocab_size, std::int64_t embed_dim, const py::object& init,
                       bool update, std::optional<std::int64_t> pad_idx, const Name& name) {
             return new_layer<neon::LookupTable>(neon::LookupTableOptions{
                 vocab_size, embed_dim, initialiser_of(init), update, pad_idx, name_or_none(name)});
           }),
           "vocab_size"_a, "embed_dim"_a, "init"_a, "update"_a = true, "pad_idx"_a = py::none(),
           "name"_a = py::none());
}

}  // namespace

void PythonLayer::take_result(const py::handle& result) {
  called_ = true;
  if (const Op* op = op_in(result)) results.push_back(*op);
  if (!py::isinstance<py::tuple>(result) && !py::isinstance<py::list>(result)) return;
  for (const py::handle part : py::reinterpret_borrow<py::sequence>(result)) {
    if (const Op* op = op_in(part)) results.push_back(*op);
  }
}

neon::LayerPtr layer_of(const py::object& given) {
  if (!py::isinstance<Layer>(given)) {
    if (!PyCallable_Check(given.ptr())) {
      throw py::type_error("a layer is needed, or a function from op to op, not " +
                           py::repr(given).cast<std::string>());
    }
    return new_layer<neon::Preprocess>(activation_of(given), "");
  }
  return std::shared_ptr<Layer>(given.cast<Layer*>(), [kept = given](Layer*) mutable {
    const py::gil_scoped_acquire locked;
    kept = py::object();
  });
}

neon::Layers layers_of(const py::iterable& given) {
  neon::Layers layers;
  for (const py::handle layer : given) {
    layers.push_back(layer_of(py::reinterpret_borrow<py::object>(layer)));
  }
  return layers;
}

void bind_layers(py::module_& m) {
  bind_layer(m);
  bind_features(m);
  bind_statistics(m);
}

}  // namespace ng::python
