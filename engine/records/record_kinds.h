// SPDX-License-Identifier: Apache-2.0
// The enums of records, with their names.
#pragma once

#include "engine/base/enum_names.h"

namespace ng {

// The part of a training step that an op belongs to: input: a source of the user's; loss: a cost
// and its users; gradient: a derivative; update: effects, and ops between gradients and effects.
enum class OpRole { input, forward, loss, gradient, update };
constexpr auto names_of(OpRole) {
  return std::to_array<std::string_view>({"input", "forward", "loss", "gradient", "update"});
}

enum class AxisRole { batch, recurrent, channel };
constexpr auto names_of(AxisRole) {
  return std::to_array<std::string_view>({"batch", "recurrent", "channel"});
}

// What a pass transforms.
enum class PassPhase { graph, program };
constexpr auto names_of(PassPhase) {
  return std::to_array<std::string_view>({"graph", "program"});
}

// library: a call, such as a dot by oneDNN; reference: the op's reference implementation; loop: has
// no kernel of its own, the kernels of its body are listed; collective: ranks exchange values. Only
// generated kernels have texts.
enum class KernelKind { generated, library, copy, reference, loop, collective };
constexpr auto names_of(KernelKind) {
  return std::to_array<std::string_view>(
      {"generated", "library", "copy", "reference", "loop", "collective"});
}

// What feeds a placeholder. schedule: an expression of epoch and iteration; data: generated data or
// a data set; random: resampled at each call; file: a file of arrays.
enum class GivenKind { value, schedule, file, data, random };
constexpr auto names_of(GivenKind) {
  return std::to_array<std::string_view>({"value", "schedule", "file", "data", "random"});
}

// checkpoint: saves the run to a .safetensors file, atomically; stop_at_non_finite: fails the run
// at the first result that is NaN or infinite; log: appends a line of JSON to a .jsonl file: epoch,
// results, evaluations.
enum class CallbackKind { checkpoint, stop_at_non_finite, log };
constexpr auto names_of(CallbackKind) {
  return std::to_array<std::string_view>({"checkpoint", "stop_at_non_finite", "log"});
}

// How the terms of a reduced element combine.
enum class TermCombination { sum, product, maximum, minimum };
constexpr auto names_of(TermCombination) {
  return std::to_array<std::string_view>({"sum", "product", "maximum", "minimum"});
}

// What a bisection of passes limits.
enum class BisectMeasure { error, time };
constexpr auto names_of(BisectMeasure) {
  return std::to_array<std::string_view>({"error", "time"});
}

enum class RunState { idle, running, paused, finished, failed, cancelled };
constexpr auto names_of(RunState) {
  return std::to_array<std::string_view>(
      {"idle", "running", "paused", "finished", "failed", "cancelled"});
}

// What the horizontal axis of a curve counts.
enum class SeriesUnit { iteration, epoch };
constexpr auto names_of(SeriesUnit) {
  return std::to_array<std::string_view>({"iteration", "epoch"});
}

}  // namespace ng
