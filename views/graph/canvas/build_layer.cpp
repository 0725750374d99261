// SPDX-License-Identifier: Apache-2.0
#include "views/graph/canvas/build_layer.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>

#include "views/graph/canvas/canvas_line.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr double portReach = 9;  // pixels

}  // namespace

BuildLayer::BuildLayer(Workspace& workspace, GraphCanvas& canvas)
    : QWidget(&canvas), workspace_(workspace), canvas_(canvas), line_(new CanvasLine(&canvas)) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  canvas.installEventFilter(this);
  Editor* editor = workspace.editor;
  connect(editor, &Editor::carried, this, &BuildLayer::carry);
  connect(editor, &Editor::dropped, this, &BuildLayer::drop);
  connect(editor, &Editor::changed, this, [this] {
    if (!active()) {
      kept_.begin(kept_.direction()), picked_.clear(), before_.clear(), copied_ = {};
      fromNothing_ = false, laidOut_ = nullptr;
    } else if (const auto document = workspace_.documents.document();
               document && document->graph->ops.empty()) {
      fromNothing_ = true;
    }
    if (workspace_.editor->places() != places_) emit placesChanged();
    update();
  });
  connect(line_, &QLineEdit::returnPressed, this, &BuildLayer::enterLine);
  connect(line_, &QLineEdit::textEdited, this, [this](const QString& text) {
    tip_.clear();
    if (!text.trimmed().isEmpty()) say(workspace_.editor->preview(text));
    refused_ = false;  // an incomplete line is not an error while the user types
    at_ = line_->geometry().bottomLeft() - QPointF(16, 8);
    update();
  });
  connect(line_, &CanvasLine::left, this, [this] {
    tip_.clear();
    canvas_.setFocus();
    update();
  });
  resize(canvas.size());
}

QPointF BuildLayer::toScene(QPointF at) const {
  return canvas_.visibleArea().topLeft() + at / canvas_.scale();
}

QPointF BuildLayer::port(ItemId card) const {
  const QRectF rect = canvas_.cardRect(card);
  if (canvas_.scene().direction == Direction::right) return {rect.right(), rect.center().y()};
  return {rect.center().x(), rect.bottom()};
}

PlacementPtr BuildLayer::arrange(const PlacementPtr& placement, const GraphRecordPtr& graph,
                                 const Grouping& grouping) {
  places_ = workspace_.editor->places();
  const bool laid = !active() || asLaidOut(graph);
  if (!graph || (laid && places_.empty())) return placement;
  for (const OpRecord& op : graph->ops)
    if (grouping.item(op.id) != op.id) return placement;  // with closed groups, keep the layout
  const QRectF seen = canvas_.visibleArea();
  const QPointF start(seen.center().x(), seen.top() + seen.height() / 4);
  if (laid) {  // as the document was saved
    KeptPlaces saved;
    saved.begin(placement->direction);
    for (const auto& [item, at] : placement->centres) saved.keep(item, {at.x, at.y});
    for (const auto& [ends, curve] : placement->curves) saved.keepRoute(ends.from, ends.to, curve);
    return std::make_shared<Placement>(saved.arrange(*graph, places_, start));
  }
  if (kept_.direction() != placement->direction) {
    kept_.begin(placement->direction);
    for (const auto& [item, at] : placement->centres) kept_.keep(item, {at.x, at.y});
  }
  keepPlaces();
  if (kept_.empty()) keepPicture(*graph);
  return std::make_shared<Placement>(kept_.arrange(*graph, places_, start));
}

// True while a restored draft has not been edited: its ops arrived before any card was shown.
bool BuildLayer::asLaidOut(const GraphRecordPtr& graph) {
  const bool first = graph && !graph->ops.empty() && canvas_.scene().cards.empty() &&
                     kept_.empty() && !fromNothing_;
  laidOut_ = first || (laidOut_ && graph == laidOut_) ? graph : nullptr;
  return laidOut();
}

// Takes the current picture over as the starting point for edits.
void BuildLayer::keepPicture(const GraphRecord& graph) {
  const GraphScene& scene = canvas_.scene();
  for (const Card& card : scene.cards)
    if (graph.find(card.id)) kept_.keep(card.id, card.rect.center());
  for (const EdgeShape& edge : scene.edges) {
    if (edge.hub || !edge.routed) continue;
    std::vector<LayoutPoint> route;
    for (std::uint32_t i = edge.first; i < edge.first + edge.points; ++i)
      route.push_back({scene.points[i].x(), scene.points[i].y()});
    kept_.keepRoute(scene.cards[static_cast<std::size_t>(edge.from)].id,
                    scene.cards[static_cast<std::size_t>(edge.to)].id, std::move(route));
  }
}

std::unordered_map<OpKey, QString> BuildLayer::notes(const GraphRecordPtr& graph) const {
  std::unordered_map<OpKey, QString> notes;
  if (!active() || !graph) return notes;
  for (const OpRecord& op : graph->ops) {
    const QString note = workspace_.editor->note(op.id);
    const QString why = op.results.empty() ? workspace_.editor->why(op.id) : QString();
    const bool initial = op.op == "variable" && workspace_.run.lastIteration() > 0;
    if (!note.isEmpty() && !initial) notes[op.id] = note;
    if (!why.isEmpty()) notes[op.id] = why;
  }
  if (workspace_.run.lastIteration() > 0)
    for (const TensorRecord& result : workspace_.values.results())
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
  if (!workspace_.documents.document()) return false;
  switch (event->type()) {
    case QEvent::MouseButtonPress: {
      const auto* mouse = static_cast<QMouseEvent*>(event);
      if (mouse->button() != Qt::LeftButton) return false;
      return press(mouse->position()) ||
             pressPiece(mouse->position(), mouse->modifiers() & Qt::ShiftModifier);
    }
    case QEvent::MouseMove: {
      const auto* mouse = static_cast<QMouseEvent*>(event);
      const bool pressed = mouse->buttons() & Qt::LeftButton;
      return (pressed && movePiece(mouse->position())) || move(mouse->position(), pressed);
    }
    case QEvent::MouseButtonRelease: {
      const QPointF at = static_cast<QMouseEvent*>(event)->position();
      return releasePiece(at) || release(at);
    }
    case QEvent::MouseButtonDblClick: {
      const ItemId item = canvas_.itemAt(static_cast<QMouseEvent*>(event)->pos());
      if (item != 0 && active()) edit(item);
      return item != 0 && active();
    }
    case QEvent::KeyPress: {
      const auto* pressed = static_cast<QKeyEvent*>(event);
      if (pressed->modifiers() == Qt::ControlModifier) return commandKey(pressed->key());
      return pressed->modifiers() == Qt::NoModifier && key(pressed->key());
    }
    case QEvent::ShortcutOverride: {  // before the window's own commands
      const auto* pressed = static_cast<QKeyEvent*>(event);
      const bool ours =
          piecesKey(*pressed) || (pressed->key() == Qt::Key_Escape && !picked_.empty());
      if (ours) event->accept();
      return ours;
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
  tip_ = tr("Drop on a card, or on free canvas to choose an op");
  refused_ = false;
  emit workspace_.editor->linkDrawn(item);
  update();
  return true;
}

// Without a pressed button: finds the card that shows its port. The port reaches a little below the
// card.
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
    tip_ = tr("Drop on a card, or on free canvas to choose an op"), refused_ = false,
    tried_.clear();
  update();
  return true;
}

// Connects to the missing operand, else to the one nearest to the pointer.
QString BuildLayer::linkLine(ItemId to, QPointF at) const {
  const QStringList names = workspace_.editor->operandNames(to);
  if (names.isEmpty()) return {};
  const QRectF rect = canvas_.cardRect(to);
  int index =
      static_cast<int>((at.x() - rect.left()) / rect.width() * static_cast<double>(names.size()));
  index = std::clamp(index, 0, static_cast<int>(names.size()) - 1);
  const QString why = workspace_.editor->why(to);
  const QString lacks = why.section(" lacks ", 1);
  const QStringList missing = lacks.isEmpty() ? QStringList() : lacks.split(", ");
  if (!missing.isEmpty() && !missing.contains(names[index]))
    index = static_cast<int>(names.indexOf(missing.first()));
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
  tipCard_ = over_;
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
    say(answer);  // the tip stays until the mouse moves
    tipCard_ = to;
    at_ = at;
  }
  return true;
}

void BuildLayer::endLink() {
  from_ = over_ = 0;
  tip_.clear();
  tried_.clear();
  refused_ = false;
  emit workspace_.editor->linkDrawn(0);
  update();
}

std::vector<OpKey> BuildLayer::selectedIds() const {
  if (!picked_.empty()) return {picked_.begin(), picked_.end()};
  const OpKey op = workspace_.selection.op();
  return op != 0 ? std::vector{op} : std::vector<OpKey>();
}

QStringList BuildLayer::selectedOps() const {
  QStringList ops;
  for (const OpKey op : selectedIds()) ops << "#" + QString::number(op);
  return ops;
}

bool BuildLayer::key(int key) {
  if (key == Qt::Key_Escape && from_ != 0) {
    endLink();
    return true;
  }
  const QStringList ops = selectedOps();
  if (key == Qt::Key_Escape && !picked_.empty()) {
    picked_.clear();
    update();
    return true;
  }
  if (key == Qt::Key_Equal || (key == Qt::Key_Tab && active())) {
    openLine();
    return true;
  }
  if (ops.isEmpty()) return false;
  if (key == Qt::Key_Delete) return removeSelected(), true;
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

void BuildLayer::removeSelected() {
  say(workspace_.editor->apply("remove(" + selectedOps().join(", ") + ")"));
  if (!refused_) tip_.clear(), picked_.clear();
  update();
}

// Opens a line with the op's editable value, such as `x = 4`.
void BuildLayer::edit(ItemId item) {
  const DocumentRecordPtr document = workspace_.documents.document();
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

}  // namespace ng::views
