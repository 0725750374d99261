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

// Of each rank, if the program is divided; of a saved compilation: none.
std::vector<StageBytes> rankBytes(const Arguments& arguments) {
  const std::vector<MeshAxis> axes = meshAxes(arguments);
  const bool numbered =
      std::all_of(axes.begin(), axes.end(), [](const MeshAxis& axis) { return axis.ranks > 0; });
  if (axes.empty() || !numbered || mesh_size(axes) < 2) return {};
  const Document document = openDocument(arguments);
  const std::vector<StageBytes> stages =
      bytes_of_stages(chosenComputation(arguments, document), transformerName(arguments),
                      compileOptions(arguments));
  std::vector<StageBytes> ranks;
  for (int rank = 0; rank < mesh_size(axes); ++rank)
    ranks.push_back(stages[static_cast<std::size_t>(rank) % stages.size()]);
  return ranks;
}

std::string ranksText(const std::vector<StageBytes>& ranks, int stages) {
  std::string text;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    text += "rank " + std::to_string(rank);
    if (stages > 1) text += ", stage " + std::to_string(rank % static_cast<std::size_t>(stages));
    text += ": temporaries " + byteText(ranks[rank].temporaries) + ", other buffers " +
            byteText(ranks[rank].other) + ", together " + byteText(ranks[rank].total()) + "\n";
  }
  return text;
}

Json ranksJson(const std::vector<StageBytes>& ranks, int stages) {
  Json all = Json::array();
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    all.push_back({{"rank", rank},
                   {"stage", rank % static_cast<std::size_t>(stages)},
                   {"peak_bytes", ranks[rank].temporaries},
                   {"other_bytes", ranks[rank].other},
                   {"bytes", ranks[rank].total()}});
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

int run(const Arguments& arguments) {
  if (const auto pass = arguments.value("--without")) return compareWithout(arguments, *pass);
  const CompilationRecordPtr record = shownCompilation(arguments);
  const MemoryPlan plan(*record);
  const std::vector<StageBytes> ranks = rankBytes(arguments);
  const int stages = stages_of(meshAxes(arguments));
  if (arguments.json()) {
    Json json = memoryJson(plan);
    if (!ranks.empty()) json["ranks"] = ranksJson(ranks, stages);
    printJson(json);
  } else {
    print(memoryText(plan) + ranksText(ranks, stages));
  }
  return fine;
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
