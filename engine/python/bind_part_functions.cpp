// SPDX-License-Identifier: Apache-2.0
// Bindings of functions that no record of an op describes: other forms of slices and views, random
// state, conversion to an op, and the output of printed values.
#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"
#include "engine/ops/pass_through.h"
#include "engine/ops/random.h"
#include "engine/ops/shapes/reshape.h"
#include "engine/ops/shapes/slice.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/interpreter_lock.h"
#include "engine/python/python_line.h"
#include "engine/runtime/print_sink.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using Guard = py::call_guard<AtPythonLine>;

void bind_shapes(py::module_& m) {
  m.def(
      "rename_axes",
      [](const Operand& x, const std::vector<std::pair<std::string, std::string>>& names) {
        return map_roles(x, AxesMap(names));
      },
      "tensor"_a, "names"_a, doc_of("map_roles"), Guard());
  m.def(
      "flatten_at",
      [](const Operand& x, std::int64_t idx) {
        const std::int64_t count = std::ssize(Op(as_value(x)).axes().list());
        if (idx < -count)
          throw py::value_error("flatten_at: no position " + std::to_string(idx) + " in " +
                                std::to_string(count) + " axes");
        return flatten_at(x, static_cast<std::size_t>(idx < 0 ? idx + count : idx));
      },
      "x"_a, "idx"_a,
      "Flatten to two axes: the axes before position idx, and the others. A negative idx counts "
      "from the end.",
      Guard());
  m.def(
      "slice_along_axis",
      [](const Operand& x, const Axis& axis, const SliceItem& idx) {
        return slice_along_axis(x, axis, idx);
      },
      "x"_a, "axis"_a, "idx"_a, doc_of("tensor_slice"), Guard());
}

void bind_random(py::module_& m) {
  m.def(
      "random_state", [](std::uint64_t seed) { return random_state(seed, python_line()); },
      "seed"_a, "Random state (seed and number of runs), which several ops may share.");
  m.def("random_samples", &random_samples, "distribution"_a, "x"_a, "first"_a, "second"_a,
        "Random samples of the named distribution over the axes of x.", Guard());
  m.def("seed_random", &seed_random, "seed"_a, "Set the seed of random ops created from now on.");
}

// PrintOp writes to Python's sys.stdout, from any thread that runs a computation.
void print_to_python() {
  set_print_sink([](const std::string& line) {
    const Locked lock;
    try {
      py::print(line);
    } catch (py::error_already_set& error) {
      // The run continues; KeyboardInterrupt during a print is raised after the run.
      if (error.matches(PyExc_KeyboardInterrupt)) return PyErr_SetInterrupt();
      error.discard_as_unraisable("ng.PrintOp");
    }
  });
  py::module_::import("atexit").attr("register")(py::cpp_function([] { set_print_sink({}); }));
}

}  // namespace

void bind_part_functions(py::module_& m) {
  m.def(
      "as_op", [](const Op& x) { return x; }, "x"_a,
      "Return the op itself, or a constant op for a number or an array.");
  bind_shapes(m);
  bind_random(m);
  print_to_python();
}

}  // namespace ng::python
