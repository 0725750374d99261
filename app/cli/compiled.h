// SPDX-License-Identifier: Apache-2.0
// What most commands start with: a document, one of its computations, compiled with its record.
#pragma once

#include <string>

#include "app/cli/arguments.h"
#include "engine/session/document.h"
#include "engine/session/transformer.h"

namespace ng::cli {

struct Compiled {
  Document document;
  Op node;  // the computation asked for
  TransformerPtr transformer;
  Computation computation;
  CompilationRecordPtr record;
};

// The document that the first operand names; what was odd in it goes to standard error.
Document openDocument(const Arguments& arguments);
// As --disable and --pipeline ask, cancelled by a signal. UsageErrors for unknown passes.
CompileOptions compileOptions(const Arguments& arguments);
// That --transformer names, else `otherwise`. UsageError for one that does not exist.
std::string transformerName(const Arguments& arguments, const std::string& otherwise = "cpu");
// The computation that --computation names, else the plan's or the first.
Op chosenComputation(const Arguments& arguments, const Document& document);

// All of this, with a record.
Compiled compileDocument(const Arguments& arguments);

// The pass of a record by its name; a UsageError that lists them.
const PassRecord& passNamed(const CompilationRecord& record, const std::string& name);

}  // namespace ng::cli
