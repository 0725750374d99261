// SPDX-License-Identifier: Apache-2.0
// Bindings that write documents of the workbench.
#include "engine/documents/export_document.h"
#include "engine/formats/documents/run_plan_json.h"
#include "engine/graph/op_def.h"
#include "engine/ops/sequencing.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/python_line.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;

RunPlan plan_of(const std::string& json) {
  Reader reader(std::as_bytes(std::span(json)), "plan");
  Notes notes;
  const JsonTree tree = parse_json(reader);
  RunPlan plan = read_run_plan_json(JsonField(tree, reader), notes);
  if (!notes.empty()) refuse(ErrorKind::value, notes.front());
  return plan;
}

// Names source files below a folder relative to it.
void shorten_files(DocumentModel& model, const std::string& folder) {
  const auto shorten = [&](std::string& file) {
    if (!folder.empty() && file.starts_with(folder)) file.erase(0, folder.size());
  };
  for (auto& op : model.ops) shorten(op.file);
  for (auto& computation : model.computations) shorten(computation.file);
}

// `computations`: results and parameters by name, in order. `plan`: JSON, or empty. `folder`: of
// the program, ending with a slash.
void save(const std::string& path, const py::dict& computations, const std::string& plan,
          const std::string& title, const std::string& description, const std::string& made_by,
          const std::string& folder) {
  Document document;
  document.path = path;
  document.title = title;
  document.description = description;
  document.made_by = made_by;
  for (const auto& [name, parts] : computations) {
    const auto [results, parameters] = parts.cast<std::pair<std::vector<Op>, std::vector<Op>>>();
    document.computations.push_back(
        computation(results, parameters).named(name.cast<std::string>()));
  }
  if (!plan.empty()) document.plan = plan_of(plan);
  DocumentModel model = export_document(document);
  shorten_files(model, folder);
  write_document(path, model);
}

}  // namespace

void bind_documents(py::module_& m) {
  m.def("save_document", save, "path"_a, "computations"_a, "plan"_a = "", "title"_a = "",
        "description"_a = "", "made_by"_a = "", "folder"_a = "", py::call_guard<AtPythonLine>(),
        "Write computations, lists of results and of parameters by name, as a document.");
}

}  // namespace ng::python
