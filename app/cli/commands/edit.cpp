// SPDX-License-Identifier: Apache-2.0
// `ngraph edit`: applies edit commands to a document.
#include <cstdio>
#include <set>

#include "app/cli/arguments.h"
#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/commands/edit_turn.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "engine/base/cancellation.h"
#include "engine/base/quote.h"
#include "engine/documents/document.h"
#include "engine/documents/import_document.h"
#include "engine/editing/draft.h"
#include "engine/formats/documents/run_plan_json.h"
#include "engine/neon/plan/run_plan.h"

namespace ng::cli {
namespace {

DocumentModel readModel(const std::string& path) {
  Notes notes;
  return std::move(*load_document_model(path, notes));
}

void apply(editing::Draft& draft, const std::string& line) {
  try {
    draft.apply(line);
  } catch (const editing::EditError& error) {
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.where = quote(line) + (error.column() > 0 ? ", " + diagnostic.where : "");
    refuse(ErrorKind::value, std::move(diagnostic));
  }
}

std::set<std::string> computationsOf(const DocumentModel& model) {
  std::set<std::string> names;
  for (const ComputationModel& each : model.computations) names.insert(each.name);
  return names;
}

// Ops that lack operands, computations whose results are gone, and files outside the folder.
std::vector<std::string> notWritten(const editing::Draft& draft,
                                    const std::set<std::string>& before,
                                    const DocumentModel& written) {
  std::vector<std::string> all;
  for (const editing::Unfinished& each : draft.unfinished()) all.push_back(each.why);
  const std::set<std::string> kept = computationsOf(written);
  for (const std::string& name : before)
    if (!kept.contains(name)) all.push_back("the computation " + quote(name));
  for (const PlanBinding& binding : written.plan.value_or(RunPlan()).bindings)
    if (is_outside_folder(binding))
      all.push_back("the file " + quote(binding.file) + " of " + quote(binding.placeholder) +
                    ", which is not in the document's folder; give a path below it");
  return all;
}

// A document between two edits may lack what its plan needs.
void noteWhyItCannotRun(const Document& document) {
  try {
    check_plan(document);
  } catch (const Error& error) {
    std::fprintf(stderr, "ngraph: note: the document cannot run as it is: %s\n", error.what());
  }
}

int run(const Arguments& arguments) {
  const CancellationScope scope([] { throwIfCancelled("editing"); });
  const std::string& path = arguments.operand(0);
  const bool fresh = arguments.has("--new");
  if (arguments.values("--do").empty() && !fresh && !arguments.has("--out"))
    throw UsageError("no edit given: use --do 'y = x + 1'");
  const std::string out = arguments.value("--out").value_or(path);
  const EditTurn turn(out);
  editing::Draft draft(fresh ? DocumentModel() : readModel(path), path);
  const std::set<std::string> before = computationsOf(draft.model());
  Json edits = Json::array();
  Table table({"edit", "gives"});
  for (const std::string& line : arguments.values("--do")) {
    apply(draft, line);
    const std::string type = draft.last() ? draft.type_of(draft.last()) : std::string();
    edits.push_back({{"line", line}, {"name", draft.undo_name()}, {"type", type}});
    table.add({draft.undo_name(), type});
  }
  const DocumentModel model = draft.finished();
  const Document document = import_document(model, path);
  throwIfCancelled("editing");
  write_document(out, model);
  noteWhyItCannotRun(document);
  Json left = Json::array();
  std::string unfinished;
  for (const std::string& why : notWritten(draft, before, model)) {
    left.push_back(why);
    unfinished += "not written: " + why + "\n";
  }
  const auto ops = static_cast<std::int64_t>(model.ops.size());
  if (arguments.json()) {
    printJson({{"out", out}, {"ops", ops}, {"edits", edits}, {"unfinished", left}});
  } else {
    print((table.empty() ? "" : table.text()) + unfinished + plural(ops, "op") + " written to " +
          out + "\n");
  }
  return fine;
}

}  // namespace

const Command edit_command = {
    .name = "edit",
    .operands = "FILE",
    .summary =
        "Apply edits to a document, such as \"y = x + 1\", \"remove(W)\" or "
        "\"connect(x, dot_5, 'y')\"",
    .options = {{"--do", "LINE", "edit to apply; may be repeated, applied in order", true},
                {"--out", "OUT", "output file (default: FILE)"},
                {"--new", "", "start with an empty document"}},
    .run = run,
};

}  // namespace ng::cli
