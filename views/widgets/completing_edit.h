// SPDX-License-Identifier: Apache-2.0
// A line edit that offers completions while the user types. Tab takes the first word, the arrow
// keys and Return another one; Return with no word chosen closes the list and acts as without it.
#pragma once

#include <QLineEdit>
#include <QStringList>
#include <functional>

class QCompleter;
class QStringListModel;

namespace ng::views {

struct Completions {
  int begin = 0;  // a chosen word replaces the text from here to the cursor
  QStringList words;
};

class CompletingEdit : public QLineEdit {
  Q_OBJECT

 public:
  explicit CompletingEdit(QWidget* parent = nullptr);
  // Called after each typed character; empty: nothing is offered.
  std::function<Completions(const QString& text, int cursor)> completions;
  QStringList offered() const;  // the words of the open list

 protected:
  bool event(QEvent* event) override;
  // Installed by owners that filter the keys of this field themselves, after their own filter.
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  enum class Use { none, taken, closed };  // closed: the key still has its usual meaning
  Use use(const QKeyEvent& key);
  void offer();
  void take(const QString& word);
  bool isOpen() const;

  QCompleter* completer_ = nullptr;
  QStringListModel* model_;
  int begin_ = 0;
};

}  // namespace ng::views
