// SPDX-License-Identifier: Apache-2.0
// Every colour and font of the window. The contrasts and the distances for colour-blind users were
// computed for these palettes; define colours only here.
#include "views/core/theme/theme.h"

#include <QApplication>
#include <QDir>
#include <QFontDatabase>
#include <QSvgRenderer>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "views/core/theme/icon_engine.h"
#include "views/core/theme/picture_theme.h"
#include "views/core/theme/style.h"

// Outside the namespace: the macro declares a function of the resource compiler.
static void loadResources() {
  Q_INIT_RESOURCE(resources);
#ifdef NGRAPH_EMBEDDED_FONTS
  Q_INIT_RESOURCE(fonts);
#endif
}

namespace ng::views {

namespace {

Colours lightColours() {
  Colours c;
  c.canvas = "#F6F7F9", c.card = "#FFFFFF", c.text = "#1B1F24", c.dimText = "#5B6470";
  c.chrome = "#FBFBFC", c.panel = "#FFFFFF", c.field = "#FFFFFF";
  c.separator = "#DFE2E7", c.hover = "#EEF0F3", c.pressed = "#E2E5EA", c.disabledText = "#9AA1AB";
  c.cardBorder = "#C9CED6", c.edge = "#8A93A0", c.group = "#EDF0F4";
  c.selection = "#0153DD", c.selectionHalo = QColor(1, 83, 221, 56), c.selectionRow = "#DCE8FC";
  c.onSelection = "#FFFFFF", c.searchMatch = "#FFE566", c.onSearchMatch = "#1B1F24";
  c.run = "#1A7F37", c.stop = "#C62828", c.warning = "#9A6700", c.error = "#C62828";
  c.added = "#087866", c.removed = "#CF3E05", c.changed = "#530F69";
  c.addedRow = "#DDF4EE", c.removedRow = "#FCE5DB", c.changedRow = "#EFE3F3";
  c.nan = "#D6009A", c.grid = "#E8EAEE", c.axisLine = "#B4BAC3";
  c.families = {"#058BF0", "#259A5D", "#BB6E0E", "#731412", "#40454C", "#720FD8", "#E11C92"};
  c.series = {"#0153DD", "#BB6E0E", "#259A5D", "#720FD8", "#E11C92", "#40454C"};
  c.codeKeyword = "#720FD8", c.codeType = "#0153DD", c.codeNumber = "#9A5200";
  c.codeString = "#1A7F37", c.codeComment = "#6B7480", c.codeFunction = "#A3195B";
  return c;
}

Colours darkColours() {
  Colours c;
  c.canvas = "#16191E", c.card = "#22262D", c.text = "#E6E9EE", c.dimText = "#9AA4B2";
  c.chrome = "#1B1F25", c.panel = "#1B1F25", c.field = "#22262D";
  c.separator = "#2F353E", c.hover = "#272C34", c.pressed = "#313842", c.disabledText = "#5F6875";
  c.cardBorder = "#3D444F", c.edge = "#727C8A", c.group = "#1C2027";
  c.selection = "#4C8DFB", c.selectionHalo = QColor(76, 141, 251, 72), c.selectionRow = "#22375C";
  c.onSelection = "#0B0E12", c.searchMatch = "#E5C72A", c.onSearchMatch = "#16191E";
  c.run = "#4CC265", c.stop = "#F26D6D", c.warning = "#E3B341", c.error = "#F26D6D";
  c.added = "#20FDC0", c.removed = "#FD7E51", c.changed = "#D1A4DC";
  c.addedRow = "#16342E", c.removedRow = "#3D251D", c.changedRow = "#332A38";
  c.nan = "#FF5CCB", c.grid = "#2A3038", c.axisLine = "#4C5562";
  c.families = {"#6DC3FD", "#B4F990", "#FFC21E", "#DA4555", "#D5D7DA", "#8F53E2", "#D24797"};
  c.series = {"#6DA5FF", "#FFC21E", "#7FDB9A", "#B28CF2", "#F27CC0", "#D5D7DA"};
  c.codeKeyword = "#C4A2F7", c.codeType = "#7FB3FF", c.codeNumber = "#F0B36B";
  c.codeString = "#8FD6A0", c.codeComment = "#7D8796", c.codeFunction = "#F29CC8";
  return c;
}

using Stop = std::array<int, 3>;

// Twelve equidistant colours of cividis, a colour map that is readable with colour blindness.
constexpr Stop cividis[] = {{0, 32, 77},     {0, 48, 111},    {42, 64, 108},   {72, 82, 107},
                            {94, 98, 110},   {114, 115, 116}, {135, 132, 121}, {158, 150, 119},
                            {182, 169, 113}, {208, 190, 103}, {234, 211, 87},  {255, 234, 70}};
constexpr Stop blueWhiteOrange[] = {{10, 63, 143},   {57, 124, 204},  {150, 191, 232},
                                    {248, 248, 248}, {246, 186, 120}, {219, 118, 22},
                                    {138, 66, 0}};

template <std::size_t N>
QRgb between(const Stop (&stops)[N], double t) {
  const double at = std::clamp(t, 0.0, 1.0) * (N - 1);
  const auto low = std::min<std::size_t>(static_cast<std::size_t>(at), N - 2);
  const double part = at - static_cast<double>(low);
  int mixed[3];
  for (std::size_t i = 0; i < 3; ++i)
    mixed[i] = static_cast<int>(std::lround(stops[low][i] * (1 - part) + stops[low + 1][i] * part));
  return qRgb(mixed[0], mixed[1], mixed[2]);
}

QFont font(const char* family, int pixels, QFont::Weight weight, QFont::StyleHint hint) {
  QFont font;
  font.setFamily(family);
  font.setPixelSize(pixels);
  font.setWeight(weight);
  font.setStyleHint(hint);
  return font;
}

// Uses the system's fonts if they are installed, else those in the resources.
void loadFonts() {
  const QStringList families = QFontDatabase::families();
  for (const QString& file : QDir(":/fonts").entryList()) {
    const bool mono = file.startsWith("JetBrains");
    if (!families.contains(mono ? "JetBrains Mono" : "Inter"))
      QFontDatabase::addApplicationFont(":/fonts/" + file);
  }
}

enum { ofWindow, lightPicture, darkPicture };
thread_local int ofPicture = ofWindow;

double luminance(const QColor& colour) {
  const auto linear = [](double v) {
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
         0.0722 * linear(colour.blueF());
}

}  // namespace

Theme::Theme() : lightColours_(views::lightColours()), darkColours_(views::darkColours()) {}

Theme& Theme::current() {
  static Theme window;
  if (ofPicture == ofWindow) return window;
  static Theme light;
  static Theme& dark = []() -> Theme& {
    static Theme made;
    made.dark_ = true;
    return made;
  }();
  return ofPicture == darkPicture ? dark : light;
}

PictureTheme::PictureTheme(bool dark)
    : before_(std::exchange(ofPicture, dark ? darkPicture : lightPicture)) {}

PictureTheme::~PictureTheme() {
  ofPicture = before_;
}

void Theme::install(QApplication& app) {
  app_ = &app;
  loadResources();
  loadFonts();
  app.setStyle(new Style);
  app.setWindowIcon(QIcon(":/icons/app.svg"));
  apply();
}

void Theme::setDark(bool dark) {
  if (dark == dark_) return;
  dark_ = dark;
  apply();
  emit changed();
}

void Theme::apply() {
  if (app_ == nullptr) return;
  app_->setFont(uiFont());
  app_->setPalette(palette());
  QToolTip::setFont(tableFont());
  QToolTip::setPalette(palette());
  app_->setStyleSheet(styleSheet(colours()));
}

QPalette Theme::palette() const {
  const Colours& c = colours();
  QPalette p;
  const auto set = [&p](QPalette::ColorRole role, const QColor& colour) {
    p.setColor(role, colour);
  };
  set(QPalette::Window, c.chrome), set(QPalette::WindowText, c.text);
  set(QPalette::Base, c.panel), set(QPalette::AlternateBase, c.canvas), set(QPalette::Text, c.text);
  set(QPalette::Button, c.field), set(QPalette::ButtonText, c.text);
  set(QPalette::BrightText, c.onSelection), set(QPalette::Highlight, c.selection);
  set(QPalette::HighlightedText, c.onSelection), set(QPalette::Link, c.selection);
  set(QPalette::LinkVisited, c.selection), set(QPalette::PlaceholderText, c.dimText);
  set(QPalette::ToolTipBase, c.card), set(QPalette::ToolTipText, c.text);
  set(QPalette::Light, c.card), set(QPalette::Midlight, c.hover), set(QPalette::Mid, c.separator);
  set(QPalette::Dark, c.axisLine), set(QPalette::Shadow, c.separator);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    p.setColor(QPalette::Disabled, role, c.disabledText);
  return p;
}

QColor Theme::mark(Mark mark) const {
  switch (mark) {
    case Mark::added: return colours().added;
    case Mark::removed: return colours().removed;
    case Mark::changed: return colours().changed;
    case Mark::none: break;
  }
  return colours().cardBorder;
}

Qt::PenStyle Theme::markLine(Mark mark) const {
  return mark == Mark::removed ? Qt::DashLine : Qt::SolidLine;
}

QFont Theme::uiFont() const {
  return font("Inter", 13, QFont::Normal, QFont::SansSerif);
}
QFont Theme::tableFont() const {
  return font("Inter", 12, QFont::Normal, QFont::SansSerif);
}
QFont Theme::captionFont() const {
  return font("Inter", 11, QFont::Normal, QFont::SansSerif);
}
QFont Theme::titleFont() const {
  return font("Inter", 13, QFont::DemiBold, QFont::SansSerif);
}
QFont Theme::monoFont() const {
  QFont mono = font("JetBrains Mono", 12, QFont::Normal, QFont::Monospace);
  mono.setFixedPitch(true);
  mono.setStyleStrategy(QFont::PreferNoShaping);  // no ligatures: "0x40" is not "0×40"
  return mono;
}

QRgb Theme::heat(double t) {
  return std::isnan(t) ? current().colours().nan.rgb() : between(cividis, t);
}

QRgb Theme::signedHeat(double t) {
  return std::isnan(t) ? current().colours().nan.rgb() : between(blueWhiteOrange, (t + 1) / 2);
}

QColor Theme::readableOn(const QColor& background) {
  return luminance(background) > 0.18 ? QColor(Qt::black) : QColor(Qt::white);
}

QIcon Theme::icon(const QString& name) const {
  return QIcon(new IconEngine(name));
}

QString markText(Mark mark) {
  switch (mark) {
    case Mark::added: return "+";
    case Mark::removed: return QString::fromUtf8("−");
    case Mark::changed: return "~";
    case Mark::none: break;
  }
  return {};
}

}  // namespace ng::views
