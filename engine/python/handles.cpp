// SPDX-License-Identifier: Apache-2.0
#include "engine/python/handles.h"

#include <map>

#include "engine/base/number.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"
#include "engine/ops/result_type.h"
#include "engine/ops/state.h"
#include "engine/python/python_line.h"

namespace ng::python {
namespace {

// The objects that Python currently holds. Guarded by the interpreter lock.
using ValueKey = std::pair<const Node*, int>;
using AxisKey = std::pair<const void*, int>;
template <class Key, class Object>
using Living = std::map<Key, std::weak_ptr<Object>>;
Living<ValueKey, OpObject>& living_ops() {
  static auto* living = new Living<ValueKey, OpObject>;
  return *living;
}
Living<AxisKey, AxisObject>& living_axes() {
  static auto* living = new Living<AxisKey, AxisObject>;
  return *living;
}

ValueKey key_of(const Op& op) {
  return {op.value().node.get(), op.value().result};
}
AxisKey key_of(const Axis& axis) {
  return {axis.identity(), axis.dual_level()};
}

template <class Object, class Living, class Wrapped>
py::object living_object(Living& living, const Wrapped& wrapped) {
  auto& place = living[key_of(wrapped)];
  auto object = place.lock();
  if (!object) place = object = std::make_shared<Object>(wrapped);
  return py::cast(object);
}

template <class Living, class Key>
void forget(Living& living, const Key& key) {
  const auto at = living.find(key);
  if (at != living.end() && at->second.expired()) living.erase(at);
}

struct Capture {
  OpId first = 0;  // captures ops with a larger id
  bool isolated = false;
  std::map<OpId, Op> seen;
};
std::vector<Capture>& captures() {
  static auto* open = new std::vector<Capture>;
  return *open;
}

OpId next_id() {
  return constant(Tensor(0.0)).id();
}

Axis member_axis(py::handle member) {
  if (const Axis* axis = axis_in(member)) return *axis;
  const bool group = py::isinstance<py::iterable>(member) && !py::isinstance<py::str>(member);
  if (group) return make_flattened_axis(as_axes(member).list());
  throw py::value_error(
      "make_axes: " + py::repr(member).cast<std::string>() + " of type " +
      py::str(py::type::of(member).attr("__name__")).cast<std::string>() +
      " is not an axis; expected an ng.Axis, or a list of them for a flattened axis");
}

}  // namespace

OpObject::~OpObject() {
  forget(living_ops(), key_of(op));
}
AxisObject::~AxisObject() {
  forget(living_axes(), key_of(axis));
}

py::object object_of(const Op& op) {
  if (!op) return py::none();
  for (auto capture = captures().rbegin(); capture != captures().rend(); ++capture) {
    if (op.id() > capture->first) capture->seen.emplace(op.id(), op);
    if (capture->isolated) break;
  }
  return living_object<OpObject>(living_ops(), op);
}

py::object object_of(const Axis& axis) {
  if (!axis) return py::none();
  return living_object<AxisObject>(living_axes(), axis);
}

py::object object_of(const Axes& axes) {
  return py::cast(AxesObject{axes});
}

const Op* op_in(py::handle object) {
  py::detail::type_caster_base<OpObject> caster;
  if (!object || object.is_none() || !caster.load(object, false)) return nullptr;
  return &static_cast<OpObject*>(caster)->op;
}

const Axis* axis_in(py::handle object) {
  py::detail::type_caster_base<AxisObject> caster;
  if (!object || object.is_none() || !caster.load(object, false)) return nullptr;
  return &static_cast<AxisObject*>(caster)->axis;
}

// A Python integer that a double cannot hold, but int64 or uint64 can.
static std::optional<Tensor> large_integer(py::handle object) {
  if (!PyLong_CheckExact(object.ptr())) return std::nullopt;
  const auto number = number_from(py::str(object).cast<std::string>());
  if (!number) return std::nullopt;
  Tensor tensor = scalar_tensor(*number);
  if (tensor.dtype == DType::f64) return std::nullopt;
  return tensor;
}

std::optional<Op> as_op(py::handle object) {
  if (const Op* op = op_in(object)) return *op;
  const auto tensor = tensor_of(object, current_result_type());
  if (!tensor) return std::nullopt;
  const AtPythonLine line;
  return constant(*tensor, python_line());
}

static bool is_number(py::handle object) {
  return PyFloat_CheckExact(object.ptr()) || PyLong_CheckExact(object.ptr());
}

std::optional<Operand> as_operand(py::handle object) {
  if (const Op* op = op_in(object)) return Operand(*op, python_line());
  if (is_number(object)) {
    const double number = PyFloat_AsDouble(object.ptr());
    if (PyErr_Occurred()) throw py::error_already_set();
    if (auto large = large_integer(object)) return Operand(std::move(*large), python_line());
    return Operand(number, python_line());
  }
  auto tensor = tensor_of(object, current_result_type());
  if (!tensor) return std::nullopt;
  // NumPy's scalars are numbers: next to wide types, a comparison takes them exactly.
  if (tensor->shape.empty() && py::hasattr(object, "item")) {
    const py::object number = object.attr("item")();
    if (is_number(number)) return as_operand(number);
  }
  return Operand(std::move(*tensor), python_line());
}

std::optional<Operand> as_operand(py::handle object, DType type) {
  const ScopedResultType scope(type);
  if (is_float(type) || is_number(object) || op_in(object)) return as_operand(object);
  auto tensor = tensor_of(object);  // converted, as an op's value is, where it is written
  if (!tensor) return std::nullopt;
  return Operand(std::move(*tensor), python_line());
}

Axes as_axes(py::handle object) {
  if (object.is_none()) return {};
  if (py::isinstance<AxesObject>(object)) return object.cast<const AxesObject&>().axes;
  if (const Axis* axis = axis_in(object)) return *axis;
  if (py::isinstance<py::dict>(object)) {
    std::vector<Axis> axes;
    for (const auto& [name, length] : py::reinterpret_borrow<py::dict>(object)) {
      axes.push_back(make_axis(length.cast<std::int64_t>(), name.cast<std::string>()));
    }
    return Axes(std::move(axes));
  }
  if (!py::isinstance<py::iterable>(object) || py::isinstance<py::str>(object)) {
    throw py::value_error(py::repr(object).cast<std::string>() +
                          " are not axes; expected an ng.Axis, ng.Axes or a list of axes");
  }
  std::vector<Axis> axes;
  for (const py::handle member : py::reinterpret_borrow<py::iterable>(object)) {
    axes.push_back(member_axis(member));
  }
  return Axes(std::move(axes));
}

SliceItem as_slice_item(py::handle object) {
  if (PyIndex_Check(object.ptr())) {
    const Py_ssize_t index = PyNumber_AsSsize_t(object.ptr(), PyExc_IndexError);
    if (index == -1 && PyErr_Occurred()) throw py::error_already_set();
    return SliceItem::at(index);
  }
  if (!PySlice_Check(object.ptr())) {
    throw py::type_error("tensors are indexed by integers and slices, not by " +
                         py::repr(object).cast<std::string>());
  }
  const auto bound = [&](const char* name) {
    return object.attr(name).cast<std::optional<std::int64_t>>();
  };
  return SliceItem::range(bound("start"), bound("stop"), bound("step").value_or(1));
}

std::vector<SliceItem> as_subscript(py::handle key, std::size_t rank) {
  std::vector<SliceItem> items;
  if (!py::isinstance<py::tuple>(key) && !py::isinstance<py::list>(key)) {
    return as_subscript(py::make_tuple(key), rank);
  }
  const auto keys = py::reinterpret_borrow<py::sequence>(key);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const py::object item = keys[i];
    if (item.ptr() != Py_Ellipsis) {
      items.push_back(as_slice_item(item));
      continue;
    }
    for (std::size_t others = keys.size() - 1; others < rank; ++others) {
      items.push_back(SliceItem::all());
    }
  }
  return items;
}

void begin_capture(bool isolated) {
  captures().push_back({next_id(), isolated, {}});
}

py::list end_capture() {
  const Capture capture = std::move(captures().back());
  captures().pop_back();
  std::vector<Value> seen;
  for (const auto& [id, op] : capture.seen) seen.push_back(op.value());
  std::map<OpId, Op> all;
  for (const NodePtr& node : ordered_nodes(seen)) {
    if (node->id > capture.first) all.emplace(node->id, Op(node));
  }
  py::list ops;  // created without notifying enclosing captures
  for (const auto& [id, op] : all) ops.append(living_object<OpObject>(living_ops(), op));
  return ops;
}

const char* doc_of(std::string_view op) {
  const OpDef* def = find_op(op);
  return def ? def->doc.data() : "";
}

}  // namespace ng::python
