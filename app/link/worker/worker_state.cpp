// SPDX-License-Identifier: Apache-2.0
#include "app/link/worker/worker_state.h"

#include <algorithm>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"

namespace ng::views {

void WorkerState::clear() {
  at.restart(RunState::idle);
  program = {};
  programs.clear();
  past.clear();
  documentRecord.reset();
  document.reset();
  beforeEdits.reset();
  opened = {};
  carried = {};
  savedAt.reset();
}

std::int64_t WorkerState::trained() const {
  return (program.run && program.trains ? program.run->iteration() : 0) + carried.trained();
}

StateCopy WorkerState::wholeState() const {
  const KeptState* last = program.run ? kept.after(program.run->iteration()) : nullptr;
  return last ? copyState(*last) : copyState(*program.transformer);
}

bool WorkerState::isDone(OpId op) const {
  const std::size_t step = program.stepOf(op);
  if (step != at.step || at.opInStep == 0) return step < at.step;
  const std::vector<OpId>& inStep = program.compilation->steps[step].ops;
  for (std::size_t i = inStep.size(); i-- > 0;)
    if (inStep[i] == op || program.comesFrom(inStep[i], op)) return i < at.opInStep;
  return false;
}

RunStatus WorkerState::status() const {
  RunStatus status;
  status.state = at.state;
  status.iteration = at.shown;
  status.trained = trained();
  status.trainedSaved = savedAt == status.trained;
  status.step = static_cast<int>(at.step);
  if (!program.run) return status;
  const BoundPlan& plan = program.run->plan();
  status.lastIteration = program.run->iteration();
  if (documentRecord && documentRecord->plan) status.totalIterations = program.run->total();
  status.epochs = static_cast<int>(plan.epochs);
  status.batches = static_cast<int>(plan.batches);
  if (status.batches > 0) status.epoch = static_cast<int>(at.shown / status.batches);
  status.within = at.within();
  status.looksBack = at.halfway.has_value() || at.shown < status.lastIteration;
  status.microsecondsPerStep = program.run->microseconds_per_call();
  status.trains = program.trains;
  return status;
}

bool WorkerState::beforeFirst() const {
  return !at.within() && (!program.run || program.run->iteration() == 0);
}

// The shown iteration if its preceding state is kept, else the next one.
std::int64_t WorkerState::queriedIteration(std::int64_t wanted) const {
  const bool hasState = wanted > 0 && kept.after(wanted - 1) != nullptr;
  return std::min(hasState ? wanted : program.run->iteration() + 1, program.run->total());
}

}  // namespace ng::views
