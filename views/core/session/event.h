// SPDX-License-Identifier: Apache-2.0
// Event: what a source reports once and does not keep in its state.
#pragma once

#include <QString>
#include <variant>

#include "engine/base/error.h"
#include "engine/documents/binding/checkpoint_match.h"

namespace ng::views {

namespace event {

struct CompilationStarted {};
struct CompilationFailed {};  // a message gives the reason; the old record stays
// CompilationState::without has a record for `pass`, or the request was refused.
struct OtherCompilation {
  QString pass;
};
struct StopReached {};  // FaultState::stopped has a new value
struct QueryProgressed {
  double fraction;
};

struct CheckpointSaved {
  QString path;
};
struct CheckpointNotSaved {  // a message gives the reason
  QString path;
};
struct StateKept {
  QString path;
  bool written;  // false: a message gives the reason
};
struct KeptRestored {
  QString path;
};
struct MatchNeeded {
  CheckpointMatch match;
};
struct Matched {
  CheckpointMatch match;
};
struct MatchRestored {
  QString path;
  bool restored;  // false: a message gives the reason
};
struct MatchRefused {
  Diagnostic diagnostic;
};

}  // namespace event

using AnyEvent =
    std::variant<event::CompilationStarted, event::CompilationFailed, event::OtherCompilation,
                 event::StopReached, event::QueryProgressed, event::CheckpointSaved,
                 event::CheckpointNotSaved, event::StateKept, event::KeptRestored,
                 event::MatchNeeded, event::Matched, event::MatchRestored, event::MatchRefused>;

struct Event : AnyEvent {
  using AnyEvent::AnyEvent;
};

}  // namespace ng::views
