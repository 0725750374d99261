// SPDX-License-Identifier: Apache-2.0
#include "app/link/pipeline_steps.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ng::views {
namespace {

QString described(const PipelineChoice& from, const PipelineChoice& to) {
  if (to.full()) return "Reset the pipeline";
  if (from.order != to.order) return "Reorder the passes";
  const auto named = [](const char* verb, const auto& larger, const auto& smaller) {
    std::vector<std::string> names;
    std::set_difference(larger.begin(), larger.end(), smaller.begin(), smaller.end(),
                        std::back_inserter(names));
    return names.empty() ? QString() : QString(verb) + QString::fromStdString(names.front());
  };
  const QString off = named("Disable ", to.disabled, from.disabled);
  return off.isEmpty() ? named("Enable ", from.disabled, to.disabled) : off;
}

}  // namespace

void PipelineSteps::set(const PipelineChoice& choice) {
  if (choice == now) return;
  past_.push_back(std::exchange(now, choice));
  future_.clear();
}

void PipelineSteps::undo() {
  if (past_.empty()) return;
  future_.push_back(std::exchange(now, past_.back()));
  past_.pop_back();
}

void PipelineSteps::redo() {
  if (future_.empty()) return;
  past_.push_back(std::exchange(now, future_.back()));
  future_.pop_back();
}

QString PipelineSteps::undoName() const {
  return past_.empty() ? QString() : described(past_.back(), now);
}

QString PipelineSteps::redoName() const {
  return future_.empty() ? QString() : described(now, future_.back());
}

}  // namespace ng::views
