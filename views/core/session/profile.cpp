// SPDX-License-Identifier: Apache-2.0
#include "views/core/session/profile.h"

#include "views/core/session/source.h"

namespace ng::views {

Profile::Profile(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::timeline)) emit timelineChanged();
  });
}

TimelinePtr Profile::timeline() const {
  return source_.state().profile.timeline;
}

void Profile::recordTimeline(bool on) {
  source_.take(command::RecordTimeline{on});
}

double Profile::timesPace() const {
  return source_.state().profile.timesPace;
}

std::map<std::string, double> Profile::fullSpeedTimes() const {
  return source_.state().profile.fullSpeedTimes;
}

}  // namespace ng::views
