// SPDX-License-Identifier: Apache-2.0
// Tests what `ngraph` takes and prints of models: images, texts and names; results in words, and
// blocks with their parts.
#include <QJsonArray>
#include <QTemporaryDir>

#include "engine/base/reader.h"
#include "engine/formats/archives/npz.h"
#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

class ModelResultsTest : public QObject {
  Q_OBJECT
 private slots:
  void classes_are_ranked();
  void ids_are_text();
  void blocks_have_parts();
  void blocks_are_of_one_computation();
  void an_image_is_fed();
  void a_text_is_fed();
  void names_are_chosen();
  void what_cannot_be_fed_is_said();

 private:
  QString inFolder(const char* name) const { return folder_.filePath(name); }
  void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
      qFatal("a file cannot be written");
  }
  // The digit of the sample as a grey image of 28 times 28 pixels.
  QString digit() {
    const QString folder = "sample_graphs/models/digits.inputs.npz";
    Reader reader(testing::sourceFile(folder).toStdString());
    Notes notes;
    const Tensor pixels = read_npz(reader, notes).tensors.at(0).tensor;
    QByteArray image("P5\n28 28\n255\n");
    for (std::int64_t i = 0; i < pixels.size(); ++i)
      image += static_cast<char>(static_cast<int>(pixels.at(i) * 255 + 0.5));
    write(inFolder("three.pgm"), image);
    return inFolder("three.pgm");
  }
  QTemporaryDir folder_;
};

void ModelResultsTest::classes_are_ranked() {
  const Ran text = ngraph({"run", "sample_graphs/models/digits.onnx"});
  QCOMPARE(text.code, 0);
  const qsizetype three = text.out.indexOf(" %  three\n");
  QVERIFY2(three > 0 && three == text.out.indexOf(" %  "), qPrintable(text.out));
  const Ran json = ngraph({"run", "sample_graphs/models/digits.onnx", "--json"});
  const QByteArray line = json.out.section('\n', 0, 0).toUtf8();
  const QJsonObject result =
      QJsonDocument::fromJson(line).object()["results"].toArray()[0].toObject();
  const QJsonArray rows = result["classes"].toArray();
  QCOMPARE(rows.size(), 1);
  QCOMPARE(rows[0].toArray().size(), 5);
  const QJsonObject first = rows[0].toArray()[0].toObject();
  QCOMPARE(first["class"].toInt(), 3);
  QCOMPARE(first["label"].toString(), QString("three"));
  QVERIFY(first["probability"].toDouble() > 0.9);
}

void ModelResultsTest::ids_are_text() {
  const Ran text = ngraph({"run", "sample_graphs/models/sentences.onnx"});
  QVERIFY2(text.out.contains("a kernel computes several ops in one loop.\na buffer holds"),
           qPrintable(text.out + text.err));
}

void ModelResultsTest::blocks_have_parts() {
  const Ran ran = ngraph({"info", "sample_graphs/models/circles.onnx", "--json"});
  const QJsonArray blocks = QJsonDocument::fromJson(ran.out.toUtf8()).object()["blocks"].toArray();
  bool found = false;
  for (const QJsonValue& each : blocks) {
    const QJsonObject block = each.toObject();
    if (block["blocks"].toInt() != 4) continue;
    found = true;
    int parameters = 0;
    for (const QJsonValue& part : block["parts"].toArray())
      parameters += part.toObject()["parameters"].toInt();
    QCOMPARE(parameters, block["parameters"].toInt());
    QCOMPARE(parameters, 4 * 2 * (10 * 10 * 9 + 10));
  }
  QVERIFY2(found, qPrintable(ran.out));
}

void ModelResultsTest::blocks_are_of_one_computation() {
  const QJsonObject info = json({"info", "sample_graphs/10_mnist_mlp.ngraph"});
  QCOMPARE(info["blocks_of"].toString(), QString("update"));
  const QJsonObject layers = info["blocks"].toArray()[0].toObject();
  QCOMPARE(layers["name"].toString(), QString("mlp"));
  // That of `evaluate` has the same FLOP.
  QCOMPARE(layers["flops"].toInt(), 20'466'432);
}

void ModelResultsTest::an_image_is_fed() {
  const QString feed = "image=" + digit();
  const Ran unit = ngraph({"run", "sample_graphs/models/digits.onnx", "--feed", feed});
  QVERIFY2(unit.out.indexOf(" %  ") == unit.out.indexOf(" %  three\n"),
           qPrintable(unit.out + unit.err));
  const auto values = [&](const QString& fed) {
    return json({"tensor", "sample_graphs/models/digits.onnx", "image", "--feed", fed})["values"]
        .toArray();
  };
  const QJsonArray pixels = values(feed), symmetric = values(feed + ":-1..1");
  QCOMPARE(pixels.size(), 28 * 28);
  double sum = 0;
  for (int i = 0; i < pixels.size(); ++i) {
    sum += pixels[i].toDouble();
    QVERIFY(std::abs(symmetric[i].toDouble() - (2 * pixels[i].toDouble() - 1)) < 1e-6);
  }
  QVERIFY(sum > 10);
}

// A model without files next to it.
void ModelResultsTest::a_text_is_fed() {
  const QString model = inFolder("net.onnx"), tokens = inFolder("tokens.txt");
  QVERIFY(QFile::copy(testing::sourceFile("sample_graphs/models/sentences.onnx"), model));
  QVERIFY(QFile::copy(testing::sourceFile("sample_graphs/models/sentences.vocab.txt"), tokens));
  const QStringList words{"run", model, "--feed", "prompt=\"a buffer\""};
  const Ran without = ngraph(words);
  QVERIFY2(without.code != 0 && without.err.contains("--vocabulary FILE"), qPrintable(without.err));
  const Ran with = ngraph(words + QStringList{"--vocabulary", tokens});
  QVERIFY2(with.out.contains("a buffer holds a tensor"), qPrintable(with.out + with.err));
  // The open length is that of the text, unless another one is given.
  const QStringList shorter{"run", model, "--feed", "prompt=\"a\"", "--vocabulary", tokens};
  QCOMPARE(ngraph(shorter).code, 0);
  const Ran longer = ngraph(shorter + QStringList{"--length", "length=4"});
  QVERIFY2(longer.err.contains("the text does not fill the axis"), qPrintable(longer.err));
}

void ModelResultsTest::names_are_chosen() {
  write(inFolder("names.txt"), "0\n1\n2\nIII\n4\n5\n6\n7\n8\n9\n");
  const Ran ran =
      ngraph({"run", "sample_graphs/models/digits.onnx", "--labels", inFolder("names.txt")});
  QVERIFY2(ran.out.contains(" %  III\n"), qPrintable(ran.out));
  const Ran missing = ngraph({"run", "sample_graphs/models/digits.onnx", "--labels", "none.txt"});
  QVERIFY2(missing.code != 0 && missing.err.contains("none.txt"), qPrintable(missing.err));
}

void ModelResultsTest::what_cannot_be_fed_is_said() {
  const QString model = "sample_graphs/models/digits.onnx";
  write(inFolder("broken.png"), "no image");
  const Ran broken = ngraph({"run", model, "--feed", "image=" + inFolder("broken.png")});
  QVERIFY2(broken.code != 0 && broken.err.contains("the image cannot be read"),
           qPrintable(broken.err));
  const Ran range = ngraph({"run", model, "--feed", "image=" + digit() + ":bright"});
  QVERIFY2(range.code != 0 && range.err.contains("0..1, -1..1, 0..255 or imagenet"),
           qPrintable(range.err));
  const Ran scalar = ngraph({"run", "sample_graphs/06_mlp.ngraph", "--feed", "alpha=" + digit()});
  QVERIFY2(scalar.code != 0 && scalar.err.contains("an image cannot be fed"),
           qPrintable(scalar.err));
}

NGRAPH_TEST(ModelResultsTest)
#include "model_results_test.moc"
