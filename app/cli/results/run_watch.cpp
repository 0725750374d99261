// SPDX-License-Identifier: Apache-2.0
#include "app/cli/results/run_watch.h"

#include <cmath>

#include "app/cli/table_output.h"
#include "engine/graph/graph.h"
#include "engine/graph/value_name.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/values/op_expression.h"
#include "engine/records/values/value_summary.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "engine/session/graph_record.h"

namespace ng::cli {
namespace {

// What follows the ':' of --break, of which the user chose whether there is a space.
std::string conditionText(const std::string& text) {
  return (text.starts_with(' ') ? ":" : ": ") + text;
}

bool isOp(const Document& document, const std::string& name) {
  try {
    document.find(name);
    return true;
  } catch (const Error& error) {
    return error.kind() != ErrorKind::key;  // several ops have the name
  }
}

}  // namespace

RunWatch::RunWatch(const Arguments& arguments, const Document& document)
    : wantsHealth_(arguments.has("--health")) {
  for (const std::string& text : arguments.values("--break")) add(text, true, document);
  for (const std::string& text : arguments.values("--watch")) add(text, false, document);
}

// A breakpoint without an expression always stops.
void RunWatch::add(const std::string& text, bool stops, const Document& document) {
  const OpExpression parts = divide_op_expression(
      text, [&document](const std::string& name) { return isOp(document, name); });
  const std::string usual = stops ? "1" : "mean";
  Seen seen{document.find(parts.op),
            ValueExpression(parts.expression.empty() ? usual : parts.expression),
            stops,
            {}};
  if (!seen.op.value().has_type())
    refuse(ErrorKind::value,
           describe(seen.op.value()) + " has no value: it only orders or assigns");
  seen_.push_back(std::move(seen));
}

void RunWatch::addTo(CompileOptions& options) const {
  for (const Seen& seen : seen_) options.watched.push_back(seen.op.value());
  if (wantsHealth_) options.keep_record = true;
}

void RunWatch::follow(const Computation& computation) {
  computation_ = computation;
  if (wantsHealth_) health_ = std::make_unique<HealthWatch>(computation);
  if (!health_) return;
  const CompilationRecordPtr record = make_record(computation.compilation());
  const auto note = [this](const GraphRecordPtr& graph) {
    for (const OpRecord& op : graph->ops) names_.emplace(op.id, op.name);
  };
  note(record->as_written());
  for (const PassRecord& pass : record->passes) note(pass.after);
}

bool RunWatch::step(TrainingRun& run) {
  const bool due = health_->is_due(run.iteration() + 1);
  const bool more =
      due ? run.step([this](std::size_t done) { health_->stepped(done); }) : run.step();
  health_->called();
  log_.add(health_->take());
  return more;
}

void RunWatch::afterCall(const TrainingRun& run) {
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    Seen& seen = seen_[i];
    seen.value = seen.expression(computation_.watched(i), axis_records(seen.op.axes()));
    if (!seen.stops || *seen.value == 0 || std::isnan(*seen.value) || stopped()) continue;
    stopOp_ = seen.op.id();
    stop_ = "stopped at " + display_name(seen.op.value()) + " in iteration " +
            std::to_string(run.iteration()) +
            (seen.expression.text() == "1" ? "" : conditionText(seen.expression.text()));
  }
}

std::string RunWatch::callText() const {
  std::string text;
  for (const Seen& seen : seen_)
    if (!seen.stops && seen.value)
      text += display_name(seen.op.value()) + ":" + seen.expression.text() + " = " +
              number(*seen.value) + "\n";
  return text;
}

std::vector<OpHealth> RunWatch::healthRows() const {
  return health_rows(log_, [this](OpId op) {
    const auto name = names_.find(op);
    return name == names_.end() ? std::string() : name->second;
  });
}

std::string RunWatch::endText() const {
  std::string text = stopped() ? stop_ + "\n" : "";
  if (!health_) return text;
  const double part = log_.seconds_run() > 0 ? 100 * log_.seconds_spent() / log_.seconds_run() : 0;
  char share[64];
  std::snprintf(share, sizeof share, "%.1f %% of the run time was spent on health checks\n", part);
  return text +
         tableText(health_columns(),
                   {"op", "elements", "min", "max", "mean", "nans", "infs", "iteration", "seen",
                    "first_non_finite"},
                   healthRows()) +
         share;
}

Json RunWatch::callJson() const {
  Json watches = Json::object();
  for (const Seen& seen : seen_)
    if (!seen.stops && seen.value)
      watches[display_name(seen.op.value()) + ":" + seen.expression.text()] =
          numberJson(*seen.value);
  return watches.empty() ? Json() : watches;
}

void RunWatch::addTo(Json& answer) const {
  if (stopped()) answer["stopped"] = {{"op", idJson(stopOp_)}, {"text", stop_}};
  if (!health_) return;
  answer["health"] = {{"seconds", log_.seconds_run()},
                      {"seconds_spent", log_.seconds_spent()},
                      {"summaries", log_.kept().size()},
                      {"ops", rowsJson(health_columns(),
                                       {"op", "id", "elements", "min", "max", "mean", "nans",
                                        "infs", "iteration", "seen", "first_non_finite"},
                                       healthRows())}};
}

}  // namespace ng::cli
