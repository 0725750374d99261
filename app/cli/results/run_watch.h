// SPDX-License-Identifier: Apache-2.0
// Observation of runs by `ngraph run`: --break, --watch and --health.
#pragma once

#include <memory>
#include <optional>

#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "engine/analysis/health_watch.h"
#include "engine/neon/training/training.h"
#include "engine/records/values/value_expression.h"
#include "engine/tables/debug_table.h"

namespace ng::cli {

class RunWatch {
 public:
  // Throws UsageError for unknown ops and malformed expressions.
  RunWatch(const Arguments& arguments, const Document& document);

  // Requests that watched ops are stored; fusion is cut there.
  void addTo(CompileOptions& options) const;
  void follow(const Computation& computation);

  bool steps() const { return health_ != nullptr; }  // the run must be made by step()
  bool step(TrainingRun& run);
  void afterCall(const TrainingRun& run);
  bool stopped() const { return !stop_.empty(); }

  std::string callText() const;  // one line per --watch
  std::string endText() const;   // reason of the stop; the table of --health
  void addTo(Json& answer) const;
  Json callJson() const;  // null if nothing is watched

 private:
  struct Seen {
    Op op;
    ValueExpression expression;
    bool stops = false;
    std::optional<Number> value;
  };
  void add(const std::string& text, bool stops, const Document& document);
  std::vector<OpHealth> healthRows() const;

  std::vector<Seen> seen_;
  bool wantsHealth_ = false;
  Computation computation_;
  std::unique_ptr<HealthWatch> health_;
  HealthLog log_;
  std::map<OpId, std::string> names_;
  std::string stop_;
  OpId stopOp_ = 0;
};

}  // namespace ng::cli
