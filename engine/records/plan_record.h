// SPDX-License-Identifier: Apache-2.0
// The plan of a training run: computations, data, and what feeds each placeholder.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/number.h"
#include "engine/base/op_id.h"
#include "engine/records/given_kind.h"
#include "engine/records/plan_callback_record.h"

namespace ng {

// Data of a plan: generated or read by name, or a file of arrays.
struct PlanDataRecord {
  std::string name;    // "digits"; for a file its name
  std::string kind;    // "mixture_of_gaussians", a data set such as "mnist", or "file"
  std::string title;   // "MNIST: 28 x 28 digits"; empty: unknown
  std::string origin;  // "synthetic, seed 0", or the folder
  std::string files;   // what a user's folder must contain; empty: not read from a folder
  std::vector<std::string> arrays;  // arrays that can be fed to a placeholder: "digits.train.image"
  std::optional<std::int64_t> samples;  // in the training part; empty: not counted
  bool folder_by_user = false;
  // "probabilities", "shape", "batch" …, as text, in a fixed order; empty in files of earlier
  // releases.
  std::vector<std::pair<std::string, std::string>> settings = {};
};

// What feeds a placeholder at each call: a number, an expression, data.
struct PlanGivenRecord {
  std::string placeholder;
  GivenKind kind = GivenKind::value;
  std::string source;    // "4", "5/(1+epoch)", "mixture.train.xs", "normal(0, 1, seed=7)"
  bool assumed = false;  // not specified: fed with 0
  // Of an array: "1, 2, 3", or a hash of many elements. Empty: no array, or a file's, not read.
  std::string elements = {};
};

struct PlanEvaluationRecord {
  std::string name, computation;
  std::int64_t batches = 0;  // 0: one pass over all data
  bool enabled = true;
  std::string reduction = {};  // "mean"; empty in files of earlier releases, without what follows
  bool at_start = true;        // also before the first epoch
  std::vector<PlanGivenRecord> given = {};  // only what the evaluation itself specifies
};

// A dimension whose length a model's file leaves open.
struct PlanLengthRecord {
  std::string name;  // the file's symbol, or input and position: "x_dim0"
  std::int64_t length = 1;
};

// A named constant of the document, such as a learning rate.
struct PlanScalarRecord {
  OpId op = 0;  // a constant
  std::string name;
  Number value;
};

struct PlanRecord {
  std::string computation, evaluation;
  int epochs = 0, batches = 0;
  // Length of the batch axis, samples per call; empty: no batch axis, or its length is unknown.
  std::optional<std::int64_t> batch_size;
  std::vector<PlanLengthRecord> lengths;  // open dimensions of a model
  std::string data_source;                // description: "mixture of 2 Gaussians, seed 0"
  std::vector<std::string> plots;
  std::vector<PlanDataRecord> data;
  std::vector<PlanEvaluationRecord> evaluations;
  std::vector<PlanCallbackRecord> callbacks;
  std::vector<PlanGivenRecord> given;
  std::vector<PlanScalarRecord> scalars;
  std::optional<Diagnostic> fault;  // why it cannot run
};

}  // namespace ng
