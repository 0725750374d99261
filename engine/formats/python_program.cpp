// SPDX-License-Identifier: Apache-2.0
// One statement for each axis and op. Most ops are functions of their own name, whose keywords are
// the names of the attributes; what differs stands in `call`.
#include "engine/formats/python_program.h"

#include <cctype>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "engine/base/error.h"
#include "engine/base/quote.h"

namespace ng {
namespace {

constexpr std::int64_t most_in_text = 16;  // elements of an array that the text spells out

// Ops that are made beside others, by functions that give only those.
const std::set<std::string> without_function = {"scan", "scan_parameter", "checked_classes"};

class Names {
 public:
  std::string take(const std::string& wanted) {
    std::string name;
    for (const char c : wanted) {
      const bool fine = std::isalnum(static_cast<unsigned char>(c)) != 0;
      name += fine ? c : '_';
    }
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) name = "_" + name;
    const std::string plain = name;
    for (int n = 2; !taken_.insert(name).second; ++n) name = plain + "_" + std::to_string(n);
    return name;
  }

 private:
  std::set<std::string> taken_ = {
      "ng",    "ngt",    "np",     "os",     "arrays", "transformer", "and",      "as",
      "async", "assert", "await",  "break",  "class",  "continue",    "def",      "del",
      "elif",  "else",   "except", "False",  "for",    "finally",     "from",     "global",
      "if",    "import", "in",     "is",     "lambda", "None",        "nonlocal", "not",
      "or",    "pass",   "raise",  "return", "True",   "try",         "while",    "with",
      "yield", "float",  "print"};
};

std::string number(double value, DType dtype) {
  if (std::isnan(value)) return "float(\"nan\")";
  if (std::isinf(value)) return value > 0 ? "float(\"inf\")" : "float(\"-inf\")";
  char text[40];
  std::snprintf(text, sizeof(text), dtype == DType::f64 ? "%.17g" : "%.9g", value);
  return text;
}

// A text as Python reads it.
std::string quoted(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) {
      literal += c;
      continue;
    }
    char escaped[8];
    std::snprintf(escaped, sizeof(escaped), "\\x%02x", static_cast<unsigned>(c));
    literal += escaped;
  }
  return literal + "\"";
}

// "0, :, 1:4" of a document is [0, slice(None), slice(1, 4)].
std::string slices_of(const std::string& text) {
  std::string list;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(", ", from), text.size());
    std::string item = text.substr(from, end - from);
    from = end + 2;
    if (item.find(':') != std::string::npos) {
      std::string parts;
      for (std::size_t at = 0; at <= item.size();) {
        const std::size_t colon = std::min(item.find(':', at), item.size());
        const std::string part = item.substr(at, colon - at);
        parts += (at > 0 ? ", " : "") + (part.empty() ? std::string("None") : part);
        at = colon + 1;
      }
      item = "slice(" + parts + ")";
    }
    list += (list.empty() ? "" : ", ") + item;
  }
  return "[" + list + "]";
}

bool is_random(const OpModel& op) {
  return op.op == "uniform" || op.op == "normal";
}

std::string type_name(DType dtype) {
  return "\"" + std::string(name(dtype)) + "\"";
}

class Writer {
 public:
  Writer(const DocumentModel& model, std::string file) : model_(model), file_(std::move(file)) {}

  PythonProgram run() {
    for (const AxisModel& axis : model_.axes) add_axis(axis);
    body_ += "\n";
    for (const OpModel& op : model_.ops) by_id_[op.id] = &op;
    for (const ComputationModel& each : model_.computations) {
      for (const OperandModel& result : each.results) need(result.op);
      for (const std::uint64_t parameter : each.parameters) need(parameter);
    }
    for (const OpModel& op : model_.ops) {
      if (needed_.count(op.id) > 0) add_op(op);
    }
    body_ += "\ntransformer = ngt.make_transformer()\n";
    for (const ComputationModel& each : model_.computations) add_computation(each);
    return {head() + body_, std::move(arrays_)};
  }

 private:
  std::string head() const {
    std::string text = "\"\"\"" + sentence(model_.title) + "\n";
    if (!model_.description.empty()) text += "\n" + sentence(model_.description) + "\n";
    text += "\"\"\"\n";
    if (!arrays_.empty()) text += "import os\n\nimport numpy as np\n\n";
    text += "import ngraph as ng\nimport ngraph.transformers as ngt\n\n";
    if (!arrays_.empty()) {
      text += "arrays = np.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), " +
              quoted(file_) + "))\n\n";
    }
    return text;
  }

  static std::string sentence(const std::string& text) {
    std::string plain;
    for (const char c : text) plain += c == '"' || c == '\\' ? '\'' : c;
    return plain;
  }
  void add_axis(const AxisModel& axis) {
    const std::string variable = names_.take("ax_" + axis.id);
    axes_[axis.id] = variable;
    body_ += variable + " = ng.make_axis(";
    if (axis.length) body_ += "length=" + std::to_string(*axis.length) + ", ";
    body_ += "name=" + quoted(axis.name);
    if (axis.batch) body_ += ", batch=True";
    if (axis.recurrent) body_ += ", recurrent=True";
    if (!axis.docstring.empty()) body_ += ", docstring=" + quoted(axis.docstring);
    body_ += ")\n";
  }

  std::string axis(const AxisUse& use) const {
    if (use.id.empty()) return list(use.members);
    const std::string& base = axes_.at(use.id);
    if (use.level == 0) return base;
    return base + (use.level < 0 ? " - " : " + ") + std::to_string(std::abs(use.level));
  }
  std::string list(const AxesModel& axes) const {
    std::string text;
    for (const AxisUse& each : axes) text += (text.empty() ? "" : ", ") + axis(each);
    return "[" + text + "]";
  }

  std::string array(const TensorModel& model, const std::string& wanted) {
    const Tensor& tensor = model.value;
    if (tensor.shape.empty()) return number(tensor.at(0), tensor.dtype);
    if (tensor.size() > most_in_text || tensor.size() == 0) {
      const std::string key = keys_.take(wanted);
      arrays_.push_back({key, tensor});
      return "arrays[" + quoted(key) + "]";
    }
    return nested(tensor, 0, 0, tensor.size());
  }
  static std::string nested(const Tensor& tensor, std::size_t axis, std::int64_t from,
                            std::int64_t count) {
    if (axis == tensor.shape.size()) return number(tensor.at(from), tensor.dtype);
    const std::int64_t part = count / tensor.shape[axis];
    std::string text;
    for (std::int64_t i = 0; i < tensor.shape[axis]; ++i) {
      text += (i > 0 ? ", " : "") + nested(tensor, axis + 1, from + i * part, part);
    }
    return "[" + text + "]";
  }

  std::string value(const AttributeModel& attribute, const std::string& wanted) {
    struct Visitor {
      Writer& writer;
      const std::string& wanted;
      std::string operator()(bool flag) const { return flag ? "True" : "False"; }
      std::string operator()(std::int64_t whole) const { return std::to_string(whole); }
      std::string operator()(double real) const { return number(real, DType::f64); }
      std::string operator()(const std::string& text) const { return quoted(text); }
      std::string operator()(const AxesModel& axes) const { return writer.list(axes); }
      std::string operator()(const TensorModel& tensor) const {
        return writer.array(tensor, wanted);
      }
    };
    return std::visit(Visitor{*this, wanted}, attribute);
  }

  // The state of random ops is made with them.
  void need(std::uint64_t id) {
    std::vector<std::uint64_t> waiting{id};
    while (!waiting.empty()) {
      const OpModel& op = *by_id_.at(waiting.back());
      waiting.pop_back();
      if (!needed_.insert(op.id).second) continue;
      const std::size_t count = is_random(op) ? 1 : op.operands.size();
      for (std::size_t i = 0; i < count; ++i) waiting.push_back(op.operands[i].op);
    }
  }

  // Operands first.
  const std::string& add_op(const OpModel& op) {
    if (const auto known = ops_.find(op.id); known != ops_.end()) return known->second;
    if (without_function.count(op.op) > 0) refuse_op(op);
    std::vector<std::string> operands;
    for (const OperandModel& each : op.operands) {
      if (each.result != 0) refuse_op(op);
      if (is_random(op) && !operands.empty()) break;
      operands.push_back(add_op(*by_id_.at(each.op)));
    }
    const std::string variable = names_.take(op.name);
    body_ += variable + " = " + call(op, operands);
    if (op.named) body_ += ".named(" + quoted(op.name) + ")";
    body_ += "\n";
    return ops_[op.id] = variable;
  }

  [[noreturn]] static void refuse_op(const OpModel& op) {
    Diagnostic diagnostic;
    diagnostic.what =
        "the document cannot be written as a program: no function of the package "
        "makes the op " +
        quote(op.name);
    diagnostic.found = op.op;
    diagnostic.action = "convert it to .ngraph, which holds every op";
    throw Error(Fault::user, ErrorKind::unavailable, std::move(diagnostic));
  }

  static std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
    return text;
  }

  std::string call(const OpModel& op, const std::vector<std::string>& operands) {
    if (op.op == "doall" || op.op == "sequential") {
      return "ng." + op.op + "([" + joined(operands) + "])";
    }
    if (op.op == "convolution" || op.op == "pooling") return window_call(op, operands);
    std::vector<std::string> parts = operands;
    if (op.op == "stack") parts = {"[" + joined(operands) + "]"};
    for (const auto& [key, attribute] : op.attributes) {
      const bool plain_type = key == "dtype" && value(attribute, key) == "\"float32\"";
      // Costs take one of the two, and the other follows.
      const bool follows = op.op == "cross_entropy_multi" && key == "reduction_axes";
      if (plain_type || follows) continue;
      if (key == "initial_distribution") refuse_op(op);  // its samples come from the engine
      const auto* axes = std::get_if<AxesModel>(&attribute);
      const bool one = axes && key == "axis" && axes->size() == 1;
      if (key == "slices") {
        parts.push_back("slices=" + slices_of(std::get<std::string>(attribute)));
        continue;
      }
      const std::string text = one ? axis((*axes)[0]) : value(attribute, op.name + "_" + key);
      const bool constant = op.op == "constant" && key == "value";
      parts.push_back((constant ? "const" : key) + "=" + text);
      if (!constant) continue;
      const DType dtype = std::get<TensorModel>(attribute).value.dtype;
      if (dtype != DType::f32) parts.push_back("dtype=" + type_name(dtype));
    }
    return "ng." + op.op + "(" + joined(parts) + ")";
  }

  std::string window_call(const OpModel& op, const std::vector<std::string>& operands) {
    std::string parameters, axes;
    for (const auto& [key, attribute] : op.attributes) {
      if (key == "axes") {
        axes = value(attribute, key);
        continue;
      }
      parameters += (parameters.empty() ? "" : ", ") + quoted(key) + ": " + value(attribute, key);
    }
    return "ng." + op.op + "({" + parameters + "}, " + joined(operands) + ", axes=" + axes + ")";
  }

  void add_computation(const ComputationModel& each) {
    std::vector<std::string> results, parts;
    for (const OperandModel& result : each.results) results.push_back(ops_.at(result.op));
    if (each.returns == "single") parts.push_back(joined(results));
    if (each.returns == "list") parts.push_back("[" + joined(results) + "]");
    if (each.returns == "set") parts.push_back("{" + joined(results) + "}");
    if (each.returns == "none") parts.push_back(results.empty() ? "None" : joined(results));
    for (const std::uint64_t parameter : each.parameters) parts.push_back(ops_.at(parameter));
    body_ += names_.take(each.name) + " = transformer.add_computation(ng.computation(" +
             joined(parts) + ").named(" + quoted(each.name) + "))\n";
  }

  const DocumentModel& model_;
  const std::string file_;
  Names names_, keys_;
  std::map<std::string, std::string> axes_;
  std::map<std::uint64_t, const OpModel*> by_id_;
  std::map<std::uint64_t, std::string> ops_;
  std::set<std::uint64_t> needed_;
  std::string body_;
  std::vector<NamedTensor> arrays_;
};

}  // namespace

PythonProgram python_program(const DocumentModel& model, const std::string& arrays_file) {
  return Writer(model, arrays_file).run();
}

}  // namespace ng
