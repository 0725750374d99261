// SPDX-License-Identifier: Apache-2.0
// Bindings of layers over feature axes.
#include "engine/graph/op_def.h"
#include "engine/neon/layers/affine.h"
#include "engine/neon/layers/lookup_table.h"
#include "engine/python/neon/bind_neon.h"
#include "engine/python/neon/cast_argument.h"
#include "engine/python/neon/py_layer.h"
#include "engine/session/transformer.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using Name = std::optional<std::string>;

using Extent = std::optional<std::int64_t>;

// The length of one new axis, or the lengths of several.
struct NewAxes {
  Extent nout;
  std::optional<Axes> axes;
  NewAxes(const py::object& given, const std::optional<Axes>& wanted) : axes(wanted) {
    if (given.is_none() || PyIndex_Check(given.ptr())) {
      nout = given.cast<Extent>();
      return;
    }
    if (wanted) throw py::value_error("a layer takes either nout or axes");
    std::vector<Axis> all;
    const char* const forms = "nout must be an integer or several";
    for (const auto length : cast_argument<std::vector<std::int64_t>>(given, forms))
      all.push_back(make_axis(length));
    axes = Axes(std::move(all));
  }
};

void bind_maps(py::module_& m) {
  LayerClass<neon::Preprocess>(m, "Preprocess",
                               "Applies the function `functor` to its input; has no parameters.")
      .def(py::init([](const py::object& functor, const Name& name) {
             if (functor.is_none())
               refuse_type("functor must be a function from op to op", functor);
             return new_layer<neon::Preprocess>(activation_of(functor), name_or_none(name));
           }),
           "functor"_a, "name"_a = py::none());
  LayerClass<neon::ActivationLayer>(m, "Activation", "Applies an activation.")
      .def(py::init([](const py::object& transform, const Name& name) {
             return new_layer<neon::ActivationLayer>(activation_of(transform), name_or_none(name));
           }),
           "transform"_a, "name"_a = py::none());
  LayerClass<neon::Linear>(m, "Linear", "Linear map W x of the feature axes.")
      .def(py::init([](const py::object& init, const py::object& nout,
                       const std::optional<Axes>& axes, const std::optional<Axes>& keep_axes,
                       const Name& name) {
             const NewAxes made(nout, axes);
             return new_layer<neon::Linear>(
                 neon::LinearOptions{.init = required_initialiser("init", init),
                                     .nout = made.nout,
                                     .axes = made.axes,
                                     .keep_axes = keep_axes,
                                     .name = name_or_none(name)});
           }),
           "init"_a, "nout"_a = py::none(), "axes"_a = py::none(), "keep_axes"_a = py::none(),
           "name"_a = py::none())
      .def_property_readonly("axes", [](const neon::Linear& self) { return self.axes(); });
  LayerClass<neon::Bias>(m, "Bias", "Adds a bias per channel or feature: x + bias.")
      .def(py::init([](const py::object& init, bool shared, const Name& name) {
             return new_layer<neon::Bias>(
                 neon::BiasOptions{initialiser_of(init), shared, name_or_none(name)});
           }),
           "init"_a = py::none(), "shared"_a = true, "name"_a = py::none());
  LayerClass<neon::Affine>(m, "Affine", "Fully connected layer: activation(W x + bias).")
      .def(py::init([](const py::object& weight_init, const py::object& nout,
                       const py::object& bias_init, const py::object& activation,
                       const py::object& batch_norm, const std::optional<Axes>& axes,
                       const std::optional<Axes>& keep_axes, const Name& name) {
             const NewAxes made(nout, axes);
             return new_layer<neon::Affine>(neon::AffineOptions{
                 .weight_init = required_initialiser("weight_init", weight_init),
                 .nout = made.nout,
                 .axes = made.axes,
                 .keep_axes = keep_axes,
                 .bias_init = initialiser_of(bias_init),
                 .activation = activation_of(activation),
                 .batch_norm = normalization_of(batch_norm),
                 .name = name_or_none(name)});
           }),
           "weight_init"_a, "nout"_a = py::none(), "bias_init"_a = py::none(),
           "activation"_a = py::none(), "batch_norm"_a = false, "axes"_a = py::none(),
           "keep_axes"_a = py::none(), "name"_a = py::none());
}

void bind_statistics(py::module_& m) {
  LayerClass<neon::BatchNorm>(m, "BatchNorm", "Batch normalization of each channel or feature.")
      .def(py::init(
               [](double rho, double eps, double init_gamma, double init_beta, const Name& name) {
                 return new_layer<neon::BatchNorm>(
                     neon::BatchNormOptions{rho, eps, init_gamma, init_beta, name_or_none(name)});
               }),
           "rho"_a = 0.9, "eps"_a = 1e-3, "init_gamma"_a = 1.0, "init_beta"_a = 0.0,
           "name"_a = py::none())
      .def_property_readonly("options",
                             [](const neon::BatchNorm& self) {
                               const neon::BatchNormOptions& set = self.options();
                               return py::dict("rho"_a = set.rho, "eps"_a = set.eps,
                                               "init_gamma"_a = set.init_gamma,
                                               "init_beta"_a = set.init_beta);
                             })
      .def(
          "set_options",
          [](neon::BatchNorm& self, double rho, double eps, double init_gamma, double init_beta) {
            self.set_options({rho, eps, init_gamma, init_beta, self.name()});
          },
          "rho"_a, "eps"_a, "init_gamma"_a, "init_beta"_a)
      .def(
          "set_tuning",
          [](const neon::BatchNorm& self, Transformer& transformer, std::int64_t iteration) {
            self.set_tuning_iteration(transformer, iteration);
          },
          "transformer"_a, "iteration"_a);
  LayerClass<neon::Dropout>(m, "Dropout", "Randomly sets features to zero during training.")
      .def(py::init([](double keep, bool per_sample, const Name& name) {
             return new_layer<neon::Dropout>(
                 neon::DropoutOptions{keep, per_sample, name_or_none(name)});
           }),
           "keep"_a = 0.5, "per_sample"_a = false, "name"_a = py::none());
  LayerClass<neon::LookupTable>(m, "LookupTable", "Embedding: the row of a table for each index.")
      .def(py::init([](std::int64_t vocab_size, std::int64_t embed_dim, const py::object& init,
                       bool update, std::optional<std::int64_t> pad_idx, const Name& name) {
             return new_layer<neon::LookupTable>(
                 neon::LookupTableOptions{vocab_size, embed_dim, required_initialiser("init", init),
                                          update, pad_idx, name_or_none(name)});
           }),
           "vocab_size"_a, "embed_dim"_a, "init"_a, "update"_a = true, "pad_idx"_a = py::none(),
           "name"_a = py::none());
}

}  // namespace

void bind_features(py::module_& m) {
  bind_maps(m);
  bind_statistics(m);
}

}  // namespace ng::python
