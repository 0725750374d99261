// SPDX-License-Identifier: Apache-2.0
// `ngraph passes`: shows the record of a compilation, pass by pass.
#include "app/cli/commands.h"
#include "app/cli/commands/pass_compare.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/results/result_files.h"
#include "app/cli/saved.h"
#include "app/cli/table_output.h"
#include "app/cli/text_diff.h"
#include "engine/formats/documents/compilation_file.h"
#include "engine/passes/pass.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/tables/pass_table.h"

namespace ng::cli {
namespace {

std::string listText(const CompilationRecord& record) {
  char total[64];
  std::snprintf(total, sizeof total, "%.1f ms", record.compile_ms);
  return record.computation + " on " + record.transformer + ", compiled in " + total +
         (record.cached ? " (kernels from the cache)" : "") + "\n\n" +
         tableText(pass_columns(),
                   {"number", "name", "phase", "op_count", "change", "microseconds", "sentence"},
                   pass_rows(record));
}

std::string rewritesText(const PassRecord& pass) {
  auto names = [&](const GraphRecord& graph, const std::vector<OpId>& ids) {
    std::string text;
    for (OpId id : ids) {
      const OpRecord* op = graph.find(id);
      if (op) text += (text.empty() ? "" : ", ") + op->name;
    }
    return text;
  };
  std::string text;
  for (const RewriteRecord& rewrite : pass.rewrites) {
    std::string line = "  " + rewrite.rule;
    const std::string gone = names(*pass.before, rewrite.removed);
    const std::string made = names(*pass.after, rewrite.added);
    if (!gone.empty()) line += ": " + gone;
    if (!made.empty()) line += " -> " + made;
    text += line + "\n";
  }
  return text;
}

std::string passText(const PassRecord& pass, bool diff) {
  std::string text = pass.name + ": " + pass.sentence + "\n";
  if (!pass.condition.empty()) text += "when: " + pass.condition + "\n";
  text += "here: " + pass.reason + "\n";
  const Pass* row = find_pass(pass.name);
  if (row && !row->without.empty()) text += "off: " + std::string(row->without) + "\n";
  text += change_text(pass) + "\n";
  const std::string rewrites = rewritesText(pass);
  if (!rewrites.empty()) text += "\nrewrites:\n" + rewrites;
  for (const Diagnostic& diagnostic : pass.diagnostics) text += "\n" + to_string(diagnostic) + "\n";
  if (!diff) return text + "\n" + pass.text_after.str();
  const std::string difference = unifiedDiff(pass.text_before, pass.text_after);
  return text + "\n" + (difference.empty() ? "no difference\n" : difference);
}

// With --save, the record includes the kernels' texts, which are made on demand otherwise.
CompilationRecordPtr recordOf(const Arguments& arguments) {
  const auto path = arguments.value("--save");
  if (!path) return shownCompilation(arguments);
  requireSuffix("--save", *path, compilation_format);
  requireWritable("--save", *path);
  const Compiled compiled = compileDocument(arguments);
  const CompilationRecordPtr saved = saveCompilation(
      compiled.document, compiled.computation.compilation(), *compiled.record, {}, *path);
  std::fprintf(stderr, "ngraph: saved to %s\n", path->c_str());
  return saved;
}

int run(const Arguments& arguments) {
  if (arguments.has("--diff") && !arguments.has("--show")) {
    throw UsageError("--diff requires --show P");
  }
  if (arguments.has("--from") || arguments.has("--to")) return compareGraphs(arguments);
  if (arguments.has("--without")) return weighPass(arguments);
  const CompilationRecordPtr record = recordOf(arguments);
  const auto shown = arguments.value("--show");
  if (!shown) {
    if (arguments.json()) {
      print(to_json(*record) + "\n");
    } else {
      print(listText(*record));
    }
    return fine;
  }
  const PassRecord& pass = passNamed(*record, *shown);
  if (!arguments.json()) {
    print(passText(pass, arguments.has("--diff")));
    return fine;
  }
  Json json = asJson(pass);
  if (arguments.has("--diff")) json["diff"] = unifiedDiff(pass.text_before, pass.text_after);
  printJson(json);
  return fine;
}

}  // namespace

const Command passes_command = {
    .name = "passes",
    .operands = "FILE",
    .summary = "Show what each compiler pass changed; --json prints the full compilation record",
    .options = withRankOptions(withCallOptions(
        {{"--show", "P", "print the graph after pass P and its rewrites"},
         {"--diff", "", "with --show: print a line diff of the graph before and after P"},
         {"--from", "A",
          "with --to: compare the graph after pass A (or as_written) with that after B"},
         {"--to", "B", "see --from"},
         {"--without", "P", "compare kernels, bytes, time and results with and without P"},
         {"--save", "OUT.ngrec", "save the compilation, to be shown without the document"}})),
    .run = run,
};

}  // namespace ng::cli
