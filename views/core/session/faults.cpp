// SPDX-License-Identifier: Apache-2.0
#include "views/core/session/faults.h"

#include "views/core/session/source.h"

namespace ng::views {

Faults::Faults(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::faults)) emit faultsChanged();
    if (facets.testFlag(StateFacet::health)) emit healthChanged();
  });
  connect(&source, &Source::happened, this, [this](const Event& event) {
    if (std::get_if<event::StopReached>(&event)) emit stopReached();
  });
}

std::vector<BreakpointRecord> Faults::breakpoints() const {
  return source_.state().faults.breakpoints;
}

void Faults::setBreakpoint(const BreakpointRecord& breakpoint) {
  source_.take(command::SetBreakpoint{breakpoint});
}

void Faults::removeBreakpoint(OpKey op) {
  source_.take(command::RemoveBreakpoint{op});
}

std::vector<WatchRecord> Faults::watches() const {
  return source_.state().faults.watches;
}

void Faults::setWatches(const std::vector<WatchRecord>& watches) {
  source_.take(command::SetWatches{watches});
}

std::optional<StopRecord> Faults::stopped() const {
  return source_.state().faults.stopped;
}

HealthLogPtr Faults::health() const {
  return source_.state().faults.health;
}

void Faults::watchHealth(bool on) {
  source_.take(command::WatchHealth{on});
}

bool Faults::watchesHealth() const {
  return source_.state().faults.watchesHealth;
}

}  // namespace ng::views
