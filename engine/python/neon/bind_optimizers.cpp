// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/op_def.h"
#include "engine/neon/optimizers/adagrad.h"
#include "engine/neon/optimizers/adam.h"
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "engine/neon/optimizers/rmsprop.h"
#include "engine/python/neon/bind_neon.h"
#include "engine/python/neon/cast_argument.h"
#include "engine/python/neon/py_optimizer.h"
#include "engine/python/python_line.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using neon::Optimizer;
using Limit = std::optional<double>;

constexpr const char* rate_forms = "a rate must be a number, an op or a list of numbers";

neon::RateArgument rate_argument(const py::handle& given) {
  if (const Op* op = op_in(given)) return *op;
  if (PyNumber_Check(given.ptr()) && !py::isinstance<py::sequence>(given)) {
    return cast_argument<double>(given, rate_forms);
  }
  return cast_argument<std::vector<double>>(given, rate_forms);
}

// A number, a dict with the policy name and its arguments, an op that computes the rate, or a
// function from the iteration (0 without one) to it.
neon::LearningRate learning_rate_of(const py::object& given, const py::object& iteration) {
  if (const Op* op = op_in(given)) return neon::ProvidedRate{*op};
  if (PyCallable_Check(given.ptr())) {
    const py::object made = given(iteration.is_none() ? py::int_(0) : iteration);
    const auto rate = as_op(made);
    if (!rate) refuse_type("a learning rate must be a number or an op", made);
    return neon::ProvidedRate{*rate};
  }
  if (!py::isinstance<py::dict>(given))
    return cast_argument<double>(
        given, "a learning rate must be a number, a dict with a policy, an op or a function");
  // checked_policy() knows the arguments of each policy and drops other entries.
  const py::object policies = py::module_::import("ngraph.frontends.common.learning_rate_policies");
  const py::dict checked = policies.attr("checked_policy")(given);
  neon::RateArguments arguments;
  std::string name;
  for (const auto& [key, value] : checked) {
    const auto argument = key.cast<std::string>();
    if (argument == "name") {
      name = value.cast<std::string>();
    } else {
      arguments[argument] = rate_argument(value);
    }
  }
  return neon::learning_rate_from(name, arguments);
}

// Arguments common to all optimizers.
struct CommonArguments {
  Limit clip_norm, clip_value, weight_clip;
  py::object iteration;
  std::optional<std::string> name;

  template <class Options>
  Options into(Options options = {}) const {
    options.gradient_clip_norm = clip_norm;
    options.gradient_clip_value = clip_value;
    options.weight_clip_value = weight_clip;
    if (!iteration.is_none()) options.iteration = iteration.cast<Op>();
    options.name = name.value_or("");
    return options;
  }
};

std::shared_ptr<neon::GradientDescentMomentum> make_momentum(
    const py::object& learning_rate, double momentum_coef, double wdecay, Limit clip_norm,
    Limit clip_value, Limit weight_clip, bool nesterov, const py::object& iteration,
    const std::optional<std::string>& name) {
  auto options = CommonArguments{clip_norm, clip_value, weight_clip, iteration, name}
                     .into<neon::MomentumOptions>();
  options.momentum_coef = momentum_coef;
  options.wdecay = wdecay;
  options.nesterov = nesterov;
  return std::make_shared<PyOptimizer<neon::GradientDescentMomentum>>(
      learning_rate_of(learning_rate, iteration), std::move(options));
}

std::shared_ptr<neon::RMSProp> make_rmsprop(double decay_rate, const py::object& learning_rate,
                                            double epsilon, Limit clip_norm, Limit clip_value,
                                            Limit weight_clip, double wdecay, double momentum_coef,
                                            const py::object& iteration,
                                            const std::optional<std::string>& name) {
  auto options = CommonArguments{clip_norm, clip_value, weight_clip, iteration, name}
                     .into<neon::RMSPropOptions>();
  options.decay_rate = decay_rate;
  options.epsilon = epsilon;
  options.wdecay = wdecay;
  options.momentum_coef = momentum_coef;
  return std::make_shared<PyOptimizer<neon::RMSProp>>(learning_rate_of(learning_rate, iteration),
                                                      std::move(options));
}

std::shared_ptr<neon::Adam> make_adam(const py::object& learning_rate, double beta_1, double beta_2,
                                      double epsilon, Limit clip_norm, Limit clip_value,
                                      Limit weight_clip, const py::object& iteration,
                                      const std::optional<std::string>& name) {
  auto options = CommonArguments{clip_norm, clip_value, weight_clip, iteration, name}
                     .into<neon::AdamOptions>();
  options.beta_1 = beta_1;
  options.beta_2 = beta_2;
  options.epsilon = epsilon;
  return std::make_shared<PyOptimizer<neon::Adam>>(learning_rate_of(learning_rate, iteration),
                                                   std::move(options));
}

std::shared_ptr<neon::Adagrad> make_adagrad(const py::object& learning_rate, double epsilon,
                                            Limit clip_norm, Limit clip_value, Limit weight_clip,
                                            const py::object& iteration,
                                            const std::optional<std::string>& name) {
  auto options = CommonArguments{clip_norm, clip_value, weight_clip, iteration, name}
                     .into<neon::AdagradOptions>();
  options.epsilon = epsilon;
  return std::make_shared<PyOptimizer<neon::Adagrad>>(learning_rate_of(learning_rate, iteration),
                                                      std::move(options));
}

// Variables of layers created in the variable scope.
std::vector<Op> variables_in(const Op& cost, const std::string& scope) {
  std::vector<Op> found;
  for (const Op& variable : cost.variables()) {
    const Metadata& metadata = variable.metadata();
    const auto entry = metadata.find("variable_scope");
    if (entry != metadata.end() && entry->second == scope) found.push_back(variable);
  }
  if (found.empty()) {
    throw py::value_error("the cost depends on no variable of the variable scope " + scope);
  }
  return found;
}

neon::OptimizerTarget target_of(const Op& cost, const py::object& variables,
                                const py::object& subgraph,
                                const std::optional<std::string>& variable_scope) {
  if (!variables.is_none() + !subgraph.is_none() + variable_scope.has_value() > 1) {
    throw py::value_error(
        "give only one of variables, subgraph and variable_scope, not "
        "both");
  }
  neon::OptimizerTarget target;
  if (variable_scope) target.variables = variables_in(cost, *variable_scope);
  if (variables.is_none() && subgraph.is_none()) return target;
  const py::object given =
      subgraph.is_none() ? variables : subgraph.attr("variables").attr("values")();
  for (const py::handle variable : py::reinterpret_borrow<py::iterable>(given)) {
    target.variables.push_back(variable.cast<Op>());
  }
  if (target.variables.empty()) throw py::value_error("an optimizer needs at least one variable");
  return target;
}

using OptimizerClass = py::class_<Optimizer, PyOptimizer<Optimizer>, std::shared_ptr<Optimizer>>;

void bind_base(py::module_& m) {
  OptimizerClass optimizer(m, "Optimizer", py::dynamic_attr(),
                           "An optimizer. Subclasses override variable_update(self, "
                           "variable, grad, scale_factor).");
  optimizer.def(
      "__init__",
      [](py::detail::value_and_holder& self, const py::object& learning_rate,
         const py::object& iteration, Limit clip_norm, Limit clip_value, Limit weight_clip,
         const std::optional<std::string>& name) {
        const py::handle type(reinterpret_cast<PyObject*>(Py_TYPE(self.inst)));
        std::shared_ptr<Optimizer> made = std::make_shared<PyOptimizer<Optimizer>>(
            type.attr("__name__").cast<std::string>(), learning_rate_of(learning_rate, iteration),
            CommonArguments{clip_norm, clip_value, weight_clip, iteration, name}
                .into<neon::OptimizerOptions>());
        py::detail::initimpl::construct<OptimizerClass>(self, std::move(made), true);
      },
      py::detail::is_new_style_constructor(), "learning_rate"_a = 0.0, "iteration"_a = py::none(),
      "gradient_clip_norm"_a = py::none(), "gradient_clip_value"_a = py::none(),
      "weight_clip_value"_a = py::none(), "name"_a = py::none());
  optimizer.def(
      "__call__",
      [](const py::object& self, const Op& cost, const py::object& variables,
         const py::object& subgraph, bool, const std::optional<std::string>& variable_scope) {
        const Op step = self.cast<Optimizer&>()(
            cost, target_of(cost, variables, subgraph, variable_scope), python_line());
        self.attr("results") = py::make_tuple(step);
        return step;
      },
      "cost_func"_a, "variables"_a = py::none(), "subgraph"_a = py::none(), "warning"_a = false,
      "variable_scope"_a = py::none(),
      "Return an op that makes one step when it is run; its value is 0.");
  optimizer.attr("results") = py::tuple();
  optimizer.def_property_readonly("path", &Optimizer::name);
  optimizer.def_property_readonly(
      "paths", [](const Optimizer& self) { return std::vector<std::string>{self.name()}; });
  optimizer.def_property_readonly("name", &Optimizer::name);
  optimizer.def_property_readonly(
      "lrate", [](Optimizer& self) { return self.learning_rate(); }, "Learning rate as an op.");
  optimizer.def_property_readonly("state", &Optimizer::state,
                                  "Persistent tensors created by the last call.");
  optimizer.def(
      "state_of",
      [](Optimizer& self, const std::string& name, const Axes& axes, double initial) {
        auto* own = dynamic_cast<PyOptimizer<Optimizer>*>(&self);
        if (!own)
          throw py::type_error(
              "state_of can only be called in variable_update of an Optimizer subclass");
        return own->state_of(name, axes, initial);
      },
      "name"_a, "axes"_a, "initial"_a = 0.0,
      "Create state that is kept between steps; call in variable_update only.");
}

template <class O, class Make, class... Extra>
void bind_optimizer(py::module_& m, const char* name, Make make, const Extra&... extra) {
  py::class_<O, Optimizer, PyOptimizer<O>, std::shared_ptr<O>>(m, name).def(py::init(make),
                                                                            extra...);
}

}  // namespace

void bind_optimizers(py::module_& m) {
  const auto none = py::none();
  const auto norm = "gradient_clip_norm"_a = none, value = "gradient_clip_value"_a = none,
             weight = "weight_clip_value"_a = none, iteration = "iteration"_a = none,
             name = "name"_a = none;
  bind_base(m);
  bind_optimizer<neon::GradientDescentMomentum>(
      m, "GradientDescentMomentum", &make_momentum, "learning_rate"_a, "momentum_coef"_a = 0.0,
      "wdecay"_a = 0.0, norm, value, weight, "nesterov"_a = false, iteration, name);
  bind_optimizer<neon::RMSProp>(m, "RMSProp", &make_rmsprop, "decay_rate"_a = 0.95,
                                "learning_rate"_a = 2e-3, "epsilon"_a = 1e-6, norm, value, weight,
                                "wdecay"_a = 0.0, "momentum_coef"_a = 0.0, iteration, name);
  bind_optimizer<neon::Adam>(m, "Adam", &make_adam, "learning_rate"_a = 1e-3, "beta_1"_a = 0.9,
                             "beta_2"_a = 0.999, "epsilon"_a = 1e-8, norm, value, weight, iteration,
                             name);
  bind_optimizer<neon::Adagrad>(m, "Adagrad", &make_adagrad, "learning_rate"_a = 1e-3,
                                "epsilon"_a = 1e-8, norm, value, weight, iteration, name);
  m.def(
      "learning_rate",
      [](const py::object& policy, const std::optional<Op>& at) {
        const AtPythonLine line;
        return learning_rate_of(policy, py::none()).of(at.value_or(Op()));
      },
      "policy"_a, "iteration"_a = none, "Return the learning rate of a policy as an op.");
}

}  // namespace ng::python
