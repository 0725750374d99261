// SPDX-License-Identifier: Apache-2.0
// `ngraph op`: describes one op.
#include <algorithm>

#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/op_links.h"
#include "app/cli/output.h"
#include "app/cli/results/watched_value.h"
#include "engine/base/result_name.h"
#include "engine/documents/op_docs.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/model_node.h"
#include "engine/records/tensor_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"

namespace ng::cli {
namespace {

constexpr std::size_t mostShown = 8;

// What the command prints about an op.
struct Subject {
  CompilationRecordPtr record;
  OpRecord op;
  OpLinks links;
  std::optional<TensorRecord> value;
  std::string no_value;
};

// Op of the document with this name; nullopt if the name is unknown there (it may belong to an op
// that a pass created).
std::optional<Op> documentOp(const Document& document, const std::string& name) {
  try {
    return document.find(name);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::key) throw;
    return std::nullopt;
  }
}

CompilationRecordPtr compiledRecord(const Arguments& arguments, const Op& node) {
  CompileOptions options = compileOptions(arguments);
  options.keep_record = true;
  const TransformerPtr transformer = allocate_transformer(transformerName(arguments));
  return make_record(transformer->add_computation(node, options).compilation());
}

Op computationOf(const Arguments& arguments, const Document& document,
                 const std::optional<Op>& op) {
  if (!op || arguments.has("--computation") || !op->value().has_type()) {
    return chosenComputation(arguments, document);
  }
  return computationReaching(arguments, document, *op);
}

void addValue(const Arguments& arguments, const Document& document, const std::optional<Op>& op,
              Subject& subject) {
  if (!op) {
    subject.no_value =
        "none: this op was created by the compiler; only values of the document's ops are "
        "available";
    return;
  }
  if (!op->value().has_type()) {
    subject.no_value = "none: this op only orders or assigns";
    return;
  }
  try {
    subject.value = watchedValue(arguments, document, *op, 1);
  } catch (const Error& error) {
    // A value that cannot be computed hides nothing else about the op.
    if (error.kind() != ErrorKind::key && error.kind() != ErrorKind::value) throw;
    subject.no_value = error.diagnostic().what + "; " + error.diagnostic().action;
  }
}

Subject subjectOf(const Arguments& arguments) {
  const Document document = openDocument(arguments);
  const std::string& name = arguments.operand(1);
  const std::optional<Op> op = documentOp(document, name);
  Subject subject;
  subject.record = compiledRecord(arguments, computationOf(arguments, document, op));
  const OpRecord* found = op ? findOp(*subject.record, op->id()) : findOp(*subject.record, name);
  if (!found && !op) document.find(name);  // throws, with a suggestion
  if (!found) {
    Diagnostic diagnostic;
    diagnostic.what =
        "the computation '" + subject.record->computation + "' does not reach '" + name + "'";
    diagnostic.action = "select another computation with --computation";
    refuse(ErrorKind::key, std::move(diagnostic));
  }
  subject.op = *found;
  subject.links = linksOf(*subject.record, subject.op);
  addValue(arguments, document, op, subject);
  return subject;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < mostShown; ++i) {
    text += (i ? ", " : "") + names[i];
  }
  if (names.size() > mostShown)
    text += ", and " + std::to_string(names.size() - mostShown) + " more";
  return text.empty() ? "none" : text;
}

std::vector<std::string> operandNames(const Subject& subject) {
  std::vector<std::string> names;
  for (const OperandRecord& operand : subject.op.operands) {
    const OpRecord* op = findOp(*subject.record, operand.op);
    names.push_back(
        operand.name + " = " +
        to_string(ResultName{op ? op->name : std::to_string(operand.op), operand.result}));
  }
  return names;
}

std::vector<std::string> userNames(const Subject& subject) {
  std::vector<std::string> names;
  const GraphRecordPtr written = subject.record->as_written();
  const GraphRecordPtr graph =
      written->find(subject.op.id) ? written : subject.record->final_graph();
  for (const OpRecord& op : graph->ops) {
    const bool reads = std::any_of(op.operands.begin(), op.operands.end(),
                                   [&](const OperandRecord& o) { return o.op == subject.op.id; });
    if (reads) names.push_back(op.name);
  }
  return names;
}

std::string passesText(const OpLinks& links) {
  if (links.passes.empty()) return links.no_passes;
  std::string text;
  for (const PassTouch& touched : links.passes) {
    text += text.empty() ? "" : "\n             ";
    text += touched.pass + ": " + (touched.what.empty() ? "rewritten" : touched.what);
    const bool own = touched.rules.size() == 1 && touched.rules.front() == touched.pass;
    if (!touched.rules.empty() && !own) text += " by " + listed(touched.rules);
    if (!touched.became.empty()) text += " -> " + listed(touched.became);
  }
  return text;
}

std::string kernelsText(const Subject& subject) {
  if (subject.links.kernels.empty()) return subject.links.no_kernel;
  std::string text;
  for (std::size_t i = 0; i < subject.links.kernels.size(); ++i) {
    const KernelRecord* kernel = subject.links.kernels[i];
    const std::string& as = subject.links.names_there[i];
    text += text.empty() ? "" : "\n             ";
    text += kernel->name + (as.empty() ? "" : " as " + as) + ", " +
            (kernel->library.empty() ? std::string(name(kernel->kind)) : kernel->library);
    if (!kernel->loops.empty()) text += ", " + kernel->loops;
    for (const std::string& line : sourceLines(*kernel, *subject.record, subject.op.id)) {
      text += "\n               " + line;
    }
  }
  return text;
}

std::string bufferText(const OpLinks& links) {
  if (!links.buffer) return links.no_buffer;
  const BufferRecord& buffer = *links.buffer;
  const std::string& as = links.name_in_buffer;
  std::string text = buffer.name + (as.empty() ? "" : " as " + as) + ", " +
                     std::string(name(buffer.kind)) + ", " + byteText(buffer.bytes);
  if (buffer.kind == BufferKind::temporary) text += " at " + grouped(buffer.offset);
  return text + ", steps " + std::to_string(buffer.first_step) + "-" +
         std::to_string(buffer.last_step) + ": " + buffer.reason;
}

std::string subjectText(const Subject& subject) {
  const OpRecord& op = subject.op;
  std::string text = op.glyph + "  " + op.op + " '" + op.name + "'";
  for (const ResultRecord& result : op.results) {
    text += " " + std::string(name(result.dtype)) + " " + axesText(result.axes);
  }
  text += "\n" + std::string(op_documentation(op.op)) + "\n\n";
  auto row = [&text](std::string left, const std::string& right) {
    left.resize(std::max<std::size_t>(left.size() + 1, 13), ' ');
    text += left + right + "\n";
  };
  row("family", std::string(name(op.family)) + ", " + std::string(name(op.role)));
  row("reads", listed(operandNames(subject)));
  row("read by", listed(userNames(subject)));
  for (const auto& [key, value] : op.attributes) row(key, value);
  row("cost", grouped(op.flops) + " FLOP, " + byteText(op.bytes));
  text += "\n";
  if (const auto node = model_node(subject.op)) row("node", node->name + " (" + node->type + ")");
  for (const auto& [key, value] : subject.op.metadata)
    if (key == name_in_file_key) row(key, value);
  row("source", subject.links.made);
  row("passes", passesText(subject.links));
  row("kernel", kernelsText(subject));
  row("buffer", bufferText(subject.links));
  row("value", subject.value ? valueText(*subject.value) : subject.no_value);
  return text;
}

Json subjectJson(const Subject& subject) {
  const OpLinks& links = subject.links;
  Json passes = Json::array(), kernels = Json::array();
  for (const PassTouch& touched : links.passes) {
    passes.push_back({{"pass", touched.pass},
                      {"what", touched.what},
                      {"rules", touched.rules},
                      {"became", touched.became}});
  }
  for (std::size_t i = 0; i < links.kernels.size(); ++i) {
    const KernelRecord* kernel = links.kernels[i];
    kernels.push_back({{"kernel", kernel->name},
                       {"as", links.names_there[i]},
                       {"kind", name(kernel->kind)},
                       {"lines", sourceLines(*kernel, *subject.record, subject.op.id)}});
  }
  return {{"op", asJson(subject.op)},
          {"documentation", op_documentation(subject.op.op)},
          {"users", userNames(subject)},
          {"computation", subject.record->computation},
          {"made", links.made},
          {"passes", passes},
          {"no_passes", links.no_passes},
          {"kernels", kernels},
          {"no_kernel", links.no_kernel},
          {"buffer_as", links.name_in_buffer},
          {"buffer", links.buffer ? asJson(*links.buffer) : Json()},
          {"no_buffer", links.no_buffer},
          {"value", subject.value ? asJson(*subject.value) : Json()},
          {"no_value", subject.no_value}};
}

int run(const Arguments& arguments) {
  const Subject subject = subjectOf(arguments);
  if (arguments.json()) {
    printJson(subjectJson(subject));
  } else {
    print(subjectText(subject));
  }
  return fine;
}

}  // namespace

const Command op_command = {
    .name = "op",
    .operands = "FILE NAME",
    .summary =
        "Describe an op: documentation, operands, cost, source line, passes, kernel, buffer and "
        "value",
    .options = withRankOptions(withCallOptions({})),
    .run = run,
};

}  // namespace ng::cli
