// SPDX-License-Identifier: Apache-2.0
// Effects and their order, computations, derivatives.
#include "engine/ops/sequencing.h"

#include "engine/ops/set_item.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/python_line.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using Guard = py::call_guard<AtPythonLine>;

Op set_part(const Op& tensor, py::handle item, const Operand& value) {
  return set_item(tensor, as_subscript(item, tensor.axes().size()), value);
}

}  // namespace

void bind_sequencing(py::module_& m) {
  m.def("assign", &assign, "lvalue"_a, "rvalue"_a, doc_of("assign"), Guard());
  m.def("set_item", set_part, "tensor"_a, "item"_a, "value"_a, doc_of("set_item"), Guard());
  m.def("fill", &fill, "x"_a, "scalar"_a, doc_of("fill"), Guard());
  m.def(
      "sequential", [](const std::vector<Op>& ops) { return sequential(ops); }, "ops"_a,
      doc_of("sequential"), Guard());
  m.def(
      "doall", [](const std::vector<Op>& all) { return doall(all); }, "all"_a, doc_of("doall"),
      Guard());
  m.def("deriv", &deriv, "dependent"_a, "independent"_a, "error"_a = py::none(), doc_of("deriv"),
        Guard());
  py::enum_<Returns>(m, "Returns", "How a computation hands its results back.")
      .value("single", Returns::single)
      .value("list", Returns::list)
      .value("set", Returns::set)
      .value("none", Returns::none);
  m.def(
      "make_computation",
      [](const std::vector<Op>& results, const std::vector<Op>& parameters, Returns returns) {
        return computation(results, parameters, returns);
      },
      "results"_a, "parameters"_a, "returns"_a, doc_of("computation"), Guard());
}

}  // namespace ng::python
