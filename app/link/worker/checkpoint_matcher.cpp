// SPDX-License-Identifier: Apache-2.0
#include "app/link/worker/checkpoint_matcher.h"

#include "engine/documents/binding/suggest_rules.h"
#include "engine/ops/state.h"

namespace ng::views {

CheckpointMatcher::Outcome CheckpointMatcher::restore(const QString& path, CheckpointUse use) {
  Outcome outcome;
  if (!runs_.ready()) return outcome;
  s_.reports.attempt("Restoring", [&] {
    CheckpointSource source(path.toStdString());
    if (source.contents().as_saved) {
      const Checkpoint checkpoint = read_checkpoint(path.toStdString());
      if (fit(checkpoint, s_.program.run->variables()).complete()) {
        outcome.restored = runs_.restore(checkpoint, path, use);
        return;
      }
    }
    CheckpointMatch match = match_checkpoint(source.contents(), s_.program.run->variables(), {});
    if (match.binding.complete())
      outcome.restored = take(source, match.binding, path);
    else
      outcome.open = std::move(match);
  });
  return outcome;
}

CheckpointMatch CheckpointMatcher::match(const QString& path, const BindingChoices& choices) const {
  if (!s_.program.run)
    refuse(ErrorKind::runtime, "The document is not compiled: it has no variables to match.");
  return match_checkpoint(read_checkpoint_contents(path.toStdString()), s_.program.run->variables(),
                          choices);
}

bool CheckpointMatcher::restoreMatched(const QString& path, const BindingChoices& choices) {
  if (!runs_.ready()) return false;
  bool restored = false;
  s_.reports.attempt("Restoring", [&] {
    CheckpointSource source(path.toStdString());
    restored = take(source,
                    bind_checkpoint(source.contents(), s_.program.run->variables(), choices), path);
  });
  return restored;
}

bool CheckpointMatcher::take(CheckpointSource& source, const CheckpointBinding& binding,
                             const QString& path) {
  // Not the values within an iteration or of a kept one that is shown.
  const StateCopy complete = s_.wholeState();
  const auto current = [&](const Op& op) {
    for (const auto& [id, value] : complete)
      if (id == op.id()) return value;
    const std::optional<Tensor> value = s_.program.transformer->value(op);
    return value ? *value : initial_contents(op.node());
  };
  const Checkpoint checkpoint =
      bound_checkpoint(source, binding, {}, s_.program.run->variables(), current);
  s_.program.run->reset();
  return runs_.restore(checkpoint, path, CheckpointUse::saved);
}

}  // namespace ng::views
