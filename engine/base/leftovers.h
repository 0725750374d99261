// SPDX-License-Identifier: Apache-2.0
// Temporary files of saves that were killed.
#pragma once

#include <sys/types.h>

#include <string>

namespace ng {

// ".ngraph-123-0.tmp": what process `pid` writes before it renames it.
std::string temporary_name(pid_t pid, unsigned number);

// Removes such files from `folder`: this user's, untouched for an hour, of a process that is gone.
// Looks once at each folder. Any thread; trouble is passed over in silence.
void sweep_leftovers(const std::string& folder);

}  // namespace ng
