// SPDX-License-Identifier: Apache-2.0
// The strip shows warnings and errors until the next compilation or until it is closed. Messages
// about the document's file stay until the file is reloaded, since a compilation does not resolve
// them.
#include "app/window/message_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_name.h"
#include "engine/records/op_record.h"
#include "engine/records/plan_record.h"
#include "views/widgets/source_chooser.h"

namespace ng::views {
namespace {

// The diagnostic's details in one line, worded as on the command line.
QString factsOf(const Diagnostic& diagnostic) {
  QStringList facts;
  const auto add = [&](const char* label, const std::string& value) {
    if (!value.empty()) facts << QString("%1: %2").arg(label, QString::fromStdString(value));
  };
  add("where", diagnostic.where);
  add("found", diagnostic.found);
  add("expected", diagnostic.expected);
  return facts.join(QString::fromUtf8("  ·  "));
}

}  // namespace

MessageStrip::MessageStrip(Workspace& workspace, QWidget* parent)
    : QFrame(parent),
      workspace_(workspace),
      icon_(new QLabel),
      words_(new QLabel),
      facts_(new QLabel),
      place_(new QToolButton),
      give_(new QToolButton) {
  setObjectName("messageStrip");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 3, 6, 3);
  row->setSpacing(metrics::grid);
  words_->setWordWrap(true);
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  place_->setText("Show op");
  place_->setToolTip("Go to the op that the message is about");
  give_->setText(QString::fromUtf8("Choose source…"));
  give_->setToolTip("Choose where the placeholder gets its values");
  auto* details = new QToolButton;
  details->setText("Messages");
  details->setToolTip("Show all messages");
  auto* close = new QToolButton;
  close->setIcon(Theme::current().icon("close"));
  close->setToolTip("Close");
  row->addWidget(icon_);
  auto* column = new QVBoxLayout;
  column->setSpacing(0);
  column->addWidget(words_);
  column->addWidget(facts_);
  facts_->setWordWrap(true);
  facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  facts_->setFont(Theme::current().captionFont());
  facts_->setForegroundRole(QPalette::PlaceholderText);
  row->addLayout(column, 1);
  row->addWidget(give_);
  row->addWidget(place_);
  row->addWidget(details);
  row->addWidget(close);
  hide();
  connect(place_, &QToolButton::clicked, this, &MessageStrip::goToOp);
  connect(give_, &QToolButton::clicked, this, [this] { emit sourceWanted(shown_.ops.front()); });
  connect(details, &QToolButton::clicked, this, &MessageStrip::detailsWanted);
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  connect(&workspace_.messages, &Messages::message, this, &MessageStrip::say);
  connect(&workspace_.compilations, &Compilations::compilationStarted, this, [this] {
    if (!isOfFile()) hide();
  });
  connect(&workspace_.documents, &Documents::documentChanged, this, [this] {
    if (isOfFile() && !(workspace_.editor && workspace_.editor->editing())) hide();
  });
  connect(&workspace_.run, &Run::runChanged, this, &MessageStrip::followRun);
  connect(&Theme::current(), &Theme::changed, this, &MessageStrip::followTheme);
}

// A new run clears the message that ended the previous one.
void MessageStrip::followRun() {
  const bool before = std::exchange(running_, workspace_.run.status().state == RunState::running);
  if (running_ && !before && shown_.severity == Severity::error) hide();
}

void MessageStrip::forget(const QString& path) {
  const QString name = path.section('/', -1);
  const QString all = QString::fromStdString(to_string(shown_));
  if (!name.isEmpty() && all.contains(name)) hide();
}

bool MessageStrip::isOfFile() const {
  const DocumentRecordPtr document = workspace_.documents.document();
  return document && shown_.where == document->path;
}

bool MessageStrip::lacksSource() const {
  const DocumentRecordPtr document = workspace_.documents.document();
  if (!document || shown_.ops.empty() || !workspace_.editor) return false;
  const OpRecord* op = document->graph->find(shown_.ops.front());
  return op && op->traits.kind == OpKind::placeholder &&
         givenTo(workspace_.plans.plan(), full_name(*op)).source.empty();
}

QString MessageStrip::text() const {
  if (isHidden()) return {};
  return facts_->isHidden() ? words_->text() : words_->text() + '\n' + facts_->text();
}

void MessageStrip::say(const Diagnostic& diagnostic) {
  if (diagnostic.severity == Severity::note) return;
  shown_ = diagnostic;
  QString words = QString::fromStdString(diagnostic.what);
  if (!words.endsWith('.')) words += '.';
  if (!diagnostic.action.empty()) {
    QString action = QString::fromStdString(diagnostic.action);
    action[0] = action[0].toUpper();
    words += "  " + action;
  }
  words_->setText(words);
  facts_->setText(factsOf(diagnostic));
  facts_->setVisible(!facts_->text().isEmpty());
  words_->setToolTip(QString::fromStdString(to_string(diagnostic)));
  place_->setVisible(!diagnostic.ops.empty());
  give_->setVisible(lacksSource());
  followTheme();
  show();
}

void MessageStrip::goToOp() {
  workspace_.selection.selectOp(shown_.ops.front());
  workspace_.selection.reveal(Facet::op);
}

void MessageStrip::followTheme() {
  const Colours& c = Theme::current().colours();
  const bool error = shown_.severity == Severity::error;
  icon_->setPixmap(Theme::current()
                       .icon(error ? "error" : "warning")
                       .pixmap(QSize(16, 16), devicePixelRatioF()));
  setStyleSheet(QString("#messageStrip { background: %1; border-bottom: 1px solid %2; }")
                    .arg((error ? c.removedRow : c.changedRow).name(), c.separator.name()));
}

}  // namespace ng::views
