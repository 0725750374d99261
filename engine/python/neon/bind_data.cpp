// SPDX-License-Identifier: Apache-2.0
// Bindings of data sets and classification metrics.
#include "engine/graph/op_def.h"
#include "engine/neon/data/data_set_table.h"
#include "engine/neon/training/metrics.h"
#include "engine/python/handles.h"
#include "engine/python/interpreter_lock.h"
#include "engine/python/neon/bind_neon.h"
#include "engine/python/python_line.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using Guard = py::call_guard<AtPythonLine>;

// Arrays by part and name, with the names of their axes.
py::dict arrays_of(const neon::DataSet& set) {
  py::dict parts;
  for (const neon::DataPart& part : set.parts) {
    py::dict arrays;
    for (const neon::DataArray& array : part.arrays) {
      arrays[py::str(array.name)] =
          py::dict("data"_a = array_of(array.value), "axes"_a = py::tuple(py::cast(array.axes)));
    }
    parts[py::str(part.name)] = arrays;
  }
  return parts;
}

py::dict load_data_set(const std::string& name, const std::string& folder, std::uint32_t seed) {
  const neon::DataSetKind* kind = neon::data_set_named(name);
  if (!kind) {
    std::string known;
    for (const neon::DataSetKind& each : neon::data_set_table()) {
      known += (known.empty() ? "" : ", ") + std::string(each.name);
    }
    throw py::key_error("no data set is called " + name + "; available: " + known);
  }
  neon::DataSet set;
  {
    const Unlocked unlocked;
    set = neon::load_data_set(*kind, folder, seed);
  }
  return py::dict("parts"_a = arrays_of(set), "classes"_a = set.classes, "origin"_a = set.origin);
}

}  // namespace

void bind_data(py::module_& m) {
  m.def(
      "load_data_set", load_data_set, "name"_a, "folder"_a = "", "seed"_a = 0,
      "Load a data set from the folder of its published files, or generate a small synthetic one.");
  m.def(
      "misclassification", [](const Op& y, const Op& t) { return neon::misclassification(y, t); },
      "y"_a, "t"_a, Guard(),
      "Per sample, 1 if the largest score is not that of the true class, else 0.");
  m.def(
      "accuracy", [](const Op& y, const Op& t) { return neon::accuracy(y, t); }, "y"_a, "t"_a,
      Guard(), "Per sample, 1 if the largest score is that of the true class, else 0.");
  m.def(
      "top_k_misclassification",
      [](const Op& y, const Op& t, std::int64_t k) {
        return neon::top_k_misclassification(y, t, k);
      },
      "y"_a, "t"_a, "k"_a, Guard(),
      "Per sample, 1 if the true class is not among the k largest scores, else 0.");
  m.def(
      "perplexity", [](const Op& cost, bool usebits) { return neon::perplexity(cost, usebits); },
      "cross_entropy"_a, "usebits"_a = false, Guard());
  m.def(
      "batch_mean", [](const Op& op) { return neon::batch_mean(op); }, "per_sample"_a, Guard(),
      "Mean over all axes.");
}

}  // namespace ng::python
