// SPDX-License-Identifier: Apache-2.0
// Parses a saved compilation; errors report the position of the damage.
#include <algorithm>
#include <charconv>
#include <concepts>
#include <limits>
#include <set>

#include "engine/base/quote.h"
#include "engine/parsing/json_field.h"
#include "engine/parsing/plain_text.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/json/record_fields.h"
#include "engine/records/json/saved_compilation_check.h"

namespace ng {
namespace {

using record_fields::fields;

constexpr const char* again = "save it again from the original document";

// What the record's fields refer to by index, and what was noticed while reading them.
struct Source {
  SharedRows<OpRecord> ops;
  std::vector<GraphRecordPtr> graphs;
  mutable std::set<std::string> missing;  // fields that an earlier release did not save
};

std::size_t index_in(const JsonField& json, std::size_t count) {
  return static_cast<std::size_t>(json.integer(0, static_cast<std::int64_t>(count) - 1));
}

class FieldReader {
 public:
  FieldReader(const Source& source, const JsonField& object) : source_(source), object_(object) {}

  template <class T>
  void operator()(const char* key, T& value) {
    decode(object_.at(key), value);
  }
  template <class T>
  void later(const char* key, T& value) {
    if (const auto field = object_.find(key))
      decode(*field, value);
    else
      source_.missing.insert(key);
  }

 private:
  void decode(const JsonField& json, std::string& value) const { value = json.text(); }
  void decode(const JsonField& json, LazyText& value) const { value = json.text(); }
  void decode(const JsonField& json, bool& value) const { value = json.boolean(); }
  void decode(const JsonField& json, std::int64_t& value) const {
    value = json.integer(INT64_MIN, INT64_MAX);
  }
  void decode(const JsonField& json, int& value) const {
    value = static_cast<int>(json.integer(INT32_MIN, INT32_MAX));
  }
  void decode(const JsonField& json, double& value) const {
    if (!json.is_text()) {
      value = json.number();
      return;
    }
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::string text = json.text();
    if (text == "nan")
      value = std::numeric_limits<double>::quiet_NaN();
    else if (text == "inf" || text == "-inf")
      value = text == "inf" ? infinity : -infinity;
    else
      json.fail("invalid number", quote(text), "a number, \"nan\", \"inf\" or \"-inf\"", again);
  }
  void decode(const JsonField& json, Number& value) const {
    if (const auto* whole = std::get_if<std::int64_t>(&json.value().data)) {
      value = *whole;
    } else if (const auto* large = std::get_if<std::uint64_t>(&json.value().data)) {
      value = *large;
    } else {
      double real = 0;
      decode(json, real);
      value = real;
    }
  }
  template <std::unsigned_integral U>
    requires(sizeof(U) == 8)
  void decode(const JsonField& json, U& id) const {
    const std::string text = json.text();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (error != std::errc() || end != text.data() + text.size())
      json.fail("invalid id", quote(text), "the id of an op", again);
  }
  template <NamedEnum E>
  void decode(const JsonField& json, E& value) const {
    const std::string text = json.text();
    const std::optional<E> known = from_name<E>(text);
    if (!known) json.fail("unknown name", quote(text), expected_names<E>(), again);
    value = *known;
  }
  template <NamedEnum E>
  void decode(const JsonField& json, std::optional<E>& value) const {
    if (json.is_text() && json.text().empty()) return value.reset();
    decode(json, value.emplace());
  }
  void decode(const JsonField& json, Traits& value) const {
    std::vector<std::string> names;
    decode(json, names);
    value = traits_named(names);
  }
  void decode(const JsonField& json, DType& value) const {
    const std::string text = json.text();
    const std::optional<DType> known = dtype_from_name(text);
    if (!known) json.fail("unknown name", quote(text), "a dtype, such as 'float32'", again);
    value = *known;
  }
  // Absence is null; older files have 0 for times and -1 for counts.
  void decode(const JsonField& json, std::optional<double>& value) const {
    value.reset();
    if (json.is_null()) return;
    decode(json, value.emplace());
    if (*value == 0) value.reset();
  }
  void decode(const JsonField& json, std::optional<std::int64_t>& value) const {
    value.reset();
    if (json.is_null()) return;
    decode(json, value.emplace());
    if (*value == -1) value.reset();
  }
  void decode(const JsonField& json, std::pair<std::string, std::string>& value) const {
    const auto items = json.items();
    if (items.size() != 2) json.fail("not a pair", describe(json.value()), "a list of 2", again);
    value = {items[0].text(), items[1].text()};
  }
  void decode(const JsonField& json, GraphRecordPtr& value) const {
    value = source_.graphs[index_in(json, source_.graphs.size())];
  }
  void decode(const JsonField& json, PlanRecordPtr& value) const {
    value = nullptr;
    if (json.is_null()) return;
    auto plan = std::make_shared<PlanRecord>();
    decode(json, *plan);
    value = std::move(plan);
  }
  void decode(const JsonField& json, ModelWordsPtr& value) const {
    auto words = std::make_shared<ModelWords>();
    decode(json, *words);
    value = std::move(words);
  }
  template <class T>
  void decode(const JsonField& json, std::vector<T>& list) const {
    list.clear();
    for (const JsonField& item : json.items()) decode(item, list.emplace_back());
  }
  template <class Row>
  void decode(const JsonField& json, SharedRows<Row>& rows) const {
    std::vector<Row> list;
    decode(json, list);
    rows = std::move(list);
  }
  template <class R>
    requires requires(FieldReader& reader, R& r) { fields(reader, r); }
  void decode(const JsonField& json, R& r) const {
    FieldReader reader(source_, json);
    fields(reader, r);
  }
  template <class R>
    requires requires(FieldReader& reader, R& r) { fields(reader, r); }
  void decode(const JsonField& json, std::optional<R>& value) const {
    value.reset();
    if (!json.is_null()) decode(json, value.emplace());
  }

  const Source& source_;
  const JsonField object_;
};

void read_graphs(const JsonField& json, Source& source) {
  FieldReader reader(source, json);
  reader("ops", source.ops);
  const std::vector<JsonField> rows = json.at("ops").items();
  for (std::size_t i = 0; i < rows.size(); ++i) check_op(source.ops[i], rows[i]);
  for (const JsonField& each : json.at("graphs").items()) {
    auto graph = std::make_shared<GraphRecord>();
    for (const JsonField& op : each.at("ops").items())
      graph->ops.share(source.ops.shared(index_in(op, source.ops.size())));
    FieldReader(source, each)("results", graph->results);
    graph->find(0);  // builds the index before the graph is shared
    check_graph(*graph, each);
    source.graphs.push_back(std::move(graph));
  }
}

void require_version(const JsonField& version) {
  const std::int64_t found = version.integer(INT64_MIN, INT64_MAX);
  if (found >= 1 && found <= saved_compilation_version) return;
  version.fail("the saved compilation has an unsupported version", std::to_string(found),
               "1 to " + std::to_string(saved_compilation_version),
               "open it with the program that saved it, or compile the document again");
}

// Says which facts are shown with their default values.
void note_missing(const std::set<std::string>& missing, CompilationRecord& record) {
  if (missing.empty()) return;
  Diagnostic note;
  note.severity = Severity::note;
  note.what = "This compilation was saved by an earlier release, which did not save everything.";
  for (const std::string& field : missing)
    note.found += (note.found.empty() ? "no " : ", ") + field;
  note.action = "Compile and save the document again to see it all.";
  record.diagnostics.push_back(std::move(note));
}

}  // namespace

bool looks_like_saved_compilation(std::string_view first) {
  first = without_byte_order_mark(first);
  const auto skip = [&first] {
    first.remove_prefix(std::min(first.size(), first.find_first_not_of(" \t\r\n")));
  };
  skip();
  if (!first.starts_with('{')) return false;
  first.remove_prefix(1);
  skip();
  return first.starts_with("\"ngraph_compilation\"");
}

SavedCompilationPtr read_saved_compilation(Reader& reader) {
  const JsonTree tree = parse_json(reader);
  const JsonField json(tree, reader);
  require_version(json.at("ngraph_compilation"));
  Source source;
  read_graphs(json, source);
  auto saved = std::make_shared<SavedCompilation>();
  auto document = std::make_shared<DocumentRecord>();
  auto compilation = std::make_shared<CompilationRecord>();
  FieldReader root(source, json);
  root("document", *document), root("costs", saved->costs);
  root("compilation", *compilation), root("trace", saved->trace);
  check_document(*document, json.at("document"));
  check_compilation(*compilation, json.at("compilation"));
  if (saved->costs.size() != document->computations.size())
    json.at("costs").fail("the number of costs is wrong", std::to_string(saved->costs.size()),
                          std::to_string(document->computations.size()) + ", one per computation",
                          again);
  note_missing(source.missing, *compilation);
  saved->document = std::move(document);
  compilation->kernel_of(0), compilation->buffer_of(0);  // builds the indices before it is shared
  saved->compilation = std::move(compilation);
  return saved;
}

}  // namespace ng
