// SPDX-License-Identifier: Apache-2.0
// A graph view over the sample record, laid out, 980 x 668, for tests of the canvas.
#pragma once

#include <QtTest>
#include <set>

#include "tests/support/sample_record.h"
#include "tests/support/sample_session.h"
#include "tests/support/waits.h"
#include "views/graph/graph_view.h"

namespace ng::testing {

struct GraphStage {
  SampleSession session;
  views::Selection selection;
  views::Jobs jobs;
  views::Workspace workspace{session, selection, jobs};
  views::GraphView view{workspace};

  GraphStage() {
    view.arrangement().placer().client().setCacheFolder({});
    view.arrangement().placer().client().setDeadline(patience);
    view.resize(980, 668);
    view.show();
    session.documents.open("sample.ngraph");
    settle();
  }
  void settle() {
    QCoreApplication::processEvents();
    if (!QTest::qWaitFor([this] { return !view.busy(); }, patience)) qWarning("the view is busy");
    testing::settle();
  }
  views::GraphCanvas& canvas() { return view.canvas(); }
  QPoint centre(views::ItemId item) { return canvas().cardRect(item).center().toPoint(); }
  void click(views::ItemId item) {
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, centre(item));
    settle();
  }
  views::ItemId group(const char* path) { return view.grouping().find(std::string(path))->id; }
  // Every card reachable by the arrow keys.
  std::set<views::ItemId> walked(views::ItemId start) {
    std::set<views::ItemId> seen{start};
    std::vector<views::ItemId> open{start};
    while (!open.empty()) {
      const views::ItemId from = open.back();
      open.pop_back();
      for (const int key : {Qt::Key_Up, Qt::Key_Down, Qt::Key_Left, Qt::Key_Right}) {
        canvas().select(from);
        if (canvas().walk(key) && seen.insert(canvas().selected()).second)
          open.push_back(canvas().selected());
      }
    }
    return seen;
  }
  int marked(views::Mark mark) {
    std::set<views::ItemId> marked;
    for (const views::Card& card : canvas().scene().cards) {
      if (card.mark == mark) marked.insert(card.id);
      for (const views::Chip& chip : card.chips)
        if (chip.mark == mark) marked.insert(chip.op);
    }
    return static_cast<int>(marked.size());
  }
};

}  // namespace ng::testing
