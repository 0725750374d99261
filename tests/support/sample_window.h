// SPDX-License-Identifier: Apache-2.0
// The whole window over the sample session, 1600 x 1000, with its document open.
#pragma once

#include <QtTest>

#include "app/window/main_window.h"
#include "tests/support/sample_session.h"
#include "tests/support/waits.h"

namespace ng::testing {

struct SampleWindow {
  SampleSession session;
  views::MainWindow window{session, {}};

  SampleWindow() {
    window.resize(1600, 1000);
    window.show();
    if (!QTest::qWaitForWindowActive(&window, patience)) qWarning("the window is not active");
    window.open("sample.ngraph");
    testing::settle(50);
  }
  views::Selection& selection() { return window.workspace().selection; }
};

}  // namespace ng::testing
