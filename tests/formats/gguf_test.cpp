// SPDX-License-Identifier: Apache-2.0
// Tests GGUF files: every type against the values of the package gguf (gguf/write_gguf.py),
// metadata, conversion, and that damage is named.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>

#include "engine/documents/checkpoint_contents.h"
#include "engine/documents/convert_checkpoint.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/format_table.h"
#include "engine/formats/gguf/gguf_file.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;

class GgufTest : public QObject {
  Q_OBJECT
 private slots:
  void values_are_those_of_the_package();
  void metadata_is_text();
  void converts_to_numbers();
  void types_of_later_versions_are_listed();
  void damage_is_named_data();
  void damage_is_named();
  void every_cut_is_refused();
};

namespace {

const std::string all_types = testing::source_file("tests/formats/gguf/types.gguf");

TensorFile arrays_of_the_package() {
  Reader reader(testing::source_file("tests/formats/gguf/types.npz"));
  Notes notes;
  return read_npz(reader, notes);
}

void add_text(std::string& to, std::string_view text) {
  const std::uint64_t bytes = text.size();
  to.append(reinterpret_cast<const char*>(&bytes), 8).append(text);
}

template <class T>
void add(std::string& to, T number) {
  to.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// A file with one metadata entry and one float32 tensor of two elements.
struct Parts {
  std::uint32_t version = 3, kind = 4, value = 32, type = 0, axes = 1;
  std::string key = "general.alignment", name = "w";
  std::uint64_t length = 2, offset = 0, tensors = 1;

  std::string file() const {
    std::string made = "GGUF";
    add(made, version);
    add(made, tensors);
    add(made, std::uint64_t{1});
    add_text(made, key);
    add(made, kind);
    add(made, value);
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(tensors, 2); ++i) {
      add_text(made, name);
      add(made, axes);
      for (std::uint32_t axis = 0; axis < axes; ++axis) add(made, length);
      add(made, type);
      add(made, offset);
    }
    made.resize((made.size() + 31) / 32 * 32);
    add(made, 1.5F);
    add(made, -2.0F);
    return made;
  }
};

TensorDirectory listed(const std::string& bytes) {
  Reader reader(std::as_bytes(std::span(bytes)), "w.gguf");
  Notes notes;
  return list_gguf(reader, notes);
}

std::string refusal(const std::string& bytes) {
  try {
    listed(bytes);
    return {};
  } catch (const Error& error) {
    return error.kind() == ErrorKind::bad_file ? to_string(error.diagnostic()) : "another kind";
  }
}

}  // namespace

void GgufTest::values_are_those_of_the_package() {
  CheckpointSource source(all_types);
  const TensorFile expected = arrays_of_the_package();
  QVERIFY(expected.tensors.size() >= 20);
  for (const NamedTensor& each : expected.tensors) {
    const Tensor found = source.read(each.name);
    QCOMPARE(found.shape, each.tensor.shape);
    QVERIFY2(found == each.tensor, each.name.c_str());
  }
  const CheckpointEntry* undecoded = source.contents().find("iq2_xs");
  QVERIFY(undecoded);
  QCOMPARE(undecoded->bytes, std::uint64_t{148});
  QVERIFY_THROWS_EXCEPTION(Error, source.read("iq2_xs"));
}

void GgufTest::metadata_is_text() {
  Reader reader(all_types);
  QCOMPARE(&recognise(reader), format_named("gguf"));
  Notes notes;
  const auto metadata = list_gguf(reader, notes).metadata;
  QCOMPARE(metadata.at("general.architecture"), std::string("llama"));
  QCOMPARE(metadata.at("llama.block_count"), std::string("2"));
  QCOMPARE(metadata.at("test.scale"), std::string("0.5"));
  QCOMPARE(metadata.at("test.flag"), std::string("true"));
  QCOMPARE(metadata.at("tokenizer.ggml.tokens"),
           std::string("['t0', 't1', 't2', 't3', 't4', 't5', 't6', 't7', …; 20 in all]"));
}

void GgufTest::converts_to_numbers() {
  const QTemporaryDir folder;
  const std::string out = folder.filePath("w.safetensors").toStdString();
  const ConvertedCheckpoint made = convert_checkpoint(all_types, out, {}, {}, Unsupported::skip);
  QCOMPARE(made.left_out.size(), std::size_t{1});
  CheckpointSource before(all_types), after(out);
  for (const CheckpointEntry& entry : after.contents().entries)
    QVERIFY2(after.read(entry.name) == before.read(entry.name), entry.name.c_str());
  QCOMPARE(after.contents().find("q6_k")->dtype.dtype(), std::optional(DType::f32));
}

// The bytes of a type without a row end at the next tensor, or with the file.
void GgufTest::types_of_later_versions_are_listed() {
  Parts parts;
  parts.type = 200;
  const StoredTensor later = listed(parts.file()).tensors[0];
  QCOMPARE(std::string(later.dtype.name()), std::string("ggml_type_200"));
  QCOMPARE(later.shape, Shape{2});
  QCOMPARE(later.bytes(), std::uint64_t{8});
  parts.type = 40;
  parts.length = 64;
  const std::string blocks = parts.file() + std::string(28, '\0');
  QCOMPARE(std::string(listed(blocks).tensors[0].dtype.name()), std::string("nvfp4"));
  QCOMPARE(listed(blocks).tensors[0].bytes(), std::uint64_t{36});
}

void GgufTest::damage_is_named_data() {
  QTest::addColumn<QString>("message");
  QTest::addColumn<QByteArray>("bytes");
  const auto row = [](const char* message, auto&& change) {
    Parts parts;
    change(parts);
    const std::string file = parts.file();
    QTest::newRow(message) << QString(message) << QByteArray(file.data(), std::ssize(file));
  };
  row("unknown version", [](Parts& p) { p.version = 9; });
  row("big-endian", [](Parts& p) { p.version = 0x03000000; });
  row("the alignment is unusual", [](Parts& p) { p.value = 33; });
  row("a metadata value has an unknown type", [](Parts& p) { p.kind = 13; });
  row("a tensor has an unknown type", [](Parts& p) { p.type = 1 << 16; });
  row("lies beyond the end", [](Parts& p) { p.type = 200, p.offset = 64; });
  row("a tensor exists twice", [](Parts& p) { p.tensors = 2; });
  row("lies beyond the end", [](Parts& p) { p.offset = 4; });
  row("lies beyond the end of the file", [](Parts& p) { p.offset = UINT64_MAX - 3; });
  row("the number of axes", [](Parts& p) { p.axes = 9; });
  row("a length", [](Parts& p) { p.length = UINT64_MAX; });
  row("too many elements", [](Parts& p) {
    p.axes = 4;
    p.length = std::uint64_t{1} << 40;
  });
  row("is not whole blocks", [](Parts& p) { p.type = 12; });
  row("the number of tensors", [](Parts& p) { p.tensors = std::uint64_t{1} << 60; });
}

void GgufTest::damage_is_named() {
  QFETCH(QString, message);
  QFETCH(QByteArray, bytes);
  const std::string found = refusal(bytes.toStdString());
  QVERIFY2(QString::fromStdString(found).contains(message), found.c_str());
  QCOMPARE(refusal(Parts().file()), std::string());
}

void GgufTest::every_cut_is_refused() {
  const std::string whole = Parts().file();
  QCOMPARE(listed(whole).tensors[0].shape, Shape{2});
  for (std::size_t i = 4; i < whole.size(); ++i)
    QVERIFY2(!refusal(whole.substr(0, i)).empty(), qPrintable(QString::number(i)));
}

NGRAPH_TEST(GgufTest)
#include "gguf_test.moc"
