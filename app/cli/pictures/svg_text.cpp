// SPDX-License-Identifier: Apache-2.0
#include "app/cli/pictures/svg_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/cli/output.h"

namespace ng::cli {
namespace {

constexpr double margin = 24;
constexpr double stripe = 4;

// Family colours in the order of enum Family, from the workbench's light theme.
constexpr const char* style = R"(<style>
  svg { background: rgb(246,247,249); font-family: Inter, sans-serif; }
  .card { fill: rgb(255,255,255); stroke: rgb(205,210,217); }
  .group { fill: rgb(237,240,244); stroke: rgb(160,168,179); }
  .edge { fill: none; stroke: rgb(124,134,147); stroke-width: 1.2; }
  .tip { fill: rgb(124,134,147); }
  .chip { fill: rgb(246,247,249); stroke: rgb(5,139,240); }
  .chiptext { font-size: 10px; fill: rgb(27,31,36); text-anchor: middle; }
  .title { font-size: 12px; font-weight: 600; fill: rgb(27,31,36); }
  .detail, .kernel { font-size: 10px; fill: rgb(91,100,112); }
  .kernel, .glyph { text-anchor: end; }
  .glyph { font-size: 12px; fill: rgb(91,100,112); }
  .f0 { fill: rgb(5,139,240); } .f1 { fill: rgb(37,154,93); } .f2 { fill: rgb(187,110,14); }
  .f3 { fill: rgb(115,20,18); } .f4 { fill: rgb(64,69,76); } .f5 { fill: rgb(114,15,216); }
  .f6 { fill: rgb(225,28,146); }
</style>
)";

// Overrides for dark colours; in CSS the later rule wins.
constexpr const char* darkStyle = R"(<style>
  svg { background: rgb(22,25,30); }
  .card { fill: rgb(34,38,45); stroke: rgb(58,64,74); }
  .group { fill: rgb(42,47,56); stroke: rgb(90,99,112); }
  .edge { stroke: rgb(112,122,137); }
  .tip { fill: rgb(112,122,137); }
  .chip { fill: rgb(22,25,30); stroke: rgb(109,195,253); }
  .chiptext, .title { fill: rgb(230,233,238); }
  .detail, .kernel, .glyph { fill: rgb(154,164,178); }
  .f0 { fill: rgb(109,195,253); } .f1 { fill: rgb(180,249,144); } .f2 { fill: rgb(255,194,30); }
  .f3 { fill: rgb(218,69,85); } .f4 { fill: rgb(213,215,218); } .f5 { fill: rgb(143,83,226); }
  .f6 { fill: rgb(210,71,151); }
</style>
)";

std::string n(double value) {
  char text[32];  // a precision of 0.1 pixel is sufficient
  std::snprintf(text, sizeof text, "%.10g", std::round(value * 10) / 10);
  return text;
}

std::string point(const views::LayoutPoint& p) {
  return n(p.x) + " " + n(p.y);
}

std::string textAt(const char* kind, double x, double y, const std::string& text,
                   const std::string& style = {}) {
  return "<text class=\"" + std::string(kind) + "\" x=\"" + n(x) + "\" y=\"" + n(y) + "\"" + style +
         ">" + xmlText(text) + "</text>";
}

// Smaller letters for a text of more than `most` columns, so that it fits on its card.
std::string fittedText(const char* kind, double x, double y, const std::string& text, int most,
                       double size) {
  const auto needed = static_cast<int>(columns(text));
  if (needed <= most) return textAt(kind, x, y, text);
  return textAt(kind, x, y, text, " style=\"font-size: " + n(size * most / needed) + "px\"");
}

// Chips on the card's upper border, right-aligned. Chips that do not fit are merged into one.
std::string chipsText(const PictureCard& card, double left, double top, double right) {
  constexpr double letter = 6.2, padding = 10, gap = 4, height = 14;
  std::vector<PictureChip> chips = card.chips;
  double needed = 0;
  for (const PictureChip& chip : chips)
    needed += static_cast<double>(columns(chip.text)) * letter + padding + gap;
  if (chips.size() > 1 && needed > right - left - 16) {
    PictureChip all{"⋯ " + std::to_string(chips.size()), {}};
    for (const PictureChip& chip : chips) all.names += (all.names.empty() ? "" : ", ") + chip.names;
    chips = {all};
  }
  std::string text;
  double end = right - 7;
  for (const PictureChip& chip : chips) {
    const double width = static_cast<double>(columns(chip.text)) * letter + padding;
    text += "<g><title>" + xmlText(chip.names) + "</title><rect class=\"chip\" x=\"" +
            n(end - width) + "\" y=\"" + n(top - 9) + "\" width=\"" + n(width) + "\" height=\"" +
            n(height) + "\" rx=\"7\"/>" +
            textAt("chiptext", end - width / 2, top + 1.5, chip.text) + "</g>";
    end -= width + gap;
  }
  return text;
}

std::string cardText(const PictureCard& card) {
  const double left = card.centre.x - card.width / 2, top = card.centre.y - card.height / 2;
  const double right = left + card.width;
  std::string text = "<g><title>" + xmlText(card.kind + " " + card.title) + "</title>";
  auto box = [&](const std::string& kind, double width) {
    text += "<rect class=\"" + kind + "\" x=\"" + n(left) + "\" y=\"" + n(top) + "\" width=\"" +
            n(width) + "\" height=\"" + n(card.height) + "\" rx=\"" +
            (width == card.width ? "4" : "2") + "\"/>";
  };
  box(card.group ? "group" : "card", card.width);
  if (!card.group) box("f" + std::to_string(static_cast<int>(card.family)), stripe);
  text += fittedText("title", left + 10, top + 17, card.title, 15, 12);
  text += textAt("glyph", right - 8, top + 17, (card.gradient ? "∂ " : "") + card.glyph);
  text += fittedText("detail", left + 10, top + 32, card.detail, 20, 10);
  if (!card.kernel.empty()) text += textAt("kernel", right - 8, top + 32, card.kernel);
  return text + chipsText(card, left, top, right) + "</g>\n";
}

// Arrow head: a triangle at the end of the curve, along its last direction.
std::string tip(const std::vector<views::LayoutPoint>& points) {
  const views::LayoutPoint end = points.back(), before = points[points.size() - 2];
  const double dx = end.x - before.x, dy = end.y - before.y;
  const double length = std::max(std::hypot(dx, dy), 1e-6);
  const double ux = dx / length, uy = dy / length;
  const views::LayoutPoint a{end.x - 7 * ux - 3 * uy, end.y - 7 * uy + 3 * ux};
  const views::LayoutPoint b{end.x - 7 * ux + 3 * uy, end.y - 7 * uy - 3 * ux};
  return "<path class=\"tip\" d=\"M" + point(end) + "L" + point(a) + "L" + point(b) + "Z\"/>";
}

std::string edgeText(const PictureEdge& edge) {
  if (edge.points.size() < 4) return {};
  const std::string dashes = edge.back ? " stroke-dasharray=\"6 2.5\"" : "";
  return "<path class=\"edge\"" + dashes + " d=\"" + curveText(edge.points) + "\"/>" +
         tip(edge.points) + "\n";
}

}  // namespace

// Merges consecutive vertical or horizontal segments into one line: routes of long edges consist
// mostly of these.
std::string curveText(const std::vector<views::LayoutPoint>& points) {
  std::string text = "M" + point(points[0]);
  char open = 0;  // 'V' or 'H' while a line is not written yet
  auto close = [&](const views::LayoutPoint& end) {
    if (open) text += open + n(open == 'V' ? end.y : end.x);
    open = 0;
  };
  for (std::size_t i = 0; i + 3 < points.size(); i += 3) {
    const views::LayoutPoint *p = &points[i], &end = p[3];
    const bool down = p[1].x == p->x && p[2].x == p->x && end.x == p->x;
    const bool across = p[1].y == p->y && p[2].y == p->y && end.y == p->y;
    const char line = down ? 'V' : across ? 'H' : 0;
    if (line != open) close(*p);
    open = line;
    if (!line) text += "C" + point(p[1]) + " " + point(p[2]) + " " + point(end);
  }
  close(points.back());
  return text;
}

std::string xmlText(const std::string& text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n') out += c;
    }
  }
  return out;
}

std::string svgText(const Picture& picture, bool dark) {
  const double width = picture.right - picture.left + 2 * margin;
  const double height = picture.bottom - picture.top + 2 * margin;
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
      n(width) + "\" height=\"" + n(height) + "\" viewBox=\"" + n(picture.left - margin) + " " +
      n(picture.top - margin) + " " + n(width) + " " + n(height) + "\">\n";
  text += "<title>" + xmlText(picture.title) + "</title>\n" + style;
  if (dark) text += darkStyle;
  for (const PictureEdge& edge : picture.edges) text += edgeText(edge);
  for (const PictureCard& card : picture.cards) text += cardText(card);
  return text + "</svg>\n";
}

}  // namespace ng::cli
