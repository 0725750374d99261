// SPDX-License-Identifier: Apache-2.0
#include "engine/session/transformer.h"

#include "engine/backends/backend_table.h"
#include "engine/base/error.h"
#include "engine/distributed/launcher.h"
#include "engine/distributed/ranked_transformer.h"
#include "engine/graph/op_def.h"
#include "engine/passes/pass.h"
#include "engine/passes/pass_options.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/interpreter_lock.h"
#include "engine/python/transformer_use.h"
#include "engine/runtime/memory.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer_info.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;

std::string pass_names() {
  std::string names;
  for (const Pass* pass : pass_table())
    names += (names.empty() ? "" : ", ") + std::string(pass->name);
  return names;
}

const Pass& pass_named(const std::string& name) {
  if (const Pass* pass = find_pass(name)) return *pass;
  Diagnostic diagnostic;
  diagnostic.what = "no pass '" + name + "'";
  diagnostic.expected = "one of " + pass_names();
  refuse(ErrorKind::value, std::move(diagnostic));
}

ShardState shard_state_named(const std::string& name) {
  if (const auto which = from_name<ShardState>(name)) return *which;
  Diagnostic diagnostic;
  diagnostic.what = "unknown state to divide among ranks";
  diagnostic.found = "'" + name + "'";
  diagnostic.expected = expected_names<ShardState>();
  refuse(ErrorKind::value, std::move(diagnostic));
}

// Also accepts names of rewrite rules, so unknown names are not refused.
void disable(Transformer& transformer, const std::set<std::string>& names) {
  for (const std::string& name : names) {
    const Pass* pass = find_pass(name);
    if (pass && pass->required) {
      refuse(ErrorKind::value,
             "the pass '" + name + "' cannot be switched off: compilation requires it");
    }
  }
  transformer.options().passes.disabled = names;
}

void set_pipeline(Transformer& transformer, const std::vector<std::string>& names) {
  Pipeline pipeline;
  for (const std::string& name : names) pipeline.push_back(&pass_named(name));
  if (!pipeline.empty()) check_pipeline(pipeline);
  transformer.options().pipeline = std::move(pipeline);
}

std::vector<std::string> pipeline_of(const Transformer& transformer) {
  std::vector<std::string> names;
  for (const Pass* pass : transformer.options().pipeline) names.emplace_back(pass->name);
  return names;
}

py::dict pass_sentences() {
  py::dict sentences;
  for (const Pass* pass : pass_table()) {
    sentences[py::str(std::string(pass->name))] = std::string(pass->sentence);
  }
  return sentences;
}

}  // namespace

void bind_transformer(py::module_& m) {
  py::class_<Transformer, std::shared_ptr<Transformer>>(
      m, "Transformer", "Compiles computations and holds the state that they share.")
      .def_property_readonly("name", [](const Transformer& t) { return std::string(t.name()); })
      .def("initialize",
           [](Transformer& t) { do_alone("is initialized", t, [&] { t.initialize(); }); })
      .def("allocate", &Transformer::allocate, py::call_guard<Unlocked>())
      .def("close", [](Transformer& t) { do_alone("is closed", t, [&] { t.close(); }); })
      .def_property_readonly("is_closed", &Transformer::is_closed)
      .def(
          "save",
          [](const Transformer& t, const std::string& path) {
            do_alone("is saved", t, [&] { t.save(path); });
          },
          "path"_a)
      .def(
          "restore",
          [](Transformer& t, const std::string& path) {
            do_alone("is restored", t, [&] { t.restore(path); });
          },
          "path"_a)
      .def("state_ops", &Transformer::state_ops)
      .def(
          "value", [](const Transformer& t, const Op& storage) { return t.value(storage); },
          "storage"_a, py::call_guard<Unlocked>(),
          "Return the value of a storage op, or None before it is allocated. Of state that is "
          "divided among ranks, all ranks must call it.")
      .def(
          "holds",
          [](const Transformer& t, const Op& storage) {
            return t.state().find(storage.id()) != nullptr;
          },
          "storage"_a, "Whether it has the storage op. Other ranks need not call it.")
      .def(
          "set_value",
          [](Transformer& t, const Op& storage, const Tensor& value) {
            do_alone("has a value set", t, [&] { t.set_value(storage, value); });
          },
          "storage"_a, "value"_a)
      .def_property(
          "disabled_passes", [](const Transformer& t) { return t.options().passes.disabled; },
          disable, "Names of disabled passes and rules, for computations added from now on.")
      .def_property("pipeline", pipeline_of, set_pipeline,
                    "Names of the graph passes in order; empty for the backend's default.");
  m.def("pass_sentences", pass_sentences,
        "Return the engine's passes by name with one-line descriptions, graph passes first.");
  m.def("names_library", &names_library, "name"_a,
        "Whether the name of a transformer is the path of a library.");
  m.def("transformer_choices", &transformer_choices,
        "Return the names of the available transformers.");
  m.def(
      "unavailable_transformers",
      [] {
        py::dict reasons;
        for (const TransformerInfo& info : all_transformers()) {
          if (!info.availability.available) reasons[info.name.c_str()] = info.availability.reason;
        }
        return reasons;
      },
      "Return the reasons why other transformers are unavailable, by name.");
  m.def("allocate_transformer", &allocate_transformer, "name"_a,
        "Create a transformer. Raises ValueError for an unknown name.");
  m.def(
      "make_ranked_transformer",
      [](const std::string& on, const std::string& axes, const std::string& shard_state,
         int micro_batches) {
        const ShardState sharded = shard_state_named(shard_state);
        auto made = make_ranked_transformer(
            on, axes.empty() ? std::vector<MeshAxis>() : mesh_axes(axes), micro_batches);
        made->options().passes.shard_state = sharded;
        return made;
      },
      "on"_a, "axes"_a, "shard_state"_a, "micro_batches"_a,
      "Create one rank's transformer of those that mpirun started.");
  m.def(
      "launched_rank",
      [] {
        const auto launched = launched_rank();
        return launched ? std::pair(launched->rank, launched->size) : std::pair(0, 1);
      },
      "Return this process's rank and the number of ranks that mpirun started.");
  m.def(
      "mpi_unavailable",
      [] {
        const Availability mpi = mpi_availability();
        return mpi.available ? std::string() : mpi.reason;
      },
      "Return why ranks cannot use MPI here, or an empty text.");
}

}  // namespace ng::python
