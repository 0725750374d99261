// SPDX-License-Identifier: Apache-2.0
// Tests that the pickle reader makes inert data, and refuses damage and attacks with exact
// messages.
#include <QtTest>

#include "engine/formats/pytorch/pickle_data.h"
#include "tests/support/pickles.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::pickles;

namespace {

PickleData read(const std::string& pickle, Limits limits = {}) {
  const Reader reader(std::as_bytes(std::span(pickle)), "x.pkl", limits);
  return read_pickle(reader, 0);
}

}  // namespace

class PickleTest : public QObject {
  Q_OBJECT
 private slots:
  void reads_values();
  void calls_are_inert();
  void damage_is_refused_data();
  void damage_is_refused();
  void attacks_are_refused_data();
  void attacks_are_refused();
  void growth_is_limited();
  void every_cut_is_refused();
};

void PickleTest::reads_values() {
  const PickleData data = read("\x80\x02(NK\x07M\x01\x02J\xff\xff\xff\xff\x8a\x01\xfe\x88G"s +
                               "\x3f\xe0\0\0\0\0\0\0"s + text("tensor") +
                               "C\x03"
                               "abct.");
  const auto items = data.items(data.root());
  QCOMPARE(items.size(), std::size_t(9));
  QCOMPARE(data.kind(data.root()), PickleKind::tuple);
  QCOMPARE(data.kind(items[0]), PickleKind::none);
  QCOMPARE(data.integer(items[1]), 7);
  QCOMPARE(data.integer(items[2]), 513);
  QCOMPARE(data.integer(items[3]), -1);
  QCOMPARE(data.integer(items[4]), -2);
  QVERIFY(data.boolean(items[5]));
  QCOMPARE(data.number(items[6]), .5);
  QCOMPARE(data.text(items[7]), std::string_view("tensor"));
  QCOMPARE(data.text(items[8]), std::string_view("abc"));
  const PickleData large = read("\x80\x02\x8a\x0a"s + std::string(10, '\x7f') + ".");
  QCOMPARE(large.kind(large.root()), PickleKind::large_integer);
  QVERIFY(!large.integer(large.root()));
  // Protocol 5: frame, memo, set, bytearray.
  const PickleData newer = read("\x80\x05\x95"s + little(21, 8) + "\x8f\x94(K\x01K\x02\x90\x96"s +
                                little(2, 8) + "ab\x86."s);
  const auto parts = newer.items(newer.root());
  QCOMPARE(newer.items(parts[0]).size(), std::size_t(2));
  QCOMPARE(newer.text(parts[1]), std::string_view("ab"));
}

// Calls of names that no list knows are records of a name and its arguments.
void PickleTest::calls_are_inert() {
  const PickleData data =
      read("\x80\x02"s + global("my.module", "Net") + "K\x05\x85R}" + text("w") + "K\x01sb.");
  QCOMPARE(data.kind(data.root()), PickleKind::object);
  QCOMPARE(data.text(data.callable(data.root())), std::string_view("my.module.Net"));
  QCOMPARE(data.integer(data.items(data.arguments(data.root()))[0]), 5);
  QCOMPARE(data.items(data.state(data.root())).size(), std::size_t(2));
  const PickleData ordered =
      read("\x80\x02"s + global("collections", "OrderedDict") + ")R" + text("a") + "K\x01s.");
  QCOMPARE(ordered.kind(ordered.root()), PickleKind::dict);
  QCOMPARE(ordered.items(ordered.root()).size(), std::size_t(2));
  const PickleData counter =
      read("\x80\x02"s + global("collections", "Counter") + "}" + text("a") + "K\x01s\x85R.");
  QCOMPARE(counter.items(counter.root()).size(), std::size_t(2));
  // A global that is not called is only a name.
  const PickleData name = read("\x80\x02"s + global("os", "system") + ".");
  QCOMPARE(name.text(name.root()), std::string_view("os.system"));
}

void PickleTest::damage_is_refused_data() {
  QTest::addColumn<QByteArray>("pickle");
  QTest::addColumn<int>("at");
  QTest::addColumn<QString>("what");
  QTest::addColumn<QString>("found");
  QTest::addColumn<QString>("expected");
  const auto row = [](const char* name, const std::string& pickle, int at, const char* what,
                      const char* found, const char* expected) {
    QTest::newRow(name) << QByteArray::fromStdString(pickle) << at << what << found << expected;
  };
  const char *cut = "the pickle is cut off", *empty = "the stack of the pickle is empty",
             *opcode = "the pickle has an unknown opcode", *codes = "an opcode of protocol 2 to 5";
  row("empty", "", 0, cut, "0 bytes left", "1 byte");
  row("no protocol", "K\1.", 0, "this is no pickle of protocol 2 to 5", "0x4b", "0x80");
  row("protocol 9", "\x80\x09.", 0, "the pickle has an unknown protocol", "9", "2 to 5");
  row("no stop opcode", "\x80\x02N", 3, cut, "0 bytes left", "1 byte");
  row("text cut off", "\x80\x02X\xff\0\0\0abc"s, 2, cut, "3 bytes left", "255 bytes");
  row("negative text", "\x80\x02T\xff\xff\xff\xff", 2, cut, "0 bytes left", "4294967295 bytes");
  row("huge text", "\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\xff", 2, cut, "0 bytes left",
      "18446744073709551615 bytes");
  row("huge bytes", "\x80\x04\x8e\0\0\0\0\1\0\0\0a"s, 2, cut, "1 byte left", "4294967296 bytes");
  row("negative integer size", "\x80\x02\x8b\xff\xff\xff\xff", 2, cut, "0 bytes left",
      "4294967295 bytes");
  row("unknown opcode", "\x80\x02z.", 2, opcode, "0x7a", codes);
  row("text opcode of protocol 0", "\x80\x02I1\n.", 2, opcode, "0x49", codes);
  row("extension", "\x80\x02\x82\1.", 2, opcode, "0x82", codes);
  row("outside buffer", "\x80\x05\x97.", 2, opcode, "0x97", codes);
  row("no result", "\x80\x02.", 2, empty, "no value", "a value for the result");
  row("call of nothing", "\x80\x02R.", 2, empty, "no value", "a value for arguments");
  row("item of nothing", "\x80\x02Na.", 3, empty, "no value", "a value for a list");
  row("result below a mark", "\x80\x02N(.", 4, empty, "no value", "a value for the result");
  row("no mark", "\x80\x02Nt.", 3, "the pickle has no mark on its stack", "none",
      "an opcode '(' before");
  row("values left", "\x80\x02NN.", 4, "the pickle leaves values on its stack", "1 value", "none");
  row("memo not written", "\x80\x02h\5.", 2, "the pickle reads a memo entry that was not written",
      "5", "an entry that an earlier opcode wrote");
  row("memo far ahead", "\x80\x02Nr\xff\xff\xff\x7f.", 3,
      "the pickle writes a memo entry far ahead", "2147483647", "at most 8");
  row("append to None", "\x80\x02NNa.", 4, "values are appended to no list", "None", "a list");
  row("append to a text", "\x80\x02" + text("a") + "Na.", 9, "values are appended to no list",
      "a text", "a list");
  row("key of a list", "\x80\x02]NNs.", 5, "keys are set in no dict", "a list", "a dict");
  row("key without value", "\x80\x02}(Nu.", 5, "the pickle sets a key without a value", "1 value",
      "keys and values in pairs");
  row("arguments in a list", "\x80\x02" + global("m", "n") + "]R.", 8,
      "a call has no tuple of arguments", "a list", "a tuple");
  row("long name",
      "\x80\x02"
      "c" +
          std::string(2000, 'a'),
      2, "a name is too long", "more than 1000 bytes", "a line of at most 1000 bytes");
  row("control character", "\x80\x02" + global("a\1", "b") + ".", 2,
      "a global has an impossible name", "'a\\x01.b'", "a module and a name");
  row("global of numbers", "\x80\x04K\1K\2\x93.", 6, "a global is not named by texts", "an integer",
      "a text");
  row("frame beyond the end", "\x80\x04\x95" + little(100, 8) + ".", 2,
      "a frame of the pickle lies beyond the end", "100 bytes", "at most 1");
  row("state of None", "\x80\x02NNb.", 4, "a state is set on a value that has none", "None",
      "an object");
  row("object without class", "\x80\x02(o.", 3, "an object has no class", "no value", "a class");
  row("dict of no pairs", "\x80\x02" + global("collections", "OrderedDict") + "]K\1a\x85R.", 32,
      "a dict is made of values that are no pairs", "an integer", "a key and a value");
}

void PickleTest::damage_is_refused() {
  QFETCH(QByteArray, pickle);
  QFETCH(int, at);
  QFETCH(QString, what);
  QFETCH(QString, found);
  QFETCH(QString, expected);
  try {
    read(pickle.toStdString());
    QFAIL("the pickle was read");
  } catch (const Error& error) {
    const Diagnostic& said = error.diagnostic();
    QCOMPARE(error.kind(), ErrorKind::bad_file);
    QCOMPARE(QString::fromStdString(said.what), "'x.pkl': " + what);
    QCOMPARE(QString::fromStdString(said.where), "'x.pkl' at 0x" + QString::number(at, 16));
    QCOMPARE(QString::fromStdString(said.found), found);
    QCOMPARE(QString::fromStdString(said.expected), expected);
    QVERIFY(!said.action.empty());
  }
}

void PickleTest::attacks_are_refused_data() {
  QTest::addColumn<QByteArray>("pickle");
  QTest::addColumn<QString>("name");
  const std::string command = text("touch /x") + "\x85";
  for (const auto& [module, function] :
       std::vector<std::pair<const char*, const char*>>{{"os", "system"},
                                                        {"posix", "system"},
                                                        {"nt", "system"},
                                                        {"subprocess", "Popen"},
                                                        {"builtins", "eval"},
                                                        {"__builtin__", "execfile"},
                                                        {"builtins", "__import__"},
                                                        {"runpy", "_run_code"},
                                                        {"importlib", "import_module"},
                                                        {"sys", "exit"},
                                                        {"os.path", "join"},
                                                        {"socket", "create_connection"},
                                                        {"pty", "spawn"},
                                                        {"webbrowser", "open"},
                                                        {"shutil", "rmtree"},
                                                        {"ctypes", "CDLL"}})
    QTest::newRow((std::string(module) + "." + function).c_str())
        << QByteArray::fromStdString("\x80\x02" + global(module, function) + command + "R.")
        << QString(module) + "." + function;
  QTest::newRow("from texts") << QByteArray::fromStdString("\x80\x04" + text("os") +
                                                           text("system") + "\x93" + command + "R.")
                              << "os.system";
  QTest::newRow("instance") << QByteArray::fromStdString(
                                   "\x80\x02" + global("subprocess", "Popen") + command + "\x81.")
                            << "subprocess.Popen";
  QTest::newRow("object") << QByteArray::fromStdString("\x80\x02(" + global("os", "system") +
                                                       text("ls") + "o.")
                          << "os.system";
}

void PickleTest::attacks_are_refused() {
  QFETCH(QByteArray, pickle);
  QFETCH(QString, name);
  try {
    read(pickle.toStdString());
    QFAIL("the pickle was read");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::bad_file);
    QCOMPARE(QString::fromStdString(error.diagnostic().what),
             "'x.pkl': the file tries to run code: it calls '" + name + "'");
    QCOMPARE(QString::fromStdString(error.diagnostic().where),
             "'x.pkl' at 0x" + QString::number(pickle.size() - 2, 16));
    QCOMPARE(error.diagnostic().found, std::string("nothing was called"));
  }
}

// Small pickles that ask for much memory.
void PickleTest::growth_is_limited() {
  const auto refused = [](const std::string& pickle, Limits limits, const char* what) {
    try {
      read(pickle, limits);
    } catch (const Error& error) {
      return error.diagnostic().what == "'x.pkl': " + std::string(what) + " is beyond the limit";
    }
    return false;
  };
  Limits few;
  few.nodes = 300;
  QVERIFY(refused("\x80\x02" + std::string(300, ']'), few, "the number of values in a pickle"));
  QVERIFY(refused("\x80\x02" + std::string(400, 'N'), few, "the stack of a pickle"));
  // A dict made of the same list of pairs again and again.
  std::string pickle = "\x80\x02" + global("collections", "OrderedDict") + "q\1](";
  for (int i = 0; i < 2000; ++i) pickle += "K\1K\2\x86";
  pickle += "eq\2";
  for (int i = 0; i < 2000; ++i) pickle += "h\1h\2\x85R";
  QVERIFY(refused(pickle, {}, "the number of items in a pickle"));
}

void PickleTest::every_cut_is_refused() {
  const std::string whole = "\x80\x02" + tensor({2, 3}, {3, 1}) + ".";
  QCOMPARE(read(whole).end(), whole.size());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    try {
      read(whole.substr(0, size));
      QFAIL("a part was read");
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::bad_file);
    }
  }
}

NGRAPH_TEST(PickleTest)
#include "pickle_test.moc"
