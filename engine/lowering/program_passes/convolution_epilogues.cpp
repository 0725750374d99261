// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/convolution_epilogues.h"

#include "engine/lowering/program_passes/buffer_uses.h"
#include "engine/lowering/program_passes/merged_steps.h"

namespace ng {
namespace {

Convolution* forward_convolution(Step& step) {
  auto* window = step.as<WindowStep>();
  auto* convolution = window ? std::get_if<Convolution>(window) : nullptr;
  const bool forward = convolution && convolution->makes == Convolution::Makes::outputs;
  return forward ? convolution : nullptr;
}

void merge_epilogues(Program& program) {
  const BufferUses uses = uses_of(program);
  MergedSteps merged(program);
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const Step& epilogue = program.steps[i];
    const auto* work = epilogue.as<KernelStep>();
    const auto* form = work ? std::get_if<ConvolutionEpilogue>(&work->form) : nullptr;
    if (!form) continue;
    const int made = epilogue.reads[static_cast<std::size_t>(form->convolution)];
    const int maker = uses.maker[static_cast<std::size_t>(made)];
    if (maker < 0 || uses.readers[static_cast<std::size_t>(made)] != 1) continue;
    Step& step = program.steps[static_cast<std::size_t>(maker)];
    Convolution* convolution = forward_convolution(step);
    if (!convolution || convolution->bias || convolution->rectify) continue;
    convolution->bias = form->bias.has_value();
    convolution->rectify = form->rectify;
    if (form->bias) step.reads.push_back(epilogue.reads[static_cast<std::size_t>(*form->bias)]);
    merged.merge(step, i, made);
    merged.remove_step(i);
  }
  merged.apply();
}

}  // namespace

void merge_epilogues_into_convolutions(Program& program) {
  for_each_program(program, merge_epilogues);
}

}  // namespace ng
