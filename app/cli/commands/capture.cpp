// SPDX-License-Identifier: Apache-2.0
// `ngraph capture`: saves a compilation, a measured run and values as one file to pass on.
#include <set>

#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/commands/measured.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/results/result_files.h"
#include "app/cli/results/watched_value.h"
#include "app/cli/saved.h"
#include "engine/analysis/machine_facts.h"
#include "engine/formats/documents/capture_file.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/tensor_record.h"
#include "engine/session/compilation.h"
#include "engine/session/graph_record.h"

namespace ng::cli {
namespace {

// Values of one iteration: those of --tensor, results and variables, one per op of the document.
std::vector<TensorRecordPtr> valuesOf(const Arguments& arguments, const Measured& measured,
                                      const GraphRecord& graph) {
  const std::int64_t iteration = measured.calls + 1;
  std::vector<TensorRecord> found;
  for (const std::string& name : arguments.values("--tensor"))
    found.push_back(
        watchedValue(arguments, measured.document, measured.document.find(name), iteration));
  found.insert(found.end(), measured.results.begin(), measured.results.end());
  for (const Op& op : measured.transformer->state_ops())
    if (std::optional<Tensor> value = measured.transformer->value(op))
      found.push_back({op.id(), op.name(), axis_records(op.axes()), std::move(*value), iteration});
  std::set<OpId> known;
  std::vector<TensorRecordPtr> values;
  for (TensorRecord& value : found) {
    const OpRecord* op = graph.find(value.op);
    if (op == nullptr || op->results.empty() || !known.insert(value.op).second) continue;
    value.iteration = iteration;
    values.push_back(std::make_shared<TensorRecord>(std::move(value)));
  }
  return values;
}

int run(const Arguments& arguments) {
  const std::string& out = arguments.operand(1);
  requireSuffix("OUT", out, capture_format);
  requireWritable("OUT", out);
  const Measured measured = measure(arguments, {.keepsTrace = true});
  throwIfCancelled("measuring");
  Capture capture;
  capture.compilation = std::make_shared<SavedCompilation>(compilationToSave(
      measured.document, measured.computation.compilation(), measured.record, measured.trace));
  capture.values = valuesOf(arguments, measured, *capture.compilation->document->graph);
  capture.machine = machine_facts();
  capture.machine.emplace_back("ngraph", NGRAPH_VERSION);
  save_capture(capture, out);
  Json values = Json::array();
  for (const TensorRecordPtr& value : capture.values) values.push_back(value->name);
  const CompilationRecord& record = *capture.compilation->compilation;
  if (arguments.json())
    printJson({{"out", out},
               {"computation", record.computation},
               {"transformer", record.transformer},
               {"calls", measured.calls},
               {"kernels", record.kernels.size()},
               {"values", values}});
  else
    print(record.computation + " on " + record.transformer + ": " +
          plural(static_cast<std::int64_t>(record.kernels.size()), "kernel") + ", " +
          plural(measured.calls, "measured call") + ", " +
          plural(static_cast<std::int64_t>(values.size()), "value") + " written to " + out + "\n");
  return fine;
}

}  // namespace

const Command capture_command = {
    .name = "capture",
    .operands = "FILE OUT.ngcap",
    .summary =
        "Save the compilation, a measured run, values and the machine as one file that the "
        "workbench opens read-only",
    .options = withCallOptions(
        {{"--calls", "N", "number of measured calls (default: 20)"},
         {"--tensor", "OP", "also save the value of this op; may be repeated", true}}),
    .run = run,
};

}  // namespace ng::cli
