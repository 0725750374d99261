// SPDX-License-Identifier: Apache-2.0
#include "app/link/worker/query_source.h"

#include <algorithm>

#include "app/link/worker/document_to_run.h"
#include "engine/base/error.h"
#include "engine/records/document_record.h"

namespace ng::views {

// Kept iterations at equal distances, including `around`: as many as fit into the limits.
std::vector<CallBasis> QuerySource::keptCalls(std::int64_t around) const {
  constexpr std::int64_t most = 32, mostBytes = std::int64_t{64} << 20;
  std::int64_t bytes = 1;
  if (const KeptState* state = s_.kept.after(around - 1))
    for (const KeptValue& value : *state)
      bytes += static_cast<std::int64_t>(value.record->value.bytes.size());
  const std::int64_t first = s_.kept.first() + 1,
                     last = std::max(around, s_.program.run->iteration());
  const std::int64_t count = std::min(most, mostBytes / bytes);
  const std::int64_t step =
      std::max<std::int64_t>(1, (last - first) / std::max<std::int64_t>(1, count));
  std::vector<CallBasis> calls;
  for (std::int64_t at = first + (around - first) % step; count > 1 && at <= last; at += step)
    if (const KeptState* state = s_.kept.after(at - 1))
      calls.push_back({at, s_.program.run->arguments_at(at), copyState(*state)});
  return calls;
}

std::optional<QueryBasis> QuerySource::basis(std::int64_t shown, const BasisChoice& choice) {
  std::optional<QueryBasis> basis;
  if (!runs_.ready()) return basis;
  s_.reports.attempt("Starting the query", [&] {
    QueryBasis made;
    if (shown < 0 || shown > s_.program.run->iteration()) shown = s_.at.shown;
    if (s_.at.within() && !s_.at.halfway) shown = s_.program.run->iteration() + 1;
    if (choice.iteration) shown = *choice.iteration;
    if (choice.iteration && s_.kept.after(shown - 1) == nullptr)
      refuse(ErrorKind::index, "iteration " + std::to_string(shown) + " is no longer kept");
    made.iteration = s_.queriedIteration(shown);
    made.computation = s_.program.node;
    if (s_.program.document) made.path = s_.program.document->path;
    made.transformer = s_.program.request.transformer.toStdString();
    made.options = s_.program.pipelineOptions();
    made.arguments = s_.program.run->arguments_at(made.iteration);
    if (const KeptState* state = s_.kept.after(made.iteration - 1)) made.state = copyState(*state);
    if (choice.history) made.history = keptCalls(made.iteration);
    if (choice.document && !s_.program.planned)
      refuse(ErrorKind::runtime, "the edited document is not compiled");
    if (choice.document)
      made.document = std::make_shared<Document>(
          documentToRun(*s_.program.planned, s_.program.request.computation.toStdString()));
    basis = std::move(made);
  });
  return basis;
}

void QuerySource::keepState(const StateCopy& state) {
  if (!runs_.ready() || s_.at.step != 0) return;
  runs_.catchUp();
  set_state(*s_.program.transformer, state);
  s_.kept.replaceLast(*s_.program.transformer);
  s_.reports.note("The run continues from the edited state.", {});
  values_.refresh();
}

}  // namespace ng::views
