// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/layers/recurrent.h"

#include "engine/graph/op_def.h"
#include "engine/neon/layers/birnn.h"
#include "engine/python/neon/bind_neon.h"
#include "engine/python/neon/cast_argument.h"
#include "engine/python/neon/py_layer.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using neon::RecurrentLayer;
using Name = std::optional<std::string>;

// Arguments common to the recurrent layers.
template <class Options>
Options options_of(std::int64_t nout, const py::object& init, const py::object& init_inner,
                   const py::object& activation, bool batch_norm, bool reset_cells,
                   bool return_sequence, bool backward, const Name& name) {
  Options options;
  options.nout = nout;
  options.init = required_initialiser("init", init);
  options.init_inner = initialiser_of(init_inner);
  options.activation = activation_of(activation);
  options.batch_norm = batch_norm;
  options.reset_cells = reset_cells;
  options.return_sequence = return_sequence;
  options.backward = backward;
  options.name = name_or_none(name);
  return options;
}

std::shared_ptr<neon::Recurrent> make_recurrent(std::int64_t nout, const py::object& init,
                                                const py::object& init_inner,
                                                const py::object& activation, bool batch_norm,
                                                bool reset_cells, bool return_sequence,
                                                bool backward, const Name& name) {
  return new_layer<neon::Recurrent>(
      options_of<neon::RecurrentOptions>(nout, init, init_inner, activation, batch_norm,
                                         reset_cells, return_sequence, backward, name));
}

template <class L>
std::shared_ptr<L> make_gated(std::int64_t nout, const py::object& init,
                              const py::object& init_inner, const py::object& activation,
                              const py::object& gate_activation, bool batch_norm, bool reset_cells,
                              bool return_sequence, bool backward, const Name& name) {
  auto options = options_of<neon::RecurrentOptions>(nout, init, init_inner, activation, batch_norm,
                                                    reset_cells, return_sequence, backward, name);
  options.gate_activation = activation_of(gate_activation);
  return new_layer<L>(std::move(options));
}

std::shared_ptr<neon::BiRNN> make_birnn(std::int64_t nout, const py::object& init,
                                        const py::object& init_inner, const py::object& activation,
                                        bool batch_norm, bool reset_cells, bool return_sequence,
                                        bool sum_out, bool concat_out, const Name& name) {
  auto options = options_of<neon::BiRNNOptions>(nout, init, init_inner, activation, batch_norm,
                                                reset_cells, return_sequence, false, name);
  options.sum_out = sum_out;
  options.concat_out = concat_out;
  return new_layer<neon::BiRNN>(std::move(options));
}

// None, one state, or several in the layer's order.
std::vector<Op> states_of(const py::object& given) {
  if (given.is_none()) return {};
  if (const Op* op = op_in(given)) return {*op};
  return cast_argument<std::vector<Op>>(given, "states must be an op or a list of ops");
}

// A Sequential passes its keywords to all of its layers: the names of spatial axes, which recurrent
// layers do not use.
py::object call_recurrent(RecurrentLayer& self, const Op& in, const py::object& init_state,
                          bool return_cell_state, const py::object& /*channel_axes*/,
                          const py::object& /*spatial_axes*/) {
  const std::vector<Op> first = states_of(init_state);
  if (first.empty() && !return_cell_state) return py::cast(static_cast<neon::Layer&>(self)(in));
  const std::vector<Op> states = self.states(in, first);
  if (!return_cell_state) return py::cast(states[0]);
  return py::tuple(py::cast(states));
}

// One op for both directions, or one for each, as another BiRNN returns them.
std::pair<Op, Op> pair_of(const py::object& given, const char* what) {
  if (const auto op = as_op(given)) return {*op, *op};
  const auto both = cast_argument<std::vector<Op>>(given, "an input must be an op or two ops");
  if (both.size() != 2 || both[0].axes() != both[1].axes()) {
    throw py::value_error(std::string(what) +
                          " of a BiRNN is an op, or two ops over the same axes");
  }
  return {both[0], both[1]};
}

py::object call_birnn(neon::BiRNN& self, const py::object& in, const py::object& init_state,
                      const py::object& /*channel_axes*/, const py::object& /*spatial_axes*/) {
  const Op* one = op_in(in);
  if (self.joins() && one && init_state.is_none()) {
    return py::cast(static_cast<neon::Layer&>(self)(*one));
  }
  const auto [forward, backward] = pair_of(in, "the input");
  std::vector<Op> both;
  if (init_state.is_none()) {
    both = self.outputs(forward, backward);
  } else {
    const auto [forward_init, backward_init] = pair_of(init_state, "init_state");
    both = self.outputs(forward, backward, {forward_init}, {backward_init});
  }
  return self.joins() ? py::cast(self.joined(both)) : py::object(py::tuple(py::cast(both)));
}

Op call_unroll(const std::shared_ptr<neon::RNNCell>& cell, std::int64_t num_steps, const Op& inputs,
               const py::object& init_states, bool reset_cells, bool return_sequence,
               bool reverse_mode) {
  neon::UnrollOptions options;
  const py::object state =
      py::isinstance<py::dict>(init_states) ? init_states.attr("get")("h") : init_states;
  if (!state.is_none()) options.init_state = state.cast<Op>();
  options.reset_cells = reset_cells;
  options.return_sequence = return_sequence;
  options.reverse_mode = reverse_mode;
  return neon::unroll(cell, num_steps, inputs, options);
}

void bind_cells(py::module_& m) {
  LayerClass<neon::RNNCell>(m, "RNNCell", "One step of a recurrent layer; see unroll.")
      .def(py::init([](std::int64_t nout, const py::object& init, const py::object& init_h2h,
                       const py::object& bias_init, const py::object& activation, bool batch_norm,
                       bool reset_cells, const Name& name) {
             if (!reset_cells) {
               throw py::value_error(
                   "a cell keeps no state; use unroll(cell, ..., reset_cells=False)");
             }
             return new_layer<neon::RNNCell>(
                 neon::RNNCellOptions{nout, required_initialiser("init", init),
                                      initialiser_of(init_h2h), initialiser_of(bias_init),
                                      activation_of(activation), batch_norm, name_or_none(name)});
           }),
           "nout"_a, "init"_a, "init_h2h"_a = py::none(), "bias_init"_a = py::none(),
           "activation"_a = py::none(), "batch_norm"_a = false, "reset_cells"_a = true,
           "name"_a = py::none())
      .def(
          "step",
          [](neon::RNNCell& self, const Op& in, const Op& h) {
            return self.step(self.from_input(in), h);
          },
          "in_obj"_a, "h"_a, py::call_guard<AtPythonLine>());
  m.def("unroll", call_unroll, "cell"_a, "num_steps"_a, "inputs"_a, "init_states"_a = py::none(),
        "reset_cells"_a = true, "return_sequence"_a = true, "reverse_mode"_a = false,
        py::call_guard<AtPythonLine>());
}

}  // namespace

void bind_recurrent(py::module_& m) {
  const auto none = py::none();
  py::class_<RecurrentLayer, neon::Layer, std::shared_ptr<RecurrentLayer>>(m, "RecurrentLayer")
      .def("__call__", call_recurrent, "in_obj"_a, "init_state"_a = none,
           "return_cell_state"_a = false, "channel_axes"_a = none, "spatial_axes"_a = none,
           py::call_guard<AtPythonLine>())
      .def_property_readonly(
          "initial_states", [](const RecurrentLayer& self) { return self.initial_states(); },
          "States from which the last call starts.");
  py::class_<neon::Recurrent, RecurrentLayer, PyLayer<neon::Recurrent>,
             std::shared_ptr<neon::Recurrent>>(m, "Recurrent", "Simple recurrent layer.")
      .def(py::init(&make_recurrent), "nout"_a, "init"_a, "init_inner"_a = none,
           "activation"_a = none, "batch_norm"_a = false, "reset_cells"_a = true,
           "return_sequence"_a = true, "backward"_a = false, "name"_a = none);
  const auto gated = [&]<class L>(std::type_identity<L>, const char* name, const char* doc) {
    py::class_<L, RecurrentLayer, PyLayer<L>, std::shared_ptr<L>>(m, name, doc)
        .def(py::init(&make_gated<L>), "nout"_a, "init"_a, "init_inner"_a = none,
             "activation"_a = none, "gate_activation"_a = none, "batch_norm"_a = false,
             "reset_cells"_a = true, "return_sequence"_a = true, "backward"_a = false,
             "name"_a = none);
  };
  gated(std::type_identity<neon::LSTM>(), "LSTM", "Long short-term memory layer.");
  gated(std::type_identity<neon::GRU>(), "GRU", "Gated recurrent unit layer.");
  LayerClass<neon::BiRNN>(m, "BiRNN", "Bidirectional recurrent layer.")
      .def(py::init(&make_birnn), "nout"_a, "init"_a, "init_inner"_a = none, "activation"_a = none,
           "batch_norm"_a = false, "reset_cells"_a = false, "return_sequence"_a = true,
           "sum_out"_a = false, "concat_out"_a = false, "name"_a = none)
      .def("__call__", call_birnn, "in_obj"_a, "init_state"_a = none, "channel_axes"_a = none,
           "spatial_axes"_a = none, py::call_guard<AtPythonLine>());
  bind_cells(m);
}

}  // namespace ng::python
