// SPDX-License-Identifier: Apache-2.0
// Bindings of cross-entropies. The shortcut arguments of the original selected a fused form; they
// are accepted and ignored, because a pass finds the fused form.
#include "engine/graph/op_def.h"
#include "engine/ops/reductions/softmax.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/python_line.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using Guard = py::call_guard<AtPythonLine>;
using OptionalAxes = std::optional<Axes>;

template <Op (*F)(const Operand&, const Operand&, const Over&, bool)>
void bind_cross_entropy(py::module_& m, const char* name, const char* shortcut, const char* doc) {
  m.def(
      name,
      [](const Operand& y, const Operand& t, bool usebits, const OptionalAxes& out_axes, bool,
         bool) { return F(y, t, {std::nullopt, out_axes}, usebits); },
      "y"_a, "t"_a, "usebits"_a = false, "out_axes"_a = py::none(), py::arg(shortcut) = true,
      "enable_diff_opt"_a = true, doc, Guard());
}

}  // namespace

void bind_costs(py::module_& m) {
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
