// SPDX-License-Identifier: Apache-2.0
// Query fields, numeric comparisons, shapes and regular expressions.
#include "engine/records/op_terms.h"
#include "engine/graph/axis_name.h"
#include "engine/records/text_test.h"

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

bool has(const std::vector<OpKey>& ops, OpKey op) {
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
};

constexpr std::array text_fields{
    TextField{"name", true, [](const OpRecord& op, const QueryFacts&) { return Texts{op.name}; }},
    TextField{"op", true, [](const OpRecord& op, const QueryFacts&) { return Texts{op.op}; }},
    TextField{"axis", true, [](const OpRecord& op, const QueryFacts&) { return axis_names(op); }},
    TextField{"scope", true, [](const OpRecord& op, const QueryFacts&) { return Texts{op.scope}; }},
    TextField{"role", true, [](const OpRecord& op, const QueryFacts&) { return Texts{std::string(ng::name(op.role))}; }},
    TextField{"kernel", true, kernels},
    TextField{"dtype", false,
              [](const OpRecord& op, const QueryFacts&) {
                Texts types;
                for (const ResultRecord& result : op.results) types.emplace_back(ng::name(result.dtype));
                return types;
              }},
    TextField{"pass", false, passes},
    TextField{"src", false,
              [](const OpRecord& op, const QueryFacts&) {
                return Texts{op.file + ":" + std::to_string(op.line)};
              }},
};

double elements(const OpRecord& op) {
  if (op.results.empty()) return 0;
  double size = 1;
  for (const AxisRecord& axis : op.results.front().axes)
    size *= static_cast<double>(axis.length.value_or(0));
  return size;
}

struct NumberField {
  const char* name;
  std::optional<double> (*of)(const OpRecord& op, const QueryFacts& facts);  // empty: unknown
};

constexpr std::array number_fields{
    NumberField{"time",
                [](const OpRecord& op, const QueryFacts& facts) -> std::optional<double> {
                  const KernelRecord* kernel =
                      facts.compilation ? facts.compilation->kernel_of(op.id) : nullptr;
                  return kernel ? kernel->microseconds : std::nullopt;
                }},
    NumberField{"bytes",
                [](const OpRecord& op, const QueryFacts&) -> std::optional<double> {
                  return static_cast<double>(op.bytes);
                }},
    NumberField{"flops",
                [](const OpRecord& op, const QueryFacts&) -> std::optional<double> {
                  return static_cast<double>(op.flops);
                }},
    NumberField{"size",
                [](const OpRecord& op, const QueryFacts&) -> std::optional<double> {
                  return elements(op);
                }},
    NumberField{"operands",
                [](const OpRecord& op, const QueryFacts&) -> std::optional<double> {
                  return static_cast<double>(op.operands.size());
                }},
};

// KiB, MiB and GiB are powers of 1024, all other prefixes powers of 1000. Names in lower case.
std::optional<double> unit(const std::string& field, const std::string& name) {
  struct Unit {
    const char *field, *name;
    double factor;
  };
  static constexpr Unit units[] = {
      {"time", "ns", 1e-3},      {"time", "us", 1},    {"time", "µs", 1},
      {"time", "ms", 1e3},       {"time", "s", 1e6},   {"bytes", "b", 1},
      {"bytes", "kib", 1 << 10}, {"bytes", "kb", 1e3}, {"bytes", "mib", 1 << 20},
      {"bytes", "mb", 1e6},      {"bytes", "gib", 1 << 30}, {"bytes", "gb", 1e9},
      {"", "k", 1e3},            {"", "m", 1e6},       {"", "g", 1e9},
      {"", "", 1}};
  for (const Unit& each : units)
    if ((*each.field == 0 || field == each.field) && name == each.name) return each.factor;
  return {};
}

double amount(const std::string& field, const std::string& text, std::size_t column) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const char* expected = field == "time"    ? "a number such as 10µs or 1.5ms"
                         : field == "bytes" ? "a number such as 512 or 1MiB"
                                            : "a number such as 12 or 2k";
  if (error != std::errc())
    refuse_query(column, text.empty() ? "nothing" : "'" + text + "'", expected);
  const auto factor = unit(field, lower_ascii({end, text.data() + text.size()}));
  if (!factor) refuse_query(column, "'" + text + "'", expected);
  return number * *factor;
}

bool holds(double value, const std::string& sign, double limit) {
  if (sign == ">") return value > limit;
  if (sign == "<") return value < limit;
  if (sign == ">=") return value >= limit;
  if (sign == "<=") return value <= limit;
  return value == limit;
}

// Parses "time>10µs"; empty if the word is not a comparison of a known numeric field.
std::optional<OpTest> comparison(const std::string& word, std::size_t column) {
  const std::size_t at = word.find_first_of("<>=");
  if (at == std::string::npos) return {};
  const std::string name = lower_ascii(word.substr(0, at));
  const auto field = std::find_if(number_fields.begin(), number_fields.end(),
                                  [&](const NumberField& each) { return name == each.name; });
  if (field == number_fields.end()) return {};
  const std::size_t signs = word[at] != '=' && at + 1 < word.size() && word[at + 1] == '=' ? 2 : 1;
  const std::string sign = word.substr(at, signs);
  const double limit = amount(name, word.substr(at + signs), column + at + signs);
  return [of = field->of, sign, limit](const OpRecord& op, const QueryFacts& facts) {
    const std::optional<double> value = of(op, facts);
    return value && holds(*value, sign, limit);
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

// The words before a colon or a comparison operator, outside of quotes.
std::vector<std::string> fields_of(std::string_view search) {
  std::vector<std::string> fields;
  std::string name;  // leading letters of the current word
  bool quoted = false, begins = true;
  for (const char c : search) {
    if (c == '"') quoted = !quoted;
    if (begins && !quoted && !name.empty() && std::string_view(":<>=").find(c) < 4)
      fields.push_back(name);
    const bool between = !quoted && std::string_view(" ()").find(c) < 3;
    const bool letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    begins = between || (begins && (letter || (c == '-' && name.empty())));
    name = begins && letter ? name + c : "";
  }
  return fields;
}

}  // namespace

void refuse_query(std::size_t column, std::string found, std::string expected) {
  Diagnostic diagnostic;
  diagnostic.what = "The search has a syntax error.";
  diagnostic.where = "column " + std::to_string(column + 1);
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  refuse(ErrorKind::value, std::move(diagnostic));
}

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
  for (const std::string& name : fields_of(search))
    if (!known(lower_ascii(name))) return "'" + name + "' is not a field; fields are " + fields;
  return {};
}

std::string unknown_fact(std::string_view search, const QueryFacts& facts) {
  const CompilationRecord* compiled = facts.compilation;
  const bool timed =
      compiled && std::any_of(compiled->kernels.begin(), compiled->kernels.end(),
                              [](const KernelRecord& k) { return k.microseconds.has_value(); });
  for (const std::string& name : fields_of(search)) {
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
      return [of = field.of, test = text_test(word.substr(colon + 1), column + colon + 1)](
                 const OpRecord& op, const QueryFacts& facts) { return any(of(op, facts), test); };
  return [test = text_test(word, column), nan = lower_ascii(word) == "nan"](
             const OpRecord& op, const QueryFacts& facts) {
    for (const TextField& field : text_fields)
      if (field.always && any(field.of(op, facts), test)) return true;
    return nan && facts.is_odd && facts.is_odd(op.id);
  };
}

}  // namespace ng
