// SPDX-License-Identifier: Apache-2.0
// What the functions that build the ops of an ONNX node read and write.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"
#include "engine/frontends/onnx/dimensions.h"
#include "engine/graph/op.h"

namespace ng::onnx {

struct Item;
using ItemPtr = std::shared_ptr<Item>;

// What a DequantizeLinear reads: (values - zero point) * scale, by elements along `axis`.
struct Dequantised {
  ItemPtr values, scale, zero;  // zero: null if absent
  std::int64_t axis = 1;
};

// A value of the model: elements that are known at import, or an op whose axes are the dimensions
// in their order.
struct Item {
  std::string name;
  std::optional<ng::Tensor> known;
  Op op;                                        // null: not built, or of unknown shape
  bool weight = false;                          // known elements that become a variable
  bool statistic = false;                       // a weight that training does not change
  ElementType narrow = ElementType::undefined;  // INT4 or another type held in a wider one
  std::string unknown;  // why the op has another shape than the value; else empty
  Op count;  // how long the dimension `at` is at run time; null: as long as that of the op
  std::size_t at = 0;
  std::optional<Dequantised> dequantised;  // of bytes and float32 scales without blocks
  // The real and the imaginary part of a complex value, which is joined of them along its last
  // dimension, if an op made them; else empty.
  std::vector<ItemPtr> parts;

  DType dtype() const { return known ? known->dtype : op.dtype(); }
  Shape shape() const { return known ? known->shape : op.axes().lengths(); }
};

// A type that is held in a wider one.
inline bool is_narrow(ElementType type) {
  return narrow_bits(type) != 0 || is_small_float(type);
}

// The type in which a formula of several steps is computed, so that it is rounded once: float32 for
// types of 16 bits.
inline DType computed_in(DType type) {
  return type == DType::f16 || type == DType::bf16 ? DType::f32 : type;
}

// Thrown for a node that is shown but cannot be run.
struct NotImported {
  std::string reason;
};

class NodeContext {
 public:
  NodeContext(const Node& n, std::int64_t opset, std::vector<ItemPtr> inputs, Dimensions& dims)
      : node(n), opset(opset), dims(dims), results(n.outputs.size()), inputs_(std::move(inputs)) {}

  const Node& node;
  const std::int64_t opset;
  Dimensions& dims;
  std::vector<ItemPtr> results;

  std::size_t count() const { return inputs_.size(); }
  bool has(std::size_t i) const { return i < inputs_.size() && inputs_[i] != nullptr; }
  bool wants(std::size_t i) const { return i < node.outputs.size() && !node.outputs[i].empty(); }
  const Item& item(std::size_t i) const;
  const ItemPtr& shared(std::size_t i) const;    // the input itself, to pass it on
  Op op(std::size_t i) const;                    // builds constants and variables on first use
  Op indices(std::size_t i) const;               // op(i), which must be of integers
  const ng::Tensor* known(std::size_t i) const;  // null if absent or computed at run time
  DType dtype(std::size_t i = 0) const { return item(i).dtype(); }
  // From here on op() converts values of 16 bits to float32, and result() converts the first result
  // to the type of input 0. The type in which that input is computed.
  DType widened();
  Shape shape(std::size_t i = 0) const { return item(i).shape(); }
  std::int64_t rank(std::size_t i = 0) const { return std::ssize(shape(i)); }

  // Known elements; `what` names them in the reason if they are computed at run time.
  const ng::Tensor& need_known(std::size_t i, const char* what) const;
  std::vector<std::int64_t> integers(std::size_t i, const char* what) const;

  std::int64_t integer(std::string_view attribute, std::int64_t otherwise) const;
  double number(std::string_view attribute, double otherwise) const;
  std::string text(std::string_view attribute, const std::string& otherwise) const;
  // A text that must be one of `known`.
  std::string choice(std::string_view attribute, const std::string& otherwise,
                     std::initializer_list<std::string_view> known) const;
  std::vector<std::int64_t> list(std::string_view attribute) const;  // empty if absent
  bool given(std::string_view attribute) const { return node.find(attribute) != nullptr; }

  // A position along `rank` dimensions; negative ones count from the end.
  std::int64_t position(std::int64_t axis, std::int64_t rank) const;
  Axis fresh(std::int64_t length, const std::string& hint) const {
    return dims.fresh(length, hint);
  }

  // Refuses lengths of lists that are computed at import.
  static void need_short(std::int64_t length) {
    if (length > std::int64_t{1} << 20) refuse("a dimension is longer than 2^20");
  }

  ElementType narrow(std::size_t i) const { return item(i).narrow; }
  // An input that is a weight becomes a persistent tensor, which optimizers leave as it is.
  void keep_untrained(std::size_t i) const;
  // For a result that was set; else a result of the type of input 0 is as narrow as that input.
  void set_narrow(ElementType type, std::size_t i = 0);

  // Refuses a list or shape of another length or value than expected: "its list of pads has
  // 2 elements, expected 4".
  static void need_count(const char* what, std::size_t found, std::size_t expected);
  static void need_shape(const char* what, const Shape& found, const Shape& expected);

  void result(const Op& op, std::size_t i = 0);
  void result(ng::Tensor known, std::size_t i = 0);
  // A result that is longer along the dimension `at` than its count; as long if all inputs are
  // constants.
  void result_up_to(const Op& op, const Op& count, std::size_t at, std::size_t i = 0);
  [[noreturn]] static void refuse(std::string reason) { throw NotImported{std::move(reason)}; }

 private:
  // Null if absent; attributes of another kind are refused.
  const Attribute* find(std::string_view attribute, AttributeKind kind) const;
  void keep_narrow(Item& made) const;

  std::vector<ItemPtr> inputs_;
  bool widened_ = false;
};

// Whether a known value, which must be one, is not 0.
bool is_true(const ng::Tensor& condition);
// The op of an item: a constant, or a variable for a weight.
Op op_of(Item& item, Dimensions& dims);
// The elements of an op that depends on constants and weights only; empty if it does not, or if an
// op of it has no reference function.
std::optional<ng::Tensor> evaluate_now(const Op& op);
// Same, of an op that depends on constants and one other value only.
std::optional<ng::Tensor> evaluate_with(const Op& op, const Op& other, const ng::Tensor& value);
// Computes small results of constants at once: shapes, masks, positions.
void fold(Item& item, const std::vector<ItemPtr>& inputs);

}  // namespace ng::onnx
