// SPDX-License-Identifier: Apache-2.0
// Look-up of ops by key and by name, in all graphs of a session.
#pragma once

#include "views/core/session/session.h"

namespace ng::views {

const OpRecord* opRecord(const Session& session, OpId op);  // null: not found
QString nameOf(const Session& session, OpId op);            // "op 12" if not found
// Searches the user's graph first; 0: not found.
OpId opNamed(const Session& session, const QString& name);

}  // namespace ng::views
