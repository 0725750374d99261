// SPDX-License-Identifier: Apache-2.0
// A search for ops, parsed while the user types, in the language of
// engine/records/search/op_query.h. A text that cannot be parsed matches nothing; why() says where
// the error is.
#pragma once

#include <QString>

#include "engine/records/search/op_query.h"

namespace ng::views {

class OpSearch {
 public:
  void setText(const QString& text);
  const QString& text() const { return text_; }
  bool empty() const { return why_.isEmpty() && query_.empty(); }
  // "column 6: a number such as 10µs or 1.5ms is expected"; empty if the text was parsed.
  const QString& why() const { return why_; }
  // Why a valid search may match nothing: "'oops' is not a field; fields are op, axis …"; empty if
  // unknown.
  QString hint() const { return QString::fromStdString(unknown_field(text_.toStdString())); }
  bool matches(const OpRecord& op, const QueryFacts& facts = {}) const {
    return why_.isEmpty() && query_.matches(op, facts);
  }
  std::vector<OpId> find(const GraphRecord& graph, const QueryFacts& facts = {}) const {
    return why_.isEmpty() ? find_ops(graph, query_, facts) : std::vector<OpId>();
  }

 private:
  QString text_, why_;
  OpQuery query_;
};

}  // namespace ng::views
