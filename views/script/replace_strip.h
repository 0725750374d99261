// SPDX-License-Identifier: Apache-2.0
// Asks before another script replaces edited text that is in no file.
#pragma once

#include <QFrame>

class QLabel;

namespace ng::views {

class ReplaceStrip : public QFrame {
  Q_OBJECT

 public:
  explicit ReplaceStrip(QWidget* parent = nullptr);

  void ask(const QString& edited, const QString& next);
  void followTheme();
  QString text() const;

 signals:
  void saveWanted();
  void discardWanted();

 protected:
  void keyPressEvent(QKeyEvent* event) override;  // Esc keeps the text

 private:
  QLabel* words_;
};

}  // namespace ng::views
