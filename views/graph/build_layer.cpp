// SPDX-License-Identifier: Apache-2.0
#include "views/graph/build_layer.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr double portReach = 9, portRadius = 4.5;  // pixels

}  // namespace

BuildLayer::BuildLayer(Workspace& workspace, GraphCanvas& canvas)
    : QWidget(&canvas), workspace_(workspace), canvas_(canvas) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  canvas.installEventFilter(this);
  Editor* editor = workspace.editor;
  connect(editor, &Editor::carried, this, &BuildLayer::carry);
  connect(editor, &Editor::dropped, this, &BuildLayer::drop);
  connect(editor, &Editor::changed, this, [this] {
    if (!active()) kept_.clear();
    update();
  });
  resize(canvas.size());
}

QPointF BuildLayer::toScene(QPointF at) const {
  return canvas_.visibleArea().topLeft() + at / canvas_.scale();
}

QPointF BuildLayer::port(ItemId card) const {
  const QRectF rect = canvas_.cardRect(card);
  return {rect.center().x(), rect.bottom()};
}

PlacementPtr BuildLayer::arrange(const PlacementPtr& placement, const GraphRecordPtr& graph,
                                 const Grouping& grouping) {
  if (!active() || !graph) return placement;
  for (const OpRecord& op : graph->ops)
    if (grouping.item(op.id) != op.id) return placement;  // closed groups stand as laid out
  if (kept_.empty())
    for (const Card& card : canvas_.scene().cards)
      if (graph->find(card.id)) kept_.keep(card.id, card.rect.center());
  const QRectF seen = canvas_.visibleArea();
  const QPointF start(seen.center().x(), seen.top() + seen.height() / 4);
  return std::make_shared<Placement>(
      kept_.arrange(*graph, workspace_.editor->places(), start));
}

std::unordered_map<OpKey, QString> BuildLayer::notes(const GraphRecordPtr& graph) const {
  std::unordered_map<OpKey, QString> notes;
  if (!active() || !graph) return notes;
  for (const OpRecord& op : graph->ops) {
    const QString note = workspace_.editor->note(op.id);
    const QString why = op.results.empty() ? workspace_.editor->why(op.id) : QString();
    if (!note.isEmpty()) notes[op.id] = note;
    if (!why.isEmpty()) notes[op.id] = why;
  }
  if (workspace_.session.lastIteration() > 0)
    for (const TensorRecord& result : workspace_.session.results())
      if (result.value.size() == 1) notes[result.op] = "= " + valueText(result.value.at(0));
  return notes;
}

bool BuildLayer::eventFilter(QObject*, QEvent* event) {
  switch (event->type()) {
    case QEvent::Resize:
      resize(canvas_.size());
      return false;
    case QEvent::Leave:
      hovered_ = 0;
      update();
      return false;
    default:
      break;
  }
  if (!workspace_.session.document()) return false;
  switch (event->type()) {
    case QEvent::MouseButtonPress: {
      const auto* mouse = static_cast<QMouseEvent*>(event);
      return mouse->button() == Qt::LeftButton && press(mouse->position());
    }
    case QEvent::MouseMove: {
      const auto* mouse = static_cast<QMouseEvent*>(event);
      return move(mouse->position(), mouse->buttons() & Qt::LeftButton);
    }
    case QEvent::MouseButtonRelease:
      return release(static_cast<QMouseEvent*>(event)->position());
    case QEvent::MouseButtonDblClick: {
      const ItemId item = canvas_.itemAt(static_cast<QMouseEvent*>(event)->pos());
      if (item != 0 && active()) edit(item);
      return item != 0 && active();
    }
    case QEvent::KeyPress: {
      const auto* pressed = static_cast<QKeyEvent*>(event);
      return pressed->modifiers() == Qt::NoModifier && key(pressed->key());
    }
    default:
      return false;
  }
}

bool BuildLayer::press(QPointF at) {
  const ItemId item = hovered_;
  if (item == 0 || !active()) return false;
  if (QLineF(port(item), at).length() > portReach) return false;
  from_ = item;
  at_ = at;
  tip_ = tr("Drop on a card, or on free canvas for what fits");
  refused_ = false;
  update();
  return true;
}

// Without a button: which card shows its port. The lower edge reaches a little beyond the card.
bool BuildLayer::move(QPointF at, bool pressed) {
  at_ = at;
  if (from_ == 0) {
    if (pressed) return false;
    ItemId item = canvas_.itemAt(at.toPoint());
    if (item == 0) item = canvas_.itemAt((at - QPointF(0, portReach)).toPoint());
    if (item != hovered_) update();
    hovered_ = item;
    return false;
  }
  const ItemId to = canvas_.itemAt(at.toPoint());
  over_ = to == from_ ? 0 : to;
  if (over_ != 0)
    tryLink(over_, at);
  else
    tip_ = tr("Drop on a card, or on free canvas for what fits"), refused_ = false, tried_.clear();
  update();
  return true;
}

// The missing operand, else the nearest one.
QString BuildLayer::linkLine(ItemId to, QPointF at) const {
  const QStringList names = workspace_.editor->operandNames(to);
  if (names.isEmpty()) return {};
  const QRectF rect = canvas_.cardRect(to);
  int index = static_cast<int>((at.x() - rect.left()) / rect.width() * static_cast<double>(names.size()));
  index = std::clamp(index, 0, static_cast<int>(names.size()) - 1);
  const QString why = workspace_.editor->why(to);
  const QString lacks = why.section(" lacks ", 1);
  const QStringList missing = lacks.isEmpty() ? QStringList() : lacks.split(", ");
  if (!missing.isEmpty() && !missing.contains(names[index])) index = static_cast<int>(names.indexOf(missing.first()));
  return QString("connect(#%1, #%2, \"%3\")").arg(from_).arg(to).arg(names[std::max(0, index)]);
}

void BuildLayer::tryLink(ItemId to, QPointF at) {
  const QString line = linkLine(to, at);
  if (line == tried_ && !line.isEmpty()) return;
  tried_ = line;
  if (line.isEmpty()) {
    tip_ = tr("This op takes no links");
    refused_ = true;
    return;
  }
  say(workspace_.editor->trial(line));
}

void BuildLayer::say(const EditAnswer& answer) {
  refused_ = !answer.good;
  tip_ = answer.details.isEmpty() ? answer.text : answer.text + "\n" + answer.details;
}

bool BuildLayer::release(QPointF at) {
  if (from_ == 0) return false;
  const ItemId from = from_, to = over_;
  const QString line = to ? linkLine(to, at) : QString();
  endLink();
  if (to == 0) {
    if (QLineF(port(from), at).length() > 3 * portReach)
      emit workspace_.editor->functionWanted(from, toScene(at));
    return true;
  }
  if (line.isEmpty()) return true;
  const EditAnswer answer = workspace_.editor->apply(line);
  if (!answer.good) {
    say(answer);  // stays beside the card until the mouse moves
    at_ = at;
  }
  return true;
}

void BuildLayer::endLink() {
  from_ = over_ = 0;
  tip_.clear();
  tried_.clear();
  refused_ = false;
  update();
}

QStringList BuildLayer::selectedOps() const {
  const OpKey op = workspace_.selection.op();
  return op == 0 ? QStringList() : QStringList("#" + QString::number(op));
}

bool BuildLayer::key(int key) {
  if (key == Qt::Key_Escape && from_ != 0) {
    endLink();
    return true;
  }
  const QStringList ops = selectedOps();
  if (key == Qt::Key_Equal) {
    emit workspace_.editor->lineWanted({}, 0, 0);
    return true;
  }
  if (ops.isEmpty()) return false;
  if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
    say(workspace_.editor->apply("remove(" + ops.join(", ") + ")"));
    if (!refused_) tip_.clear();
    update();
    return true;
  }
  if (key == Qt::Key_F2) {
    const QString head = "rename(" + ops.first() + ", \"";
    emit workspace_.editor->lineWanted(head + "name\")", static_cast<int>(head.size()), 4);
    return true;
  }
  if ((key == Qt::Key_Return || key == Qt::Key_Enter) && active()) {
    edit(workspace_.selection.op());
    return true;
  }
  return false;
}

// What can be changed of the op, as a line to finish: `x = 4`.
void BuildLayer::edit(ItemId item) {
  const DocumentRecordPtr document = workspace_.session.document();
  const OpRecord* op = document ? document->graph->find(item) : nullptr;
  if (!op) return;
  QString value = workspace_.editor->note(item);
  if (value.startsWith("= ")) value = value.mid(2);
  const bool named = op->name.find('_' + std::to_string(op->id)) == std::string::npos;
  const bool source = op->op == "placeholder" || op->op == "variable" || op->op == "constant";
  QString head = QString("set(#%1, ").arg(item);
  QString tail = ")";
  if (source && named) {
    head = QString::fromStdString(op->name) + " = ";
    tail.clear();
  } else if (op->op == "constant") {
    head += "value=";
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
  at_ = at;
  update();
}

void BuildLayer::drop(const QString& function, const QPoint& global) {
  carried_.clear();
  const QPoint at = canvas_.mapFromGlobal(global);
  update();
  if (!canvas_.rect().contains(at)) return;
  QString line = QString("make(\"%1\")").arg(function);
  if (function == "constant") line = "constant(1)";
  if (function == "placeholder" || function == "temporary") line = function + "([])";
  if (function == "variable" || function == "persistent_tensor")
    line = function + "([], initial_value=0)";
  say(workspace_.editor->apply(line, toScene(at)));
  if (refused_) return;
  tip_.clear();
  workspace_.selection.selectOp(workspace_.editor->last());
  canvas_.setFocus();
}

void BuildLayer::paintEvent(QPaintEvent*) {
  if (!workspace_.session.document()) return;
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
  const ItemId shown = from_ != 0 ? from_ : hovered_;
  if (active() && shown != 0 && canvas_.scene().find(shown) >= 0) {
    painter.setPen(QPen(colours.selection, 1.5));
    painter.setBrush(from_ != 0 ? colours.selection : colours.card);
    painter.drawEllipse(port(shown), portRadius, portRadius);
  }
  if (from_ != 0) {
    const QPointF a = port(from_);
    QPainterPath path(a);
    const double bend = std::max(20.0, std::abs(at_.y() - a.y()) / 2);
    path.cubicTo(a + QPointF(0, bend), at_ - QPointF(0, bend), at_);
    painter.setPen(QPen(refused_ ? colours.error : colours.selection, 2, refused_ ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    if (over_ != 0)
      painter.drawRoundedRect(canvas_.cardRect(over_).adjusted(-3, -3, 3, 3), metrics::radius, metrics::radius);
  }
  if (!carried_.isEmpty()) {
    const QSizeF size(metrics::cardWidth * canvas_.scale(), metrics::cardHeight * canvas_.scale());
    const QRectF card(at_ - QPointF(size.width(), size.height()) / 2, size);
    painter.setPen(QPen(colours.selection, 1.5, Qt::DashLine));
    painter.setBrush(colours.card);
    painter.drawRoundedRect(card, metrics::radius, metrics::radius);
    painter.setPen(colours.text);
    painter.setFont(Theme::current().titleFont());
    painter.drawText(card, Qt::AlignCenter, carried_);
  }
  if (tip_.isEmpty()) return;
  painter.setFont(Theme::current().captionFont());
  const QFontMetrics metric(painter.font());
  QRectF box = metric.boundingRect(QRect(0, 0, 340, 400), Qt::TextWordWrap, tip_);
  box = box.adjusted(-8, -5, 8, 5).translated(-box.topLeft());
  box.moveTopLeft(at_ + QPointF(16, 14));
  if (box.right() > width() - 4) box.moveRight(width() - 4);
  if (box.bottom() > height() - 4) box.moveBottom(at_.y() - 10);
  painter.setPen(QPen(refused_ ? colours.error : colours.cardBorder, 1));
  painter.setBrush(colours.chrome);
  painter.drawRoundedRect(box, metrics::radius, metrics::radius);
  painter.setPen(refused_ ? colours.error : colours.text);
  painter.drawText(box.adjusted(8, 5, -8, -5), Qt::TextWordWrap, tip_);
}

}  // namespace ng::views
