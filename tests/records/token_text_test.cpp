// SPDX-License-Identifier: Apache-2.0
// Tests texts of token ids, and ranked classes.
#include <QtTest>

#include "engine/base/error.h"
#include "engine/records/values/class_scores.h"
#include "engine/records/values/token_text.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

using Ids = std::vector<std::int64_t>;

TensorRecord scores(const Shape& shape, const std::vector<double>& values) {
  TensorRecord record;
  record.value = Tensor::from(DType::f32, shape, values);
  return record;
}

}  // namespace

class TokenTextTest : public QObject {
  Q_OBJECT
 private slots:
  void the_longest_token_matches();
  void markers_are_spaces_and_line_breaks();
  void word_pieces_continue_words();
  void bytes_without_a_token_are_unknown();
  void ids_without_a_token_are_marked();
  void classes_are_ranked();
  void logits_are_scores_if_there_are_labels();
};

void TokenTextTest::the_longest_token_matches() {
  const std::vector<std::string> vocabulary = {"a", "b", "ab", "abc"};
  QCOMPARE(tokens_of_text(vocabulary, "ababca"), (Ids{2, 3, 0}));
  QCOMPARE(text_of_tokens(vocabulary, Ids{2, 3, 0}), std::string("ababca"));
}

void TokenTextTest::markers_are_spaces_and_line_breaks() {
  const std::vector<std::string> pieces = {"\u2581", "\u010a", "no", "\u2581no"};
  QCOMPARE(tokens_of_text(pieces, "no no\n"), (Ids{2, 3, 1}));
  QCOMPARE(text_of_tokens(pieces, Ids{2, 3, 1}), std::string("no no\n"));
  const std::vector<std::string> bytes = {"\u0120no", "no"};
  QCOMPARE(tokens_of_text(bytes, "no no"), (Ids{1, 0}));
}

void TokenTextTest::word_pieces_continue_words() {
  const std::vector<std::string> vocabulary = {"[UNK]", "[CLS]", "un", "##do", "do", "!"};
  QCOMPARE(tokens_of_text(vocabulary, "Undo do!"), (Ids{2, 3, 4, 5}));
  QCOMPARE(text_of_tokens(vocabulary, Ids{2, 3, 4}), std::string("undo do"));
}

void TokenTextTest::bytes_without_a_token_are_unknown() {
  QCOMPARE(tokens_of_text({"a", "<unk>"}, "a\u00e4a"), (Ids{0, 1, 0}));
  try {
    tokens_of_text({"a"}, "a\u00e4");
    QFAIL("accepted");
  } catch (const Error& error) {
    QVERIFY(error.kind() == ErrorKind::value);
    QVERIFY2(error.diagnostic().found.starts_with("byte 1"), error.diagnostic().found.c_str());
  }
}

void TokenTextTest::ids_without_a_token_are_marked() {
  QCOMPARE(text_of_tokens({"a"}, Ids{0, 1, -1}), std::string("a\ufffd\ufffd"));
}

void TokenTextTest::classes_are_ranked() {
  const TensorRecord rows = scores({2, 3}, {0.2, 0.5, 0.3, 1, 0, 0});
  QVERIFY(are_scores(rows, {}));
  QCOMPARE(score_rows(rows), std::int64_t{2});
  const std::vector<RankedClass> first = ranked_classes(rows, 0, 2);
  QCOMPARE(first.size(), std::size_t{2});
  QCOMPARE(first[0].index, std::int64_t{1});
  QCOMPARE(first[1].index, std::int64_t{2});
  QCOMPARE(first[0].probability, 0.5);
  QCOMPARE(ranked_classes(rows, 1, 9)[0].index, std::int64_t{0});
  QCOMPARE(class_name({"cat"}, 0), std::string("cat"));
  QCOMPARE(class_name({"cat"}, 1), std::string("class 1"));
}

void TokenTextTest::logits_are_scores_if_there_are_labels() {
  const TensorRecord logits = scores({3}, {1, 3, NAN});
  QVERIFY(!are_scores(logits, {}));
  QVERIFY(!are_scores(logits, {"cat", "dog"}));
  QVERIFY(are_scores(logits, {"cat", "dog", "owl"}));
  const std::vector<RankedClass> ranked = ranked_classes(scores({2}, {0, std::log(3)}), 0, 2);
  QCOMPARE(ranked[0].index, std::int64_t{1});
  QVERIFY(std::abs(ranked[0].probability - 0.75) < 1e-6);
  QCOMPARE(ranked_classes(logits, 0, 3)[2].index, std::int64_t{2});
}

NGRAPH_TEST(TokenTextTest)
#include "token_text_test.moc"
