// SPDX-License-Identifier: Apache-2.0
// Tests `ngraph checkpoint` with files of other frameworks: show, diff, convert and bind.
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const QString pytorch = "tests/formats/pytorch/zip.pt";
const QString document = "sample_graphs/05_logistic_part2.ngraph";

QJsonObject found(const QJsonObject& json, const char* list, const char* field,
                  const QString& name) {
  for (const QJsonValue& each : json[list].toArray())
    if (each[field].toString() == name) return each.toObject();
  return {};
}

}  // namespace

class CheckpointCommandTest : public QObject {
  Q_OBJECT
 private slots:
  void shows();
  void converts();
  void leaves_out_when_asked();
  void shows_other_types();
  void differs();
  void binds();
  void bindsNothingThatOverflows();
  void namesDoNotControlTheTerminal();
  void foldersOfModels();
  void refuses();

 private:
  QString inFolder(const char* name) const { return folder_.filePath(name); }
  QTemporaryDir folder_;
};

void CheckpointCommandTest::shows() {
  const QJsonObject contents = json({"checkpoint", "show", pytorch});
  QCOMPARE(contents["format"].toString(), QString("PyTorch checkpoint"));
  QCOMPARE(contents["tensors"].toArray().size(), 34);
  QCOMPARE(contents["metadata"]["epoch"].toString(), QString("3"));
  QVERIFY(contents["notes"].toArray().isEmpty());
  QCOMPARE(found(contents, "tensors", "name", "types/complex")["dtype"].toString(),
           QString("complex64"));
  QCOMPARE(found(contents, "tensors", "name", "types/bfloat16")["dtype"].toString(),
           QString("bfloat16"));
  const QJsonObject part = json({"checkpoint", "show", pytorch, "--show", "views/0"});
  QCOMPARE(part["values"].toArray(), (QJsonArray{0, 3, 1, 4, 2, 5}));
  const Ran text = ngraph({"checkpoint", pytorch});
  QVERIFY2(text.out.contains("34 tensors") && text.out.contains("state_dict/0.weight"),
           qPrintable(text.out));
  // The same tensors in the form of early versions.
  QVERIFY(
      json({"checkpoint", "diff", pytorch, "tests/formats/pytorch/legacy.pt"})["equal"].toBool());
}

void CheckpointCommandTest::converts() {
  const QString out = inFolder("w.safetensors");
  const QJsonObject written = json({"checkpoint", "convert", pytorch, out, "--rename",
                                    "state_dict/*=*", "--transpose", "0.weight"});
  QCOMPARE(written["tensors"].toArray().size(), 34);
  const QJsonObject weight = found(written, "tensors", "to", "0.weight");
  QCOMPARE(weight["from"].toString(), QString("state_dict/0.weight"));
  QCOMPARE(weight["shape"].toArray(), (QJsonArray{3, 2}));
  QCOMPARE(json({"checkpoint", out})["tensors"].toArray().size(), 34);
  checkExit({"checkpoint", "convert", pytorch, inFolder("w.pt")}, 3, {"cannot be written"});
  checkExit({"checkpoint", "convert", pytorch, out, "--rename", "nothing=x"}, 3,
            {"matches no tensor"});
}

// Elements of 4 bits and of an unknown type, which npz lacks, and of 8 bits, which it has.
void CheckpointCommandTest::leaves_out_when_asked() {
  const QString in = inFolder("types.safetensors"), out = inFolder("types.npz");
  const QByteArray header = R"({"e":{"dtype":"F8_E4M3","shape":[1],"data_offsets":[0,1]},)"
                            R"("f":{"dtype":"F4","shape":[2],"data_offsets":[1,2]},)"
                            R"("q":{"dtype":"Q9","shape":[1],"data_offsets":[2,4]}})";
  const auto length = static_cast<quint64>(header.size());
  QFile file(in);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(QByteArray(reinterpret_cast<const char*>(&length), sizeof length) + header +
             "\x38\x21"
             "ab");
  file.close();
  checkExit({"checkpoint", "convert", in, out}, 3,
            {"2 tensors of", "'f' (float4_e2m1fn), 'q' (Q9)", "--skip-unsupported"});
  QVERIFY(!QFile::exists(out));
  // The other command that writes arrays does not leave them out either.
  checkExit({"convert", in, out}, 3, {"2 tensors of", "--skip-unsupported"});
  QVERIFY(!QFile::exists(out));
  const Ran text = ngraph({"checkpoint", "convert", in, out, "--skip-unsupported"});
  QCOMPARE(text.code, 0);
  QVERIFY(text.out.contains("1 tensor written"));
  QVERIFY2(text.err.contains("the tensor 'f' is left out: float4_e2m1fn"), qPrintable(text.err));
  const QJsonObject json = ::json({"checkpoint", "convert", in, out, "--skip-unsupported"});
  QCOMPARE(json["left_out"].toArray().size(), 2);
  QCOMPARE(found(json, "left_out", "name", "q")["reason"].toString(), QString("Q9"));
  checkExit({"checkpoint", "show", in, "--skip-unsupported"}, 2, {"has no effect"});
  const QJsonObject part = ::json({"checkpoint", out, "--show", "e"});
  QCOMPARE(part["dtype"].toString(), QString("float8_e4m3fn"));
  QCOMPARE(part["values"].toArray(), QJsonArray{1});
  checkExit({"checkpoint", in, "--show", "q"}, 3, {"'q' cannot be read", "'Q9'"});
}

void CheckpointCommandTest::shows_other_types() {
  const QString complex = inFolder("complex.npy");
  QFile file(complex);
  QVERIFY(file.open(QIODevice::WriteOnly));
  const QByteArray header = "{'descr': '<c8', 'fortran_order': False, 'shape': (2,)}\n";
  const float numbers[] = {1, 2, 3, -4};
  file.write(QByteArray("\x93NUMPY\1\0", 8) + static_cast<char>(header.size()) + '\0' + header +
             QByteArray(reinterpret_cast<const char*>(numbers), sizeof numbers));
  file.close();
  const Ran text = ngraph({"checkpoint", complex, "--show", "array"});
  QVERIFY2(text.out.contains("1+2i") && text.out.contains("3-4i"), qPrintable(text.out));
  const QJsonArray values = json({"checkpoint", complex, "--show", "array"})["values"].toArray();
  QCOMPARE(values[1].toArray(), (QJsonArray{3, -4}));
}

void CheckpointCommandTest::differs() {
  const QString out = inFolder("d.npz");
  QCOMPARE(ngraph({"checkpoint", "convert", pytorch, out, "--rename", "state_dict/*=net/*"}).code,
           0);
  const QJsonObject same =
      json({"checkpoint", "diff", pytorch, out, "--rename", "state_dict/*=net/*"});
  QVERIFY(same["equal"].toBool());
  const QJsonObject change = found(same, "changes", "name", "net/0.weight");
  QCOMPARE(change["cosine"].toDouble(), 1.);
  QCOMPARE(change["dtype_after"].toString(), QString("float32"));
  // The rule is found.
  const QJsonObject without = json({"checkpoint", "diff", pytorch, out});
  const QJsonObject paired = found(without, "changes", "name", "net/0.weight");
  QCOMPARE(paired["name_before"].toString(), QString("state_dict/0.weight"));
  QCOMPARE(paired["paired_by"].toString(), QString("rule"));
}

void CheckpointCommandTest::binds() {
  const QString saved = inFolder("saved.safetensors"), other = inFolder("other.npz"),
                bound = inFolder("bound.safetensors");
  QCOMPARE(ngraph({"run", document, "--epochs", "1", "--save", saved}).code, 0);
  QCOMPARE(ngraph({"checkpoint", "convert", saved, other, "--rename", "*=model.*"}).code, 0);
  const QJsonObject plain = json({"checkpoint", "bind", other, document}, 1);
  QVERIFY(!plain["complete"].toBool(true));
  QCOMPARE(found(plain, "variables", "variable", "W")["state"].toString(), QString("missing"));
  checkExit({"checkpoint", "bind", other, document, "--save", bound}, 3,
            {"not every variable has a tensor", "W: missing", "--rename"});
  const QJsonObject full =
      json({"checkpoint", "bind", other, document, "--rename", "model.*=*", "--save", bound});
  QVERIFY(full["complete"].toBool());
  QCOMPARE(ngraph({"run", document, "--epochs", "1", "--restore", bound}).code, 0);
  QVERIFY(json({"checkpoint", "diff", saved, bound})["equal"].toBool());
}

void CheckpointCommandTest::bindsNothingThatOverflows() {
  const QString graph = inFolder("narrow.ngraph"), wide = inFolder("wide.ngraph"),
                values = inFolder("wide.npz"), bound = inFolder("narrow.safetensors");
  const auto variable = [](const char* type) {
    return QString("w=variable(axes=(A: 2), dtype='%1', initial_value=1.0)").arg(type);
  };
  for (const auto& [file, type] : {std::pair{graph, "float32"}, {wide, "float64"}}) {
    QCOMPARE(
        ngraph({"edit", file, "--new", "--do", variable(type), "--do", "f=computation([w])"}).code,
        0);
  }
  QCOMPARE(ngraph({"edit", wide, "--do", "set(w, initial_value=1e300)"}).code, 0);
  QCOMPARE(ngraph({"run", wide, "--save", bound}).code, 0);
  QCOMPARE(ngraph({"checkpoint", "convert", bound, values}).code, 0);
  const QString none = inFolder("none.safetensors");
  checkExit({"checkpoint", "bind", values, graph, "--save", none}, 3, {"'w'", "float32"});
  QVERIFY(!QFile::exists(none));
}

// Nor do documents without a title leave a line without an end.
void CheckpointCommandTest::namesDoNotControlTheTerminal() {
  const QString file = inFolder("names.safetensors");
  QFile names(file);
  QVERIFY(names.open(QIODevice::WriteOnly));
  const QByteArray header =
      R"({"\u001b[31mred\n":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";
  const auto length = static_cast<std::uint64_t>(header.size());
  names.write(reinterpret_cast<const char*>(&length), 8);
  names.write(header + "x");
  names.close();
  const Ran ran = ngraph({"checkpoint", file});
  QVERIFY2(ran.out.contains("\\x1b[31mred\\x0a ") && !ran.out.contains('\x1b'),
           qPrintable(ran.out));
  const QString untitled = inFolder("untitled.ngraph"), saved = inFolder("untitled.safetensors");
  QCOMPARE(ngraph({"edit", untitled, "--new", "--do", "w=variable(axes=(A: 2), initial_value=1)",
                   "--do", "f=computation([w])"})
               .code,
           0);
  QCOMPARE(ngraph({"run", untitled, "--save", saved}).code, 0);
  const Ran shown = ngraph({"checkpoint", saved});
  QVERIFY2(shown.out.contains("\nafter 1 iteration of 'f'\n"), qPrintable(shown.out));
}

void CheckpointCommandTest::foldersOfModels() {
  const QString folder = "tests/tensorflow/models/saved_model";
  QCOMPARE(ngraph({"convert", folder, inFolder("model.ngraph")}).code, 0);
  QVERIFY(json({"checkpoint", "diff", folder, folder + "/saved_model.pb"})["equal"].toBool());
  QCOMPARE(ngraph({"diff", folder, inFolder("model.ngraph")}).code, 0);
}

void CheckpointCommandTest::refuses() {
  checkExit({"checkpoint", "show"}, 2, {"requires one file"});
  checkExit({"checkpoint", "dif", pytorch, pytorch}, 2, {"unknown action 'dif'"});
  checkExit({"checkpoint", "diff", pytorch}, 2, {"requires two files"});
  checkExit({"checkpoint", "show", pytorch, "--save", "x"}, 2, {"--save has no effect"});
  QFile page(inFolder("page.pt"));
  QVERIFY(page.open(QIODevice::WriteOnly));
  page.write("<!DOCTYPE html><html>");
  page.close();
  checkExit({"checkpoint", page.fileName()}, 3, {"an HTML page", "download the file again"});
  // Commands for documents name this one.
  checkExit({"info", pytorch}, 3, {"PyTorch checkpoint", "ngraph checkpoint FILE"});
  const QString error = inFolder("error.onnx");
  QFile answer(error);
  QVERIFY(answer.open(QIODevice::WriteOnly));
  answer.write(R"({"error": "Entry not found"})");
  answer.close();
  checkExit({"info", error}, 3, {"an error message in JSON", "download the file again"});
  const QString attack = inFolder("attack.pt");
  QFile file(attack);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(
      QByteArray("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."
                 "\x80\x02M\xe9\x03.\x80\x02}.\x80\x02"
                 "cos\nsystem\nX\x02\0\0\0ls\x85R.",
                 48));
  file.close();
  checkExit({"checkpoint", attack}, 3, {"tries to run code", "os.system", "nothing was called"});
}

NGRAPH_TEST(CheckpointCommandTest, QCoreApplication)
#include "checkpoint_command_test.moc"
