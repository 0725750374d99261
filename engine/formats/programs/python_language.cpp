// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>

#include "engine/base/joined.h"
#include "engine/base/quote.h"
#include "engine/formats/programs/program_literals.h"
#include "engine/formats/programs/program_writer.h"

namespace ng {
namespace {

using Texts = ProgramLanguage::Texts;

// Formats a text as lines of a docstring.
std::string sentence(const std::string& text) {
  std::string plain;
  for (const std::string& line : split_at(text.substr(0, longest_comment), "\n")) {
    plain += (plain.empty() ? "" : "\n") + comment_text(line, longest_comment);
  }
  std::replace(plain.begin(), plain.end(), '"', '\'');
  return plain;
}

// "1:4:2" becomes slice(1, 4, 2); "0" stays.
std::string slice(const std::string& item) {
  if (item.find(':') == std::string::npos) return item;
  return "slice(" + slice_arguments(item, "None") + ")";
}

class Python : public ProgramLanguage {
 public:
  std::vector<std::string_view> reserved() const override {
    return {"ng",       "ngt",      "np",      "os",    "arrays", "transformer", "states",
            "elements", "and",      "as",      "async", "assert", "await",       "break",
            "class",    "continue", "def",     "del",   "elif",   "else",        "except",
            "False",    "for",      "finally", "from",  "global", "if",          "import",
            "in",       "is",       "lambda",  "None",  "not",    "or",          "nonlocal",
            "pass",     "raise",    "return",  "True",  "try",    "while",       "with",
            "yield",    "float",    "print",   "sum",   "max",    "min",         "abs",
            "pow",      "slice",    "print",   "exp",   "v"};
  }
  std::string infix(kernel::Fn fn) const override {
    using enum kernel::Fn;
    switch (fn) {
      case add: return "+";
      case subtract: return "-";
      case multiply: return "*";
      case divide: return "/";
      case mod: return "%";
      case less: return "<";
      case less_equal: return "<=";
      case greater: return ">";
      case greater_equal: return ">=";
      case negative: return "-";
      case floordivide: return "//";
      case power: return "**";
      default: return {};
    }
  }
  std::string function(std::string_view name) const override { return "ng." + std::string(name); }
  std::string keyword(std::string_view name, const std::string& value) const override {
    return std::string(name) + "=" + value;
  }
  std::string options(
      const std::vector<std::pair<std::string, std::string>>& named) const override {
    Texts parts;
    for (const auto& [name, value] : named) parts.push_back(keyword(name, value));
    return joined(parts);
  }
  bool positional() const override { return false; }

  std::string text(const std::string& value) const override {
    return program_text(value, [](unsigned char c) {
      char escaped[8];
      std::snprintf(escaped, sizeof(escaped), "\\x%02x", static_cast<unsigned>(c));
      return std::string(escaped);
    });
  }
  std::string number(const Number& value, DType dtype) const override {
    if (value.is_integer()) return to_string(value.integer());
    if (std::isnan(value.real())) return "float(\"nan\")";
    if (std::isinf(value.real())) return value.real() > 0 ? "float(\"inf\")" : "float(\"-inf\")";
    return program_number(value.real(), dtype);
  }
  std::string flag(bool value) const override { return value ? "True" : "False"; }
  std::string dtype(DType dtype) const override { return text(std::string(name(dtype))); }
  std::string list(const Texts& items) const override { return "[" + joined(items) + "]"; }
  std::string flattened(const Texts& axes) const override { return list(axes); }
  std::string optional_axes(const Texts& axes) const override { return list(axes); }
  std::string out_axes(const Texts& axes) const override { return list(axes); }
  std::string array(const Tensor& tensor) const override {
    const std::string values = nested(tensor, 0, 0, tensor.size());
    return tensor.dtype == DType::f32 ? values
                                      : "np.array(" + values + ", " + dtype(tensor.dtype) + ")";
  }
  // `ng.constant` makes float32 unless it gets a type.
  std::string array_dtype(DType dtype) const override {
    return dtype == DType::f32 ? "" : this->dtype(dtype);
  }
  // NumPy has no bfloat16.
  DType type_in_array(DType dtype) const override {
    return dtype == DType::bf16 ? DType::f32 : dtype;
  }
  std::string array_in_file(const std::string& key) const override {
    return "arrays[" + text(key) + "]";
  }
  std::string slices(const std::string& items) const override {
    Texts all;
    for (const std::string& item : split_at(items, ", ")) all.push_back(slice(item));
    return list(all);
  }
  std::string paddings(const std::string& pairs) const override { return "[" + pairs + "]"; }
  std::string samples(bool normal, double location, double spread, double seed) const override {
    return "ng.InitialSamples(" + text(normal ? "normal" : "uniform") +
           ", location=" + number(location, DType::f64) + ", spread=" + number(spread, DType::f64) +
           ", seed=" + number(seed, DType::i64) + ")";
  }
  std::string window(const std::string& kind,
                     const std::vector<std::pair<std::string, std::string>>& sizes) const override {
    Texts parts;
    if (!kind.empty()) parts.push_back("\"op\": " + text(kind));
    for (const auto& [key, size] : sizes) parts.push_back(text(key) + ": " + size);
    return "{" + joined(parts) + "}";
  }

  std::string axis(const AxisModel& model) const override {
    Texts parts;
    if (model.length) parts.push_back(std::to_string(*model.length));
    parts.push_back("name=" + text(model.name));
    if (model.batch && model.name != "N") parts.emplace_back("batch=True");
    if (model.recurrent && model.name != "REC") parts.emplace_back("recurrent=True");
    Texts roles;
    for (const std::string& role : model.roles) {
      roles.push_back(text(role));
    }
    if (!roles.empty()) parts.push_back("roles=" + list(roles));
    if (!model.docstring.empty()) parts.push_back("docstring=" + text(model.docstring));
    return "ng.make_axis(" + joined(parts) + ")";
  }
  std::string declare(Declared, const std::string& name, const std::string& value) const override {
    return name + " = " + value;
  }
  std::string loop_begin(const std::string& step, bool, bool) const override {
    return "def " + step + "(states, elements):";
  }
  std::string loop_end(const Texts& states, const Texts& outputs) const override {
    return "return " + list(states) + ", " + list(outputs);
  }
  std::string loop_close() const override { return {}; }
  std::string loop(const std::string& step, const std::string& axis, const Texts& states,
                   const Texts& sequences, bool reverse) const override {
    return "ng.scan(" + axis + ", " + list(states) + ", " + list(sequences) + ", " + step +
           (reverse ? ", reverse=True)" : ")");
  }
  std::string loop_result(const std::string& loop, bool state, int index) const override {
    return loop + (state ? "[0][" : "[1][") + std::to_string(index) + "]";
  }
  std::string computation(const Texts& results, const Texts& parameters, const std::string& returns,
                          const std::string& name) const override {
    Texts parts;
    if (returns == "single") parts = results;
    if (returns == "list") parts.push_back(list(results));
    if (returns == "set") parts.push_back("{" + joined(results) + "}");
    if (returns == "none") parts.emplace_back("None");
    parts.insert(parts.end(), parameters.begin(), parameters.end());
    return "transformer.add_computation(ng.computation(" + joined(parts) + ").named(" + text(name) +
           "))";
  }
  std::string statement_end() const override { return {}; }
  int indentation() const override { return 4; }

  std::string head(const Comment& comment) const override {
    std::string text = "\"\"\"" + sentence(comment.title) + "\n";
    if (!comment.description.empty()) text += "\n" + sentence(comment.description) + "\n";
    text += "\"\"\"\n";
    if (!comment.arrays.empty()) text += "import os\n\n";
    if (comment.numpy) text += "import numpy as np\n\n";
    text += "import ngraph as ng\nimport ngraph.transformers as ngt\n\n";
    if (comment.arrays.empty()) return text;
    return text + opened(comment.arrays) + "\n\n";
  }
  std::string opened(const std::string& arrays) const override {
    return "arrays = np.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), " +
           text(arrays) + "))";
  }
  std::string transformer() const override { return "transformer = ngt.make_transformer()"; }
  std::string tail() const override { return {}; }
  int depth() const override { return 0; }

 private:
  std::string nested(const Tensor& tensor, std::size_t axis, std::int64_t from,
                     std::int64_t count) const {
    if (axis == tensor.shape.size()) return number(number_at(tensor, from), tensor.dtype);
    const std::int64_t part = count / tensor.shape[axis];
    Texts parts;
    for (std::int64_t i = 0; i < tensor.shape[axis]; ++i) {
      parts.push_back(nested(tensor, axis + 1, from + i * part, part));
    }
    return list(parts);
  }
};

}  // namespace

const ProgramLanguage& python_language() {
  static const Python python;
  return python;
}

}  // namespace ng
