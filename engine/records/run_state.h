// SPDX-License-Identifier: Apache-2.0
// States of a run.
#pragma once

#include "engine/base/enum_names.h"

namespace ng {

enum class RunState { idle, running, paused, finished, failed, cancelled };
constexpr auto names_of(RunState) {
  return std::to_array<std::string_view>(
      {"idle", "running", "paused", "finished", "failed", "cancelled"});
}

}  // namespace ng
