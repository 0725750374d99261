// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/capture_file.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

#include "engine/base/quote.h"
#include "engine/formats/archives/zip_entry.h"
#include "engine/formats/archives/zip_writer.h"
#include "engine/formats/documents/capture_parts.h"
#include "engine/formats/documents/json_line.h"
#include "engine/formats/tensors/npy.h"
#include "engine/parsing/json_field.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"

namespace ng {
namespace {

constexpr std::string_view manifest_name = "ngraph_capture.json";
constexpr const char *record_name = "compilation.ngrec", *trace_name = "timeline.json";
constexpr const char *totals_name = "health/totals.npy", *summaries_name = "health/summaries.npy";
constexpr const char* again = "capture it again with ngraph capture";

using Json = nlohmann::ordered_json;

std::string array_name(const char* folder, std::size_t i) {
  return std::string(folder) + "/" + std::to_string(i) + ".npy";
}

Json curves_json(const std::vector<SeriesRecord>& curves) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < curves.size(); ++i)
    rows.push_back({{"name", curves[i].name},
                    {"x", curves[i].x_title},
                    {"y", curves[i].y_title},
                    {"op", std::to_string(curves[i].op)},
                    {"unit", name(curves[i].unit)},
                    {"file", array_name("curves", i)}});
  return rows;
}

Json health_json(const HealthRecord& health) {
  Json ops = Json::array();
  for (const HealthRow& row : health.rows) ops.push_back(std::to_string(row.newest.op));
  return {{"seconds_spent", health.seconds_spent},
          {"seconds_run", health.seconds_run},
          {"ops", ops},
          {"totals", totals_name},
          {"summaries", summaries_name}};
}

std::string manifest_of(const Capture& capture) {
  Json machine = Json::object(), values = Json::array();
  for (const auto& [key, value] : capture.machine) machine[key] = value;
  for (std::size_t i = 0; i < capture.values.size(); ++i) {
    const TensorRecord& value = *capture.values[i];
    values.push_back({{"op", std::to_string(value.op)},
                      {"name", value.name},
                      {"iteration", value.iteration},
                      {"file", array_name("values", i)}});
  }
  Json manifest = {{"ngraph_capture", capture_version}, {"machine", machine}, {"values", values}};
  if (!capture.curves.empty()) manifest["curves"] = curves_json(capture.curves);
  if (capture.health) manifest["health"] = health_json(*capture.health);
  return json_line(manifest);
}

// The parts of an archive by name.
class Parts {
 public:
  explicit Parts(const Reader& reader) : reader_(reader), entries_(read_zip_directory(reader)) {
    for (const ZipEntry& entry : entries_)
      if (!places_.emplace(entry.name, &entry).second)
        reader.fail_at(entry.directory,
                       {"a part occurs twice", quote(entry.name), "unique names", again});
  }
  bool has(const std::string& name) const { return places_.contains(name); }
  std::string text(const std::string& name) const {
    const auto found = places_.find(name);
    if (found == places_.end())
      reader_.fail_at(0, {"a part of the capture is missing", quote(name), "all its parts", again});
    // So a part takes no more memory than the file has bytes.
    if (found->second->method != 0)
      reader_.fail_at(found->second->directory,
                      {"a part of the capture is compressed", quote(name), "a stored part", again});
    reader_.check_limit("a part of a capture", found->second->unpacked,
                        reader_.limits().document_bytes);
    return read_zip_entry(reader_, *found->second);
  }
  // The array in the part that `file` names. Each part gives one array, so that a small file cannot
  // fill the memory.
  Tensor array(const JsonField& file) {
    const std::string name = file.name();
    if (!used_.insert(name).second)
      file.fail("a part of the capture is used twice", quote(name), "one part per array", again);
    const std::string bytes = text(name);
    Reader reader(std::as_bytes(std::span(bytes.data(), bytes.size())), place(name),
                  reader_.limits());
    Notes notes;
    return read_npy(reader, notes);
  }
  std::string place(const std::string& name) const { return reader_.path() + ":" + name; }

 private:
  const Reader& reader_;
  std::vector<ZipEntry> entries_;
  std::unordered_map<std::string, const ZipEntry*> places_;
  std::set<std::string> used_;  // for arrays
};

// Ids have 64 bits, more than the numbers of JSON in most programs.
OpId op_id(const JsonField& field) {
  const std::string text = field.text();
  OpId key = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key);
  if (error != std::errc() || end != text.data() + text.size())
    field.fail("an id of an op is invalid", quote(text), "digits", again);
  return key;
}

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

SeriesRecord read_curve(const JsonField& row, Parts& parts) {
  SeriesRecord curve;
  curve.name = row.at("name").text();
  curve.x_title = row.at("x").text();
  curve.y_title = row.at("y").text();
  curve.op = op_id(row.at("op"));
  const std::string unit = row.at("unit").text();
  const auto known = from_name<SeriesUnit>(unit);
  if (!known)
    row.at("unit").fail("unknown unit of a curve", quote(unit), "iteration or epoch", again);
  curve.unit = *known;
  read_curve(row, parts.array(row.at("file")), curve);
  return curve;
}

HealthRecord read_health(const JsonField& field, Parts& parts) {
  std::vector<OpId> ops;
  for (const JsonField& op : field.at("ops").items()) ops.push_back(op_id(op));
  const Tensor totals = parts.array(field.at("totals"));
  HealthRecord health = read_health(field, ops, totals, parts.array(field.at("summaries")));
  health.seconds_spent = field.at("seconds_spent").number();
  health.seconds_run = field.at("seconds_run").number();
  return health;
}

bool fits(const Tensor& value, const std::vector<AxisRecord>& axes) {
  if (value.shape.size() != axes.size()) return false;
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].length && *axes[i].length != value.shape[i]) return false;
  return true;
}

TensorRecordPtr read_value(const JsonField& row, Parts& parts, const GraphRecord& graph) {
  auto record = std::make_shared<TensorRecord>();
  record->op = op_id(row.at("op"));
  record->name = row.at("name").text();
  record->iteration = row.at("iteration").integer(0, std::numeric_limits<std::int64_t>::max());
  const OpRecord* op = graph.find(record->op);
  if (!op || op->results.empty())
    row.fail("a value belongs to no op", std::to_string(record->op), "an op of the document",
             again);
  record->value = parts.array(row.at("file"));
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
    file.add(array_name("values", i), npy_bytes(capture.values[i]->value));
  for (std::size_t i = 0; i < capture.curves.size(); ++i)
    file.add(array_name("curves", i), npy_bytes(curve_array(capture.curves[i])));
  if (capture.health) {
    file.add(totals_name, npy_bytes(health_totals(*capture.health)));
    file.add(summaries_name, npy_bytes(health_summaries(*capture.health)));
  }
  file.commit();
}

Capture read_capture(Reader& reader) {
  Parts parts(reader);
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
  std::set<OpId> known;
  for (const JsonField& row : rows) {
    capture.values.push_back(read_value(row, parts, *capture.compilation->document->graph));
    if (!known.insert(capture.values.back()->op).second)
      row.fail("an op has two values", capture.values.back()->name, "one value per op", again);
  }
  if (const auto curves = root.find("curves"))
    for (const JsonField& row : curves->items()) capture.curves.push_back(read_curve(row, parts));
  if (const auto health = root.find("health")) capture.health = read_health(*health, parts);
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
