// SPDX-License-Identifier: Apache-2.0
// What distinguishes compiled programs, for the ranks that must run the same one.
#pragma once

#include <string>

namespace ng {

struct Graph;
struct Program;

// Of the ops, as program_hash: of a graph that is not yet cut into stages.
std::string graph_hash(const Graph& graph);

// Of the steps, and of the ops with all attributes, among them constants and initial values. Equal
// in every process that compiles the same graph with the same version of the engine.
std::string program_hash(const Graph& graph, const Program& program);

}  // namespace ng
