// SPDX-License-Identifier: Apache-2.0
// `ngraph memory`: shows the memory plan of a compiled computation.
#include <algorithm>
#include <map>

#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/options/ranks.h"
#include "app/cli/output.h"
#include "app/cli/saved.h"
#include "app/cli/table_output.h"
#include "engine/distributed/rank_bytes.h"
#include "engine/records/compilation_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/tables/memory_table.h"

namespace ng::cli {
namespace {

// Of all buffers, if the program runs on several devices; else empty.
std::map<std::string, std::int64_t> bytesOfDevices(const CompilationRecord& record) {
  std::map<std::string, std::int64_t> bytes;
  for (const BufferRecord& buffer : record.buffers)
    if (!buffer.device.empty()) bytes[buffer.device] += buffer.bytes;
  return bytes;
}

// Of each rank, if the program is divided.
std::vector<RankBytes> rankBytes(const Arguments& arguments, const Op& computation) {
  const std::vector<MeshAxis> axes = meshAxes(arguments);
  const bool numbered =
      std::all_of(axes.begin(), axes.end(), [](const MeshAxis& axis) { return axis.ranks > 0; });
  if (axes.empty() || !numbered || mesh_size(axes) < 2) return {};
  return bytes_of_ranks(
      bytes_of_stages(computation, transformerName(arguments), compileOptions(arguments)),
      mesh_size(axes));
}

std::string ranksText(const std::vector<RankBytes>& ranks) {
  const bool staged = !ranks.empty() && ranks.back().stage > 0;
  std::string text;
  for (const auto& [rank, stage, bytes] : ranks) {
    text += "rank " + std::to_string(rank);
    if (staged) text += ", stage " + std::to_string(stage);
    text += ": temporaries " + byteText(bytes.temporaries) + ", other buffers " +
            byteText(bytes.other) + ", together " + byteText(bytes.total()) + "\n";
  }
  return text;
}

Json ranksJson(const std::vector<RankBytes>& ranks) {
  Json all = Json::array();
  for (const auto& [rank, stage, bytes] : ranks)
    all.push_back({{"rank", rank},
                   {"stage", stage},
                   {"peak_bytes", bytes.temporaries},
                   {"other_bytes", bytes.other},
                   {"bytes", bytes.total()}});
  return all;
}

std::string memoryText(const MemoryPlan& plan) {
  const CompilationRecord& record = plan.record();
  const MemoryFacts& facts = plan.facts();
  std::int64_t kept = 0;
  for (const BufferRecord& buffer : record.buffers)
    if (!is_temporary(buffer)) kept += buffer.bytes;
  std::string text = tableText(buffer_columns(),
                               {"name", "device", "kind", "bytes", "offset", "steps", "dtype",
                                "axes", "holds", "flags", "reason"},
                               buffer_rows(plan)) +
                     "\ntemporaries " + byteText(record.peak_bytes) + " (" +
                     byteText(record.unshared_bytes) + " without buffer reuse), other buffers " +
                     byteText(kept) + "\n";
  for (const auto& [device, bytes] : bytesOfDevices(record))
    text += "on " + device + ": " + byteText(bytes) + " without the reuse of temporaries\n";
  if (facts.peak_alive > 0) {
    text +=
        "peak live: " + byteText(facts.peak_alive) + " at " + plan.step_text(facts.peak_step) + ":";
    for (const int i : alive_at(record, facts.peak_step)) text += " " + plan.buffer(i).name;
    text += "\n";
  }
  return text;
}

Json memoryJson(const MemoryPlan& plan) {
  const CompilationRecord& record = plan.record();
  const MemoryFacts& facts = plan.facts();
  Json buffers = Json::array();
  for (const BufferRow& row : buffer_rows(plan)) {
    Json buffer = asJson(row.record());
    addCells(buffer, buffer_columns(),
             {"written_at", "read_at", "same_bytes_before", "same_bytes_after", "flags"}, row);
    buffers.push_back(std::move(buffer));
  }
  Json alive = Json::array();
  for (const int i : alive_at(record, facts.peak_step)) alive.push_back(plan.buffer(i).name);
  return {{"computation", record.computation}, {"transformer", record.transformer},
          {"peak_bytes", record.peak_bytes},   {"unshared_bytes", record.unshared_bytes},
          {"alive_bytes", facts.alive_bytes},  {"peak_step", facts.peak_step},
          {"peak_alive", facts.peak_alive},    {"alive_at_peak", std::move(alive)},
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
  const std::string changes =
      tableText(plan_change_columns(),
                {"name", "change", "bytes_before", "bytes_after", "steps_before", "steps_after"},
                compare_plans(without, with));
  return changes + (changes.empty() ? "" : "\n") + "temporaries without " + pass + " " +
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

int show(const Arguments& arguments, const CompilationRecord& record,
         const std::vector<RankBytes>& ranks) {
  const MemoryPlan plan(record);
  if (arguments.json()) {
    Json json = memoryJson(plan);
    if (!ranks.empty()) json["ranks"] = ranksJson(ranks);
    printJson(json);
  } else {
    print(memoryText(plan) + ranksText(ranks));
  }
  return fine;
}

int run(const Arguments& arguments) {
  if (const auto pass = arguments.value("--without")) return compareWithout(arguments, *pass);
  if (const SavedCompilationPtr saved = savedCompilation(arguments))
    return show(arguments, *saved->compilation, {});
  const Compiled compiled = compileDocument(arguments);
  return show(arguments, *compiled.record, rankBytes(arguments, compiled.node));
}

}  // namespace

const Command memory_command = {
    .name = "memory",
    .operands = "FILE",
    .summary = "List the buffers of a computation: size, offset, lifetime, and why each exists",
    .options = withRankOptions(
        withCallOptions({{"--without", "P", "compare with the memory plan without this pass"}})),
    .run = run,
};

}  // namespace ng::cli
