// SPDX-License-Identifier: Apache-2.0
// All ranks must run the same program, on the same input.
#pragma once

#include <string>
#include <string_view>

#include "engine/runtime/ranks/communicator.h"

namespace ng {

// Compares the ranks' hashes of program `name`, of any one length; a collective call. Throws a user
// Error on all ranks that names those whose hash differs from that of most ranks. `axis`: that of
// the mesh along which these are the ranks; empty: all ranks.
void check_same_program(Communicator& communicator, std::string_view hash, const std::string& name,
                        const std::string& axis = {});

// The same for what all ranks must read besides the program: `what` is "checkpoints".
void check_same_input(Communicator& communicator, std::string_view hash, const std::string& what);
// And for the values that a program feeds.
void check_same_call(Communicator& communicator, std::string_view hash,
                     const std::string& computation);

}  // namespace ng
