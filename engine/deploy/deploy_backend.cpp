// SPDX-License-Identifier: Apache-2.0
#include "engine/deploy/deploy_backend.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/ops/lookup.h"

namespace ng {
namespace {

constexpr std::int64_t column_bytes = 1 << 20;  // of scratch memory, unless one row needs more

class NotHere : public Executable {
 public:
  void run(std::byte* const*, std::size_t) override { refuse_run(); }
  void run_step(std::size_t, std::byte* const*) override { refuse_run(); }

 private:
  [[noreturn]] static void refuse_run() {
    refuse(ErrorKind::value, "a program built ahead of time does not run in this process");
  }
};

std::int64_t bytes_of_row(const Convolution& c) {
  return 4 * c.group_channels() * c.taps() * c.output[2] * c.batch;
}

[[noreturn]] void refuse_step(const std::string& what, const Step& step, const std::string& where,
                              const std::string& action) {
  Diagnostic diagnostic;
  diagnostic.what = what;
  diagnostic.where = where;
  diagnostic.action = action;
  diagnostic.ops.assign(step.ops.begin(), step.ops.end());
  refuse(ErrorKind::value, std::move(diagnostic));
}

// The element types of the op's values that are not float32: some ops have kernels for that only.
std::string other_types(const Node& node) {
  std::string text;
  const auto add = [&text](DType dtype) {
    const std::string type(name(dtype));
    if (dtype != DType::f32 && text.find(type) == text.npos)
      text += (text.empty() ? "" : ", ") + type;
  };
  for (const Value& operand : node.operands) add(operand.dtype());
  for (const TensorType& result : node.results) add(result.dtype);
  return text;
}

[[noreturn]] void refuse_evaluation(const Step& step, const Node& node) {
  const char* end = ", so that it cannot be built ahead of time";
  const std::string op = "the op '" + std::string(node.def->name) + "'";
  const std::string types = node.def->traits.window == WindowKind::none ? "" : other_types(node);
  if (types.empty()) {
    refuse_step(op + " has no kernel" + end, step, describe(node),
                "build a computation without it, and compute it in the calling program");
  }
  refuse_step(op + " has no kernel for " + types + end, step, describe(node),
              "compute it in float32: convert its operands by value_of, and its result back");
}

void require_deployable(const Program& program) {
  for (const Step& step : program.steps) {
    const auto* evaluate = step.as<EvaluateStep>();
    if (evaluate && !lookup_of_integers(*evaluate)) refuse_evaluation(step, *evaluate->node);
    if (step.is<PrintStep>()) {
      refuse_step("a print cannot be built ahead of time", step, "'" + step.name + "'",
                  "remove the print from the computation");
    }
    const auto* exchange = step.as<CollectiveStep>();
    if (exchange && exchange->ranks > 1) {
      refuse_step("an exchange between ranks cannot be built ahead of time", step,
                  "'" + step.name + "'", "build the computation for one rank");
    }
    if (step.loop()) require_deployable(step.loop()->body);
  }
}

}  // namespace

std::optional<IndexedLookup> lookup_of_integers(const EvaluateStep& step) {
  const Node& node = *step.node;
  const WindowKind kind = node.def->traits.window;
  const bool looks_up = kind == WindowKind::lookup || kind == WindowKind::lookup_gradient;
  if (!looks_up || node.operands.size() < 2 || node.results[0].dtype != DType::f32 ||
      node.operands[0].dtype() != DType::f32 || step.double_throughout)
    return std::nullopt;
  return IndexedLookup{lookup_of(node), node.operands[1].dtype()};
}

std::int64_t rows_of_columns(const Convolution& c) {
  const std::int64_t all = c.output[0] * c.output[1];
  return std::clamp<std::int64_t>(column_bytes / std::max<std::int64_t>(1, bytes_of_row(c)), 1,
                                  std::max<std::int64_t>(1, all));
}

std::unique_ptr<Executable> DeployBackend::compile(const Program& program, const Progress&) const {
  require_deployable(program);
  return std::make_unique<NotHere>();
}

DisplayTexts DeployBackend::texts(const kernel::Kernel& kernel, bool) const {
  DisplayTexts texts;
  texts.source.text = kernel::emit_cpp(kernel);
  texts.llvm_ir.absent = texts.assembly.absent = texts.cuda.absent = texts.ptx.absent =
      "programs built ahead of time have the source of their kernels only";
  return texts;
}

std::int64_t DeployBackend::scratch_bytes(const Step& step) const {
  const auto* window = step.as<WindowStep>();
  const auto* convolution = window ? std::get_if<Convolution>(window) : nullptr;
  const bool by_columns = convolution && convolution->makes != Convolution::Makes::outputs;
  return by_columns ? rows_of_columns(*convolution) * bytes_of_row(*convolution) : 0;
}

std::optional<FilterOrder> DeployBackend::filter_order(const Convolution& c) const {
  // ngr_rows and ngr_by_channel() of the runtime.
  const std::int64_t rows = vector_bytes(target_) == 64 ? 12 : 6;
  const bool by_channel = c.in_channels == c.groups && c.group_filters() <= 4;
  if (c.makes != Convolution::Makes::outputs || c.bytes || by_channel) return std::nullopt;
  const std::int64_t tiles = (c.group_filters() + rows - 1) / rows;
  return FilterOrder{static_cast<int>(rows),
                     c.groups * tiles * rows * c.group_channels() * c.taps()};
}

Capabilities DeployBackend::capabilities() const {
  return {.kernels = true,
          .byte_convolutions = true,
          .batched_matmuls = true,
          .batch_first = true,
          .vector_bytes = vector_bytes(target_),
          .summary = target_.summary};
}

}  // namespace ng
