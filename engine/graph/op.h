// SPDX-License-Identifier: Apache-2.0
// Values of a graph, the user's handle on one, and arguments of op functions.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <source_location>
#include <string>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/base/tensor.h"
#include "engine/graph/axis.h"

namespace ng {

struct Node;  // node.h
using NodePtr = std::shared_ptr<const Node>;

struct TensorType {
  Axes axes;
  DType dtype = DType::f32;
};
std::string to_string(const TensorType& type);  // "float32 (C: 4, N: 128)"

// One result of a node. Ops without a value (assign, doall) are referred to with result 0.
struct Value {
  NodePtr node;
  int result = 0;

  explicit operator bool() const { return node != nullptr; }
  bool has_type() const;
  const TensorType& type() const;  // internal Error when the op has no such result
  const Axes& axes() const { return type().axes; }
  DType dtype() const { return type().dtype; }
  bool operator==(const Value& other) const = default;
};

// A cheap copyable handle. Arithmetic, comparisons and the functions of engine/ops take it.
class Op {
 public:
  Op() = default;
  Op(Value value) : value_(std::move(value)) {}     // NOLINT: a value is an op
  Op(NodePtr node) : value_{std::move(node), 0} {}  // NOLINT
  explicit operator bool() const { return static_cast<bool>(value_); }

  const Value& value() const { return value_; }
  const Node& node() const { return *value_.node; }
  OpId id() const;
  const Axes& axes() const { return value_.axes(); }
  DType dtype() const { return value_.dtype(); }

  const std::string& name() const;          // unique in the process
  std::string graph_label() const;          // "placeholder[outer/X]", "Add_2[Add_2]"
  Op named(const std::string& name) const;  // a taken name gets a suffix; returns *this
  std::map<std::string, std::string>& metadata() const;
  std::string file() const;  // source file in which the user created it
  int line() const;

  // Trainable variables and placeholders that this op depends on, operands first.
  std::vector<Op> variables() const;
  std::vector<Op> placeholders() const;

  bool operator==(const Op& other) const { return value_ == other.value_; }

 private:
  Value value_;
};

// An argument of an op function: an op, or a number or array that becomes a constant. Created by
// implicit conversion at the call, where it also records the source location.
class Operand {
 public:
  using Where = std::source_location;
  Operand(const Op& op, Where where = Where::current()) : op_(op), where_(where) {}   // NOLINT
  Operand(const Value& v, Where where = Where::current()) : op_(v), where_(where) {}  // NOLINT
  Operand(double value, Where where = Where::current());                              // NOLINT
  Operand(Tensor value, Where where = Where::current());                              // NOLINT

  bool is_op() const { return static_cast<bool>(op_); }
  const Op& op() const { return op_; }
  const TensorPtr& constant() const { return constant_; }
  const std::optional<double>& number() const { return number_; }  // if it was passed as a number
  const Where& where() const { return where_; }

 private:
  Op op_;
  TensorPtr constant_;
  std::optional<double> number_;
  Where where_;
};

}  // namespace ng
