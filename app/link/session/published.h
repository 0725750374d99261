// SPDX-License-Identifier: Apache-2.0
// Access to a source's state and signals, for the objects that maintain them. GUI thread only.
#pragma once

#include "views/core/session/source.h"

namespace ng::views {

struct Published {
  WorkbenchState& state;
  Source& source;

  void changed(StateFacets facets) { emit source.changed(facets); }  // call after setting the state
  void happened(const Event& event) { emit source.happened(event); }
};

}  // namespace ng::views
