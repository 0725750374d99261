// SPDX-License-Identifier: Apache-2.0
// Bindings of activations as functions; the parameterized classes are in Python.
#include "engine/graph/op_def.h"
#include "engine/neon/layers/activation.h"
#include "engine/python/handles.h"
#include "engine/python/neon/bind_neon.h"
#include "engine/python/python_line.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using Guard = py::call_guard<AtPythonLine>;

}  // namespace

void bind_activations(py::module_& m) {
  m.def(
      "rectlin", [](const Op& x, double slope) { return neon::rectlin(slope)(x); }, "x"_a,
      "slope"_a = 0.0, Guard());
  m.def(
      "rectlinclip",
      [](const Op& x, double slope, double cutoff) { return neon::rectlinclip(slope, cutoff)(x); },
      "x"_a, "slope"_a = 0.0, "cutoff"_a = 20.0, Guard());
  m.def(
      "explin", [](const Op& x, double alpha) { return neon::explin(alpha)(x); }, "x"_a,
      "alpha"_a = 1.0, Guard());
  m.def(
      "normalizer", [](const Op& x, double divisor) { return neon::normalizer(divisor)(x); }, "x"_a,
      "divisor"_a = 128.0, Guard());
  m.def("softmax", [](const Op& x) { return neon::softmax()(x); }, "x"_a, Guard());
  m.def("tanh", [](const Op& x) { return neon::tanh()(x); }, "x"_a, Guard());
  m.def("logistic", [](const Op& x) { return neon::logistic()(x); }, "x"_a, Guard());
}

}  // namespace ng::python
