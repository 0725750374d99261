// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/large.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "tests/bench/measure.h"
#include "tests/bench/new_process.h"

namespace ng::bench {
namespace {

double now_microseconds() {
  return std::chrono::duration<double, std::micro>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void run(const std::string& command) {
  if (std::system((command + " 1>&2").c_str()) != 0) throw std::runtime_error("failed: " + command);
}

void of_window(const std::string& rows, const std::string& document, const std::string& folder,
               Report& report) {
  if (!std::filesystem::exists(beside("ngraph_window_bench"))) {
    report.left_out.push_back("the window with many ops: not built");
    return;
  }
  const Figures shown = figures_of(in_quotes(beside("ngraph_window_bench")) + " " + document);
  report.rows.push_back(
      {rows + "process start to first picture", shown.at("since_start"), "aim", 1e6});
  report.rows.push_back(
      {rows + "quit while compiling", now_microseconds() - shown.at("quit_at"), "aim", 1e6});
  const double seconds = timed(1, [&] {
    run("QT_QPA_PLATFORM=offscreen " + in_quotes(beside("ngraph-workbench")) + " " + document +
        " --export " + in_quotes(folder + "/large.svg"));
  });
  report.rows.push_back({rows + "export as SVG", seconds * 1e6, "", 0});
}

void of_compiler(const std::string& rows, const std::string& document, Report& report) {
  const std::string compile = in_quotes(this_program()) + " --compile-once " + document;
  const Figures cold = figures_of(compile), cached = figures_of(compile);
  report.rows.push_back({rows + "compile, cold", cold.at("first"), "aim", 30e6});
  report.rows.push_back({rows + "compile, objects on disk", cached.at("first"), "", 0});
  report.rows.push_back({rows + "peak memory of a process that compiles", cold.at("peak_bytes"),
                         "aim", 1024.0 * (1 << 20), true});
}

}  // namespace

void bench_large(int ops, Report& report) {
  const FreshCache cache;
  const std::string file = in_quotes(cache.folder() + "/large.ngraph");
  run(in_quotes(beside("ngraph")) + " generate --ops " + std::to_string(ops) + " " + file);
  const std::string rows = std::to_string(ops) + " ops: ";
  of_window(rows, file, cache.folder(), report);
  of_compiler(rows, file, report);
}

}  // namespace ng::bench
