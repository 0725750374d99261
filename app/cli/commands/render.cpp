// SPDX-License-Identifier: Apache-2.0
// `ngraph render`: draws a graph.
#include <filesystem>

#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/output.h"
#include "app/cli/pictures/dot_text.h"
#include "app/cli/pictures/picture.h"
#include "app/cli/pictures/svg_text.h"
#include "app/cli/pictures/workbench_picture.h"
#include "app/cli/saved.h"
#include "app/cli/web_page.h"
#include "engine/base/atomic_file.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/session/compilation.h"

namespace ng::cli {
namespace {

enum class Kind { svg, dot, webPage, byWorkbench };

Kind kindOf(const std::string& path) {
  const std::string suffix = std::filesystem::path(path).extension().string();
  if (suffix == ".svg") return Kind::svg;
  if (suffix == ".dot" || suffix == ".gv") return Kind::dot;
  if (suffix == ".html") return Kind::webPage;
  if (suffix == ".png" || suffix == ".pdf") return Kind::byWorkbench;
  throw UsageError("-o takes a name that ends in .svg, .html, .dot, .png or .pdf, not '" + path +
                   "'");
}

bool expanded(const Arguments& arguments) {
  const auto what = arguments.value("--expand");
  if (what && *what != "all") throw UsageError("--expand takes all, not '" + *what + "'");
  return what.has_value();
}

views::Direction directionOf(const Arguments& arguments) {
  const std::string way = arguments.value("--direction").value_or("down");
  for (const auto direction : {views::Direction::down, views::Direction::right})
    if (way == views::name(direction)) return direction;
  throw UsageError("--direction takes right or down, not '" + way + "'");
}

PictureOptions pictureOptions(const Arguments& arguments) {
  return {expanded(arguments), !arguments.has("--unfolded"), directionOf(arguments)};
}

// Picture of the document as written, or of the chosen computation after a pass.
Picture pictureOf(const Arguments& arguments) {
  const auto after = arguments.value("--after");
  const PictureOptions options = pictureOptions(arguments);
  if (!after && !arguments.has("--computation")) {
    const DocumentRecordPtr document = shownDocument(arguments);
    return makePicture(document->graph, document->title, options);
  }
  const SavedCompilationPtr saved = savedCompilation(arguments);
  const Compiled compiled = saved ? Compiled() : compileDocument(arguments);
  const CompilationRecord& record = saved ? *saved->compilation : *compiled.record;
  const GraphRecordPtr graph = after ? passNamed(record, *after).after : record.as_written();
  const std::string& document = saved ? saved->document->title : compiled.document.title;
  std::string title = document + ": " + record.computation;
  if (after) title += " after " + *after;
  return makePicture(graph, title, options);
}

std::string webPageOf(const Arguments& arguments) {
  for (const char* other : {"--after", "--expand"})
    if (arguments.has(other)) {
      throw UsageError(std::string(other) +
                       " does not go with .html: the page has every pass, and its groups open");
    }
  const PictureOptions options = pictureOptions(arguments);
  if (const SavedCompilationPtr saved = savedCompilation(arguments))
    return webPage(*saved->compilation, saved->document->title, options);
  const Compiled compiled = compileDocument(arguments);
  throwIfCancelled("drawing");
  return webPage(*compiled.record, compiled.document.title, options);
}

std::optional<std::string> outOf(const Arguments& arguments) {
  const auto named = arguments.value("-o");
  if (arguments.operandCount() < 2) return named;
  if (named) throw UsageError("'render' writes one file: either OUT or -o OUT");
  return arguments.operand(1);
}

[[noreturn]] void refuseOption(const std::string& option, const std::string& out) {
  throw UsageError(option + " has no effect on " + std::filesystem::path(out).extension().string());
}

int run(const Arguments& arguments) {
  const auto out = outOf(arguments);
  if (!out) throw UsageError("'render' needs a file to write: OUT.svg, or -o OUT.svg");
  const Kind kind = kindOf(*out);
  arguments.number("--scale", 1, 4, 1);
  if (arguments.has("--scale") && !out->ends_with(".png")) refuseOption("--scale", *out);
  if (arguments.has("--dark") && kind != Kind::svg && kind != Kind::byWorkbench)
    refuseOption("--dark", *out);
  if (kind == Kind::byWorkbench) {
    drawByWorkbench(arguments, *out);
  } else if (kind == Kind::webPage) {
    write_file(*out, webPageOf(arguments));
  } else {
    const Picture picture = pictureOf(arguments);
    throwIfCancelled("drawing");
    write_file(*out,
               kind == Kind::svg ? svgText(picture, arguments.has("--dark")) : dotText(picture));
  }
  if (arguments.json()) {
    printJson({{"out", *out}});
  } else {
    print("written to " + *out + "\n");
  }
  return fine;
}

}  // namespace

const Command render_command = {
    .name = "render",
    .operands = "FILE [OUT]",
    .summary = "Draw the graph as SVG, DOT or a web page; PNG and PDF need the workbench",
    .options = withRankOptions(withCallOptions(
        {{"-o", "OUT", "output file: .svg, .html, .dot, .png or .pdf"},
         {"--after", "P", "draw the graph after pass P (default: before any pass); .html has all"},
         {"--expand", "all", "expand name scopes and kernels"},
         {"--unfolded", "", "draw every op as a card of its own, without chips"},
         {"--dark", "", "dark colours (.svg, .png, .pdf)"},
         {"--scale", "S", "pixels per point of a .png, 1 to 4"},
         {"--direction", "W", "layout direction: down (default) or right"}})),
    .run = run,
};

}  // namespace ng::cli
