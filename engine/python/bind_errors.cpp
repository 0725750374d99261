// SPDX-License-Identifier: Apache-2.0
// The engine's errors become the exceptions that the original raised, with our text and the
// diagnostic's parts as attributes.
#include <pybind11/stl.h>

#include "engine/base/error.h"
#include "engine/python/bind.h"

namespace ng::python {
namespace {

const char* name_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::value:
      return "value";
    case ErrorKind::key:
      return "key";
    case ErrorKind::index:
      return "index";
    case ErrorKind::runtime:
      return "runtime";
    case ErrorKind::incompatible_axes:
      return "incompatible_axes";
    case ErrorKind::unmatched_axes:
      return "unmatched_axes";
    case ErrorKind::duplicate_axes:
      return "duplicate_axes";
    case ErrorKind::bad_file:
      return "bad_file";
    case ErrorKind::unavailable:
      return "unavailable";
    case ErrorKind::system:
      return "system";
    case ErrorKind::cancelled:
      return "cancelled";
    case ErrorKind::internal:
      return "internal";
  }
  return "internal";
}

py::dict& classes() {
  static auto* known = new py::dict;  // outlives the interpreter's end
  return *known;
}

void raise(const Error& error) {
  const char* kind = name_of(error.kind());
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
