// SPDX-License-Identifier: Apache-2.0
// Tests the link of a computing program with a window, simulated by a socket and a thread.
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <fstream>
#include <thread>

#include "engine/base/error.h"
#include "engine/documents/document.h"
#include "engine/ngraph.h"
#include "engine/records/compilation_record.h"
#include "engine/records/pass_record.h"
#include "engine/remote/link.h"
#include "engine/runtime/print_sink.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::remote;

namespace {

// Listens, stores the received messages, and sends commands.
class Window {
 public:
  // A `busy` one says why it does not take the program, and closes.
  explicit Window(const std::string& path, const std::string& busy = {}) : busy_(busy) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::copy(path.begin(), path.end(), address.sun_path);
    server_ = ::socket(AF_UNIX, SOCK_STREAM, 0);
    ::bind(server_, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
    ::listen(server_, 1);
    thread_ = std::thread([this] { listen(); });
  }
  ~Window() {
    hangUp();
    ::shutdown(server_, SHUT_RDWR);
    thread_.join();
    ::close(server_);
  }
  void hangUp() {
    if (socket_ >= 0) ::shutdown(socket_, SHUT_RDWR);
  }
  void send(const Command& command) { sendBytes(encode(to_frame(command))); }
  void sendBytes(const std::string& bytes) {
    QVERIFY(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) > 0);
  }
  // Waits for the newest message of this kind for which `fits` returns true.
  template <class Kind>
  std::optional<Kind> wait(const std::function<bool(const Kind&)>& fits = {}) {
    std::unique_lock lock(mutex_);
    std::optional<Kind> found;
    arrived_.wait_for(lock, std::chrono::milliseconds(testing::patience), [&] {
      for (const Message& message : messages_) {
        const auto* kind = std::get_if<Kind>(&message);
        if (kind && (!fits || fits(*kind))) found = *kind;
      }
      return found.has_value();
    });
    return found;
  }
  // All measurements received so far.
  Measured measured() {
    const std::lock_guard lock(mutex_);
    Measured all;
    for (const Message& message : messages_) {
      const auto* each = std::get_if<Measured>(&message);
      if (!each) continue;
      all.names.insert(all.names.end(), each->names.begin(), each->names.end());
      all.events.insert(all.events.end(), each->events.begin(), each->events.end());
    }
    return all;
  }
  void forget() {
    const std::lock_guard lock(mutex_);
    messages_.clear();
  }

 private:
  void listen() {
    const int socket = ::accept(server_, nullptr, nullptr);
    if (socket < 0) return;
    if (!busy_.empty()) {
      const std::string refused = encode(to_frame({Command::Kind::refuse, {}, busy_}));
      ::send(socket, refused.data(), refused.size(), MSG_NOSIGNAL);
      ::close(socket);
      return;
    }
    socket_ = socket;
    FrameReader reader;
    char bytes[65536];
    for (ssize_t got = 0; (got = ::recv(socket, bytes, sizeof(bytes), 0)) > 0;) {
      reader.add({bytes, static_cast<std::size_t>(got)});
      const std::lock_guard lock(mutex_);
      while (const auto frame = reader.next()) messages_.push_back(read_message(*frame));
      arrived_.notify_all();
    }
    ::close(socket);
  }

  const std::string busy_;
  int server_ = -1;
  std::atomic<int> socket_ = -1;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Message> messages_;
  std::thread thread_;
};

// y = 2 * (x + W); each call increments W by one.
struct Counter {
  Op x = placeholder({}).named("x"), W = variable({}, 0.0).named("W");
  Op inner = (x + W).named("inner"), y = (inner * 2).named("y");
  TransformerPtr transformer = make_transformer();
  Computation step = transformer->computation({y, assign(W, W + 1)}, x);
};

}  // namespace

class LinkTest : public QObject {
  Q_OBJECT

 private slots:
  void graphsAndCallsAreSent();
  void lastCallIsSentWithItsValues();
  void watchedValuesAreThoseOfTheCall();
  void lookingPrintsNothing();
  void aFailureIsThatOfTheCall();
  void manyComputationsAreCalledInTurn();
  void refusalsAreHeardAtOnce();
  void compilationsAndCallsAreMeasured();
  void programsStopAndContinue();
  void breakpointsStop();
  void stoppedProgramsCanBeInterrupted();
  void programsContinueWithoutTheirWindow();
  void garbageEndsTheLink();
  void forkedChildrenSendNothing();
  void missingWindowsAreRefused();

 private:
  std::string path() const { return folder_.filePath(QString::number(number_)).toStdString(); }
  std::string nextPath() {
    ++number_;
    return path();
  }
  QTemporaryDir folder_;
  int number_ = 0;
};

void LinkTest::graphsAndCallsAreSent() {
  Window window(nextPath());
  Link link(path(), {protocol_version, 9, "t.py", {}, "0"});
  Counter program;
  QCOMPARE(window.wait<Hello>()->program, std::string("t.py"));
  const auto graph = window.wait<GraphFiles>();
  QVERIFY(graph.has_value());
  const QString file = folder_.filePath("graph.ngraph");
  std::ofstream(file.toStdString()) << graph->files[0].second;
  const Document document = load_document(file.toStdString());
  QCOMPARE(document.computations.size(), std::size_t{1});
  QCOMPARE(document.find("y").id(), program.y.id());  // values are sent by this id
  for (int i = 0; i < 5; ++i) program.step(i);
  const auto called = window.wait<Called>([](const Called& c) { return c.count == 5; });
  QVERIFY(called.has_value());
  QCOMPARE(called->name, document.computations[0].name());
  QCOMPARE(called->transformer, std::string("cpu"));
  QVERIFY(called->microseconds > 0);
}

void LinkTest::lastCallIsSentWithItsValues() {
  Window window(nextPath());
  Counter program;
  {
    Link link(path(), {});
    for (int i = 0; i < 1000; ++i) program.step(1);
    link.end("ValueError: planted");
  }
  QCOMPARE(window.wait<End>()->error, std::string("ValueError: planted"));
  const auto last = window.wait<Called>([](const Called& c) { return c.count == 1000; });
  QVERIFY(last.has_value() && !last->values.empty());
  QCOMPARE(last->values[0].value.item(), 2 * (1 + 999.0));
  QCOMPARE(last->points[0].x.back(), 1000.0);
  QCOMPARE(last->points[0].y.back(), 2000.0);
}

void LinkTest::watchedValuesAreThoseOfTheCall() {
  Window window(nextPath());
  Link link(path(), {});
  Counter program;
  QVERIFY(window.wait<Hello>().has_value());
  window.send({Command::Kind::watch, {program.inner.id(), program.W.id()}, {}});
  const auto watched = [&](const Called& c) { return c.values.size() == 3; };
  std::optional<Called> called;
  while (!called) {  // until the program hears of the command
    program.step(10);
    testing::settle(5);
    window.wait<Called>([](const Called&) { return true; });
    const auto newest = window.wait<Called>([](const Called&) { return true; });
    if (newest && watched(*newest)) called = newest;
  }
  QVERIFY(called.has_value());
  std::map<OpId, double> values;
  for (const OpValue& each : called->values) values[each.op] = each.value.item();
  // Fusion removes `inner`; W is the state after the call, as everywhere.
  QCOMPARE(values.at(program.y.id()), 2 * values.at(program.inner.id()));
  QCOMPARE(values.at(program.inner.id()), 10 + values.at(program.W.id()) - 1);
  // Watching changes no value.
  const double W = program.transformer->value(program.W)->item();
  QCOMPARE(program.step(10)[0].item(), 2 * (10 + W));
}

// Texts of the events of a lane and row, in order.
static std::vector<std::string> textsOf(const Measured& measured, int lane, int row) {
  std::vector<std::string> texts;
  for (const Measured::Event& each : measured.events) {
    if (each.lane == lane && each.row == row) texts.push_back(measured.names.at(each.name).text);
  }
  return texts;
}

// The window watches an op that needs what is printed.
void LinkTest::lookingPrintsNothing() {
  Window window(nextPath());
  Link link(path(), {});
  const Op x = placeholder({}).named("x");
  const Op inner = (print_value(x * 2) + 1).named("inner");
  const TransformerPtr transformer = make_transformer();
  const Computation f = transformer->computation(inner * inner, x);
  int lines = 0, calls = 0;
  const PrintSink before = set_print_sink([&](const std::string&) { ++lines; });
  QVERIFY(window.wait<Hello>().has_value());
  window.send({Command::Kind::watch, {inner.id()}, {}});
  const auto isWatched = [&](const Called& called) { return called.values.size() == 2; };
  for (bool seen = false; !seen; seen = window.wait<Called>(isWatched).has_value())
    for (int i = 0; i < 20; ++i, ++calls) {
      QCOMPARE(f(3)[0].item(), 49.0);
      testing::settle(5);
    }
  set_print_sink(before);
  QCOMPARE(lines, calls);
}

// A row that the table lacks fails the program that looks, too.
void LinkTest::aFailureIsThatOfTheCall() {
  Window window(nextPath());
  Link link(path(), {});
  const Axis rows = make_axis(4, "V"), inner = make_axis(2, "F"), batch = make_axis(3, "N");
  const Op indices = placeholder(Axes{batch}), table = variable(Axes{rows, inner}, 1.0);
  const Op taken = (lookuptable(table, indices, Axes{batch, inner}) * 2).named("taken");
  const TransformerPtr transformer = make_transformer();
  const Computation f = transformer->computation({exp(taken), assign(table, table + 1)}, {indices});
  QVERIFY(window.wait<Hello>().has_value());
  window.send({Command::Kind::watch, {taken.id()}, {}});
  const auto isWatched = [&](const Called& called) { return called.values.size() == 2; };
  double expected = 1;
  for (bool seen = false; !seen; seen = window.wait<Called>(isWatched).has_value()) {
    QVERIFY_THROWS_EXCEPTION(Error, f.call({Tensor({0, 1, 9})}));
    QCOMPARE(transformer->value(table)->at(0), expected++);
    f.call({Tensor({0, 1, 2})});
    testing::settle(20);
  }
}

// More than a document holds; the first is called again after it was forgotten.
void LinkTest::manyComputationsAreCalledInTurn() {
  Window window(nextPath());
  Link link(path(), {});
  Counter program;
  window.send({Command::Kind::watch, {program.inner.id()}, {}});
  std::vector<Computation> all;
  for (int i = 0; i < 300; ++i)
    all.push_back(program.transformer->computation({program.y + i}, program.x));
  program.transformer->set_value(program.W, Tensor(1.0));
  for (const int i : {0, 1, 299, 0, 2})
    QCOMPARE(all[static_cast<std::size_t>(i)](3)[0].item(), 8.0 + i);
  const auto first = [&](const Called& called) { return called.computation == all[0].node().id(); };
  QVERIFY(window.wait<Called>(first).has_value());
}

// Whether the window closes before or after the program's first message.
void LinkTest::refusalsAreHeardAtOnce() {
  for (int i = 0; i < 20; ++i) {
    const Window window(nextPath(), "it is busy");
    const Link link(path(), {});
    QTRY_VERIFY(!link.alive());
    QCOMPARE(link.refusal(), std::string("it is busy"));
  }
}

// The window recompiles the program's graph to the same steps by the same passes.
void LinkTest::compilationsAndCallsAreMeasured() {
  Window window(nextPath());
  Link link(path(), {protocol_version, 9, "t.py", {}, "0"});
  Counter program;
  const auto graph = window.wait<GraphFiles>();
  QVERIFY(graph.has_value());
  QTRY_VERIFY(!window.measured().events.empty());
  const Measured compiled = window.measured();
  QVERIFY(textsOf(compiled, 1, 0).at(0).starts_with("compile "));
  const QString file = folder_.filePath("measured.ngraph");
  std::ofstream(file.toStdString()) << graph->files[0].second;
  const Document document = load_document(file.toStdString());
  CompileOptions options;
  options.keep_record = true;
  const auto again = make_transformer();
  const auto record =
      make_record(again->add_computation(document.computations[0], options).compilation());
  std::set<std::string> passes{"build kernels"};
  for (const PassRecord& pass : record->passes) passes.insert(pass.name);
  const std::vector<std::string> measured_passes = textsOf(compiled, 1, 1);
  QVERIFY(measured_passes.size() > 5);
  for (const std::string& pass : measured_passes) QVERIFY2(passes.count(pass), pass.c_str());

  program.step(1);  // not watched
  QVERIFY(window.wait<Called>().has_value());
  QVERIFY(textsOf(window.measured(), 0, 0).empty());
  window.send({Command::Kind::record, {}, {}});
  while (textsOf(window.measured(), 0, 0).size() < 3) {
    program.step(1);
    testing::settle(10);
  }
  const Measured measured = window.measured();
  const std::vector<std::string> steps = textsOf(measured, 0, 1), calls = textsOf(measured, 0, 0);
  QVERIFY(calls.size() >= 3);
  QCOMPARE(steps.size(), calls.size() * record->steps.size());
  for (std::size_t i = 0; i < record->steps.size(); ++i) {
    QCOMPARE(steps[i], record->steps[i].kernel);
  }
  const auto call =
      std::find_if(measured.events.begin(), measured.events.end(),
                   [](const Measured::Event& e) { return e.lane == 0 && e.row == 0; });
  const Measured::Event& step = *std::prev(call);
  QVERIFY(call->begin <= step.begin && step.begin < step.end && step.end <= call->end);
  QVERIFY(call->number >= 2);
}

void LinkTest::programsStopAndContinue() {
  Window window(nextPath());
  Link link(path(), {});
  Counter program;
  QVERIFY(window.wait<Hello>().has_value());
  std::atomic<int> calls = 0;
  std::atomic<bool> over = false;
  std::thread user([&] {
    while (!over) {
      program.step(1);
      ++calls;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  const auto stopped = [&window](bool now) {
    const auto found = window.wait<Stopped>([now](const Stopped& h) { return h.stopped == now; });
    window.forget();
    return found.has_value();
  };
  window.send({Command::Kind::pause, {}, {}});
  const bool paused = stopped(true);
  const int before = calls;
  testing::settle(100);
  const bool stood = calls == before;
  window.send({Command::Kind::step, {}, {}});
  const bool stepped = stopped(true);
  testing::settle(50);
  const int after = calls;
  window.send({Command::Kind::go_on, {}, {}});
  const bool went = stopped(false);
  const bool running = QTest::qWaitFor([&] { return calls >= after + 3; }, testing::patience);
  over = true;
  window.send({Command::Kind::go_on, {}, {}});
  user.join();
  QVERIFY(paused && stood && stepped && went && running);
  QCOMPARE(after, before + 1);
}

void LinkTest::breakpointsStop() {
  Window window(nextPath());
  Link link(path(), {});
  Counter program;
  const Computation other = program.transformer->computation(program.x + 3, program.x);
  QVERIFY(window.wait<Hello>().has_value());
  window.send({Command::Kind::breakpoints, {program.inner.id()}, {}});
  std::atomic<bool> over = false;
  std::thread user([&] {
    while (!over) {  // the program hears of the breakpoint between two calls
      other(1);      // does not compute `inner`
      program.step(1);
    }
  });
  const auto found = window.wait<Stopped>([](const Stopped& h) { return h.stopped; });
  over = true;
  window.send({Command::Kind::go_on, {}, {}});
  user.join();
  other(1);
  QVERIFY(found.has_value());
  QCOMPARE(found->op, program.inner.id());
}

void LinkTest::stoppedProgramsCanBeInterrupted() {
  Window window(nextPath());
  Link link(path(), {});
  Counter program;
  QVERIFY(window.wait<Hello>().has_value());
  int waits = 0;
  link.idle = [&waits] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (++waits > 3) throw std::runtime_error("Ctrl-C");
  };
  window.send({Command::Kind::pause, {}, {}});
  bool interrupted = false;
  while (!interrupted) {  // calls before the program hears of it are not stopped
    try {
      program.step(1);
    } catch (const std::runtime_error&) {
      interrupted = true;
    }
  }
  program.step(1);  // no longer stopped
  std::atomic<int> interrupts = 0;
  link.interrupt = [&interrupts] { ++interrupts; };
  window.send({Command::Kind::stop, {}, {}});
  QTRY_COMPARE(interrupts.load(), 1);
}

void LinkTest::programsContinueWithoutTheirWindow() {
  Counter program;
  std::optional<Link> link;
  {
    Window window(nextPath());
    link.emplace(path(), Hello{});
    QVERIFY(window.wait<Hello>().has_value());
    program.step(1);
  }
  QTRY_VERIFY(!link->alive());
  QCOMPARE(program.step(1)[0].item(), 4.0);
  QVERIFY(observer() == nullptr);
}

void LinkTest::garbageEndsTheLink() {
  Window window(nextPath());
  Link link(path(), {});
  Counter program;
  QVERIFY(window.wait<Hello>().has_value());
  window.sendBytes("no frame of ours, and long enough for a length");
  QTRY_VERIFY(!link.alive());
  QCOMPARE(program.step(1)[0].item(), 2.0);
}

void LinkTest::forkedChildrenSendNothing() {
  Window window(nextPath());
  Link link(path(), {});
  Counter program;
  program.step(1);
  const pid_t child = ::fork();
  if (child == 0) ::_exit(observer() == nullptr ? 0 : 1);
  int status = -1;
  ::waitpid(child, &status, 0);
  QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  QVERIFY(link.alive() && observer() == &link);
}

void LinkTest::missingWindowsAreRefused() {
  QVERIFY_EXCEPTION_THROWN(Link(nextPath(), {}), Error);
  std::ofstream(nextPath()) << "a file";
  QVERIFY_EXCEPTION_THROWN(Link(path(), {}), Error);
  QVERIFY_EXCEPTION_THROWN(Link(std::string(300, 'a'), {}), Error);
  QVERIFY(observer() == nullptr);
}

NGRAPH_TEST(LinkTest, QCoreApplication)

#include "link_test.moc"
