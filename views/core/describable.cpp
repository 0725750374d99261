// SPDX-License-Identifier: Apache-2.0
// Collects the JSON parts by walking the widget tree of a view.
#include "views/core/describable.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTextDocument>
#include <algorithm>

#include "views/core/text_recorder.h"
#include "views/core/theme/literal_text.h"

namespace ng::views {
namespace {

QJsonArray box(const QRectF& at) {
  return {qRound(at.x()), qRound(at.y()), qRound(at.width()), qRound(at.height())};
}

QJsonArray texts(QWidget& widget) {
  QJsonArray all;
  for (const PaintedText& each : paintedTexts(widget))
    all.append(QJsonObject{{"text", each.text}, {"at", box(each.at)}});
  return all;
}

QString plain(const QString& text) {
  if (!Qt::mightBeRichText(text)) return text;
  QTextDocument document;
  document.setHtml(text);
  return document.toPlainText();
}

QJsonArray titles(const QAbstractItemModel& model) {
  QJsonArray all;
  for (int i = 0; i < model.columnCount(); ++i)
    all.append(model.headerData(i, Qt::Horizontal).toString());
  return all;
}

// Appends the rows below `parent` in pre-order; "depth" is the nesting level.
void addRows(const QAbstractItemView& view, const QModelIndex& parent, int depth,
             QJsonArray& rows) {
  const QAbstractItemModel& model = *view.model();
  for (int r = 0; r < model.rowCount(parent); ++r) {
    const QModelIndex first = model.index(r, 0, parent);
    QJsonArray cells;
    for (int c = 0; c < model.columnCount(parent); ++c)
      cells.append(model.index(r, c, parent).data().toString());
    QJsonObject row{{"cells", cells}};
    if (depth > 0) row["depth"] = depth;
    if (const QVariant check = first.data(Qt::CheckStateRole); check.isValid())
      row["checked"] = check.toInt() == Qt::Checked;
    if (view.selectionModel() && view.selectionModel()->isRowSelected(r, parent))
      row["selected"] = true;
    rows.append(row);
    addRows(view, first, depth + 1, rows);
  }
}

QJsonObject table(const QAbstractItemView& view) {
  QJsonArray rows;
  if (view.model()) addRows(view, view.rootIndex(), 0, rows);
  QJsonObject part{{"kind", "table"}, {"rows", rows}};
  if (view.model() && view.findChild<QHeaderView*>()) part["columns"] = titles(*view.model());
  return part;
}

QJsonObject button(const QAbstractButton& widget) {
  QJsonObject part{{"kind", "button"}, {"text", paintedText(widget.text())}};
  if (!widget.toolTip().isEmpty()) part["tip"] = plain(widget.toolTip());
  if (widget.isCheckable()) part["checked"] = widget.isChecked();
  if (!widget.isEnabled()) part["enabled"] = false;
  return part;
}

// JSON of Qt's standard widgets; empty for other widgets.
QJsonObject standard(QWidget& widget) {
  if (auto* view = qobject_cast<QAbstractItemView*>(&widget)) return table(*view);
  if (auto* label = qobject_cast<QLabel*>(&widget)) {
    if (label->text().isEmpty()) return {};
    return {{"kind", "label"}, {"text", plain(label->text())}};
  }
  if (auto* choice = qobject_cast<QComboBox*>(&widget)) {
    QJsonArray choices;
    for (int i = 0; i < choice->count(); ++i) choices.append(choice->itemText(i));
    return {{"kind", "choice"}, {"text", choice->currentText()}, {"choices", choices}};
  }
  if (auto* field = qobject_cast<QLineEdit*>(&widget))
    return {{"kind", "field"}, {"text", field->text()}, {"hint", field->placeholderText()}};
  if (auto* number = qobject_cast<QAbstractSpinBox*>(&widget))
    return {{"kind", "field"}, {"text", number->text()}};
  if (auto* slider = qobject_cast<QAbstractSlider*>(&widget))
    return {{"kind", "slider"},
            {"value", slider->value()},
            {"least", slider->minimum()},
            {"most", slider->maximum()}};
  if (auto* editor = qobject_cast<QPlainTextEdit*>(&widget))
    return {{"kind", "text"}, {"text", editor->toPlainText()}};
  if (auto* button = qobject_cast<QAbstractButton*>(&widget)) return views::button(*button);
  return {};
}

// True for widgets whose children are implementation details and are not reported.
bool isWhole(const QWidget& widget) {
  return qobject_cast<const QAbstractItemView*>(&widget) ||
         qobject_cast<const QComboBox*>(&widget) || qobject_cast<const QLineEdit*>(&widget) ||
         qobject_cast<const QAbstractSpinBox*>(&widget) ||
         qobject_cast<const QPlainTextEdit*>(&widget);
}

bool isPassive(const QWidget& widget) {  // scroll bars, rubber bands
  return widget.inherits("QScrollBar") || widget.inherits("QRubberBand");
}

QJsonObject part(QWidget& widget) {
  const auto* figures = dynamic_cast<const Describable*>(&widget);
  QJsonObject part = figures ? figures->description() : standard(widget);
  const bool own = part.isEmpty();
  if (!own && !figures && !qobject_cast<QAbstractButton*>(&widget)) return part;
  const QJsonArray painted = texts(widget);
  if (painted.isEmpty()) return own ? QJsonObject() : part;
  if (own) part["kind"] = "painting";
  part["texts"] = painted;
  return part;
}

class Walk {
 public:
  explicit Walk(QWidget& view) : view_(view) {}

  void below(QWidget& parent) {
    QList<QWidget*> children = parent.findChildren<QWidget*>(Qt::FindDirectChildrenOnly);
    std::stable_sort(children.begin(), children.end(), [](const QWidget* a, const QWidget* b) {
      return a->y() != b->y() ? a->y() < b->y() : a->x() < b->x();
    });
    for (QWidget* child : children)
      if (child->isVisibleTo(&view_) && !child->isWindow() && !isPassive(*child)) visit(*child);
  }

  void visit(QWidget& widget) {
    if (!widget.size().isEmpty()) {
      QJsonObject shown = part(widget);
      if (!shown.isEmpty()) {
        const QPoint corner = &widget == &view_ ? QPoint() : widget.mapTo(&view_, QPoint());
        shown["at"] = box(QRectF(corner, widget.size()));
        if (!widget.accessibleName().isEmpty()) shown["name"] = widget.accessibleName();
        parts_.append(shown);
      }
    }
    if (!isWhole(widget)) below(widget);
  }

  QJsonArray parts() { return std::move(parts_); }

 private:
  QWidget& view_;
  QJsonArray parts_;
};

}  // namespace

QJsonArray describeParts(QWidget& view) {
  Walk walk(view);
  walk.visit(view);
  return walk.parts();
}

}  // namespace ng::views
