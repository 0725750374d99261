// SPDX-License-Identifier: Apache-2.0
// Tests the files next to a model: labels, vocabulary and recorded inputs.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "engine/documents/document.h"
#include "engine/documents/models/read_words.h"
#include "engine/editing/draft.h"
#include "engine/formats/archives/npz.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

using Words = std::vector<std::string>;

class Folder {
 public:
  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
  void write(const char* name, const std::string& text) const { std::ofstream(path(name)) << text; }

 private:
  QTemporaryDir folder_;
};

}  // namespace

class ReadWordsTest : public QObject {
  Q_OBJECT
 private slots:
  void labels_come_from_files_then_metadata();
  void metadata_is_a_list_or_a_dict();
  void a_tokenizer_has_a_vocabulary();
  void a_broken_file_is_noted();
  void chosen_files_replace_words();
  void only_tokens_need_a_vocabulary();
  void recorded_inputs_are_the_plan();
  void inputs_of_other_lengths_are_random();
};

void ReadWordsTest::labels_come_from_files_then_metadata() {
  const Folder folder;
  Notes notes;
  const std::map<std::string, std::string> metadata = {{"classes", "red, green"}};
  QCOMPARE(labels_of_model(folder.path("net.onnx"), {}, notes), Words());
  folder.write("config.json", R"({"id2label": {"1": "no", "0": "yes"}})");
  QCOMPARE(labels_of_model(folder.path("net.onnx"), {}, notes), (Words{"yes", "no"}));
  QCOMPARE(labels_of_model(folder.path("net.onnx"), metadata, notes), (Words{"red", "green"}));
  folder.write("labels.txt", "cat\r\ndog\r\n");
  QCOMPARE(labels_of_model(folder.path("net.onnx"), metadata, notes), (Words{"cat", "dog"}));
  folder.write("net.labels.txt", "owl\nbat");
  QCOMPARE(labels_of_model(folder.path("net.onnx"), metadata, notes), (Words{"owl", "bat"}));
  QVERIFY(notes.empty());
}

void ReadWordsTest::metadata_is_a_list_or_a_dict() {
  Notes notes;
  const auto labels = [&](const char* text) {
    return labels_of_model("/nowhere/net.onnx", {{"names", text}}, notes);
  };
  QCOMPARE(labels("{0: 'person', 1: \"cat's\"}"), (Words{"person", "cat's"}));
  QCOMPARE(labels(R"({"0": "a", "1": "b"})"), (Words{"a", "b"}));
  QCOMPARE(labels(R"(["a", "b"])"), (Words{"a", "b"}));
  QCOMPARE(labels("a\nb\n"), (Words{"a", "b"}));
}

void ReadWordsTest::a_tokenizer_has_a_vocabulary() {
  const Folder folder;
  Notes notes;
  folder.write(
      "tokenizer.json",
      R"({"model": {"vocab": {"b": 1, "a": 0}}, "added_tokens": [{"id": 2, "content": "<s>"}]})");
  QCOMPARE(vocabulary_of_model(folder.path("net.onnx"), notes), (Words{"a", "b", "<s>"}));
  folder.write("tokenizer.json", R"({"model": {"vocab": [["x", -1.5], ["y", -2]]}})");
  QCOMPARE(vocabulary_of_model(folder.path("net.onnx"), notes), (Words{"x", "y"}));
  folder.write("vocab.txt", "one\n two\n");
  QCOMPARE(vocabulary_of_model(folder.path("net.onnx"), notes), (Words{"one", " two"}));
}

void ReadWordsTest::a_broken_file_is_noted() {
  const Folder folder;
  Notes notes;
  folder.write("tokenizer.json", R"({"model": {"vocab": [[]]}})");
  QCOMPARE(vocabulary_of_model(folder.path("net.onnx"), notes), Words());
  QCOMPARE(notes.size(), std::size_t{1});
  QVERIFY(QString::fromStdString(notes[0].where).contains("tokenizer.json"));
}

void ReadWordsTest::chosen_files_replace_words() {
  const Folder folder;
  folder.write("names.txt", "cat\ndog\n\n");
  folder.write("tokens.json", R"({"model": {"vocab": {"b": 1, "a": 0}}})");
  const ModelWords old = {{"yes", "no"}, {"x", "y", "z"}};
  const ModelWordsPtr labels = chosen_words(old, folder.path("names.txt"), "");
  QCOMPARE(labels->labels, (Words{"cat", "dog"}));
  QCOMPARE(labels->vocabulary, old.vocabulary);
  const ModelWordsPtr tokens = chosen_words(old, "", folder.path("tokens.json"));
  QCOMPARE(tokens->labels, old.labels);
  QCOMPARE(tokens->vocabulary, (Words{"a", "b"}));
  QVERIFY_THROWS_EXCEPTION(Error, chosen_words(old, folder.path("missing.txt"), ""));
}

void ReadWordsTest::only_tokens_need_a_vocabulary() {
  const Folder folder;
  folder.write("vocab.txt", "one\ntwo\n");
  const auto words = [&](const char* line) {
    editing::Draft draft;
    draft.apply(line);
    draft.apply("y = x * 1");
    const std::string path = folder.path("net.ngraph");
    write_document(path, draft.finished());
    return load_document(path).words->vocabulary;
  };
  QCOMPARE(words("x = placeholder(axes=(N: 4), dtype=int64)"), (Words{"one", "two"}));
  QCOMPARE(words("x = placeholder(axes=(N: 4))"), Words());
}

void ReadWordsTest::recorded_inputs_are_the_plan() {
  const Folder folder;
  const std::string path = folder.path("net.onnx");
  std::filesystem::copy(testing::sourceFile("tests/onnx/models/gpt.onnx").toStdString(), path);
  const Tensor ids = Tensor::from(DType::i64, {2, 3}, std::vector<double>{1, 2, 3, 4, 5, 6});
  const TensorRef arrays[] = {{"ids", &ids}};
  write_npz(folder.path("net.inputs.npz"), arrays);
  const Document document = load_document(path);
  QCOMPARE(document.find("ids").axes().lengths(), (Shape{2, 3}));
  const PlanBinding& binding = document.plan->bindings.at(0);
  QVERIFY(binding.source == PlanBinding::Source::file);
  QCOMPARE(binding.file, std::string("net.inputs.npz"));
  QCOMPARE(binding.array, std::string("ids"));
}

void ReadWordsTest::inputs_of_other_lengths_are_random() {
  const Folder folder;
  const std::string path = folder.path("net.onnx");
  std::filesystem::copy(testing::sourceFile("tests/onnx/models/gpt.onnx").toStdString(), path);
  const Tensor ids = Tensor::from(DType::i64, {2, 3}, std::vector<double>{1, 2, 3, 4, 5, 6});
  const TensorRef arrays[] = {{"ids", &ids}};
  write_npz(folder.path("net.inputs.npz"), arrays);
  const Document other = load_document(path, {.axis_lengths = {{"sequence", 5}}});
  QCOMPARE(other.find("ids").axes().lengths(), (Shape{2, 5}));
  QVERIFY(other.plan->bindings.at(0).source == PlanBinding::Source::random);
  std::ofstream(folder.path("net.inputs.npz")) << "no archive";
  const Document without = load_document(path);
  QVERIFY(without.plan->bindings.at(0).source == PlanBinding::Source::random);
  QVERIFY(std::any_of(without.notes.begin(), without.notes.end(), [](const Diagnostic& note) {
    return note.what.starts_with("the recorded inputs cannot be used");
  }));
}

NGRAPH_TEST(ReadWordsTest)
#include "read_words_test.moc"
