// SPDX-License-Identifier: Apache-2.0
#include "views/build/build_view.h"

#include <QAction>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <array>

#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_record.h"
#include "views/build/function_list.h"
#include "views/widgets/code/expression_field.h"
#include "views/widgets/empty_state.h"

namespace ng::views {
namespace {

constexpr int leastHeight = 164;           // the line, its answer, the filter and two functions
constexpr int roomForDocumentation = 300;  // with more of the list

}  // namespace

BuildView::BuildView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      editor_(*workspace.editor),
      field_(new ExpressionField),
      answer_(new QLabel),
      create_(new QToolButton),
      filter_(new QLineEdit),
      fits_(new QToolButton),
      model_(new FunctionModel(editor_.functions(), this)),
      shown_(new FunctionFilter(model_, editor_, this)),
      list_(new FunctionList(shown_, editor_)),
      document_(new QLabel) {
  field_->setPlaceholderText(tr("y = x + 1"));
  field_->words = [this] { return editor_.words(); };
  field_->signature = [this](const QString& word) { return editor_.signature(word); };
  answer_->setWordWrap(true);
  answer_->setTextFormat(Qt::PlainText);
  answer_->setAlignment(Qt::AlignTop);
  answer_->setMinimumHeight(3 * metrics::grid + 10);
  answer_->setFont(Theme::current().captionFont());
  auto* top = new QVBoxLayout;
  top->setContentsMargins(metrics::grid, metrics::grid, metrics::grid, metrics::grid);
  top->setSpacing(6);
  top->addWidget(field_);
  top->addWidget(answer_);
  top->addWidget(create_);
  create_->hide();
  create_->setToolTip(tr("Create what the line needs, then the op (Enter)"));
  connect(create_, &QToolButton::clicked, this, &BuildView::enter);
  top->addWidget(filter_);
  top->addWidget(fits_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(top);
  list_->setMinimumHeight(2 * metrics::row);
  column->addWidget(list_, 1);
  column->addWidget(document_);
  setFocusProxy(field_);
  setMinimumHeight(leastHeight);
  buildFunctions();
  connect(field_, &QLineEdit::textEdited, this, &BuildView::preview);
  connect(field_, &QLineEdit::returnPressed, this, &BuildView::enter);
  connect(field_, &ExpressionField::left, this, &BuildView::toGraph);
  connect(&editor_, &Editor::changed, this, [this] {
    if (field_->text().isEmpty()) preview();
  });
  connect(&editor_, &Editor::functionWanted, this, &BuildView::want);
  connect(&editor_, &Editor::linkDrawn, this, &BuildView::narrow);
  connect(&editor_, &Editor::lineWanted, this, &BuildView::typeLine);
  connect(&Theme::current(), &Theme::changed, this, [this] { preview(); });
  preview();
}

void BuildView::typeLine(const QString& line, int selectFrom, int selectLength) {
  keepTyped();
  field_->setFocus(Qt::OtherFocusReason);
  field_->setText(line);
  if (selectLength > 0) field_->setSelection(selectFrom, selectLength);
  preview();
}

// In a low panel, the list takes the room of the documentation.
void BuildView::resizeEvent(QResizeEvent* event) {
  document_->setVisible(height() >= roomForDocumentation);
  ViewBase::resizeEvent(event);
}

void BuildView::buildFunctions() {
  filter_->setPlaceholderText(tr("Filter the functions"));
  filter_->setClearButtonEnabled(true);
  filter_->setAccessibleName(tr("Filter the functions"));
  fits_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  fits_->setIcon(Theme::current().icon("close"));
  fits_->setToolTip(tr("Show all functions"));
  fits_->hide();
  document_->setWordWrap(true);
  document_->setTextFormat(Qt::RichText);
  document_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  document_->setMargin(metrics::grid);
  document_->setMinimumHeight(112);
  document_->setAlignment(Qt::AlignTop);
  connect(filter_, &QLineEdit::textChanged, this, [this](const QString& words) {
    shown_->setWords(words);
    list_->setCurrentIndex(shown_->index(0, 0));
  });
  connect(filter_, &QLineEdit::returnPressed, this, &BuildView::insertChosen);
  connect(fits_, &QToolButton::clicked, this, &BuildView::forgetWanted);
  connect(list_, &FunctionList::chosen, this, &BuildView::insertChosen);
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          &BuildView::document);
  list_->setCurrentIndex(shown_->index(0, 0));
  document();
}

QString BuildView::answer() const {
  return answer_->text();
}

QString BuildView::documentation() const {
  return document_->text();
}

void BuildView::preview() {
  const QString line = field_->text().trimmed();
  if (!line.isEmpty()) placeholders_.clear();
  if (line != refused_) create_->hide();
  if (line.isEmpty()) {
    field_->setFault(0);
    answer_->setText(done());
    const QColor dim = Theme::current().colours().dimText;
    return answer_->setStyleSheet(QString("color: %1").arg(dim.name()));
  }
  say(editor_.preview(field_->text()), false);
  if (const QString call = openCall(); !call.isEmpty())
    answer_->setText(call + u'\n' + answer_->text());
}

QString BuildView::openCall() const {
  const QString before = field_->text().left(field_->cursorPosition());
  int closed = 0;
  for (qsizetype at = before.size(); at-- > 0;) {
    if (before[at] == u')') ++closed;
    if (before[at] != u'(' || closed-- > 0) continue;
    closed = 0;
    qsizetype start = at;
    while (start > 0 && (before[start - 1].isLetterOrNumber() || before[start - 1] == u'_'))
      --start;
    const QString name = before.mid(start, at - start);
    if (const QString call = editor_.signature(name); call != name) return call;
  }
  return {};
}

// Names placeholders that the last line created, because an unknown name can be a typo.
QString BuildView::done() const {
  if (editor_.undoName().isEmpty()) return tr("Enter creates the op; Tab completes a name.");
  const QString done = tr("Done: %1. Ctrl+Z undoes it.").arg(editor_.undoName());
  if (placeholders_.isEmpty()) return done;
  return done + u'\n' +
         (placeholders_.size() == 1 ? tr("%1 was undefined; created a scalar placeholder.")
                                    : tr("%1 were undefined; created scalar placeholders."))
             .arg(placeholders_.join(", "));
}

// While typing, an incomplete line is not marked as an error.
void BuildView::say(const EditAnswer& answer, bool asked) {
  const Colours& colours = Theme::current().colours();
  const bool ends = !asked && !answer.good && answer.column > field_->text().size();
  field_->setFault(answer.good || ends ? 0 : answer.column);
  answer_->setText(answer.details.isEmpty() ? answer.text : answer.text + "\n" + answer.details);
  const QColor ink = answer.good ? colours.text : ends ? colours.dimText : colours.error;
  answer_->setStyleSheet(QString("color: %1").arg(ink.name()));
}

void BuildView::enter() {
  const QString line = field_->text().trimmed();
  if (line.isEmpty()) return;
  const EditAnswer shown = editor_.preview(line);
  const QStringList placeholders = shown.placeholders;
  if (!placeholders.isEmpty() && refused_ != line) {
    refused_ = line;
    say(undefinedNames(field_->text(), shown), true);
    create_->setText(
        (placeholders.size() == 1 ? tr("Create placeholder %1") : tr("Create placeholders %1"))
            .arg(placeholders.join(", ")));
    return create_->show();
  }
  refused_.clear();
  create_->hide();
  const EditAnswer answer = editor_.apply(line, at_);
  if (!answer.good) return say(answer, true);
  placeholders_ = placeholders;
  field_->remember(line);
  field_->setText({});  // setText() clears the undo stack of the field: Ctrl+Z undoes the edit
  at_.reset();
  preview();
  if (editor_.last() != 0) workspace_.selection.selectOp(editor_.last());
}

// Before another line replaces it, a typed line is entered; a refused one is found with Up.
void BuildView::keepTyped() {
  const QString line = field_->text().trimmed();
  if (line.isEmpty() || !field_->isModified()) return;
  if (editor_.preview(line).placeholders.isEmpty() && editor_.apply(line, at_).good) at_.reset();
  field_->remember(line);
}

void BuildView::narrow(OpId from) {
  if (from == 0) return forgetWanted();
  shown_->setReads(from);
  list_->setCurrentIndex(shown_->index(0, 0));
  const DocumentRecordPtr document = workspace_.documents.document();
  const OpRecord* op = document ? document->graph->find(from) : nullptr;
  fits_->setText(tr("ops that can read %1").arg(op ? QString::fromStdString(op->name) : QString()));
  fits_->show();
}

void BuildView::want(OpId from, const QPointF& at) {
  filter_->clear();
  narrow(from);
  at_ = at;
  filter_->setFocus(Qt::OtherFocusReason);
}

void BuildView::forgetWanted() {
  at_.reset();
  shown_->setReads(0);
  fits_->hide();
}

// Inserts the chosen function; it reads the op that the link starts at, else the selected op.
void BuildView::insertChosen() {
  const FunctionRow* row = shown_->row(list_->currentIndex());
  if (row == nullptr) return;
  QString line = row->source;
  const OpId reads = shown_->reads() != 0 ? shown_->reads() : workspace_.selection.op();
  if (line.isEmpty() && reads != 0 && !row->operands.isEmpty() && editor_.fits(row->name, reads))
    line = QString("make(\"%1\", #%2)").arg(row->name).arg(reads);
  if (line.isEmpty()) line = QString("make(\"%1\")").arg(row->name);
  const EditAnswer answer = editor_.apply(line, at_);
  say(answer, true);
  if (!answer.good) return;
  forgetWanted();
  filter_->setText({});  // setText() clears the undo stack of the field: Ctrl+Z undoes the new op
  workspace_.selection.selectOp(editor_.last());
  workspace_.selection.reveal(Facet::op);
}

void BuildView::document() {
  const FunctionRow* row = shown_->row(list_->currentIndex());
  if (row == nullptr) return document_->clear();
  document_->setText(QString("<p style='margin:0 0 6px 0'><b>%1</b></p><p style='margin:0'>%2</p>")
                         .arg(row->signature.toHtmlEscaped(), row->doc.toHtmlEscaped()));
}

void BuildView::toGraph() {
  forgetWanted();
  workspace_.selection.reveal(Facet::op);
}

std::span<const ViewOption> BuildView::options() {
  static const std::array rows{
      ViewOption{.name = "type",
                 .value = "LINE",
                 .help = "Type this into the Build panel without submitting it."}};
  return rows;
}

QString BuildView::arrange(const QJsonObject& options) {
  typeLine(options["type"].toString(), 0, 0);
  return {};
}

ViewBase* makeBuildView(Workspace& workspace) {
  if (workspace.editor) return new BuildView(workspace);
  auto* view = new ViewBase;
  auto* column = new QVBoxLayout(view);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(new EmptyState("graph", QObject::tr("This document is read-only.")));
  return view;
}

}  // namespace ng::views
