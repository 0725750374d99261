// SPDX-License-Identifier: Apache-2.0
// SavedSession: a source that also shows saved files, with the subjects that views use.
#pragma once

#include "app/saved/saved_source.h"
#include "views/core/session/subjects.h"

namespace ng::views {

struct SavedSession : SavedSource, Subjects {
  // `live`: a session that outlives this object.
  template <class Live>
  explicit SavedSession(Live& live)
      : SavedSource(live, live.messages),
        Subjects(static_cast<SavedSource&>(*this), live.messages) {}
};

}  // namespace ng::views
