// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/difference/plan_changes.h"

#include "engine/analysis/difference/texts_by_key.h"
#include "engine/analysis/op_changes.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/plan_record.h"

namespace ng {
namespace {

// Names of ops in the second document, by names in the first, where they differ.
using Names = std::map<std::string, std::string>;

Names renamed_ops(const DocumentDifference& difference) {
  Names names;
  for (const Rename& rename : difference.renamed)
    if (rename.of == RenameOf::op)
      names.emplace(difference.before->find(rename.op)->name,
                    difference.after->find(rename.op)->name);
  return names;
}

std::string in_second(const Names& names, const std::string& name) {
  const auto found = names.find(name);
  return found == names.end() ? name : found->second;
}

std::map<std::string, std::string> plan_fields(const DocumentRecord& document, const Names& names) {
  std::map<std::string, std::string> fields;
  if (!document.plan) return fields;
  const PlanRecord& plan = *document.plan;
  fields["computation"] = plan.computation;
  if (plan.evaluations.empty()) fields["evaluation"] = plan.evaluation;
  for (const PlanEvaluationRecord& each : plan.evaluations)
    fields["evaluation " + each.name] =
        each.computation + ", " +
        (each.batches == 0 ? "all data" : std::to_string(each.batches) + " batches");
  for (const PlanCallbackRecord& each : plan.callbacks)
    fields["callback " + std::string(name(each.kind)) + (each.file.empty() ? "" : " ") +
           each.file] = "every " + std::to_string(each.every) + " epochs";
  for (const std::string& series : plan.plots)
    fields["plots"] += (fields["plots"].empty() ? "" : ", ") + in_second(names, series);
  fields["epochs"] = std::to_string(plan.epochs);
  fields["batches"] = std::to_string(plan.batches);
  if (plan.batch_size) fields["batch size"] = std::to_string(*plan.batch_size);
  fields["data"] = plan.data_source;
  for (const PlanGivenRecord& given : plan.given)
    if (!given.assumed) fields["source of " + in_second(names, given.placeholder)] = given.source;
  return fields;
}

// "X = mixture.train.xs, alpha = 0.1".
std::string sources_text(const std::vector<PlanGivenRecord>& all, const Names& names) {
  std::string text;
  for (const PlanGivenRecord& given : all)
    if (!given.assumed)
      text +=
          (text.empty() ? "" : ", ") + in_second(names, given.placeholder) + " = " + given.source;
  return text;
}

void add_elements(const std::string& of, const std::vector<PlanGivenRecord>& all,
                  const Names& names, std::map<std::string, std::string>& details) {
  for (const PlanGivenRecord& given : all)
    if (!given.elements.empty())
      details[of + "elements of " + in_second(names, given.placeholder)] = given.elements;
}

// Details of what `plan_fields` lists. One that only one of the documents has is no difference: the
// other is of an earlier release, which did not save it, or the whole is listed as a difference.
std::map<std::string, std::string> plan_details(const DocumentRecord& document,
                                                const Names& names) {
  std::map<std::string, std::string> details;
  if (!document.plan) return details;
  for (const PlanDataRecord& data : document.plan->data)
    for (const auto& [key, value] : data.settings)
      details["data " + data.name + ", " + key] = value;
  add_elements("", document.plan->given, names, details);
  for (const PlanEvaluationRecord& each : document.plan->evaluations) {
    if (each.reduction.empty()) continue;
    const std::string of = "evaluation " + each.name + ", ";
    details[of + "reduction"] = each.reduction;
    details[of + "before the first epoch"] = each.at_start ? "yes" : "no";
    details[of + "sources"] = sources_text(each.given, names);
    add_elements(of, each.given, names, details);
  }
  return details;
}

// Arrays in files that only one of the documents has read, or none, which is no difference.
void add_unread(const std::string& of, const std::vector<PlanGivenRecord>& first,
                const std::vector<PlanGivenRecord>& second, const Names& names,
                DocumentDifference& difference) {
  const auto text = [](const PlanGivenRecord& given) {
    return given.elements.empty() ? given.source + " was not read" : given.elements;
  };
  for (const PlanGivenRecord& a : first)
    for (const PlanGivenRecord& b : second) {
      if (a.kind != GivenKind::file || b.kind != GivenKind::file) continue;
      if (b.placeholder != in_second(names, a.placeholder)) continue;
      if (!a.elements.empty() && !b.elements.empty()) continue;
      difference.facts.push_back(
          {of + "elements of " + b.placeholder + ", not compared", text(a), text(b)});
    }
}

void add_unread(const PlanRecord& first, const PlanRecord& second, const Names& names,
                DocumentDifference& difference) {
  add_unread("", first.given, second.given, names, difference);
  for (const PlanEvaluationRecord& a : first.evaluations)
    for (const PlanEvaluationRecord& b : second.evaluations)
      if (a.name == b.name)
        add_unread("evaluation " + a.name + ", ", a.given, b.given, names, difference);
}

void add_change(const std::string& what, const std::string& before, const std::string& after,
                DocumentDifference& difference) {
  if (before == after) return;
  difference.changes.push_back({ChangeOf::plan,
                                ChangeKind::changed,
                                "run plan",
                                0,
                                what,
                                text_or_dash(before),
                                text_or_dash(after),
                                {}});
}

}  // namespace

void add_plan(const DocumentRecord& first, const DocumentRecord& second,
              DocumentDifference& difference) {
  const Names names = renamed_ops(difference);
  for (const auto& [key, value] : texts_by_key(plan_fields(first, names), plan_fields(second, {})))
    add_change(key, value.first, value.second, difference);
  const std::map<std::string, std::string> after = plan_details(second, {});
  for (const auto& [key, value] : plan_details(first, names))
    if (const auto found = after.find(key); found != after.end())
      add_change(key, value, found->second, difference);
  if (first.plan && second.plan) add_unread(*first.plan, *second.plan, names, difference);
}

}  // namespace ng
