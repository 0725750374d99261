// SPDX-License-Identifier: Apache-2.0
#include "engine/records/json/saved_compilation_check.h"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

#include "engine/base/quote.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"

namespace ng {
namespace {

constexpr std::int64_t most = std::int64_t{1} << 50;  // of a size: sums of sizes cannot overflow

[[noreturn]] void fail(const JsonField& field, std::string found, std::string expected) {
  field.fail("the parts of the saved compilation do not agree", std::move(found),
             std::move(expected), "save it again from the original document");
}

void check_range(const JsonField& field, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value < low || value > high)
    fail(field, std::to_string(value), std::to_string(low) + " to " + std::to_string(high));
}

void check_axes(const std::vector<AxisRecord>& axes, const JsonField& json) {
  const std::vector<JsonField> items = json.items();
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].length) check_range(items[i].at("length"), *axes[i].length, 0, most);
}

void check_known(const GraphRecord& graph, const std::vector<OpId>& ids, const JsonField& json) {
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (!graph.find(ids[i])) fail(json.items()[i], std::to_string(ids[i]), "an op of the graph");
}

void check_pass(const PassRecord& pass, const JsonField& json) {
  check_known(*pass.after, pass.added, json.at("added"));
  check_known(*pass.before, pass.removed, json.at("removed"));
  check_known(*pass.before, pass.modified, json.at("modified"));
  check_known(*pass.after, pass.modified, json.at("modified"));
}

void check_text(const KernelText& text, const JsonField& json) {
  const auto lines = std::count(text.text.begin(), text.text.end(), '\n') + 1;
  const std::vector<JsonField> items = json.at("lines").items();
  for (std::size_t i = 0; i < text.lines.size(); ++i)
    check_range(items[i].at("line"), text.lines[i].line, 1, lines);
}

void check_kernel(const KernelRecord& kernel, const JsonField& json) {
  check_range(json.at("flops"), kernel.flops, 0, most);
  check_range(json.at("bytes"), kernel.bytes, 0, most);
  check_range(json.at("launches"), kernel.launches, 0, most);
  check_text(kernel.source, json.at("source"));
  check_text(kernel.cuda, json.at("cuda"));
  check_text(kernel.llvm_ir, json.at("llvm_ir"));
  check_text(kernel.assembly, json.at("assembly"));
  check_text(kernel.ptx, json.at("ptx"));
  if (const auto sass = json.find("sass")) check_text(kernel.sass, *sass);
}

void check_buffer(const BufferRecord& buffer, std::int64_t steps, const JsonField& json) {
  check_range(json.at("bytes"), buffer.bytes, 0, most);
  check_range(json.at("offset"), buffer.offset, 0, most);
  check_range(json.at("first_step"), buffer.first_step, 0, std::max<std::int64_t>(steps - 1, 0));
  check_range(json.at("last_step"), buffer.last_step, buffer.first_step,
              std::max<std::int64_t>(steps - 1, 0));
  check_axes(buffer.axes, json.at("axes"));
  if (buffer.strides.size() != buffer.axes.size())
    fail(json.at("strides"), std::to_string(buffer.strides.size()) + " strides",
         std::to_string(buffer.axes.size()) + ", one for each axis");
}

// Applies `check_one` to each row of a list and its place.
template <class Rows, class Check>
void each(const Rows& rows, const JsonField& json, Check check_one) {
  const std::vector<JsonField> items = json.items();
  std::size_t i = 0;
  for (const auto& row : rows) check_one(row, items[i++]);
}

}  // namespace

void check_op(const OpRecord& op, const JsonField& json) {
  if (op.id == 0) fail(json.at("id"), "0", "the id of an op");
  check_range(json.at("flops"), op.flops, 0, most);
  check_range(json.at("bytes"), op.bytes, 0, most);
  each(op.results, json.at("results"), [](const ResultRecord& result, const JsonField& place) {
    check_axes(result.axes, place.at("axes"));
  });
}

// An op is listed once, and again in each fused op of a backward loop that recomputes it.
void check_graph(const GraphRecord& graph, const JsonField& json) {
  std::unordered_set<OpId> before;
  std::set<std::pair<OpId, OpId>> in_kernels;
  for (const OpRecord& op : graph.ops) {
    const std::string name = "op " + quote(op.name);
    for (const OperandRecord& operand : op.operands) {
      const OpRecord* of = before.count(operand.op) ? graph.find(operand.op) : nullptr;
      if (!of)
        fail(json.at("ops"), name + " reads op " + std::to_string(operand.op),
             "operands that precede it");
      const std::size_t results = std::max<std::size_t>(of->results.size(), 1);  // 0: an update
      if (operand.result < 0 || static_cast<std::size_t>(operand.result) >= results)
        fail(json.at("ops"), name + " reads result " + std::to_string(operand.result),
             "a result of " + quote(of->name));
    }
    const bool again = !before.insert(op.id).second;
    const bool moved = in_kernels.emplace(op.id, op.kernel).second;
    if (again && (!moved || op.kernel == 0)) fail(json.at("ops"), name + " twice", "each op once");
  }
  for (const OpRecord& op : graph.ops)
    if (op.kernel != 0 && !before.count(op.kernel))
      fail(json.at("ops"), "op " + quote(op.name) + " in op " + std::to_string(op.kernel),
           "a fused op of the graph");
  check_known(graph, graph.results, json.at("results"));
}

void check_compilation(const CompilationRecord& record, const JsonField& json) {
  if (record.passes.empty()) fail(json.at("passes"), "no pass", "at least one");
  each(record.passes, json.at("passes"), check_pass);
  each(record.kernels, json.at("kernels"), check_kernel);
  const auto steps = static_cast<std::int64_t>(record.steps.size());
  each(record.buffers, json.at("buffers"),
       [steps](const BufferRecord& buffer, const JsonField& at) {
         check_buffer(buffer, steps, at);
       });
  check_text(record.program, json.at("program"));
  for (const char* size : {"peak_bytes", "unshared_bytes", "flops", "bytes"})
    check_range(json.at(size), json.at(size).integer(INT64_MIN, INT64_MAX), 0, most);
}

void check_computation(const GraphRecord& graph, const ComputationRecord& computation,
                       const JsonField& json) {
  check_known(graph, computation.parameters, json.at("parameters"));
  const std::size_t numbers = computation.result_numbers.size();
  if (numbers != 0 && numbers != computation.results.size())
    fail(json.at("result_numbers"), std::to_string(numbers) + " numbers",
         std::to_string(computation.results.size()) + ", one for each result");
}

void check_document(const DocumentRecord& document, const JsonField& json) {
  check_range(json.at("parameters"), document.parameters, 0, most);
  each(document.computations, json.at("computations"),
       [&](const ComputationRecord& computation, const JsonField& at) {
         check_computation(*document.graph, computation, at);
       });
  if (const auto loops = json.find("loops"))
    each(document.loops, *loops, [&](const LoopRecord& loop, const JsonField& at) {
      if (!document.graph->find(loop.op))
        fail(at.at("op"), std::to_string(loop.op), "an op of the graph");
      check_computation(*document.graph, loop.step, at.at("step"));
    });
  check_known(*document.graph, document.variables, json.at("variables"));
  check_known(*document.graph, document.placeholders, json.at("placeholders"));
}

}  // namespace ng
