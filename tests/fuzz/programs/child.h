// SPDX-License-Identifier: Apache-2.0
// Runs a function in a child process, so that a crash is an answer like any other.
#pragma once

#include <functional>
#include <string>

namespace ng::fuzz {

// What `work` returns, or "crashed with signal 11". The calling process has one thread.
std::string in_child(const std::function<std::string()>& work);

}  // namespace ng::fuzz
