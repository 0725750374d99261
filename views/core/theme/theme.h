// SPDX-License-Identifier: Apache-2.0
// Colours, fonts and metrics of the window. Views read Theme::current() while they paint and
// repaint on changed(). No other file defines colours. GUI thread only.
#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QObject>
#include <QPalette>
#include <array>

class QApplication;

namespace ng {
enum class Family;
}

namespace ng::views {

// What a pass did to an op: + − ~ on the canvas and in every list.
enum class Mark { none, added, removed, changed };

struct Colours {
  QColor canvas, card, text, dimText;  // the four surfaces of the design
  QColor chrome;                       // menu bar, tool bar, dock titles, status bar
  QColor panel;                        // tables and lists inside docks
  QColor field;                        // text fields and combos
  QColor separator, hover, pressed, disabledText;
  QColor cardBorder, edge;  // graph cards and edges at rest
  QColor group;             // body of an opened group on the canvas
  QColor selection, selectionHalo, selectionRow, onSelection;
  QColor searchMatch, onSearchMatch;
  QColor run, stop, warning, error;
  QColor added, removed, changed;
  QColor addedRow, removedRow, changedRow;  // backgrounds in text diffs
  QColor nan;                               // magenta hatch of NaN cells
  QColor grid, axisLine;                    // plots
  std::array<QColor, 7> families;           // in the order of ng::Family
  std::array<QColor, 6> series;             // curves of a plot, in order
  QColor codeKeyword, codeType, codeNumber, codeString, codeComment, codeFunction;
};

// Pixels at 100 % scaling.
namespace metrics {
inline constexpr int row = 24;
inline constexpr int grid = 8;
inline constexpr int radius = 4;
inline constexpr int toolbar = 40;
inline constexpr int strip = 28;  // the breadcrumb strip and view headers
inline constexpr int icon = 16;
inline constexpr int cardWidth = 148, cardHeight = 40;
inline constexpr int gapAcross = 20, gapDown = 24;
inline constexpr int familyStripe = 4;
}  // namespace metrics

class Theme : public QObject {
  Q_OBJECT

 public:
  static Theme& current();

  // Installs style, palette, fonts and stylesheet for the whole application; call once after
  // QApplication is created.
  void install(QApplication& app);

  bool dark() const { return dark_; }
  void setDark(bool dark);

  const Colours& colours() const { return dark_ ? darkColours_ : lightColours_; }
  QColor family(Family family) const {
    return colours().families[static_cast<std::size_t>(family)];
  }
  QColor mark(Mark mark) const;            // Mark::none: the card's border
  Qt::PenStyle markLine(Mark mark) const;  // solid, dashed; a changed op's outline is drawn double
  QColor series(int index) const { return colours().series[static_cast<std::size_t>(index) % 6]; }

  QFont uiFont() const;       // Inter 13 px
  QFont tableFont() const;    // Inter 12 px
  QFont captionFont() const;  // Inter 11 px
  QFont titleFont() const;    // Inter 13 px, 600
  QFont monoFont() const;     // JetBrains Mono 12 px: code, numbers, shapes

  // Colour maps; `t` is clamped to 0..1 for heat (cividis) and -1..1 for signedHeat (blue, white at
  // 0, orange). NaN gives Colours::nan.
  static QRgb heat(double t);
  static QRgb signedHeat(double t);
  // Black or white, whichever has more contrast on `background`.
  static QColor readableOn(const QColor& background);

  // One of our icons ("run", "graph" …) in the palette's text colour; "run" and "stop" are tinted.
  // The icon follows theme changes.
  QIcon icon(const QString& name) const;

 signals:
  void changed();

 private:
  Theme();
  QPalette palette() const;
  void apply();

  Colours lightColours_, darkColours_;
  bool dark_ = false;
  QApplication* app_ = nullptr;
};

// "+", "−", "~" or empty.
QString markText(Mark mark);

}  // namespace ng::views
