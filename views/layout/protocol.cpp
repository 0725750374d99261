// SPDX-License-Identifier: Apache-2.0
// Writes and checks the layout helper's messages.
#include "views/layout/protocol.h"

#include <charconv>
#include <cmath>

namespace ng::views {
namespace {

// Scans the numbers and words of one message in order; stores the first error.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool word(std::string_view expected) {
    const std::string_view found = token();
    return found == expected || fail("expected '" + std::string(expected) + "'");
  }
  // Consumes the next word if it is `expected`.
  bool accept(std::string_view expected) {
    const std::string_view before = rest_;
    const int line = line_;
    if (token() == expected) return true;
    rest_ = before;
    line_ = line;
    return false;
  }
  bool integer(int& value, int low, int high) {
    const std::string_view t = token();
    const auto [end, error] = std::from_chars(t.data(), t.data() + t.size(), value);
    const bool whole = error == std::errc() && end == t.data() + t.size();
    return (whole && value >= low && value <= high) || fail("a number is missing or out of bounds");
  }
  bool real(double& value, double low, double high) {
    const std::string_view t = token();
    const auto [end, error] = std::from_chars(t.data(), t.data() + t.size(), value);
    const bool whole = error == std::errc() && end == t.data() + t.size();
    return (whole && std::isfinite(value) && value >= low && value <= high) ||
           fail("a number is missing or out of bounds");
  }
  bool fail(const std::string& reason) {
    if (why_.empty()) why_ = "line " + std::to_string(line_) + ": " + reason;
    return false;
  }
  std::string_view rest() const { return rest_; }
  const std::string& why() const { return why_; }

 private:
  std::string_view token() {
    std::size_t i = 0;
    while (i < rest_.size() && (rest_[i] == ' ' || rest_[i] == '\n')) line_ += rest_[i++] == '\n';
    const std::size_t start = i;
    while (i < rest_.size() && rest_[i] != ' ' && rest_[i] != '\n') ++i;
    const std::string_view found = rest_.substr(start, i - start);
    rest_.remove_prefix(i);
    return found;
  }
  std::string_view rest_;
  std::string why_;
  int line_ = 1;
};

void append(std::string& out, double value) {
  char digits[32];
  const auto [end, error] =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, 2);
  out.append(digits, error == std::errc() ? static_cast<std::size_t>(end - digits) : 0);
}

void append(std::string& out, int value) {
  out += std::to_string(value);
}

template <class... Values>
void line(std::string& out, std::string_view head, Values... values) {
  out += head;
  ((out += ' ', append(out, values)), ...);
  out += '\n';
}

bool readPart(Scanner& scan, LayoutRequest& part) {
  namespace limit = layout_limits;
  int boxes = 0, edges = 0, curves = 0;
  if (!scan.word("part") || !scan.integer(boxes, 0, limit::boxes) ||
      !scan.integer(edges, 0, limit::edges) || !scan.real(part.gapAcross, 0, 1000) ||
      !scan.real(part.gapDown, 0, 1000) || !scan.integer(curves, 0, 1))
    return false;
  part.curves = curves == 1;
  for (int i = 0; i < boxes; ++i) {
    LayoutBox box;
    if (!scan.word("b") || !scan.real(box.width, 1, 10'000) || !scan.real(box.height, 1, 10'000) ||
        !scan.integer(box.row, 0, limit::rows))
      return false;
    part.boxes.push_back(box);
  }
  for (int i = 0; i < edges; ++i) {
    LayoutEdge edge;
    if (!scan.word("e") || !scan.integer(edge.from, 0, boxes - 1) ||
        !scan.integer(edge.to, 0, boxes - 1) || !scan.integer(edge.weight, 0, 1000))
      return false;
    part.edges.push_back(edge);
  }
  return true;
}

bool readPlaces(Scanner& scan, const LayoutRequest& asked, LayoutResult& result) {
  const double extent = layout_limits::extent;
  const int size = static_cast<int>(asked.boxes.size());
  const int edges = static_cast<int>(asked.edges.size());
  int boxes = 0, curves = 0;
  if (!scan.word("part") || !scan.integer(boxes, size, size) || !scan.integer(curves, 0, edges))
    return false;
  result.centres.resize(asked.boxes.size());
  for (LayoutPoint& p : result.centres)
    if (!scan.word("p") || !scan.real(p.x, -extent, extent) || !scan.real(p.y, -extent, extent))
      return false;
  for (int i = 0; i < curves; ++i) {
    LayoutCurve curve;
    int points = 0;
    if (!scan.word("c") || !scan.integer(curve.edge, 0, edges - 1) ||
        !scan.integer(points, 4, 10'000))
      return false;
    if (points % 3 != 1) return scan.fail("a curve has 1 + 3n points");
    curve.points.resize(static_cast<std::size_t>(points));
    for (LayoutPoint& p : curve.points)
      if (!scan.real(p.x, -extent, extent) || !scan.real(p.y, -extent, extent)) return false;
    result.curves.push_back(std::move(curve));
  }
  return true;
}

}  // namespace

std::string writeJob(const LayoutJob& job) {
  std::string out;
  line(out, "layout 1", static_cast<int>(job.size()));
  for (const LayoutRequest& part : job) {
    line(out, "part", static_cast<int>(part.boxes.size()), static_cast<int>(part.edges.size()),
         part.gapAcross, part.gapDown, part.curves ? 1 : 0);
    for (const LayoutBox& box : part.boxes) line(out, "b", box.width, box.height, box.row);
    for (const LayoutEdge& edge : part.edges) line(out, "e", edge.from, edge.to, edge.weight);
  }
  return out + "end\n";
}

std::string writeAnswer(const LayoutAnswer& answer) {
  std::string out;
  line(out, "places 1", static_cast<int>(answer.size()));
  for (const LayoutResult& part : answer) {
    line(out, "part", static_cast<int>(part.centres.size()), static_cast<int>(part.curves.size()));
    for (const LayoutPoint& p : part.centres) line(out, "p", p.x, p.y);
    for (const LayoutCurve& curve : part.curves) {
      out += "c " + std::to_string(curve.edge) + ' ' + std::to_string(curve.points.size());
      for (const LayoutPoint& p : curve.points) {
        out += ' ';
        append(out, p.x);
        out += ' ';
        append(out, p.y);
      }
      out += '\n';
    }
  }
  return out + "end\n";
}

bool readJob(std::string_view text, LayoutJob& job, std::string& why) {
  Scanner scan(text);
  job.clear();
  int version = 0, parts = 0;
  bool good = text.size() <= layout_limits::bytes || scan.fail("the question is too long");
  good = good && scan.word("layout") && scan.integer(version, 1, 1) &&
         scan.integer(parts, 0, layout_limits::parts);
  for (int i = 0; good && i < parts; ++i) good = readPart(scan, job.emplace_back());
  good = good && scan.word("end");
  why = scan.why();
  return good;
}

bool readAnswer(std::string_view text, const LayoutJob& job, LayoutAnswer& answer,
                std::string& why) {
  Scanner scan(text);
  answer.clear();
  int version = 0, parts = 0;
  const int asked = static_cast<int>(job.size());
  if (scan.accept("error")) {
    why = std::string(scan.rest().substr(0, 200));
    return false;
  }
  bool good =
      scan.word("places") && scan.integer(version, 1, 1) && scan.integer(parts, asked, asked);
  for (std::size_t i = 0; good && i < job.size(); ++i)
    good = readPlaces(scan, job[i], answer.emplace_back());
  good = good && scan.word("end");
  why = scan.why();
  return good;
}

std::uint64_t fingerprint(const LayoutJob& job) {
  std::uint64_t hash = 1469598103934665603ull;  // FNV-1a
  for (const char c : writeJob(job))
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return hash;
}

}  // namespace ng::views
