// SPDX-License-Identifier: Apache-2.0
// ngraph_window_bench FILE [--pan]: opens a document in the window once, in this process, and
// prints microseconds as "name value": from showing the window to the first picture of the graph,
// and the median frame while panning.
#include <QApplication>
#include <QElapsedTimer>
#include <QTextStream>
#include <QTimer>
#include <algorithm>

#include "app/workbench/engine_session.h"
#include "app/workbench/main_window.h"
#include "app/workbench/settings.h"
#include "views/graph/graph_view.h"

using namespace ng::views;

namespace {

constexpr int kFrames = 120;
constexpr int kDeadline = 120000;  // milliseconds: something hangs

// Quits the loop after the first paint of the canvas that had cards to show.
class FirstPicture : public QObject {
 public:
  FirstPicture(GraphCanvas& canvas, const QElapsedTimer& clock) : canvas_(canvas), clock_(clock) {
    canvas.installEventFilter(this);
  }
  double microseconds = 0;

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Paint && !asked_ && !canvas_.visibleItems().empty()) {
      asked_ = true;
      // Runs when this paint has been delivered.
      QTimer::singleShot(0, this, [this] {
        microseconds = static_cast<double>(clock_.nsecsElapsed()) / 1e3;
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

// The median time of a frame, in microseconds, while the picture moves aside by a fiftieth of the
// view at a time: half a view one way and back again, so that most of it stays in view.
double pan(GraphCanvas& canvas) {
  std::vector<double> frames;
  const double step = canvas.visibleArea().width() / 50;
  for (int i = 0; i < kFrames; ++i) {
    const double way = i / 25 % 2 == 0 ? step : -step;
    QElapsedTimer clock;
    clock.start();
    canvas.showArea(canvas.visibleArea().translated(way, way / 2));
    canvas.repaint();
    frames.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e3);
  }
  std::nth_element(frames.begin(), frames.begin() + kFrames / 2, frames.end());
  return frames[kFrames / 2];
}

// Until neither the layout nor a job of the graph's view works any more.
void settle(const GraphView& view) {
  QElapsedTimer quiet;
  for (quiet.start(); quiet.elapsed() < 500;) {
    QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    if (view.busy()) quiet.restart();
  }
}

void panEverything(GraphView& view, QTextStream& out) {
  view.setAllOpen(true);
  settle(view);
  view.canvas().fit();
  out << "cards_in_view " << view.canvas().visibleItems().size() << "\n";
  out << "pan_all " << pan(view.canvas()) << "\n";
  const auto items = view.canvas().visibleItems();
  view.canvas().oneToOne();
  view.canvas().goTo(items[items.size() / 2]);
  out << "cards_close " << view.canvas().visibleItems().size() << "\n";
  out << "pan_close " << pan(view.canvas()) << "\n";
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

  QElapsedTimer clock;
  clock.start();
  FirstPicture first(view->canvas(), clock);
  QTimer::singleShot(kDeadline, &app, [] { QCoreApplication::exit(1); });
  window.show();
  window.open(arguments[0]);
  if (QApplication::exec() != 0) return 1;
  QTextStream out(stdout);
  out << "first_picture " << first.microseconds << "\n";
  if (arguments.contains("--pan")) panEverything(*view, out);
  return 0;
}
