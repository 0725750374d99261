// SPDX-License-Identifier: Apache-2.0
// Query fields, numeric comparisons, shapes and regular expressions.
#include "engine/records/search/op_terms.h"
#include "engine/graph/axis_name.h"
#include "engine/records/compilation_record.h"
#include "engine/records/search/search_syntax.h"
#include "engine/records/search/text_test.h"
#include "engine/records/shown_kind.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace ng {
namespace {

using Texts = std::vector<std::string>;

bool any(const Texts& texts, const TextTest& test) {
  return std::any_of(texts.begin(), texts.end(), test);
}

Texts axis_names(const OpRecord& op) {
  Texts names;
  for (const ResultRecord& result : op.results)
    for (const AxisRecord& axis : result.axes)
      names.insert(names.end(), {axis.name, shown_axis_name(axis.name)});
  return names;
}

Texts kernels(const OpRecord& op, const QueryFacts& facts) {
  if (!op.kernel_name.empty()) return {op.kernel_name};
  const KernelRecord* kernel = facts.compilation ? facts.compilation->kernel_of(op.id) : nullptr;
  return kernel ? Texts{kernel->name} : Texts{};
}

// An op that cannot run is also found by its own type.
Texts kinds(const OpRecord& op, const QueryFacts&) {
  std::string kind = shown_kind(op);
  return kind == op.op ? Texts{op.op} : Texts{op.op, std::move(kind)};
}

bool has(const std::vector<OpId>& ops, OpId op) {
  return std::find(ops.begin(), ops.end(), op) != ops.end();
}

Texts passes(const OpRecord& op, const QueryFacts& facts) {
  Texts names;
  if (!op.made_by.empty()) names.push_back(op.made_by);
  if (!facts.compilation) return names;
  for (const PassRecord& pass : facts.compilation->passes)
    if (has(pass.added, op.id) || has(pass.modified, op.id) || has(pass.removed, op.id))
      names.push_back(pass.name);
  return names;
}

struct TextField {
  const char* name;
  bool always;  // also searched by words without a field
  Texts (*of)(const OpRecord& op, const QueryFacts& facts);
  bool words = false;  // whole words match, not parts of them
};

constexpr std::array text_fields{
    TextField{"name", true, [](const OpRecord& op, const QueryFacts&) { return Texts{op.name}; }},
    TextField{"op", true, kinds},
    TextField{"axis", true, [](const OpRecord& op, const QueryFacts&) { return axis_names(op); },
              true},
    TextField{"scope", true, [](const OpRecord& op, const QueryFacts&) { return Texts{op.scope}; }},
    TextField{"role", true,
              [](const OpRecord& op, const QueryFacts&) {
                return Texts{std::string(ng::name(op.role))};
              }},
    TextField{"kernel", true, kernels, true},
    TextField{"dtype", false,
              [](const OpRecord& op, const QueryFacts&) {
                Texts types;
                for (const ResultRecord& result : op.results)
                  types.emplace_back(ng::name(result.dtype));
                return types;
              }},
    TextField{"pass", false, passes},
    TextField{"src", false,
              [](const OpRecord& op, const QueryFacts&) {
                return Texts{op.file + ":" + std::to_string(op.line)};
              }},
};

std::optional<double> elements(const OpRecord& op) {
  if (op.results.empty()) return std::nullopt;
  double size = 1;
  for (const AxisRecord& axis : op.results.front().axes)
    size *= static_cast<double>(axis.length.value_or(0));
  return size;
}

struct NumberField {
  const char* name;
  Amount amount;
  std::optional<double> (*of)(const OpRecord& op, const QueryFacts& facts);  // empty: unknown
};

constexpr std::array number_fields{
    NumberField{"time", Amount::time,
                [](const OpRecord& op, const QueryFacts& facts) -> std::optional<double> {
                  const KernelRecord* kernel =
                      facts.compilation ? facts.compilation->kernel_of(op.id) : nullptr;
                  return kernel ? kernel->microseconds : std::nullopt;
                }},
    NumberField{"bytes", Amount::bytes,
                [](const OpRecord& op, const QueryFacts&) -> std::optional<double> {
                  return static_cast<double>(op.bytes);
                }},
    NumberField{"flops", Amount::count,
                [](const OpRecord& op, const QueryFacts&) -> std::optional<double> {
                  return static_cast<double>(op.flops);
                }},
    NumberField{"size", Amount::count,
                [](const OpRecord& op, const QueryFacts&) { return elements(op); }},
    NumberField{"operands", Amount::count,
                [](const OpRecord& op, const QueryFacts&) -> std::optional<double> {
                  return static_cast<double>(op.operands.size());
                }},
};

// Parses "time>10µs"; empty if the word is not a comparison of a known numeric field.
std::optional<OpTest> comparison(const std::string& word, std::size_t column) {
  const std::optional<std::size_t> at = comparison_sign(word);
  if (!at) return {};
  const std::string name = lower_ascii(word.substr(0, *at));
  const auto field = std::find_if(number_fields.begin(), number_fields.end(),
                                  [&](const NumberField& each) { return name == each.name; });
  if (field == number_fields.end()) return {};
  return [of = field->of, limit = read_comparison(word, *at, field->amount, column)](
             const OpRecord& op, const QueryFacts& facts) {
    const std::optional<double> value = of(op, facts);
    return value && limit.holds(*value);
  };
}

// "[*,4096]" or "*,4096"; -1 matches any length.
OpTest shape(std::string text, std::size_t column) {
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']')
    text = text.substr(1, text.size() - 2);
  std::vector<std::int64_t> lengths;
  for (std::size_t at = 0; at <= text.size() && !text.empty();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    std::string part = text.substr(at, end - at);
    std::erase(part, ' ');
    std::int64_t length = -1;
    const auto read = std::from_chars(part.data(), part.data() + part.size(), length);
    if (part != "*" && (read.ec != std::errc() || read.ptr != part.data() + part.size()))
      refuse_query(column + at, "'" + part + "'", "lengths and *, such as shape:[*,4096]");
    lengths.push_back(length);
    at = end + 1;
  }
  return [lengths](const OpRecord& op, const QueryFacts&) {
    return std::any_of(op.results.begin(), op.results.end(), [&](const ResultRecord& result) {
      return std::equal(lengths.begin(), lengths.end(), result.axes.begin(), result.axes.end(),
                        [](std::int64_t length, const AxisRecord& axis) {
                          return length < 0 || length == axis.length;
                        });
    });
  };
}

}  // namespace

std::vector<std::string> query_fields() {
  std::vector<std::string> fields;
  for (const TextField& field : text_fields) fields.push_back(std::string(field.name) + ":");
  fields.emplace_back("shape:");
  for (const NumberField& field : number_fields) fields.push_back(std::string(field.name) + ">");
  return fields;
}

std::vector<std::string> field_texts(std::string_view name, const OpRecord& op,
                                     const QueryFacts& facts) {
  for (const TextField& field : text_fields)
    if (name == field.name) return field.of(op, facts);
  return {};
}

std::string unknown_field(std::string_view search) {
  std::string fields = "shape";
  for (const TextField& field : text_fields) fields += std::string(", ") + field.name;
  for (const NumberField& field : number_fields) fields += std::string(", ") + field.name;
  const auto known = [](const std::string& name) {
    const auto named = [&](const auto& field) { return name == field.name; };
    return name == "shape" || std::any_of(text_fields.begin(), text_fields.end(), named) ||
           std::any_of(number_fields.begin(), number_fields.end(), named);
  };
  for (const std::string& name : searched_fields(search))
    if (!known(lower_ascii(name))) return "'" + name + "' is not a field; fields are " + fields;
  return {};
}

std::string unknown_fact(std::string_view search, const QueryFacts& facts) {
  const CompilationRecord* compiled = facts.compilation;
  const bool timed =
      compiled && std::any_of(compiled->kernels.begin(), compiled->kernels.end(),
                              [](const KernelRecord& k) { return k.microseconds.has_value(); });
  for (const std::string& name : searched_fields(search)) {
    const std::string field = lower_ascii(name);
    if ((field == "kernel" || field == "pass") && !compiled)
      return "'" + field + "' is known only for a compiled computation";
    if (field == "time" && !timed) return "'time' is known only after a run";
  }
  return {};
}

OpTest op_term(const std::string& word, std::size_t column) {
  if (auto numbers = comparison(word, column)) return *numbers;
  const std::size_t colon = word.find(':');
  const std::string name = colon == std::string::npos ? "" : lower_ascii(word.substr(0, colon));
  if (name == "shape") return shape(word.substr(colon + 1), column + colon + 1);
  for (const TextField& field : text_fields)
    if (name == field.name)
      return [of = field.of, test = (field.words ? word_test : text_test)(word.substr(colon + 1),
                                                                          column + colon + 1)](
                 const OpRecord& op, const QueryFacts& facts) { return any(of(op, facts), test); };
  return [test = text_test(word, column), nan = lower_ascii(word) == "nan"](
             const OpRecord& op, const QueryFacts& facts) {
    for (const TextField& field : text_fields)
      if (field.always && any(field.of(op, facts), test)) return true;
    return nan && facts.is_non_finite && facts.is_non_finite(op.id);
  };
}

}  // namespace ng
