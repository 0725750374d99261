// SPDX-License-Identifier: Apache-2.0
// The document's computations compiled for a transformer.
#pragma once

#include <QString>
#include <QStringList>
#include <map>
#include <optional>
#include <vector>

#include "engine/records/pipeline_record.h"
#include "engine/records/records.h"
#include "views/core/session/request.h"
#include "views/core/session/state/plan_changes.h"

namespace ng::views {

struct TransformerChoice {
  QString name;  // "cpu"
  bool available = true;
  QString reason;       // why it is unavailable, or what it runs on: "Clang 19, 8 threads"
  bool usual = false;   // the default
  bool oracle = false;  // which the others are compared with
};

struct PastCompilation {
  QString title;  // "2: cpu without fuse"
  CompilationRecordPtr record;
  Request request;  // the request that it answers, for readPastKernel
};

// A program that is kept for the case that its lengths are used again.
struct KeptProgramFacts {
  QString lengths;  // "N 64 · V 6"; empty: no axis has another length than in the document
  QString computation, transformer;
  PipelineChoice pipeline;
  std::int64_t bytes = 0;  // of its constants and initial values
};

// The programs used last; the first one is in use.
struct KeptProgramList {
  std::vector<KeptProgramFacts> programs;
  std::size_t most = 0;  // how many are kept at most
  bool reused = false;   // the one in use was kept and did not have to be compiled
};

// How much memory a rank has.
struct RankMemory {
  int rank = 0, stage = 0;
  std::int64_t temporaries = 0;  // at their peak
  std::int64_t other = 0;        // state, inputs, results and constants
  bool shown = false;            // the compilation is that of its stage
  QString ranks;                 // that of CompilationState which shows it
};

struct Progress {
  bool busy = false;
  QString stage;                   // "compiling k3"
  std::optional<double> fraction;  // 0..1; empty: unknown
};

struct CompilationState {
  CompilationRecordPtr compilation;  // the newest; null before the first
  // All compilations of this document, oldest first, including the newest. Kernel texts are present
  // as far as they were read.
  std::vector<PastCompilation> past;
  KeptProgramList kept;  // programs kept for other lengths; changes before the plan
  std::vector<TransformerChoice> transformers;
  QStringList computations;
  QString computation, transformer;
  PlanChanges planChanges;  // with which it was compiled or is being compiled
  // How the program is divided among ranks, which run as threads (engine/distributed/division.h):
  // "N=2,stages=4,micro-batches=8,stage=1"; empty: it is not. The compilation is that of `stage`.
  QString ranks;
  bool takesRanks = false;             // whether ranks can be set
  std::vector<RankMemory> rankMemory;  // of the compilation, by rank; empty: it is not divided
  Progress progress;
  bool readingKernels = false;
  // The document compiled without one pass, by pass; null: requested.
  std::map<QString, CompilationRecordPtr> without;
};

}  // namespace ng::views
