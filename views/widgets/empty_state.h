// SPDX-License-Identifier: Apache-2.0
// What a view shows when it has no content: one grey icon, one sentence, and at most one button
// whose text includes its key.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace ng::views {

class EmptyState : public QWidget {
  Q_OBJECT

 public:
  explicit EmptyState(const QString& icon, const QString& sentence, QWidget* parent = nullptr);
  void setIcon(const QString& icon);
  void setSentence(const QString& sentence);
  QString sentence() const;
  // "Run" and "F5" give a button "Run  F5"; an empty text removes the button.
  void setButton(const QString& text, const QString& key = {});

 signals:
  void pressed();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void followTheme();
  void fit();  // leaves out the icon, then the margins, where the height is short

  QString iconName_;
  QLabel* picture_;
  QLabel* words_;
  QPushButton* button_;
};

}  // namespace ng::views
