// SPDX-License-Identifier: Apache-2.0
// A graph document as plain structs, and its text format. README.md describes the fields.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/note.h"
#include "engine/base/reader.h"
#include "engine/base/tensor.h"
#include "engine/formats/documents/run_plan_model.h"
#include "engine/formats/documents/tensor_model.h"
#include "engine/formats/format.h"
#include "engine/records/model_words.h"

namespace ng {

constexpr int document_version = 1;

struct AxisModel {
  std::string id;                      // unique in the document; referenced by ops
  std::string name;                    // the axis's name, usually equal to the id
  std::optional<std::int64_t> length;  // nullopt: unknown
  bool batch = false, recurrent = false;
  std::vector<std::string> roles;
  std::string docstring;
};

// A use of an axis: a dual level, or a flattened axis with members.
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
  std::string op;     // name in the op table
  std::string name;   // including scopes
  bool named = true;  // by the user, not automatically
  std::vector<OperandModel> operands;
  std::vector<std::pair<std::string, AttributeModel>> attributes;  // sorted by key
  std::map<std::string, std::string> metadata;
  std::string file;  // source file of the op
  int line = 0;
  int document_line = 0;                            // line in the document, for messages
  std::vector<std::uint64_t> step_parameters = {};  // of a loop: parameter ops, one per operand
  std::vector<OperandModel> step_results = {};      // of a loop: values returned by one step
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
  // Not written: see Document.
  std::map<std::string, std::int64_t> open_lengths;
  ModelWordsPtr words = no_words();
};

// Reads a document and checks everything that does not need the op table: version, structure,
// references, duplicate ids and names, paths of the plan. bad_file Errors name line and field.
// Arrays in separate files are referenced but not read.
DocumentModel read_document(Reader& reader, Notes& notes);

// The text of a document, with one axis, op or computation per line. Equal models give equal texts.
// Throws a value Error for text that is not UTF-8.
std::string document_text(const DocumentModel& model);

// Replaces the document at `path` atomically. First writes large arrays to a file named by its
// content hash; these files are never modified or deleted.
void write_document(const std::string& path, const DocumentModel& model);

extern const Format document_format;

}  // namespace ng
