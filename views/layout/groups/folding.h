// SPDX-License-Identifier: Apache-2.0
// Chooses which ops are chips on the cards of their readers instead of cards. Shared by the window
// and the command line.
#pragma once

#include "views/layout/graph_links.h"

namespace ng::views {

enum class Folding {
  nothing,    // every op has a card
  constants,  // scalar constants
  all         // also ops that only forward their operand, and state that only one op reads
};

// The folded ops of `graph` with these `links`. Never folded: results of the graph, ops without or
// with many readers, ops that the user has named, and ops that another kernel computes than their
// readers (its hull would be empty). State folds if one op reads it and none writes it, whatever
// its name: its chip shows the name.
OpTable<char> foldedOps(const GraphRecord& graph, const std::vector<Link>& links, Folding folding);

// True for an op that forwards its only operand over other axes.
bool handsOn(const OpRecord& op);

// True for ops without operands that may fold: constants and state.
bool foldsAsSource(const OpRecord& op);

// The text of a chip for the folded ops `chain`, starting at the reader, and for the op that they
// read (null: the last of the chain reads nothing): "255", "W", "b ⇶ N", "▬≅". Unless it is
// `whole`, a long text is elided.
std::string chipText(const std::vector<const OpRecord*>& chain, const OpRecord* source,
                     bool whole = false);

}  // namespace ng::views
