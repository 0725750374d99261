// SPDX-License-Identifier: Apache-2.0
// Parses JSON text into the record of a compilation; errors report the position of the damage.
#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/base/quote.h"
#include "engine/base/reader.h"
#include "engine/records/record_fields.h"
#include "engine/records/record_json.h"

namespace ng {
namespace {

using Json = nlohmann::json;
using record_fields::fields;

struct Source {
  std::string name;
  SharedRows<OpRecord> ops;
  std::vector<GraphRecordPtr> graphs;

  [[noreturn]] void fail(const std::string& place, const std::string& what,
                         std::string expected = {}) const {
    Diagnostic diagnostic;
    diagnostic.what = "the record of a compilation is damaged: " + what;
    diagnostic.where = quote(name) + (place.empty() ? "" : " at " + place);
    diagnostic.expected = std::move(expected);
    diagnostic.action = "save it again from the original document";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }
};

class FieldReader {
 public:
  FieldReader(const Source& source, const Json& object, std::string place)
      : source_(source), object_(object), place_(std::move(place)) {
    if (!object.is_object()) source_.fail(place_, "an object is expected here");
  }

  template <class T>
  void operator()(const char* key, T& value) {
    const std::string place = place_.empty() ? key : place_ + "." + key;
    const auto at = object_.find(key);
    if (at == object_.end()) source_.fail(place, "the field is missing");
    decode(*at, place, value);
  }

 private:
  template <class T>
  void plain(const Json& json, const std::string& place, bool fits, T& value) const {
    if (!fits) source_.fail(place, "the value has the wrong type");
    value = json.get<T>();
  }
  void decode(const Json& json, const std::string& place, std::string& value) const {
    plain(json, place, json.is_string(), value);
  }
  void decode(const Json& json, const std::string& place, LazyText& value) const {
    std::string text;
    decode(json, place, text);
    value = std::move(text);
  }
  void decode(const Json& json, const std::string& place, bool& value) const {
    plain(json, place, json.is_boolean(), value);
  }
  void decode(const Json& json, const std::string& place, std::int64_t& value) const {
    plain(json, place, json.is_number_integer(), value);
  }
  void decode(const Json& json, const std::string& place, int& value) const {
    std::int64_t wide = 0;
    decode(json, place, wide);
    if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max()) {
      source_.fail(place, "the number is out of range");
    }
    value = static_cast<int>(wide);
  }
  void decode(const Json& json, const std::string& place, double& value) const {
    if (json == "nan") {
      value = std::numeric_limits<double>::quiet_NaN();
    } else if (json == "inf" || json == "-inf") {
      value = (json == "inf" ? 1 : -1) * std::numeric_limits<double>::infinity();
    } else {
      plain(json, place, json.is_number(), value);
    }
  }
  template <std::unsigned_integral U>
  requires(sizeof(U) == 8) void decode(const Json& json, const std::string& place, U& id) const {
    std::string text;
    decode(json, place, text);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (error != std::errc() || end != text.data() + text.size()) {
      source_.fail(place, "the id of an op is expected, not " + quote(text));
    }
  }
  template <NamedEnum E>
  void decode(const Json& json, const std::string& place, E& value) const {
    std::string text;
    decode(json, place, text);
    const std::optional<E> known = from_name<E>(text);
    if (!known) source_.fail(place, "unknown name " + quote(text), expected_names<E>());
    value = *known;
  }
  template <NamedEnum E>
  void decode(const Json& json, const std::string& place, std::optional<E>& value) const {
    if (json == "") return value.reset();
    decode(json, place, value.emplace());
  }
  void decode(const Json& json, const std::string& place, Traits& value) const {
    std::vector<std::string> names;
    decode(json, place, names);
    value = traits_named(names);
  }
  void decode(const Json& json, const std::string& place, DType& value) const {
    std::string text;
    decode(json, place, text);
    const std::optional<DType> known = dtype_from_name(text);
    if (!known) source_.fail(place, "unknown name " + quote(text), "a dtype, such as 'float32'");
    value = *known;
  }
  // Absence is null; older files have 0 for times and -1 for counts.
  void decode(const Json& json, const std::string& place, std::optional<double>& value) const {
    if (json.is_null() || json == 0) return value.reset();
    decode(json, place, value.emplace());
  }
  void decode(const Json& json, const std::string& place,
              std::optional<std::int64_t>& value) const {
    if (json.is_null() || json == -1) return value.reset();
    decode(json, place, value.emplace());
  }
  void decode(const Json& json, const std::string& place,
              std::pair<std::string, std::string>& value) const {
    if (!json.is_array() || json.size() != 2) source_.fail(place, "a pair is expected here");
    decode(json[0], place, value.first);
    decode(json[1], place, value.second);
  }
  void decode(const Json& json, const std::string& place, GraphRecordPtr& value) const {
    std::int64_t index = 0;
    decode(json, place, index);
    if (index < 0 || static_cast<std::size_t>(index) >= source_.graphs.size()) {
      source_.fail(place, "no graph " + std::to_string(index));
    }
    value = source_.graphs[static_cast<std::size_t>(index)];
  }
  template <class T>
  void decode(const Json& json, const std::string& place, std::vector<T>& list) const {
    if (!json.is_array()) source_.fail(place, "a list is expected here");
    list.clear();
    for (std::size_t i = 0; i < json.size(); ++i) {
      decode(json[i], place + "[" + std::to_string(i) + "]", list.emplace_back());
    }
  }
  template <class Row>
  void decode(const Json& json, const std::string& place, SharedRows<Row>& rows) const {
    std::vector<Row> list;
    decode(json, place, list);
    rows = std::move(list);
  }
  template <class R>
  requires requires(FieldReader& reader, R& r) { fields(reader, r); }
  void decode(const Json& json, const std::string& place, R& r) const {
    FieldReader reader(source_, json, place);
    fields(reader, r);
  }

  const Source& source_;
  const Json& object_;
  std::string place_;
};

struct GraphIndices {
  std::vector<std::int64_t> ops;
  std::vector<OpKey> results;
};
template <class A>
void fields(A& a, GraphIndices& r) {
  a("ops", r.ops), a("results", r.results);
}

void read_graphs(const Json& json, Source& source) {
  FieldReader reader(source, json, "");
  reader("ops", source.ops);
  std::vector<GraphIndices> graphs;
  reader("graphs", graphs);
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    auto graph = std::make_shared<GraphRecord>();
    for (std::int64_t index : graphs[i].ops) {
      if (index < 0 || static_cast<std::size_t>(index) >= source.ops.size()) {
        source.fail("graphs[" + std::to_string(i) + "].ops", "op index out of range");
      }
      graph->ops.share(source.ops.shared(static_cast<std::size_t>(index)));
    }
    graph->results = std::move(graphs[i].results);
    graph->find(0);  // builds the index before the graph is shared
    source.graphs.push_back(std::move(graph));
  }
}

Json parsed(std::string_view text, const Source& source) {
  const int deepest = static_cast<int>(Limits().json_depth);
  bool too_deep = false;
  auto shallow = [&](int depth, Json::parse_event_t, Json&) {
    too_deep = too_deep || depth > deepest;
    return !too_deep;
  };
  try {
    Json json = Json::parse(text, shallow);
    if (too_deep) source.fail("", "it is nested too deeply");
    return json;
  } catch (const Json::parse_error& error) {
    source.fail("byte " + std::to_string(error.byte), "this is not JSON");
  } catch (const Json::out_of_range&) {
    source.fail("", "a number is out of range");
  }
}

void require_version(const Json& json, const Source& source) {
  int version = 0;
  FieldReader(source, json, "")("version", version);
  const int newest = CompilationRecord().version;
  if (version == newest) return;
  Diagnostic diagnostic;
  diagnostic.what = "the record of a compilation has an unsupported version";
  diagnostic.where = quote(source.name);
  diagnostic.found = std::to_string(version);
  diagnostic.expected = std::to_string(newest);
  diagnostic.action = "open it with the program that saved it, or compile the document again";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

}  // namespace

CompilationRecordPtr compilation_from_json(std::string_view text, const std::string& name) {
  Source source{name, {}, {}};
  const Json json = parsed(text, source);
  require_version(json, source);
  read_graphs(json, source);
  auto record = std::make_shared<CompilationRecord>();
  FieldReader reader(source, json, "");
  fields(reader, *record);
  return record;
}

CompilationRecordPtr open_record(const std::string& path) {
  Reader reader(path);
  return compilation_from_json(reader.text(reader.size()), path);
}

}  // namespace ng
