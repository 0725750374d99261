// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/host_steps.h"

#include <cstring>

#include "engine/backends/axis_steps/axis_steps.h"
#include "engine/graph/evaluate.h"
#include "engine/runtime/memory_left.h"
#include "engine/runtime/print_sink.h"
#include "engine/runtime/ranks/collective_steps.h"
#include "engine/runtime/ranks/rank_mesh.h"

namespace ng {
namespace {

// Runs the work of a step. All return true, except for work that needs a compiler or a library.
class Runner {
 public:
  Runner(const Program& program, const Step& step, std::byte* const* buffers)
      : program_(program), step_(step), buffers_(buffers) {}

  bool operator()(const CopyStep&) const {
    std::memcpy(written(0), read(0), static_cast<std::size_t>(result().bytes));
    return true;
  }

  bool operator()(const JoinStep& join) const {
    std::byte* to = written(0);
    for (std::int64_t row = 0; row < join.rows; ++row) {
      for (std::size_t i = 0; i < join.block_bytes.size(); ++i) {
        const std::int64_t bytes = join.block_bytes[i];
        std::memcpy(to, read(i) + row * bytes, static_cast<std::size_t>(bytes));
        to += bytes;
      }
    }
    return true;
  }

  bool operator()(const AxisStep& step) const { return std::visit(*this, step); }
  bool operator()(const Cumulation& step) const {
    cumulate(step, read(0), written(0));
    return true;
  }
  bool operator()(const ArgSort& step) const {
    argsort(step, read(0), written(0));
    return true;
  }
  bool operator()(const Take& step) const {
    take(step.walk, read(0), read(1), written(0));
    return true;
  }
  bool operator()(const Scatter& step) const {
    scatter(step, read(0), read(1), read(2), written(0));
    return true;
  }

  bool operator()(const ClassCheck& check) const {
    const DType dtype = result().dtype;
    const std::int64_t count = element_count(result().shape);
    for (std::int64_t i = 0; i < count; ++i) checked_class(check, load(dtype, read(0), i));
    for (std::int64_t i = 0; i < count; ++i) {
      store(dtype, written(0), i, checked_class(check, load(dtype, read(0), i)));
    }
    return true;
  }

  // Once: the first rank prints for all.
  bool operator()(const PrintStep& print) const {
    if (!writes_for_all(program_.ranks.get())) return (*this)(CopyStep());
    Tensor value(result().dtype, result().shape);
    if (!value.bytes.empty()) std::memcpy(value.bytes.data(), read(0), value.bytes.size());
    print_line(print.prefix, value);
    return (*this)(CopyStep());
  }

  bool operator()(const EvaluateStep& work) const {
    const Node& node = *work.node;
    const std::int64_t bytes = computes_integers(node) ? sizeof(Integer) : sizeof(double);
    std::vector<const std::byte*> in;
    std::vector<std::byte*> out;
    for (std::size_t i = 0; i < node.operands.size(); ++i) {
      const Axes& axes = node.operands[i].axes();
      require_memory(bytes * axes.element_count(), "the reference's copy of (" + axes.text() + ")");
      in.push_back(read(i));
    }
    for (std::size_t i = 0; i < node.results.size(); ++i) out.push_back(written(i));
    evaluate(node, in, out, work.double_throughout);
    return true;
  }

  bool operator()(const CollectiveStep& step) const {
    std::vector<const std::byte*> reads;
    std::vector<std::byte*> writes;
    for (std::size_t i = 0; i < step_.reads.size(); ++i) reads.push_back(read(i));
    for (std::size_t i = 0; i < step_.writes.size(); ++i) writes.push_back(written(i));
    run_collective(step, program_.ranks.get(), reads, writes, step_.name);
    return true;
  }

  bool operator()(const KernelStep&) const { return false; }
  bool operator()(const Matmul&) const { return false; }
  bool operator()(const WindowStep&) const { return false; }
  bool operator()(const LoopStep&) const { return false; }

 private:
  std::byte* read(std::size_t i) const { return buffers_[step_.reads[i]]; }
  std::byte* written(std::size_t i) const { return buffers_[step_.writes[i]]; }
  const Buffer& result() const {
    return program_.buffers[static_cast<std::size_t>(step_.writes[0])];
  }

  const Program& program_;
  const Step& step_;
  std::byte* const* buffers_;
};

}  // namespace

bool run_host_step(const Program& program, const Step& step, std::byte* const* buffers) {
  return std::visit(Runner(program, step, buffers), step.work);
}

}  // namespace ng
