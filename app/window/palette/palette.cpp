// SPDX-License-Identifier: Apache-2.0
// The palette: opening, searching and choosing an entry.
#include "app/window/palette/palette.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QVBoxLayout>

#include "app/window/palette/palette_model.h"

namespace ng::views {

namespace {
constexpr int paletteWidth = 640, listRows = 12;
}

Palette::Palette(Workspace& workspace, std::function<QList<QAction*>()> commands, QWidget* window,
                 std::function<QString(const QAction&)> why,
                 std::function<std::vector<PaletteEntry>()> more)
    : QFrame(window),
      workspace_(workspace),
      commands_(std::move(commands)),
      why_(std::move(why)),
      more_(std::move(more)),
      model_(new PaletteModel(this)),
      field_(new QLineEdit),
      list_(new QListView),
      nothing_(new QLabel) {
  setObjectName("palette");
  list_->setModel(model_);
  list_->setItemDelegate(new PaletteDelegate(list_));
  list_->setUniformItemSizes(true);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  column->setSpacing(8);
  column->addWidget(field_);
  column->addWidget(list_);
  nothing_->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(nothing_);
  hide();
  field_->installEventFilter(this);
  window->installEventFilter(this);
  connect(field_, &QLineEdit::textChanged, this, &Palette::search);
  connect(field_, &QLineEdit::returnPressed, this, &Palette::accept);
  connect(list_, &QListView::clicked, this, &Palette::accept);
}

Palette::~Palette() = default;

void Palette::openPlaces() {
  open({});
}
void Palette::openCommands() {
  open(">");
}

void Palette::open(const QString& text) {
  places_ = placeEntries(workspace_);
  if (more_)
    for (PaletteEntry& entry : more_()) places_.push_back(std::move(entry));
  commandList_ = commandEntries(commands_(), why_);
  const QSignalBlocker quiet(field_);
  field_->setText(text);
  search(text);
  show();
  raise();
  field_->setFocus(Qt::PopupFocusReason);
  field_->end(false);
}

void Palette::search(const QString& text) {
  const bool commands = text.startsWith('>');
  field_->setPlaceholderText(
      "Op, pass, kernel, buffer, tensor, event, file or setting   (> for commands)");
  model_->search(commands ? commandList_ : places_, commands ? text.mid(1) : text);
  if (model_->rowCount() == 0 && !commands) model_->search(commandList_, text);
  if (model_->rowCount() > 0) list_->setCurrentIndex(model_->index(0));
  nothing_->setText(tr("No item or command matches “%1”.").arg(text));
  nothing_->setVisible(model_->rowCount() == 0);
  list_->setVisible(model_->rowCount() > 0);
  place();
}

void Palette::place() {
  const int rows = std::clamp(model_->rowCount(), 1, listRows);
  list_->setFixedHeight(rows * (metrics::row + 6));
  const int width = std::min(paletteWidth, parentWidget()->width() - 32);
  setFixedWidth(width);
  adjustSize();
  move((parentWidget()->width() - width) / 2, metrics::toolbar + metrics::row + 8);
}

QStringList Palette::titles() const {
  QStringList all;
  for (int row = 0; row < model_->rowCount(); ++row) all << model_->entry(row).title;
  return all;
}

void Palette::accept() {
  const QModelIndex chosen = list_->currentIndex();
  if (!chosen.isValid()) return;
  const PaletteEntry entry = model_->entry(chosen.row());
  if (entry.off) return;  // its row shows the reason
  hide();
  parentWidget()->setFocus();
  activate(entry, workspace_.selection);
}

bool Palette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) place();
  if (watched == field_ && event->type() == QEvent::FocusOut &&
      static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason)
    hide();
  if (watched != field_ ||
      (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride))
    return false;
  auto* key = static_cast<QKeyEvent*>(event);
  const bool moves = key->key() == Qt::Key_Down || key->key() == Qt::Key_Up ||
                     key->key() == Qt::Key_PageDown || key->key() == Qt::Key_PageUp;
  if (!moves && key->key() != Qt::Key_Escape) return false;
  if (event->type() == QEvent::ShortcutOverride) {
    event->accept();  // Esc closes only the palette
    return true;
  }
  if (moves) {
    QCoreApplication::sendEvent(list_, event);
  } else {
    hide();
    parentWidget()->setFocus();
  }
  return true;
}

}  // namespace ng::views
