// SPDX-License-Identifier: Apache-2.0
// ngraph_window_bench FILE [--pan]: opens a document in the window once, in this process, and
// prints microseconds as "name value": from showing the window to the first picture of the graph,
// and frame times while panning at several zooms, times to open groups, and the longest stall of
// the event loop.
#include <time.h>
#include <unistd.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTextStream>
#include <QTimer>
#include <algorithm>
#include <utility>
#include <vector>

#include "app/link/session/engine_session.h"
#include "app/settings/settings.h"
#include "app/window/main_window.h"
#include "views/graph/graph_view.h"

using namespace ng::views;

namespace {

constexpr int kFrames = 120;
constexpr int kDeadline = 120000;  // ms, hang guard

// Microseconds of a clock that the bench reads too.
double monotonic(clockid_t clock = CLOCK_MONOTONIC) {
  timespec now = {};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

// The kernel counts the start of a process in ticks of 10 ms since boot.
double sinceProcessStart() {
  QFile file("/proc/self/stat");
  if (!file.open(QIODevice::ReadOnly)) return 0;
  const QByteArray text = file.readAll();
  const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
  const double ticks = fields.value(19).toDouble();
  return monotonic(CLOCK_BOOTTIME) - ticks / static_cast<double>(sysconf(_SC_CLK_TCK)) * 1e6;
}

// Quits the loop after the first paint of a canvas that has cards.
class FirstPicture : public QObject {
 public:
  FirstPicture(GraphCanvas& canvas, const QElapsedTimer& clock) : canvas_(canvas), clock_(clock) {
    canvas.installEventFilter(this);
  }
  double microseconds = 0, sinceStart = 0;

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Paint && !asked_ && !canvas_.visibleItems().empty()) {
      asked_ = true;
      // Runs after this paint has been delivered.
      QTimer::singleShot(0, this, [this] {
        microseconds = static_cast<double>(clock_.nsecsElapsed()) / 1e3;
        sinceStart = sinceProcessStart();
        QCoreApplication::exit(0);
      });
    }
    return false;
  }

 private:
  GraphCanvas& canvas_;
  const QElapsedTimer& clock_;
  bool asked_ = false;
};

double at(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

// Frame times in microseconds while panning by a fiftieth of the view per frame: half a view one
// way and back, so that most of the picture stays in view.
std::vector<double> pan(GraphCanvas& canvas) {
  std::vector<double> frames;
  const double step = canvas.camera().visibleArea().width() / 50;
  for (int i = 0; i < kFrames; ++i) {
    const double way = i / 25 % 2 == 0 ? step : -step;
    QElapsedTimer clock;
    clock.start();
    canvas.camera().showArea(canvas.camera().visibleArea().translated(way, way / 2));
    canvas.repaint();
    frames.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e3);
  }
  return frames;
}

// The longest time, in microseconds, for which the event loop delayed a timer that is always due.
class Stall : public QTimer {
 public:
  Stall() {
    clock_.start();
    connect(this, &QTimer::timeout, this, [this] {
      longest_ = std::max(longest_, static_cast<double>(clock_.nsecsElapsed()) / 1e3);
      clock_.restart();
    });
    start(1);
  }
  double take() {
    clock_.restart();
    return std::exchange(longest_, 0);
  }

 private:
  QElapsedTimer clock_;
  double longest_ = 0;
};

// Waits until neither the layout nor a job of the graph view is running.
void settle(const GraphView& view) {
  QElapsedTimer quiet;
  for (quiet.start(); quiet.elapsed() < 500;) {
    QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    if (view.busy()) quiet.restart();
  }
}

// Time from the command to the first paint with the group's cards.
double openGroup(GraphView& view, ItemId group) {
  QElapsedTimer clock;
  clock.start();
  view.arrangement().setOpen(group, true);
  while (view.canvas().scene().find(group) >= 0 && clock.elapsed() < kDeadline)
    QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
  view.canvas().repaint();
  return static_cast<double>(clock.nsecsElapsed()) / 1e3;
}

// Opens closed groups on the canvas one after the other.
void openGroups(GraphView& view, Stall& stall, QTextStream& out) {
  std::vector<double> times;
  stall.take();
  const Grouping before = view.grouping();
  for (const Group& group : before.groups()) {
    if (times.size() == 9) break;
    if (before.isOpen(group.id) || view.canvas().scene().find(group.id) < 0) continue;
    times.push_back(openGroup(view, group.id));
    settle(view);
  }
  if (times.empty()) return;
  out << "open_group " << at(times, 0.5) << "\nopen_group_worst " << at(times, 1) << "\n";
  out << "open_group_stall " << stall.take() << "\n";
}

void panEverything(GraphView& view, Stall& stall, QTextStream& out) {
  stall.take();
  view.arrangement().setAllOpen(true);
  settle(view);
  out << "open_all_stall " << stall.take() << "\n";
  GraphCanvas& canvas = view.canvas();
  canvas.camera().fit();
  out << "cards_in_view " << canvas.visibleItems().size() << "\n";
  std::vector<double> frames = pan(canvas);
  out << "pan_all " << at(frames, 0.5) << "\npan_all_p95 " << at(frames, 0.95) << "\n";
  const auto items = canvas.visibleItems();
  canvas.camera().oneToOne();
  canvas.goTo(items[items.size() / 2]);
  out << "cards_close " << canvas.visibleItems().size() << "\n";
  frames = pan(canvas);
  out << "pan_close " << at(frames, 0.5) << "\n";
  double slowest = at(frames, 0.95);
  for (const double scale : {0.75, 0.5, 0.36, 0.25, 0.15, 0.08, 0.04, 0.02, 0.01}) {
    canvas.goTo(items[items.size() / 2]);
    canvas.camera().zoomBy(scale / canvas.camera().scale());
    const double p95 = at(pan(canvas), 0.95);
    slowest = std::max(slowest, p95);
    out << "pan_p95_at_" << scale << " " << p95 << "\n";
  }
  out << "pan_slowest " << slowest << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  QCoreApplication::setOrganizationName("ngraph");
  QCoreApplication::setApplicationName("workbench");
  const QStringList arguments = QCoreApplication::arguments().mid(1);
  if (arguments.isEmpty()) return 2;
  Settings::setReadOnly(true);
  Theme::current().install(app);
  EngineSession session;
  MainWindow window(session, {});
  window.resize(1600, 1000);
  auto* view = window.findChild<GraphView*>();
  if (!view) return 1;

  Stall stall;
  QElapsedTimer clock;
  clock.start();
  FirstPicture first(view->canvas(), clock);
  QTimer::singleShot(kDeadline, &app, [] { QCoreApplication::exit(1); });
  window.show();
  window.open(arguments[0]);
  if (QApplication::exec() != 0) return 1;
  QTextStream out(stdout);
  out << "first_picture " << first.microseconds << "\n";
  out << "since_start " << first.sinceStart << "\n";
  if (!arguments.contains("--pan")) {
    out << QString("quit_at %1\n").arg(monotonic(), 0, 'f', 0);
    return 0;
  }
  settle(*view);
  out << "opening_stall " << stall.take() << "\n";
  openGroups(*view, stall, out);
  panEverything(*view, stall, out);
  return 0;
}
