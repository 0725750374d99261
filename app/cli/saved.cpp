// SPDX-License-Identifier: Apache-2.0
#include "app/cli/saved.h"

#include "app/cli/cancel.h"
#include "engine/documents/document_record.h"
#include "engine/formats/documents/compilation_file.h"
#include "engine/formats/format_table.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/graph_record.h"

namespace ng::cli {
namespace {

CallCostRecord costOf(const Op& computation) {
  CompileOptions options;
  options.progress = [](const std::string&, double) { return !cancelFlag()->load(); };
  try {
    const Graph graph = required_graph(computation.value().node, options);
    const OpCost cost = call_cost(graph);
    return {true, cost.flops, cost.bytes, {}};
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled || error.fault() == Fault::internal) throw;
    return {false, 0, 0, error.diagnostic().what};
  }
}

void requireSame(const Arguments& arguments, const char* option, const std::string& saved) {
  const auto value = arguments.value(option);
  if (value && *value != saved)
    throw UsageError(std::string(option) + " " + *value + ": this compilation was saved with " +
                     saved + "; give the document instead");
}

}  // namespace

SavedCompilationPtr savedCompilation(const Arguments& arguments) {
  const std::string& path = arguments.operand(0);
  if (!is_saved_compilation(path)) return nullptr;
  const SavedCompilationPtr saved = open_compilation(path);
  requireSame(arguments, "--computation", saved->compilation->computation);
  requireSame(arguments, "--transformer", saved->compilation->transformer);
  for (const char* option : {"--disable", "--pipeline", "--batch", "--length"})
    if (arguments.has(option))
      throw UsageError(std::string(option) +
                       " compiles again, which a saved compilation cannot: give the document");
  return saved;
}

CompilationRecordPtr shownCompilation(const Arguments& arguments) {
  if (const SavedCompilationPtr saved = savedCompilation(arguments)) return saved->compilation;
  return compileDocument(arguments).record;
}

DocumentRecordPtr shownDocument(const Arguments& arguments) {
  if (const SavedCompilationPtr saved = savedCompilation(arguments)) return saved->document;
  return make_document_record(openDocument(arguments));
}

std::vector<CallCostRecord> callCosts(const Document& document) {
  std::vector<CallCostRecord> costs;
  for (const Op& computation : document.computations) costs.push_back(costOf(computation));
  return costs;
}

std::string suffixesOf(const std::function<bool(const Format&)>& writes) {
  std::string all;
  for (const Format* format : format_table())
    for (std::string_view suffix : format->suffixes)
      if (writes(*format)) all += (all.empty() ? "" : ", ") + std::string(suffix);
  return all;
}

void requireSuffix(const std::string& option, const std::string& path, const Format& format) {
  if (!path.ends_with(format.suffixes.front()))
    throw UsageError(option + " " + path + ": the name must end in " +
                     std::string(format.suffixes.front()));
}

void requireCheckpointName(const std::string& option, const std::string& path) {
  for (const char* suffix : {".npy", ".npz"}) {
    if (path.ends_with(suffix))
      throw UsageError(option + " writes a safetensors checkpoint, not " + std::string(suffix + 1) +
                       ": 'ngraph convert CKPT.safetensors " + path + "' writes its arrays");
  }
}

SavedCompilation compilationToSave(const Document& document, const Compilation& compilation,
                                   CompilationRecord record, std::string trace) {
  for (KernelRecord& kernel : record.kernels) {
    throwIfCancelled("saving the compilation");
    add_kernel_texts(compilation, kernel);
  }
  return {make_document_record(document), callCosts(document),
          std::make_shared<CompilationRecord>(std::move(record)), std::move(trace)};
}

CompilationRecordPtr saveCompilation(const Document& document, const Compilation& compilation,
                                     CompilationRecord record, std::string trace,
                                     const std::string& path) {
  const SavedCompilation saved =
      compilationToSave(document, compilation, std::move(record), std::move(trace));
  save_compilation(saved, path);
  return saved.compilation;
}

}  // namespace ng::cli
