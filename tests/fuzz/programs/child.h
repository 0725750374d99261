// SPDX-License-Identifier: Apache-2.0
// Runs a function in a child process, so that a crash becomes an ordinary result.
#pragma once

#include <functional>
#include <string>

namespace ng::fuzz {

// Returns the result of `work`, "crashed with signal 11" or "ended with exit status 1". The calling
// process must have one thread.
std::string in_child(const std::function<std::string()>& work);

}  // namespace ng::fuzz
