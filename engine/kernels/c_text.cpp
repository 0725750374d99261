// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/c_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/error.h"
#include "engine/base/number.h"
#include "engine/base/quote.h"
#include "engine/kernels/c_identifier.h"

namespace ng::kernel {
namespace {

constexpr int note_column = 58;

}  // namespace

// Generated lines must not contain line breaks.
void TextBuilder::line(int indent, const std::string& code, const Statement* from) {
  check(!has_control_character(code), "a line of kernel text holds a control character");
  std::string full = std::string(static_cast<std::size_t>(2 * indent), ' ') + code;
  if (from && !from->note.empty()) {
    if (full.size() < note_column) full.append(note_column - full.size(), ' ');
    full += "  // " + comment_text(from->note, 80);
  }
  text_.text += full + "\n";
  ++count_;
  if (from && !from->ops.empty()) text_.lines.push_back({count_, from->ops});
}

void TextBuilder::comment(const std::string& text) {
  text_.text += "// " + comment_text(text) + "\n";
  ++count_;
}

std::string c_type(DType dtype) {
  switch (dtype) {
    case DType::f64: return "double";
    case DType::f32: return "float";
    case DType::f16: return "ng_half";
    case DType::bf16: return "ng_bf16";
    case DType::i8: return "signed char";
    case DType::i16: return "short";
    case DType::i32: return "int";
    case DType::i64: return "long long";
    case DType::u8: return "unsigned char";
    case DType::u16: return "unsigned short";
    case DType::u32: return "unsigned";
    case DType::u64: return "unsigned long long";
    case DType::bool_: return "bool";
  }
  return "float";
}

std::string c_computed(DType compute) {
  return compute == DType::u64 ? "__int128" : c_type(compute);
}

std::string c_integer(Integer value) {
  using Range = std::numeric_limits<std::int64_t>;
  if (value == Range::min()) return "(" + to_string(value + 1) + "ll - 1)";
  return to_string(value) + (value > Range::max() ? "ull" : "ll");
}

std::string_view function_name(const FnRow& fn, DType compute) {
  return is_integer(compute) && !fn.of_integers.empty() ? fn.of_integers : fn.name;
}

std::string c_constant(double value, DType dtype) {
  const bool wide = dtype == DType::f64;
  if (std::isnan(value)) return wide ? "ng_nan" : "ng_nanf";
  if (std::isinf(value)) {
    return std::string(value < 0 ? "-" : "") + (wide ? "ng_inf" : "ng_inff");
  }
  std::string text = to_string(Number(value), wide ? 17 : 9);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return wide ? text : text + "f";
}

std::string local_name(int local) {
  return "t" + std::to_string(local);
}

// Appends the loop's number to duplicate names and to names that already end in a number.
std::string loop_name(const Kernel& kernel, int loop) {
  const std::string name = c_identifier(kernel.loops[static_cast<std::size_t>(loop)].name);
  const std::size_t last = name.find_last_not_of("0123456789");
  const bool numbered = last != std::string::npos && last + 1 < name.size() && name[last] == '_';
  const auto alike =
      std::count_if(kernel.loops.begin(), kernel.loops.end(),
                    [&](const Loop& other) { return c_identifier(other.name) == name; });
  return "i_" + name + (numbered || alike > 1 ? "_" + std::to_string(loop) : "");
}

std::string loop_end(const Kernel& kernel, const Loop& loop) {
  const std::string extent = std::to_string(loop.extent);
  if (!loop.part) return extent;
  const std::string part = loop_name(kernel, *loop.part);
  const std::string left = std::to_string(loop.whole) + " - " + part + " * " + extent;
  return "(" + left + " < " + extent + " ? " + left + " : " + extent + ")";
}

std::string iterations_text(const Kernel& kernel, const std::vector<int>& loops) {
  const auto loop_of = [&kernel](int loop) -> const Loop& {
    return kernel.loops[static_cast<std::size_t>(loop)];
  };
  std::int64_t others = 1;
  for (std::size_t i = 1; i < loops.size(); ++i) others *= loop_of(loops[i]).extent;
  const Loop& first = loop_of(loops[0]);
  if (!first.part) return std::to_string(first.extent * others);
  return loop_end(kernel, first) + (others == 1 ? "" : " * " + std::to_string(others));
}

std::string parameters_text(const Kernel& kernel, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Parameter& parameter = kernel.parameters[i];
    text += (i ? ", " : "") + std::string(parameter.output ? "" : "const ") +
            c_type(parameter.dtype) + "* " + names[i];
  }
  return text;
}

std::string index_text(const Kernel& kernel, const Index& index, std::optional<int> skip) {
  std::string text;
  for (const auto& [loop, stride] : index.terms) {
    if (loop == skip) continue;
    text += (text.empty() ? "" : " + ") + loop_name(kernel, loop);
    if (stride != 1) text += "*" + std::to_string(stride);
  }
  if (index.offset != 0 || text.empty()) {
    text += (text.empty() ? "" : " + ") + std::to_string(index.offset);
  }
  return text;
}

std::string guards_text(const Kernel& kernel, const std::vector<Guard>& guards) {
  std::string text;
  for (const Guard& guard : guards) {
    const std::string at = index_text(kernel, guard.index);
    const std::string sum = at.find(' ') == std::string::npos ? at : "(" + at + ")";
    text += (text.empty() ? "" : " && ") + sum + " >= " + std::to_string(guard.low) + " && " + sum +
            " < " + std::to_string(guard.high);
  }
  return text;
}

std::string position_text(const Kernel& kernel, const ExprNode& node, DType dtype) {
  return "(" + c_computed(dtype) + ")(" + index_text(kernel, node.index) + ")";
}

std::string within_text(const Kernel& kernel, const ExprNode& node, DType dtype) {
  return "(" + guards_text(kernel, node.guards) + " ? " + number_text(1, dtype) + " : " +
         number_text(0, dtype) + ")";
}

std::string number_text(double value, DType dtype) {
  if (is_float(dtype)) return c_constant(value, dtype);
  return "(" + c_computed(dtype) + ")" + c_integer(static_cast<Integer>(value));
}

std::string constant_text(const ExprNode& node, DType dtype) {
  if (is_float(dtype)) return c_constant(node.constant, dtype);
  return dtype == DType::u64 ? "(__int128)" + c_integer(node.integer) : c_integer(node.integer);
}

std::string whole_text(const Kernel& kernel, const ExprNode& node) {
  if (node.kind == ExprNode::Kind::local) return local_name(node.local);
  if (node.kind == ExprNode::Kind::position) return index_text(kernel, node.index);
  check(node.kind == ExprNode::Kind::constant, "an integer argument is expected");
  return std::to_string(static_cast<std::int64_t>(node.constant));
}

Kernel with_neutral_names(Kernel kernel) {
  for (Parameter& parameter : kernel.parameters) parameter.name.assign(1, 'p');
  for (std::size_t i = 0; i < kernel.loops.size(); ++i) kernel.loops[i].name = std::to_string(i);
  for_each_statement(kernel.body, [](Statement& statement) { statement.note.clear(); });
  return kernel;
}

std::vector<std::string> c_names(const Kernel& kernel) {
  std::vector<std::string> names;
  for (const Parameter& parameter : kernel.parameters) {
    std::string name = c_identifier(parameter.name) + (parameter.output ? "_out" : "");
    if (is_taken_in_c(name)) name = "v_" + name;
    const std::string base = name;
    for (int n = 1; std::find(names.begin(), names.end(), name) != names.end(); ++n) {
      name = base + "_" + std::to_string(n);
    }
    names.push_back(name);
  }
  return names;
}

}  // namespace ng::kernel
