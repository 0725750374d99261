// SPDX-License-Identifier: Apache-2.0
// Any command. Apart from the commands themselves, because a variant of so many types takes a
// compiler half a second in each source file that makes or destroys one.
#pragma once

#include <variant>

#include "views/core/session/command.h"

namespace ng::views {

using AnyCommand = std::variant<
    command::Open, command::CompareDocuments, command::Close, command::SetWords,
    command::SetComputation, command::SetTransformer, command::SetRanks, command::CancelCompilation,
    command::ReadKernel, command::CompileWithout, command::SetPipeline, command::SetPassEnabled,
    command::UndoPipeline, command::RedoPipeline, command::TryPipeline, command::CancelTrial,
    command::DropPipelineTrial, command::SetBatchSize, command::SetLength, command::SetDataFolder,
    command::SetEvaluation, command::SetCallbacks, command::SetEpochs, command::Run, command::Pause,
    command::Stop, command::Reset, command::Restart, command::StepOp, command::StepKernel,
    command::StepIteration, command::StepEpoch, command::StepBack, command::RunTo,
    command::RunToNonFinite, command::ShowIteration, command::SetPace, command::SetGate,
    command::Watch, command::Unwatch, command::RecordTimeline, command::SetBreakpoint,
    command::RemoveBreakpoint, command::SetWatches, command::WatchHealth, command::CancelQuery,
    command::CompareValues, command::MeasurePeer, command::BisectPasses, command::PredictScaling,
    command::TryKernel, command::WriteReproducer, command::SetEdits, command::KeepEdits,
    command::Explain, command::SaveCheckpoint, command::RestoreCheckpoint, command::MatchCheckpoint,
    command::RestoreMatched, command::KeepState, command::RestoreKept>;

struct Command : AnyCommand {
  using AnyCommand::AnyCommand;
};

}  // namespace ng::views
