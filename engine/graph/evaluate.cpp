// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/evaluate.h"

#include <algorithm>
#include <type_traits>

namespace ng {
namespace {

bool takes_integers(const Node& node) {
  for (std::size_t i = 0; i < node.operands.size(); ++i) {
    const bool selects = static_cast<int>(i) == node.def->selector;
    if (!selects && !is_integer(node.operands[i].dtype())) return false;
  }
  return true;
}

bool makes_integers(const Node& node) {
  return std::all_of(node.results.begin(), node.results.end(),
                     [](const TensorType& type) { return is_integer(type.dtype); });
}

template <class T>
T element(DType dtype, const std::byte* memory, std::int64_t i, bool condition) {
  if constexpr (std::is_same_v<T, double>) return load(dtype, memory, i);
  if (condition && is_float(dtype)) return load(dtype, memory, i) != 0;
  return static_cast<T>(load_integer(dtype, memory, i));
}

template <class T>
ArrayOf<T> read_array(const Axes& axes, DType dtype, const std::byte* memory, bool condition) {
  ArrayOf<T> array{axes, std::vector<T>(static_cast<std::size_t>(axes.element_count()))};
  for (std::size_t i = 0; i < array.values.size(); ++i) {
    array.values[i] = element<T>(dtype, memory, static_cast<std::int64_t>(i), condition);
  }
  return array;
}

void write_array(const HostArray& array, DType dtype, std::byte* memory) {
  for (std::size_t i = 0; i < array.values.size(); ++i)
    store(dtype, memory, static_cast<std::int64_t>(i), array.values[i]);
}

void write_array(const IntegerArray& array, DType dtype, std::byte* memory) {
  for (std::size_t i = 0; i < array.values.size(); ++i) {
    const Integer value = is_integer(dtype) ? wrapped(dtype, array.values[i]) : array.values[i];
    store_integer(dtype, memory, static_cast<std::int64_t>(i), value);
  }
}

template <class T>
void evaluate_in(const Node& node, std::span<const std::byte* const> in,
                 std::span<std::byte* const> out, bool double_throughout) {
  std::vector<ArrayOf<T>> operands, results;
  for (std::size_t i = 0; i < node.operands.size(); ++i) {
    const TensorType& type = node.operands[i].type();
    const bool condition = i == 0 && applies(node, kernel::Fn::select);
    operands.push_back(
        read_array<T>(type.axes, memory_type(type.dtype, double_throughout), in[i], condition));
  }
  for (const TensorType& type : node.results) {
    const auto count = static_cast<std::size_t>(type.axes.element_count());
    results.push_back({type.axes, std::vector<T>(count, T())});
  }
  if constexpr (std::is_same_v<T, double>) {
    node.def->evaluate(node, operands, results);
  } else {
    node.def->evaluate_integers(node, operands, results);
  }
  for (std::size_t i = 0; i < results.size(); ++i)
    write_array(results[i], memory_type(node.results[i].dtype, double_throughout), out[i]);
}

}  // namespace

DType memory_type(DType dtype, bool double_throughout) {
  return double_throughout && is_float(dtype) ? DType::f64 : dtype;
}

bool computes_integers(const Node& node) {
  const OpDef& def = *node.def;
  return def.evaluate_integers && takes_integers(node) && (def.rounds_once || makes_integers(node));
}

void evaluate(const Node& node, std::span<const std::byte* const> in,
              std::span<std::byte* const> out, bool double_throughout) {
  if (computes_integers(node)) {
    evaluate_in<Integer>(node, in, out, double_throughout);
  } else {
    evaluate_in<double>(node, in, out, double_throughout);
  }
}

std::vector<Tensor> evaluate(const Node& node, std::span<const Tensor> in) {
  std::vector<Tensor> results;
  std::vector<const std::byte*> read;
  std::vector<std::byte*> written;
  for (const Tensor& tensor : in) read.push_back(tensor.bytes.data());
  for (const TensorType& type : node.results) {
    results.emplace_back(type.dtype, type.axes.lengths());
    written.push_back(results.back().bytes.data());
  }
  evaluate(node, read, written);
  return results;
}

}  // namespace ng
