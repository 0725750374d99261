// SPDX-License-Identifier: Apache-2.0
// Look-up of ops by key and by name, in all graphs of a session: the document's first.
#pragma once

#include <QStringList>
#include <string>
#include <vector>

#include "engine/records/values/read_edit.h"
#include "views/core/session/session.h"

namespace ng::views {

const OpRecord* opRecord(const Session& session, OpId op);  // null: not found
QString nameOf(const Session& session, OpId op);            // its title; "op 12" if not found
QStringList namesOf(const Session& session, const std::vector<OpId>& ops);  // all different
// A name by which opNamed() and the command line find the op; empty if it is in no graph.
QString uniqueNameOf(const Session& session, OpId op);
// By a full or short name (engine/records/op_name.h); null: not found. Refuses a name that several
// ops have.
const OpRecord* opNamed(const Session& session, const std::string& name);
// The same for read_edit() and read_element(); a key Error if there is none.
NamedValue valueNamed(const Session& session, const std::string& name);

}  // namespace ng::views
