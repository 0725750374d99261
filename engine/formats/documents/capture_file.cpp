// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/capture_file.h"

#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

#include "engine/base/quote.h"
#include "engine/formats/archives/zip_entry.h"
#include "engine/formats/archives/zip_writer.h"
#include "engine/formats/documents/json_line.h"
#include "engine/formats/tensors/npy.h"
#include "engine/parsing/json_field.h"

namespace ng {
namespace {

constexpr std::string_view manifest_name = "ngraph_capture.json";
constexpr const char *record_name = "compilation.ngrec", *trace_name = "timeline.json";
constexpr const char* again = "capture it again with ngraph capture";

std::string manifest_of(const Capture& capture) {
  nlohmann::ordered_json machine = nlohmann::ordered_json::object(),
                         values = nlohmann::ordered_json::array();
  for (const auto& [key, value] : capture.machine) machine[key] = value;
  for (std::size_t i = 0; i < capture.values.size(); ++i) {
    const TensorRecord& value = *capture.values[i];
    values.push_back({{"op", value.op},
                      {"name", value.name},
                      {"iteration", value.iteration},
                      {"file", "values/" + std::to_string(i) + ".npy"}});
  }
  return json_line({{"ngraph_capture", capture_version}, {"machine", machine}, {"values", values}});
}

// The parts of an archive by name.
class Parts {
 public:
  explicit Parts(const Reader& reader) : reader_(reader), entries_(read_zip_directory(reader)) {
    for (const ZipEntry& entry : entries_)
      if (!places_.emplace(entry.name, &entry).second)
        reader.fail_at(entry.directory, {"a part occurs twice", quote(entry.name), "unique names",
                                         again});
  }
  bool has(const std::string& name) const { return places_.contains(name); }
  std::string text(const std::string& name) const {
    const auto found = places_.find(name);
    if (found == places_.end())
      reader_.fail_at(0, {"a part of the capture is missing", quote(name), "all its parts", again});
    reader_.check_limit("a part of a capture", found->second->unpacked,
                        reader_.limits().document_bytes);
    return read_zip_entry(reader_, *found->second);
  }
  std::string place(const std::string& name) const { return reader_.path() + ":" + name; }

 private:
  const Reader& reader_;
  std::vector<ZipEntry> entries_;
  std::unordered_map<std::string, const ZipEntry*> places_;
};

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

SavedCompilationPtr read_record(const Parts& parts, const Limits& limits) {
  const std::string text = parts.text(record_name);
  Reader reader(bytes_of(text), parts.place(record_name), limits);
  auto saved = std::make_shared<SavedCompilation>(*read_saved_compilation(reader));
  if (parts.has(trace_name)) saved->trace = parts.text(trace_name);
  return saved;
}

bool fits(const Tensor& value, const std::vector<AxisRecord>& axes) {
  if (value.shape.size() != axes.size()) return false;
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].length && *axes[i].length != value.shape[i]) return false;
  return true;
}

TensorRecordPtr read_value(const JsonField& row, const Parts& parts, const GraphRecord& graph) {
  auto record = std::make_shared<TensorRecord>();
  record->op = static_cast<OpKey>(row.at("op").integer(1, std::numeric_limits<std::int64_t>::max()));
  record->name = row.at("name").text();
  record->iteration = row.at("iteration").integer(0, std::numeric_limits<std::int64_t>::max());
  const OpRecord* op = graph.find(record->op);
  if (!op || op->results.empty())
    row.fail("a value belongs to no op", std::to_string(record->op), "an op of the document", again);
  const std::string file = row.at("file").name();
  const std::string bytes = parts.text(file);
  Reader reader(bytes_of(bytes), parts.place(file), row.reader().limits());
  Notes notes;
  record->value = read_npy(reader, notes);
  record->axes = op->results[0].axes;
  if (!fits(record->value, record->axes))
    row.fail("a value does not have the lengths of its op's axes", to_string(record->value.shape),
             "the lengths of " + quote(op->name), again);
  return record;
}

}  // namespace

void save_capture(const Capture& capture, const std::string& path) {
  ZipWriter file(path);
  file.add(std::string(manifest_name), manifest_of(capture) + "\n");
  SavedCompilation record = *capture.compilation;
  const std::string trace = std::exchange(record.trace, {});
  file.add(record_name, to_json(record) + "\n");
  if (!trace.empty()) file.add(trace_name, trace);
  for (std::size_t i = 0; i < capture.values.size(); ++i)
    file.add("values/" + std::to_string(i) + ".npy", npy_bytes(capture.values[i]->value));
  file.commit();
}

Capture read_capture(Reader& reader) {
  const Parts parts(reader);
  const std::string text = parts.text(std::string(manifest_name));
  Reader manifest(bytes_of(text), parts.place(std::string(manifest_name)), reader.limits());
  const JsonTree tree = parse_json(manifest);
  const JsonField root(tree, manifest);
  const JsonField version = root.at("ngraph_capture");
  if (version.integer(1, std::numeric_limits<std::int64_t>::max()) > capture_version)
    version.fail("this capture was made by a newer version", describe(version.value()),
                 std::to_string(capture_version) + " at most", "open it with a newer ngraph");
  Capture capture;
  capture.compilation = read_record(parts, reader.limits());
  for (const auto& [key, field] : root.at("machine").members())
    capture.machine.emplace_back(key, field.text());
  const std::vector<JsonField> rows = root.at("values").items();
  reader.check_limit("the number of values", rows.size(), reader.limits().zip_entries);
  std::set<OpKey> known;
  for (const JsonField& row : rows) {
    capture.values.push_back(read_value(row, parts, *capture.compilation->document->graph));
    if (!known.insert(capture.values.back()->op).second)
      row.fail("an op has two values", capture.values.back()->name, "one value per op", again);
  }
  return capture;
}

bool looks_like_capture(std::string_view first) {
  constexpr std::size_t header_bytes = 30;
  return first.starts_with("PK\x03\x04") && first.size() > header_bytes &&
         first.substr(header_bytes).starts_with(manifest_name);
}

const Format capture_format = {
    .name = "ngcap",
    .title = "capture of a run",
    .role = FileRole::compilation,
    .suffixes = {".ngcap"},
    .recognises = looks_like_capture,
    .read = [](Reader& reader, Notes&) -> FileModel { return read_capture(reader).compilation; },
    .write = nullptr,
};

}  // namespace ng
