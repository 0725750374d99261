// SPDX-License-Identifier: Apache-2.0
// Tests programs that connect to the window, valid and malformed ones, written in plain Python.
#include <QSignalSpy>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "tests/support/link_speaker.h"
#include "tests/support/script_tests.h"

using namespace ng;
using namespace ng::views;

class ScriptLinkTest : public testing::ScriptSessionTest {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();
  void aProgramsGraphIsShown();
  void commandsReachTheProgram();
  void aProgramsMeasurementsAreTheTimeline();
  void theWindowCompilesAsTheProgramDid();
  void badProgramsAreCutOff_data();
  void badProgramsAreCutOff();
  void foreignProgramsAreRefused();
  void anotherDocumentStaysOpen();
  void theSecondWindowListensElsewhere();
  void theSocketKeepsTheDataFolder();

 private:
  void run(const QByteArray& text);
  bool ended() const {
    return scripts_->state() != ScriptState::starting && scripts_->state() != ScriptState::running;
  }
  QString sample() const { return testing::sourceFile("sample_graphs/03_logistic_part1.ngraph"); }
};

void ScriptLinkTest::init() {
  openSession();
}

void ScriptLinkTest::cleanup() {
  closeSession();
}

void ScriptLinkTest::run(const QByteArray& text) {
  const QByteArray head = testing::linkSpeaker(sample());
  scripts_->run({{}, QString::fromUtf8(head + text)});
}

void ScriptLinkTest::aProgramsGraphIsShown() {
  run("hello()\ngraph()\nfor i in range(3):\n    called(i + 1, 0.5 / (i + 1))\n"
      "send({'kind': 'end', 'error': ''})\n");
  QTRY_VERIFY(session_->live() && session_->compilations.compilation());
  QTRY_VERIFY(ended());
  QCOMPARE(session_->compilations.computation(), QString("train"));
  QCOMPARE(session_->run.status().lastIteration, 3);
  QCOMPARE(session_->values.series().size(), std::size_t{1});
  QCOMPARE(session_->values.series()[0].name, std::string("L"));
  QCOMPARE(session_->values.series()[0].x.size(), std::size_t{3});
  QCOMPARE(session_->values.series()[0].y[1], 0.25);
  QCOMPARE(session_->values.results().size(), std::size_t{1});
  QCOMPARE(session_->values.value(10)->value.item(), 0.5 / 3);
  QCOMPARE(session_->run.status().state, RunState::finished);
  const QString shown = QString::fromStdString(session_->documents.document()->path);
  QCOMPARE(scripts_->programOf(shown), QStringList{"train.py"});
  QVERIFY(scripts_->programOf(sample()).isEmpty());
}

void ScriptLinkTest::commandsReachTheProgram() {
  session_->values.watch(4);
  run("hello()\ngraph()\n"
      "for _ in range(4):\n    heard = hear()\n    print(heard['kind'], heard['ops'])\n"
      "send({'kind': 'halted', 'halted': True, 'op': 0})\nprint(hear()['kind'])\n");
  QTRY_VERIFY(session_->live());
  session_->run.pause();
  session_->faults.setBreakpoint({10, {}});
  QTRY_COMPARE(session_->run.status().state, RunState::paused);
  session_->run.run();
  QTRY_VERIFY(ended());
  QCOMPARE(scripts_->takeOutput(10000),
           QString("watch [4]\nbreakpoints []\npause []\nbreakpoints [10]\ngo_on\n"));
}

// Names are numbered from 0; an event whose name never arrived is dropped.
void ScriptLinkTest::aProgramsMeasurementsAreTheTimeline() {
  session_->profile.recordTimeline(true);
  run("hello()\ngraph()\nkinds = [hear()['kind'] for _ in range(3)]\nprint(sorted(kinds))\n"
      "NAMES = [('compile train', 'compile'), ('train', 'call'), ('k0', 'step')]\n"
      "EVENTS = [(1, 0, 0, -1, 0, 500), (0, 1, 2, 1, 1100, 1900), (0, 0, 1, 1, 1000, 2000),\n"
      "          (0, 0, 9, 1, 3000, 4000), (2, 0, 2, 1, 1200, 1300)]\n"
      "send({'kind': 'measured', 'events': len(EVENTS), 'names': [\n"
      "      {'text': text, 'category': kind, 'detail': ''} for text, kind in NAMES]},\n"
      "     b''.join(struct.pack('<HHIiqq', *each) for each in EVENTS))\n"
      "print(hear()['kind'])\n");
  QTRY_VERIFY(session_->live());
  QTRY_COMPARE(session_->profile.timeline()->size(), std::size_t{4});
  const TimelinePtr timeline = session_->profile.timeline();
  QStringList lanes;
  for (const TimelineLane& lane : timeline->lanes()) lanes << QString::fromStdString(lane.name);
  QCOMPARE(lanes, (QStringList{"program", "compile", "pool 1"}));
  const TimelineEvent call = timeline->event({0, 0, 0});
  QCOMPARE(timeline->names()[call.name].text, std::string("train"));
  QCOMPARE(call.end - call.begin, std::int64_t{1000});
  QCOMPARE(timeline->run_begin(), std::int64_t{1000});
  session_->profile.recordTimeline(false);
  QTRY_VERIFY(ended());
  QCOMPARE(scripts_->takeOutput(10000), QString("['breakpoints', 'record', 'watch']\nrest\n"));
}

void ScriptLinkTest::theWindowCompilesAsTheProgramDid() {
  run("TRANSFORMER, WITHOUT = 'reference', ['stable_patterns']\n"
      "hello()\ngraph()\ncalled(1, 0.5)\ntime.sleep(2)\n");
  QTRY_COMPARE(session_->compilations.transformer(), QString("reference"));
  const auto isOff = [this] {
    const CompilationRecordPtr shown = session_->compilations.compilation();
    if (!shown || shown->transformer != "reference") return false;
    return std::any_of(shown->passes.begin(), shown->passes.end(), [](const PassRecord& pass) {
      return pass.name == "stable_patterns" && !pass.enabled;
    });
  };
  QTRY_VERIFY(isOff());
}

void ScriptLinkTest::badProgramsAreCutOff_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::newRow("garbage") << QByteArray("link.sendall(b'\\xff' * 100000)\n");
  QTest::newRow("out of order") << QByteArray("graph()\n");
  QTest::newRow("hello twice") << QByteArray("hello()\nhello()\n");
  QTest::newRow("unknown") << QByteArray("hello()\nsend({'kind': 'shell'})\n");
  QTest::newRow("huge") << QByteArray("hello()\nlink.sendall(struct.pack('<I', 1 << 31))\n");
  QTest::newRow("no header") << QByteArray(
      "hello()\nlink.sendall(struct.pack('<I', 9) + b'x' * 9)\n");
  QTest::newRow("another version") << QByteArray("send({'kind': 'hello', 'protocol': 99})\n");
}

void ScriptLinkTest::badProgramsAreCutOff() {
  QFETCH(QByteArray, text);
  QSignalSpy messages(&session_->messages, &Messages::message);
  run(text +
      "link.settimeout(20)\ntry:\n    while link.recv(1000): pass\nexcept OSError: pass\n"
      "print('cut off')\n");
  QTRY_COMPARE(messages.size(), 1);
  QTRY_VERIFY(ended());
  QCOMPARE(scripts_->takeOutput(1000), QString("cut off\n"));
  QVERIFY(!session_->live());
  // The next program can connect.
  run("hello()\ngraph()\n");
  QTRY_VERIFY(session_->live());
}

void ScriptLinkTest::foreignProgramsAreRefused() {
  run("hello()\ngraph()\nother = socket.socket(socket.AF_UNIX)\n"
      "other.connect(os.environ['NGRAPH_WORKBENCH'])\nlink = other\nprint(hear()['reason'])\n");
  QTRY_VERIFY(ended());
  QVERIFY(scripts_->takeOutput(1000).contains("another program"));
  // While the window runs its own script, a program started elsewhere is refused.
  QSignalSpy greeted(&session_->link, &ScriptLink::greeted);
  run("hello(pid=1)\nprint(hear()['kind'])\n");
  QTRY_VERIFY(ended());
  QCOMPARE(scripts_->takeOutput(1000), QString("refuse\n"));
  QCOMPARE(greeted.size(), 0);
}

void ScriptLinkTest::anotherDocumentStaysOpen() {
  run("hello()\ngraph()\nhear()\nhear()\nhear()\ngraph()\ncalled(1, 0.5)\nhear()\n");
  QTRY_VERIFY(session_->live());
  session_->documents.open(sample());
  QTRY_VERIFY(!session_->live() && session_->compilations.compilation());
  session_->link.send({remote::Command::Kind::pause, {}, {}});
  testing::settle(300);
  QVERIFY(!session_->live());
  QCOMPARE(session_->run.status().state,
           RunState::idle);  // the document's state, not the program's
  scripts_->stop();
  QTRY_VERIFY(ended());
}

// If both folders are the same, the window's own data use a subfolder of that name.
void ScriptLinkTest::theSocketKeepsTheDataFolder() {
  QTemporaryDir home;
  const QByteArray before = qgetenv("XDG_RUNTIME_DIR");
  qputenv("XDG_RUNTIME_DIR", home.path().toUtf8());
  QVERIFY(QDir(home.path()).mkpath("ngraph/workbench/journal"));
  ScriptLink link;
  const bool listens = link.listen();
  qputenv("XDG_RUNTIME_DIR", before);
  QVERIFY2(listens, qPrintable(link.reason()));
  QVERIFY(link.isWellKnown() && link.socket().startsWith(home.path()));
  QVERIFY(QDir(home.filePath("ngraph/workbench/journal")).exists());
}

void ScriptLinkTest::theSecondWindowListensElsewhere() {
  QVERIFY(session_->link.isWellKnown());
  QCOMPARE(session_->link.socket(), ScriptLink::wellKnownSocket());
  ScriptLink second;
  QVERIFY(second.listen());
  QVERIFY(!second.isWellKnown());
  QVERIFY(second.socket() != session_->link.socket());
}

NGRAPH_VIEW_TEST(ScriptLinkTest)

#include "script_link_test.moc"
