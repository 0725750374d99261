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
};

struct DocumentRecord {
  std::string path, title, description, made_by;
  std::vector<ComputationRecord> computations;
  std::vector<OpId> variables, placeholders;
  std::int64_t parameters = 0;  // number of elements of all trainable variables
  ModelWordsPtr words = no_words();
  PlanRecordPtr plan;    // null: none
  GraphRecordPtr graph;  // the whole document, as written
};

}  // namespace ng
