// SPDX-License-Identifier: Apache-2.0
// What each subject announces of its source's changes and events.
#include "views/core/session/subjects.h"

#include "views/core/session/event.h"

namespace ng::views {

namespace {

// One visitor made of lambdas.
template <class... Lambdas>
struct Overloaded : Lambdas... {
  using Lambdas::operator()...;
};

}  // namespace

Documents::Documents(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::document)) emit documentChanged();
  });
}

Compilations::Compilations(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::compilation)) emit compilationChanged();
    if (facets.testFlag(StateFacet::kernelTexts)) emit kernelTextsChanged();
    if (facets.testFlag(StateFacet::progress)) emit progressChanged();
  });
  connect(&source, &Source::happened, this, [this](const Event& event) {
    if (std::get_if<event::CompilationStarted>(&event)) emit compilationStarted();
    if (std::get_if<event::CompilationFailed>(&event)) emit compilationFailed();
    if (const auto* other = std::get_if<event::OtherCompilation>(&event))
      emit otherCompilationChanged(other->pass);
  });
}

Pipelines::Pipelines(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::pipelineTrials)) emit pipelineTrialsChanged();
  });
}

Plans::Plans(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::plan)) emit planChanged();
  });
}

Run::Run(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::run)) emit runChanged();
  });
}

Values::Values(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::series)) emit seriesChanged();
    if (facets.testFlag(StateFacet::tensors)) emit tensorsChanged();
  });
}

Profile::Profile(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::timeline)) emit timelineChanged();
  });
}

Faults::Faults(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::faults)) emit faultsChanged();
    if (facets.testFlag(StateFacet::health)) emit healthChanged();
  });
  connect(&source, &Source::happened, this, [this](const Event& event) {
    if (std::get_if<event::StopReached>(&event)) emit stopReached();
  });
}

Queries::Queries(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::queries)) emit queryChanged();
    if (facets.testFlag(StateFacet::whatIf)) emit whatIfChanged();
    if (facets.testFlag(StateFacet::elementOrigin)) emit elementOriginChanged();
  });
  connect(&source, &Source::happened, this, [this](const Event& event) {
    if (const auto* progressed = std::get_if<event::QueryProgressed>(&event))
      emit queryProgressed(progressed->fraction);
  });
}

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

}  // namespace ng::views
