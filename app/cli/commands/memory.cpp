// SPDX-License-Identifier: Apache-2.0
// `ngraph memory`: shows the memory plan of a compiled computation.
#include <map>

#include "app/cli/commands.h"
#include "app/cli/feeds.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/saved.h"
#include "engine/analysis/memory_facts.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"

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

std::string stepsText(const BufferRecord& buffer) {
  return std::to_string(buffer.first_step) + "-" + std::to_string(buffer.last_step);
}

std::string flags(const CompilationRecord& record, const MemoryFacts& facts, int buffer) {
  std::string text;
  for (const std::string& flag : flag_texts(record, facts, buffer)) {
    text += (text.empty() ? "" : ", ") + flag;
  }
  return text;
}

std::string stepName(const CompilationRecord& record, int step) {
  const bool there = static_cast<std::size_t>(step) < record.steps.size();
  return "step " + std::to_string(step) +
         (there ? " (" + record.steps[static_cast<std::size_t>(step)].kernel + ")" : "");
}

// Of all buffers, if the program runs on several devices; else empty.
std::map<std::string, std::int64_t> bytesOfDevices(const CompilationRecord& record) {
  std::map<std::string, std::int64_t> bytes;
  for (const BufferRecord& buffer : record.buffers)
    if (!buffer.device.empty()) bytes[buffer.device] += buffer.bytes;
  return bytes;
}

std::string memoryText(const CompilationRecord& record, const MemoryFacts& facts) {
  std::vector<std::string> titles = {"buffer", "kind", ">bytes", ">offset", ">steps",
                                     "dtype",  "axes", "holds",  "flags",   "why"};
  const std::map<std::string, std::int64_t> devices = bytesOfDevices(record);
  if (!devices.empty()) titles.insert(titles.begin() + 1, "device");
  Table table(titles);
  std::int64_t kept = 0;
  for (std::size_t i = 0; i < record.buffers.size(); ++i) {
    const BufferRecord& buffer = record.buffers[i];
    const bool temporary = is_temporary(buffer);
    if (!temporary) kept += buffer.bytes;
    std::vector<std::string> row = {buffer.name,
                                    std::string(name(buffer.kind)),
                                    grouped(buffer.bytes),
                                    temporary ? grouped(buffer.offset) : "",
                                    stepsText(buffer),
                                    std::string(name(buffer.dtype)),
                                    axesText(buffer.axes),
                                    tenants(record, buffer),
                                    flags(record, facts, static_cast<int>(i)),
                                    buffer.reason};
    if (!devices.empty()) row.insert(row.begin() + 1, buffer.device);
    table.add(row);
  }
  std::string text = table.text() + "\ntemporaries " + byteText(record.peak_bytes) + " (" +
                     byteText(record.unshared_bytes) + " without buffer reuse), other buffers " +
                     byteText(kept) + "\n";
  for (const auto& [device, bytes] : devices)
    text += "on " + device + ": " + byteText(bytes) + " without the reuse of temporaries\n";
  if (facts.peak_alive > 0) {
    text += "peak live: " + byteText(facts.peak_alive) + " at " +
            stepName(record, facts.peak_step) + ":";
    for (int i : alive_at(record, facts.peak_step)) {
      text += " " + record.buffers[static_cast<std::size_t>(i)].name;
    }
    text += "\n";
  }
  return text;
}

Json memoryJson(const CompilationRecord& record, const MemoryFacts& facts) {
  const auto names = [&record](const std::vector<int>& buffers) {
    Json list = Json::array();
    for (int i : buffers) list.push_back(record.buffers[static_cast<std::size_t>(i)].name);
    return list;
  };
  const Tenancy tenancy(record);
  Json buffers = Json::array();
  for (std::size_t i = 0; i < record.buffers.size(); ++i) {
    const int index = static_cast<int>(i);
    Json buffer = asJson(record.buffers[i]);
    buffer["written_at"] = facts.buffers[i].writers;
    buffer["read_at"] = facts.buffers[i].readers;
    buffer["same_bytes_before"] = names(tenancy.before(index));
    buffer["same_bytes_after"] = names(tenancy.after(index));
    buffer["flags"] = flag_texts(record, facts, index);
    buffers.push_back(std::move(buffer));
  }
  return {{"computation", record.computation},
          {"transformer", record.transformer},
          {"peak_bytes", record.peak_bytes},
          {"unshared_bytes", record.unshared_bytes},
          {"alive_bytes", facts.alive_bytes},
          {"peak_step", facts.peak_step},
          {"peak_alive", facts.peak_alive},
          {"alive_at_peak", names(alive_at(record, facts.peak_step))},
          {"buffers", std::move(buffers)}};
}

// ---- comparison with the plan of a compilation without one pass ------------------------------

CompilationRecordPtr recordWithout(const Arguments& arguments, const Compiled& compiled,
                                   const std::string& pass) {
  passNamed(*compiled.record, pass);
  CompileOptions options = compileOptions(arguments);
  options.keep_record = true;
  options.passes.disabled.insert(pass);
  const TransformerPtr transformer = allocate_transformer(transformerName(arguments));
  const CompilationRecordPtr record =
      make_record(transformer->add_computation(compiled.node, options).compilation());
  if (passNamed(*record, pass).enabled) {
    throw UsageError("the pass '" + pass + "' cannot be left out: compilation requires it");
  }
  return record;
}

std::string changesText(const CompilationRecord& without, const CompilationRecord& with,
                        const std::string& pass) {
  Table table(
      {"buffer", "change", ">bytes without", ">bytes with", ">steps without", ">steps with"});
  for (const PlanChange& change : compare_plans(without, with)) {
    const BufferRecord *before = change.before, *after = change.after;
    table.add({(after ? after : before)->name,
               !before  ? "new"
               : !after ? "gone"
                        : "changed",
               before ? grouped(before->bytes) : "", after ? grouped(after->bytes) : "",
               before ? stepsText(*before) : "", after ? stepsText(*after) : ""});
  }
  return (table.empty() ? "" : table.text() + "\n") + "temporaries without " + pass + " " +
         byteText(without.peak_bytes) + ", with it " + byteText(with.peak_bytes) + "\n";
}

Json changesJson(const CompilationRecord& without, const CompilationRecord& with,
                 const std::string& pass) {
  Json changes = Json::array();
  for (const PlanChange& change : compare_plans(without, with)) {
    Json both;
    if (change.before) both["without"] = asJson(*change.before);
    if (change.after) both["with"] = asJson(*change.after);
    both["bytes"] = change.bytes;
    changes.push_back(std::move(both));
  }
  return {{"pass", pass},
          {"peak_bytes_without", without.peak_bytes},
          {"peak_bytes_with", with.peak_bytes},
          {"changes", std::move(changes)}};
}

int compareWithout(const Arguments& arguments, const std::string& pass) {
  const Compiled compiled = compileDocument(arguments);
  const CompilationRecordPtr without = recordWithout(arguments, compiled, pass);
  if (arguments.json()) {
    printJson(changesJson(*without, *compiled.record, pass));
  } else {
    print(changesText(*without, *compiled.record, pass));
  }
  return fine;
}

int run(const Arguments& arguments) {
  if (const auto pass = arguments.value("--without")) return compareWithout(arguments, *pass);
  const CompilationRecordPtr shown = shownCompilation(arguments);
  const CompilationRecord& record = *shown;
  const MemoryFacts facts = memory_facts(record);
  if (arguments.json()) {
    printJson(memoryJson(record, facts));
  } else {
    print(memoryText(record, facts));
  }
  return fine;
}

}  // namespace

const Command memory_command = {
    .name = "memory",
    .operands = "FILE",
    .summary = "List the buffers of a computation: size, offset, lifetime, and why each exists",
    .options =
        withCallOptions({{"--without", "P", "compare with the memory plan without this pass"}}),
    .run = run,
};

}  // namespace ng::cli
