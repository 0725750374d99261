// SPDX-License-Identifier: Apache-2.0
// The engine's errors become the exceptions that the original raised, with our text and the
// diagnostic's parts as attributes.
#include <pybind11/stl.h>

#include "engine/python/bind.h"
#include "engine/session/error_kind.h"

namespace ng::python {
namespace {

py::dict& classes() {
  static auto* known = new py::dict;  // outlives the interpreter's end
  return *known;
}

void raise(const Error& error) {
  const char* kind = name(error.kind());
  const Diagnostic& diagnostic = error.diagnostic();
  if (!classes().contains(kind)) return PyErr_SetString(PyExc_RuntimeError, error.what());
  const py::object raised = py::object(classes()[kind])(error.what());
  raised.attr("what") = diagnostic.what;
  raised.attr("where") = diagnostic.where;
  raised.attr("found") = diagnostic.found;
  raised.attr("expected") = diagnostic.expected;
  raised.attr("action") = diagnostic.action;
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
      "Which exception class stands for which kind of error of the engine.");
}

}  // namespace ng::python
