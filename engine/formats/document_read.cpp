// SPDX-License-Identifier: Apache-2.0
// A document's text becomes plain structs; whatever can be judged without the table of ops is.
#include <unordered_map>

#include "engine/base/quote.h"
#include "engine/formats/attribute_json.h"
#include "engine/formats/document.h"
#include "engine/formats/document_tensors.h"
#include "engine/formats/run_plan_json.h"
#include "engine/formats/unknown_content.h"

namespace ng {
namespace {

constexpr std::int64_t most_id = INT64_MAX;  // the top bit belongs to ops made by passes

// What has been seen, and the line where it was.
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
               "each one once", "give one of the two another");
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

class DocumentParser {
 public:
  DocumentParser(const JsonField& root, Notes& notes) : root_(root), notes_(notes) {}
  DocumentModel read();

 private:
  void read_version() const;
  std::vector<JsonField> section(const char* key) const;
  AxisModel read_axis(const JsonField& field);
  void read_identity(const JsonField& field);
  OpModel read_op(const JsonField& field);
  void read_place(const JsonField& field, std::string& file, int& line) const;
  OperandModel read_operand(const JsonField& field) const;
  std::uint64_t read_reference(const JsonField& field) const;
  ComputationModel read_computation(const JsonField& field);

  const JsonField& root_;
  Notes& notes_;
  std::string source_;
  AxisIds axis_ids_;
  Seen<std::string> axes_{"axes"}, names_{"names of ops"}, computations_{"names of computations"};
  Seen<std::uint64_t> ids_{"ids"};
};

void DocumentParser::read_version() const {
  if (!root_.is_object()) {
    root_.fail("this is no graph document", describe(root_.value()),
               "an object with \"ngraph\": 1");
  }
  const auto version = root_.find("ngraph");
  if (!version) {
    root_.fail("this is no graph document", "no field \"ngraph\"", "\"ngraph\": 1, the version",
               "choose a .ngraph document");
  }
  const std::int64_t found = version->integer(1, INT64_MAX);
  if (found <= document_version) return;
  version->fail("the document is of a newer version", std::to_string(found),
                "at most " + std::to_string(document_version),
                "open it with a newer ngraph workbench, or save it there for this one");
}

std::vector<JsonField> DocumentParser::section(const char* key) const {
  const auto field = root_.find(key);
  if (!field) return {};
  auto items = field->items();
  field->reader().check_limit("the number of entries", items.size(),
                              field->reader().limits().nodes);
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

// Ids and names of all ops are known before the first reference is read.
void DocumentParser::read_identity(const JsonField& field) {
  const auto id = static_cast<std::uint64_t>(field.at("id").integer(1, most_id));
  ids_.add(id, field);
  names_.add(op_name(field), field);
}

OpModel DocumentParser::read_op(const JsonField& field) {
  field.expect_only({"id", "op", "name", "automatic", "operands", "attributes", "step", "metadata",
                     "file", "line"},
                    notes_);
  OpModel op;
  op.document_line = field.line();
  op.id = static_cast<std::uint64_t>(field.at("id").integer(1, most_id));
  op.op = field.at("op").name();
  op.name = op_name(field);
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
      op.step_parameters.push_back(read_reference(each));
    }
    for (const JsonField& each : step->at("results").items()) {
      op.step_results.push_back(read_operand(each));
    }
  }
  if (const auto metadata = field.find("metadata")) {
    for (const auto& [key, value] : metadata->members()) op.metadata[key] = value.text();
  }
  read_place(field, op.file, op.line);
  return op;
}

void DocumentParser::read_place(const JsonField& field, std::string& file, int& line) const {
  if (const auto number = field.find("line")) {
    line = static_cast<int>(number->integer(0, INT32_MAX));
    file = source_;
  }
  if (const auto own = field.find("file")) file = own->text();
}

// 3, or [3, 1] for result 1 of op 3.
OperandModel DocumentParser::read_operand(const JsonField& field) const {
  if (!field.is_list()) return {read_reference(field), 0};
  const auto parts = field.items();
  if (parts.size() != 2) {
    field.fail("an operand is not one", describe(field.value()), "an id, or [id, result]");
  }
  return {read_reference(parts[0]), static_cast<int>(parts[1].integer(0, 1000))};
}

std::uint64_t DocumentParser::read_reference(const JsonField& field) const {
  const auto id = static_cast<std::uint64_t>(field.integer(1, most_id));
  if (!ids_.has(id)) {
    field.fail("there is no such op", "id " + std::to_string(id), "the id of an op of the document",
               "add the op, or refer to another");
  }
  return id;
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
  }
  for (const JsonField& parameter : field.at("parameters").items()) {
    computation.parameters.push_back(read_reference(parameter));
  }
  if (const auto returns = field.find("returns")) {
    computation.returns = returns->text();
    if (computation.returns != "single" && computation.returns != "list" &&
        computation.returns != "set" && computation.returns != "none") {
      returns->fail("a computation cannot return that", quote(computation.returns),
                    "\"single\", \"list\", \"set\" or \"none\"");
    }
  }
  read_place(field, computation.file, computation.line);
  return computation;
}

DocumentModel DocumentParser::read() {
  read_version();
  root_.expect_only({"ngraph", "title", "description", "made_by", "source", "axes", "ops",
                     "computations", "plan"},
                    notes_);
  DocumentModel model;
  if (const auto title = root_.find("title")) model.title = title->text();
  if (const auto text = root_.find("description")) model.description = text->text();
  if (const auto text = root_.find("made_by")) model.made_by = text->text();
  if (const auto text = root_.find("source")) source_ = text->text();
  for (const JsonField& field : section("axes")) model.axes.push_back(read_axis(field));
  const auto ops = section("ops");
  ids_.reserve(ops.size());
  names_.reserve(ops.size());
  for (const JsonField& field : ops) read_identity(field);
  model.ops.reserve(ops.size());
  for (const JsonField& field : ops) model.ops.push_back(read_op(field));
  for (const JsonField& field : section("computations")) {
    model.computations.push_back(read_computation(field));
  }
  if (const auto plan = root_.find("plan")) model.plan = read_run_plan_json(*plan, notes_);
  return model;
}

bool recognises(std::string_view first) {
  if (first.starts_with("\xef\xbb\xbf")) first.remove_prefix(3);
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
  std::string first = reader.first_bytes(64);
  if (first.starts_with("\xef\xbb\xbf")) first.erase(0, 3);
  const std::size_t start = first.find_first_not_of(" \t\r\n");
  if (start == std::string::npos || (first[start] != '{' && first[start] != '[')) {
    UnknownContent content = describe_unknown_content(reader);
    reader.fail_at(0, {"this is no graph document", std::move(content.kind),
                       "a JSON object in UTF-8", std::move(content.action)});
  }
  const JsonTree tree = parse_json(reader);
  const JsonField root(tree, reader);
  return DocumentParser(root, notes).read();
}

const Format document_format = {
    .name = "ngraph",
    .title = "ngraph document",
    .suffixes = {".ngraph"},
    .recognises = recognises,
    .read = read,
    .write = write,
};

}  // namespace ng
