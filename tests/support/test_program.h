// SPDX-License-Identifier: Apache-2.0
// The test classes of a folder are one program: `ops_tests dtypes_test [FUNCTION…] [options of Qt
// Test]` runs one of them, under the name of its file, as an entry of CTest does. Without a name
// the program lists them. `--part 2/3` runs every third test function, beginning with the second,
// so that CTest can run a long test in parallel.
#pragma once

#include <QCoreApplication>
#include <QtTest>

#include "tests/support/waits.h"

namespace ng::testing {

// Runs a test in this process; its name is already removed from the arguments. Returns the exit
// status.
using TestMain = int (*)(int argc, char** argv);

// Adds the test of a source file to the program; `file` is its __FILE__.
struct ProgramTest {
  ProgramTest(const char* file, TestMain run);
};

struct NoApplication {
  NoApplication(int&, char**) {}
};

// The arguments for Qt Test: of `--part`, the names of the test's functions.
QStringList test_arguments(const QMetaObject& test, int argc, char** argv);

template <class TestClass, class Application = NoApplication>
int run_test_class(int argc, char** argv) {
  const QStringList arguments = test_arguments(TestClass::staticMetaObject, argc, argv);
  Application application(argc, argv);
  TestClass test;
  return QTest::qExec(&test, arguments);
}

}  // namespace ng::testing

// NGRAPH_TEST(TestClass) or NGRAPH_TEST(TestClass, Application): once, at the end of a source file.
#define NGRAPH_TEST(...) NGRAPH_TEST_MAIN((ng::testing::run_test_class<__VA_ARGS__>))
#define NGRAPH_TEST_MAIN(run) static const ng::testing::ProgramTest program_test(__FILE__, run);
