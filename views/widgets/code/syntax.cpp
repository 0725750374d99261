// SPDX-License-Identifier: Apache-2.0
// One scanner for all languages but Python; a Grammar describes their differences.
#include "views/widgets/code/syntax.h"

#include <QSet>
#include <QString>
#include <array>

#include "views/widgets/code/python_tokens.h"

namespace ng::views {
namespace {

struct Grammar {
  QString lineComment;   // "//"
  QString otherComment;  // a second kind of line comment, or empty
  bool blockComments = false;
  QString sigils;               // characters that start a reference: %rax, @f, $4
  bool dotDirectives = false;   // .globl, .reg
  bool hashDirectives = false;  // #include
  QString inName;               // characters allowed in a name besides letters, digits and '_'
  QSet<QString> keywords, types;
};

QSet<QString> words(const char* text) {
  const QStringList list = QString::fromLatin1(text).split(u' ', Qt::SkipEmptyParts);
  return {list.begin(), list.end()};
}

Grammar cppGrammar() {
  Grammar g;
  g.lineComment = QStringLiteral("//");
  g.blockComments = g.hashDirectives = true;
  g.keywords = words(
      "if else for while do return switch case break continue const constexpr static inline extern "
      "using namespace template typename struct class enum typedef sizeof auto true false nullptr "
      "void operator new delete this restrict __restrict __restrict__ __global__ __device__ "
      "__shared__ __syncthreads __attribute__ __launch_bounds__ threadIdx blockIdx blockDim "
      "gridDim "
      "alignas volatile noexcept");
  g.types = words(
      "float double int long short char bool unsigned signed size_t int8_t int16_t int32_t int64_t "
      "uint8_t uint16_t uint32_t uint64_t f32 f64 i32 i64 u8 float4 half __half __bf16 "
      "f32x4 f32x8 f32x16 f64x2 f64x4 f64x8 i32x4 i32x8 i32x16");
  return g;
}

Grammar llvmGrammar() {
  Grammar g;
  g.lineComment = QStringLiteral(";");
  g.sigils = QStringLiteral("%@!#$");
  g.inName = QStringLiteral(".");
  g.keywords = words(
      "define declare ret br label switch phi load store getelementptr inbounds alloca call tail "
      "fast nnan ninf nsz arcp contract afn reassoc fadd fsub fmul fdiv frem fneg fcmp icmp add "
      "sub "
      "mul sdiv udiv srem urem shl lshr ashr and or xor select bitcast trunc zext sext fptrunc "
      "fpext "
      "fptosi fptoui sitofp uitofp ptrtoint inttoptr insertelement extractelement shufflevector "
      "extractvalue insertvalue freeze unreachable align nuw nsw exact disjoint nneg eq ne slt sle "
      "sgt sge ult ule ugt uge oeq one olt ole ogt oge ord uno ueq une to target datalayout triple "
      "source_filename attributes global constant private internal external unnamed_addr "
      "local_unnamed_addr noalias nocapture readonly writeonly readnone noundef nonnull "
      "dereferenceable zeroinitializer undef poison null true false splat dso_local");
  g.types =
      words("void float double half bfloat i1 i8 i16 i32 i64 i128 ptr x label metadata token");
  return g;
}

Grammar assemblyGrammar() {
  Grammar g;
  g.lineComment = QStringLiteral("#");
  g.otherComment = QStringLiteral("//");
  g.sigils = QStringLiteral("%$@");
  g.dotDirectives = true;
  g.inName = QStringLiteral(".");
  return g;
}

Grammar ptxGrammar() {
  Grammar g;
  g.lineComment = QStringLiteral("//");
  g.blockComments = g.dotDirectives = true;
  g.sigils = QStringLiteral("%$@");
  g.inName = QStringLiteral(".");
  return g;
}

Grammar programGrammar() {
  Grammar g;
  g.lineComment = QStringLiteral("#");
  g.otherComment = QStringLiteral("//");
  g.sigils = QStringLiteral("%@");
  g.keywords = words(
      "allocate init save restore procedure computation return results graph body in out view "
      "storage offset strides shape free copy from to end persistent input output temporary");
  g.types = words(
      "float32 float64 float16 bfloat16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool");
  return g;
}

const Grammar& grammarOf(Language language) {
  static const std::array grammars{Grammar{},         cppGrammar(), llvmGrammar(),
                                   assemblyGrammar(), ptxGrammar(), programGrammar()};
  return grammars[static_cast<std::size_t>(language)];
}

class Scanner {
 public:
  Scanner(Language language, QStringView line)
      : language_(language), grammar_(grammarOf(language)), line_(line) {}

  std::vector<TokenSpan> scan(bool& insideComment) {
    if (insideComment) closeComment(insideComment);
    while (at_ < size()) step(insideComment);
    return std::move(spans_);
  }

 private:
  int size() const { return static_cast<int>(line_.size()); }
  QChar peek(int ahead = 0) const {
    return at_ + ahead < size() ? line_[at_ + ahead] : QChar(u'\0');
  }
  bool startsWith(const QString& text) const {
    return !text.isEmpty() && line_.mid(at_).startsWith(text);
  }
  bool inName(QChar c) const {
    return c.isLetterOrNumber() || c == u'_' || (!c.isNull() && grammar_.inName.contains(c));
  }

  void emitTo(int end, Token token) {
    if (end == at_) return;
    if (token == Token::plain && !spans_.empty() && spans_.back().token == Token::plain) {
      spans_.back().length += end - at_;
    } else {
      spans_.push_back({at_, end - at_, token});
    }
    at_ = end;
  }

  void closeComment(bool& insideComment) {
    const int from = spans_.empty() ? at_ : at_ + 2;
    const qsizetype end = line_.indexOf(QStringView(u"*/"), from);
    insideComment = end < 0;
    emitTo(end < 0 ? size() : static_cast<int>(end) + 2, Token::comment);
  }

  void step(bool& insideComment) {
    const QChar c = peek();
    if (startsWith(grammar_.lineComment) || startsWith(grammar_.otherComment)) {
      emitTo(size(), Token::comment);
    } else if (grammar_.blockComments && c == u'/' && peek(1) == u'*') {
      blockComment(insideComment);
    } else if (c == u'"' && language_ != Language::plain) {
      quoted();
    } else if (grammar_.hashDirectives && c == u'#') {
      emitTo(wordEnd(at_ + 1), Token::directive);
    } else if (c.isDigit() && language_ != Language::plain) {
      number();
    } else if (grammar_.sigils.contains(c) && inName(peek(1))) {
      emitTo(wordEnd(at_ + 1), c == u'$' ? Token::number : Token::reference);
    } else if (grammar_.dotDirectives && c == u'.' && inName(peek(1))) {
      dotWord();
    } else if (c.isLetter() || c == u'_') {
      word();
    } else {
      emitTo(at_ + 1, Token::plain);
    }
  }

  void blockComment(bool& insideComment) {
    const qsizetype end = line_.indexOf(QStringView(u"*/"), at_ + 2);
    insideComment = end < 0;
    emitTo(end < 0 ? size() : static_cast<int>(end) + 2, Token::comment);
  }

  void quoted() {
    int end = at_ + 1;
    while (end < size() && line_[end] != u'"') end += line_[end] == u'\\' ? 2 : 1;
    emitTo(std::min(end + 1, size()), Token::string);
  }

  void number() {
    int end = at_;
    while (end < size()) {
      const QChar c = line_[end];
      const bool exponentSign = (c == u'-' || c == u'+') && end > at_ &&
                                (line_[end - 1] == u'e' || line_[end - 1] == u'p') &&
                                !line_.mid(at_).startsWith(u"0x");
      if (!c.isLetterOrNumber() && c != u'.' && !exponentSign) break;
      ++end;
    }
    emitTo(end, Token::number);
  }

  int wordEnd(int end) const {
    while (end < size() && inName(line_[end])) ++end;
    return end;
  }

  void dotWord() {
    const int end = wordEnd(at_ + 1);
    const bool label = end < size() && line_[end] == u':';
    emitTo(end, label || line_[at_ + 1] == u'L' ? Token::name : Token::directive);
  }

  bool firstOnLine() const { return line_.left(at_).trimmed().isEmpty(); }

  void word() {
    const int end = wordEnd(at_ + 1);
    const QString text = line_.mid(at_, end - at_).toString();
    const QChar next = end < size() ? line_[end] : QChar(u'\0');
    emitTo(end, kindOf(text, next));
  }

  Token kindOf(const QString& text, QChar next) const {
    if (grammar_.keywords.contains(text)) return Token::keyword;
    if (grammar_.types.contains(text)) return Token::type;
    const bool machine = language_ == Language::assembly || language_ == Language::ptx;
    if (machine) return next == u':' ? Token::name : firstOnLine() ? Token::keyword : Token::plain;
    if (next == u'(' && language_ != Language::plain) return Token::name;
    if (next == u':' && language_ == Language::llvm) return Token::name;
    return Token::plain;
  }

  Language language_;
  const Grammar& grammar_;
  QStringView line_;
  int at_ = 0;
  std::vector<TokenSpan> spans_;
};

// `spans` with plain tokens between them, up to `size` characters.
std::vector<TokenSpan> withoutGaps(const std::vector<TokenSpan>& spans, int size) {
  std::vector<TokenSpan> all;
  int at = 0;
  for (const TokenSpan& span : spans) {
    if (span.start > at) all.push_back({at, span.start - at, Token::plain});
    all.push_back(span);
    at = span.start + span.length;
  }
  if (at < size) all.push_back({at, size - at, Token::plain});
  return all;
}

}  // namespace

std::vector<TokenSpan> tokenise(Language language, QStringView line, LineState& state) {
  if (language == Language::python)
    return withoutGaps(tokenisePython(line, state), static_cast<int>(line.size()));
  bool insideComment = state == LineState::blockComment;
  std::vector<TokenSpan> spans = Scanner(language, line).scan(insideComment);
  state = insideComment ? LineState::blockComment : LineState::code;
  return spans;
}

bool mayOpen(Language language, QStringView line) {
  if (language == Language::python)
    return line.contains(QStringView(u"\"\"\"")) || line.contains(QStringView(u"'''"));
  return grammarOf(language).blockComments && line.contains(QStringView(u"/*"));
}

}  // namespace ng::views
