// SPDX-License-Identifier: Apache-2.0
// Layers whose call a Python class may override, inside of a Sequential of the engine too.
#pragma once

#include <memory>
#include <type_traits>

#include "engine/graph/metadata.h"
#include "engine/neon/layers/layer.h"
#include "engine/python/handles.h"
#include "engine/python/neon/layer_arguments.h"
#include "engine/python/python_line.h"

namespace ng::python {

// What every layer that Python made is, besides.
class PythonLayer {
 public:
  virtual ~PythonLayer() = default;
  // Calls `function` in the layer's scope; from the first time on the layer is initialized.
  virtual py::object call_in_scope(const py::function& function, const py::args& args,
                                   const py::kwargs& keywords) = 0;
  bool initialized() const { return !results.empty() || called_; }
  std::vector<Op> results;     // of its calls
  std::string variable_scope;  // in which it was made; its ops tell it as metadata

 protected:
  void take_result(const py::handle& result);
  // TypeError that names the function when it gave something else.
  static Op op_of(const py::object& given, const py::function& by);
  // Nothing without a variable scope.
  ScopedMetadata scope_metadata() const {
    return ScopedMetadata(variable_scope.empty() ? Metadata()
                                                 : Metadata{{"variable_scope", variable_scope}});
  }
  bool called_ = false;
};

template <class L>
class PyLayer : public L, public PythonLayer {
 public:
  using L::L;

  py::object call_in_scope(const py::function& function, const py::args& args,
                           const py::kwargs& keywords) override {
    const ScopedMetadata metadata = scope_metadata();
    py::object result = this->in_scope([&] { return function(*args, **keywords); });
    take_result(result);
    return result;
  }

 protected:
  // The engine calls this one, within the scope. `super().__call__(x)` comes here too, and then
  // goes on to the engine's layer: pybind11 sees which function asks.
  Op build(const Op& in) override {
    const ScopedMetadata metadata = scope_metadata();
    const py::function call = py::get_override(static_cast<const L*>(this), "__call__");
    if (!call) return built(in);
    results.push_back(op_of(call(in), call));
    return results.back();
  }

 private:
  Op built(const Op& in) {
    if constexpr (std::is_same_v<L, neon::Layer>) {
      this->fail("the class has no __call__", this->kind(), "a method __call__(self, in_obj)");
    } else {
      results.push_back(L::build(in));
      return results.back();
    }
  }
};

template <class L>
using LayerClass = py::class_<L, neon::Layer, PyLayer<L>, std::shared_ptr<L>>;

// The variable scope in which layers are made now, empty for none.
std::string& active_variable_scope();

// A layer that belongs to the user's line.
template <class L, class... Args>
std::shared_ptr<L> new_layer(Args&&... args) {
  const AtPythonLine line;
  auto layer = std::make_shared<PyLayer<L>>(std::forward<Args>(args)...);
  layer->set_line(python_line());
  layer->variable_scope = active_variable_scope();
  return layer;
}

// The layer, which keeps its Python object: that may override the call. Other callables become
// Preprocess layers. TypeError for the rest.
neon::LayerPtr layer_of(const py::object& given);
neon::Layers layers_of(const py::iterable& given);

}  // namespace ng::python
