// SPDX-License-Identifier: Apache-2.0
// The application of a view test.
#pragma once

#include <QApplication>
#include <QStandardPaths>
#include <QtTest>

#include "tests/support/test_program.h"
#include "views/core/theme/theme.h"

// Tests that run a document use this transformer: cpu, or the one of NGRAPH_TEST_TRANSFORMER.
inline QString testedTransformer() {
  return qEnvironmentVariable("NGRAPH_TEST_TRANSFORMER", QStringLiteral("cpu"));
}

// An application with the workbench's theme and settings of its own.
class ViewTestApplication : public QApplication {
 public:
  ViewTestApplication(int& argc, char** argv) : QApplication(argc, argv) {
    QStandardPaths::setTestModeEnabled(true);
    setOrganizationName("ngraph-tests");
    ng::views::Theme::current().install(*this);
  }
};

#define NGRAPH_VIEW_TEST(TestClass) NGRAPH_TEST(TestClass, ViewTestApplication)
