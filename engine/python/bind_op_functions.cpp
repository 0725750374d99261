// SPDX-License-Identifier: Apache-2.0
// Bindings of the functions of the ops' records, and the table of ops itself.
#include <pybind11/eval.h>

#include "engine/base/error.h"
#include "engine/ops/op_functions.h"
#include "engine/ops/op_table.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/python_line.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;

// The argument's type in a docstring, from which stubs/write_stubs.py makes the stub.
std::string type_of(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::operand: return parameter.required() ? "object" : "Op";
    case ParameterKind::operands: return "List[Op]";
    case ParameterKind::axes:
    case ParameterKind::reduction_axes:
    case ParameterKind::out_axes: return "Axes";
    case ParameterKind::axis: return "Axis";
    case ParameterKind::number: return "float";
    case ParameterKind::integer: return "int";
    case ParameterKind::text: return "str";
    case ParameterKind::flag: return "bool";
    case ParameterKind::dtype:
    case ParameterKind::other_dtype: return "numpy.dtype";
    case ParameterKind::array:
    case ParameterKind::initial: return "numpy.ndarray";
    case ParameterKind::slices: return "List[int | slice]";
    case ParameterKind::paddings: return "sequence";
    case ParameterKind::dict: return "dict";
  }
  return "object";
}

std::string docstring(const NamedFunction& function) {
  std::string text;
  for (const Parameter& each : function.function->parameters) {
    const bool none = each.default_text == "None";
    text += (text.empty() ? "" : ", ") + std::string(each.name) + ": ";
    text += none ? "Optional[" + type_of(each) + "]" : type_of(each);
    if (!each.required()) text += " = " + std::string(each.default_text);
  }
  return std::string(function.name) + "(" + text + ") -> Op\n\n" + std::string(function.doc());
}

std::pair<std::int64_t, std::int64_t> padding_of(py::handle given) {
  if (!PyIndex_Check(given.ptr())) return given.cast<std::pair<std::int64_t, std::int64_t>>();
  const auto both = given.cast<std::int64_t>();
  return {both, both};
}

// Arguments of a Python call. Arguments of a wrong type raise TypeError.
class PyArguments final : public OpArguments {
 public:
  PyArguments(const NamedFunction& function, const py::args& args, const py::kwargs& kwargs)
      : function_(function), values_(parameters().size()) {
    if (args.size() > values_.size()) {
      fail("takes " + std::to_string(values_.size()) + " arguments, not " +
           std::to_string(args.size()));
    }
    for (std::size_t i = 0; i < args.size(); ++i) values_[i] = args[i];
    for (const auto& [key, value] : kwargs) {
      py::object& held = at(key.cast<std::string>());
      if (held) fail("got two values for the argument '" + key.cast<std::string>() + "'");
      held = py::reinterpret_borrow<py::object>(value);
    }
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const Parameter& each = parameters()[i];
      if (!values_[i] && each.required())
        fail("lacks the argument '" + std::string(each.name) + "'");
      if (each.kind == ParameterKind::operands) collect(values_[i]);
    }
  }

  bool has(std::string_view name) const override { return value(name) && !value(name).is_none(); }
  Operand operand(std::string_view name) const override {
    auto operand = as_operand(value(name));
    if (!operand) refuse_type(name, "an op, a number or an array");
    return *operand;
  }
  std::vector<Op> operands(std::string_view name) const override {
    return cast<std::vector<Op>>(name, "a list of ops");
  }
  Axes axes(std::string_view name) const override { return as_axes(value(name)); }
  Axis axis(std::string_view name) const override { return cast<Axis>(name, "an axis"); }
  double number(std::string_view name) const override { return cast<double>(name, "a number"); }
  std::int64_t integer(std::string_view name) const override {
    return cast<std::int64_t>(name, "an integer");
  }
  std::string text(std::string_view name) const override {
    return cast<std::string>(name, "a text");
  }
  bool flag(std::string_view name) const override { return cast<bool>(name, "True or False"); }
  DType dtype(std::string_view name) const override {
    return has(name) ? dtype_argument(value(name)) : DType::f32;
  }
  Tensor array(std::string_view name, DType dtype) const override {
    auto tensor = tensor_of(value(name), dtype);
    if (!tensor) refuse_type(name, "a number or an array");
    return *tensor;
  }
  std::vector<SliceItem> slices(std::string_view name) const override {
    return cast<std::vector<SliceItem>>(name, "a list of indices and slices");
  }
  std::vector<std::pair<std::int64_t, std::int64_t>> paddings(
      std::string_view name) const override {
    std::vector<std::pair<std::int64_t, std::int64_t>> all;
    for (const py::handle each : cast<py::sequence>(name, "a list")) {
      try {
        all.push_back(padding_of(each));
      } catch (const py::cast_error&) {
        refuse_type(name, "a list of integers and pairs of integers");
      }
    }
    return all;
  }
  // The integer entries; the front end uses the others.
  std::map<std::string, std::int64_t> dict(std::string_view name) const override {
    std::map<std::string, std::int64_t> integers;
    for (const auto& [key, each] : cast<py::dict>(name, "a dict")) {
      if (PyIndex_Check(each.ptr())) integers[key.cast<std::string>()] = each.cast<std::int64_t>();
    }
    return integers;
  }
  std::string dict_text(std::string_view name, const std::string& key) const override {
    const auto given = cast<py::dict>(name, "a dict");
    if (given.contains(key)) return py::str(given[py::str(key)]).cast<std::string>();
    refuse(ErrorKind::key,
           std::string(function_.name) + " needs '" + key + "' in " + std::string(name));
  }

 private:
  const std::vector<Parameter>& parameters() const { return function_.function->parameters; }
  [[noreturn]] void fail(const std::string& what) const {
    throw py::type_error(std::string(function_.name) + "() " + what);
  }
  [[noreturn]] void refuse_type(std::string_view name, const std::string& wanted) const {
    fail("needs " + wanted + " for the argument '" + std::string(name) + "', not " +
         py::repr(value(name)).cast<std::string>());
  }
  // Generators and views are iterable once.
  static void collect(py::object& ops) {
    const bool is_other = ops && !py::isinstance<Op>(ops) && !PySequence_Check(ops.ptr());
    if (is_other && py::isinstance<py::iterable>(ops)) ops = py::list(ops);
  }
  py::object& at(std::string_view name) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (parameters()[i].name == name) return values_[i];
    }
    fail("has no argument '" + std::string(name) + "'");
  }
  py::object value(std::string_view name) const {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const Parameter& each = parameters()[i];
      if (each.name != name) continue;
      if (values_[i] || each.required()) return values_[i];
      return each.default_text == "None" ? py::none() : py::eval(std::string(each.default_text));
    }
    return {};
  }
  template <class T>
  T cast(std::string_view name, const std::string& wanted) const {
    try {
      return value(name).cast<T>();
    } catch (const py::cast_error&) {
      refuse_type(name, wanted);
    }
  }

  const NamedFunction& function_;
  std::vector<py::object> values_;  // by parameter; null if absent
};

void bind_function(py::module_& m, const NamedFunction& function) {
  py::options options;
  options.disable_function_signatures();
  const std::string name(function.name), doc = docstring(function);
  m.def(
      name.c_str(),
      [&function](const py::args& args, const py::kwargs& kwargs) {
        return call(function, PyArguments(function, args, kwargs));
      },
      doc.c_str(), py::call_guard<AtPythonLine>());
}

py::dict row_of(const OpDef& op) {
  py::list functions;
  for (const NamedFunction& each : op_functions()) {
    if (each.op != &op) continue;
    py::list parameters;
    for (const Parameter& p : each.function->parameters) parameters.append(std::string(p.name));
    functions.append(py::make_tuple(std::string(each.name), parameters));
  }
  return py::dict("name"_a = std::string(op.name), "class_name"_a = std::string(op.class_name),
                  "family"_a = std::string(name(op.family)),
                  "elementwise"_a = op.lower == LowerKind::scalar,
                  "operands"_a = op.operands.size(), "functions"_a = functions);
}

}  // namespace

void bind_op_functions(py::module_& m) {
  py::list names;
  for (const NamedFunction& each : op_functions()) {
    const std::string name(each.name);
    names.append(name);
    if (!py::hasattr(m, name.c_str())) bind_function(m, each);
  }
  m.attr("__all__") = names;
  m.def(
      "op_table",
      [] {
        py::list rows;
        for (const OpDef* op : op_table()) rows.append(row_of(*op));
        return rows;
      },
      "Return the table of ops: name, class, family and functions with their parameters.");
}

}  // namespace ng::python
