// SPDX-License-Identifier: Apache-2.0
// A reference case: a program in terms of the original's API, its fed values and its results.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/formats/tensors/tensor_file.h"

namespace ng::cases {

// Arguments stay JSON because their meaning depends on the op (see case_arguments.h).
using Json = nlohmann::json;

struct CaseAxis {
  std::string key, name;
  Json length;  // null: unknown
};

struct CaseNode {
  std::string id, op;
  Json arguments = Json::array();
  Json keywords = Json::object();
  Json metadata = Json::object();
  std::string name;  // set by named(); empty: unnamed
  bool inference = false;
};

struct CaseComputation {
  std::string id;
  Json returns;  // a name, a list of names, or null
  std::vector<std::string> parameters;
  bool set = false;
};

struct CaseCall {
  std::string computation;
  Json arguments = Json::array();
  Json feed_dict;  // null: positional
};

struct CaseError {
  std::string stage, type;
};

struct Case {
  std::string group, name;
  std::vector<CaseAxis> axes;
  std::vector<CaseNode> nodes;
  std::vector<CaseComputation> computations;
  std::vector<CaseCall> calls;
  std::optional<CaseError> error;
  Json results;  // id -> {axes, dtype}
  Json state;    // null: not recorded
  std::string printed;
  double rtol = 1e-5, atol = 1e-6;
  bool random = false;         // values were sampled: only types and shapes are compared
  TensorFile inputs, outputs;  // outputs: "c<call>/<result id>"
};

// Reads FOLDER/case.json, inputs.npz and outputs.npz.
Case read_case(const std::string& folder);
// "GROUP/NAME" of every case below `root`, sorted.
std::vector<std::string> case_names(const std::string& root);

}  // namespace ng::cases
