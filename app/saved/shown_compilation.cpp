// SPDX-License-Identifier: Apache-2.0
#include "app/saved/shown_compilation.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "engine/analysis/document_difference.h"
#include "engine/base/error.h"
#include "engine/documents/document_record.h"
#include "engine/documents/plan_files.h"
#include "engine/formats/documents/capture_file.h"
#include "engine/formats/documents/compilation_file.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/plan_record.h"
#include "engine/records/tensor_record.h"
#include "engine/trace/trace_file.h"

namespace ng::views {

namespace {

void forbidRuns(DocumentRecord& document, const char* what, const char* action) {
  if (!document.plan) return;
  auto plan = std::make_shared<PlanRecord>(*document.plan);
  Diagnostic& fault = plan->fault.emplace();
  fault.what = what;
  fault.action = action;
  document.plan = std::move(plan);
}

std::shared_ptr<ShownCompilation> shownFrom(const SavedCompilation& saved,
                                            const std::string& path) {
  auto shown = std::make_shared<ShownCompilation>();
  auto document = std::make_shared<DocumentRecord>(*saved.document);
  document->path = path;
  forbidRuns(*document, "A saved compilation cannot run.", "Open the document.");
  shown->document = std::move(document);
  shown->record = saved.compilation;
  auto timeline = std::make_shared<Timeline>(saved.trace.empty()
                                                 ? compile_timeline(*saved.compilation)
                                                 : read_trace_text(saved.trace, path + ", trace"));
  timeline->title = saved.trace.empty() ? "this run" : "saved run";
  shown->timeline = std::move(timeline);
  return shown;
}

Diagnostic originOf(const SavedCompilation& saved) {
  Diagnostic note;
  note.severity = Severity::note;
  note.what = "This is a saved compilation of " + saved.compilation->computation + " on " +
              saved.compilation->transformer + ".";
  note.where = saved.document->path;
  const auto& kernels = saved.compilation->kernels;
  if (std::any_of(kernels.begin(), kernels.end(),
                  [](const KernelRecord& kernel) { return kernel.microseconds.has_value(); }))
    note.found = "times of the machine that saved it; the roofline's ceilings are this machine's";
  note.action = "Open the document to run, edit or compile it.";
  return note;
}

// The machine of a capture, as one line.
std::string machineOf(const Capture& capture) {
  std::string text;
  for (const auto& [key, value] : capture.machine)
    text += (text.empty() ? "" : "; ") + key + ": " + value;
  return text;
}

}  // namespace

ReadFile readFile(const std::string& path) {
  Reader reader(path);
  if (!looks_like_capture(reader.first_bytes(64))) {
    const SavedCompilationPtr saved = open_compilation(path);
    return {shownFrom(*saved, path), originOf(*saved)};
  }
  const Capture capture = read_capture(reader);
  auto shown = shownFrom(*capture.compilation, path);
  shown->machine = capture.machine;
  for (const TensorRecordPtr& value : capture.values) shown->values[value->op] = value;
  shown->curves = capture.curves;
  if (capture.health) shown->health = std::make_shared<HealthLog>(*capture.health);
  Diagnostic origin = originOf(*capture.compilation);
  origin.found =
      "captured on " + machineOf(capture) + "; the roofline's ceilings are this machine's";
  return {std::move(shown), std::move(origin)};
}

namespace {

// A file of a comparison: also documents and models, which are not compiled.
struct ComparedFile {
  std::shared_ptr<ShownCompilation> shown;
  AttributeTensors tensors;  // of a document or model
  std::optional<std::map<std::string, std::string>> axis_roles = {};

  ComparedDocument compared() const {
    return {shown->document, shown->record->passes.empty() ? nullptr : shown->record,
            tensors,         shown->machine,
            shown->values,   axis_roles};
  }
};

ComparedFile comparedFile(const std::string& path) {
  if (is_saved_compilation(path))
    return {std::make_shared<ShownCompilation>(*readFile(path).shown), {}};
  auto shown = std::make_shared<ShownCompilation>();
  const Document loaded = load_document(path);
  auto document =
      std::make_shared<DocumentRecord>(*with_file_contents(loaded, make_document_record(loaded)));
  document->path = path;
  forbidRuns(*document, "A comparison cannot run.", "Open one of the documents.");
  auto record = std::make_shared<CompilationRecord>();
  if (document->plan)
    record->computation = document->plan->computation;
  else if (!document->computations.empty())
    record->computation = document->computations[0].name;
  record->transformer = "not compiled";
  shown->document = std::move(document);
  shown->record = std::move(record);
  return {std::move(shown), attribute_tensors(loaded), axis_role_texts(loaded)};
}

// The timeline of a compared file, under the file's name.
TimelinePtr titled(const Timeline& timeline, const std::string& path) {
  auto made = std::make_shared<Timeline>(timeline);
  made->title = std::filesystem::path(path).filename().string();
  return made;
}

}  // namespace

ReadFile readBoth(const std::string& first, const std::string& second) {
  const ComparedFile before = comparedFile(first), after = comparedFile(second);
  auto difference = std::make_shared<DocumentDifference>(
      document_difference(before.compared(), after.compared()));
  const std::shared_ptr<ShownCompilation>& shown = after.shown;
  auto record = std::make_shared<CompilationRecord>(*shown->record);
  record->passes.insert(record->passes.begin(), pass_of(*difference));
  shown->record = std::move(record);
  Diagnostic origin;
  origin.severity = Severity::note;
  origin.what = "The documents are compared: " + summary(*difference) + ".";
  origin.where = first + " and " + second;
  origin.action = "Open one of them to run, edit or compile it.";
  if (before.shown->timeline && shown->timeline) {
    difference->timeline_before = titled(*before.shown->timeline, first);
    shown->timeline = titled(*shown->timeline, second);
  }
  shown->difference = std::move(difference);
  return {shown, std::move(origin)};
}

}  // namespace ng::views
