// SPDX-License-Identifier: Apache-2.0
// Which ops are no cards but chips on the cards that read them. The window and the command line
// fold by this rule.
#pragma once

#include "views/layout/graph_links.h"

namespace ng::views {

enum class Folding {
  nothing,    // every op has a card
  constants,  // scalar constants
  all         // and ops that only hand their operand on, and state that one op reads
};

// The ops of `graph`, whose `links` are given, that fold. A result of the graph keeps its card, and
// so does what nobody reads, what many read, what the user has named, and what another kernel
// computes than its readers: its hull would be empty. Variables fold where one op reads them and
// none writes them, whatever they are called: their chip has their name.
OpTable<char> foldedOps(const GraphRecord& graph, const std::vector<Link>& links, Folding folding);

// True for an op that hands its one operand on, over other axes.
bool handsOn(const OpRecord& op);

// True for what reads nothing and may fold: a constant, a variable.
bool foldsAsSource(const OpRecord& op);

// What a chip says of the folded ops `chain`, from the reader on, and of what they read (null: the
// last of the chain reads nothing): "255", "W", "b ⇶ N", "▬≅".
std::string chipText(const std::vector<const OpRecord*>& chain, const OpRecord* source);

}  // namespace ng::views
