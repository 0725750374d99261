// SPDX-License-Identifier: Apache-2.0
// The programs that were used last, so that going back to lengths that were used before compiles
// nothing. They hold no variables: their transformers are closed, and the state is carried.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/distributed/rank_bytes.h"
#include "engine/documents/document.h"
#include "engine/neon/plan/run_overrides.h"
#include "engine/records/pipeline_record.h"
#include "engine/session/transformer.h"
#include "views/core/session/compilations.h"

namespace ng::views {

// All that a program depends on besides the document.
struct ProgramKey {
  std::string computation, transformer;
  PipelineChoice pipeline;
  ChangedLengths lengths;
  QString ranks;  // of CompileChoices
  bool operator==(const ProgramKey&) const = default;
};

// A compiled computation of the document, with those of the plan's evaluations.
struct KeptProgram {
  ProgramKey key;
  Document document;            // with the key's lengths; its plan is that of the opened document
  CompilationRecordPtr record;  // of the first computation
  std::vector<Computation> computations;  // the document's nodes, compiled
  // Of the first computation, if it is divided among ranks; shared with the compilation.
  std::shared_ptr<std::vector<StageBytes>> rankBytes = std::make_shared<std::vector<StageBytes>>();

  const Computation* find(const Op& node) const;  // null: not compiled
  std::int64_t bytes() const;  // constants and initial values, also those stored in a file
};
using KeptProgramPtr = std::shared_ptr<KeptProgram>;

// Those of one document. Used by the engine's thread.
class KeptPrograms {
 public:
  static constexpr std::size_t most = 4;

  // Limit for the bytes() of all; the program in use stays also if it is larger.
  explicit KeptPrograms(std::int64_t mostBytes = std::int64_t{1} << 30) : mostBytes_(mostBytes) {}

  KeptProgramPtr find(const ProgramKey& key) const;  // null: not kept
  // `program` is in use. Drops those that were used longest ago above the limits.
  void use(KeptProgramPtr program);
  void dropUsed();  // so that it is compiled again; it stays in use until then
  void clear() { programs_.clear(); }
  // What is kept, for display; the first program is in use.
  std::vector<KeptProgramFacts> facts() const;

 private:
  std::int64_t mostBytes_;
  std::vector<KeptProgramPtr> programs_;  // the one used last first
};

}  // namespace ng::views
