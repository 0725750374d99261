// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/elementwise/elementwise.h"

#include "engine/ops/pass_through.h"
#include "engine/ops/result_type.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/python_line.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using Unary = Op (*)(const Operand&);
using Binary = Op (*)(const Operand&, const Operand&);

template <Binary F>
Op typed(const Operand& x, const Operand& y, std::optional<DType> dtype) {
  const ScopedResultType type(dtype.value_or(current_result_type()));
  return F(x, y);
}

void bind_unary(py::module_& m, const char* name, Unary f) {
  m.def(name, f, "x"_a, doc_of(name), py::call_guard<AtPythonLine>());
}

template <Binary F>
void bind_binary(py::module_& m, const char* name) {
  m.def(name, typed<F>, "x"_a, "y"_a, "dtype"_a = py::none(), doc_of(name),
        py::call_guard<AtPythonLine>());
}

}  // namespace

void bind_elementwise(py::module_& m) {
  bind_unary(m, "negative", negative);
  bind_unary(m, "absolute", absolute);
  bind_unary(m, "exp", exp);
  bind_unary(m, "log", log);
  bind_unary(m, "tanh", tanh);
  bind_unary(m, "sigmoid", sigmoid);
  bind_unary(m, "square", square);
  bind_unary(m, "sqrt", sqrt);
  bind_unary(m, "reciprocal", reciprocal);
  bind_unary(m, "sin", sin);
  bind_unary(m, "cos", cos);
  bind_unary(m, "sign", sign);
  bind_unary(m, "stop_gradient", stop_gradient);
  bind_unary(m, "contiguous", contiguous);
  bind_binary<add>(m, "add");
  bind_binary<subtract>(m, "subtract");
  bind_binary<multiply>(m, "multiply");
  bind_binary<divide>(m, "divide");
  bind_binary<floordivide>(m, "floordivide");
  bind_binary<mod>(m, "mod");
  bind_binary<maximum>(m, "maximum");
  bind_binary<minimum>(m, "minimum");
  bind_binary<power>(m, "power");
  bind_binary<equal>(m, "equal");
  bind_binary<not_equal>(m, "not_equal");
  bind_binary<less>(m, "less");
  bind_binary<less_equal>(m, "less_equal");
  bind_binary<greater>(m, "greater");
  bind_binary<greater_equal>(m, "greater_equal");
  m.def("safelog", &safelog, "x"_a, "limit"_a = -50.0, doc_of("safelog"),
        py::call_guard<AtPythonLine>());
  m.def("value_of", &value_of, "tensor"_a, "dtype"_a = py::none(), doc_of("value_of"),
        py::call_guard<AtPythonLine>());
  m.def(
      "as_op", [](const Op& x) { return x; }, "x"_a,
      "Return the op itself, or a constant op for a number or an array.");
  m.def(
      "print_value",
      [](const Operand& x, const std::optional<std::string>& prefix) {
        return print_value(x, prefix.value_or("None"));
      },
      "x"_a, "prefix"_a = py::none(), doc_of("print"), py::call_guard<AtPythonLine>());
  // PrintOp writes to Python's sys.stdout, from any thread that runs a computation.
  set_print_sink([](const std::string& line) {
    const py::gil_scoped_acquire lock;
    try {
      py::print(line);
    } catch (py::error_already_set& error) {
      // The run continues; KeyboardInterrupt during a print is raised after the run.
      if (error.matches(PyExc_KeyboardInterrupt)) return PyErr_SetInterrupt();
      error.discard_as_unraisable("ng.PrintOp");
    }
  });
  py::module_::import("atexit").attr("register")(py::cpp_function([] { set_print_sink({}); }));
}

}  // namespace ng::python
