// SPDX-License-Identifier: Apache-2.0
// The status bar's texts and progress.
#include "app/window/status_line.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QProgressBar>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "views/core/document_name.h"
#include "views/core/theme/literal_text.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/number_text.h"
#include "views/widgets/run_text.h"

namespace ng::views {

namespace {

QString compileText(const CompilationRecord& compilation, bool reused) {
  const QString time = microsecondText(compilation.compile_ms * 1000);
  if (reused) return "kept program (compiled " + time + ")";
  return compilation.cached ? "compiled " + time + " (cached)" : "compiled " + time;
}

}  // namespace

StatusLine::StatusLine(Workspace& workspace, QWidget* parent)
    : QStatusBar(parent),
      workspace_(workspace),
      facts_(new ElidedLabel),
      shell_(new QToolButton),
      range_(new QToolButton),
      job_(new QLabel),
      progress_(new QProgressBar),
      state_(new QLabel) {
  setSizeGripEnabled(false);
  setFixedHeight(metrics::row);
  facts_->setContentsMargins(8, 0, 0, 0);
  facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  addWidget(facts_, 1);
  shell_->setAutoRaise(true);
  shell_->setFixedHeight(metrics::row - 2);
  shell_->setMinimumWidth(80);  // so that a long command does not widen the window
  shell_->setFont(Theme::current().monoFont());
  shell_->setCursor(Qt::PointingHandCursor);
  shell_->setFocusPolicy(Qt::TabFocus);
  shell_->setAccessibleName("The last step as a shell command");
  shell_->hide();
  connect(shell_, &QToolButton::clicked, this, [this] {
    QGuiApplication::clipboard()->setText(shell_->property("line").toString());
    showMessage("Copied.", 1500);
  });
  addPermanentWidget(shell_);
  range_->setAutoRaise(true);
  range_->setFixedHeight(metrics::row - 2);
  range_->setIcon(Theme::current().icon("close"));
  range_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  range_->setLayoutDirection(Qt::RightToLeft);
  range_->setToolTip(
      "Tables and colours are limited to the selected time range; click to clear it (Esc)");
  range_->hide();
  connect(range_, &QToolButton::clicked, this,
          [this] { workspace_.selection.selectRange(std::nullopt); });
  connect(&workspace.selection, &Selection::changed, this, &StatusLine::followRange);
  addPermanentWidget(range_);
  state_->setTextFormat(Qt::RichText);
  progress_->setFixedSize(120, 4);
  progress_->setTextVisible(false);
  addPermanentWidget(job_);
  addPermanentWidget(progress_);
  state_->setContentsMargins(8, 0, 10, 0);
  addPermanentWidget(state_);
  connect(&workspace_.documents, &Documents::documentChanged, this, &StatusLine::follow);
  for (auto signal : {&Compilations::compilationStarted, &Compilations::compilationChanged,
                      &Compilations::compilationFailed, &Compilations::progressChanged})
    connect(&workspace_.compilations, signal, this, &StatusLine::follow);
  connect(&workspace_.run, &Run::runChanged, this, &StatusLine::follow);
  connect(&Theme::current(), &Theme::changed, this, &StatusLine::follow);
  auto* tick = new QTimer(this);
  connect(tick, &QTimer::timeout, this, &StatusLine::followJobs);
  tick->setInterval(200);
  connect(&workspace_.jobs, &Jobs::changed, this, [this, tick] {
    workspace_.jobs.idle() ? tick->stop() : tick->start();
    followJobs();
  });
  connect(&workspace_.messages, &Messages::message, this, [this](const Diagnostic& diagnostic) {
    if (diagnostic.severity == Severity::note)
      showMessage(QString::fromStdString(diagnostic.what), 4000);
  });
  follow();
}

// The run state has priority over the command, which may be truncated.
void StatusLine::resizeEvent(QResizeEvent* event) {
  QStatusBar::resizeEvent(event);
  showShellLine(shell_->property("line").toString());
}

void StatusLine::showShellLine(const QString& line) {
  const int widest = std::clamp(width() * 3 / 10, 140, 420);
  shell_->setVisible(!line.isEmpty());
  shell_->setProperty("line", line);
  // Shown without the folder; the copied command contains it.
  const QString folder = QFileInfo(shownFile(workspace_)).path();
  const QString prompt = "$ " + (folder.size() > 1 ? QString(line).remove(folder + "/") : line);
  shell_->setText(literalText(shell_->fontMetrics().elidedText(prompt, Qt::ElideMiddle, widest)));
  shell_->setToolTip(line + "\n\nThe last step as a shell command. Click to copy it.");
}

// Body ops of a fused op are not counted as further ops.
std::int64_t StatusLine::OpCount::of(const GraphRecordPtr& graph) {
  if (graph_.lock() != graph)
    ops_ = std::count_if(graph->ops.begin(), graph->ops.end(),
                         [](const OpRecord& op) { return op.kernel == 0; });
  graph_ = graph;
  return ops_;
}

QString StatusLine::facts() const {
  const DocumentRecordPtr document = workspace_.documents.document();
  if (!document) return "Open a document, or drop one here.";
  QStringList parts;
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  // Of two documents that are compared, the compilation's first graph is the other one's.
  const bool alone = compilation && !workspace_.documents.difference();
  const GraphRecordPtr graph = alone ? compilation->as_written() : document->graph;
  if (graph) parts << countText(shownOps_.of(graph), "op");
  parts << countText(document->parameters, "parameter");
  if (compilation) {
    parts << countText(static_cast<std::int64_t>(compilation->kernels.size()), "kernel");
    parts << byteText(compilation->peak_bytes) + " peak";
    parts << compileText(*compilation, workspace_.compilations.keptPrograms().reused);
  }
  if (workspace_.run.status().microsecondsPerStep > 0)
    parts << microsecondText(workspace_.run.status().microsecondsPerStep) + "/step";
  return parts.join(QString::fromUtf8(" · "));
}

QString StatusLine::state() const {
  return stateText(workspace_);
}

void StatusLine::followRange() {
  const auto& range = workspace_.selection.state().range;
  range_->setVisible(range.has_value());
  range_->setText(range ? "range " + rangeText(range->from * 1e9, range->to * 1e9) : QString());
}

QString StatusLine::rangeChip() const {
  return range_->isHidden() ? QString() : range_->text();
}

void StatusLine::follow() {
  facts_->setText(facts());
  const QString words = state();
  const QColor dot = stateColour(workspace_);
  state_->setText(words.isEmpty() ? QString()
                                  : QString::fromUtf8("<span style='color:%1'>●</span> %2")
                                        .arg(dot.name(), words.toHtmlEscaped()));
  followJobs();
}

QString StatusLine::compileJob(const Progress& compile, const JobInfo& job) {
  const double seconds = static_cast<double>(job.milliseconds) / 1000;
  const DocumentRecordPtr document = workspace_.documents.document();
  const bool drawn = document && document->graph;
  const QString stage = stageText(compile, drawn ? compiledOps_.of(document->graph) : 0);
  estimate_.note(compile, seconds);
  const QString left = timeLeftText(estimate_.secondsLeft(seconds));
  return left.isEmpty() ? stage : stage + QString::fromUtf8(" · ") + left;
}

QString StatusLine::job() const {
  return job_->isHidden() ? QString() : job_->text();
}

void StatusLine::followJobs() {
  const std::vector<JobInfo> running = workspace_.jobs.running();
  const Progress compile = workspace_.compilations.compileProgress();
  const bool shown = !running.empty() && running.front().milliseconds > 150;
  job_->setVisible(shown);
  progress_->setVisible(shown);
  if (!shown) return;
  const JobInfo& longest = running.front();
  const bool compiling = longest.name == "compile" && compile.busy;
  const std::optional<double> fraction = compiling ? compile.fraction : longest.fraction;
  job_->setText((compiling ? compileJob(compile, longest) : longest.name) + "   Shift+F5 stops");
  progress_->setRange(0, fraction ? 1000 : 0);
  progress_->setValue(static_cast<int>(std::lround(fraction.value_or(0) * 1000)));
}

}  // namespace ng::views
