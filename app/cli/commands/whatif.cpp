// SPDX-License-Identifier: Apache-2.0
// `ngraph whatif`: compares a call with one whose sources have edited elements.
#include <algorithm>

#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/output.h"
#include "app/cli/table_output.h"
#include "engine/analysis/what_if.h"
#include "engine/records/values/edit_text.h"
#include "engine/records/values/read_edit.h"
#include "engine/session/graph_record.h"
#include "engine/tables/comparison_table.h"

namespace ng::cli {
namespace {

WhatIfRecord answered(const Arguments& arguments) {
  WhatIfRequest request;
  request.iteration = arguments.integer("--iteration", 1, 1'000'000'000, 1);
  request.transformer = transformerName(arguments);
  request.options = compileOptions(arguments);
  if (arguments.values("--set").empty())
    throw UsageError("nothing is edited: use --set 'X[0, 1]=3'");
  const Document document = openDocument(arguments);
  for (const std::string& text : arguments.values("--set"))
    request.edits.push_back(read_edit(text, [&](const std::string& name) -> NamedValue {
      const Op op = document.find(name);
      if (!op.value().has_type()) return {op.id(), {}};
      return {op.id(), axis_records(op.axes())};
    }));
  for (const std::string& name : arguments.values("--show")) {
    const Op op = document.find(name);
    request.shown.push_back({op.id(), op.value().result});
  }
  request.computation = chosenComputation(arguments, document);
  const CallSource source(arguments, document, request.computation);
  const TransformerPtr transformer = allocate_transformer(request.transformer);
  const Computation computation =
      transformer->add_computation(request.computation, request.options);
  transformer->declare_state();
  for (std::int64_t call = 0; call + 1 < request.iteration; ++call) {
    throwIfCancelled("running the computation");
    computation.call(source.arguments(call));
  }
  for (const Op& op : transformer->state_ops())
    if (const auto value = transformer->value(op)) request.state.emplace_back(op.id(), *value);
  request.arguments = source.arguments(request.iteration - 1);
  return what_if(request);
}

Json asJson(const WhatIfRecord& record) {
  Json edits = Json::array(), values = Json::array();
  for (const WhatIfRecord::Edited& each : record.edits)
    edits.push_back({{"op", each.name},
                     {"id", idJson(each.edit.op)},
                     {"element", each.edit.element ? Json(*each.edit.element) : Json()},
                     {"place", each.place},
                     {"before", each.before ? numberJson(*each.before) : Json()},
                     {"before_min", numberJson(each.summary.min)},
                     {"before_max", numberJson(each.summary.max)},
                     {"before_mean", numberJson(each.summary.mean)},
                     {"after", numberJson(each.edit.value)}});
  for (const WhatIfRecord::Pair& each : record.values)
    values.push_back({{"op", each.before.name},
                      {"before", cli::asJson(each.before)},
                      {"after", cli::asJson(each.after)}});
  return {{"iteration", record.iteration},
          {"text", record.text},
          {"edits", edits},
          {"changed",
           rowsJson(comparison_columns(), {"op", "id", "max_abs", "place", "before", "after"},
                    changed_rows(record))},
          {"values", values}};
}

std::string textOf(const WhatIfRecord& record) {
  std::string text;
  for (const WhatIfRecord::Edited& each : record.edits) text += edit_text(record, each) + "\n";
  const std::string changes = tableText(
      comparison_columns(), {"op", "max_abs", "place", "before", "after"}, changed_rows(record));
  text += record.text + "\n" + (changes.empty() ? "" : "\n" + changes);
  for (const WhatIfRecord::Pair& each : record.values)
    text += "\nwas: " + valueText(each.before) + "\nis: " + valueText(each.after) + "\n";
  return text;
}

int run(const Arguments& arguments) {
  const WhatIfRecord record = answered(arguments);
  if (arguments.json())
    printJson(asJson(record));
  else
    print(textOf(record));
  return fine;
}

}  // namespace

const Command whatif_command = {
    .name = "whatif",
    .operands = "FILE",
    .summary = "Change elements of inputs, constants or variables and show which ops change",
    .options = withCallOptions(
        {{"--set", "OP[I]=X",
          "set an element of an input, constant or variable: 'X[0, 1]=3', 'a=3'", true},
         {"--show", "OP", "print the full value before and after", true},
         {"--iteration", "N", "call number, counted from 1 (default: 1)"}}),
    .run = run,
};

}  // namespace ng::cli
