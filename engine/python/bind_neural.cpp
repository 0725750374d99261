// SPDX-License-Identifier: Apache-2.0
// Bindings of convolution, pooling, lookup, ctc and random ops.
#include "engine/base/error.h"
#include "engine/ops/lookup.h"
#include "engine/ops/random.h"
#include "engine/ops/reductions/ctc.h"
#include "engine/ops/windows/convolution.h"
#include "engine/ops/windows/pooling.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/python_line.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using Guard = py::call_guard<AtPythonLine>;
using OptionalAxes = std::optional<Axes>;

// The integer entries of a parameter dict; the front end uses the other entries.
WindowParams window_params(const py::dict& given) {
  WindowParams params;
  for (const auto& [key, value] : given) {
    if (PyIndex_Check(value.ptr())) params[key.cast<std::string>()] = value.cast<std::int64_t>();
  }
  return params;
}

using Convolving = Op (*)(const WindowParams&, const Operand&, const Operand&, const OptionalAxes&);

template <Convolving F>
void bind_convolving(py::module_& m, const char* name, const char* doc) {
  m.def(
      name,
      [](const py::dict& conv_params, const Operand& inputs, const Operand& filters,
         const OptionalAxes& axes) { return F(window_params(conv_params), inputs, filters, axes); },
      "conv_params"_a, "inputs"_a, "filters"_a, "axes"_a = py::none(), doc, Guard());
}

Op make_pooling(const py::dict& pool_params, const Operand& inputs, const OptionalAxes& axes) {
  if (!pool_params.contains("op")) {
    refuse(ErrorKind::key, "pooling needs the parameter 'op': \"max\" or \"avg\"");
  }
  return pooling(py::str(pool_params["op"]).cast<std::string>(), window_params(pool_params), inputs,
                 axes);
}

}  // namespace

void bind_neural(py::module_& m) {
  bind_convolving<convolution>(m, "convolution", doc_of("convolution"));
  bind_convolving<deconvolution>(
      m, "deconvolution",
      "Transposed convolution: the gradient of convolution with respect to its inputs.");
  m.def("pooling", make_pooling, "pool_params"_a, "inputs"_a, "axes"_a = py::none(),
        doc_of("pooling"), Guard());
  m.def(
      "lookuptable",
      [](const Operand& lut, const Operand& idx, const Axes& axes, bool update,
         std::optional<std::int64_t> pad_idx) {
        return lookuptable(lut, idx, axes, {update, pad_idx});
      },
      "lut"_a, "idx"_a, "axes"_a, "update"_a = true, "pad_idx"_a = py::none(),
      doc_of("lookuptable"), Guard());
  m.def("ctc", &ctc, "activations"_a, "labels"_a, "activation_lens"_a, "label_lens"_a,
        "axes"_a = py::none(), doc_of("ctc"), Guard());
  m.def("uniform", &uniform, "x"_a, "low"_a = 0.0, "high"_a = 1.0, "state"_a = py::none(),
        doc_of("uniform"), Guard());
  m.def("normal", &normal, "x"_a, "loc"_a = 0.0, "scale"_a = 1.0, "state"_a = py::none(),
        doc_of("normal"), Guard());
  m.def(
      "random_state", [](std::uint64_t seed) { return random_state(seed, python_line()); },
      "seed"_a, "Random state (seed and number of runs), which several ops may share.");
  m.def("random_samples", &random_samples, "distribution"_a, "x"_a, "first"_a, "second"_a,
        "Random samples of the named distribution over the axes of x.", Guard());
  m.def("seed_random", &seed_random, "seed"_a, "Set the seed of random ops created from now on.");
}

}  // namespace ng::python
