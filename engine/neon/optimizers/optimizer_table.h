// SPDX-License-Identifier: Apache-2.0
// The optimizers by name, for the edit language and dialogs.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "engine/neon/optimizers/optimizer.h"

namespace ng::neon {

struct OptimizerRow {
  const char* name;
  const char* title;
  double learning_rate;  // default
  std::unique_ptr<Optimizer> (*make)(double learning_rate);
};

std::span<const OptimizerRow> optimizer_table();
const OptimizerRow* find_optimizer(std::string_view name);  // null: unknown

}  // namespace ng::neon
