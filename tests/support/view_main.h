// SPDX-License-Identifier: Apache-2.0
// The main function of a view test: an application with the workbench's theme and separate
// settings.
#pragma once

#include <QApplication>
#include <QStandardPaths>
#include <QtTest>

#include "views/core/theme/theme.h"

// Tests that run a document use this transformer: cpu, or the one of NGRAPH_TEST_TRANSFORMER.
inline QString testedTransformer() {
  return qEnvironmentVariable("NGRAPH_TEST_TRANSFORMER", QStringLiteral("cpu"));
}

#define NGRAPH_VIEW_TEST(TestClass)           \
  int main(int argc, char** argv) {           \
    QStandardPaths::setTestModeEnabled(true); \
    QApplication app(argc, argv);             \
    app.setOrganizationName("ngraph-tests");  \
    app.setApplicationName(#TestClass);       \
    ng::views::Theme::current().install(app); \
    TestClass test;                           \
    return QTest::qExec(&test, argc, argv);   \
  }
