// SPDX-License-Identifier: Apache-2.0
// The trials of a bisection of the passes, and the value summaries of a run, as tables.
#pragma once

#include <functional>

#include "engine/analysis/health_log.h"
#include "engine/tables/table_column.h"

namespace ng {

struct TrialRow {
  BisectTrial trial;
  bool first_bad = false;
};
std::vector<TrialRow> trial_rows(const BisectRecord& record);
const Columns<TrialRow>& trial_columns();

struct OpHealth {
  std::string op;  // empty: not known by name
  HealthRow health;
};
std::vector<OpHealth> health_rows(const HealthLog& log,
                                  const std::function<std::string(OpId)>& name_of);
const Columns<OpHealth>& health_columns();

}  // namespace ng
