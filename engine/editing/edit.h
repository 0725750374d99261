// SPDX-License-Identifier: Apache-2.0
// Carries out one statement of an edit on the rows of a draft.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/editing/draft.h"

namespace ng::editing {

class Edit {
 public:
  Edit(Draft& draft, std::optional<CardPlace> at);

  void run(const Statement& statement, const std::string& line);
  const std::string& name() const { return name_; }  // for the undo menu entry
  RowId about() const { return about_; }

 private:
  using Verb = void (Edit::*)(const Statement&);
  struct VerbRow {
    const char* name;
    const char* signature;
    Verb run;
  };
  friend class Draft;
  friend Preview preview_of(const Statement&, const Names&, const Draft&);
  static const VerbRow* find_verb(const std::string& name);

  // Verbs of statements.
  void expression(const Statement& statement, const std::string& line);
  void make_axis(const Statement& statement);
  void make(const Statement& statement);
  void connect(const Statement& statement);
  void disconnect(const Statement& statement);
  void remove(const Statement& statement);
  void rename(const Statement& statement);
  void copy(const Statement& statement);
  void paste(const Statement& statement);
  void set(const Statement& statement);
  void move(const Statement& statement);
  void computation(const Statement& statement);
  void feed(const Statement& statement);
  void data(const Statement& statement);
  void plan(const Statement& statement);
  void plot(const Statement& statement);
  void describe(const Statement& statement);

  // Helpers.
  void assign_value(const OpModel& row, const Given& value, int column);
  RowId adopt(const Op& result, const std::vector<Evaluator::Input>& inputs);
  void name_row(RowId id, const std::string& name, int column);
  std::string automatic_name(const std::string& class_name) const;
  std::string free_name(const std::string& name) const;
  std::string fresh_name(const OpModel& row) const;  // keeps the row's name if unused
  std::string axis_like(const AxisModel& axis);      // id of an equal axis, added if missing
  void paste_row(OpModel op, const std::map<RowId, RowId>& ids,
                 const std::map<std::string, std::string>& axes);
  void build_waiting();  // builds every op whose operands are complete
  bool build(const OpModel& row);
  void refuse_cycle(RowId from, RowId to, int column) const;
  std::size_t operand_index(const OpModel& row, const Syntax& syntax) const;
  void set_operand(RowId id, std::size_t index, OperandModel operand);
  void forget(RowId id);
  void place(RowId id);
  RunPlan plan_or_new() const;
  void set_plan(RunPlan plan);
  Arguments bind(const Syntax& call, const std::vector<Parameter>& parameters,
                 const char* signature, std::size_t from = 0);
  const OpModel& row_at(const Syntax& call, std::size_t index, const char* signature) const;

  Draft& draft_;
  Rows& rows_;
  std::optional<CardPlace> at_;
  std::string name_;
  RowId about_ = 0;
};

Preview preview_of(const Statement& statement, const Names& names, const Draft& draft);

// Adds or updates the computation "results" of all unread ops. Does nothing if there is another
// computation or no op.
void add_implied_computation(DocumentModel& model);
// Feeds 0 to scalar placeholders of the plan's computation that have no source.
void feed_zeros(DocumentModel& model);

}  // namespace ng::editing
