// SPDX-License-Identifier: Apache-2.0
#include "views/core/session/checkpoints.h"

#include "views/core/session/source.h"

namespace ng::views {

namespace {

// One visitor made of lambdas.
template <class... Lambdas>
struct Overloaded : Lambdas... {
  using Lambdas::operator()...;
};

}  // namespace

Checkpoints::Checkpoints(Source& source) : source_(source) {
  connect(&source, &Source::happened, this, [this](const Event& event) {
    std::visit(
        Overloaded{[&](const event::CheckpointSaved& e) { emit saved(e.path); },
                   [&](const event::CheckpointNotSaved& e) { emit notSaved(e.path); },
                   [&](const event::StateKept& e) { emit kept(e.path, e.written); },
                   [&](const event::KeptRestored& e) { emit keptRestored(e.path); },
                   [&](const event::MatchNeeded& e) { emit matchNeeded(e.match); },
                   [&](const event::Matched& e) { emit matched(e.match); },
                   [&](const event::MatchRestored& e) { emit matchRestored(e.path, e.restored); },
                   [&](const event::MatchRefused& e) { emit matchRefused(e.diagnostic); },
                   [](const auto&) {}},
        event);
  });
}

void Checkpoints::save(const QString& path) {
  source_.take(command::SaveCheckpoint{path});
}

void Checkpoints::restore(const QString& path) {
  source_.take(command::RestoreCheckpoint{path});
}

void Checkpoints::match(const QString& path, const BindingChoices& choices) {
  source_.take(command::MatchCheckpoint{path, choices});
}

void Checkpoints::restoreMatched(const QString& path, const BindingChoices& choices) {
  source_.take(command::RestoreMatched{path, choices});
}

void Checkpoints::keep(const QString& path) {
  source_.take(command::KeepState{path});
}

void Checkpoints::restoreKept(const QString& path) {
  source_.take(command::RestoreKept{path});
}

}  // namespace ng::views
