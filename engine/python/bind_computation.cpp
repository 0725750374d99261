// SPDX-License-Identifier: Apache-2.0
// Computation, the callable object of compiled computations. Implemented with the C API, because
// its call overhead dominates small computations: vectorcall needs no tuple or dict.
#include <pybind11/pybind11.h>
#include <structmember.h>

#include <cstddef>
#include <memory>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/python/bind.h"
#include "engine/python/call_plan.h"
#include "engine/python/interpreter_lock.h"
#include "engine/python/python_line.h"
#include "engine/python/transformer_use.h"
#include "engine/session/compilation.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;

struct ComputationObject {
  PyObject_HEAD vectorcallfunc call;
  CallPlan* plan;
  PyObject* transformer;  // keeps the transformer alive while the computation can be called
  PyObject* op;
  PyObject* weak;
};

ComputationObject* self_of(PyObject* object) {
  return reinterpret_cast<ComputationObject*>(object);
}

// Translates C++ exceptions to Python's, as pybind11 does for bound functions.
template <class F>
PyObject* guarded(F&& work) {
  try {
    return work();
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (...) {
    for (auto& translate : py::detail::get_internals().registered_exception_translators) {
      try {
        translate(std::current_exception());
        if (PyErr_Occurred()) return nullptr;
      } catch (...) {
      }
    }
    PyErr_SetString(PyExc_SystemError, "an unknown C++ exception");
  }
  return nullptr;
}

PyObject* refuse_keyword(const char* why) {
  PyErr_SetString(PyExc_TypeError, why);
  return nullptr;
}

// Calls with the values of a feed_dict, in parameter order. Other keys are ignored: programs feed
// several computations with one dict.
PyObject* call_fed(CallPlan& plan, PyObject* feed) {
  if (!PyDict_Check(feed))
    return refuse_keyword("feed_dict must be a dict of values by placeholder");
  std::vector<PyObject*> values(plan.parameter_count(), nullptr);
  PyObject *key = nullptr, *value = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(feed, &at, &key, &value)) {
    const Op* op = op_in(key);
    const int position = op ? plan.position(*op) : -1;
    if (position >= 0) values[static_cast<std::size_t>(position)] = value;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i]) continue;
    refuse(ErrorKind::key, "feed_dict has no value for " + describe(plan.parameter(i).value()));
  }
  return plan.call(values.data()).release().ptr();
}

// A call after close() opens the transformer again; its state then has initial values.
void require_open(const ComputationObject& self) {
  const Computation& computation = self.plan->computation();
  if (computation.transformer() || !self.transformer || self.transformer == Py_None) return;
  const auto engine = py::handle(self.transformer).attr("_engine");
  engine.cast<std::shared_ptr<Transformer>>()->reopen(computation);
}

PyObject* vectorcall(PyObject* object, PyObject* const* arguments, std::size_t flags,
                     PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    CallPlan& plan = *self_of(object)->plan;
    require_open(*self_of(object));
    const auto count = static_cast<std::size_t>(PyVectorcall_NARGS(flags));
    if (keywords && PyTuple_GET_SIZE(keywords) > 0) {
      PyObject* const name = PyTuple_GET_ITEM(keywords, 0);
      if (PyTuple_GET_SIZE(keywords) > 1 || PyUnicode_CompareWithASCIIString(name, "feed_dict")) {
        return refuse_keyword("a computation takes values by position, or feed_dict");
      }
      PyObject* const feed = arguments[count];
      if (count > 0 && feed != Py_None) {
        refuse(ErrorKind::value, "a computation takes values by position or feed_dict, not both");
      }
      if (feed != Py_None) return call_fed(plan, feed);
    }
    if (count != plan.parameter_count()) plan.refuse_arguments(count);
    return plan.call(arguments).release().ptr();
  });
}

void deallocate(PyObject* object) {
  ComputationObject* self = self_of(object);
  PyTypeObject* const type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  if (self->weak) PyObject_ClearWeakRefs(object);
  delete self->plan;
  Py_XDECREF(self->transformer);
  Py_XDECREF(self->op);
  type->tp_free(object);
  Py_DECREF(type);
}

int traverse(PyObject* object, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(self_of(object)->transformer);
  Py_VISIT(self_of(object)->op);
  return 0;
}

int clear(PyObject* object) {
  Py_CLEAR(self_of(object)->transformer);
  return 0;
}

PyObject* name_of(PyObject* object, void*) {
  return py::str(self_of(object)->plan->computation().name()).release().ptr();
}
PyObject* transformer_of(PyObject* object, void*) {
  PyObject* transformer = self_of(object)->transformer;
  return Py_NewRef(transformer ? transformer : Py_None);
}
PyObject* op_of(PyObject* object, void*) {
  return Py_NewRef(self_of(object)->op);
}
PyObject* parameters_of(PyObject* object, void*) {
  return py::cast(self_of(object)->plan->computation().parameters()).release().ptr();
}
PyObject* results_of(PyObject* object, void*) {
  return py::cast(self_of(object)->plan->computation().results()).release().ptr();
}

PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(ComputationObject, call), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(ComputationObject, weak), READONLY, nullptr},
    {},
};
PyGetSetDef properties[] = {
    {"name", name_of, nullptr, "Name of the computation op.", nullptr},
    {"transformer", transformer_of, nullptr,
     "Transformer that runs the computation and holds its state.", nullptr},
    {"computation_op", op_of, nullptr, "The computation op that was compiled.", nullptr},
    {"parameters", parameters_of, nullptr, "Parameters in argument order.", nullptr},
    {"results", results_of, nullptr, "Result ops in the order in which their values are returned.",
     nullptr},
    {},
};
constexpr const char* doc =
    "A compiled computation. Call it with one value per parameter, or with feed_dict={...}. "
    "Values\n"
    "are numbers or arrays and are broadcast and cast to the parameter. Results are new arrays.";
PyType_Slot slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(deallocate)},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(clear)},
    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
    {Py_tp_members, members},
    {Py_tp_getset, properties},
    {Py_tp_doc, const_cast<char*>(doc)},
    {0, nullptr},
};
PyType_Spec spec = {"ngraph._engine.Computation", sizeof(ComputationObject), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_HAVE_GC |
                        Py_TPFLAGS_DISALLOW_INSTANTIATION,
                    slots};

// As Python warnings at the line of the user's program.
void warn(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& each : diagnostics) {
    if (each.severity != Severity::warning) continue;
    const std::source_location line = python_line();
    if (PyErr_WarnExplicit(PyExc_UserWarning, to_string(each).c_str(), line.file_name(),
                           static_cast<int>(line.line()), nullptr, nullptr) < 0)
      throw py::error_already_set();
  }
}

py::object add_computation(const py::object& type, Transformer& transformer, const Op& op,
                           const py::object& owner) {
  Computation computation;
  Returns returns = Returns::list;
  {
    const Unlocked unlocked;  // compiling takes long
    computation = transformer.add_computation(op);
    returns = parts_of(op.node()).returns;
  }
  warn(computation.compilation().diagnostics);
  auto plan = std::make_unique<CallPlan>(std::move(computation), returns, busy_flag(transformer));
  auto* const self =
      PyObject_GC_New(ComputationObject, reinterpret_cast<PyTypeObject*>(type.ptr()));
  if (!self) throw py::error_already_set();
  self->call = vectorcall;
  self->plan = plan.release();
  self->transformer = owner.inc_ref().ptr();
  self->op = py::cast(op).release().ptr();
  self->weak = nullptr;
  PyObject_GC_Track(reinterpret_cast<PyObject*>(self));
  return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(self));
}

}  // namespace

void bind_computation(py::module_& m) {
  const auto type = py::reinterpret_steal<py::object>(PyType_FromSpec(&spec));
  if (!type) throw py::error_already_set();
  m.attr("Computation") = type;
  struct Kept {
    Computation computation;
  };
  py::class_<Kept>(m, "Kept", "Keeps a compiled program alive.")
      .def(py::init([type](py::handle computation) {
             if (!py::isinstance(computation, type)) throw py::type_error("not a Computation");
             return Kept{self_of(computation.ptr())->plan->computation()};
           }),
           "computation"_a);
  m.def(
      "add_computation",
      [type](const std::shared_ptr<Transformer>& transformer, const Op& op,
             const py::object& owner) { return add_computation(type, *transformer, op, owner); },
      "transformer"_a, "op"_a, "owner"_a,
      "Compile a computation op. The result keeps `owner` alive.");
}

}  // namespace ng::python
