// SPDX-License-Identifier: Apache-2.0
// Tests frames and messages of the link: round trips, partial frames, damage, rejected values.
#include <QtTest>
#include <random>

#include "engine/base/error.h"
#include "engine/remote/message.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::remote;

class MessageTest : public QObject {
  Q_OBJECT

 private slots:
  void messagesRoundTrip();
  void commandsRoundTrip();
  void framesComeInPieces();
  void lengthsBeyondTheLimitAreRefused();
  void headersWithoutAnEndAreRefused();
  void wrongMessagesAreRefused_data();
  void wrongMessagesAreRefused();
  void damageIsRefusedOrHarmless();
};

static Called sampleCall() {
  Called called{17, "train", "cpu", {"fuse"}, 42, 8.5, {}, {}};
  called.values.push_back({3, Tensor::from(DType::f32, {2, 2}, std::vector<double>{1, 2, 3, 4})});
  called.values.push_back({4, Tensor(DType::i64, {0, 3})});
  called.points.push_back({9, {40, 41, 42}, {0.5, 0.25, std::numeric_limits<double>::infinity()}});
  return called;
}

void MessageTest::messagesRoundTrip() {
  const Hello hello{protocol_version, 77, "tr\xc3\xa4in.py", {"--epochs", "3"}, "0.1.0"};
  const auto greeted = std::get<Hello>(read_message(to_frame(Message(hello))));
  QCOMPARE(greeted.program, hello.program);
  QCOMPARE(greeted.arguments.size(), std::size_t{2});
  const std::string binary("\0\n\xff", 3);
  const GraphFiles files{{{"graph.ngraph", "{}\n"}, {"0af3.safetensors", binary}}};
  const auto graph = std::get<GraphFiles>(read_message(to_frame(Message(files))));
  QVERIFY(graph.files == files.files);
  const auto called = std::get<Called>(read_message(to_frame(Message(sampleCall()))));
  QCOMPARE(called.count, std::int64_t{42});
  QCOMPARE(called.without, sampleCall().without);
  QVERIFY(called.values[0].value == sampleCall().values[0].value);
  QVERIFY(called.values[1].value == sampleCall().values[1].value);
  QVERIFY(called.points[0].y == sampleCall().points[0].y);
  QVERIFY(std::get<Stopped>(read_message(to_frame(Message(Stopped{true, 5})))).stopped);
  const Measured measured{{{"k0", "step", "k0(x) -> y"}}, {{3, 1, 0, -7, 10, 1ll << 40}}};
  const auto read = std::get<Measured>(read_message(to_frame(Message(measured))));
  QCOMPARE(read.names[0].detail, measured.names[0].detail);
  QCOMPARE(read.events.size(), std::size_t{1});
  QCOMPARE(read.events[0].end, measured.events[0].end);
  QCOMPARE(read.events[0].number, -7);
  QCOMPARE(std::get<End>(read_message(to_frame(Message(End{"ValueError: x"})))).error,
           std::string("ValueError: x"));
}

void MessageTest::commandsRoundTrip() {
  const Command watch{Command::Kind::watch, {3, std::uint64_t{1} << 40}, {}};
  const Command back = read_command(to_frame(watch));
  QVERIFY(back.kind == watch.kind && back.ops == watch.ops);
  QVERIFY(read_command(to_frame(Command{Command::Kind::rest, {}, {}})).kind == Command::Kind::rest);
  const Command no = read_command(to_frame(Command{Command::Kind::refuse, {}, "busy"}));
  QCOMPARE(no.reason, std::string("busy"));
}

void MessageTest::framesComeInPieces() {
  const std::string bytes =
      encode({"{\"a\":1}", std::string(5000, 'x')}) + encode({"{}", ""}) + encode({"{}", "\n"});
  for (const std::size_t step : {std::size_t{1}, std::size_t{3}, std::size_t{4096}, bytes.size()}) {
    FrameReader reader;
    std::vector<Frame> frames;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      reader.add(std::string_view(bytes).substr(at, step));
      while (auto frame = reader.next()) frames.push_back(std::move(*frame));
    }
    QCOMPARE(frames.size(), std::size_t{3});
    QCOMPARE(frames[0].payload.size(), std::size_t{5000});
    QCOMPARE(frames[2].payload, std::string("\n"));
  }
}

void MessageTest::lengthsBeyondTheLimitAreRefused() {
  for (const std::string& bytes : {std::string("\xff\xff\xff\xff", 4), std::string(4, '\0'),
                                   std::string("GET / HTTP/1.1\r\n")}) {
    FrameReader reader;
    reader.add(bytes);
    QVERIFY_EXCEPTION_THROWN(reader.next(), Error);
  }
}

void MessageTest::headersWithoutAnEndAreRefused() {
  FrameReader whole;
  whole.add(std::string("\x03\0\0\0abc", 7));
  QVERIFY_EXCEPTION_THROWN(whole.next(), Error);
  FrameReader part;  // rejected before all of it has arrived
  part.add(std::string("\0\0\0\x08", 4) + std::string(longest_header + 2, 'a'));
  QVERIFY_EXCEPTION_THROWN(part.next(), Error);
}

void MessageTest::wrongMessagesAreRefused_data() {
  QTest::addColumn<QByteArray>("header");
  QTest::addColumn<QByteArray>("payload");
  const auto row = [](const char* name, const char* header, const char* payload = "") {
    QTest::newRow(name) << QByteArray(header) << QByteArray(payload);
  };
  row("no JSON", "hello");
  row("a list", "[]");
  row("no kind", "{}");
  row("unknown kind", R"({"kind":"shell"})");
  row("other version",
      R"({"kind":"hello","protocol":1,"pid":1,"program":"","arguments":[],"version":""})");
  row("event before its begin", R"({"kind":"measured","names":[],"events":1})",
      "AAAAAAAAAAAAAAAAAAAAAAAAAAAA");
  row("events that are not there", R"({"kind":"measured","names":[],"events":4000000000000})");
  row("no text", R"({"kind":"end","error":1})");
  row("bytes too few", R"({"kind":"graph","files":[{"name":"a.ngraph","bytes":4}]})", "abc");
  row("bytes too many", R"({"kind":"graph","files":[{"name":"a.ngraph","bytes":2}]})", "abc");
  row("negative", R"({"kind":"graph","files":[{"name":"a.ngraph","bytes":-2}]})", "abc");
  row("no files", R"({"kind":"graph","files":[]})");
  row("out of the folder", R"({"kind":"graph","files":[{"name":"../a","bytes":0}]})");
  row("hidden", R"({"kind":"graph","files":[{"name":".a","bytes":0}]})");
  row("absolute", R"({"kind":"graph","files":[{"name":"/etc/x","bytes":0}]})");
  const char* call = R"({"kind":"called","computation":1,"name":"f","transformer":"cpu","count":1,)"
                     R"("microseconds":1,"points":%1,"values":%2})";
  const auto calls = [&](const char* name, const char* points, const char* values) {
    row(name, QString(call).arg(points, values).toUtf8().constData());
  };
  calls("unknown dtype", "[]", R"([{"op":1,"dtype":"float33","shape":[]}])");
  calls("value without bytes", "[]", R"([{"op":1,"dtype":"float32","shape":[1000000000]}])");
  calls("huge value", "[]", R"([{"op":1,"dtype":"float32","shape":[4611686018427387904,4]}])");
  calls("negative length", "[]", R"([{"op":1,"dtype":"float32","shape":[-1]}])");
  calls("points without bytes", R"([{"op":1,"count":2305843009213693952}])", "[]");
  calls("list of lists", "[[]]", "[]");
}

void MessageTest::wrongMessagesAreRefused() {
  QFETCH(QByteArray, header);
  QFETCH(QByteArray, payload);
  const Frame frame{header.toStdString(), payload.toStdString()};
  try {
    read_message(frame);
    QFAIL("no error was thrown");
  } catch (const Error& error) {
    QVERIFY2(!error.diagnostic().what.empty(), "the error has no message");
  }
}

// Changes each byte of a valid stream: every frame is read or rejected with an ng::Error.
void MessageTest::damageIsRefusedOrHarmless() {
  const std::string good = encode(to_frame(Message(Hello{1, 2, "a.py", {"b"}, "c"}))) +
                           encode(to_frame(Message(sampleCall()))) +
                           encode(to_frame(Message(GraphFiles{{{"a.ngraph", "{}"}}})));
  std::mt19937 random(7);
  int refused = 0;
  for (int n = 0; n < 3000; ++n) {
    std::string bad = good;
    bad[random() % bad.size()] = static_cast<char>(random());
    if (n % 3 == 0) bad.resize(random() % bad.size());
    try {
      FrameReader reader;
      reader.add(bad);
      while (const auto frame = reader.next()) read_message(*frame);
    } catch (const Error&) {
      ++refused;
    }
  }
  QVERIFY2(refused > 300, qPrintable(QString::number(refused)));
}

NGRAPH_TEST(MessageTest)

#include "message_test.moc"
