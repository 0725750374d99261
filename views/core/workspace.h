// SPDX-License-Identifier: Apache-2.0
// The objects passed to every view; they outlive all views. A view uses the subjects that it
// needs: workspace.values, workspace.run. Colours come from Theme::current().
#pragma once

#include "views/core/editor.h"
#include "views/core/jobs.h"
#include "views/core/overlays.h"
#include "views/core/scripts.h"
#include "views/core/selection.h"
#include "views/core/session/session.h"
#include "views/core/theme/theme.h"

namespace ng::views {

struct Workspace : Session {
  Selection& selection;
  Jobs& jobs;
  Scripts* scripts = nullptr;    // null: this window cannot run scripts
  Editor* editor = nullptr;      // null: this window is read-only
  Overlays* overlays = nullptr;  // null: this window shows none
};

}  // namespace ng::views
