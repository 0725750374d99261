// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/document.h"

#include <algorithm>

#include "engine/base/cancellation.h"
#include "engine/base/nearest.h"
#include "engine/base/quote.h"
#include "engine/base/result_name.h"
#include "engine/documents/export_document.h"
#include "engine/documents/import_document.h"
#include "engine/documents/loaded_document.h"
#include "engine/documents/models/foreign_model.h"
#include "engine/documents/models/read_words.h"
#include "engine/documents/own_ids.h"
#include "engine/formats/documents/document.h"
#include "engine/formats/documents/document_tensors.h"
#include "engine/formats/documents/model_traits.h"
#include "engine/formats/format_table.h"
#include "engine/formats/tensorflow/tensorflow_file.h"
#include "engine/frontends/onnx/import_model.h"
#include "engine/graph/graph.h"
#include "engine/graph/names.h"
#include "engine/records/op_name.h"

namespace ng {
namespace {

[[noreturn]] void refuse_name(const Document& document, const char* what, const std::string& name,
                              const std::vector<std::string>& known) {
  Diagnostic diagnostic;
  diagnostic.what = (document.path.empty() ? "" : quote(document.path) + ": ") +
                    std::string("there is no ") + what + " " + quote(name);
  std::string list;
  for (const std::string& candidate : known) {
    if (list.size() > 300) {
      list += ", …";
      break;
    }
    list += (list.empty() ? "" : ", ") + candidate;
  }
  diagnostic.expected = known.empty() ? "none; the document has none" : "one of: " + list;
  const std::string meant = nearest(name, known);
  if (!meant.empty()) diagnostic.action = "did you mean " + quote(meant) + "?";
  refuse(ErrorKind::key, std::move(diagnostic));
}

bool is_batch(const AxisModel& axis) {
  return axis.batch || axis.name == "N";
}

void require_length(std::int64_t length) {
  if (length >= 0) return;
  refuse(ErrorKind::value, "an axis cannot have the length " + std::to_string(length));
}

[[noreturn]] void refuse_axis(const DocumentModel& model, const std::string& what) {
  std::string known;
  for (const AxisModel& row : model.axes) {
    if (row.name != without_shadow(row.name)) continue;
    known += (known.empty() ? "" : ", ") + row.id;
    if (row.length) known += " " + std::to_string(*row.length);
  }
  Diagnostic diagnostic;
  diagnostic.what = "the document has no " + what;
  diagnostic.found = known.empty() ? "no axes" : known;
  refuse(ErrorKind::key, std::move(diagnostic));
}

// Numbers that an imported model computed from a length would be wrong with another one.
void require_free(const AxisModel& row, std::int64_t length) {
  const auto& roles = row.roles;
  if (row.length == length ||
      std::find(roles.begin(), roles.end(), onnx::fixed_length_role) == roles.end()) {
    return;
  }
  Diagnostic diagnostic;
  diagnostic.what = "the imported model computes with the length of the axis " + quote(row.id);
  diagnostic.found = "length " + std::to_string(length);
  diagnostic.expected = "length " + std::to_string(row.length.value_or(0));
  diagnostic.action = "open the model's file with this length, and convert it again";
  refuse(ErrorKind::value, std::move(diagnostic));
}

void set_batch(DocumentModel& model, std::int64_t length) {
  require_length(length);
  bool found = false;
  for (AxisModel& row : model.axes) {
    if (!is_batch(row)) continue;
    require_free(row, length);
    row.length = length;
    found = true;
  }
  if (!found) refuse_axis(model, "batch axis");
}

const AxisModel* find_axis(const DocumentModel& model, const std::string& axis) {
  for (const AxisModel& row : model.axes) {
    if (row.id == axis) return &row;
  }
  for (const AxisModel& row : model.axes) {
    if (row.name == axis) return &row;
  }
  return nullptr;
}

void set_length(DocumentModel& model, const std::string& axis, std::int64_t length) {
  require_length(length);
  const AxisModel* found = find_axis(model, axis);
  if (!found) refuse_axis(model, "axis " + quote(axis));
  const std::string name = without_shadow(found->name);
  const std::optional<std::int64_t> old = found->length;
  for (AxisModel& row : model.axes) {
    if (without_shadow(row.name) != name || row.length != old) continue;
    require_free(row, length);
    row.length = length;
  }
}

// Imports with other lengths. An error names the requested lengths and the op that rejects them.
Document import_with(DocumentModel model, const std::string& path, const LoadOptions& options) {
  std::string asked;
  for (const auto& [axis, length] : options.axis_lengths) {
    set_length(model, axis, length);
    asked += (asked.empty() ? "" : ", ") + axis + " " + std::to_string(length);
  }
  if (options.batch_size != 0) {
    set_batch(model, options.batch_size);
    asked += (asked.empty() ? "" : ", ") + std::string("a batch of ") +
             std::to_string(options.batch_size);
  }
  if (asked.empty()) return import_document(model, path);
  try {
    return import_document(model, path);
  } catch (const Error& error) {
    if (error.fault() != Fault::user || error.kind() == ErrorKind::cancelled) throw;
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.what = "the document does not allow " + asked + ": " + diagnostic.what;
    if (diagnostic.action.empty()) {
      diagnostic.action = "an op requires the length in the document; leave that length unchanged";
    }
    refuse(ErrorKind::value, std::move(diagnostic));
  }
}

// Names the command for files of tensors. Those in JSON have a document's message.
void refuse_tensors(const Reader& reader) {
  const std::string first = reader.first_bytes(512);
  if (first.starts_with('{')) return;
  for (const Format* format : format_table()) {
    if (!format->stream && format->role != FileRole::checkpoint) continue;
    if (!format->recognises(first)) continue;
    reader.fail_at(0, {"this file holds tensors, not a graph document", std::string(format->title),
                       "a document or a model", "ngraph checkpoint FILE lists its tensors"});
  }
}

struct ReadFile {
  std::shared_ptr<DocumentModel> content;
  bool is_model = false;  // of another framework
};

// Ends loading when `cancel` is set; at once if it is already.
std::function<void()> check_of(const std::atomic<bool>* cancel, const std::string& path) {
  auto end_if_set = [cancel, path] {
    if (cancel && *cancel)
      refuse(ErrorKind::cancelled, "opening " + quote(path) + " was cancelled");
  };
  end_if_set();
  return end_if_set;
}

// Does it take integers, which can be ids of tokens?
bool takes_integers(const DocumentModel& model) {
  return std::any_of(model.ops.begin(), model.ops.end(), [](const OpModel& op) {
    return kind_of(op) == OpKind::placeholder && !is_float(value_type(op));
  });
}

ReadFile read_file(const std::string& path, Notes& notes, const LoadOptions& options) {
  Reader reader(model_file_of(path));
  if (const auto model = read_foreign_model(reader, notes)) {
    DocumentModel rows = foreign_document(*model, options, notes);
    return {std::make_shared<DocumentModel>(std::move(rows)), true};
  }
  refuse_tensors(reader);
  auto content = std::make_shared<DocumentModel>(read_document(reader, notes));
  load_tensors(*content, path);
  content->words = words_of_model(path, {}, takes_integers(*content), notes);
  return {std::move(content)};
}

Document described(Document document, const ReadFile& read, Notes notes) {
  document.is_model = read.is_model;
  document.open_lengths = read.content->open_lengths;
  document.notes = std::move(notes);
  return document;
}

// The name that lists show with the scope: "layer1/add_7" of an op that was given no name.
std::string shown_full_name(const Op& op) {
  const std::string scope = op.node().label->scope();
  return (scope.empty() ? "" : scope + "/") + display_name(op.node());
}

std::optional<Op> named_op(const std::vector<Op>& ops, const std::string& name) {
  std::vector<Op> found;
  for (const Op& op : ops) {
    if (op.name() == name || shown_full_name(op) == name) return op;
    if (display_name(op.node()) == name || unscoped_name(op.name()) == name) found.push_back(op);
  }
  if (found.empty()) return std::nullopt;
  if (found.size() == 1) return found.front();
  std::vector<std::string> full_names;
  for (const Op& op : found) full_names.push_back(op.name());
  refuse(ErrorKind::value, ambiguous_name(name, full_names));
}

Op result_of(const Op& op, const ResultName& asked) {
  const std::size_t count = op.node().results.size();
  if (static_cast<std::size_t>(asked.result) < count)
    return Op(Value{op.value().node, asked.result});
  Diagnostic diagnostic;
  diagnostic.what = quote(asked.op) + " has no result " + std::to_string(asked.result);
  diagnostic.where = describe(op.node());
  for (std::size_t i = 0; i < count; ++i)
    diagnostic.expected +=
        (i > 0 ? ", " : "one of: ") + to_string(ResultName{asked.op, static_cast<int>(i)});
  diagnostic.ops = {op.id()};
  refuse(ErrorKind::key, std::move(diagnostic));
}

}  // namespace

Op Document::find(const std::string& name) const {
  if (const auto op = named_op(ops, name)) return *op;
  if (const ResultName asked = read_result_name(name); asked.op != name)
    if (const auto op = named_op(ops, asked.op)) return result_of(*op, asked);
  std::vector<std::string> known;
  for (const Op& op : ops) known.push_back(display_name(op.node()));
  refuse_name(*this, "op", name, known);
}

Op Document::computation(const std::string& name) const {
  const std::string wanted = name.empty() && plan ? plan->computation : name;
  if (wanted.empty() && !computations.empty()) return computations.front();
  if (computations.empty()) {
    refuse(ErrorKind::key,
           (path.empty() ? "the document" : quote(path)) + std::string(" has no computation"));
  }
  std::vector<std::string> known;
  for (const Op& computation : computations) {
    if (computation.name() == wanted) return computation;
    known.push_back(computation.name());
  }
  refuse_name(*this, "computation", wanted, known);
}

std::shared_ptr<DocumentModel> load_document_model(const std::string& path, Notes& notes,
                                                   const LoadOptions& options) {
  const CancellationScope scope(check_of(options.cancel, path));
  return read_file(path, notes, options).content;
}

Document load_document(const std::string& path, const LoadOptions& options) {
  const CancellationScope scope(check_of(options.cancel, path));
  Notes notes;
  const ReadFile read = read_file(path, notes, options);
  if (options.own_ids) give_own_ids(*read.content);
  Document document = read.is_model ? import_document(*read.content, path)
                                    : import_with(std::move(*read.content), path, options);
  return described(std::move(document), read, std::move(notes));
}

LoadedDocument load_with_model(const std::string& path, const std::atomic<bool>* cancel) {
  const CancellationScope scope(check_of(cancel, path));
  LoadOptions options;
  options.cancel = cancel;
  Notes notes;
  const ReadFile read = read_file(path, notes, options);
  return {described(import_document(*read.content, path), read, std::move(notes)), read.content};
}

Document with_lengths(const Document& document, const LoadOptions& options) {
  // A model computes constants from its lengths, so it is imported again.
  if (document.is_model) return load_document(document.path, options);
  const CancellationScope scope(check_of(options.cancel, document.path));
  Document changed = import_with(export_document(document), document.path, options);
  changed.notes = document.notes;
  return changed;
}

void save_document(const Document& document, const std::string& path) {
  write_document(path, export_document(document));
}

}  // namespace ng
