// SPDX-License-Identifier: Apache-2.0
// Two-line rows in a combo box list.
#include "app/window/choices/transformer_choice.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

#include "views/core/theme/theme.h"

namespace ng::views {

namespace {

constexpr int rowHeight = 44;
constexpr int listWidth = 320;

class TwoLines : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {listWidth, rowHeight};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    const Theme& theme = Theme::current();
    const Colours& c = theme.colours();
    const bool usable = index.flags() & Qt::ItemIsEnabled;
    const QRect box = option.rect;
    if (usable && (option.state & QStyle::State_Selected)) painter->fillRect(box, c.selectionRow);
    painter->setFont(theme.titleFont());
    painter->setPen(usable ? c.text : c.disabledText);
    painter->drawText(box.adjusted(10, 5, -8, -22), Qt::AlignVCenter,
                      index.data(Qt::DisplayRole).toString());
    painter->setFont(theme.captionFont());
    painter->setPen(c.dimText);
    const QString reason = painter->fontMetrics().elidedText(index.data(Qt::UserRole).toString(),
                                                             Qt::ElideRight, box.width() - 18);
    painter->drawText(box.adjusted(10, 22, -8, -4), Qt::AlignVCenter, reason);
  }
};

void fill(QComboBox* combo, const Compilations& compilations) {
  auto* model = qobject_cast<QStandardItemModel*>(combo->model());
  const QSignalBlocker quiet(combo);
  combo->clear();
  for (const TransformerChoice& choice : compilations.transformers()) {
    combo->addItem(choice.name, choice.reason);
    QStandardItem* item = model->item(combo->count() - 1);
    item->setEnabled(choice.available);
    item->setToolTip(choice.reason);
  }
  combo->setCurrentText(compilations.transformer());
}

}  // namespace

QComboBox* makeTransformerChoice(const Session& session) {
  Compilations& compilations = session.compilations;
  auto* combo = new QComboBox;
  combo->setToolTip("Transformer");
  combo->setMinimumWidth(72);
  combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);  // a comparison has other choices
  combo->setItemDelegate(new TwoLines(combo));
  combo->view()->setMinimumWidth(listWidth);
  const auto follow = [combo, &compilations] { fill(combo, compilations); };
  follow();
  QObject::connect(combo, &QComboBox::textActivated, &compilations, &Compilations::setTransformer);
  QObject::connect(&session.documents, &Documents::documentChanged, combo, follow);
  for (auto signal : {&Compilations::compilationStarted, &Compilations::compilationChanged,
                      &Compilations::compilationFailed})
    QObject::connect(&compilations, signal, combo, follow);
  return combo;
}

}  // namespace ng::views
