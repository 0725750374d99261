// SPDX-License-Identifier: Apache-2.0
// Reads the objects of a SavedModel: which of its variables are trained.
#include <deque>

#include "engine/formats/tensorflow/tensorflow_graphs.h"

namespace ng {
namespace {

struct Child {
  std::uint32_t node = 0;
  std::string name;
};

struct SavedObject {
  std::vector<Child> children;
  bool is_variable = false, trained = false;
};

// As in keys of checkpoints.
std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : name) text += c == '.' ? ".." : c == '/' ? ".S" : std::string(1, c);
  return text;
}

// The keys of a variable are the ways to it from the first object, of which TensorFlow writes the
// shortest; what is reached first has the shortest.
std::set<std::string> untrained_keys(const std::vector<SavedObject>& objects) {
  std::set<std::string> keys;
  if (objects.empty()) return keys;
  std::vector<bool> seen(objects.size());
  seen[0] = true;
  std::deque<std::pair<std::uint32_t, std::string>> next{{0, ""}};
  while (!next.empty()) {
    const auto [from, path] = next.front();
    next.pop_front();
    for (const Child& child : objects[from].children) {
      if (child.node >= objects.size()) continue;
      const std::string way = (path.empty() ? "" : path + "/") + escaped(child.name);
      const SavedObject& object = objects[child.node];
      if (object.is_variable && !object.trained) keys.insert(way + "/.ATTRIBUTES/VARIABLE_VALUE");
      if (seen[child.node]) continue;
      seen[child.node] = true;
      next.emplace_back(child.node, way);
    }
  }
  return keys;
}

}  // namespace

std::set<std::string> TensorflowGraphs::read_objects(pbf_reader& outer) {
  const Reader::Field field(reader_, "object_graph");
  std::vector<SavedObject> objects;
  pbf_reader graph = inner(outer, "object_graph_def");
  while (next(graph)) {
    if (graph.tag() != 1) {
      graph.skip();
      continue;
    }
    reader_.check_limit("the number of objects", objects.size() + 1, reader_.limits().nodes);
    SavedObject& object = objects.emplace_back();
    pbf_reader message = inner(graph, "nodes");
    while (next(message)) {
      if (message.tag() == 1) {
        Child child;
        pbf_reader reference = inner(message, "children");
        while (next(reference)) {
          switch (reference.tag()) {
            case 1: child.node = static_cast<std::uint32_t>(integer(reference, "node_id")); break;
            case 2: child.name = name(reference, "local_name"); break;
            default: reference.skip();
          }
        }
        object.children.push_back(std::move(child));
      } else if (message.tag() == 7) {
        object.is_variable = true;
        pbf_reader variable = inner(message, "variable");
        while (next(variable)) {
          if (variable.tag() == 3)
            object.trained = integer(variable, "trainable") != 0;
          else
            variable.skip();
        }
      } else {
        message.skip();
      }
    }
  }
  return untrained_keys(objects);
}

}  // namespace ng
