// SPDX-License-Identifier: Apache-2.0
// `ngraph find`: lists the ops that match a search expression.
#include <algorithm>

#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/output.h"
#include "app/cli/saved.h"
#include "app/cli/table_output.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/search/op_query.h"
#include "engine/tables/op_table.h"

namespace ng::cli {
namespace {

const Keys keys = {"name", "kind", "axes", "role", "flops", "bytes", "source"};
const Keys keysWithScope = {"name", "scope", "kind", "axes", "role", "flops", "bytes", "source"};

// The document's own graph, or the graph of a compiled computation; and the record of the
// compilation, if there is one.
struct Searched {
  GraphRecordPtr graph;
  CompilationRecordPtr compilation;
};

Searched searched(const Arguments& arguments) {
  const auto after = arguments.value("--after");
  if (!after && !arguments.value("--computation")) {
    if (const SavedCompilationPtr saved = savedCompilation(arguments))
      return {saved->document->graph, saved->compilation};
    return {shownDocument(arguments)->graph, nullptr};
  }
  const CompilationRecordPtr record = shownCompilation(arguments);
  return {after ? passNamed(*record, *after).after : record->as_written(), record};
}

std::string whyNone(const std::string& search, const Searched& in) {
  const std::string wrong = unknown_field(search);
  if (!wrong.empty()) return wrong;
  const std::string missing = unknown_fact(search, {in.compilation.get(), {}});
  if (missing.empty()) return {};
  const CompilationRecord never_run;  // facts missing even here need a run, not only a compilation
  const bool asks_a_run = !unknown_fact(search, {&never_run, {}}).empty();
  return missing + (asks_a_run ? ": search in the workbench, or use ngraph profile"
                               : ": give --computation NAME");
}

int run(const Arguments& arguments) {
  const OpQuery query(arguments.operand(1));
  const Searched in = searched(arguments);
  std::vector<OpRecord> ops;
  for (const OpId key : find_ops(*in.graph, query, {in.compilation.get(), {}}))
    ops.push_back(*in.graph->find(key));
  const std::string why = ops.empty() ? whyNone(arguments.operand(1), in) : std::string();
  if (arguments.json()) {
    Json list = Json::array();
    for (const OpRecord& op : ops) list.push_back(asJson(op));
    Json found{{"ops", std::move(list)}, {"of", in.graph->ops.size()}};
    if (!why.empty()) found["why"] = why;
    printJson(found);
  } else {
    const bool scoped =
        std::any_of(ops.begin(), ops.end(), [](const OpRecord& op) { return !op.scope.empty(); });
    print(tableText(op_columns(), scoped ? keysWithScope : keys, ops));
    print(plural(std::ssize(ops), "op") + " of " +
          grouped(static_cast<std::int64_t>(in.graph->ops.size())) + "\n");
    if (!why.empty()) print(why + "\n");
  }
  return ops.empty() ? checkFailed : fine;
}

}  // namespace

const Command find_command = {
    .name = "find",
    .operands = "FILE SEARCH",
    .summary =
        "Find ops: 'op:dot', 'axis:N bytes>1MiB', 'not role:gradient', 'shape:[*,10]', '/re.*ex/' "
        "(exit code 1 if there are none)",
    .options =
        withRankOptions(withCallOptions({{"--after", "PASS", "search the graph after this pass"}})),
    .run = run,
};

}  // namespace ng::cli
