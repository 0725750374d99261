// SPDX-License-Identifier: Apache-2.0
// The stylesheet: @names are replaced by the members of Colours; lengths follow metrics.
#include <utility>

#include "views/core/theme/style.h"
#include "views/core/theme/theme.h"

namespace ng::views {

namespace {

constexpr const char* sheet = R"(
QMainWindow, QDialog { background: @chrome; }
QDialog { border: 1px solid @dimText; }
QMainWindow::separator { background: @separator; width: 1px; height: 1px; }
QSplitter::handle { background: @separator; }

QMenuBar { background: @chrome; border-bottom: 1px solid @separator; padding: 0; }
QMenuBar::item { padding: 3px 9px; background: transparent; color: @text; }
QMenuBar::item:selected { background: @hover; }
QMenuBar::item:pressed { background: @pressed; }
QMenu { background: @card; border: 1px solid @separator; padding: 4px; }
QMenu::item { padding: 4px 24px 4px 10px; border-radius: 3px; color: @text; }
QMenu::item:selected { background: @selectionRow; }
QMenu::item:disabled { color: @disabledText; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { height: 1px; background: @separator; margin: 4px 6px; }

QToolBar { background: @chrome; border: none; border-bottom: 1px solid @separator;
  padding: 0 6px; spacing: 2px; }
QToolBar::separator { background: @separator; width: 1px; margin: 4px 5px; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 4px;
  padding: 4px; color: @text; }
QToolButton:hover { background: @hover; }
QToolButton:pressed, QToolButton:checked { background: @pressed; }
QToolButton:focus { border-color: @selection; }
QToolButton:disabled { color: @disabledText; }
QToolButton::menu-indicator { image: none; width: 0; }

QPushButton { background: @field; border: 1px solid @separator; border-radius: 4px;
  padding: 4px 12px; color: @text; min-height: 18px; }
QPushButton:hover { background: @hover; border-color: @axisLine; }
QPushButton:pressed { background: @pressed; }
QPushButton:focus { border-color: @selection; }
QPushButton:disabled { color: @disabledText; }
QPushButton:default { background: @selection; border-color: @selection; color: @onSelection; }
QPushButton:flat { background: transparent; border-color: transparent; }
QPushButton:flat:hover { background: @hover; }

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox { background: @field;
  border: 1px solid @separator; border-radius: 4px; color: @text;
  selection-background-color: @selection; selection-color: @onSelection; }
QLineEdit, QSpinBox, QDoubleSpinBox { padding: 2px 6px; min-height: 18px; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus { border-color: @selection; }

QComboBox QAbstractItemView { background: @card; border: 1px solid @separator; outline: none;
  padding: 4px; selection-background-color: @selectionRow; selection-color: @text; }

QDockWidget { color: @text; font-weight: 600; }
QTabWidget::pane { border: none; border-top: 1px solid @separator; background: @panel; }
QTabBar { background: @chrome; border: none; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: @dimText; padding: 0 10px; height: 27px;
  border: none; border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: @text; background: @hover; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @selection; }

QAbstractItemView { background: @panel; alternate-background-color: @canvas; color: @text;
  border: none; outline: none; selection-background-color: @selectionRow;
  selection-color: @text; gridline-color: @separator; }
QAbstractItemView::item:hover { background: @hover; }
QAbstractItemView::item:selected { background: @selectionRow; color: @text; }
QTableView QTableCornerButton::section, QHeaderView { background: @panel; border: none; }
QHeaderView::section { background: @panel; color: @dimText; border: none;
  border-bottom: 1px solid @separator; padding: 0 8px; height: 24px; font-size: 11px; }
QHeaderView::section:hover { color: @text; }

QScrollArea { background: @panel; border: none; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: @scroll; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @axisLine; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; }

QSlider::groove:horizontal { height: 3px; background: @separator; border-radius: 1px; }
QSlider::sub-page:horizontal { height: 3px; background: @selection; border-radius: 1px; }
QSlider::handle:horizontal { background: @selection; width: 12px; height: 12px; margin: -5px 0;
  border-radius: 6px; }
QSlider::sub-page:horizontal:disabled, QSlider::handle:horizontal:disabled {
  background: @axisLine; }
QProgressBar { background: @separator; border: none; border-radius: 2px; height: 4px; }
QProgressBar::chunk { background: @selection; border-radius: 2px; }

QStatusBar { background: @chrome; border-top: 1px solid @separator; color: @dimText; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @dimText; font-size: 12px; }
QToolTip { background: @card; color: @text; border: 1px solid @separator; padding: 3px 6px; }
#goto { background: @field; border: 1px solid @separator; color: @dimText; padding: 3px 10px; }
#goto:hover { border-color: @axisLine; }
#palette { background: @card; border: 1px solid @axisLine; border-radius: 6px; }
#palette QListView { background: @card; }
#palette QLineEdit { padding: 5px 8px; font-size: 14px; }
#startPage { background: @canvas; }
#documentName { color: @dimText; padding: 0 12px; }
QCheckBox, QRadioButton { spacing: 6px; color: @text; }
)";

}  // namespace

QString styleSheet(const Colours& c) {
  // A name that starts with another name comes first.
  const std::pair<const char*, QColor> names[] = {{"@disabledText", c.disabledText},
                                                  {"@selectionRow", c.selectionRow},
                                                  {"@onSelection", c.onSelection},
                                                  {"@selection", c.selection},
                                                  {"@separator", c.separator},
                                                  {"@axisLine", c.axisLine},
                                                  {"@dimText", c.dimText},
                                                  {"@pressed", c.pressed},
                                                  {"@chrome", c.chrome},
                                                  {"@canvas", c.canvas},
                                                  {"@scroll", c.cardBorder},
                                                  {"@field", c.field},
                                                  {"@hover", c.hover},
                                                  {"@panel", c.panel},
                                                  {"@card", c.card},
                                                  {"@text", c.text}};
  QString text = QString::fromUtf8(sheet);
  for (const auto& [name, colour] : names) text.replace(name, colour.name());
  return text;
}

}  // namespace ng::views
