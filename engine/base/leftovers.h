// SPDX-License-Identifier: Apache-2.0
// Removes temporary files left by killed processes.
#pragma once

#include <sys/types.h>

#include <string>

namespace ng {

// ".ngraph-123-0.tmp": name of the temporary file that process `pid` writes before renaming it.
std::string temporary_name(pid_t pid, unsigned number);

// Removes such files from `folder` if this user owns them, the process has ended and they were at
// least an hour old when this process looked first. One with this process's pid is then of an
// earlier process: programs of a container have the same pid every time. Scans each folder once per
// process. Thread-safe; errors are ignored.
void sweep_leftovers(const std::string& folder);

}  // namespace ng
