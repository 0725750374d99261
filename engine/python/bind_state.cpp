// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/python_line.h"
#include "engine/python/variable_names.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;

InitialSamples make_samples(const std::string& distribution, double location, double spread,
                            std::uint64_t seed) {
  InitialSamples samples;
  if (distribution == "normal") {
    samples.distribution = InitialSamples::Distribution::normal;
  } else if (distribution != "uniform") {
    throw py::value_error("samples must be \"uniform\" or \"normal\", not " +
                          py::repr(py::str(distribution)).cast<std::string>());
  }
  samples.location = location;
  samples.spread = spread;
  samples.seed = seed;
  return samples;
}

std::string text_of(const InitialSamples& samples) {
  const bool normal = samples.distribution == InitialSamples::Distribution::normal;
  return py::str("InitialSamples({!r}, location={}, spread={}, seed={})")
      .format(normal ? "normal" : "uniform", samples.location, samples.spread, samples.seed)
      .cast<std::string>();
}

void bind_samples(py::module_& m) {
  py::class_<InitialSamples>(
      m, "InitialSamples",
      "Random initial value: location + spread * sample for each element. Samples are uniform "
      "in [0, 1), or normal with mean 0 and standard deviation 1: the first draws of ng.uniform "
      "and ng.normal with this seed. A saved graph stores these four parameters.")
      .def(py::init(&make_samples), "distribution"_a = "uniform", "location"_a = 0.0,
           "spread"_a = 1.0, "seed"_a = 0)
      .def_readonly("location", &InitialSamples::location)
      .def_readonly("spread", &InitialSamples::spread)
      .def_readonly("seed", &InitialSamples::seed)
      .def("__repr__", &text_of);
}

// Converts a number, an array, a constant op, samples, or a function of the axes that returns one
// of these.
Initial initial_of(py::handle given, const Axes& axes) {
  if (given.is_none()) return {};
  if (const Op* op = op_in(given)) return *op;
  if (py::isinstance<InitialSamples>(given)) return given.cast<InitialSamples>();
  if (PyFloat_CheckExact(given.ptr())) return given.cast<double>();
  if (auto tensor = tensor_of(given)) return std::move(*tensor);
  if (PyCallable_Check(given.ptr())) {
    const py::object made = given(axes);
    if (!PyCallable_Check(made.ptr())) return initial_of(made, axes);
  }
  throw py::value_error(
      "an initial value must be a number, an array, a constant, ng.InitialSamples or a function of "
      "the axes that returns one, not " +
      py::repr(given).cast<std::string>());
}

// Axes without a length get that of the array, if the array has their number.
void take_lengths(const Axes& axes, const std::vector<std::int64_t>& lengths) {
  if (lengths.size() != axes.size()) return;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (!axes[i].has_length()) Axis(axes[i]).set_length(lengths[i]);
  }
}

using Make = Op (*)(const Axes&, const Initial&, DType, Operand::Where);

template <Make F>
Op storage(const Axes& axes, std::optional<DType> dtype, py::handle initial_value) {
  const Initial initial = initial_of(initial_value, axes);
  if (const Tensor* array = std::get_if<Tensor>(&initial)) take_lengths(axes, array->shape);
  const AtPythonLine line;
  Op made = F(axes, initial, dtype.value_or(DType::f32), python_line());
  note_variable_name(made);
  return made;
}

// The initial value of a placeholder is ignored: computations require a value for it.
Op fed(const Axes& axes, const Initial&, DType dtype, Operand::Where where) {
  return placeholder(axes, dtype, where);
}

Op make_constant(py::handle value, const std::optional<Axes>& axes, std::optional<DType> dtype) {
  const AtPythonLine line;
  const auto tensor = tensor_of(value, dtype.value_or(DType::f32));
  if (!tensor) {
    throw py::value_error("a constant must be a number or an array of numbers, not " +
                          py::repr(value).cast<std::string>());
  }
  if (!axes) return constant(*tensor, python_line());
  take_lengths(*axes, tensor->shape);
  return constant(*tensor, *axes, python_line());
}

// Bytes of the array that an op keeps, a constant or an initial value.
std::size_t array_bytes(const Op& x) {
  TensorPtr array = constant_value(x.value());
  if (!array && is_storage(x.node())) {
    array = x.node().attributes.get<TensorPtr>("initial_value");
  }
  return array ? array->bytes.size() : 0;
}

}  // namespace

void bind_state(py::module_& m) {
  bind_samples(m);
  const auto storage_function = [&](const char* name, auto make) {
    m.def(name, make, "axes"_a, "dtype"_a = py::none(), "initial_value"_a = py::none(),
          doc_of(name));
  };
  storage_function("placeholder", storage<fed>);
  storage_function("variable", storage<variable>);
  storage_function("persistent_tensor", storage<persistent_tensor>);
  m.def(
      "temporary",
      [](const Axes& axes, std::optional<DType> dtype, const py::object& initial_value) {
        if (!initial_value.is_none())
          throw py::value_error(
              "temporary: an initial value is not allowed; expected none, or ng.variable or "
              "ng.persistent_tensor, which have one");
        Op made = temporary(axes, dtype.value_or(DType::f32), python_line());
        note_variable_name(made);
        return made;
      },
      "axes"_a, "dtype"_a = py::none(), "initial_value"_a = py::none(), doc_of("temporary"));
  m.def("constant", make_constant, "const"_a, "axes"_a = py::none(), "dtype"_a = py::none(),
        doc_of("constant"));
  m.def(
      "constant_value",
      [](const Op& x) -> py::object {
        const TensorPtr value = constant_value(x.value());
        return value ? array_of(*value) : py::object(py::none());
      },
      "x"_a, "Return the array of a constant, or None for other ops.");
  m.def("array_bytes", array_bytes, "x"_a,
        "Return the bytes of the array that an op keeps: of a constant or an initial value.");
  m.def(
      "initial_contents", [](const Op& x) { return initial_contents(x.node()); }, "x"_a,
      "Return the initial value of a storage op.");
}

}  // namespace ng::python
