// SPDX-License-Identifier: Apache-2.0
// The computation that is shown and run: compiled, with its run. A compilation builds the whole and
// then puts it in the place of the one before. Used on the engine's thread only.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "app/link/engine_requests.h"
#include "engine/analysis/health_watch.h"
#include "engine/distributed/rank_threads.h"
#include "engine/documents/document.h"
#include "engine/neon/training/training.h"
#include "engine/records/records.h"

namespace ng::views {

struct ActiveProgram {
  CompileRequest request;             // that it answers
  Request opened;                     // the opened document it was made for; edits do not change it
  std::unique_ptr<Document> planned;  // the document as run: with the user's choices; null: the
                                      // document was replaced since
  DocumentRecordPtr document;         // the record of `planned`
  CompilationRecordPtr compilation;
  TransformerPtr transformer;  // null: nothing is compiled
  Op node;
  Computation computation;
  bool trains = false;               // the computation assigns variables
  std::set<std::uint64_t> written;   // ids of all variables that the document assigns
  std::unique_ptr<TrainingRun> run;  // null: see whyNoRun
  std::int64_t planEpochs = 0;       // of the run, without the epochs that runFurther() added
  std::optional<Diagnostic> whyNoRun;
  std::unique_ptr<HealthWatch> health;
  std::map<OpId, const OpRecord*> ops;  // ops of all graphs of `compilation` and of `document`

  void index();  // sets what follows from the other members

  const OpRecord* find(OpId op) const;  // in `ops`; null: unknown
  bool isInLoop(OpId op) const;
  bool comesFrom(OpId made, OpId op) const;  // whether a pass made one op from the other
  // The step after which the op's value, or its replacement's, is available. For an op that passes
  // removed: the first step that uses its value, else the one that computes its operands.
  std::size_t stepOf(OpId op) const;
  std::int64_t epochsBegun() const;        // of the run; a checkpoint may be beyond the plan's end
  CompileOptions pipelineOptions() const;  // of the compilation, without progress callback
  // A computation that only computes and stores `wanted`. `stored` receives its order: the user's
  // ops, then ops created by passes. Skips ops in loops; null if no op remains.
  Computation storing(const std::vector<OpId>& wanted, std::vector<OpId>& stored) const;

 private:
  std::optional<std::size_t> computedIn(OpId op) const;  // nullopt: no step has it
  Value valueOf(OpId op) const;
  bool isFed(const Value& value) const;
};

// Value Error for a text of ranks that cannot be read. Without `times`, the times of single ranks
// are not measured.
CompileOptions optionsFor(const PipelineChoice& pipeline, const QString& ranks,
                          const std::shared_ptr<RankStepTimes>& times = nullptr);

}  // namespace ng::views
