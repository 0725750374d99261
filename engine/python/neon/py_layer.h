// SPDX-License-Identifier: Apache-2.0
// Layers whose call a Python class may override, also inside of containers of the engine.
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>

#include "engine/graph/metadata.h"
#include "engine/neon/layers/layer.h"
#include "engine/python/handles.h"
#include "engine/python/neon/layer_arguments.h"
#include "engine/python/python_line.h"

namespace ng::python {

// Additional base of every layer created in Python.
class PythonLayer {
 public:
  virtual ~PythonLayer() = default;
  // Calls `function` in the layer's scope; after the first call the layer is initialized.
  virtual py::object call_in_scope(const py::function& function, const py::args& args,
                                   const py::kwargs& keywords) = 0;
  bool initialized() const { return !results.empty() || called_; }
  std::vector<Op> results;               // of its calls
  std::string variable_scope;            // scope at its creation; stored in its ops as metadata
  std::vector<std::string> other_paths;  // its scopes in other containers than the first

 protected:
  void take_result(const py::handle& result);
  // Raises a TypeError naming the function if `given` is not an op.
  static Op op_of(const py::object& given, const py::function& by);
  // Empty without a variable scope.
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
    const auto call = [&] { return function(*args, **keywords); };
    py::object result = is_elsewhere() ? in_scope_here(call) : this->in_scope(call);
    take_result(result);
    return result;
  }

 protected:
  // Called by the engine, within the scope. `super().__call__(x)` also arrives here and is
  // forwarded to the engine's layer: pybind11 detects the calling override.
  Op build(const Op& in) override {
    const ScopedMetadata metadata = scope_metadata();
    const py::function call = py::get_override(static_cast<const L*>(this), "__call__");
    if (!call) return built(in);
    results.push_back(op_of(call(in), call));
    return results.back();
  }

 private:
  // Whether a layer of the program is called in another container than at first. Layers of the
  // engine stay in their scope, as in C++.
  bool is_elsewhere() const {
    if (!std::is_same_v<L, neon::Layer> || !L::initialized()) return false;
    const std::string own = this->path(), now = current_scope();
    const auto slash = own.rfind('/');
    return now != (slash == own.npos ? "" : own.substr(0, slash)) && now != own &&
           !now.starts_with(own + "/");
  }

  template <class Call>
  py::object in_scope_here(const Call& call) {
    const ScopedName scope(this->name(), true);
    const auto known = std::find(other_paths.begin(), other_paths.end(), scope.path());
    if (known == other_paths.end()) other_paths.push_back(scope.path());
    return call();
  }

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

// Variable scope in which layers are currently created; empty for none.
std::string& active_variable_scope();

// Creates a layer that records the user's line.
template <class L, class... Args>
std::shared_ptr<L> new_layer(Args&&... args) {
  const AtPythonLine line;
  auto layer = std::make_shared<PyLayer<L>>(std::forward<Args>(args)...);
  layer->set_line(python_line());
  layer->variable_scope = active_variable_scope();
  return layer;
}

// The layer, kept alive together with its Python object, which may override the call. Other
// callables become Preprocess layers. Raises TypeError for other objects.
neon::LayerPtr layer_of(const py::object& given);
neon::Layers layers_of(const py::iterable& given);
// Sublayers as Python objects: parts of an engine layer, or layers given by Python.
py::list parts_of(const neon::Layer& layer);

}  // namespace ng::python
