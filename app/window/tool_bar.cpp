// SPDX-License-Identifier: Apache-2.0
// Implementation of the tool bar: follows the session and forwards choices to it.
#include "app/window/tool_bar.h"

#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QResizeEvent>
#include <QSlider>
#include <QToolButton>
#include <utility>

#include "app/window/choices/rank_choices.h"
#include "app/window/choices/transformer_choice.h"
#include "app/window/layouts.h"
#include "views/core/moment_text.h"

namespace ng::views {

namespace {

struct Pace {
  const char* text;
  double perSecond;
};
constexpr int mostSaving = 5;  // of ToolBar::save()
constexpr Pace paces[] = {{"1/s", 1}, {"5/s", 5}, {"20/s", 20}, {"100/s", 100}, {"full speed", 0}};

QLabel* dim(const QString& text) {
  auto* label = new QLabel(text);
  label->setForegroundRole(QPalette::PlaceholderText);
  label->setContentsMargins(4, 0, 2, 0);
  return label;
}

QComboBox* combo(const QString& toolTip, int width) {
  auto* made = new QComboBox;
  made->setToolTip(toolTip);
  made->setMinimumWidth(width);
  made->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  return made;
}

}  // namespace

ToolBar::ToolBar(Workspace& workspace, Actions& actions, QWidget* parent)
    : QToolBar("Tool Bar", parent),
      session_(workspace),
      computation_(combo("Computation", 72)),
      transformer_(makeTransformerChoice(workspace)),
      ranks_(dim({})),
      pace_(combo("Pace: iterations per second", 100)),
      iteration_(new QLabel),
      slider_(new QSlider(Qt::Horizontal)),
      now_(new QToolButton) {
  setObjectName("toolbar");
  setMovable(false);
  setFixedHeight(metrics::toolbar);
  setIconSize({metrics::icon, metrics::icon});
  setContextMenuPolicy(Qt::PreventContextMenu);
  addAction(actions["file.home"]);
  addAction(actions["view.back"]);
  addAction(actions["view.forward"]);
  addSeparator();
  addWidget(computation_);
  spared_ << addWidget(dim("on"));
  addWidget(transformer_);
  ranks_->setToolTip(
      "The graph is divided among ranks, which run as threads: Compile > Ranks and Stages");
  ranksShown_ = addWidget(ranks_);
  addSeparator();
  addRun(actions);
  addSearch(actions);
  addLayouts(actions);
  connect(computation_, &QComboBox::textActivated, &session_.compilations,
          &Compilations::setComputation);
  connect(&session_.documents, &Documents::documentChanged, this, &ToolBar::followDocument);
  connect(&session_.compilations, &Compilations::compilationStarted, this,
          &ToolBar::followDocument);
  connect(&session_.compilations, &Compilations::compilationChanged, this,
          &ToolBar::followDocument);
  connect(&session_.compilations, &Compilations::compilationFailed, this, &ToolBar::followDocument);
  connect(&session_.run, &Run::runChanged, this, &ToolBar::followRun);
  followDocument();
}

void ToolBar::addRun(Actions& actions) {
  addAction(actions["run.run"]);
  auto* run = qobject_cast<QToolButton*>(widgetForAction(actions["run.run"]));
  run->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  constexpr int iconAndPadding = 44;  // keeps the width constant when the text changes
  int widest = 0;
  for (const char* text : {"Continue", "Run script"})
    widest = std::max(widest, run->fontMetrics().horizontalAdvance(text));
  run->setMinimumWidth(widest + iconAndPadding);
  addAction(actions["run.pause"]);
  addAction(actions["run.stop"]);
  addSeparator();
  addAction(actions["run.step_op"]);
  addAction(actions["run.step_iteration"]);
  addAction(actions["run.step_epoch"]);
  paceShown_ << addSeparator();
  paceWord_ = addWidget(dim("pace"));
  for (const Pace& pace : paces) pace_->addItem(pace.text, pace.perSecond);
  paceShown_ << addWidget(pace_);
  connect(pace_, &QComboBox::activated, this,
          [this](int row) { session_.run.setPace(paces[row].perSecond); });
  addSeparator();
  iteration_->setContentsMargins(4, 0, 6, 0);
  iteration_->setFont(Theme::current().monoFont());
  addWidget(iteration_);
  addWidget(slider_);
  now_->setText("Latest");
  now_->setAutoRaise(true);
  nowShown_ = addWidget(now_);
  connect(now_, &QToolButton::clicked, this,
          [this] { session_.run.showIteration(session_.run.status().lastIteration + 1); });
  connect(slider_, &QSlider::valueChanged, this,
          [this](int value) { session_.run.showIteration(value); });
}

void ToolBar::resizeEvent(QResizeEvent* event) {
  fit();
  QToolBar::resizeEvent(event);
}

// Shows as much as there is room for.
void ToolBar::fit() {
  for (int saving = 0; saving <= mostSaving; ++saving) {
    save(saving);
    layout()->invalidate();
    if (sizeHint().width() <= width()) return;
  }
}

// Iteration controls have priority over texts, and over the pace, which is also in the menu.
void ToolBar::save(int saving) {
  paceWord_->setVisible(saving < 2);
  slider_->setFixedWidth(saving < 1 ? 160 : saving < 3 ? 100 : 60);
  search_->setToolButtonStyle(saving < 3 ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
  for (QAction* each : paceShown_) each->setVisible(saving < 4);
  for (QAction* each : spared_) each->setVisible(saving < mostSaving);
}

// Fits again only if a text has another width, not in every iteration.
void ToolBar::fitChanged() {
  int content = nowShown_->isVisible() ? now_->sizeHint().width() : 0;
  for (const QWidget* each :
       {static_cast<const QWidget*>(computation_), static_cast<const QWidget*>(transformer_),
        static_cast<const QWidget*>(ranks_), static_cast<const QWidget*>(iteration_)})
    content += each->sizeHint().width();
  if (std::exchange(content_, content) != content) fit();
}

void ToolBar::addSearch(Actions& actions) {
  auto* spacer = new QWidget;
  spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  addWidget(spacer);
  search_ = new QToolButton;
  search_->setObjectName("goto");
  search_->setText("Go to anything      Ctrl+P");
  search_->setIcon(Theme::current().icon("search"));
  search_->setToolTip(withKey(actions["edit.go"]));
  connect(search_, &QToolButton::clicked, actions["edit.go"], &QAction::trigger);
  addWidget(search_);
}

void ToolBar::addLayouts(Actions& actions) {
  auto* layouts = new QToolButton;
  layouts->setObjectName("layouts");
  layouts->setIcon(Theme::current().icon("layout"));
  layouts->setToolTip("Layout of the views (Alt+1 to Alt+6, Alt+0)");
  layouts->setAccessibleName("Layout");
  layouts->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(layouts);
  for (const LayoutRow& row : layoutTable()) menu->addAction(actions[QString("window.") + row.id]);
  menu->addSeparator();
  menu->addAction(actions["window.reset"]);
  layouts->setMenu(menu);
  spared_ << addWidget(layouts);
  addAction(actions["window.maximize"]);
  addAction(actions["view.dark"]);
}

void ToolBar::followDocument() {
  computation_->clear();
  computation_->addItems(session_.compilations.computations());
  computation_->setCurrentText(session_.compilations.computation());
  computation_->setEnabled(session_.documents.document() != nullptr);
  const QString ranks = session_.compilations.ranks();
  ranks_->setText(divisionWords(ranks));
  ranksShown_->setVisible(!ranks.isEmpty());
  followRun();
}

QString ToolBar::ranksText() const {
  return ranks_->text();
}

QString ToolBar::iterationText() const {
  return shownBriefly(session_.run.status());
}

void ToolBar::followRun() {
  const QSignalBlocker quiet(slider_);
  const bool running = session_.run.status().state == RunState::running;
  const bool back = session_.run.status().looksBack, within = session_.run.status().within;
  // Within an iteration, the position after the last complete one is the current position.
  const std::int64_t now = session_.run.status().lastIteration + (within ? 1 : 0);
  const std::int64_t most = std::max<std::int64_t>({session_.run.status().totalIterations, now, 1});
  slider_->setRange(0, static_cast<int>(most));
  slider_->setValue(static_cast<int>(back ? session_.run.status().iteration : now));
  slider_->setEnabled(!running && session_.run.status().lastIteration > 0);
  slider_->setToolTip("Show a kept iteration");
  nowShown_->setVisible(!running && back);
  now_->setToolTip(within ? QString("Return to the current position within iteration %1").arg(now)
                          : QString("Return to the last iteration, %1").arg(now));
  iteration_->setText(iterationText());
  iteration_->setToolTip(shownText(session_.run.status()));
  for (int row = 0; row < static_cast<int>(std::size(paces)); ++row) {
    if (paces[row].perSecond == session_.run.status().pace) pace_->setCurrentIndex(row);
  }
  fitChanged();
}

}  // namespace ng::views
