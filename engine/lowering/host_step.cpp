// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/host_step.h"

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/runtime/memory_left.h"

namespace ng {
namespace {

void read_array(HostArray& array, DType dtype, const std::byte* memory) {
  require_memory(8 * array.axes.element_count(),
                 "the reference's copy of (" + array.axes.text() + ")");
  array.values.resize(static_cast<std::size_t>(array.axes.element_count()));
  for (std::size_t i = 0; i < array.values.size(); ++i) {
    array.values[i] = load(dtype, memory, static_cast<std::int64_t>(i));
  }
}

}  // namespace

Step host_step(const NodePtr& node, bool double_throughout) {
  Step step;
  step.kind = Step::Kind::host;
  step.name = std::string(node->def->name);
  step.ops = {node->id};
  step.host = [node, double_throughout](std::span<std::byte* const> memory) {
    auto dtype_of = [&](DType dtype) { return double_throughout ? DType::f64 : dtype; };
    std::vector<HostArray> in(node->operands.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
      in[i].axes = node->operands[i].axes();
      read_array(in[i], dtype_of(node->operands[i].dtype()), memory[i]);
    }
    std::vector<HostArray> out(node->results.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i].axes = node->results[i].axes;
      out[i].values.assign(static_cast<std::size_t>(out[i].axes.element_count()), 0.0);
    }
    node->def->evaluate(*node, in, out);
    for (std::size_t i = 0; i < out.size(); ++i) {
      std::byte* memory_out = memory[in.size() + i];
      for (std::size_t k = 0; k < out[i].values.size(); ++k) {
        store(dtype_of(node->results[i].dtype), memory_out, static_cast<std::int64_t>(k),
              out[i].values[k]);
      }
    }
  };
  return step;
}

}  // namespace ng
