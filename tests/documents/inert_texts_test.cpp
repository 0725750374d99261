// SPDX-License-Identifier: Apache-2.0
// Tests that no string of a document is ever executed: with any text in a field, the document is
// rejected or every generated text has the code of the harmless document.
#include <QtTest>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/analysis/kernel_reproducer.h"
#include "engine/base/atomic_file.h"
#include "engine/documents/document.h"
#include "engine/documents/export_program.h"
#include "engine/formats/programs/program_names.h"
#include "engine/kernels/emit.h"
#include "engine/ngraph.h"
#include "engine/session/compilation.h"
#include "tests/cli/ngraph_command.h"
#include "tests/support/fast_folder.h"
#include "tests/support/program_skeleton.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/test_program.h"

using namespace ng;
using nlohmann::ordered_json;

namespace {

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// Strings that close the surrounding literal or comment, or continue on the next line.
std::vector<std::string> hostile_strings() {
  std::vector<std::string> all = {"\\",
                                  "a\\",
                                  "a\\ ",
                                  "\"",
                                  "a\"b",
                                  "'",
                                  "\"\"\"",
                                  "'''",
                                  "*/ #error x",
                                  "//",
                                  "/*",
                                  "?\?/",
                                  "a?\?/",
                                  "#define x y",
                                  "#",
                                  "$(id)",
                                  "`id`",
                                  ";id;",
                                  "</text><a>",
                                  "]]>",
                                  "a, b] [c=1",
                                  "}; {",
                                  "<b>x</b>",
                                  "%s%n",
                                  "R\"(x)\"",
                                  "a(){}",
                                  "0); abort(); (",
                                  "\xe2\x80\xa8x",
                                  "\xe2\x80\xae"
                                  "x",
                                  "x\xc2\x85y",
                                  "__import__('os')",
                                  "{{}}",
                                  "0:1) + abort()",
                                  "-rf",
                                  "~/x"};
  for (char c = 0; c < 0x20; ++c) {
    if (c != 0) all.push_back(std::string("A") + c + "#error x\n#define x y\n//");
  }
  all.push_back("A\x7f");
  all.push_back(std::string("A") + '\0' + "B");
  for (const char* part : {"a", "\\", "\"", "'", "?\?/", "*/"}) {
    std::string text;
    while (text.size() < 64 * 1024) text += part;
    all.push_back(text.substr(0, 64 * 1024));
  }
  return all;
}

// One document with every kind of field: axes with roles and docs, slices, windows, paddings, a
// scan, samples, metadata.
Document every_field() {
  const Axis n =
      make_axis(4, "N", {.batch = true, .recurrent = false, .roles = {}, .docstring = "the batch"});
  const Axis c = make_axis(
      3, "C",
      {.batch = false, .recurrent = false, .roles = {"channel"}, .docstring = "the channels"});
  const Axis h = make_axis(6, "H"), w = make_axis(6, "W"), d = make_axis(1, "D");
  const Op x = placeholder({c, d, h, w, n}).named("image");
  x.metadata()["layer"] = "first";
  using Distribution = InitialSamples::Distribution;
  const Op slope = variable({c}, InitialSamples{Distribution::uniform, -1, 1, 3}).named("slope");
  const WindowParams window = {{"J", 1},     {"T", 1},     {"R", 2},     {"S", 2},
                               {"pad_c", 0}, {"pad_d", 0}, {"pad_h", 0}, {"pad_w", 0},
                               {"str_c", 1}, {"str_d", 1}, {"str_h", 1}, {"str_w", 1}};
  const Op pooled = pooling("max", window, x * slope).named("pooled");
  const Op part =
      tensor_slice(pooled, {SliceItem::all(), SliceItem::at(0), SliceItem::range(1, 5, 2),
                            SliceItem::all(), SliceItem::all()});
  const Op padded = pad(part, std::vector<std::int64_t>{1, 0, 2, 0});
  const ScanResult loop = scan(n, {constant(0.0)}, {mean(padded, out_axes({n}))},
                               [](const std::vector<Op>& state, const std::vector<Op>& element) {
                                 const Op next = tanh(state[0] + element[0]).named("next");
                                 return ScanStep{{next}, {next * 2.0}};
                               });
  const Op out = loop.outputs[0].named("out");
  Document document;
  document.title = "Every field";
  document.description = "A description.\nOf two lines.";
  document.made_by = "a test";
  document.ops = {x, out};
  document.computations = {
      computation(std::vector<Op>{out, assign(slope, slope + 1.0)}, {x}).named("train")};
  return document;
}

std::string first_difference(const std::string& found, const std::string& expected) {
  const auto at = std::mismatch(found.begin(), found.end(), expected.begin(), expected.end()).first;
  const auto from = static_cast<std::size_t>(std::max<std::ptrdiff_t>(at - found.begin() - 40, 0));
  return "found    " + found.substr(from, 120) + "\nexpected " +
         (from < expected.size() ? expected.substr(from, 120) : "");
}

// Paths of all string values.
void collect(const ordered_json& value, const ordered_json::json_pointer& at,
             std::vector<ordered_json::json_pointer>& found) {
  if (value.is_string()) found.push_back(at);
  if (value.is_object()) {
    for (const auto& [key, each] : value.items()) collect(each, at / key, found);
  }
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) collect(value[i], at / i, found);
  }
}

}  // namespace

class InertTextsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    qputenv("NGRAPH_JIT", "none");  // texts are identical, and nothing is compiled
    save_document(every_field(), at("every_field.ngraph"));
    QDir().mkpath(folder_->filePath("p"));
  }

  void names_with_control_characters_are_refused();
  void names_that_cannot_be_read_are_not_given();
  void every_string_of_a_document_is_inert_data();
  void every_string_of_a_document_is_inert();
  void kernels_with_any_names_are_inert();
  void pictures_are_inert();
  void reproducers_are_inert();

 private:
  std::string at(const std::string& name) { return folder_->filePath(name.c_str()).toStdString(); }

  // "refused", or the code of every text generated from the document.
  std::string code_of(const ordered_json& json, std::string* refusal = nullptr) {
    write_file(at("try.ngraph"), json.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
    Document document;
    try {
      document = load_document(at("try.ngraph"));
    } catch (const Error& error) {
      if (error.fault() != Fault::user) throw;
      if (refusal) *refusal = to_string(error.diagnostic());
      return "refused";
    }
    std::string code;
    for (const std::string suffix : {".cpp", ".py"}) {
      export_program(document, at("p/try" + suffix));
      code += program_skeleton(content(at("p/try" + suffix)),
                               suffix == ".py" ? ProgramSyntax::python : ProgramSyntax::c);
    }
    const auto transformer = allocate_transformer("cpu");
    for (const Op& each : document.computations)
      code += kernel_code(transformer->add_computation(each));
    return code;
  }

  static std::string kernel_code(const Computation& computation) {
    std::string code;
    const std::function<void(const Program&)> add = [&](const Program& program) {
      for (const kernel::Kernel& kernel : program.kernels) code += code_of(kernel);
      for (const Step& step : program.steps) {
        if (step.loop()) add(step.loop()->body);
      }
    };
    add(computation.compilation().program);
    return code;
  }

  static std::string code_of(const kernel::Kernel& kernel) {
    return program_skeleton(kernel::emit_cpp(kernel).text, ProgramSyntax::c) +
           program_skeleton(kernel::emit_cuda(kernel).text, ProgramSyntax::c);
  }

  std::unique_ptr<QTemporaryDir> folder_ = fast_folder();
};

void InertTextsTest::names_with_control_characters_are_refused() {
  const ordered_json json =
      ordered_json::parse(content(testing::source_file("sample_graphs/05_logistic_part2.ngraph")));
  for (const char* place : {"/axes/0/axis", "/axes/0/name", "/ops/0/name", "/ops/6/automatic",
                            "/computations/0/name"}) {
    for (int c = 1; c < 0x21; ++c) {
      ordered_json changed = json;
      if (std::string(place) == "/axes/0/name") changed["axes"][0]["name"] = "W";
      const std::string name = std::string("a") + static_cast<char>(c == 0x20 ? 0x7f : c) + "b";
      changed[ordered_json::json_pointer(place)] = name;
      std::string refusal;
      QCOMPARE(code_of(changed, &refusal), std::string("refused"));
      QVERIFY2(refusal.find("control character") != std::string::npos, refusal.c_str());
    }
  }
  for (const char* name : {"a\nb", "a\x7f"}) {
    QVERIFY_THROWS_EXCEPTION(Error, make_axis(2, name));
    QVERIFY_THROWS_EXCEPTION(Error, placeholder({}).named(name));
  }
}

void InertTextsTest::names_that_cannot_be_read_are_not_given() {
  const std::string too_long(70'000, 'n');
  const Op x = placeholder(Axes{make_axis(3, "N")});
  QVERIFY_THROWS_EXCEPTION(Error, make_axis(3, too_long));
  QVERIFY_THROWS_EXCEPTION(Error, exp(x).named(too_long));
  for (const char* name : {"", "x"}) {
    const Op y = exp(x);
    const std::string automatic = y.name();
    QCOMPARE(y.named(name).name(), *name ? name : automatic);
    Document document;
    document.computations = {computation({y}, {x}, Returns::list).named("f")};
    save_document(document, at("named.ngraph"));
    QCOMPARE(load_document(at("named.ngraph")).computations.size(), std::size_t{1});
  }
}

void InertTextsTest::every_string_of_a_document_is_inert_data() {
  QTest::addColumn<QString>("path");
  QTest::newRow("plan") << testing::sourceFile("sample_graphs/05_logistic_part2.ngraph");
  QTest::newRow("every field") << folder_->filePath("every_field.ngraph");
}

void InertTextsTest::every_string_of_a_document_is_inert() {
  QFETCH(QString, path);
  const ordered_json json = ordered_json::parse(content(path.toStdString()));
  const std::string harmless = code_of(json);
  QVERIFY(harmless.size() > 1000);
  std::vector<ordered_json::json_pointer> places;
  collect(json, ordered_json::json_pointer(), places);
  QVERIFY(places.size() > 20);
  const std::vector<std::string> hostile = hostile_strings();
  int taken = 0;
  for (std::size_t p = 0; p < places.size(); ++p) {
    // Whether an expression is inlined into another depends on the length of names.
    std::map<std::string, std::string> of_names;
    for (std::size_t h = 0; h < hostile.size(); ++h) {
      ordered_json changed = json;
      changed[places[p]] = hostile[h];
      const std::string code = code_of(changed);
      taken += code != "refused";
      if (code == "refused" || code == harmless) continue;
      const std::string name = program_name(hostile[h]);
      changed[places[p]] = name;
      if (of_names.count(name) == 0) of_names[name] = code_of(changed);
      QVERIFY2(code == of_names[name], (places[p].to_string() + ": " + hostile[h].substr(0, 80) +
                                        "\n" + first_difference(code, harmless))
                                           .c_str());
    }
  }
  QVERIFY(taken > 100);
}

void InertTextsTest::kernels_with_any_names_are_inert() {
  const Document document = load_document(at("every_field.ngraph"));
  const auto transformer = allocate_transformer("cpu");
  const Computation computation = transformer->add_computation(document.computations[0]);
  for (const kernel::Kernel& each : computation.compilation().program.kernels) {
    const std::string harmless = code_of(each);
    for (const std::string& name : hostile_strings()) {
      kernel::Kernel kernel = each;
      for (kernel::Parameter& parameter : kernel.parameters) parameter.name = name;
      for (kernel::Loop& loop : kernel.loops) loop.name = name;
      kernel::for_each_statement(kernel.body, [&](kernel::Statement& s) { s.note = name; });
      QVERIFY2(code_of(kernel) == harmless, kernel::emit_cpp(kernel).text.substr(0, 2000).c_str());
      QVERIFY(kernel::emit_cpp(kernel).text.size() < kernel::emit_cpp(each).text.size() * 4 + 4000);
    }
  }
}

void InertTextsTest::pictures_are_inert() {
  const ordered_json json = ordered_json::parse(content(at("every_field.ngraph")));
  const auto drawn = [&](const std::string& name, const char* suffix) {
    ordered_json changed = json;
    changed["title"] = name;
    for (ordered_json& op : changed["ops"]) {
      if (op.contains("name")) op["name"] = name;
      if (op.contains("name")) break;
    }
    changed["axes"][1]["doc"] = name;
    write_file(at("try.ngraph"), changed.dump());
    const QString out = folder_->filePath(QString("try") + suffix);
    QFile::remove(out);
    const Ran ran = ngraph({"render", folder_->filePath("try.ngraph"), "-o", out});
    return ran.code == 0 ? content(out.toStdString()) : std::string("refused");
  };
  const auto elements = [](const std::string& svg) {
    QXmlStreamReader reader(QByteArray::fromStdString(svg));
    QStringList names;
    while (!reader.atEnd()) {
      if (reader.readNext() == QXmlStreamReader::StartElement) names << reader.name().toString();
    }
    return reader.hasError() ? "broken: " + reader.errorString() : names.join(' ');
  };
  const std::string dot = program_skeleton(drawn("plain", ".dot"), ProgramSyntax::dot);
  const QString svg = elements(drawn("plain", ".svg"));
  QVERIFY(dot.size() > 200 && !svg.startsWith("broken"));
  for (const std::string& name : hostile_strings()) {
    if (name.find('/') != std::string::npos) continue;  // a scope, which is drawn as a group
    const std::string text = drawn(name, ".dot");
    QVERIFY2(text == "refused" || program_skeleton(text, ProgramSyntax::dot) == dot, text.c_str());
    const std::string picture = drawn(name, ".svg");
    QVERIFY2(picture == "refused" || elements(picture) == svg, qPrintable(elements(picture)));
  }
}

void InertTextsTest::reproducers_are_inert() {
  const auto program_of = [](const std::string& name) {
    KernelCase kernel;
    kernel.kernel = "k0";
    kernel.memory = {{name, Tensor(DType::f32, {2}), Tensor(DType::f32, {2}), true}};
    kernel.arguments = {{name, true, 0}};
    return program_skeleton(reproducer_main(kernel), ProgramSyntax::c);
  };
  const std::string harmless = program_of("plain");
  for (const std::string& name : hostile_strings()) QCOMPARE(program_of(name), harmless);
}

NGRAPH_TEST(InertTextsTest, QCoreApplication)
#include "inert_texts_test.moc"
