// SPDX-License-Identifier: Apache-2.0
// `ngraph diff`: the differences between two documents, saved compilations or captures.
#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/table_output.h"
#include "engine/documents/document_record.h"
#include "engine/formats/documents/compilation_file.h"
#include "engine/formats/format_table.h"
#include "engine/records/document_record.h"
#include "engine/session/compilation.h"
#include "engine/tables/difference_table.h"

namespace ng::cli {
namespace {

ComparedDocument read(const std::string& path) {
  const Reader reader(path);
  if (role_of(reader) == FileRole::checkpoint)
    throw UsageError(path + " is a checkpoint: compare two of them with ngraph checkpoint diff");
  if (is_saved_compilation(path)) {
    const SavedCompilationPtr saved = open_compilation(path);
    auto document = std::make_shared<DocumentRecord>(*saved->document);
    document->path = path;
    return {document, saved->compilation, {}};
  }
  const Document document = load_document(path);
  return {make_document_record(document), nullptr, attribute_tensors(document)};
}

Json changeJson(const Change& change) {
  Json json;
  addCells(json, difference_columns(), {"of", "kind", "name"}, change);
  if (change.op != 0 && change.kind != ChangeKind::removed) json["id"] = idJson(change.op);
  if (change.what.empty()) return json;
  addCells(json, difference_columns(), {"what", "before", "after"}, change);
  if (change.ratio) addCells(json, difference_columns(), {"ratio"}, change);
  return json;
}

int run(const Arguments& arguments) {
  const ComparedDocument first = read(arguments.operand(0)), second = read(arguments.operand(1));
  throwIfCancelled("comparing the documents");
  const DocumentDifference difference = document_difference(first, second);
  if (arguments.json()) {
    Json changes = Json::array();
    for (const Change& change : difference.changes) changes.push_back(changeJson(change));
    printJson({{"first", arguments.operand(0)},
               {"second", arguments.operand(1)},
               {"same", difference.same()},
               {"matched", difference.matched},
               {"added", difference.added.size()},
               {"removed", difference.removed.size()},
               {"changed", difference.changed.size()},
               {"differences", changes}});
  } else if (difference.same()) {
    print("no differences: " + summary(difference) + "\n");
  } else {
    print(tableText(difference_columns(),
                    {"kind", "of", "name", "what", "before", "after", "ratio"},
                    difference.changes) +
          summary(difference) + "\n");
  }
  return difference.same() ? fine : checkFailed;
}

}  // namespace

const Command diff_command = {
    .name = "diff",
    .operands = "A B",
    .summary =
        "List the differences between two documents, saved compilations or captures: ops "
        "matched by name and structure, kernels' times, buffers' sizes (exit code 1 if there are "
        "any)",
    .options = {},
    .run = run,
};

}  // namespace ng::cli
