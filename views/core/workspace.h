// SPDX-License-Identifier: Apache-2.0
// All that a view is given. The members outlive every view. Colours come from Theme::current().
#pragma once

#include "views/core/editor.h"
#include "views/core/jobs.h"
#include "views/core/scripts.h"
#include "views/core/selection.h"
#include "views/core/session.h"
#include "views/core/theme.h"

namespace ng::views {

struct Workspace {
  Session& session;
  Selection& selection;
  Jobs& jobs;
  Scripts* scripts = nullptr;  // null: this window runs none
  Editor* editor = nullptr;    // null: this window only shows
};

}  // namespace ng::views
