// SPDX-License-Identifier: Apache-2.0
// Records for commands that only show: read from a saved compilation, or made from a document.
#pragma once

#include <functional>
#include <string>

#include "app/cli/compiled.h"
#include "engine/formats/format.h"
#include "engine/records/json/saved_compilation.h"

namespace ng::cli {

// The first operand, if it is a saved compilation; otherwise null. Throws a UsageError for options
// that would compile it in another way.
SavedCompilationPtr savedCompilation(const Arguments& arguments);

// The compilation that the file holds, or that of the document it holds.
CompilationRecordPtr shownCompilation(const Arguments& arguments);
DocumentRecordPtr shownDocument(const Arguments& arguments);

// Costs of the document's computations, compiled for the reference backend.
std::vector<CallCostRecord> callCosts(const Document& document);

// Those of the formats that `writes` holds for: ".ngraph, .npz".
std::string suffixesOf(const std::function<bool(const Format&)>& writes);
// Throws a UsageError if the path of `option` has another suffix: files are found by it in dialogs.
void requireSuffix(const std::string& option, const std::string& path, const Format& format);
// Throws a usage error if the name is that of NumPy's arrays: checkpoints are safetensors files.
void requireCheckpointName(const std::string& option, const std::string& path);

// What saveCompilation() saves.
SavedCompilation compilationToSave(const Document& document, const Compilation& compilation,
                                   CompilationRecord record, std::string trace);
// Saves `record`, a copy of the compilation's record, with all texts of its kernels. `trace`: JSON
// trace of a run; empty: none. Returns what was saved.
CompilationRecordPtr saveCompilation(const Document& document, const Compilation& compilation,
                                     CompilationRecord record, std::string trace,
                                     const std::string& path);

}  // namespace ng::cli
