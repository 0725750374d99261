// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/op.h"

#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/graph/printable_name.h"

namespace ng {
namespace {

// Reports an op without a value, or an empty handle, used as a value.
[[noreturn]] void refuse_valueless(const Value& value) {
  Diagnostic diagnostic;
  diagnostic.what = "an op without a value is used as an operand";
  diagnostic.found = value ? describe(value) : "an empty ng::Op";
  diagnostic.expected = "an op with a tensor value";
  refuse(ErrorKind::value, std::move(diagnostic));
}

Label& label_of(const Value& value) {
  check(value && value.node->label != nullptr, "ops made by passes have no label");
  return *value.node->label;
}

std::vector<Op> sources(const Value& root, bool (*wanted)(const Node&)) {
  std::vector<Op> found;
  for (const NodePtr& node : ordered_nodes({root})) {
    if (wanted(*node)) found.push_back(Op(node));
  }
  return found;
}

}  // namespace

std::string to_string(const TensorType& type) {
  return std::string(name(type.dtype)) + " (" + type.axes.text() + ")";
}

bool Value::has_type() const {
  return node && static_cast<std::size_t>(result) < node->results.size();
}

const TensorType& Value::type() const {
  if (!node || node->results.empty()) refuse_valueless(*this);
  check(has_type(), "the op has no such result");
  return node->results[static_cast<std::size_t>(result)];
}

OpId Op::id() const {
  return value_.node->id;
}

const std::string& Op::name() const {
  return label_of(value_).name;
}

std::string Op::graph_label() const {
  const bool source = value_.node->def->traits.is_source();
  return (source ? std::string(value_.node->def->name) : name()) + "[" + name() + "]";
}

Op Op::named(const std::string& name) const {
  if (name.empty()) return *this;  // it keeps its automatic name, as in a scope without a name
  Label& label = label_of(value_);
  printable_name(name);
  if (label.unique) {
    label.unique->rename(name);
    label.name = label.unique->text();
  } else {
    label.name = name;
  }
  label.named = true;
  return *this;
}

std::map<std::string, std::string>& Op::metadata() const {
  return label_of(value_).metadata;
}
std::string Op::file() const {
  return label_of(value_).file;
}
int Op::line() const {
  return label_of(value_).line;
}

std::vector<Op> Op::variables() const {
  return sources(value_,
                 [](const Node& node) { return node.def->traits.kind == OpKind::variable; });
}

std::vector<Op> Op::placeholders() const {
  return sources(value_,
                 [](const Node& node) { return node.def->traits.kind == OpKind::placeholder; });
}

Operand::Operand(double value, Where where)
    : constant_(std::make_shared<Tensor>(value)), number_(value), where_(where) {}

Operand::Operand(Tensor value, Where where)
    : constant_(std::make_shared<Tensor>(std::move(value))), where_(where) {}

}  // namespace ng
