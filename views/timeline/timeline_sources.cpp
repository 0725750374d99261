// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/timeline_sources.h"

#include <QFileInfo>
#include <QMetaObject>
#include <QPointer>
#include <algorithm>
#include <utility>

#include "engine/analysis/document_difference.h"
#include "engine/records/document_record.h"
#include "engine/trace/trace_file.h"

namespace ng::views {

TimelineSources::TimelineSources(Workspace& workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {
  sources_.push_back({tr("this run"), nullptr});
}

TimelinePtr TimelineSources::shown() const {
  return sources_[static_cast<std::size_t>(showing_)].timeline;
}

TimelinePtr TimelineSources::other() const {
  return comparing_ ? sources_[static_cast<std::size_t>(*comparing_)].timeline : nullptr;
}

void TimelineSources::followRun() {
  sources_[0].timeline = workspace_.profile.timeline();
}

void TimelineSources::followDocument() {
  const DocumentRecordPtr document = workspace_.documents.document();
  const std::string path = document ? document->path : std::string();
  if (path == std::exchange(document_, path) || !document || showing_ == 0) return;
  show(0);
}

bool TimelineSources::followComparison() {
  const DocumentDifferencePtr difference = workspace_.documents.difference();
  const TimelinePtr compared = difference ? difference->timeline_before : nullptr;
  const TimelinePtr known =
      captured_ ? sources_[static_cast<std::size_t>(*captured_)].timeline : nullptr;
  if (compared == known) return false;
  if (captured_) sources_.erase(sources_.begin() + *captured_);
  captured_.reset();
  sources_[0].title = tr("this run");
  if (compared) {
    captured_ = count();
    if (sources_[0].timeline)
      sources_[0].title = QString::fromStdString(sources_[0].timeline->title);
    sources_.push_back({QString::fromStdString(compared->title), compared});
  }
  showing_ = 0;
  comparing_ = captured_;
  return true;
}

void TimelineSources::show(int source) {
  if (source < 0 || source >= count()) return;
  showing_ = source;
  if (comparing_ == showing_) comparing_.reset();
  workspace_.selection.selectRange(std::nullopt);
  emit chosen();
}

void TimelineSources::compareWith(std::optional<int> source) {
  comparing_ = source;
  if (source == showing_ || source >= count()) comparing_.reset();
  emit chosen();
}

// Copies the timeline, because the run's own one keeps growing or is restarted.
void TimelineSources::pin() {
  const TimelinePtr timeline = shown();
  if (!timeline || timeline->empty()) return;
  auto kept = std::make_shared<Timeline>(*timeline);
  const QString title = tr("pinned %1: %2").arg(count()).arg(sources_[0].title);
  kept->title = title.toStdString();
  sources_.push_back({title, std::move(kept)});
  comparing_ = count() - 1;
  emit pinned();
}

// The title of a trace until all of it is read.
QString TimelineSources::partOf(const QString& title) {
  return title + tr(" (reading…)");
}

void TimelineSources::open(const QString& path) {
  const QString title = QFileInfo(path).fileName();
  const QPointer<TimelineSources> sources(this);
  workspace_.jobs.start(
      tr("Reading %1").arg(title), [sources, path, title](JobContext& context) -> Jobs::Done {
        const auto hand = [sources, title](Timeline timeline, bool whole) {
          auto made = std::make_shared<Timeline>(std::move(timeline));
          return [sources, title, made, whole] {
            if (sources) sources->take(title, std::move(*made), whole);
          };
        };
        TraceReading reading;
        reading.progress = [&context](double fraction) {
          context.progress(fraction);
          return !context.cancelled();
        };
        reading.first = [&](Timeline first) {
          QMetaObject::invokeMethod(sources, hand(std::move(first), false), Qt::QueuedConnection);
        };
        try {
          return hand(read_trace(path.toStdString(), reading), true);
        } catch (const Error& error) {
          if (error.kind() == ErrorKind::cancelled) return {};
          const Diagnostic diagnostic = error.diagnostic();
          return [sources, title, diagnostic] {
            if (sources) sources->leave(title, diagnostic);
          };
        }
      });
}

// The part that was read before the failure stays.
void TimelineSources::leave(const QString& title, const Diagnostic& diagnostic) {
  const bool begun = std::any_of(sources_.begin() + 1, sources_.end(), [&](const Source& source) {
    return source.title == partOf(title);
  });
  if (!begun) emit notOpened();
  emit failed(diagnostic);
}

// The complete trace replaces its first part.
void TimelineSources::take(const QString& title, Timeline timeline, bool whole) {
  const std::vector<std::string> notes = timeline.notes;
  timeline.title = title.toStdString();
  const QString part = partOf(title);
  auto made = std::make_shared<Timeline>(std::move(timeline));
  const auto begun = std::find_if(sources_.begin() + 1, sources_.end(),
                                  [&](const Source& source) { return source.title == part; });
  Source& source = begun == sources_.end() ? sources_.emplace_back() : *begun;
  source = {whole ? title : part, std::move(made)};
  const int index = static_cast<int>(&source - sources_.data());
  if (begun == sources_.end() || showing_ == index || whole) show(index);
  if (whole) emit opened();
  if (!whole || notes.empty()) return;
  Diagnostic diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.what = "the trace was read only partially";
  diagnostic.where = title.toStdString();
  for (const std::string& note : notes)
    diagnostic.found += (diagnostic.found.empty() ? "" : "; ") + note;
  emit failed(diagnostic);
}

void TimelineSources::followPeer() {
  const TimelinePtr peer = workspace_.queries.peerTimeline();
  if (!peer || peer == peer_) return;
  peer_ = peer;
  const QString title = QString::fromStdString(peer->title);
  auto at = std::find_if(sources_.begin() + 1, sources_.end(),
                         [&](const Source& source) { return source.title == title; });
  if (at == sources_.end()) at = sources_.insert(sources_.end(), {title, nullptr});
  at->timeline = peer;
  comparing_ = static_cast<int>(at - sources_.begin());
  if (comparing_ == showing_) comparing_.reset();
  emit pinned();
}

bool TimelineSources::exportTo(const QString& path) {
  const TimelinePtr timeline = shown();
  if (!timeline) return false;
  try {
    write_trace(path.toStdString(), *timeline);
    return true;
  } catch (const Error& error) {
    emit failed(error.diagnostic());
    return false;
  }
}

}  // namespace ng::views
