// SPDX-License-Identifier: Apache-2.0
// Common start of most commands: open a document and compile one of its computations.
#pragma once

#include <map>
#include <string>

#include "app/cli/arguments.h"
#include "engine/documents/document.h"
#include "engine/neon/plan/run_overrides.h"
#include "engine/records/records.h"
#include "engine/session/transformer.h"

namespace ng::cli {

struct Compiled {
  Document document;
  Op node;  // the chosen computation
  TransformerPtr transformer;
  Computation computation;
  CompilationRecordPtr record;
};

// Opens the document that the first operand names, with the chosen lengths and, by the name of the
// plan's data, the user's folders. Prints its import notes to standard error.
Document openDocument(const Arguments& arguments,
                      const std::map<std::string, std::string>& folders = {});
// The same with these lengths instead of those of the command line.
Document openResized(const Arguments& arguments, RunOverrides overrides, LoadOptions options = {});
// Options from --disable and --pipeline, cancelled by signals. Throws UsageError for unknown
// passes.
CompileOptions compileOptions(const Arguments& arguments);
// The name, if a transformer has it. Throws UsageError for an unknown one.
std::string requireTransformer(const std::string& name);
// Transformer named by --transformer, else `otherwise`. Throws UsageError for an unknown name.
std::string transformerName(const Arguments& arguments,
                            const std::string& otherwise = default_transformer());
// Computation named by --computation, else the plan's, else the first.
Op chosenComputation(const Arguments& arguments, const Document& document);

// Opens the document and compiles the chosen computation, with a record.
Compiled compileDocument(const Arguments& arguments);

// The record's pass of this name. Throws a UsageError that lists all passes if there is none.
const PassRecord& passNamed(const CompilationRecord& record, const std::string& name);

}  // namespace ng::cli
