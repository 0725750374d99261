// SPDX-License-Identifier: Apache-2.0
// The script view. Follows the window's scripts; the editor owns the edited text.
#include "views/script/script_view.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>

#include "views/script/output_pane.h"
#include "views/script/python_assistant.h"
#include "views/script/python_indent.h"
#include "views/script/replace_strip.h"
#include "views/widgets/code/code_marks.h"
#include "views/widgets/code/code_view.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/escape_key.h"

namespace ng::views {

namespace {

constexpr int clockTick = 100;     // ms
constexpr int readingTick = 50;    // ms
constexpr int mostAtOnce = 48000;  // characters shown per tick

QString stateWord(ScriptState state) {
  switch (state) {
    case ScriptState::starting: return "starting";
    case ScriptState::running: return "running";
    case ScriptState::finished: return "finished";
    case ScriptState::failed: return "failed";
    case ScriptState::stopped: return "stopped";
    case ScriptState::idle: break;
  }
  return "ready";
}

QColor stateColour(ScriptState state) {
  const Colours& c = Theme::current().colours();
  switch (state) {
    case ScriptState::starting:
    case ScriptState::running: return c.run;
    case ScriptState::failed: return c.error;
    case ScriptState::stopped: return c.warning;
    default: return c.dimText;
  }
}

bool isOn(ScriptState state) {
  return state == ScriptState::starting || state == ScriptState::running;
}

QToolButton* button(QAction* action) {
  auto* made = new QToolButton;
  made->setDefaultAction(action);
  made->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  made->setFocusPolicy(Qt::TabFocus);
  return made;
}

}  // namespace

ScriptView::ScriptView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      scripts_(workspace.scripts),
      editor_(new CodeView(CodeView::Use::edit)),
      assistant_(new PythonAssistant(editor_)),
      output_(new OutputPane),
      name_(new QLabel),
      status_(new QLabel),
      splitter_(new QSplitter(Qt::Vertical)) {
  editor_->setObjectName("codeEditor");
  editor_->setLanguage(Language::python);
  addCommands();
  question_ = makeQuestion();
  replace_ = new ReplaceStrip;
  connect(replace_, &ReplaceStrip::saveWanted, this, [this] {
    const QString next = scripts_->file().path;  // saving makes the edited file the current one
    save();
    if (modified()) return;
    next.isEmpty() ? scripts_->begin() : scripts_->open(next);
  });
  connect(replace_, &ReplaceStrip::discardWanted, this, &ScriptView::takeFile);
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeHeader());
  column->addWidget(question_);
  column->addWidget(replace_);
  splitter_->addWidget(editor_);
  splitter_->addWidget(output_);
  splitter_->setStretchFactor(0, 3);
  splitter_->setStretchFactor(1, 1);
  splitter_->setSizes({600, 200});
  splitter_->setChildrenCollapsible(false);
  column->addWidget(splitter_, 1);
  empty_ = new EmptyState("script", "Open a Python program, or write one.");
  stack_ = new QStackedLayout(this);
  stack_->addWidget(empty_);
  stack_->addWidget(content);
  setFocusProxy(editor_);
  connect(&Theme::current(), &Theme::changed, this, &ScriptView::followTheme);
  followTheme();
  if (scripts_ == nullptr) {
    empty_->setSentence("Scripts are not available in this window.");
    return;
  }
  empty_->setButton("New script");
  clock_.setInterval(clockTick);
  reading_.setInterval(readingTick);
  connect(empty_, &EmptyState::pressed, scripts_, &Scripts::begin);
  connect(&clock_, &QTimer::timeout, this, &ScriptView::followState);
  connect(&reading_, &QTimer::timeout, this, &ScriptView::takeOutput);
  connect(scripts_, &Scripts::fileOpened, this, &ScriptView::showFile);
  connect(scripts_, &Scripts::runWanted, this, &ScriptView::run);
  connect(scripts_, &Scripts::stateChanged, this, &ScriptView::followState);
  connect(scripts_, &Scripts::outputReady, this, [this] {
    if (!reading_.isActive()) reading_.start();
  });
  connect(scripts_, &Scripts::namesChanged, this,
          [this] { assistant_->setNames(scripts_->names()); });
  connect(output_, &OutputPane::placeClicked, this, &ScriptView::showPlace);
  connect(editor_, &QPlainTextEdit::modificationChanged, this, &ScriptView::followState);
  assistant_->setNames(scripts_->names());
  if (!scripts_->file().path.isEmpty()) showFile();
  followState();
}

void ScriptView::addCommands() {
  const auto add = [this](const QString& text, const char* icon, const QKeySequence& key,
                          auto call) {
    auto* action = new QAction(text, this);
    if (*icon != '\0') action->setIcon(Theme::current().icon(icon));
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, call);
    addAction(action);
    return action;
  };
  // Without buttons: the tool bar's Run and Stop are meant for the script too.
  run_ = add("Run the script", "run", QKeySequence("Ctrl+Return"), &ScriptView::run);
  stop_ = add("Stop the script", "stop", {}, [this] { scripts_->stop(); });
  // Without a shortcut: the window's Ctrl+S triggers the focused view.
  save_ = add("Save the script", "save", {}, &ScriptView::save);
  save_->setIconText("Save");
  save_->setToolTip("Save the script (Ctrl+S)");
  add("New script", "", QKeySequence("Ctrl+Alt+N"), [this] { scripts_->begin(); });
  add("Comment or uncomment lines", "", QKeySequence("Ctrl+/"),
      [this] { toggleComments(*editor_); });
  addActions(editor_->actions());
  for (QAction* action : actions()) action->setEnabled(scripts_ != nullptr);
}

QWidget* ScriptView::makeHeader() {
  auto* header = new QWidget;
  header->setFixedHeight(metrics::strip + 4);
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(metrics::grid + 2, 0, metrics::grid, 0);
  row->setSpacing(metrics::grid);
  status_->setTextFormat(Qt::RichText);
  status_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  row->addWidget(name_);
  row->addWidget(status_, 1);
  row->addWidget(button(save_));
  return header;
}

// A strip instead of a dialog, so that the program can be read before it is run.
QFrame* ScriptView::makeQuestion() {
  auto* strip = new QFrame;
  strip->setObjectName("scriptQuestion");
  auto* row = new QHBoxLayout(strip);
  row->setContentsMargins(metrics::grid + 2, 4, metrics::grid, 4);
  row->setSpacing(metrics::grid);
  auto* words =
      new QLabel("Running executes code. This program was not run here before: review it first.");
  words->setWordWrap(true);
  row->addWidget(words, 1);
  go_ = new QPushButton("Run it");
  auto* no = new QPushButton("Not now");
  no->setToolTip("Do not run the program (Esc)");
  row->addWidget(go_);
  row->addWidget(no);
  connect(go_, &QPushButton::clicked, this, [this] { answer(true); });
  connect(no, &QPushButton::clicked, this, [this] { answer(false); });
  strip->hide();
  strip->installEventFilter(this);
  return strip;
}

void ScriptView::followTheme() {
  const Colours& c = Theme::current().colours();
  question_->setStyleSheet(QString("#scriptQuestion { background: %1; border-top: 1px solid %2; "
                                   "border-bottom: 1px solid %2; }")
                               .arg(c.changedRow.name(), c.separator.name()));
  replace_->followTheme();
  output_->setStyleSheet(
      QString("QPlainTextEdit { background: %1; border: none; border-radius: 0; }")
          .arg(c.panel.name()));
  QFont bold = Theme::current().tableFont();
  bold.setWeight(QFont::DemiBold);
  name_->setFont(bold);
  followState();
}

bool ScriptView::asking() const {
  return !question_->isHidden();
}

bool ScriptView::modified() const {
  return editor_->document()->isModified();
}

// ---- the file -------------------------------------------------------------------------------

QString ScriptView::fileName() const {
  return path_.isEmpty() ? QString("untitled.py") : QFileInfo(path_).fileName();
}

void ScriptView::showFile() {
  if (!modified()) return takeFile();
  const QString path = scripts_->file().path;
  replace_->ask(fileName(), path.isEmpty() ? QString("a new script") : QFileInfo(path).fileName());
}

void ScriptView::takeFile() {
  const ScriptFile file = scripts_->file();
  if (file.path.isEmpty() || file.path != path_) ran_ = false;
  path_ = file.path;
  opened_ = file.text;
  editor_->setPlainText(file.text);
  editor_->document()->setModified(false);
  question_->hide();
  replace_->hide();
  stack_->setCurrentIndex(1);
  followState();
}

bool ScriptView::save() {
  if (!save_->isEnabled()) return true;
  QString path = path_;
  if (path.isEmpty())
    path = QFileDialog::getSaveFileName(this, "Save the script", "program.py", "Python (*.py)");
  if (path.isEmpty() || !scripts_->save({path, editor_->toPlainText()})) return true;
  path_ = path;
  opened_ = editor_->toPlainText();
  editor_->document()->setModified(false);
  replace_->hide();  // nothing is left to replace
  followState();
  return true;
}

// ---- the run --------------------------------------------------------------------------------

// Text edited by the user runs without confirmation; an unknown file needs it once.
void ScriptView::run() {
  if (scripts_ == nullptr || isOn(scripts_->state())) return;
  const QString text = editor_->toPlainText();
  const bool own = path_.isEmpty() || text != opened_;
  if (own || scripts_->trusted(text)) return start();
  question_->show();
  go_->setFocus(Qt::OtherFocusReason);
}

void ScriptView::answer(bool go) {
  editor_->setFocus(Qt::OtherFocusReason);
  question_->hide();
  if (go) start();
}

// Keys that the buttons of the question leave: without a desktop's theme, Qt's buttons take the
// space bar only.
bool ScriptView::eventFilter(QObject* watched, QEvent* event) {
  if (watched != question_) return ViewBase::eventFilter(watched, event);
  if (takesEscape(event)) return true;
  if (event->type() != QEvent::KeyPress) return false;
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Escape) return answer(false), true;
  auto* focused = qobject_cast<QPushButton*>(question_->focusWidget());
  const bool presses = focused && (key == Qt::Key_Return || key == Qt::Key_Enter);
  if (presses) focused->click();
  return presses;
}

void ScriptView::start() {
  const QString text = editor_->toPlainText();
  stack_->setCurrentIndex(1);
  question_->hide();
  scripts_->trust(text);
  output_->begin();
  editor_->marks().setError({});
  marked_ = false;
  ran_ = true;
  scripts_->run({path_, text});
}

// Idle for a script that was opened after the last run of another.
ScriptState ScriptView::shownState() const {
  const ScriptState state = scripts_->state();
  return ran_ || isOn(state) ? state : ScriptState::idle;
}

QString ScriptView::statusLine() const {
  if (scripts_ == nullptr) return {};
  const ScriptState state = shownState();
  QStringList parts{stateWord(state)};
  if (state == ScriptState::idle) return parts.first();
  const QString outcome = scripts_->outcome();
  if (!outcome.isEmpty() && outcome != parts[0]) parts << outcome;
  parts << QString("%1 s").arg(scripts_->seconds(), 0, 'f', 1);
  return parts.join(QString::fromUtf8(" · "));
}

void ScriptView::followState() {
  if (scripts_ == nullptr || stack_ == nullptr) return;
  const ScriptState state = scripts_->state();
  const bool on = isOn(state);
  if (state == ScriptState::starting) ran_ = true;  // also for --run, which starts it itself
  run_->setEnabled(!on);
  stop_->setEnabled(on);
  save_->setEnabled(modified() || path_.isEmpty());
  if (on != clock_.isActive()) on ? clock_.start() : clock_.stop();
  // Registered as a job, so that Stop can cancel it.
  if (on && job_ == 0)
    job_ = workspace_.jobs.begin("script", [this] {
      job_ = 0;
      scripts_->stop();
    });
  if (!on && job_ != 0) workspace_.jobs.finish(std::exchange(job_, 0));
  if (modified())
    scripts_->setUnsaved(fileName(), [view = QPointer(this)] {
      if (view) view->save();
    });
  else
    scripts_->setUnsaved({}, nullptr);
  name_->setText(fileName() + (modified() ? QString::fromUtf8(" •") : QString()));
  name_->setToolTip(path_);
  status_->setText(QString::fromUtf8("<span style='color:%1'>●</span>&nbsp; %2")
                       .arg(stateColour(shownState()).name(), statusLine().toHtmlEscaped()));
  status_->setToolTip(statusLine());
  if (!on && !scripts_->hasOutput()) takeOutput();
}

// Limits the output per tick to keep the GUI responsive.
void ScriptView::takeOutput() {
  const QString printed = scripts_->takeOutput(mostAtOnce);
  if (!printed.isEmpty()) output_->append(printed);
  if (scripts_->hasOutput()) return;
  reading_.stop();
  if (marked_ || scripts_->state() != ScriptState::failed) return;
  const int line = scripts_->lineOf(output_->placeFile(), output_->placeLine());
  if (line == 0) return;
  marked_ = true;
  editor_->goToLine(line - 1);
  editor_->marks().setError(line - 1);
}

void ScriptView::showPlace(const QString& file, int line) {
  const int here = scripts_->lineOf(file, line);
  if (here == 0) return;
  editor_->goToLine(here - 1);
  editor_->setFocus();
}

}  // namespace ng::views
