// SPDX-License-Identifier: Apache-2.0
// Builds the ops of an ONNX model.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/note.h"
#include "engine/formats/onnx/onnx_model.h"
#include "engine/graph/op.h"

namespace ng::onnx {

// Role of axes whose length the model computes with: documents do not change it.
inline constexpr const char* fixed_length_role = "fixed_length";

struct OpRow;

// Ops of another framework that are imported by rows of their own.
struct Dialect {
  std::string_view domain;                                   // of their nodes
  const OpRow* (*find)(std::string_view op_type) = nullptr;  // null: the op is not imported
};

struct ImportOptions {
  std::map<std::string, std::int64_t> lengths;    // of open dimensions, by symbol
  std::map<std::string, ng::Tensor> values = {};  // inputs that become constants, by name
  const Dialect* dialect = nullptr;
  bool keep_values = false;  // fill ImportedModel::values
};

// A dimension without a length in the file.
struct OpenDimension {
  std::string name;  // the symbol, or input and position: "x_dim0"
  std::int64_t length = 1;
  bool given = false;  // by ImportOptions
};

// The node of the model that an op comes from.
struct OriginText {
  std::string name;  // wanted name of the op
  std::string kind;  // "Conv"; empty for inputs and weights
  std::string device = {};
  std::string node = {};     // name of the node, in the functions that call it: "layer1/conv1/Conv"
  std::string in_file = {};  // the file's name of a weight, if the op has another
  std::size_t claim = 0;     // equal for the ops that were made for one value of the model
  bool is_value = false;     // the op whose result is that value
  SourceLine source = {};    // of the program that the model was exported from
};

// An output that is longer along a dimension than it is in the model; another output counts the
// elements that belong to it.
struct CountedOutput {
  std::size_t output = 0, dimension = 0, count = 0;
};

struct ImportedModel {
  std::vector<Op> inputs;   // placeholders, in the order of the graph's inputs
  std::vector<Op> outputs;  // in the order of the graph's outputs, then counts
  std::vector<Op> updates;  // assign to state; each run of the model includes them
  std::vector<CountedOutput> counted;
  std::vector<Op> opaque;   // ops that cannot run, each once
  std::vector<Op> results;  // of all nodes, in order
  std::vector<OpenDimension> open;
  std::map<std::string, Op> values;  // of the main graph, by name, also constants
  std::unordered_map<const ng::Node*, OriginText> origins;
  Notes notes;
};

// Throws bad_file Errors for graphs that are cyclic, use undefined values or define a value twice,
// and key Errors for lengths of unknown dimensions. Ops that cannot be imported become opaque.
ImportedModel import_model(const Model& model, const ImportOptions& options = {});

}  // namespace ng::onnx
