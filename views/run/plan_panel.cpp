// SPDX-License-Identifier: Apache-2.0
// Editable rows of the run plan.
#include "views/run/plan_panel.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/records/document_record.h"
#include "engine/records/plan_record.h"
#include "views/core/theme/theme.h"
#include "views/run/plan_sources.h"
#include "views/widgets/number_text.h"
#include "views/widgets/section.h"

namespace ng::views {
namespace {

constexpr int largestLength = 1 << 20, mostEpochs = 1'000'000;

QString text(const std::string& s) {
  return QString::fromStdString(s);
}

QLabel* label(const QString& words, bool dim, const QFont& font) {
  auto* made = new QLabel(words);
  made->setFont(font);
  if (dim) made->setForegroundRole(QPalette::PlaceholderText);
  made->setWordWrap(true);
  QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  made->setSizePolicy(policy);
  made->setToolTip(words);
  return made;
}

QSpinBox* numberField(const QString& name, int value, int least, int most) {
  auto* field = new QSpinBox;
  field->setAccessibleName(name);
  field->setRange(least, most);
  field->setValue(value);
  field->setButtonSymbols(QAbstractSpinBox::NoButtons);
  field->setAlignment(Qt::AlignRight);
  field->setFixedWidth(56);
  field->setKeyboardTracking(false);
  return field;
}

QWidget* rowOf(const QList<QWidget*>& parts) {
  auto* row = new QWidget;
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 2, 0, 2);
  line->setSpacing(metrics::grid);
  for (QWidget* part : parts) line->addWidget(part);
  return row;
}

QString whereFrom(const PlanDataRecord& data) {
  QString words =
      data.folder_by_user ? QObject::tr("files in %1").arg(text(data.origin)) : text(data.origin);
  if (data.samples) words += QObject::tr(" · %1 samples").arg(countText(*data.samples));
  return words;
}

QString fileOf(const Session& session, CallbackKind kind) {
  const DocumentRecordPtr document = session.documents.document();
  const QString base =
      document ? QFileInfo(text(document->path)).completeBaseName() : QStringLiteral("run");
  return base + (kind == CallbackKind::log ? ".jsonl" : ".safetensors");
}

// The lengths of a kept program, and how else it differs from the one in use.
QString programText(const KeptProgramFacts& program, const KeptProgramFacts& used) {
  QStringList words{program.lengths.isEmpty() ? QObject::tr("document's lengths")
                                              : program.lengths};
  if (program.computation != used.computation) words << program.computation;
  if (program.transformer != used.transformer) words << QObject::tr("on ") + program.transformer;
  if (program.pipeline != used.pipeline) words << QObject::tr("other passes");
  return words.join(QString::fromUtf8(" · "));
}

QString wordsOf(const Diagnostic& diagnostic) {
  QString words = text(diagnostic.what);
  // "plan" is omitted: the panel already shows that.
  if (!diagnostic.where.empty() && diagnostic.where != "plan")
    words += "\n" + text(diagnostic.where);
  if (!diagnostic.action.empty()) words += "\n→ " + text(diagnostic.action);
  return words;
}

}  // namespace

PlanPanel::PlanPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      session_(workspace),
      column_(new SectionColumn),
      sources_(new PlanSources(workspace, this)),
      refusal_(new QLabel) {
  refusal_->setWordWrap(true);
  refusal_->setTextFormat(Qt::PlainText);
  refusal_->setMargin(metrics::grid);
  refusal_->hide();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(refusal_);
  column->addWidget(column_, 1);
  connect(&workspace.plans, &Plans::planChanged, this, [this] {
    asked_ = false;
    const std::optional<Diagnostic> why = session_.plans.plan().fault;
    const QString fault = why ? wordsOf(*why) : QString();
    const QString before = std::exchange(fault_, fault);
    // Else keep the message about a refused change.
    if (before != fault || !fault.isEmpty()) say(fault);
    rebuild();
  });
  connect(sources_, &PlanSources::changed, this, &PlanPanel::rebuild);
  connect(sources_, &PlanSources::refused, this, &PlanPanel::say);
  if (workspace.editor) connect(workspace.editor, &Editor::sourceWanted, this, &PlanPanel::wanted);
  connect(&workspace.documents, &Documents::documentChanged, this, &PlanPanel::rebuild);
  connect(&workspace.run, &Run::runChanged, this, &PlanPanel::follow);
  connect(&workspace.messages, &Messages::message, this, &PlanPanel::refused);
  const auto followTheme = [this] {
    const Colours& c = Theme::current().colours();
    QPalette palette = refusal_->palette();
    palette.setColor(QPalette::WindowText, c.error);
    refusal_->setPalette(palette);
  };
  followTheme();
  connect(&Theme::current(), &Theme::changed, this, [this, followTheme] {
    followTheme();
    rebuild();  // headings and lines store colours of the theme
  });
  rebuild();
}

QString PlanPanel::refusal() const {
  return refusal_->isHidden() ? QString() : refusal_->text();
}

void PlanPanel::setCurves(const QStringList& names) {
  if (names == curves_) return;
  curves_ = names;
  rebuild();
}

// Requests a change; messages that arrive before the answer refer to it.
void PlanPanel::change(const std::function<void()>& ask) {
  refusal_->hide();
  asked_ = true;
  // Queued, because the answer may delete the widget that emits the signal.
  QMetaObject::invokeMethod(this, ask, Qt::QueuedConnection);
}

void PlanPanel::refused(const Diagnostic& diagnostic) {
  if (!asked_ || diagnostic.severity == Severity::note) return;
  say(wordsOf(diagnostic));
}

void PlanPanel::say(const QString& words) {
  refusal_->setText(words);
  refusal_->setHidden(words.isEmpty());
}

void PlanPanel::rebuild() {
  sources_->keepTyped();
  column_->clear(true);
  const PlanRecord plan = session_.plans.plan();
  if (plan.computation.empty()) {
    column_->space(metrics::grid);
    column_->paragraph(session_.documents.document() ? tr("This document has no run plan.")
                                                     : tr("Open a document to see its run plan."),
                       true);
    sources_->addTo(*column_, plan);
  } else {
    sources_->addTo(*column_, plan);
    addData(plan);
    plan.lengths.empty() ? addBatch(plan) : addLengths(plan);
    addPrograms();
    addEvaluations(plan);
    addCallbacks(plan);
  }
  if (!curves_.isEmpty()) addCurves();
  column_->end();
  column_->setEnabled(session_.run.status().state != RunState::running);
}

void PlanPanel::follow() {
  // The number of batches per epoch is unknown until the data are read.
  if (std::exchange(batches_, session_.run.status().batches) != session_.run.status().batches)
    return rebuild();
  column_->setEnabled(session_.run.status().state != RunState::running);
}

void PlanPanel::addData(const PlanRecord& plan) {
  if (plan.data.empty()) return;
  column_->heading(tr("Data"));
  for (const PlanDataRecord& data : plan.data) column_->addIndented(dataRow(data));
}

QWidget* PlanPanel::dataRow(const PlanDataRecord& data) {
  const Theme& theme = Theme::current();
  auto* words = new QWidget;
  auto* lines = new QVBoxLayout(words);
  lines->setContentsMargins(0, 0, 0, 0);
  lines->setSpacing(0);
  const QString title = text(data.title);
  const QString brief = title.isEmpty() ? title : QStringLiteral(" · ") + title.section(u':', 0, 0);
  QLabel* name = label(text(data.name) + brief, false, theme.tableFont());
  if (!title.isEmpty()) name->setToolTip(title);
  lines->addWidget(name);
  lines->addWidget(label(whereFrom(data), true, theme.captionFont()));
  if (data.files.empty()) return rowOf({words});
  auto* folder = new QToolButton;
  folder->setText(data.folder_by_user ? tr("Default") : tr("Folder…"));
  folder->setToolTip(data.folder_by_user
                         ? tr("Use the document's own data")
                         : tr("Choose a folder with the real files: %1").arg(text(data.files)));
  folder->setFont(theme.tableFont());
  connect(folder, &QToolButton::clicked, this, [this, data] {
    if (!data.folder_by_user) return chooseFolder(data);
    change([this, data] { session_.plans.setDataFolder(text(data.name), {}); });
  });
  return rowOf({words, folder});
}

void PlanPanel::chooseFolder(const PlanDataRecord& data) {
  const QString folder = QFileDialog::getExistingDirectory(
      this, tr("Folder of %1: %2").arg(text(data.name), text(data.files)));
  if (folder.isEmpty()) return;
  change([this, data, folder] { session_.plans.setDataFolder(text(data.name), folder); });
}

// Of the dimensions that a model's file leaves open, the batch among them.
void PlanPanel::addLengths(const PlanRecord& plan) {
  column_->heading(tr("Lengths"));
  for (const PlanLengthRecord& each : plan.lengths) {
    const QString dimension = text(each.name);
    auto* field = numberField(dimension, static_cast<int>(each.length), 0, largestLength);
    field->setObjectName(QStringLiteral("length_") + dimension);
    field->setToolTip(tr("Length of a dimension that the model's file leaves open"));
    connect(field, &QSpinBox::valueChanged, this, [this, dimension](int length) {
      change([this, dimension, length] { session_.plans.setLength(dimension, length); });
    });
    column_->addIndented(rowOf({field, label(dimension, false, Theme::current().tableFont())}));
  }
}

void PlanPanel::addBatch(const PlanRecord& plan) {
  column_->heading(tr("Batch"));
  if (!plan.batch_size) {
    column_->paragraph(tr("No batch axis · %1 per epoch").arg(countText(plan.batches, tr("call"))),
                       true);
    return;
  }
  auto* field = numberField(tr("Batch size"), static_cast<int>(*plan.batch_size), 1, largestLength);
  field->setObjectName("batch");
  field->setAccessibleName(tr("Batch size"));
  connect(field, &QSpinBox::valueChanged, this, [this](int samples) {
    change([this, samples] { session_.plans.setBatchSize(samples); });
  });
  const int batches = plan.batches > 0 ? plan.batches : session_.run.status().batches;
  const QString each = batches > 0 ? QString::fromUtf8("× ") + countText(batches) +
                                         (batches == 1 ? tr(" batch") : tr(" batches"))
                                   : QString();
  column_->addIndented(
      rowOf({field, label(tr("samples %1").arg(each), true, Theme::current().tableFont())}));
}

// Programs of other lengths, which can be used without compiling; hidden while there are none.
void PlanPanel::addPrograms() {
  const KeptProgramList kept = session_.compilations.keptPrograms();
  if (kept.programs.size() < 2) return;
  const Theme& theme = Theme::current();
  column_->heading(tr("Compiled programs"));
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < kept.programs.size(); ++i) {
    const KeptProgramFacts& program = kept.programs[i];
    const QString use = i > 0         ? tr("kept")
                        : kept.reused ? tr("in use, not recompiled")
                                      : tr("in use");
    QLabel* name = label(programText(program, kept.programs.front()), false, theme.tableFont());
    name->setObjectName("program");
    column_->addIndented(rowOf({name, label(use, true, theme.captionFont())}));
    bytes += program.bytes;
  }
  column_->paragraph(tr("Reused without compiling. The last %1 are kept; constants and initial "
                        "values: %2.")
                         .arg(kept.most)
                         .arg(byteText(bytes)),
                     true);
}

void PlanPanel::addEvaluations(const PlanRecord& plan) {
  if (plan.evaluations.empty()) return;
  column_->heading(tr("After each epoch"));
  for (const PlanEvaluationRecord& evaluation : plan.evaluations) {
    auto* box = new QCheckBox(text(evaluation.name));
    box->setChecked(evaluation.enabled);
    connect(box, &QCheckBox::toggled, this, [this, name = text(evaluation.name)](bool on) {
      change([this, name, on] { session_.plans.setEvaluation(name, on); });
    });
    const QString batches =
        evaluation.batches > 0
            ? countText(evaluation.batches, tr("batch")).replace("batchs", "batches")
            : tr("all data");
    box->setToolTip(tr("Computation %1").arg(text(evaluation.computation)));
    column_->addIndented(rowOf({box, label(batches, true, Theme::current().captionFont())}));
  }
}

void PlanPanel::addCallbacks(const PlanRecord& plan) {
  column_->heading(tr("Callbacks"));
  column_->addIndented(
      callbackRow(plan, CallbackKind::stop_at_non_finite, tr("stop at NaN or infinity"), {}));
  column_->addIndented(callbackRow(plan, CallbackKind::checkpoint, tr("save every"), tr("epochs")));
  column_->addIndented(callbackRow(plan, CallbackKind::log, tr("log every"), tr("epochs")));
}

QWidget* PlanPanel::callbackRow(const PlanRecord& plan, CallbackKind kind, const QString& words,
                                const QString& ending) {
  const auto known =
      std::find_if(plan.callbacks.begin(), plan.callbacks.end(),
                   [&](const PlanCallbackRecord& each) { return each.kind == kind; });
  const bool on = known != plan.callbacks.end();
  PlanCallbackRecord record{kind, 1, {}};
  if (!ending.isEmpty()) record.file = fileOf(session_, kind).toStdString();
  if (on) record = *known;
  const auto put = [this, kind](const std::optional<PlanCallbackRecord>& wanted) {
    change([this, kind, wanted] {
      std::vector<PlanCallbackRecord> all = session_.plans.plan().callbacks;
      std::erase_if(all, [&](const PlanCallbackRecord& each) { return each.kind == kind; });
      if (wanted) all.push_back(*wanted);
      session_.plans.setCallbacks(all);
    });
  };
  auto* box = new QCheckBox(words);
  box->setObjectName(QString::fromUtf8(name(kind)));
  box->setChecked(on);
  connect(box, &QCheckBox::toggled, this,
          [put, record](bool checked) { put(checked ? std::optional(record) : std::nullopt); });
  if (ending.isEmpty()) return rowOf({box});
  box->setToolTip(tr("Writes %1 in the document's folder").arg(text(record.file)));
  auto* every =
      numberField(tr("Interval in epochs"), static_cast<int>(record.every), 1, mostEpochs);
  every->setFixedWidth(40);
  every->setEnabled(on);
  connect(every, &QSpinBox::valueChanged, this, [put, record](int epochs) mutable {
    record.every = epochs;
    put(record);
  });
  return rowOf({box, every, label(ending, true, Theme::current().tableFont())});
}

void PlanPanel::addCurves() {
  column_->heading(tr("Curves"));
  for (const QString& name : curves_) {
    auto* box = new QCheckBox(name);
    box->setChecked(showsCurve(name));
    connect(box, &QCheckBox::toggled, this, [this, name](bool on) {
      if (on)
        hidden_.erase(name);
      else
        hidden_.insert(name);
      emit curvesChanged();
    });
    column_->addIndented(rowOf({box}));
  }
}

}  // namespace ng::views
