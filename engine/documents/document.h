// SPDX-License-Identifier: Apache-2.0
// A document as live ops: built by programs, run by the command line, shown by the window.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/note.h"
#include "engine/formats/documents/run_plan_model.h"
#include "engine/graph/op.h"
#include "engine/records/model_words.h"

namespace ng {

struct DocumentModel;

struct Document {
  std::string path;  // of the file; empty: not saved
  std::string title, description, made_by;
  bool is_model = false;  // of another framework: other lengths need the file again
  // Of such a model: lengths of the dimensions that its file leaves open, by symbol ("batch"), or
  // by input and position ("x_dim0"). LoadOptions::axis_lengths takes the same names.
  std::map<std::string, std::int64_t> open_lengths;
  // From the model's metadata and from files next to it (models/read_words.h), or chosen.
  ModelWordsPtr words = no_words();
  std::vector<Op> ops;           // by id; operands may follow their users
  std::vector<Op> computations;  // computation nodes, looked up by name
  std::optional<RunPlan> plan;
  std::vector<Diagnostic> notes;  // notes from reading the file

  // Finds an op by name, with or without scopes, or by its printed name ("add_7"); with "#1" after
  // it, its result 1. Throws a key Error if there is none, a value Error if several have the name.
  Op find(const std::string& name) const;
  // Finds a computation by name; without a name the plan's, else the first. Throws a key Error if
  // there is none.
  Op computation(const std::string& name = {}) const;
};

// Axis lengths that replace those of the document.
struct LoadOptions {
  // By axis id or name in the document. Axes of the same name and old length, and their shadow
  // axes, change with it.
  std::map<std::string, std::int64_t> axis_lengths;
  std::int64_t batch_size = 0;  // length of every batch axis; 0: unchanged
  // Of a model of another framework: shapes of arrays that will be fed, by input. They give open
  // dimensions the lengths that the options above do not set.
  std::map<std::string, Shape> fed_shapes = {};
  // Of such a model: inputs that become constants, such as shapes, by name.
  std::map<std::string, Tensor> input_values = {};
  // Of such a model: open lengths stay open in what is made of the document, so that no note says
  // which length they have in it.
  bool lengths_stay_open = false;
  // Ops get ids that no other op of the process has, not those of the file: for documents that
  // share a transformer, which finds variables by their ids, or a graph.
  bool own_ids = false;
  // May be set by any thread; loading then ends soon with a cancelled Error.
  const std::atomic<bool>* cancel = nullptr;
};

// The plain structs of a document or of a model of another framework (ONNX, TensorFlow), with its
// arrays. `options` are used by models whose lengths the file leaves open. Throws bad_file Errors,
// also for files of other kinds.
std::shared_ptr<DocumentModel> load_document_model(const std::string& path, Notes& notes,
                                                   const LoadOptions& options = {});

// Reads the document and its arrays and builds its ops, which keep their ids and names. Throws
// bad_file Errors that name file, line and op; key Errors for unknown axes; value Errors, naming
// the op, for lengths that an op does not support (the axis of a constant). Never builds a partial
// document.
Document load_document(const std::string& path, const LoadOptions& options = {});
// Rebuilds the ops of a document in memory with other lengths. Throws the same Errors.
Document with_lengths(const Document& document, const LoadOptions& options);

// Replaces the file at `path` atomically, after the file of large arrays next to it. Saves
// everything reachable from the computations and `ops`. Equal documents give equal files. Throws a
// value Error for ops made by passes.
void save_document(const Document& document, const std::string& path);

}  // namespace ng
