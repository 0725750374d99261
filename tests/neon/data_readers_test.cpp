// SPDX-License-Identifier: Apache-2.0
// Tests reading data sets from files as published, and the errors for damaged, mixed-up or missing
// files.
#include <QTemporaryDir>
#include <QtTest>

#include "engine/base/atomic_file.h"
#include "engine/formats/archives/gzip.h"
#include "engine/formats/tensors/idx.h"
#include "engine/neon/data/cifar10.h"
#include "engine/neon/data/mnist.h"
#include "engine/neon/data/ptb.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::neon;

namespace {

// Pixel i of the set is i modulo 251, label n is n modulo 10.
Tensor pixels(Shape shape) {
  Tensor tensor(DType::u8, std::move(shape));
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, static_cast<double>(i % 251));
  return tensor;
}

Tensor labels(std::int64_t count) {
  Tensor tensor(DType::u8, {count});
  for (std::int64_t i = 0; i < count; ++i) tensor.set(i, static_cast<double>(i % 10));
  return tensor;
}

std::vector<MadeFile> digits() {
  return mnist_files({pixels({12, 28, 28}), labels(12)}, {pixels({3, 28, 28}), labels(3)});
}

std::vector<MadeFile> pictures() {
  return cifar10_files({pixels({10, 3, 32, 32}), labels(10)}, {pixels({4, 3, 32, 32}), labels(4)});
}

std::vector<MadeFile> text() {
  return ptb_files(" the cat sat \n a cat <unk>\n", " the hat sat\n", " a cat\n");
}

MadeFile& file(std::vector<MadeFile>& files, const std::string& name) {
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&name](const MadeFile& made) { return made.name == name; });
  if (found == files.end()) throw std::runtime_error("no such file: " + name);
  return *found;
}

std::string packed(const std::string& bytes) {
  return gzip_bytes(std::as_bytes(std::span(bytes)));
}

using Read = DataSet (*)(const DataFiles&);

// The error for these files, as "what | where | found".
QString refusal(Read read, std::vector<MadeFile> files) {
  try {
    read(DataFiles::made(std::move(files), "set"));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_file || error.fault() != Fault::user) return "another error";
    const Diagnostic& said = error.diagnostic();
    if (said.action.empty() || said.expected.empty()) return "no advice: " + QString(error.what());
    return QString::fromStdString(said.what + " | " + said.where + " | " + said.found);
  }
  return "read";
}

}  // namespace

class DataReadersTest : public QObject {
  Q_OBJECT
 private slots:
  void digits_are_read();
  void files_may_be_renamed_and_packed();
  void pictures_are_read();
  void text_is_read_as_characters();
  void text_is_read_as_words();
  void folders_are_read();
  void bad_digits();
  void bad_pictures();
  void bad_texts();
  void missing_files();
  void damaged_gzip();
};

void DataReadersTest::digits_are_read() {
  const DataSet set = read_mnist(DataFiles::made(digits(), "set"));
  QCOMPARE(set.parts.size(), std::size_t{2});
  QCOMPARE(set.array("train", "image").value, pixels({12, 28, 28}));
  QCOMPARE(set.array("train", "label").value, labels(12));
  QCOMPARE(set.array("test", "image").value.shape, (Shape{3, 28, 28}));
  QCOMPARE(set.part("test").count(), 3);
  QCOMPARE(set.array("test", "image").axes, (std::vector<std::string>{"N", "H", "W"}));
  QCOMPARE(set.classes.size(), std::size_t{10});
  try {
    set.array("train", "images");
    QFAIL("missing array");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::key);
    QCOMPARE(error.diagnostic().action, std::string("did you mean 'image'?"));
  }
}

void DataReadersTest::files_may_be_renamed_and_packed() {
  std::vector<MadeFile> files = digits();
  files[0].name = "train-images.idx3-ubyte";
  files[1] = {"train-labels-idx1-ubyte.gz", packed(files[1].bytes)};
  files[2] = {"t10k-images.idx3-ubyte.gz", packed(files[2].bytes)};
  const DataSet set = read_mnist(DataFiles::made(files, "set"));
  QCOMPARE(set.array("train", "label").value, labels(12));
  QCOMPARE(set.array("test", "image").value, pixels({3, 28, 28}));
}

void DataReadersTest::pictures_are_read() {
  const DataSet set = read_cifar10(DataFiles::made(pictures(), "set"));
  QCOMPARE(set.array("train", "image").value, pixels({10, 3, 32, 32}));
  QCOMPARE(set.array("train", "label").value, labels(10));
  QCOMPARE(set.array("test", "image").value, pixels({4, 3, 32, 32}));
  QCOMPARE(set.classes.at(6), std::string("frog"));
  // A label, then 1024 pixels per colour, as the format specifies.
  std::vector<MadeFile> files = pictures();
  QCOMPARE(file(files, "data_batch_2.bin").bytes.size(), std::size_t{2 * 3073});
  QCOMPARE(file(files, "data_batch_2.bin").bytes[0], '\2');
  QCOMPARE(static_cast<unsigned char>(file(files, "data_batch_2.bin").bytes[1]),
           static_cast<unsigned char>(2 * 3072 % 251));
}

void DataReadersTest::text_is_read_as_characters() {
  const DataSet set = read_ptb_characters(DataFiles::made(text(), "set"));
  QVERIFY(set.is_text);
  QCOMPARE(set.classes.front(), std::string("\n"));  // sorted
  const Tensor& inputs = set.array("train", "inputs").value;
  const Tensor& targets = set.array("train", "targets").value;
  QCOMPARE(inputs.dtype, DType::u8);
  QCOMPARE(inputs.size(), targets.size());
  std::string back;
  for (const double place : inputs.values())
    back += set.classes.at(static_cast<std::size_t>(place));
  QCOMPARE(back, std::string(" the cat sat \n a cat <unk>"));
  QCOMPARE(targets.at(0), inputs.at(1));
  QCOMPARE(set.classes.at(static_cast<std::size_t>(targets.at(targets.size() - 1))),
           std::string("\n"));
}

void DataReadersTest::text_is_read_as_words() {
  const DataSet set = read_ptb_words(DataFiles::made(text(), "set"));
  QCOMPARE(set.classes, (std::vector<std::string>{"<eos>", "<unk>", "a", "cat", "sat", "the"}));
  QCOMPARE(set.array("train", "inputs").value.values(), (std::vector<double>{5, 3, 4, 0, 2, 3, 1}));
  QCOMPARE(set.array("train", "targets").value.values(),
           (std::vector<double>{3, 4, 0, 2, 3, 1, 0}));
  // "hat" does not occur in the training part.
  QCOMPARE(set.array("valid", "inputs").value.values(), (std::vector<double>{5, 1, 4}));
}

void DataReadersTest::folders_are_read() {
  QTemporaryDir folder;
  const std::string path = folder.path().toStdString();
  for (const MadeFile& made : digits()) write_file(path + "/" + made.name, made.bytes);
  const DataSet set = read_mnist(DataFiles::in_folder(path));
  QCOMPARE(set.origin, path);
  QCOMPARE(set.array("train", "image").value, pixels({12, 28, 28}));
  QVERIFY_THROWS_EXCEPTION(Error, DataFiles::in_folder(path + "/absent"));
  QVERIFY_THROWS_EXCEPTION(Error, DataFiles::in_folder(path + "/" + digits()[0].name));
}

void DataReadersTest::bad_digits() {
  std::vector<MadeFile> files = digits();
  std::swap(files[0].bytes, files[1].bytes);
  QCOMPARE(refusal(read_mnist, files),
           QString("'set/train-images-idx3-ubyte': the files of images and labels are swapped | "
                   "'set/train-images-idx3-ubyte' at 0x0 | uint8 of shape (12,)"));
  files = digits();
  files[1].bytes[8 + 7] = 10;
  QCOMPARE(refusal(read_mnist, files),
           QString("'set/train-labels-idx1-ubyte': a label is out of range | "
                   "'set/train-labels-idx1-ubyte' at 0xf | 10 of image 7"));
  files = digits();
  files[3] = {files[3].name, idx_bytes(labels(4))};
  QVERIFY(refusal(read_mnist, files).contains("the numbers of labels and images differ"));
  files = digits();
  files[0].bytes.pop_back();
  QVERIFY(refusal(read_mnist, files).contains("the data is cut off"));
  files = digits();
  files[0].bytes += "x";
  QVERIFY(refusal(read_mnist, files).contains("bytes follow the data"));
  files = digits();
  files[2].bytes = idx_bytes(pixels({3, 32, 32}));
  QVERIFY(refusal(read_mnist, files).contains("MNIST's size"));
  files = digits();
  files[2].bytes = "<!DOCTYPE html>";
  QVERIFY(refusal(read_mnist, files).contains("not an IDX file"));
  files = digits();
  files[0].bytes = idx_bytes(Tensor(DType::f32, {12, 28, 28}));
  QVERIFY(refusal(read_mnist, files).contains("this file does not contain images"));
}

void DataReadersTest::bad_pictures() {
  std::vector<MadeFile> files = pictures();
  file(files, "data_batch_3.bin").bytes.resize(3073 + 100);
  QCOMPARE(refusal(read_cifar10, files),
           QString("'set/data_batch_3.bin': the file ends within a record | "
                   "'set/data_batch_3.bin' at 0xc65 | 3173 bytes"));
  files = pictures();
  file(files, "data_batch_3.bin").bytes.resize(3073);
  QVERIFY(refusal(read_cifar10, files).contains("the training files differ in size"));
  files = pictures();
  file(files, "test_batch.bin").bytes[3073] = 77;
  QCOMPARE(
      refusal(read_cifar10, files),
      QString("'set/test_batch.bin': a label is out of range | 'set/test_batch.bin' at 0xc01 | "
              "77 of image 1"));
  files = pictures();
  file(files, "data_batch_1.bin").bytes.assign(3074, '\0');
  QVERIFY(refusal(read_cifar10, files).contains("CIFAR-100"));
  file(files, "data_batch_1.bin").name = "data_batch_1";
  QVERIFY(refusal(read_cifar10, files).contains("the Python version"));
  QVERIFY_THROWS_EXCEPTION(Error, cifar10_files({pixels({4, 3, 32, 32}), labels(4)}, {}));
}

void DataReadersTest::bad_texts() {
  QCOMPARE(refusal(read_ptb_characters, ptb_files("abc", "ab", "abx")),
           QString("'set/ptb.test.txt': the text has a token that the training part lacks | "
                   "'set/ptb.test.txt' at 0x2 | 'x'"));
  QCOMPARE(refusal(read_ptb_words, ptb_files("a b\n", "a  c\n", "a\n")),
           QString("'set/ptb.valid.txt': the text has a token that the training part lacks | "
                   "'set/ptb.valid.txt' at 0x3 | 'c'"));
  QVERIFY(refusal(read_ptb_words, ptb_files("", "a", "a")).contains("the text is too short"));
  QVERIFY(refusal(read_ptb_words, ptb_files(std::string("a\0b", 3), "a", "a"))
              .contains("this is not a text file"));
}

void DataReadersTest::missing_files() {
  std::vector<MadeFile> files = digits();
  files.erase(files.begin() + 1, files.begin() + 3);
  QCOMPARE(refusal(read_mnist, files),
           QString("the folder 'set' lacks files of the data set: train-labels-idx1-ubyte, "
                   "t10k-images-idx3-ubyte |  | train-images-idx3-ubyte, t10k-labels-idx1-ubyte"));
  QVERIFY(refusal(read_cifar10, {}).contains("none of its files"));
  QVERIFY(refusal(read_ptb_words, {}).contains("ptb.train.txt, ptb.valid.txt, ptb.test.txt"));
}

void DataReadersTest::damaged_gzip() {
  std::vector<MadeFile> files = digits();
  const std::string whole = packed(files[0].bytes);
  const auto said = [&files](std::string bytes) {
    files[0].bytes = std::move(bytes);
    return refusal(read_mnist, files);
  };
  QCOMPARE(said(whole), QString("read"));
  QVERIFY(said(whole.substr(0, whole.size() - 1)).contains("the packed data is cut off"));
  QVERIFY(said(whole.substr(0, 20)).contains("the packed data is cut off"));
  QVERIFY(said(whole + "x").contains("followed by something else"));
  std::string damaged = whole;
  damaged[whole.size() - 6] ^= 1;  // a byte of the CRC
  QVERIFY(said(damaged).contains("the packed data is damaged"));
  // A small file that expands beyond the limit is not unpacked.
  Limits limits;
  limits.allocation_bytes = 1000;
  Reader reader(std::as_bytes(std::span(whole)), "small.gz", limits);
  QVERIFY_THROWS_EXCEPTION(Error, read_gzip(reader));
}

NGRAPH_TEST(DataReadersTest, QCoreApplication)
#include "data_readers_test.moc"
