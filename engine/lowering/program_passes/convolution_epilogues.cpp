// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/convolution_epilogues.h"

#include <algorithm>

#include "engine/lowering/program_passes/buffer_uses.h"
#include "engine/lowering/program_passes/kernel_epilogue.h"
#include "engine/lowering/program_passes/merged_steps.h"

namespace ng {
namespace {

Convolution* forward_convolution(Step& step) {
  auto* window = step.as<WindowStep>();
  auto* convolution = window ? std::get_if<Convolution>(window) : nullptr;
  const bool forward = convolution && convolution->makes == Convolution::Makes::outputs;
  return forward ? convolution : nullptr;
}

class EpilogueMerge {
 public:
  explicit EpilogueMerge(Program& program)
      : program_(program), uses_(uses_of(program)), merged_(program) {}

  void run() {
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
      if (!program_.steps[i].is<KernelStep>() || program_.steps[i].writes.size() != 1) continue;
      const auto reads = static_cast<int>(program_.steps[i].reads.size());
      for (int read = 0; read < reads; ++read) {
        if (merge(i, read)) break;
      }
    }
    merged_.apply();
  }

 private:
  // Merges kernel `i` into the convolution that makes its operand, if it is that one's epilogue and
  // what it adds is there before.
  bool merge(std::size_t i, int read) {
    const Step& kernel = program_.steps[i];
    const auto buffer = [&kernel](int operand) {
      return kernel.reads[static_cast<std::size_t>(operand)];
    };
    const int made = buffer(read);
    Convolution* const convolution = bare_convolution(made);
    if (!convolution) return false;
    const std::int64_t in_row =
        convolution->positions() * (convolution->batch_first ? 1 : convolution->batch);
    const auto epilogue =
        kernel_epilogue(program_.kernels[static_cast<std::size_t>(kernel.as<KernelStep>()->kernel)],
                        read, {convolution->out_channels, in_row});
    const auto before = [&](std::optional<int> operand, int made_before) {
      return !operand || maker(buffer(*operand)) < maker(made_before);
    };
    if (!epilogue || !before(epilogue->bias, made) || !before(epilogue->added, made)) return false;
    if (epilogue->bias_of_added) {
      const int added = buffer(*epilogue->added);
      Convolution* const other = bare_convolution(added);
      if (!other || !before(epilogue->bias_of_added, added)) return false;
      add_bias(*other, added, buffer(*epilogue->bias_of_added), epilogue->ops_of_added);
    }
    Step& step = maker_of(made);
    convolution->epilogue = {epilogue->bias.has_value(), epilogue->added.has_value(), epilogue->low,
                             epilogue->high};
    for (const std::optional<int>& operand : {epilogue->bias, epilogue->added}) {
      if (operand) step.reads.push_back(buffer(*operand));
    }
    merged_.merge(step, i, made);
    merged_.remove_step(i);
    for (const std::uint64_t op : epilogue->ops_of_added) std::erase(step.ops, op);
    return true;
  }

  // The convolution that makes the buffer for one reader, and has no epilogue yet.
  Convolution* bare_convolution(int buffer) {
    if (maker(buffer) < 0 || uses_.readers[static_cast<std::size_t>(buffer)] != 1) return nullptr;
    Convolution* const convolution = forward_convolution(maker_of(buffer));
    return convolution && !convolution->epilogue.any() ? convolution : nullptr;
  }

  // The step that makes the buffer, counting steps merged so far.
  int maker(int buffer) const { return uses_.maker[static_cast<std::size_t>(merged_.now(buffer))]; }
  Step& maker_of(int buffer) { return program_.steps[static_cast<std::size_t>(maker(buffer))]; }

  // The buffer then holds the sum, the value of `ops`.
  void add_bias(Convolution& convolution, int buffer, int bias,
                const std::vector<std::uint64_t>& ops) {
    Step& step = maker_of(buffer);
    convolution.epilogue.bias = true;
    step.reads.push_back(bias);
    step.ops.insert(step.ops.end(), ops.begin(), ops.end());
    program_.buffers[static_cast<std::size_t>(buffer)].values = ops;
  }

  Program& program_;
  const BufferUses uses_;
  MergedSteps merged_;
};

void merge_epilogues(Program& program) {
  EpilogueMerge(program).run();
}

}  // namespace

void merge_epilogues_into_convolutions(Program& program) {
  for_each_program(program, merge_epilogues);
}

}  // namespace ng
