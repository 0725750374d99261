// SPDX-License-Identifier: Apache-2.0
// A document: its graph, computations and plan.
#pragma once

#include <string>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/records/model_words.h"
#include "engine/records/records.h"

namespace ng {

struct ComputationRecord {
  std::string name;
  std::vector<OpId> parameters, results;
  // Of each of `results`: which result of its op; empty in files of earlier releases.
  std::vector<int> result_numbers = {};
  // "single", "list", "set" or "none"; empty in files of earlier releases.
  std::string returns = {};
};

// What the step of a loop, such as a scan, reads and returns.
struct LoopRecord {
  OpId op = 0;
  ComputationRecord step = {};  // without a name
};

struct DocumentRecord {
  std::string path, title, description, made_by;
  std::vector<ComputationRecord> computations;
  std::vector<LoopRecord> loops;  // empty in files of earlier releases
  std::vector<OpId> variables, placeholders;
  std::int64_t parameters = 0;  // number of elements of all trainable variables
  ModelWordsPtr words = no_words();
  PlanRecordPtr plan;    // null: none
  GraphRecordPtr graph;  // the whole document, as written
};

}  // namespace ng
