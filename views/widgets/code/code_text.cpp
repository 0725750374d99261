// SPDX-License-Identifier: Apache-2.0
// Splits a text into lines and maps them to ops.
#include "views/widgets/code/code_text.h"

#include <algorithm>

namespace ng::views {
namespace {

constexpr int tabWidth = 8;

QString withoutTabs(const QString& text) {
  if (!text.contains(u'\t')) return text;
  QString out;
  out.reserve(text.size() + text.size() / 4);
  int column = 0;
  for (const QChar c : text) {
    if (c == u'\t') {
      const int spaces = tabWidth - column % tabWidth;
      out.append(QString(spaces, u' '));
      column += spaces;
    } else {
      out.append(c);
      column = c == u'\n' ? 0 : column + 1;
    }
  }
  return out;
}

bool hasBlockComments(Language language) {
  return language == Language::cpp || language == Language::ptx;
}

}  // namespace

CodeText::CodeText(const QString& text, Language language, const std::vector<LineOps>& lines)
    : text_(withoutTabs(text)), language_(language) {
  index();
  for (const LineOps& entry : lines) {
    const int line = entry.line - 1;
    if (line < 0 || line >= lineCount() || entry.ops.empty()) continue;
    std::vector<OpKey>& ops = opsOfLine_[line];
    ops.insert(ops.end(), entry.ops.begin(), entry.ops.end());
    for (const OpKey op : entry.ops) linesOfOp_[op].push_back(line);
  }
  for (auto& [op, places] : linesOfOp_) {
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
  }
}

CodeText CodeText::from(const KernelText& text, Language language) {
  return CodeText(QString::fromStdString(text.text), language, text.lines);
}

void CodeText::index() {
  if (text_.isEmpty()) return;
  bool inside = false;
  qsizetype start = 0;
  while (start <= text_.size()) {
    qsizetype end = text_.indexOf(u'\n', start);
    if (end < 0) end = text_.size();
    if (end == text_.size() && end == start && start > 0) break;  // the text ends with a newline
    starts_.push_back(start);
    insideComment_.push_back(inside);
    longest_ = std::max(longest_, static_cast<int>(end - start));
    const QStringView line = QStringView(text_).mid(start, end - start);
    const bool matters = inside || line.contains(QStringView(u"/*"));
    if (hasBlockComments(language_) && matters) tokenise(language_, line, inside);
    start = end + 1;
  }
}

QStringView CodeText::line(int index) const {
  const qsizetype start = starts_[static_cast<std::size_t>(index)];
  const bool last = index + 1 == lineCount();
  qsizetype end = last ? text_.size() : starts_[static_cast<std::size_t>(index) + 1] - 1;
  if (last && end > start && text_[end - 1] == u'\n') --end;
  return QStringView(text_).mid(start, end - start);
}

std::vector<TokenSpan> CodeText::tokens(int index) const {
  bool inside = insideComment_[static_cast<std::size_t>(index)];
  return tokenise(language_, line(index), inside);
}

const std::vector<OpKey>& CodeText::opsAt(int index) const {
  static const std::vector<OpKey> none;
  const auto found = opsOfLine_.find(index);
  return found == opsOfLine_.end() ? none : found->second;
}

std::vector<int> CodeText::linesOf(const OpSet& ops) const {
  std::set<int> lines;
  for (const OpKey op : ops) {
    const auto found = linesOfOp_.find(op);
    if (found != linesOfOp_.end()) lines.insert(found->second.begin(), found->second.end());
  }
  return {lines.begin(), lines.end()};
}

OpSet CodeText::ops() const {
  OpSet all;
  for (const auto& [op, lines] : linesOfOp_) all.insert(op);
  return all;
}

std::vector<CodeText::Place> CodeText::find(const QString& needle) const {
  std::vector<Place> places;
  if (needle.isEmpty()) return places;
  qsizetype at = text_.indexOf(needle, 0, Qt::CaseInsensitive);
  while (at >= 0) {
    const auto next = std::upper_bound(starts_.begin(), starts_.end(), at);
    const auto line = static_cast<int>(next - starts_.begin()) - 1;
    const qsizetype column = at - starts_[static_cast<std::size_t>(line)];
    places.push_back({line, static_cast<int>(column), static_cast<int>(needle.size())});
    at = text_.indexOf(needle, at + needle.size(), Qt::CaseInsensitive);
  }
  return places;
}

}  // namespace ng::views
