// SPDX-License-Identifier: Apache-2.0
// Converts the engine's errors to Python exceptions of the types that the original raised, with the
// diagnostic's fields as attributes.
#include <pybind11/stl.h>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/python/bind.h"

namespace ng::python {
namespace {

py::dict& classes() {
  static auto* known = new py::dict;  // never destroyed: outlives the interpreter
  return *known;
}

// Replaces C++ names in messages by Python names: ng::variable -> ng.variable.
std::string in_python(std::string text) {
  for (std::size_t at = 0; (at = text.find("ng::", at)) != std::string::npos;) {
    text.replace(at, 4, "ng.");
  }
  return text;
}

void raise(const Error& error) {
  const std::string kind(name(error.kind()));
  const Diagnostic& diagnostic = error.diagnostic();
  const std::string message = in_python(error.what());
  if (!classes().contains(kind)) return PyErr_SetString(PyExc_RuntimeError, message.c_str());
  const py::object raised = py::object(classes()[kind.c_str()])(message);
  raised.attr("what") = in_python(diagnostic.what);
  raised.attr("where") = diagnostic.where;
  raised.attr("found") = in_python(diagnostic.found);
  raised.attr("expected") = in_python(diagnostic.expected);
  raised.attr("action") = in_python(diagnostic.action);
  PyErr_SetObject(py::type::of(raised).ptr(), raised.ptr());
}

}  // namespace

void bind_errors(py::module_& m) {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(error);
    }
  });
  m.def(
      "set_error_classes", [](const py::dict& by_kind) { classes() = by_kind; }, py::arg("by_kind"),
      "Set the exception class for each kind of engine error.");
}

}  // namespace ng::python
