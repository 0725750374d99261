// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/code/code_text.h"

#include <algorithm>

#include "engine/records/kernel_record.h"

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

}  // namespace

CodeText::CodeText(const QString& text, Language language, const std::vector<LineOps>& lines)
    : text_(withoutTabs(text)), language_(language) {
  if (text_.endsWith(u'\n')) text_.chop(1);
  if (!text.isEmpty()) lineCount_ = static_cast<int>(text_.count(u'\n')) + 1;
  for (const LineOps& entry : lines) {
    const int line = entry.line - 1;
    if (line < 0 || line >= lineCount() || entry.ops.empty()) continue;
    std::vector<OpId>& ops = opsOfLine_[line];
    ops.insert(ops.end(), entry.ops.begin(), entry.ops.end());
    for (const OpId op : entry.ops) linesOfOp_[op].push_back(line);
  }
  for (auto& [op, places] : linesOfOp_) {
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
  }
}

CodeText CodeText::from(const KernelText& text, Language language) {
  return CodeText(QString::fromStdString(text.text), language, text.lines);
}

const std::vector<OpId>& CodeText::opsAt(int index) const {
  static const std::vector<OpId> none;
  const auto found = opsOfLine_.find(index);
  return found == opsOfLine_.end() ? none : found->second;
}

std::vector<int> CodeText::linesOf(const OpSet& ops) const {
  std::set<int> lines;
  for (const OpId op : ops) {
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

}  // namespace ng::views
