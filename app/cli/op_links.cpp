// SPDX-License-Identifier: Apache-2.0
#include "app/cli/op_links.h"

#include <algorithm>
#include <sstream>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_name.h"
#include "engine/records/op_trace.h"

namespace ng::cli {
namespace {

bool has(const std::vector<OpId>& ids, OpId id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

PassTouch touch(const PassRecord& pass, OpId id) {
  PassTouch touched{pass.name, "", {}, {}};
  if (has(pass.removed, id)) touched.what = "removed";
  if (has(pass.added, id)) touched.what = "added";
  if (has(pass.modified, id)) touched.what = "operands changed";
  for (const RewriteRecord& rewrite : pass.rewrites) {
    if (!has(rewrite.removed, id) && !has(rewrite.added, id)) continue;
    if (std::find(touched.rules.begin(), touched.rules.end(), rewrite.rule) ==
        touched.rules.end()) {
      touched.rules.push_back(rewrite.rule);
    }
  }
  for (OpId added : pass.added) {
    const OpRecord* op = pass.after->find(added);
    if (op && op->traits.kind != OpKind::kernel && added != id && has(op->origins, id)) {
      touched.became.push_back(op->name);
    }
  }
  return touched;
}

std::string madeAt(const CompilationRecord& record, const OpRecord& op) {
  std::string text;
  if (!op.file.empty()) text = op.file + ":" + std::to_string(op.line);
  if (op.made_by.empty()) return text.empty() ? "not recorded in the document" : text;
  std::string by = "by " + op.made_by;
  if (!op.origins.empty() && op.origins.front() != op.id) {
    const OpRecord* origin = findOp(record, op.origins.front());
    if (origin) by += " from " + origin->name;
  }
  return text.empty() ? by : by + ", source " + text;
}

std::string noKernel(const OpRecord& op, const std::vector<PassTouch>& passes) {
  if (op.family == Family::state) return "none: stored, not computed";
  for (auto at = passes.rbegin(); at != passes.rend(); ++at) {
    if (at->what == "removed") return "removed by " + at->pass;
  }
  if (op.results.empty()) return "none: this op only orders or assigns";
  return "none: no result depends on it";
}

}  // namespace

const OpRecord* findOp(const CompilationRecord& record, OpId id) {
  for (const PassRecord& pass : record.passes) {
    if (const OpRecord* op = pass.before->find(id)) return op;
    if (const OpRecord* op = pass.after->find(id)) return op;
  }
  return nullptr;
}

const OpRecord* findOp(const CompilationRecord& record, const std::string& name) {
  for (const PassRecord& pass : record.passes) {
    for (const auto& graph : {pass.before, pass.after}) {
      if (const OpRecord* op = op_named(*graph, name)) return op;
    }
  }
  return nullptr;
}

OpLinks linksOf(const CompilationRecord& record, const OpRecord& op) {
  OpLinks links;
  links.made = madeAt(record, op);
  for (const PassRecord& pass : record.passes) {
    PassTouch touched = touch(pass, op.id);
    if (!touched.what.empty() || !touched.rules.empty() || !touched.became.empty()) {
      links.passes.push_back(std::move(touched));
    }
  }
  if (links.passes.empty()) links.no_passes = "not changed by any pass";
  // An assign is computed where its value is computed, and is stored in its target's buffer.
  const bool assigns = op.traits.is_effect() && op.operands.size() == 2;
  if (assigns) links.buffer = record.buffer_of(op.operands[0].op);
  const OpId computed = assigns ? op.operands[1].op : op.id;
  for (const OpRecord* there : survivors(record, computed)) {
    const std::string as = there->id == op.id || assigns ? std::string() : there->name;
    const KernelRecord* kernel = record.kernel_of(there->id);
    if (kernel &&
        std::find(links.kernels.begin(), links.kernels.end(), kernel) == links.kernels.end()) {
      links.kernels.push_back(kernel);
      links.names_there.push_back(as);
    }
    if (links.buffer) continue;
    links.buffer = record.buffer_of(there->id);
    if (links.buffer) links.name_in_buffer = as;
  }
  if (links.kernels.empty()) links.no_kernel = noKernel(op, links.passes);
  if (!links.buffer) {
    links.no_buffer = links.kernels.empty()
                          ? noKernel(op, links.passes)
                          : "none: the value stays in registers of " + links.kernels.front()->name;
  }
  return links;
}

std::vector<std::string> sourceLines(const KernelRecord& kernel, const CompilationRecord& record,
                                     OpId op) {
  std::vector<OpId> wanted;
  for (const OpRecord* there : survivors(record, op)) wanted.push_back(there->id);
  std::vector<std::string> text, found;
  std::istringstream stream(kernel.source.text);
  for (std::string line; std::getline(stream, line);) text.push_back(line);
  for (const LineOps& line : kernel.source.lines) {
    const bool ours =
        std::any_of(wanted.begin(), wanted.end(), [&line](OpId id) { return has(line.ops, id); });
    const auto row = static_cast<std::size_t>(line.line);
    if (ours && row >= 1 && row <= text.size()) {
      found.push_back(std::to_string(line.line) + ": " + text[row - 1]);
    }
  }
  return found;
}

}  // namespace ng::cli
