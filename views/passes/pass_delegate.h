// SPDX-License-Identifier: Apache-2.0
// Paints a row of the pass list. Passes: check box, name, − + ~ counts or measured effect, and, in
// a wide list, a time bar. Rules: check box and number of applications. Rewrites: the ops.
#pragma once

#include <QStyledItemDelegate>

namespace ng::views {

class PassList;

class PassDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  explicit PassDelegate(const PassList& list, QObject* parent = nullptr);

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

  static QRect checkRect(const QRect& row);
  static QRect ruleCheckRect(const QRect& row);

 private:
  void paintPass(QPainter& painter, const QRect& row, int pass) const;
  void paintRule(QPainter& painter, const QRect& row, const QModelIndex& index) const;
  void paintRewrite(QPainter& painter, const QRect& row, const QModelIndex& index) const;

  const PassList& list_;
};

}  // namespace ng::views
