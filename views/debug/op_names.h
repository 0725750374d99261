// SPDX-License-Identifier: Apache-2.0
// Ops by key and by name, in any graph of a session.
#pragma once

#include "views/core/session.h"

namespace ng::views {

const OpRecord* opRecord(const Session& session, OpKey op);  // null: in no graph
QString nameOf(const Session& session, OpKey op);            // "op 12" for one in no graph
OpKey opNamed(const Session& session, const QString& name);  // the user's first; 0: there is none

}  // namespace ng::views
