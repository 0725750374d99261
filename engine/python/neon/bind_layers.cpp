// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/op_def.h"
#include "engine/neon/layers/activation.h"
#include "engine/python/interpreter_lock.h"
#include "engine/python/neon/bind_neon.h"
#include "engine/python/neon/cast_argument.h"
#include "engine/python/neon/py_layer.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using neon::Layer;
using Name = std::optional<std::string>;
using Guard = py::call_guard<AtPythonLine>;

bool is_initialized(const Layer& layer) {
  const auto* made = dynamic_cast<const PythonLayer*>(&layer);
  return made ? made->initialized() || !layer.own_parameters().empty() : layer.initialized();
}

py::object call_in_scope(Layer& layer, const py::function& function, const py::args& args,
                         const py::kwargs& keywords) {
  auto* made = dynamic_cast<PythonLayer*>(&layer);
  if (!made) throw py::type_error("the layer was not created in Python");
  return made->call_in_scope(function, args, keywords);
}

std::vector<Op> results_of(const Layer& layer) {
  const auto* made = dynamic_cast<const PythonLayer*>(&layer);
  return made ? made->results : std::vector<Op>();
}

// Scopes of its ops: that of the first call, and those in other containers.
std::vector<std::string> scopes_of(const Layer& layer) {
  std::vector<std::string> scopes{layer.path()};
  if (const auto* made = dynamic_cast<const PythonLayer*>(&layer)) {
    scopes.insert(scopes.end(), made->other_paths.begin(), made->other_paths.end());
  }
  return scopes;
}

py::dict parameters_of(const Layer& layer) {
  py::dict parameters;
  for (const Layer::Parameter& parameter : layer.own_parameters()) {
    parameters[py::str(parameter.name)] = parameter.op;
  }
  return parameters;
}

// Inference mode of a `with` block, or set by Layer.inference_mode.
struct Inference {
  std::vector<std::unique_ptr<neon::InferenceMode>> open;
};

// Variable scope of a `with` block.
struct VariableScope {
  std::string name;
  std::vector<std::string> before;
};

void bind_variable_scope(py::module_& m) {
  py::class_<VariableScope>(
      m, "VariableScope",
      "Context manager: variables of layers created inside belong to the scope.")
      .def(py::init([](const Name& name) { return VariableScope{name_or_none(name), {}}; }),
           "name"_a = py::none())
      .def("__enter__",
           [](VariableScope& self) {
             self.before.push_back(std::exchange(active_variable_scope(), self.name));
             return self.name;
           })
      .def("__exit__", [](VariableScope& self, const py::args&) {
        active_variable_scope() = self.before.back();
        self.before.pop_back();
      });
}

void set_inference_mode(bool on) {
  static thread_local std::unique_ptr<neon::InferenceMode> set;
  set.reset();
  if (neon::InferenceMode::on() != on) set = std::make_unique<neon::InferenceMode>(on);
}

// Replaces the descriptor that gives a class's objects their `__dict__`; setattr refuses to.
void set_dict_descriptor(const py::type& type, const py::object& descriptor) {
  auto* const changed = reinterpret_cast<PyTypeObject*>(type.ptr());
  if (PyDict_SetItemString(changed->tp_dict, "__dict__", descriptor.ptr()) != 0) {
    throw py::error_already_set();
  }
  PyType_Modified(changed);
}

void bind_layer(py::module_& m) {
  py::class_<Layer, PyLayer<Layer>, std::shared_ptr<Layer>> layer(
      m, "Layer", py::dynamic_attr(),
      "A layer creates ops when it is called on one. Subclasses override __call__(self, in_obj).");
  layer.def(
      "__init__",
      [](py::detail::value_and_holder& self, const Name& name, const py::kwargs&) {
        const py::handle type(reinterpret_cast<PyObject*>(Py_TYPE(self.inst)));
        auto made = new_layer<Layer>(type.attr("__name__").cast<std::string>(), name_or_none(name));
        py::detail::initimpl::construct<py::class_<Layer, PyLayer<Layer>, std::shared_ptr<Layer>>>(
            self, std::move(made), true);
      },
      py::detail::is_new_style_constructor(), "name"_a = py::none());
  layer.def(
      "__call__", [](Layer& self, const Op& in, const py::kwargs&) { return self(in); }, "in_obj"_a,
      Guard());
  layer.def_property_readonly("kind", &Layer::kind);
  layer.def_property_readonly("name", &Layer::name);
  layer.def(
      "named",
      [](const py::object& self, const std::string& name) {
        self.cast<Layer&>().set_name(name);
        return self;
      },
      "name"_a,
      "Rename the layer, and thereby its parameters, and return it. Call before the first use.");
  layer.def_property_readonly("path", &Layer::path, "Path of the scope of its ops.");
  layer.def_property_readonly("paths", scopes_of, "Paths of all scopes of its ops.");
  layer.def_property_readonly("initialized", is_initialized, "Whether the layer has been called.");
  layer.def_property_readonly("layers", parts_of, "Sublayers.");
  layer.def_property_readonly("own_parameters", parameters_of,
                              "Variables and persistent tensors of the layer itself, by name.");
  layer.def("parameter", &Layer::parameter, "name"_a);
  layer.def_property_readonly("results", results_of, "Results of its calls.");
  layer.def("call_in_scope", call_in_scope, "function"_a);
  layer.def_property_readonly_static("active_scope", [](const py::object&) -> py::object {
    const std::string& scope = active_variable_scope();
    return scope.empty() ? py::object(py::none()) : py::str(scope);
  });
  layer.def_property_static(
      "inference_mode", [](const py::object&) { return neon::InferenceMode::on(); },
      [](const py::object&, bool on) { set_inference_mode(on); });
  py::class_<Inference>(m, "InferenceMode",
                        "Context manager: layers called inside build inference ops.")
      .def(py::init<>())
      .def("__enter__",
           [](Inference& self) { self.open.push_back(std::make_unique<neon::InferenceMode>()); })
      .def("__exit__", [](Inference& self, const py::args&) { self.open.pop_back(); });
}

}  // namespace

Op PythonLayer::op_of(const py::object& given, const py::function& by) {
  const auto op = as_op(given);
  if (op) return *op;
  throw py::type_error(by.attr("__qualname__").cast<std::string>() + " returned " +
                       py::repr(given).cast<std::string>() +
                       "; a sublayer must return a single op");
}

std::string& active_variable_scope() {
  static thread_local std::string scope;
  return scope;
}

void PythonLayer::take_result(const py::handle& result) {
  called_ = true;
  if (const Op* op = op_in(result)) results.push_back(*op);
  if (!py::isinstance<py::tuple>(result) && !py::isinstance<py::list>(result)) return;
  for (const py::handle part : py::reinterpret_borrow<py::sequence>(result)) {
    if (const Op* op = op_in(part)) results.push_back(*op);
  }
}

neon::LayerPtr layer_of(const py::object& given) {
  if (!py::isinstance<Layer>(given)) {
    if (!PyCallable_Check(given.ptr()))
      refuse_type("expected a layer or a function from op to op", given);
    return new_layer<neon::Preprocess>(activation_of(given), "");
  }
  return std::shared_ptr<Layer>(given.cast<Layer*>(), [kept = given](Layer*) mutable {
    const Locked locked;
    kept = py::object();
  });
}

py::list parts_of(const Layer& layer) {
  py::list parts;
  for (const neon::LayerPtr& part : layer.layers()) {
    parts.append(py::cast(std::shared_ptr<Layer>(part)));
  }
  return parts;
}

neon::Layers layers_of(const py::iterable& given) {
  neon::Layers layers;
  for (const py::handle layer : given) {
    layers.push_back(layer_of(py::reinterpret_borrow<py::object>(layer)));
  }
  return layers;
}

void bind_layers(py::module_& m) {
  bind_layer(m);
  bind_variable_scope(m);
  m.def("set_dict_descriptor", set_dict_descriptor, "type"_a, "descriptor"_a,
        "Set the descriptor that gives objects of a class their __dict__.");
}

}  // namespace ng::python
