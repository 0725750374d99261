// SPDX-License-Identifier: Apache-2.0
// Bindings of Op and its operators.
#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/shapes/slice.h"
#include "engine/ops/state.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/python_line.h"
#include "engine/python/targets.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using Class = py::class_<OpObject, std::shared_ptr<OpObject>>;
using Binary = Op (*)(const Operand&, const Operand&);

template <Binary F>
Op swapped(const Operand& x, const Operand& y) {
  return F(y, x);
}
// `x += y` creates an assign to x or to the part of a variable that x is, which takes effect when
// it is run.
template <Binary F>
Op in_place(const Op& x, const Operand& y) {
  return assign_to(x, F(x, y));
}

void bind_operators(Class& op) {
  const auto binary = [&](const char* name, Binary f) {
    op.def(name, f, py::is_operator(), py::call_guard<AtPythonLine>());
  };
  binary("__add__", add);
  binary("__radd__", swapped<add>);
  binary("__sub__", subtract);
  binary("__rsub__", swapped<subtract>);
  binary("__mul__", multiply);
  binary("__rmul__", swapped<multiply>);
  binary("__truediv__", divide);
  binary("__rtruediv__", swapped<divide>);
  binary("__floordiv__", floordivide);
  binary("__rfloordiv__", swapped<floordivide>);
  binary("__mod__", mod);
  binary("__rmod__", swapped<mod>);
  binary("__pow__", power);
  binary("__rpow__", swapped<power>);
  binary("__lt__", less);
  binary("__le__", less_equal);
  binary("__gt__", greater);
  binary("__ge__", greater_equal);
  const auto in_place_binary = [&](const char* name, Op (*f)(const Op&, const Operand&)) {
    op.def(name, f, py::is_operator(), py::call_guard<AtPythonLine>());
  };
  in_place_binary("__iadd__", in_place<add>);
  in_place_binary("__isub__", in_place<subtract>);
  in_place_binary("__imul__", in_place<multiply>);
  in_place_binary("__itruediv__", in_place<divide>);
  op.def("__neg__", [](const Op& x) { return negative(x); }, py::call_guard<AtPythonLine>());
  op.def("__pos__", [](const Op& x) { return x; });
  op.def("__abs__", [](const Op& x) { return absolute(x); }, py::call_guard<AtPythonLine>());
}

// NumPy takes rows of a list; several indices are a tuple.
std::vector<SliceItem> subscript_of(const Op& x, py::handle key) {
  if (py::isinstance<py::list>(key))
    throw py::type_error("tensors are indexed by integers, slices and tuples of these, not by " +
                         py::repr(key).cast<std::string>());
  return as_subscript(key, x.axes().size());
}

Op item_of(const Op& x, py::handle key) {
  return getitem(x, subscript_of(x, key));
}

// `x[...] = value` is only supported for all of x. The assign that it creates is not returned.
void set_all(const Op& x, py::handle key, const py::object& value) {
  for (const SliceItem& item : subscript_of(x, key)) {
    if (!item.takes_all()) {
      throw py::value_error(
          "x[...] = value can only assign all of a tensor; "
          "use ng.set_item(x, item, value) to assign a part");
    }
  }
  assign(x, written_to(x, value));
}

std::vector<Op> operands_of(const Op& op) {
  return {op.node().operands.begin(), op.node().operands.end()};
}

const Traits& traits_of(const Op& op) {
  return op.node().def->traits;
}
bool is_a(const Op& op, OpKind kind) {
  return traits_of(op).kind == kind;
}

py::object attribute_of(const Op& op, const std::string& key) {
  const Attribute* found = op.node().attributes.find(key);
  if (!found) return py::none();
  return std::visit(
      [](const auto& value) -> py::object {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, TensorPtr>) {
          return array_of(*value);
        } else {
          return py::cast(value);
        }
      },
      *found);
}

// False for ops created by a pass: they have no label; their derived name cannot be changed.
bool has_label(const Op& op) {
  return op.node().label != nullptr;
}
std::string name_of(const Op& op) {
  return has_label(op) ? op.name() : display_name(op.node());
}
Op give_name(const Op& op, const std::string& name) {
  if (has_label(op)) return op.named(name);
  Diagnostic diagnostic;
  diagnostic.what = "an op created by a pass cannot be renamed";
  diagnostic.found = describe(op.value());
  diagnostic.action = "name the op from which it was created";
  refuse(ErrorKind::value, std::move(diagnostic));
}
Metadata& metadata_of(const Op& op) {
  if (has_label(op)) return op.metadata();
  Diagnostic diagnostic;
  diagnostic.what = "an op created by a pass has no metadata";
  diagnostic.found = describe(op.value());
  refuse(ErrorKind::value, std::move(diagnostic));
}

void bind_facts(Class& op) {
  op.def_property_readonly("axes", [](const Op& x) { return x.axes(); });
  op.def_property_readonly("dtype", [](const Op& x) { return x.dtype(); });
  op.def_property_readonly("has_value", [](const Op& x) { return x.value().has_type(); });
  op.def_property("name", name_of,
                  [](const Op& x, const std::string& name) { give_name(x, name); });
  op.def("named", give_name, "name"_a,
         "Rename the op and return it. A number is appended if the name is taken.");
  op.def_property_readonly(
      "is_named", [](const Op& x) { return has_label(x) && x.node().label->named; },
      "True if the user named the op; otherwise its name is derived from its class.");
  op.def_property_readonly("graph_label",
                           [](const Op& x) { return has_label(x) ? x.graph_label() : name_of(x); });
  op.def_property_readonly(
      "file", [](const Op& x) { return has_label(x) ? x.file() : std::string(); },
      "Source file that created the op; empty if a pass created it.");
  op.def_property_readonly("line", [](const Op& x) { return has_label(x) ? x.line() : 0; });
  op.def_property_readonly("id", of(&Op::id));
  op.def_property_readonly("op_name", [](const Op& x) { return std::string(x.node().def->name); });
  op.def_property_readonly("class_name",
                           [](const Op& x) { return std::string(x.node().def->class_name); });
  op.def_property_readonly("args", operands_of);
  op.def("attribute", attribute_of, "key"_a, "Return an attribute of the op, or None.");
  op.def("variables", of(&Op::variables),
         "Return the trainable variables that the op depends on, operands first.");
  op.def("placeholders", of(&Op::placeholders),
         "Return the placeholders that the op depends on, operands first.");
  op.def_property_readonly("is_placeholder",
                           [](const Op& x) { return is_a(x, OpKind::placeholder); });
  op.def_property_readonly("is_trainable", [](const Op& x) { return is_a(x, OpKind::variable); });
  op.def_property_readonly("is_constant", [](const Op& x) { return is_a(x, OpKind::constant); });
  op.def_property_readonly("is_persistent", [](const Op& x) {
    return is_storage(x.node()) || is_a(x, OpKind::constant);
  });
  op.def_property_readonly("is_input", [](const Op& x) { return is_storage(x.node()); });
  op.def_property_readonly("is_sequencing_op",
                           [](const Op& x) { return traits_of(x).is_sequencing(); });
  op.def_property_readonly("is_commutative", [](const Op& x) { return traits_of(x).commutative; });
  op.def_property_readonly("has_side_effects",
                           [](const Op& x) { return traits_of(x).is_effect(); });
  op.def("metadata_texts", [](const Op& x) { return has_label(x) ? x.metadata() : Metadata(); });
  op.def("remove_metadata", [](const Op& x, const std::string& key) {
    if (metadata_of(x).erase(key) == 0) throw py::key_error(key);
  });
  op.def("set_metadata_text", [](const Op& x, const std::string& key, const std::string& text) {
    metadata_of(x)[key] = text;
  });
}

}  // namespace

void bind_op(py::module_& m) {
  Class op(m, "Op", py::dynamic_attr(),
           "A value in a graph. Functions of ngraph take and return ops.");
  bind_operators(op);
  bind_facts(op);
  op.def("__getitem__", item_of, py::call_guard<AtPythonLine>());
  op.def("__setitem__", set_all, py::call_guard<AtPythonLine>());
  op.def("__eq__",
         [](const Op& x, py::handle other) { return op_in(other) && x == *op_in(other); });
  op.def("__hash__", [](const Op& x) {
    return std::hash<const void*>()(x.value().node.get()) +
           static_cast<std::size_t>(x.value().result);
  });
  op.def("__repr__", [](const Op& x) { return "<" + describe(x.value()) + ">"; });
  // Disables Python's iteration protocol by subscripts.
  op.attr("__iter__") = py::none();
  // Makes NumPy return NotImplemented for `array * op` instead of applying it element by element.
  op.attr("__array_ufunc__") = py::none();
}

}  // namespace ng::python
