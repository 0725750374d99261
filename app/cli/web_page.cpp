// SPDX-License-Identifier: Apache-2.0
#include "app/cli/web_page.h"

#include <algorithm>

#include "app/cli/json.h"
#include "app/cli/pictures/svg_text.h"
#include "app/cli/table_output.h"
#include "app/cli/web_page_parts.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/tables/kernel_table.h"
#include "engine/tables/memory_table.h"

namespace ng::cli {
namespace {

// Browsers scroll about this many cards smoothly.
constexpr std::size_t mostCards = 4000;

// The graphs of the record, each once, in the order in which to_json numbers them.
std::vector<GraphRecordPtr> graphsOf(const CompilationRecord& record) {
  std::vector<GraphRecordPtr> graphs;
  const auto add = [&graphs](const GraphRecordPtr& graph) {
    if (std::find(graphs.begin(), graphs.end(), graph) == graphs.end()) graphs.push_back(graph);
  };
  for (const PassRecord& pass : record.passes) add(pass.before), add(pass.after);
  return graphs;
}

Json cardJson(const PictureCard& card) {
  Json ops = Json::array(), chips = Json::array();
  for (const OpId op : card.ops) ops.push_back(idJson(op));
  for (const PictureChip& chip : card.chips) chips.push_back({chip.text, chip.names});
  return {{"x", std::round(card.centre.x)},
          {"y", std::round(card.centre.y)},
          {"w", card.width},
          {"h", card.height},
          {"title", card.title},
          {"tip", card.group ? card.title : card.kind + " " + card.title + "\n" + card.detail},
          {"glyph", (card.gradient ? "∂ " : "") + card.glyph},
          {"detail", card.detail},
          {"kernel", card.kernel},
          {"group", card.group},
          {"family", static_cast<int>(card.family)},
          {"ops", std::move(ops)},
          {"chips", std::move(chips)}};
}

Json pictureJson(const Picture& picture) {
  Json cards = Json::array(), edges = Json::array();
  for (const PictureCard& card : picture.cards) cards.push_back(cardJson(card));
  for (const PictureEdge& edge : picture.edges) {
    if (edge.points.size() < 4) continue;
    edges.push_back({edge.from, edge.to, edge.back, curveText(edge.points)});
  }
  return {{"box", {picture.left, picture.top, picture.right, picture.bottom}},
          {"cards", std::move(cards)},
          {"edges", std::move(edges)}};
}

// A picture of each graph with groups closed, and one with groups open if it has any.
Json picturesJson(const std::vector<GraphRecordPtr>& graphs, const std::string& title,
                  PictureOptions options) {
  options.expanded = false;
  const std::vector<Picture> closed = makePictures(graphs, title, options);
  options.expanded = true;
  const auto small = [](const GraphRecordPtr& graph) { return graph->ops.size() <= mostCards; };
  const bool groups = std::any_of(closed.begin(), closed.end(), [](const Picture& picture) {
    return std::any_of(picture.cards.begin(), picture.cards.end(),
                       [](const PictureCard& card) { return card.group; });
  });
  std::vector<Picture> open;
  if (groups && std::all_of(graphs.begin(), graphs.end(), small))
    open = makePictures(graphs, title, options);
  Json pictures = Json::array();
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    Json entry;
    entry["closed"] = closed[i].cards.size() <= mostCards ? pictureJson(closed[i]) : Json();
    entry["open"] = open.empty() ? Json() : pictureJson(open[i]);
    pictures.push_back(std::move(entry));
  }
  return pictures;
}

Json tablesJson(const CompilationRecord& record) {
  return {{"kernels", shownCells(kernel_columns(),
                                 {"name", "device", "nodes", "kind", "loops", "flops", "bytes",
                                  "op_count", "microseconds", "share"},
                                 kernel_rows(record))
                          .webJson()},
          {"buffers", shownCells(buffer_columns(),
                                 {"name", "device", "kind", "axes", "dtype", "bytes", "offset",
                                  "steps", "reason"},
                                 buffer_rows(MemoryPlan(record)))
                          .webJson()}};
}

// The page shows C++ and CUDA; printed graphs are shown after each pass only.
void leaveOut(CompilationRecord& record) {
  for (PassRecord& pass : record.passes) {
    pass.text_before = {};
    if (!pass.changed) pass.text_after = {};
  }
  for (KernelRecord& kernel : record.kernels) {
    kernel.llvm_ir = kernel.assembly = kernel.ptx = kernel.sass = {};
  }
}

// JSON inside a script element: no `<` that could end the element.
std::string inScript(const Json& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', true, Json::error_handler_t::replace)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

std::string replaced(std::string text, const std::string& mark, const std::string& by) {
  return text.replace(text.find(mark), mark.size(), by);
}

}  // namespace

std::string webPage(CompilationRecord record, const std::string& title,
                    const PictureOptions& options) {
  Json data;
  data["title"] = title;
  data["families"] = names_of(Family());
  data["limit"] = "This graph has more than " + grouped(mostCards) +
                  " cards and is not drawn. Find its ops by name.";
  data["pictures"] = picturesJson(graphsOf(record), title, options);
  leaveOut(record);
  data["tables"] = tablesJson(record);
  data["record"] = asJson(record);
  std::string page = replaced(web_page::page, "%STYLE%", web_page::style);
  page = replaced(std::move(page), "%SCRIPT%", web_page::script);
  return replaced(std::move(page), "%DATA%", inScript(data));
}

}  // namespace ng::cli
