// SPDX-License-Identifier: Apache-2.0
// Sources of timelines: trace files and pinned runs; export.
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMetaObject>
#include <QPointer>
#include <QSignalBlocker>

#include "engine/trace/trace_file.h"
#include "views/timeline/timeline_view.h"

namespace ng::views {
namespace {

const char* traceFilter = "Traces (*.json *.pftrace *.perfetto-trace);;All files (*)";

}  // namespace

void TimelineView::refreshSources() {
  const QSignalBlocker quiet(source_), still(compared_);
  source_->clear();
  compared_->clear();
  compared_->addItem(tr("no comparison"));
  for (const Source& source : sources_) {
    source_->addItem(source.title);
    compared_->addItem(tr("compare with %1").arg(source.title));
  }
  source_->setCurrentIndex(showing_);
  compared_->setCurrentIndex(comparing_ + 1);
  compared_->setEnabled(sources_.size() > 1);
}

void TimelineView::showSource(int source) {
  if (source < 0 || source >= sources()) return;
  showing_ = source;
  if (comparing_ == showing_) comparing_ = -1;
  workspace_.selection.selectRange(std::nullopt);
  refreshSources();
  refresh();
  canvas_->fit();
}

void TimelineView::compareWith(int source) {
  comparing_ = source == showing_ || source >= sources() ? -1 : source;
  refreshSources();
  refresh();
  canvas_->fit();
}

// Copies the timeline, because the run's own one keeps growing or is restarted.
void TimelineView::pin() {
  const TimelinePtr timeline = shown();
  if (!timeline || timeline->empty()) return;
  auto kept = std::make_shared<Timeline>(*timeline);
  const QString title = tr("pinned %1: %2").arg(sources()).arg(sources_[0].title);
  kept->title = title.toStdString();
  sources_.push_back({title, std::move(kept)});
  comparing_ = sources() - 1;
  refreshSources();
  refresh();
}

void TimelineView::chooseTrace() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open a trace"), {}, traceFilter);
  if (!path.isEmpty()) openTrace(path);
}

void TimelineView::openTrace(const QString& path) {
  trouble_->hide();
  const QString title = QFileInfo(path).fileName();
  const QPointer<TimelineView> view(this);
  workspace_.jobs.start(
      tr("Reading %1").arg(title), [view, path, title](JobContext& context) -> Jobs::Done {
        const auto hand = [view, title](Timeline timeline, bool whole) {
          auto made = std::make_shared<Timeline>(std::move(timeline));
          return [view, title, made, whole] {
            if (view) view->traceRead(title, std::move(*made), whole);
          };
        };
        TraceReading reading;
        reading.progress = [&context](double fraction) {
          context.progress(fraction);
          return !context.cancelled();
        };
        reading.first = [&](Timeline first) {
          QMetaObject::invokeMethod(view, hand(std::move(first), false), Qt::QueuedConnection);
        };
        try {
          return hand(read_trace(path.toStdString(), reading), true);
        } catch (const Error& error) {
          if (error.kind() == ErrorKind::cancelled) return {};
          const Diagnostic diagnostic = error.diagnostic();
          return [view, diagnostic] {
            if (view) view->complain(diagnostic);
          };
        }
      });
}

// The complete trace replaces its first part.
void TimelineView::traceRead(const QString& title, Timeline timeline, bool whole) {
  const std::vector<std::string> notes = timeline.notes;
  timeline.title = title.toStdString();
  const QString part = title + tr(" (reading…)");
  auto made = std::make_shared<Timeline>(std::move(timeline));
  const auto begun = std::find_if(sources_.begin() + 1, sources_.end(),
                                  [&](const Source& source) { return source.title == part; });
  Source& source = begun == sources_.end() ? sources_.emplace_back() : *begun;
  source = {whole ? title : part, std::move(made)};
  const int index = static_cast<int>(&source - sources_.data());
  if (begun == sources_.end() || showing_ == index || whole) showSource(index);
  if (whole && isVisible()) canvas_->setFocus();
  if (!whole || notes.empty()) return;
  Diagnostic diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.what = "the trace was read only partially";
  diagnostic.where = title.toStdString();
  for (const std::string& note : notes)
    diagnostic.found += (diagnostic.found.empty() ? "" : "; ") + note;
  complain(diagnostic);
}

void TimelineView::complain(const Diagnostic& diagnostic) {
  QString text = QString::fromStdString(to_string(diagnostic));
  trouble_->setText(text.replace(u'\n', QStringLiteral("  ·  ")));
  trouble_->setToolTip(QString::fromStdString(to_string(diagnostic)));
  trouble_->show();
  refresh();
  emit workspace_.messages.message(diagnostic);
}

void TimelineView::chooseExport() {
  const QString path = QFileDialog::getSaveFileName(this, tr("Export the timeline"),
                                                    QStringLiteral("trace.json"), traceFilter);
  if (!path.isEmpty()) exportTrace(path);
}

bool TimelineView::exportTrace(const QString& path) {
  const TimelinePtr timeline = shown();
  if (!timeline) return false;
  try {
    write_trace(path.toStdString(), *timeline);
    return true;
  } catch (const Error& error) {
    complain(error.diagnostic());
    return false;
  }
}

}  // namespace ng::views
