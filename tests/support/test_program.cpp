// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"

#include <QMetaMethod>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace ng::testing {
namespace {

std::map<std::string, TestMain>& tests() {
  static std::map<std::string, TestMain> all;
  return all;
}

int list_tests(const char* program) {
  std::fprintf(stderr, "Usage: %s TEST [FUNCTION...] [options of Qt Test]\nTests:\n", program);
  for (const auto& [name, run] : tests()) std::fprintf(stderr, "  %s\n", name.c_str());
  return 2;
}

// As Qt Test selects them: private slots without parameters.
QStringList functions_of(const QMetaObject& test) {
  const QStringList others = {"initTestCase", "cleanupTestCase", "init", "cleanup"};
  QStringList names;
  for (int i = QObject::staticMetaObject.methodCount(); i < test.methodCount(); ++i) {
    const QMetaMethod method = test.method(i);
    const QString name = method.name();
    const bool runs = method.access() == QMetaMethod::Private && method.parameterCount() == 0 &&
                      method.methodType() == QMetaMethod::Slot && !name.endsWith("_data");
    if (runs && !others.contains(name)) names << name;
  }
  return names;
}

}  // namespace

QStringList test_arguments(const QMetaObject& test, int argc, char** argv) {
  QStringList arguments(argv, argv + argc);
  const auto option = arguments.indexOf("--part");
  if (option < 0) return arguments;
  const QStringList part = arguments.value(option + 1).split('/');
  const int number = part.value(0).toInt(), parts = part.value(1).toInt();
  const QStringList functions = functions_of(test);
  if (number < 1 || parts < number || functions.size() < parts)
    qFatal("--part needs NUMBER/COUNT, at most %d parts", static_cast<int>(functions.size()));
  arguments.remove(option, 2);
  for (int i = number - 1; i < functions.size(); i += parts) arguments << functions[i];
  return arguments;
}

ProgramTest::ProgramTest(const char* file, TestMain run) {
  tests().emplace(std::filesystem::path(file).stem().string(), run);
}

}  // namespace ng::testing

int main(int argc, char** argv) {
  using namespace ng::testing;
  const auto test = argc > 1 ? tests().find(argv[1]) : tests().end();
  if (test == tests().end()) return list_tests(argv[0]);
  // Settings and temporary files are named after the program, and tests run side by side.
  const std::filesystem::path folder = std::filesystem::path(argv[0]).parent_path();
  static std::string name = (folder / test->first).string();
  argv[1] = name.data();
  return test->second(argc - 1, argv + 1);
}
