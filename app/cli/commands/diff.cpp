// SPDX-License-Identifier: Apache-2.0
// `ngraph diff`: the differences between two documents, saved compilations or captures, or between
// two checkpoints.
#include <algorithm>

#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/commands/checkpoint/checkpoint_diff.h"
#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/table_output.h"
#include "engine/documents/document_record.h"
#include "engine/documents/plan_files.h"
#include "engine/formats/documents/capture_file.h"
#include "engine/formats/documents/compilation_file.h"
#include "engine/formats/format_table.h"
#include "engine/formats/tensorflow/tensorflow_file.h"
#include "engine/records/document_record.h"
#include "engine/session/compilation.h"
#include "engine/tables/difference_table.h"

namespace ng::cli {
namespace {

constexpr std::size_t mostRows = 40;  // of each table, unless --all is given
constexpr std::size_t mostBlocks = 40;

const Keys blockKeys = {"block",  "added",  "removed", "changed", "weights",
                        "values", "before", "after",   "ratio"};
const Keys timeKeys = {"name", "scope", "before", "after", "ratio", "kernels_a", "kernels_b"};

bool isCheckpoint(const std::string& path) {
  return role_of(Reader(model_file_of(path))) == FileRole::checkpoint;
}

ComparedDocument read(const std::string& path) {
  if (!is_saved_compilation(path)) {
    const Document document = load_document(path);
    return {with_file_contents(document, make_document_record(document)),
            nullptr,
            attribute_tensors(document),
            {},
            {},
            axis_role_texts(document)};
  }
  Reader reader(path);
  Facts machine;
  std::map<OpId, TensorRecordPtr> values;
  SavedCompilationPtr saved;
  if (looks_like_capture(reader.first_bytes(64))) {
    const Capture capture = read_capture(reader);
    machine = capture.machine;
    for (const TensorRecordPtr& value : capture.values) values[value->op] = value;
    saved = capture.compilation;
  } else {
    saved = open_compilation(path);
  }
  auto document = std::make_shared<DocumentRecord>(*saved->document);
  document->path = path;
  return {document, saved->compilation, {}, machine, values};
}

Json elementsJson(const Change& change) {
  Json json = Json::object();
  addCells(json, difference_columns(),
           {"elements", "differing", "largest", "largest_relative", "norm_a", "norm_b",
            "norm_of_difference", "cosine"},
           change);
  if (!change.order.empty()) addCells(json, difference_columns(), {"order"}, change);
  json["histogram"] = histogramJson(change.elements->histogram);
  return json;
}

Json changeJson(const Change& change) {
  Json json;
  addCells(json, difference_columns(), {"of", "kind", "name"}, change);
  if (change.of == ChangeOf::op || change.of == ChangeOf::value)
    addCells(json, difference_columns(), {"scope"}, change);
  if (change.op != 0 && change.kind != ChangeKind::removed) json["id"] = idJson(change.op);
  if (change.what.empty()) return json;
  addCells(json, difference_columns(), {"what", "before", "after"}, change);
  if (change.ratio) addCells(json, difference_columns(), {"ratio"}, change);
  if (change.elements) json["elements"] = elementsJson(change);
  return json;
}

Json differenceJson(const Arguments& arguments, const DocumentDifference& difference) {
  Json changes = Json::array();
  for (const Change& change : difference.changes) changes.push_back(changeJson(change));
  return {{"first", arguments.operand(0)},
          {"second", arguments.operand(1)},
          {"same", difference.same()},
          {"matched", difference.matched},
          {"added", difference.added.size()},
          {"removed", difference.removed.size()},
          {"changed", difference.changed.size()},
          {"facts", rowsJson(fact_columns(), {"what", "before", "after"}, difference.facts)},
          {"blocks", rowsJson(block_difference_columns(), blockKeys, blocks_of(difference, -1))},
          {"times", rowsJson(op_times_columns(), timeKeys, difference.times)},
          {"values", {{"compared", difference.values}, {"rounded", difference.rounded_values}}},
          {"renamed", rowsJson(rename_columns(), {"of", "before", "after"}, difference.renamed)},
          {"differences", changes}};
}

// A table below its title, or nothing without rows.
template <class Row>
std::string section(const std::string& title, const Columns<Row>& columns, Keys keys,
                    const std::vector<Row>& rows, std::size_t most) {
  if (rows.empty()) return {};
  std::string text = "\n" + title + "\n" + shownCells(columns, keys, rows, most).text();
  if (rows.size() > most)
    text += std::to_string(rows.size() - most) + " more: --all lists them, --json too\n";
  return text;
}

// Tensors are listed apart, with the sizes of their differences, largest first; values too, in the
// order of computation: the first one that differs is where to look.
std::string changesText(const DocumentDifference& difference, std::size_t most) {
  std::vector<Change> tensors, values, others;
  for (const Change& change : difference.changes)
    (change.of == ChangeOf::value ? values : change.elements ? tensors : others).push_back(change);
  std::stable_sort(tensors.begin(), tensors.end(), [](const Change& a, const Change& b) {
    return a.elements->most_relative > b.elements->most_relative;
  });
  return section("tensors", difference_columns(),
                 {"scope", "name", "what", "after", "largest", "largest_relative", "norm_a",
                  "norm_b", "cosine"},
                 tensors, most) +
         section("values", difference_columns(),
                 {"scope", "name", "before", "after", "differing", "largest", "largest_relative",
                  "cosine"},
                 values, most) +
         section("differences", difference_columns(),
                 {"kind", "of", "scope", "name", "what", "before", "after", "ratio"}, others, most);
}

std::string differenceText(const Arguments& arguments, const DocumentDifference& difference) {
  const std::size_t most = arguments.has("--all") ? -1 : mostRows;
  std::string text =
      (difference.same() ? "no differences: " : "") + summary(difference) + "\n" +
      section("A and B", fact_columns(), {"what", "before", "after"}, difference.facts, -1);
  const std::vector<BlockDifference> blocks = blocks_of(difference, mostBlocks);
  if (blocks.size() > 1)
    text += section("ops by block", block_difference_columns(), blockKeys, blocks, most);
  text += section("times by op", op_times_columns(), timeKeys, difference.times, most);
  text += changesText(difference, most);
  if (arguments.has("--names"))
    text += section("renamed", rename_columns(), {"of", "before", "after"}, difference.renamed, -1);
  return text;
}

int run(const Arguments& arguments) {
  const std::string &a = arguments.operand(0), &b = arguments.operand(1);
  if (isCheckpoint(a) || isCheckpoint(b)) return diffCheckpoints(arguments, a, b);
  if (arguments.has("--rename")) throw UsageError("--rename has no effect on documents");
  const ComparedDocument first = read(a), second = read(b);
  throwIfCancelled("comparing the documents");
  const DocumentDifference difference = document_difference(first, second);
  if (arguments.json())
    printJson(differenceJson(arguments, difference));
  else
    print(differenceText(arguments, difference));
  return difference.same() ? fine : checkFailed;
}

}  // namespace

const Command diff_command = {
    .name = "diff",
    .operands = "A B",
    .summary =
        "List the differences between two documents, saved compilations, captures or checkpoints: "
        "ops matched by structure, elements and names, elements of tensors, values of captures, "
        "buffers' sizes; with the times of ops, which are no difference (exit code 1 if there are "
        "any)",
    .options = {{"--all", "", "list all rows (default: the first 40 of each table)"},
                {"--names", "", "list renamed ops and axes, which are not differences"},
                {"--rename", "RULE", "of checkpoints: rename tensors of A, such as encoder.*=enc/*",
                 true}},
    .run = run,
};

}  // namespace ng::cli
