// SPDX-License-Identifier: Apache-2.0
// A graph document as plain structs, and its text. What the fields mean: README.md beside.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/reader.h"
#include "engine/base/tensor.h"
#include "engine/formats/format.h"
#include "engine/formats/note.h"
#include "engine/formats/run_plan_model.h"
#include "engine/formats/tensor_model.h"

namespace ng {

constexpr int document_version = 1;

struct AxisModel {
  std::string id;                      // unique in the document; what ops refer to
  std::string name;                    // the axis's own name, usually the same
  std::optional<std::int64_t> length;  // none: not known yet
  bool batch = false, recurrent = false;
  std::vector<std::string> roles;
  std::string docstring;
};

// An axis where it is used: at a dual level, or made of several.
struct AxisUse {
  std::string id;  // empty for a flattened axis
  int level = 0;
  std::vector<AxisUse> members;
};
using AxesModel = std::vector<AxisUse>;

using AttributeModel =
    std::variant<bool, std::int64_t, double, std::string, AxesModel, TensorModel>;

struct OperandModel {
  std::uint64_t op = 0;
  int result = 0;
};

struct OpModel {
  std::uint64_t id = 0;
  std::string op;     // the name in the table of ops
  std::string name;   // with its scopes
  bool named = true;  // by the user, not automatically
  std::vector<OperandModel> operands;
  std::vector<std::pair<std::string, AttributeModel>> attributes;  // sorted by key
  std::map<std::string, std::string> metadata;
  std::string file;  // where the user made it
  int line = 0;
  int document_line = 0;  // where it stands in the document; for messages
  std::vector<std::uint64_t> step_parameters = {};  // of a loop: ops that stand for its operands
  std::vector<OperandModel> step_results = {};      // and what one step gives
};

struct ComputationModel {
  std::uint64_t id = 0;
  std::string name;
  std::vector<OperandModel> results;
  std::vector<std::uint64_t> parameters;
  std::string returns = "list";  // "single", "list", "set" or "none"
  std::string file;
  int line = 0;
  int document_line = 0;
};

struct DocumentModel {
  std::string title, description, made_by;
  std::vector<AxisModel> axes;
  std::vector<OpModel> ops;
  std::vector<ComputationModel> computations;
  std::optional<RunPlan> plan;
};

// Reads and checks everything that can be known without the table of ops: version, structure,
// references, double ids and names, the plan's paths. bad_file Errors name line and field. Arrays
// in files beside the document are named, not read.
DocumentModel read_document(Reader& reader, Notes& notes);

// The text of a document, one axis, op and computation a line. Equal models give equal texts. Value
// Error for texts that are not UTF-8.
std::string document_text(const DocumentModel& model);

// Replaces the document at `path` whole. Arrays that are not small go into a file named by their
// content first; that file is never changed, and stays when it is no longer referred to.
void write_document(const std::string& path, const DocumentModel& model);

extern const Format document_format;

}  // namespace ng
