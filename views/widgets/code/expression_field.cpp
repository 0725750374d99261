// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/code/expression_field.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QPainter>

#include "views/core/theme/theme.h"
#include "views/widgets/escape_key.h"

namespace ng::views {
namespace {

constexpr int leastToComplete = 2;  // minimum prefix length for completion, in letters

bool inWord(QChar c) {
  return c.isLetterOrNumber() || c == '_';
}

// Completes words and shows their signatures.
class SignatureModel : public QStringListModel {
 public:
  explicit SignatureModel(ExpressionField* field) : QStringListModel(field), field_(*field) {}
  QVariant data(const QModelIndex& index, int role) const override {
    const QVariant word = QStringListModel::data(index, Qt::EditRole);
    if (role != Qt::DisplayRole || !field_.signature) return QStringListModel::data(index, role);
    return field_.signature(word.toString());
  }

 private:
  ExpressionField& field_;
};

}  // namespace

ExpressionField::ExpressionField(QWidget* parent)
    : QLineEdit(parent), completer_(new QCompleter(this)), model_(new SignatureModel(this)) {
  setFont(Theme::current().monoFont());
  setAccessibleName(tr("Expression"));
  completer_->setModel(model_);
  completer_->setWidget(this);
  completer_->setCaseSensitivity(Qt::CaseSensitive);
  connect(completer_, qOverload<const QString&>(&QCompleter::activated), this,
          &ExpressionField::complete);
}

void ExpressionField::setFault(int column) {
  fault_ = column;
  update();
}

void ExpressionField::remember(const QString& line) {
  lines_.removeAll(line);
  lines_ << line;
  at_ = static_cast<int>(lines_.size());
}

bool ExpressionField::offering() const {
  return completer_->popup()->isVisible();
}

QString ExpressionField::word() const {
  const QString before = text().left(cursorPosition());
  qsizetype start = before.size();
  while (start > 0 && inWord(before[start - 1])) --start;
  return before.mid(start);
}

void ExpressionField::offer() {
  const QString prefix = word();
  if (prefix.size() < leastToComplete || !words) return completer_->popup()->hide();
  model_->setStringList(words());
  completer_->setCompletionPrefix(prefix);
  const bool done = completer_->completionCount() == 1 && completer_->currentCompletion() == prefix;
  if (completer_->completionCount() == 0 || done) return completer_->popup()->hide();
  completer_->popup()->setCurrentIndex({});
  completer_->complete();
}

void ExpressionField::complete(const QString& chosen) {
  const int start = cursorPosition() - static_cast<int>(word().size());
  setSelection(start, static_cast<int>(word().size()));
  insert(chosen);
  emit textEdited(text());
}

bool ExpressionField::event(QEvent* event) {
  return (!text().isEmpty() && takesEscape(event)) || QLineEdit::event(event);
}

bool ExpressionField::focusNextPrevChild(bool next) {
  return !offering() && QLineEdit::focusNextPrevChild(next);
}

void ExpressionField::keyPressEvent(QKeyEvent* event) {
  const bool open = offering();
  if (open && event->key() == Qt::Key_Tab) {
    const QModelIndex chosen = completer_->popup()->currentIndex();
    complete(chosen.isValid() ? chosen.data(Qt::EditRole).toString()
                              : completer_->currentCompletion());
    return completer_->popup()->hide();
  }
  if (open && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Escape)) {
    completer_->popup()->hide();
    if (event->key() == Qt::Key_Escape) return;
  }
  const bool up = event->key() == Qt::Key_Up, down = event->key() == Qt::Key_Down;
  if ((up || down) && !open && !lines_.isEmpty()) {
    at_ = std::clamp(at_ + (up ? -1 : 1), 0, static_cast<int>(lines_.size()));
    selectAll();
    insert(lines_.value(at_));  // insert() keeps the typed text on the undo stack
    emit textEdited(text());
    return;
  }
  if (event->key() == Qt::Key_Escape) {
    clear();
    emit textEdited({});
    return emit left();
  }
  QLineEdit::keyPressEvent(event);
  if (!event->text().isEmpty() && event->text().at(0).isPrint()) offer();
}

// Draws a wavy line below the word that starts at the faulty column.
void ExpressionField::paintEvent(QPaintEvent* event) {
  QLineEdit::paintEvent(event);
  if (fault_ == 0 || text().isEmpty()) return;
  const qsizetype from = std::clamp<qsizetype>(fault_ - 1, 0, text().size());
  qsizetype to = from;
  while (to < text().size() && inWord(text()[to])) ++to;
  const QFontMetrics metric(font());
  const QRect cursor = cursorRect();
  const int origin = cursor.center().x() - metric.horizontalAdvance(text().left(cursorPosition()));
  const int left = origin + metric.horizontalAdvance(text().left(from));
  const int right = std::max(origin + metric.horizontalAdvance(text().left(to)), left + 8);
  QPainter painter(this);
  painter.setPen(QPen(Theme::current().colours().error, 1.5));
  painter.setRenderHint(QPainter::Antialiasing);
  QPolygonF wave;
  for (int x = left; x <= right; x += 2)
    wave << QPointF(x, height() - 4 + ((x / 2) % 2 ? 1.0 : -1.0));
  painter.drawPolyline(wave);
}

}  // namespace ng::views
