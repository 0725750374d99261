// SPDX-License-Identifier: Apache-2.0
// Bindings of reductions, counts, dot products and costs.
#include "engine/ops/reductions/reduction.h"

#include "engine/ops/dot.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/softmax.h"
#include "engine/ops/result_type.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/python_line.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using Guard = py::call_guard<AtPythonLine>;
using OptionalAxes = std::optional<Axes>;
using OptionalType = std::optional<DType>;
using Reducer = Op (*)(const Operand&, const Over&);

template <Reducer F>
void bind_reduction(py::module_& m, const char* name) {
  m.def(
      name,
      [](const Operand& x, const OptionalAxes& reduction_axes, const OptionalAxes& out_axes,
         OptionalType dtype) {
        const ScopedResultType type(dtype.value_or(current_result_type()));
        return F(x, {reduction_axes, out_axes});
      },
      "x"_a, "reduction_axes"_a = py::none(), "out_axes"_a = py::none(), "dtype"_a = py::none(),
      doc_of(name), Guard());
}

template <Reducer F>
void bind_position(py::module_& m, const char* name) {
  m.def(
      name,
      [](const Operand& x, const OptionalAxes& reduction_axes, const OptionalAxes& out_axes,
         OptionalType dtype) {
        const Op found = F(x, {reduction_axes, out_axes});
        return dtype && *dtype != DType::i32 ? value_of(found, dtype) : found;
      },
      "x"_a, "reduction_axes"_a = py::none(), "out_axes"_a = py::none(), "dtype"_a = py::none(),
      doc_of(name), Guard());
}

// Binds reductions that also accept out_axes before the reduction axes.
template <Reducer F>
void bind_to_axes(py::module_& m, const char* name) {
  m.def(
      name,
      [](const Operand& x, const OptionalAxes& out_axes, const OptionalAxes& reduction_axes) {
        return F(x, {reduction_axes, out_axes});
      },
      "x"_a, "out_axes"_a = py::none(), "reduction_axes"_a = py::none(), doc_of(name), Guard());
}

// The shortcut arguments of the original selected a fused form; they are accepted and ignored,
// because a pass finds the fused form.
template <Op (*F)(const Operand&, const Operand&, const Over&, bool)>
void bind_cross_entropy(py::module_& m, const char* name, const char* shortcut, const char* doc) {
  m.def(
      name,
      [](const Operand& y, const Operand& t, bool usebits, const OptionalAxes& out_axes, bool,
         bool) {
        return F(y, t, {std::nullopt, out_axes}, usebits);
      },
      "y"_a, "t"_a, "usebits"_a = false, "out_axes"_a = py::none(), py::arg(shortcut) = true,
      "enable_diff_opt"_a = true, doc, Guard());
}

}  // namespace

void bind_reductions(py::module_& m) {
  bind_reduction<sum>(m, "sum");
  bind_reduction<prod>(m, "prod");
  bind_reduction<max>(m, "max");
  bind_reduction<min>(m, "min");
  bind_reduction<mean>(m, "mean");
  bind_reduction<tensor_size>(m, "tensor_size");
  bind_position<argmax>(m, "argmax");
  bind_position<argmin>(m, "argmin");
  bind_to_axes<variance>(m, "variance");
  bind_to_axes<squared_L2>(m, "squared_L2");
  bind_to_axes<L1_norm>(m, "L1_norm");
  m.def(
      "L2_norm",
      [](const Operand& x, double eps, const OptionalAxes& out_axes,
         const OptionalAxes& reduction_axes) {
        return L2_norm(x, {reduction_axes, out_axes}, eps);
      },
      "x"_a, "eps"_a = 1e-8, "out_axes"_a = py::none(), "reduction_axes"_a = py::none(),
      doc_of("L2_norm"), Guard());
  m.def("batch_size", &batch_size, "x"_a, doc_of("batch_size"), Guard());
  m.def(
      "dot",
      [](const Operand& x, const Operand& y, OptionalType dtype) {
        const ScopedResultType type(dtype.value_or(current_result_type()));
        return dot(x, y);
      },
      "x"_a, "y"_a, "dtype"_a = py::none(), doc_of("dot"), Guard());
  m.def("softmax", &softmax, "x"_a, "normalization_axes"_a = py::none(), doc_of("softmax"),
        Guard());
  bind_cross_entropy<cross_entropy_multi>(m, "cross_entropy_multi", "enable_softmax_opt",
                                          doc_of("cross_entropy_multi"));
  bind_cross_entropy<cross_entropy_binary>(m, "cross_entropy_binary", "enable_sig_opt",
                                           "Sum of cross_entropy_binary_inner over all axes except "
                                           "batch and recurrent, or to out_axes.");
  m.def(
      "cross_entropy_binary_inner",
      [](const Operand& y, const Operand& t, bool, bool) {
        return cross_entropy_binary_inner(y, t);
      },
      "y"_a, "t"_a, "enable_sig_opt"_a = true, "enable_diff_opt"_a = true,
      doc_of("cross_entropy_binary_inner"), Guard());
}

}  // namespace ng::python
