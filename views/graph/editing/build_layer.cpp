// SPDX-License-Identifier: Apache-2.0
#include "views/graph/editing/build_layer.h"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include "engine/base/name_characters.h"
#include "engine/base/number.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/tensor_record.h"
#include "views/core/theme/theme.h"
#include "views/graph/editing/canvas_line.h"
#include "views/widgets/number_text.h"

namespace ng::views {

BuildLayer::BuildLayer(Workspace& workspace, GraphCanvas& canvas)
    : QWidget(&canvas),
      workspace_(workspace),
      canvas_(canvas),
      tip_(canvas),
      places_(workspace, canvas),
      link_(workspace, canvas, tip_, *this),
      cards_(workspace, canvas, places_, tip_, *this),
      clipboard_(workspace, canvas, cards_, tip_, *this),
      line_(new CanvasLine(&canvas)) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  canvas.installEventFilter(this);
  Editor* editor = workspace.editor;
  connect(editor, &Editor::carried, this, &BuildLayer::carry);
  connect(editor, &Editor::dropped, this, &BuildLayer::drop);
  connect(editor, &Editor::changed, this, &BuildLayer::followEditor);
  line_->words = [editor] { return editor->words(); };
  line_->signature = [editor](const QString& word) { return editor->signature(word); };
  connect(line_, &QLineEdit::returnPressed, this, &BuildLayer::enterLine);
  // Queued: the click that follows selects what it hits.
  connect(line_, &CanvasLine::clickedOutside, this, &BuildLayer::commitLine, Qt::QueuedConnection);
  connect(line_, &QLineEdit::textEdited, this, &BuildLayer::previewLine);
  connect(line_, &CanvasLine::closed, this, [this] {
    tip_.clear();
    canvas_.setFocus();
    update();
  });
  resize(canvas.size());
}

void BuildLayer::followEditor() {
  places_.followEditor();
  if (!active()) {
    cards_.pick({});
    clipboard_.forget();
  }
  if (places_.changed()) emit placesChanged();
  update();
}

std::unordered_map<OpId, QString> BuildLayer::notes(const GraphRecordPtr& graph) const {
  std::unordered_map<OpId, QString> notes;
  if (!active() || !graph) return notes;
  for (const OpRecord& op : graph->ops) {
    const QString note = workspace_.editor->note(op.id);
    const QString why = op.results.empty() ? workspace_.editor->why(op.id) : QString();
    const bool initial =
        op.traits.kind == OpKind::variable && workspace_.run.status().lastIteration > 0;
    if (!note.isEmpty() && !initial) notes[op.id] = note;
    if (!why.isEmpty()) notes[op.id] = why;
  }
  if (workspace_.run.status().lastIteration > 0)
    for (const TensorRecord& result : workspace_.values.results())
      if (result.value.size() == 1) notes[result.op] = "= " + valueText(number_at(result.value, 0));
  return notes;
}

bool BuildLayer::eventFilter(QObject*, QEvent* event) {
  switch (event->type()) {
    case QEvent::Resize: resize(canvas_.size()); return false;
    case QEvent::Leave: link_.leave(); return false;
    default: break;
  }
  if (!workspace_.documents.document()) return false;
  switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick: return mouse(*static_cast<QMouseEvent*>(event));
    case QEvent::KeyPress: {
      const auto* pressed = static_cast<QKeyEvent*>(event);
      if (pressed->modifiers() == Qt::ControlModifier) return clipboard_.run(pressed->key());
      return pressed->modifiers() == Qt::NoModifier && key(pressed->key());
    }
    case QEvent::ShortcutOverride: {  // before the window's own commands
      const bool ours = overridesShortcut(*static_cast<QKeyEvent*>(event));
      if (ours) event->accept();
      return ours;
    }
    default: return false;
  }
}

bool BuildLayer::mouse(const QMouseEvent& event) {
  const QPointF at = event.position();
  switch (event.type()) {
    case QEvent::MouseButtonPress:
      if (event.button() != Qt::LeftButton) return false;
      tip_.moveTo(at);
      return link_.press(at) || cards_.press(at, event.modifiers() & Qt::ShiftModifier);
    case QEvent::MouseMove: {
      const bool pressed = event.buttons() & Qt::LeftButton;
      tip_.moveTo(at);
      return (pressed && cards_.move(at)) || link_.move(at, pressed);
    }
    case QEvent::MouseButtonRelease:
      tip_.moveTo(at);
      return cards_.release(at) || link_.release(at);
    default: {  // a double click
      const ItemId item = canvas_.itemAt(at.toPoint());
      if (item != 0 && active()) edit(item);
      return item != 0 && active();
    }
  }
}

bool BuildLayer::overridesShortcut(const QKeyEvent& event) const {
  const int key = event.key();
  if (key == Qt::Key_Escape && !picked().empty()) return true;
  if (event.modifiers() == Qt::NoModifier)
    return key == Qt::Key_Delete && !cards_.names().isEmpty();
  return event.modifiers() == Qt::ControlModifier && clipboard_.takes(key);
}

bool BuildLayer::key(int key) {
  if (key == Qt::Key_Escape && link_.cancel()) return true;
  const QStringList ops = cards_.names();
  if (key == Qt::Key_Escape && !picked().empty()) return cards_.pick({}), true;
  if (key == Qt::Key_Equal || (key == Qt::Key_Tab && active())) {
    openLine();
    return true;
  }
  if (ops.isEmpty()) return false;
  if (key == Qt::Key_Delete) return clipboard_.remove(), true;
  if (key == Qt::Key_F2) return rename(), true;
  if ((key == Qt::Key_Return || key == Qt::Key_Enter) && active()) {
    edit(workspace_.selection.op());
    return true;
  }
  return false;
}

void BuildLayer::addEntries(QMenu& menu, OpId op) {
  const DocumentRecordPtr document = workspace_.documents.document();
  if (!document || !document->graph->find(op)) return;
  if (picked().count(op) == 0) cards_.pick({});
  const auto press = [this](int key) { return [this, key] { clipboard_.run(key); }; };
  if (active()) menu.addAction(tr("Rename…\tF2"), this, &BuildLayer::rename);
  menu.addAction(tr("Copy\tCtrl+C"), this, press(Qt::Key_C));
  if (!active()) return;
  menu.addAction(tr("Duplicate\tCtrl+D"), this, press(Qt::Key_D));
  const auto count = picked().size();
  menu.addAction(count > 1 ? tr("Remove %1 ops\tDel").arg(count) : tr("Remove the op\tDel"), this,
                 [this] { clipboard_.remove(); });
}

void BuildLayer::rename() {
  const OpId selected = workspace_.selection.op();
  const bool only = picked().empty() || picked().count(selected) > 0;
  const QString op = only ? "#" + QString::number(selected) : cards_.names().first();
  const QString head = "rename(" + op + ", \"";
  emit workspace_.editor->lineWanted(head + "name\")", static_cast<int>(head.size()), 4);
}

// Opens a line with the op's editable value, such as `x = 4`.
void BuildLayer::edit(ItemId item) {
  const DocumentRecordPtr document = workspace_.documents.document();
  const OpRecord* op = document ? document->graph->find(item) : nullptr;
  if (!op) return;
  QString value = workspace_.editor->note(item);
  if (value.startsWith("= ")) value = value.mid(2);
  // A line that begins with a name assigns to the op of that full name.
  const bool named = op->scope.empty() && is_name(op->name) &&
                     op->name.find('_' + std::to_string(op->id)) == std::string::npos;
  const bool source = op->traits.kind == OpKind::placeholder ||
                      op->traits.kind == OpKind::variable || op->traits.kind == OpKind::constant;
  QString head = QString("set(#%1, ").arg(item);
  QString tail = ")";
  if (source && named) {
    head = QString::fromStdString(op->name) + " = ";
    tail.clear();
  } else if (op->traits.kind == OpKind::constant) {
    head += "value=";
  } else if (op->traits.kind == OpKind::variable) {
    head += "initial_value=";
  } else if (source) {
    head = QString("feed(#%1, ").arg(item);
  }
  if (source && value.isEmpty()) value = "0";
  emit workspace_.editor->lineWanted(head + value + tail, static_cast<int>(head.size()),
                                     static_cast<int>(value.size()));
}

void BuildLayer::carry(const QString& function, const QPoint& global) {
  const QPoint at = canvas_.mapFromGlobal(global);
  carried_ = canvas_.rect().contains(at) ? function : QString();
  carriedAt_ = at;
  tip_.moveTo(at);
  update();
}

void BuildLayer::drop(const QString& function, const QPoint& global) {
  carried_.clear();
  const QPoint at = canvas_.mapFromGlobal(global);
  update();
  if (!canvas_.rect().contains(at)) return;
  QString line = QString("make(\"%1\")").arg(function);
  for (const FunctionRow& row : workspace_.editor->functions())
    if (row.name == function && !row.source.isEmpty()) line = row.source;
  tip_.say(workspace_.editor->apply(line, toScene(at)));
  if (tip_.refused()) return;
  tip_.clear();
  workspace_.selection.selectOp(workspace_.editor->last());
  canvas_.setFocus();
}

void BuildLayer::openLine() {
  const QPointF here = canvas_.mapFromGlobal(QPointF(QCursor::pos()));
  const QRectF card = canvas_.cardRect(workspace_.selection.op());
  const bool below = !card.isEmpty() && rect().toRectF().contains(card);
  const bool inside = rect().toRectF().contains(here);
  line_->open(below    ? card.bottomLeft() + QPointF(0, 24)
              : inside ? here
                       : QPointF(width() / 2.0 - 120, height() / 3.0));
  tip_.clear();
}

void BuildLayer::previewLine(const QString& text) {
  tip_.clear();
  if (!text.trimmed().isEmpty()) tip_.say(workspace_.editor->preview(text));
  tip_.accept();  // an incomplete line is not an error while the user types
  tip_.moveTo(line_->geometry().bottomLeft() - QPointF(16, 8));
  update();
}

void BuildLayer::enterLine() {
  const QString text = line_->text().trimmed();
  if (text.isEmpty()) return;
  const QPointF at = toScene(line_->place() + QPointF(metrics::cardWidth, metrics::cardHeight) / 2);
  const EditAnswer shown = workspace_.editor->preview(text);
  if (!shown.placeholders.isEmpty() && std::exchange(refused_, text) != text) {
    tip_.say(undefinedNames(text, shown));
    return update();
  }
  const EditAnswer answer = workspace_.editor->apply(text, at);
  if (!answer.good) {
    tip_.say(answer);
    return update();
  }
  refused_.clear();
  line_->hide();
  tip_.clear();
  if (workspace_.editor->last() != 0) workspace_.selection.selectOp(workspace_.editor->last());
  canvas_.setFocus();
  update();
}

// A line that is refused stays open.
void BuildLayer::commitLine() {
  if (line_->isHidden() || line_->hasFocus()) return;
  enterLine();
  if (line_->isVisible()) line_->setFocus(Qt::OtherFocusReason);
}

void BuildLayer::paintEvent(QPaintEvent*) {
  if (!workspace_.documents.document()) return;
  const Colours& colours = Theme::current().colours();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (active() && canvas_.scene().cards.empty() && carried_.isEmpty()) {
    painter.setPen(colours.dimText);
    painter.setFont(Theme::current().uiFont());
    painter.drawText(rect(), Qt::AlignCenter,
                     tr("Type an expression such as  y = x + 1  in the Build panel (Ctrl+E),\n"
                        "or drag an op from its list to here."));
  }
  cards_.paint(painter);
  link_.paint(painter);
  if (!carried_.isEmpty()) paintCarried(painter);
  tip_.paint(painter);
}

void BuildLayer::paintCarried(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  const QSizeF size(metrics::cardWidth * canvas_.camera().scale(),
                    metrics::cardHeight * canvas_.camera().scale());
  const QRectF card(carriedAt_ - QPointF(size.width(), size.height()) / 2, size);
  painter.setPen(QPen(colours.selection, 1.5, Qt::DashLine));
  painter.setBrush(colours.card);
  painter.drawRoundedRect(card, metrics::radius, metrics::radius);
  painter.setPen(colours.text);
  painter.setFont(Theme::current().titleFont());
  painter.drawText(card, Qt::AlignCenter, carried_);
}

}  // namespace ng::views
