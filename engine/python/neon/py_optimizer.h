// SPDX-License-Identifier: Apache-2.0
// Optimizers whose update a Python class may override.
#pragma once

#include <type_traits>

#include "engine/neon/optimizers/optimizer.h"
#include "engine/python/handles.h"

namespace ng::python {

// A Python class defines variable_update(variable, grad, scale_factor), which returns the op(s)
// that update one variable, such as an assign, and before_updates(), which runs once per step.
template <class O>
class PyOptimizer : public O {
 public:
  using O::O;
  using O::state_of;

 protected:
  std::vector<Op> update(const Op& variable, const Op& gradient, const Op& scale) override {
    const py::function own = py::get_override(static_cast<const O*>(this), "variable_update");
    if (own) return ops_of(own(variable, gradient, scale));
    if constexpr (std::is_same_v<O, neon::Optimizer>) {
      throw py::type_error(
          "an optimizer needs a method variable_update(self, variable, grad, "
          "scale_factor) that returns the assigns of one step");
    } else {
      return O::update(variable, gradient, scale);
    }
  }

  std::vector<Op> begin() override {
    const py::function own = py::get_override(static_cast<const O*>(this), "before_updates");
    return own ? ops_of(own()) : O::begin();
  }

 private:
  static std::vector<Op> ops_of(const py::object& given) {
    if (const Op* op = op_in(given)) return {*op};
    if (py::isinstance<py::sequence>(given)) return given.cast<std::vector<Op>>();
    throw py::type_error("an optimizer's update returned " + py::repr(given).cast<std::string>() +
                         "; expected an op, such as an assign, or a list of them");
  }
};

}  // namespace ng::python
