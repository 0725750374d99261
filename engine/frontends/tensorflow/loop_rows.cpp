// SPDX-License-Identifier: Apache-2.0
// Lists of tensors as tensors with one dimension more, and what the converter adds for a loop.
#include "engine/frontends/tensorflow/onnx_steps.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"

namespace ng::tensorflow {
namespace {

void pass_on(NodeContext& n) {
  give(n, n.shared(0));
}

void get_item(NodeContext& n) {
  give(n, step(n, "Gather", {n.shared(0), n.shared(1)}, {attribute("axis", std::int64_t{0})}));
}

// An empty list, whose elements a loop makes.
void reserve(NodeContext& n) {
  give(n, number(0, DType::f32));
}

// A part of a loop that the converter made; a whole loop has another form than it knows.
void part_of_loop(NodeContext& n) {
  const std::string part = n.text("part", "");
  if (part == "counter") {
    const ItemPtr count = cast(n, n.shared(0), n.dtype(1));
    return give(n, step(n, "Add", {count, n.shared(1)}));
  }
  // Rounding the start or the end of a counter of floats would change how often the loop runs.
  if (part == "count") {
    if (is_float(n.dtype())) NodeContext::refuse("its counter or its limit is not an integer");
    return give(n, cast(n, n.shared(0), DType::i64));
  }
  // The elements in the order of the iterations, which are those from 0 on.
  if (part == "list") {
    if (n.integers(1, "the first index of its list").at(0) != 0) {
      NodeContext::refuse("the first index of its list is not 0");
    }
    return give(n, n.shared(0));
  }
  if (part == "last") {
    return give(
        n, step(n, "Slice", {n.shared(0), integers({-1}), integers({INT64_MAX}), integers({0})}));
  }
  NodeContext::refuse(
      "its condition is not a counter below a limit, or its body changes a list in another way "
      "than by element");
}

constexpr OpRow rows[] = {
    {"StatelessWhile", 1, 0, part_of_loop}, {"TensorListFromTensor", 1, 0, pass_on},
    {"TensorListGetItem", 1, 0, get_item},  {"TensorListReserve", 1, 0, reserve},
    {"TensorListStack", 1, 0, pass_on},     {"While", 1, 0, part_of_loop},
};

}  // namespace

std::span<const OpRow> loop_rows() {
  return rows;
}

}  // namespace ng::tensorflow
