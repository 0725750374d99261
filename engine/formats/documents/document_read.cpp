// SPDX-License-Identifier: Apache-2.0
// Parses the text of a document and checks everything that does not need the op table.
#include <unordered_map>
#include <utility>

#include "engine/base/cancellation.h"
#include "engine/base/quote.h"
#include "engine/formats/documents/attribute_json.h"
#include "engine/formats/documents/capture_file.h"
#include "engine/formats/documents/document.h"
#include "engine/formats/documents/document_tensors.h"
#include "engine/formats/documents/run_plan_json.h"
#include "engine/formats/unknown_content.h"
#include "engine/parsing/plain_text.h"
#include "engine/records/json/saved_compilation.h"

namespace ng {
namespace {

constexpr std::int64_t most_id = INT64_MAX;  // the top bit marks ops made by passes
constexpr std::size_t usual_op_bytes = 256;  // typical size of an op in a document

// Detects duplicate keys and remembers their lines.
template <class Key>
class Seen {
 public:
  explicit Seen(const char* what) : what_(what) {}
  void reserve(std::size_t count) { lines_.reserve(count); }
  void add(const Key& key, const JsonField& field) {
    const auto [at, fresh] = lines_.emplace(key, field.line());
    if (fresh) return;
    field.fail(std::string("two ") + what_ + " are the same",
               text_of(key) + ", which line " + std::to_string(at->second) + " has too",
               "each one once", "change one of the two");
  }
  bool has(const Key& key) const { return lines_.count(key) > 0; }

 private:
  static std::string text_of(std::uint64_t id) { return "id " + std::to_string(id); }
  static std::string text_of(const std::string& name) { return quote(name); }

  const char* what_;
  std::unordered_map<Key, int> lines_;
};

std::string op_name(const JsonField& field) {
  if (const auto name = field.find("name")) return name->name();
  if (const auto automatic = field.find("automatic")) return automatic->name();
  field.fail("an op has no name", "neither \"name\" nor \"automatic\"",
             "\"name\" when you name it, \"automatic\" when the engine does");
}

// Reads ops one by one during parsing if version and axes precede them, as in every saved document;
// otherwise reads them from the tree.
class DocumentParser final : private JsonItems {
 public:
  DocumentParser(Reader& reader, Notes& notes) : reader_(reader), notes_(notes) {}
  DocumentModel read();

 private:
  bool takes(std::string_view key, const JsonValue& before) override;
  void take(const JsonValue& item) override;

  void read_version(const JsonField& root) const;
  void read_start(const JsonField& root);
  void read_rest(const JsonField& root);
  std::vector<JsonField> section(const JsonField& root, const char* key) const;
  AxisModel read_axis(const JsonField& field);
  void add_op(const JsonField& field);
  OpModel read_op(const JsonField& field);
  bool read_place(const JsonField& field, std::string& file, int& line) const;
  std::uint64_t read_id(const JsonField& field) const {
    return static_cast<std::uint64_t>(field.integer(1, most_id));
  }
  OperandModel read_operand(const JsonField& field) const;
  void check_reference(std::uint64_t id, const JsonField& field) const;
  void check_references() const;
  ComputationModel read_computation(const JsonField& field);

  Reader& reader_;
  Notes& notes_;
  DocumentModel model_;
  bool started_ = false;
  std::string source_;
  std::vector<std::size_t> in_source_;  // ops with a line but without a file of their own
  AxisIds axis_ids_;
  Seen<std::string> axes_{"axes"}, names_{"names of ops"}, computations_{"names of computations"};
  Seen<std::uint64_t> ids_{"ids"};
};

bool DocumentParser::takes(std::string_view key, const JsonValue& before) {
  const JsonField root(before, reader_);
  if (key != "ops" || !root.find("ngraph") || !root.find("axes")) return false;
  read_start(root);
  return true;
}

void DocumentParser::take(const JsonValue& item) {
  poll_cancellation();
  const std::string place = "ops[" + std::to_string(model_.ops.size()) + "]";
  add_op(JsonField(item, reader_, place));
}

void DocumentParser::read_version(const JsonField& root) const {
  if (!root.is_object()) {
    root.fail("this is not a graph document", describe(root.value()),
              "an object with \"ngraph\": 1");
  }
  const auto version = root.find("ngraph");
  if (!version) {
    root.fail("this is not a graph document", "no field \"ngraph\"", "\"ngraph\": 1, the version",
              "choose a .ngraph document");
  }
  const std::int64_t found = version->integer(1, INT64_MAX);
  if (found <= document_version) return;
  version->fail("the document is of a newer version", std::to_string(found),
                "at most " + std::to_string(document_version),
                "open it with a newer ngraph workbench, or save it there for this one");
}

std::vector<JsonField> DocumentParser::section(const JsonField& root, const char* key) const {
  const auto field = root.find(key);
  if (!field) return {};
  auto items = field->items();
  reader_.check_limit("the number of entries", items.size(), reader_.limits().nodes);
  return items;
}

AxisModel DocumentParser::read_axis(const JsonField& field) {
  field.expect_only({"axis", "name", "length", "batch", "recurrent", "roles", "doc"}, notes_);
  AxisModel axis;
  axis.id = field.at("axis").name();
  axes_.add(axis.id, field);
  axis_ids_.insert(axis.id);
  const auto name = field.find("name");
  axis.name = name ? name->name() : axis.id;
  if (const auto length = field.find("length")) axis.length = length->integer(0, INT64_MAX);
  if (const auto batch = field.find("batch")) axis.batch = batch->boolean();
  if (const auto recurrent = field.find("recurrent")) axis.recurrent = recurrent->boolean();
  if (const auto roles = field.find("roles")) {
    for (const JsonField& role : roles->items()) axis.roles.push_back(role.name());
  }
  if (const auto doc = field.find("doc")) axis.docstring = doc->text();
  return axis;
}

void DocumentParser::add_op(const JsonField& field) {
  reader_.check_limit("the number of entries", model_.ops.size() + 1, reader_.limits().nodes);
  model_.ops.push_back(read_op(field));
}

OpModel DocumentParser::read_op(const JsonField& field) {
  field.expect_only({"id", "op", "name", "automatic", "operands", "attributes", "step", "metadata",
                     "file", "line"},
                    notes_);
  OpModel op;
  op.document_line = field.line();
  op.id = static_cast<std::uint64_t>(field.at("id").integer(1, most_id));
  ids_.add(op.id, field);
  op.name = op_name(field);
  names_.add(op.name, field);
  op.op = field.at("op").name();
  op.named = field.find("name").has_value();
  if (const auto operands = field.find("operands")) {
    for (const JsonField& operand : operands->items()) op.operands.push_back(read_operand(operand));
  }
  if (const auto attributes = field.find("attributes")) {
    for (const auto& [key, value] : attributes->members()) {
      op.attributes.emplace_back(key, read_attribute_json(value, axis_ids_));
    }
  }
  if (const auto step = field.find("step")) {
    step->expect_only({"parameters", "results"}, notes_);
    for (const JsonField& each : step->at("parameters").items()) {
      op.step_parameters.push_back(read_id(each));
    }
    for (const JsonField& each : step->at("results").items()) {
      op.step_results.push_back(read_operand(each));
    }
  }
  if (const auto metadata = field.find("metadata")) {
    for (const auto& [key, value] : metadata->members()) op.metadata[key] = value.text();
  }
  if (read_place(field, op.file, op.line)) in_source_.push_back(model_.ops.size());
  return op;
}

// Reads line and file; returns true if the line refers to the document's source.
bool DocumentParser::read_place(const JsonField& field, std::string& file, int& line) const {
  const auto number = field.find("line"), own = field.find("file");
  if (number) line = static_cast<int>(number->integer(0, INT32_MAX));
  if (own) file = own->text();
  return number && !own;
}

// Parses 3, or [3, 1] for result 1 of op 3.
OperandModel DocumentParser::read_operand(const JsonField& field) const {
  if (!field.is_list()) return {read_id(field), 0};
  const auto parts = field.items();
  if (parts.size() != 2) {
    field.fail("invalid operand", describe(field.value()), "an id, or [id, result]");
  }
  return {read_id(parts[0]), static_cast<int>(parts[1].integer(0, 1000))};
}

void DocumentParser::check_reference(std::uint64_t id, const JsonField& field) const {
  if (ids_.has(id)) return;
  field.fail("there is no such op", "id " + std::to_string(id), "the id of an op of the document",
             "add the op, or refer to another");
}

// Checks references of ops, which may refer to later ops.
void DocumentParser::check_references() const {
  for (std::size_t i = 0; i < model_.ops.size(); ++i) {
    const OpModel& op = model_.ops[i];
    const auto check = [&](std::uint64_t id, const char* list, std::size_t k) {
      if (ids_.has(id)) return;
      const std::string place =
          "ops[" + std::to_string(i) + "]." + list + "[" + std::to_string(k) + "]";
      const JsonValue line_alone{nullptr, op.document_line};
      check_reference(id, JsonField(line_alone, reader_, place));
    };
    for (std::size_t k = 0; k < op.operands.size(); ++k) check(op.operands[k].op, "operands", k);
    for (std::size_t k = 0; k < op.step_parameters.size(); ++k)
      check(op.step_parameters[k], "step.parameters", k);
    for (std::size_t k = 0; k < op.step_results.size(); ++k)
      check(op.step_results[k].op, "step.results", k);
  }
}

ComputationModel DocumentParser::read_computation(const JsonField& field) {
  field.expect_only({"id", "name", "results", "parameters", "returns", "file", "line"}, notes_);
  ComputationModel computation;
  computation.document_line = field.line();
  computation.id = static_cast<std::uint64_t>(field.at("id").integer(1, most_id));
  ids_.add(computation.id, field);
  computation.name = field.at("name").name();
  computations_.add(computation.name, field);
  for (const JsonField& result : field.at("results").items()) {
    computation.results.push_back(read_operand(result));
    check_reference(computation.results.back().op, result);
  }
  for (const JsonField& parameter : field.at("parameters").items()) {
    computation.parameters.push_back(read_id(parameter));
    check_reference(computation.parameters.back(), parameter);
  }
  if (const auto returns = field.find("returns")) {
    computation.returns = returns->text();
    if (computation.returns != "single" && computation.returns != "list" &&
        computation.returns != "set" && computation.returns != "none") {
      returns->fail("a computation cannot return that", quote(computation.returns),
                    "\"single\", \"list\", \"set\" or \"none\"");
    }
  }
  if (read_place(field, computation.file, computation.line)) computation.file = source_;
  return computation;
}

// Reads the fields that reading ops requires.
void DocumentParser::read_start(const JsonField& root) {
  read_version(root);
  for (const JsonField& field : section(root, "axes")) model_.axes.push_back(read_axis(field));
  const std::size_t ops = reader_.size() / usual_op_bytes;
  ids_.reserve(ops);
  names_.reserve(ops);
  model_.ops.reserve(ops);
  started_ = true;
}

void DocumentParser::read_rest(const JsonField& root) {
  if (!started_) read_start(root);
  root.expect_only({"ngraph", "title", "description", "made_by", "source", "axes", "ops",
                    "computations", "plan"},
                   notes_);
  if (const auto title = root.find("title")) model_.title = title->text();
  if (const auto text = root.find("description")) model_.description = text->text();
  if (const auto text = root.find("made_by")) model_.made_by = text->text();
  if (const auto text = root.find("source")) source_ = text->text();
  for (const JsonField& field : section(root, "ops")) add_op(field);
  check_references();
  for (const std::size_t i : in_source_) model_.ops[i].file = source_;
  for (const JsonField& field : section(root, "computations")) {
    model_.computations.push_back(read_computation(field));
  }
  if (const auto plan = root.find("plan")) model_.plan = read_run_plan_json(*plan, notes_);
}

DocumentModel DocumentParser::read() {
  const JsonTree tree = parse_json(reader_, this);
  read_rest(JsonField(tree, reader_));
  return std::move(model_);
}

bool recognises(std::string_view first) {
  first = without_byte_order_mark(first).substr(0, 64);  // the version is the first field
  const std::size_t brace = first.find_first_not_of(" \t\r\n");
  return brace != std::string_view::npos && first[brace] == '{' &&
         first.find("\"ngraph\"") != std::string_view::npos;
}

FileModel read(Reader& reader, Notes& notes) {
  return std::make_shared<const DocumentModel>(read_document(reader, notes));
}

void write(const std::string& path, const FileModel& model) {
  const auto* document = std::get_if<std::shared_ptr<const DocumentModel>>(&model);
  if (!document) refuse(ErrorKind::value, "a graph document cannot hold bare arrays");
  write_document(path, **document);
}

}  // namespace

DocumentModel read_document(Reader& reader, Notes& notes) {
  const std::string bytes = reader.first_bytes(64);
  const std::string_view first = without_byte_order_mark(bytes);
  const bool capture = looks_like_capture(first);
  if (capture || looks_like_saved_compilation(first))
    reader.fail_at(0, {std::string("this is a ") + (capture ? "capture" : "saved compilation") +
                           ", not a graph document",
                       "what a compilation did, without the document's data", "a document",
                       "ngraph info, passes, kernels, memory, program, axes, find, render and diff "
                       "read it, and ngraph-workbench shows it; open the document itself for the "
                       "rest"});
  const std::size_t start = first.find_first_not_of(" \t\r\n");
  const bool object = start != std::string::npos && first[start] == '{';
  if (!object || describe_error_page(reader)) {
    UnknownContent content = describe_unknown_content(reader);
    reader.fail_at(0, {"this is not a graph document", std::move(content.kind),
                       "an ngraph document (JSON in UTF-8), an ONNX, TensorFlow, Keras, PyTorch "
                       "or StableHLO model, a saved compilation or a capture",
                       std::move(content.action)});
  }
  return DocumentParser(reader, notes).read();
}

const Format document_format = {
    .name = "ngraph",
    .title = "ngraph document",
    .role = FileRole::document,
    .suffixes = {".ngraph"},
    .recognises = recognises,
    .read = read,
    .write = write,
};

}  // namespace ng
