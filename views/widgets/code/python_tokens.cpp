// SPDX-License-Identifier: Apache-2.0
// Scanner for one line; only triple-quoted strings continue on the next line.
#include "views/widgets/code/python_tokens.h"

#include <QSet>

namespace ng::views {

namespace {

QStringList words(const char* text) {
  return QString::fromLatin1(text).split(u' ', Qt::SkipEmptyParts);
}

const QStringList& keywordList() {
  static const QStringList list = words(
      "False None True and as assert async await break class continue def del elif else except "
      "finally for from global if import in is lambda nonlocal not or pass raise return try while "
      "with yield");
  return list;
}

const QStringList& builtinList() {
  static const QStringList list = words(
      "abs all any bool bytes callable dict dir divmod enumerate filter float format frozenset "
      "getattr hasattr hash hex id input int isinstance issubclass iter len list map max min next "
      "object open ord pow print property range repr reversed round set setattr slice sorted "
      "staticmethod str sum super tuple type vars zip self");
  return list;
}

bool contains(const QStringList& list, QStringView word) {
  static const QSet<QString> keywords(keywordList().begin(), keywordList().end());
  static const QSet<QString> builtins(builtinList().begin(), builtinList().end());
  return (&list == &keywordList() ? keywords : builtins).contains(word.toString());
}

bool inName(QChar c) {
  return c.isLetterOrNumber() || c == u'_';
}

// String prefixes: r"…", f"…", b"…", rb"…".
bool isPrefix(QStringView word) {
  if (word.size() > 2) return false;
  for (const QChar c : word)
    if (!QStringView(u"rbfuRBFU").contains(c)) return false;
  return true;
}

class Scanner {
 public:
  explicit Scanner(QStringView line) : line_(line) {}

  std::vector<TokenSpan> scan(LineState& state) {
    if (state != LineState::code) closeTriple(0, state);
    while (at_ < size()) step(state);
    return std::move(spans_);
  }

 private:
  int size() const { return static_cast<int>(line_.size()); }
  QChar peek(int at) const { return at < size() ? line_[at] : QChar(u'\0'); }
  void emitTo(int end, Token token) {
    if (end > at_ && token != Token::plain) spans_.push_back({at_, end - at_, token});
    at_ = std::max(end, at_);
  }

  void step(LineState& state) {
    const QChar c = line_[at_];
    if (c == u'#') {
      emitTo(size(), Token::comment);
    } else if (c == u'"' || c == u'\'') {
      string(at_, state);
    } else if (c.isDigit() || (c == u'.' && peek(at_ + 1).isDigit())) {
      number();
    } else if (inName(c)) {
      word(state);
    } else if (c == u'@' && line_.left(at_).trimmed().isEmpty()) {
      emitTo(nameEnd(at_ + 1, true), Token::directive);
    } else {
      ++at_;
    }
  }

  int nameEnd(int end, bool dots = false) const {
    while (end < size() && (inName(line_[end]) || (dots && line_[end] == u'.'))) ++end;
    return end;
  }

  void word(LineState& state) {
    const int end = nameEnd(at_);
    const QStringView text = line_.mid(at_, end - at_);
    const QChar next = peek(end);
    if ((next == u'"' || next == u'\'') && isPrefix(text)) return string(end, state);
    const bool attribute = at_ > 0 && line_[at_ - 1] == u'.';
    const bool defined = defines_;
    defines_ = text == u"def" || text == u"class";
    if (contains(keywordList(), text)) return emitTo(end, Token::keyword);
    if (defined || next == u'(') {
      const bool builtin = !attribute && !defined && contains(builtinList(), text);
      return emitTo(end, builtin ? Token::type : Token::name);
    }
    emitTo(end, !attribute && contains(builtinList(), text) ? Token::type : Token::plain);
  }

  void number() {
    int end = at_;
    while (end < size()) {
      const QChar c = line_[end];
      const bool sign = (c == u'-' || c == u'+') && end > at_ &&
                        (line_[end - 1] == u'e' || line_[end - 1] == u'E') &&
                        !line_.mid(at_).startsWith(u"0x");
      if (!inName(c) && c != u'.' && !sign) break;
      ++end;
    }
    emitTo(end, Token::number);
  }

  void string(int quote, LineState& state) {
    const QChar mark = line_[quote];
    if (peek(quote + 1) == mark && peek(quote + 2) == mark) {
      state = mark == u'"' ? LineState::tripleDouble : LineState::tripleSingle;
      return closeTriple(quote + 3, state);
    }
    int end = quote + 1;
    while (end < size() && line_[end] != mark) end += line_[end] == u'\\' ? 2 : 1;
    emitTo(std::min(end + 1, size()), Token::string);
  }

  void closeTriple(int from, LineState& state) {
    const QChar mark = state == LineState::tripleDouble ? u'"' : u'\'';
    int end = from;
    while (end < size()) {
      if (line_[end] == u'\\') {
        end += 2;
      } else if (line_[end] == mark && peek(end + 1) == mark && peek(end + 2) == mark) {
        state = LineState::code;
        return emitTo(end + 3, Token::string);
      } else {
        ++end;
      }
    }
    emitTo(size(), Token::string);
  }

  QStringView line_;
  int at_ = 0;
  bool defines_ = false;  // the previous word was def or class
  std::vector<TokenSpan> spans_;
};

}  // namespace

std::vector<TokenSpan> tokenisePython(QStringView line, LineState& state) {
  return Scanner(line).scan(state);
}

const QStringList& pythonKeywords() {
  static const QStringList all = keywordList() + builtinList();
  return all;
}

}  // namespace ng::views
