// SPDX-License-Identifier: Apache-2.0
// Converts a request to a cgraph: fixed-size nodes, one rank per row enforced by a spine of
// invisible nodes, iteration limits by size. The plugins are linked in, so no configuration file is
// read.
#include "app/layout/dot_layout.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

extern "C" {
#include <gvc.h>
#include <gvcext.h>
extern gvplugin_library_t gvplugin_dot_layout_LTX_library;
extern gvplugin_library_t gvplugin_neato_layout_LTX_library;
}

namespace ng::layout {
namespace {

using views::LayoutBox;
using views::LayoutCurve;
using views::LayoutEdge;
using views::LayoutPoint;
using views::LayoutRequest;
using views::LayoutResult;

lt_symlist_t plugins[] = {
    {const_cast<char*>("gvplugin_dot_layout_LTX_library"), &gvplugin_dot_layout_LTX_library},
    {const_cast<char*>("gvplugin_neato_layout_LTX_library"), &gvplugin_neato_layout_LTX_library},
    {nullptr, nullptr}};

constexpr double pointsPerInch = 72;  // one pixel is one point

class DotGraph {
 public:
  explicit DotGraph(const LayoutRequest& request)
      : request_(request),
        context_(gvContextPlugins(plugins, 0)),
        graph_(agopen(const_cast<char*>("g"), Agdirected, nullptr)) {
    if (!context_ || !graph_) throw std::runtime_error("cannot initialize Graphviz");
    setGraph();
    addBoxes();
    addSpine();
    addEdges();
  }
  ~DotGraph() {
    if (laid_) gvFreeLayout(context_, graph_);
    if (graph_) agclose(graph_);
    if (context_) gvFreeContext(context_);
  }
  DotGraph(const DotGraph&) = delete;
  DotGraph& operator=(const DotGraph&) = delete;

  LayoutResult run() {
    if (gvLayout(context_, graph_, "dot") != 0)
      throw std::runtime_error("dot failed to lay out the graph");
    laid_ = true;
    LayoutResult result;
    for (Agnode_t* node : nodes_) result.centres.push_back(point(ND_coord(node)));
    if (request_.curves)
      for (std::size_t i = 0; i < edges_.size(); ++i) addCurve(result, static_cast<int>(i));
    return result;
  }

 private:
  void defaults(int kind, const char* key, const std::string& value) {
    agattr(graph_, kind, const_cast<char*>(key), const_cast<char*>(value.c_str()));
  }
  static void set(void* object, const char* key, const std::string& value) {
    agset(object, const_cast<char*>(key), const_cast<char*>(value.c_str()));
  }
  static std::string inches(double pixels) { return std::to_string(pixels / pointsPerInch); }

  // Without a limit, x coordinates of a few hundred boxes can take minutes.
  void setGraph() {
    const std::size_t size = request_.boxes.size();
    defaults(AGRAPH, "nodesep", inches(request_.gapAcross));
    defaults(AGRAPH, "ranksep", inches(request_.gapDown));
    defaults(AGRAPH, "splines", request_.curves ? "true" : "line");
    if (size > 150) defaults(AGRAPH, "nslimit", size > 300 ? "0.2" : "2");
    if (size > 1000) defaults(AGRAPH, "nslimit1", "0.2");
    if (size > 1000) defaults(AGRAPH, "mclimit", "0.1");
    defaults(AGNODE, "shape", "box");
    defaults(AGNODE, "fixedsize", "true");
    defaults(AGNODE, "label", "");
    defaults(AGNODE, "width", "1");
    defaults(AGNODE, "height", "1");
    defaults(AGEDGE, "weight", "1");
    defaults(AGEDGE, "dir", "none");
    defaults(AGEDGE, "style", "");
  }

  Agnode_t* addNode(double width, double height) {
    Agnode_t* node = agnode(graph_, nullptr, 1);
    set(node, "width", inches(width));
    set(node, "height", inches(height));
    return node;
  }

  void addBoxes() {
    for (const LayoutBox& box : request_.boxes) {
      nodes_.push_back(addNode(box.width, box.height));
      lastRow_ = std::max(lastRow_, box.row);
      tallest_ = std::max(tallest_, box.height);
    }
  }

  void addSpine() {
    std::vector<Agraph_t*> rows;
    Agnode_t* above = nullptr;
    for (int row = 0; row <= lastRow_; ++row) {
      Agnode_t* vertebra = addNode(1, tallest_);
      Agraph_t* rank = agsubg(graph_, nullptr, 1);
      agsafeset(rank, const_cast<char*>("rank"), const_cast<char*>("same"), const_cast<char*>(""));
      agsubnode(rank, vertebra, 1);
      if (above) {
        Agedge_t* edge = agedge(graph_, above, vertebra, nullptr, 1);
        set(edge, "weight", "0");
        set(edge, "style", "invis");
      }
      above = vertebra;
      rows.push_back(rank);
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      agsubnode(rows[static_cast<std::size_t>(request_.boxes[i].row)], nodes_[i], 1);
  }

  void addEdges() {
    for (const LayoutEdge& edge : request_.edges) {
      const std::size_t from = static_cast<std::size_t>(edge.from);
      const std::size_t to = static_cast<std::size_t>(edge.to);
      const int rows = request_.boxes[to].row - request_.boxes[from].row;
      Agedge_t* made = nullptr;
      if (rows > 0) made = agedge(graph_, nodes_[from], nodes_[to], nullptr, 1);
      if (rows < 0) made = agedge(graph_, nodes_[to], nodes_[from], nullptr, 1);
      if (made) set(made, "weight", std::to_string(edge.weight));
      edges_.push_back(made);
    }
  }

  static LayoutPoint point(pointf p) { return {p.x, -p.y}; }

  void addCurve(LayoutResult& result, int index) {
    Agedge_t* edge = edges_[static_cast<std::size_t>(index)];
    if (!edge || !ED_spl(edge) || ED_spl(edge)->size != 1) return;
    const bezier& spline = ED_spl(edge)->list[0];
    if (spline.size < 4) return;
    LayoutCurve curve{index, {}};
    for (int i = 0; i < spline.size; ++i) curve.points.push_back(point(spline.list[i]));
    const LayoutEdge& asked = request_.edges[static_cast<std::size_t>(index)];
    if (request_.boxes[static_cast<std::size_t>(asked.from)].row >
        request_.boxes[static_cast<std::size_t>(asked.to)].row)
      std::reverse(curve.points.begin(), curve.points.end());
    result.curves.push_back(std::move(curve));
  }

  const LayoutRequest& request_;
  GVC_t* context_;
  Agraph_t* graph_;
  std::vector<Agnode_t*> nodes_;
  std::vector<Agedge_t*> edges_;  // null: not passed to dot
  int lastRow_ = 0;
  double tallest_ = 1;
  bool laid_ = false;
};

}  // namespace

views::LayoutResult dotLayout(const views::LayoutRequest& request) {
  if (request.boxes.empty()) return {};
  return DotGraph(request).run();
}

}  // namespace ng::layout
