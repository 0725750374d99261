// SPDX-License-Identifier: Apache-2.0
#include "app/saved/saved_source.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/error.h"
#include "engine/formats/documents/compilation_file.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/plan_record.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"
#include "views/core/session/command_variant.h"

namespace ng::views {

namespace {

template <class Any, class... Of>
constexpr bool isOneOf = (std::is_same_v<Any, Of> || ...);

// These commands reach the live source while a file is shown: they end something, or prepare its
// next document. Watches and recorders are counted there.
template <class Any>
constexpr bool reachesLive =
    isOneOf<Any, command::CancelCompilation, command::CancelTrial, command::DropPipelineTrial,
            command::Pause, command::Stop, command::SetPace, command::SetGate, command::Watch,
            command::Unwatch, command::RecordTimeline, command::RemoveBreakpoint,
            command::WatchHealth, command::CancelQuery, command::KeepState>;

// These commands have no effect: a saved compilation has all texts, and values of one iteration.
template <class Any>
constexpr bool isIgnored = isOneOf<Any, command::ReadKernel, command::ShowIteration>;

QString readOnlyText(const ShownCompilation& shown) {
  return shown.difference
             ? QObject::tr(
                   "A comparison can be inspected, not run, edited or compiled: open one "
                   "of the documents for that.")
             : QObject::tr(
                   "A saved compilation can be inspected, not run, edited or compiled: "
                   "open the document for that.");
}

// Values and curves are those of one run.
std::int64_t lastIterationOf(const ShownCompilation& shown) {
  std::int64_t last = 0;
  for (const auto& [op, value] : shown.values) last = std::max(last, value->iteration);
  for (const SeriesRecord& curve : shown.curves)
    if (curve.unit == SeriesUnit::iteration && !curve.x.empty())
      last = std::max<std::int64_t>(last, std::llround(curve.x.back()));
  return last;
}

// A capture's run is after its last iteration.
RunStatus runOf(const ShownCompilation& shown) {
  RunStatus status;
  const std::int64_t last = lastIterationOf(shown);
  if (last == 0) return status;
  status.state = RunState::finished;
  status.iteration = status.lastIteration = last;
  const auto& plan = shown.document->plan;
  if (!plan || plan->computation != shown.record->computation || plan->batches == 0) return status;
  status.batches = plan->batches;
  status.epoch = static_cast<int>(last / plan->batches);
  status.epochs = std::max(plan->epochs, status.epoch);  // the run may have been extended
  status.totalIterations = std::int64_t{status.epochs} * status.batches;
  return status;
}

CompilationState compilationOf(const ShownCompilation& shown,
                               const std::vector<TransformerChoice>& known) {
  CompilationState state;
  state.compilation = shown.record;
  state.computation = QString::fromStdString(shown.record->computation);
  state.computations << state.computation;
  state.transformer = QString::fromStdString(shown.record->transformer);
  TransformerChoice choice{state.transformer, true, QObject::tr("of the saved compilation")};
  for (const TransformerChoice& each : known) {
    if (each.name != choice.name) continue;
    choice.usual = each.usual;
    choice.oracle = each.oracle;
  }
  state.transformers.push_back(choice);
  const QString title = QObject::tr("saved: %1 on %2").arg(state.computation, state.transformer);
  state.past.push_back({title, shown.record, Request::next()});
  return state;
}

// The order is not recorded apart from the passes themselves, which are shown in it.
PipelineChoice pipelineOf(const CompilationRecord& record) {
  PipelineChoice choice;
  for (const PassRecord& pass : record.passes) {
    if (!pass.enabled) choice.disabled.insert(pass.name);
    for (const RuleRecord& rule : pass.rules)
      if (!rule.enabled) choice.disabled.insert(rule.name);
  }
  return choice;
}

// The results that a capture contains.
TensorList resultsOf(const ShownCompilation& shown) {
  TensorList results;
  for (const ComputationRecord& computation : shown.document->computations) {
    if (computation.name != shown.record->computation) continue;
    for (const OpId op : computation.results)
      if (const auto found = shown.values.find(op); found != shown.values.end())
        results.push_back(*found->second);
  }
  return results;
}

}  // namespace

SavedSource::SavedSource(Source& live, Messages& messages) : live_(live), messages_(messages) {
  takeOver();
  connect(&live, &Source::changed, this, &SavedSource::follow);
  connect(&live, &Source::happened, this, [this](const Event& event) {
    takeOver();
    emit happened(event);
  });
}

WorkbenchState SavedSource::stateOf(const ShownCompilation& shown) const {
  WorkbenchState state;
  state.document = {shown.document, readOnlyText(shown), shown.difference};
  state.compilation = compilationOf(shown, live_.state().compilation.transformers);
  state.pipeline.pipeline = pipelineOf(*shown.record);
  state.plan = shown.document->plan;
  state.run = runOf(shown);
  state.values.series = std::make_shared<SeriesList>(shown.curves);
  state.values.results = std::make_shared<TensorList>(resultsOf(shown));
  state.values.tensors = std::make_shared<TensorMap>(shown.values);
  state.profile.timeline = shown.timeline;
  state.faults.health = shown.health;
  return state;
}

// A live document that arrives replaces the file.
void SavedSource::follow(StateFacets facets) {
  const bool document = facets.testFlag(StateFacet::document);
  if (document && live_.state().document.document) leaveFile();
  takeOver();
  emit changed(facets);
}

void SavedSource::takeOver() {
  const WorkbenchState& live = live_.state();
  if (shown_) {
    state_ = ofFile_;
    state_.run.pace = live.run.pace;
    state_.values.watched = live.values.watched;
    state_.faults.watchesHealth = live.faults.watchesHealth;
  } else {
    state_ = live;
  }
}

void SavedSource::leaveFile() {
  shown_.reset();
  ofFile_ = {};
}

// Some commands change the live state without a signal.
void SavedSource::send(const Command& command) {
  live_.take(command);
  takeOver();
}

void SavedSource::take(const Command& command) {
  std::visit(
      [&]<class Any>(const Any& each) {
        if constexpr (requires { handle(each); })
          handle(each);
        else if (!shown_ || reachesLive<Any>)
          send(command);
        else if (!isIgnored<Any>)
          refuse(command);
      },
      command);
}

// Choosing what is shown changes nothing.
void SavedSource::refuse(const Command& command) {
  const auto* computation = std::get_if<command::SetComputation>(&command);
  const auto* transformer = std::get_if<command::SetTransformer>(&command);
  if (computation && computation->name == state_.compilation.computation) return;
  if (transformer && transformer->name == state_.compilation.transformer) return;
  if (std::get_if<command::SetPipeline>(&command)) {
    state_.pipeline.refused = state_.document.readOnly;
    return;
  }
  Diagnostic diagnostic;
  diagnostic.what = state_.document.readOnly.toStdString();
  emit messages_.message(diagnostic);
}

void SavedSource::handle(const command::Open& command) {
  const std::string path = command.path.toStdString();
  if (is_saved_compilation(path)) return start([path] { return readFile(path); });
  asked_.renew();  // an earlier file that is still being read is dropped
  send(command);
}

void SavedSource::handle(const command::CompareDocuments& command) {
  start([first = command.first.toStdString(), second = command.second.toStdString()] {
    return readBoth(first, second);
  });
}

void SavedSource::handle(const command::Close& command) {
  asked_.renew();
  leaveFile();
  takeOver();
  send(command);
}

void SavedSource::start(std::function<ReadFile()> work) {
  pool_.start([this, request = asked_.renew(), work = std::move(work)] {
    std::function<void()> answer;
    try {
      answer = [this, file = work()] { show(file); };
    } catch (const Error& error) {
      answer = [this, diagnostic = error.diagnostic()] { messages_.say(diagnostic); };
    }
    QMetaObject::invokeMethod(
        this,
        [this, request, answer = std::move(answer)] {
          if (asked_.is(request)) answer();
        },
        Qt::QueuedConnection);
  });
}

// Closing the live source announces that everything changed.
void SavedSource::show(const ReadFile& file) {
  shown_ = file.shown;
  ofFile_ = stateOf(*shown_);
  takeOver();
  send(command::Close());
  messages_.say(file.origin);
  for (const Diagnostic& each : file.shown->record->diagnostics) messages_.say(each);
}

}  // namespace ng::views
