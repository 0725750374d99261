// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/export_program.h"

#include <algorithm>
#include <filesystem>

#include "engine/base/atomic_file.h"
#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/documents/export_document.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/programs/program_writer.h"
#include "engine/graph/op_def.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/scan/scan_kept.h"

namespace ng {

namespace {

// Number of outputs that the step itself returns: the smallest number from which worth_keeping
// restores all outputs of the loop.
std::size_t own_outputs(const Node& loop) {
  const ScanParts parts = scan_parts(loop);
  Body body = *loop.loop;
  for (std::size_t own = 0; own < parts.outputs; ++own) {
    body.results.assign(loop.loop->results.begin(),
                        loop.loop->results.begin() + static_cast<long>(parts.states + own));
    for (const Value& value : worth_keeping(body, parts.axis)) {
      const auto& known = body.results;
      if (std::find(known.begin(), known.end(), value) == known.end()) {
        body.results.push_back(value);
      }
    }
    if (body.results == loop.loop->results) return own;
  }
  return parts.outputs;
}

// Number of outputs that other ops read; the step must return these itself.
std::size_t read_outputs(const Document& document, const Node& loop) {
  const std::size_t states = scan_parts(loop).states;
  std::size_t read = 0;
  const auto look = [&](const Value& value) {
    const auto result = static_cast<std::size_t>(value.result) + 1;
    if (value.node.get() == &loop && result > states) read = std::max(read, result - states);
  };
  for (const std::vector<Op>* ops : {&document.ops, &document.computations}) {
    for (const Op& op : *ops) {
      for (const Value& operand : op.node().operands) look(operand);
    }
  }
  return read;
}

OwnOutputs own_outputs(const Document& document) {
  OwnOutputs outputs;
  for (const Op& op : document.ops) {
    if (op.node().def->traits.kind != OpKind::loop) continue;
    outputs[op.id()] = std::max(own_outputs(op.node()), read_outputs(document, op.node()));
  }
  return outputs;
}

bool stores_default_type(const Node& node) {
  if (!node.attributes.has("dtype")) return false;
  Attributes others;
  for (const auto& [key, value] : node.attributes) {
    if (key != "dtype") others.set(key, value);
  }
  return node.def->infer(node.operands, others).at(0).dtype == node.results.at(0).dtype;
}

// The document without the types that its ops have by default.
DocumentModel model_of(const Document& document) {
  DocumentModel model = export_document(document);
  const std::vector<NodePtr> nodes = exported_nodes(document);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!stores_default_type(*nodes[i])) continue;
    std::erase_if(model.ops[i].attributes, [](const auto& each) { return each.first == "dtype"; });
  }
  return model;
}

// Does the program at `path`, written by an earlier export, read the file of arrays?
bool reads(const std::string& path, const ProgramLanguage& language, const std::string& arrays) {
  if (!std::filesystem::is_regular_file(path)) return false;
  Reader file(path);
  return file.text(file.size()).find(language.opened(arrays)) != std::string::npos;
}

bool holds(const std::string& path, const std::vector<NamedTensor>& arrays) {
  try {
    Reader file(path);
    Notes notes;
    return read_npz(file, notes).tensors == arrays;
  } catch (const Error&) {
    return false;
  }
}

[[noreturn]] void refuse_to_replace(const std::string& arrays) {
  Diagnostic diagnostic;
  diagnostic.what = "the program's arrays would replace a file that was not written for it";
  diagnostic.found = quote(arrays);
  diagnostic.action = "choose another name for the program, or move the file";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace

bool is_program_path(const std::string& path) {
  return path.ends_with(".py") || path.ends_with(".cpp");
}

std::string export_program(const Document& document, const std::string& path) {
  const std::string arrays = std::filesystem::path(path).replace_extension(".npz").string();
  const std::string name = std::filesystem::path(arrays).filename().string();
  const ProgramLanguage& language = path.ends_with(".cpp") ? cpp_language() : python_language();
  const ProgramText program =
      write_program(model_of(document), own_outputs(document), language, name);
  const bool replaces = !program.arrays.empty() && std::filesystem::exists(arrays);
  if (replaces && !reads(path, language, name) && !holds(arrays, program.arrays)) {
    refuse_to_replace(arrays);
  }
  // The program is complete before the arrays of an older one are replaced.
  AtomicFile file(path);
  file.write(program.text);
  file.prepare();
  if (!program.arrays.empty()) write_npz(arrays, refs({program.arrays, {}}));
  file.commit();
  return program.arrays.empty() ? "" : arrays;
}

}  // namespace ng
