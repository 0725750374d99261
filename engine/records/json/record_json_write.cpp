// SPDX-License-Identifier: Apache-2.0
// Writes records as JSON text.
#include <charconv>
#include <cmath>
#include <concepts>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/json/record_fields.h"
#include "engine/records/json/record_json.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"

namespace ng {
namespace {

using Json = nlohmann::ordered_json;
using record_fields::fields;

// Ops and graphs that are written once and referred to by index.
struct Pool {
  Json ops = Json::array(), graphs = Json::array();
  std::map<std::string, std::size_t> op_places;
  std::unordered_map<const OpRecord*, std::size_t> known_ops;
  std::map<const GraphRecord*, std::size_t> graph_places;
};

class Writer {
 public:
  explicit Writer(Pool* pool = nullptr) : pool_(pool) {}

  template <class T>
  void operator()(const char* key, const T& value) {
    object_[key] = encode(value);
  }
  template <class T>
  void later(const char* key, const T& value) {
    (*this)(key, value);
  }
  template <class R>
  Json record(const R& r) const {
    Writer writer(pool_);
    fields(writer, r);
    return std::move(writer.object_);
  }

 private:
  static Json encode(const std::string& text) { return text; }
  static Json encode(bool value) { return value; }
  static Json encode(int value) { return value; }
  static Json encode(std::int64_t value) { return value; }
  static Json encode(double value);
  static Json encode(const Number& value);
  template <std::unsigned_integral U>
    requires(sizeof(U) == 8)
  static Json encode(U id) {
    return std::to_string(id);
  }
  static Json encode(const Traits& traits) { return names(traits); }
  template <NamedEnum E>
  static Json encode(E value) {
    return name(value);
  }
  static Json encode(DType dtype) { return name(dtype); }
  static Json encode(const std::optional<std::int64_t>& value) {
    return value ? Json(*value) : Json();
  }
  static Json encode(const std::optional<double>& value) { return value ? encode(*value) : Json(); }
  template <NamedEnum E>
  static Json encode(const std::optional<E>& value) {
    return value ? name(*value) : "";
  }
  template <class T>
  Json encode(const std::vector<T>& list) const {
    Json array = Json::array();
    for (const T& item : list) array.push_back(encode(item));
    return array;
  }
  template <class Row>
  Json encode(const SharedRows<Row>& rows) const {
    Json array = Json::array();
    for (const Row& row : rows) array.push_back(encode(row));
    return array;
  }
  static Json encode(const LazyText& text) { return text.str(); }
  static Json encode(const std::pair<std::string, std::string>& pair) {
    return Json::array({pair.first, pair.second});
  }
  Json encode(const GraphRecordPtr& graph) const;
  Json encode(const PlanRecordPtr& plan) const { return plan ? record(*plan) : Json(); }
  Json encode(const ModelWordsPtr& words) const { return record(*words); }
  template <class R>
    requires requires(Writer& writer, const R& r) { fields(writer, r); }
  Json encode(const R& r) const {
    return record(r);
  }
  template <class R>
    requires requires(Writer& writer, const R& r) { fields(writer, r); }
  Json encode(const std::optional<R>& r) const {
    return r ? record(*r) : Json();
  }

  Pool* pool_;
  Json object_ = Json::object();
};

Json Writer::encode(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

// JSON numbers have any number of digits; an integer beyond 64 bits is written as a double.
Json Writer::encode(const Number& value) {
  const Integer integer = value.integer();
  if (!value.is_integer()) return encode(value.real());
  if (integer == static_cast<std::int64_t>(integer)) return static_cast<std::int64_t>(integer);
  if (integer == static_cast<std::uint64_t>(integer)) return static_cast<std::uint64_t>(integer);
  return value.real();
}

Json Writer::encode(const GraphRecordPtr& graph) const {
  if (!pool_ || !graph) return nullptr;
  const auto known = pool_->graph_places.find(graph.get());
  if (known != pool_->graph_places.end()) return known->second;
  Json ops = Json::array();
  for (const OpRecord& op : graph->ops) {
    const auto shared = pool_->known_ops.find(&op);
    if (shared != pool_->known_ops.end()) {
      ops.push_back(shared->second);
      continue;
    }
    Json written = record(op);
    const auto [place, added] = pool_->op_places.emplace(
        written.dump(-1, ' ', false, Json::error_handler_t::replace), pool_->ops.size());
    if (added) pool_->ops.push_back(std::move(written));
    pool_->known_ops.emplace(&op, place->second);
    ops.push_back(place->second);
  }
  const std::size_t place = pool_->graphs.size();
  pool_->graphs.push_back({{"ops", std::move(ops)}, {"results", encode(graph->results)}});
  pool_->graph_places[graph.get()] = place;
  return place;
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Prints floats with their own shortest digits: 0.1, not 0.10000000149011612; both read back equal.
Json element(const Tensor& tensor, std::int64_t i) {
  switch (tensor.dtype) {
    case DType::i64: return tensor.as<std::int64_t>()[i];
    case DType::u64: return tensor.as<std::uint64_t>()[i];
    case DType::bool_: return tensor.at(i) != 0;
    default: break;
  }
  const double value = tensor.at(i);
  if (!is_float(tensor.dtype)) return static_cast<std::int64_t>(value);
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (tensor.dtype == DType::f64) return value;
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, static_cast<float>(value)).ptr;
  double shortest = 0;
  std::from_chars(digits, end, shortest);
  return shortest;
}

}  // namespace

std::string to_json(const Diagnostic& diagnostic) {
  return text_of(Writer().record(diagnostic));
}
std::string to_json(const OpRecord& op) {
  return text_of(Writer().record(op));
}
std::string to_json(const GraphRecord& graph) {
  return text_of(Writer().record(graph));
}
std::string to_json(const KernelRecord& kernel) {
  return text_of(Writer().record(kernel));
}
std::string to_json(const BufferRecord& buffer) {
  return text_of(Writer().record(buffer));
}
std::string to_json(const StepRecord& step) {
  return text_of(Writer().record(step));
}
std::string to_json(const SeriesRecord& series) {
  return text_of(Writer().record(series));
}

std::string to_json(const PassRecord& pass) {
  Json json = Writer().record(pass);
  json.erase("before");
  json.erase("after");
  return text_of(json);
}

std::string to_json(const DocumentRecord& document) {
  const Writer writer;
  Json json = writer.record(document);
  if (document.graph) json["graph"] = writer.record(*document.graph);
  return text_of(json);
}

std::string to_json(const TensorRecord& tensor) {
  const Writer writer;
  Json json;
  json["op"] = std::to_string(tensor.op);
  json["name"] = tensor.name;
  json["axes"] = Json::array();
  for (const AxisRecord& axis : tensor.axes) json["axes"].push_back(writer.record(axis));
  json["dtype"] = name(tensor.value.dtype);
  json["shape"] = tensor.value.shape;
  json["iteration"] = tensor.iteration;
  json["values"] = Json::array();
  for (std::int64_t i = 0; i < tensor.value.size(); ++i) {
    json["values"].push_back(element(tensor.value, i));
  }
  return text_of(json);
}

std::string to_json(const CompilationRecord& record) {
  Pool pool;
  Json json = Writer(&pool).record(record);
  json["graphs"] = std::move(pool.graphs);
  json["ops"] = std::move(pool.ops);
  return text_of(json);
}

std::string to_json(const SavedCompilation& saved) {
  Pool pool;
  const Writer writer(&pool);
  Json json;
  json["ngraph_compilation"] = saved_compilation_version;
  json["document"] = writer.record(*saved.document);
  json["costs"] = Json::array();
  for (const CallCostRecord& cost : saved.costs) json["costs"].push_back(writer.record(cost));
  json["compilation"] = writer.record(*saved.compilation);
  json["graphs"] = std::move(pool.graphs);
  json["ops"] = std::move(pool.ops);
  json["trace"] = saved.trace;
  return text_of(json);
}

}  // namespace ng
