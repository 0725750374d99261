// SPDX-License-Identifier: Apache-2.0
// ngraph memory
#include "app/cli/commands.h"
#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "app/cli/output.h"

namespace ng::cli {
namespace {

std::string opName(const CompilationRecord& record, OpKey id) {
  for (const PassRecord& pass : record.passes) {
    for (const auto& graph : {pass.after, pass.before}) {
      if (const OpRecord* op = graph->find(id)) return op->name;
    }
  }
  return "";
}

std::string tenants(const CompilationRecord& record, const BufferRecord& buffer) {
  std::string text;
  for (OpKey op : buffer.values) text += (text.empty() ? "" : ", ") + opName(record, op);
  return text;
}

std::string memoryText(const CompilationRecord& record) {
  Table table({"buffer", "kind", ">bytes", ">offset", ">steps", "dtype", "axes", "holds", "why"});
  std::int64_t kept = 0;
  for (const BufferRecord& buffer : record.buffers) {
    const bool temporary = buffer.kind == "temporary";
    if (!temporary) kept += buffer.bytes;
    table.add({buffer.name, buffer.kind, grouped(buffer.bytes),
               temporary ? grouped(buffer.offset) : "",
               std::to_string(buffer.first_step) + "-" + std::to_string(buffer.last_step),
               buffer.dtype, axesText(buffer.axes), tenants(record, buffer), buffer.reason});
  }
  return table.text() + "\ntemporaries " + byteText(record.peak_bytes) + " (" +
         byteText(record.unshared_bytes) + " without sharing), all else " + byteText(kept) + "\n";
}

int run(const Arguments& arguments) {
  const Compiled compiled = compileDocument(arguments);
  const CompilationRecord& record = *compiled.record;
  if (!arguments.json()) {
    print(memoryText(record));
    return fine;
  }
  Json buffers = Json::array();
  for (const BufferRecord& buffer : record.buffers) buffers.push_back(asJson(buffer));
  printJson({{"computation", record.computation},
             {"transformer", record.transformer},
             {"peak_bytes", record.peak_bytes},
             {"unshared_bytes", record.unshared_bytes},
             {"buffers", buffers}});
  return fine;
}

}  // namespace

const Command memory_command = {
    .name = "memory",
    .operands = "FILE",
    .summary = "The buffers of a compiled computation: sizes, places, lifetimes and reasons",
    .options = withCompileOptions({}),
    .run = run,
};

}  // namespace ng::cli
