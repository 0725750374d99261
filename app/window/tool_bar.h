// SPDX-License-Identifier: Apache-2.0
// The tool bar: home and history, computation and transformer, run and steps, pace, iteration,
// search.
#pragma once

#include <QToolBar>

#include "app/window/commands/actions.h"

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace ng::views {

class ToolBar : public QToolBar {
  Q_OBJECT

 public:
  ToolBar(Workspace& workspace, Actions& actions, QWidget* parent);

  QComboBox* computation() const { return computation_; }
  QComboBox* transformer() const { return transformer_; }
  QString ranksText() const;  // "ranks N=2 · 2 stages · stage 0 shown"; empty: one process
  QComboBox* pace() const { return pace_; }
  QSlider* slider() const { return slider_; }
  QToolButton* now() const { return now_; }
  QString iterationText() const;  // "it 37/100"

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void addRun(Actions& actions);
  void addSearch(Actions& actions);
  void addLayouts(Actions& actions);
  void followDocument();
  void followRun();
  void fit();
  void save(int saving);  // room, from 0 (everything is shown) to 5
  void fitChanged();

  Session& session_;
  QComboBox* computation_;
  QComboBox* transformer_;
  QLabel* ranks_;  // empty: one process
  QComboBox* pace_;
  QLabel* iteration_;
  QSlider* slider_;
  QToolButton* now_;  // returns to the run's current position
  QToolButton* search_;
  QAction* paceWord_;
  QList<QAction*> paceShown_;
  QList<QAction*> spared_;  // hidden if there is not enough room
  int content_ = 0;         // width of what changes with the document and the run
  QAction* nowShown_;
  QAction* ranksShown_;
};

}  // namespace ng::views
