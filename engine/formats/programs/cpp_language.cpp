// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "engine/base/joined.h"
#include "engine/base/quote.h"
#include "engine/formats/programs/program_literals.h"
#include "engine/formats/programs/program_writer.h"

namespace ng {
namespace {

using Texts = ProgramLanguage::Texts;

// Formats a text as comment lines, wrapped at spaces.
std::string comment_of(const std::string& whole) {
  constexpr std::size_t width = 96;
  const std::string text = whole.substr(0, longest_comment);
  std::string lines, line = "//";
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n\r", from), text.size());
    const std::string word = comment_text(text.substr(from, end - from));
    if (line.size() + 1 + word.size() > width) {
      lines += line + "\n";
      line = "//";
    }
    if (!word.empty()) line += " " + word;
    from = end + 1;
  }
  return lines + line + "\n";
}

// "1:4:2" becomes ng::SliceItem::range(1, 4, 2).
std::string slice(const std::string& item) {
  if (item == ":") return "ng::SliceItem::all()";
  if (item.find(':') == std::string::npos) return "ng::SliceItem::at(" + item + ")";
  return "ng::SliceItem::range(" + slice_arguments(item, "{}") + ")";
}

// Does a double hold every element?
bool is_double(const Tensor& tensor) {
  for (std::int64_t i = 0; i < tensor.size(); ++i)
    if (scalar_tensor(number_at(tensor, i)).dtype != DType::f64) return false;
  return true;
}

// The smallest int64 has no literal; those of a uint64 need their suffix.
std::string integer_literal(Integer value) {
  if (value == std::numeric_limits<std::int64_t>::min())
    return "(" + to_string(value + 1) + " - 1)";
  return to_string(value) + (value > std::numeric_limits<std::int64_t>::max() ? "u" : "");
}

class Cpp : public ProgramLanguage {
 public:
  std::vector<std::string_view> reserved() const override {
    return {"ng",       "std",         "main",      "argc",     "argv",     "arrays",   "file",
            "notes",    "transformer", "states",    "elements", "v",        "I",        "EOF",
            "NULL",     "NAN",         "INFINITY",  "linux",    "unix",     "and",      "and_eq",
            "asm",      "auto",        "bitand",    "bitor",    "bool",     "break",    "case",
            "catch",    "char",        "class",     "compl",    "concept",  "const",    "continue",
            "decltype", "default",     "delete",    "do",       "double",   "else",     "enum",
            "explicit", "export",      "extern",    "false",    "float",    "for",      "friend",
            "goto",     "if",          "inline",    "int",      "long",     "mutable",  "namespace",
            "new",      "noexcept",    "not",       "not_eq",   "nullptr",  "operator", "or",
            "or_eq",    "private",     "protected", "public",   "register", "requires", "return",
            "short",    "signed",      "sizeof",    "static",   "struct",   "switch",   "template",
            "this",     "throw",       "true",      "try",      "typedef",  "typeid",   "typename",
            "union",    "unsigned",    "using",     "virtual",  "void",     "volatile", "while",
            "xor",      "xor_eq"};
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
      default: return {};
    }
  }
  std::string function(std::string_view name) const override { return "ng::" + std::string(name); }
  std::string keyword(std::string_view, const std::string& value) const override { return value; }
  std::string in_type(const std::string& dtype, const std::string& call) const override {
    return "[&] { const ng::ScopedResultType type(" + dtype + "); return " + call + "; }()";
  }
  std::string options(
      const std::vector<std::pair<std::string, std::string>>& named) const override {
    Texts parts;
    for (const auto& [name, value] : named) parts.push_back("." + name + " = " + value);
    return list(parts);
  }
  bool positional() const override { return true; }

  // Octal escapes end after three digits, regardless of the next character.
  std::string text(const std::string& value) const override {
    return program_text(value, [](unsigned char c) {
      char escaped[8];
      std::snprintf(escaped, sizeof(escaped), "\\%03o", static_cast<unsigned>(c));
      return std::string(escaped);
    });
  }
  std::string number(const Number& value, DType dtype) const override {
    if (value.is_integer()) return integer_literal(value.integer());
    if (std::isnan(value.real())) return "std::nan(\"\")";
    if (std::isinf(value.real())) return value.real() > 0 ? "HUGE_VAL" : "-HUGE_VAL";
    return program_number(value.real(), dtype);
  }
  std::string flag(bool value) const override { return value ? "true" : "false"; }
  std::string dtype(DType dtype) const override {
    constexpr std::array<const char*, dtype_count> names = {
        "f64", "f32", "f16", "bf16", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool_"};
    return std::string("ng::DType::") + names.at(static_cast<std::size_t>(dtype));
  }
  std::string list(const Texts& items) const override { return "{" + joined(items) + "}"; }
  std::string flattened(const Texts& axes) const override {
    return "ng::make_flattened_axis(" + list(axes) + ")";
  }
  std::string optional_axes(const Texts& axes) const override { return "ng::Axes" + list(axes); }
  std::string out_axes(const Texts& axes) const override {
    return "ng::out_axes(" + list(axes) + ")";
  }
  // The type of the vector is explicit, since literals of other types would not fit the parameter.
  std::string array(const Tensor& tensor) const override {
    Texts shape, values;
    for (const std::int64_t length : tensor.shape) shape.push_back(std::to_string(length));
    for (std::int64_t i = 0; i < tensor.size(); ++i) {
      values.push_back(number(number_at(tensor, i), tensor.dtype));
    }
    const std::string element = is_double(tensor) ? "double" : "ng::Integer";
    return "ng::Tensor::from(" + dtype(tensor.dtype) + ", " + list(shape) + ", std::vector<" +
           element + ">" + list(values) + ")";
  }
  std::string array_dtype(DType) const override { return {}; }
  DType type_in_array(DType dtype) const override { return dtype; }
  std::string array_in_file(const std::string& key) const override {
    return "*arrays.find(" + text(key) + ")";
  }
  std::string slices(const std::string& items) const override {
    Texts all;
    for (const std::string& item : split_at(items, ", ")) all.push_back(slice(item));
    return list(all);
  }
  std::string paddings(const std::string& pairs) const override {
    std::string braced;
    for (const char c : pairs) braced += c == '(' ? '{' : c == ')' ? '}' : c;
    return "std::vector<ng::Padding>{" + braced + "}";
  }
  std::string samples(bool normal, double location, double spread, double seed) const override {
    return "ng::InitialSamples{ng::InitialSamples::Distribution::" +
           std::string(normal ? "normal" : "uniform") + ", " + number(location, DType::f64) + ", " +
           number(spread, DType::f64) + ", " + number(seed, DType::i64) + "}";
  }
  std::string window(const std::string& kind,
                     const std::vector<std::pair<std::string, std::string>>& sizes) const override {
    Texts parts;
    for (const auto& [key, size] : sizes) parts.push_back("{" + text(key) + ", " + size + "}");
    return (kind.empty() ? "" : text(kind) + ", ") + list(parts);
  }

  std::string axis(const AxisModel& model) const override {
    const bool batch = model.batch && model.name != "N";
    const bool recurrent = model.recurrent && model.name != "REC";
    const bool described = !model.roles.empty() || !model.docstring.empty();
    Texts parts, roles;
    if (model.length) parts.push_back(std::to_string(*model.length));
    parts.push_back(text(model.name));
    for (const std::string& role : model.roles) roles.push_back(text(role));
    if (recurrent || described) {
      parts.push_back("{.batch = " + flag(batch) + ", .recurrent = " + flag(recurrent) +
                      ", .roles = " + list(roles) + ", .docstring = " + text(model.docstring) +
                      "}");
    } else if (batch) {
      parts.emplace_back("ng::batch()");
    }
    return "ng::make_axis(" + joined(parts) + ")";
  }
  std::string declare(Declared what, const std::string& name,
                      const std::string& value) const override {
    const char* type = what == Declared::axis ? "ng::Axis "
                       : what == Declared::op ? "ng::Op "
                                              : "auto ";
    return std::string("const ") + type + name + " = " + value;
  }
  std::string loop_begin(const std::string& step, bool states, bool elements) const override {
    return "const auto " + step + " = [&](const std::vector<ng::Op>&" + (states ? " states" : "") +
           ", const std::vector<ng::Op>&" + (elements ? " elements" : "") + ") {";
  }
  std::string loop_end(const Texts& states, const Texts& outputs) const override {
    return "return ng::ScanStep{" + list(states) + ", " + list(outputs) + "}";
  }
  std::string loop_close() const override { return "};"; }
  std::string loop(const std::string& step, const std::string& axis, const Texts& states,
                   const Texts& sequences, bool reverse) const override {
    return "ng::scan(" + axis + ", " + list(states) + ", " + list(sequences) + ", " + step +
           (reverse ? ", {.reverse = true})" : ")");
  }
  std::string loop_result(const std::string& loop, bool state, int index) const override {
    return loop + (state ? ".states[" : ".outputs[") + std::to_string(index) + "]";
  }
  std::string computation(const Texts& results, const Texts& parameters, const std::string& returns,
                          const std::string& name) const override {
    return "transformer->add_computation(ng::computation(" + list(results) + ", " +
           list(parameters) + ", ng::Returns::" + returns + ").named(" + text(name) + "))";
  }
  std::string statement_end() const override { return ";"; }
  int indentation() const override { return 2; }

  std::string head(const Comment& comment) const override {
    std::string program = comment_of(comment.title);
    if (!comment.description.empty()) program += "//\n" + comment_of(comment.description);
    if (comment.arrays.empty()) return program + "#include \"engine/ngraph.h\"\n\nint main() {\n";
    return program +
           "#include \"engine/formats/archives/npz.h\"\n#include \"engine/ngraph.h\"\n\n"
           "int main(int argc, char** argv) {\n"
           "  " +
           opened(comment.arrays) +
           "\n  ng::Notes notes;\n"
           "  const ng::TensorFile arrays = ng::read_npz(file, notes);\n\n";
  }
  std::string opened(const std::string& arrays) const override {
    return "ng::Reader file(argc > 1 ? argv[1] : " + text(arrays) + ");";
  }
  std::string transformer() const override {
    return "const auto transformer = ng::make_transformer();";
  }
  std::string tail() const override { return "}\n"; }
  int depth() const override { return 1; }
};

}  // namespace

const ProgramLanguage& cpp_language() {
  static const Cpp cpp;
  return cpp;
}

}  // namespace ng
