// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/checkpoint/checkpoint_diff.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/cli/cancel.h"
#include "app/cli/commands/checkpoint/checkpoint_convert.h"
#include "app/cli/output.h"
#include "app/cli/table_output.h"
#include "engine/base/quote.h"
#include "engine/documents/binding/match_checkpoints.h"
#include "engine/documents/open_tensors.h"
#include "engine/tables/checkpoint_table.h"

namespace ng::cli {
namespace {

Json changesJson(const std::vector<TensorChange>& changes) {
  Json list = Json::array();
  for (const TensorChange& change : changes) {
    Json& json = list.emplace_back();
    addCells(json, tensor_change_columns(),
             {"name", "name_before", "paired_by", "kind", "dtype_before", "dtype_after",
              "shape_before", "shape_after", "order", "cosine", "differing"},
             change);
    json["histogram"] = histogramJson(change.histogram);
    addCells(json, tensor_change_columns(),
             {"norm_before", "norm_after", "norm_of_difference", "relative", "largest_difference",
              "largest_relative"},
             change);
  }
  return list;
}

// The relative change; infinity if it is not known.
double weight(const TensorChange& change) {
  const double relative = change.relative();
  return std::isnan(relative) ? std::numeric_limits<double>::infinity() : relative;
}

// "12 tensors: 9 equal, 2 changed, 1 removed; 9 with another name".
std::string summaryOf(const std::vector<TensorChange>& changes) {
  std::string text = plural(std::ssize(changes), "tensor");
  for (const auto kind :
       {TensorChange::Kind::equal, TensorChange::Kind::changed, TensorChange::Kind::reshaped,
        TensorChange::Kind::unread, TensorChange::Kind::added, TensorChange::Kind::removed}) {
    const auto count = std::count_if(changes.begin(), changes.end(),
                                     [&](const TensorChange& each) { return each.kind == kind; });
    if (count == 0) continue;
    text += (text.find(':') == text.npos ? ": " : ", ") + std::to_string(count) + " " +
            std::string(name(kind));
  }
  const auto renamed = std::count_if(changes.begin(), changes.end(), [](const TensorChange& each) {
    return !each.before_name.empty() && each.dtype_after && each.before_name != each.name;
  });
  return text + (renamed > 0 ? "; " + std::to_string(renamed) + " with another name\n" : "\n");
}

}  // namespace

std::string checkpointHeading(const CheckpointContents& contents) {
  std::string text = contents.path + ": " + plural(std::ssize(contents.entries), "tensor") + ", " +
                     byteText(contents.bytes) + ", " + contents.format + "\n";
  std::string saved;
  if (!contents.document.empty()) saved = "of " + quote(contents.document);
  if (const auto& position = contents.position) {
    saved += (saved.empty() ? "after " : ", after ") + plural(position->iteration, "iteration") +
             " of " + quote(position->computation);
  }
  return saved.empty() ? text : text + saved + "\n";
}

Json checkpointJson(const CheckpointContents& contents) {
  Json entries = Json::array();
  for (const CheckpointEntry& entry : contents.entries) {
    Json& json = entries.emplace_back();
    addCells(json, tensor_columns(), {"name", "kind", "dtype", "axes", "shape", "bytes"}, entry);
    if (!entry.fault.empty()) addCells(json, tensor_columns(), {"fault"}, entry);
  }
  Json notes = Json::array();
  for (const Diagnostic& note : contents.notes) notes.push_back(to_string(note));
  Json json = {{"path", contents.path},   {"format", contents.format},
               {"bytes", contents.bytes}, {"metadata", contents.metadata},
               {"notes", notes},          {"document", contents.document},
               {"tensors", entries}};
  if (const auto& position = contents.position) {
    json["position"] = {{"computation", position->computation}, {"iteration", position->iteration}};
  }
  return json;
}

Json histogramJson(const DifferenceHistogram& histogram) {
  Json decades = Json::object();
  for (int exponent = histogram.least; exponent <= histogram.most; ++exponent) {
    const std::int64_t count =
        histogram.decades[static_cast<std::size_t>(exponent - histogram.least)];
    if (count > 0) decades[std::to_string(exponent)] = count;
  }
  return {{"equal", histogram.zero}, {"non_finite", histogram.non_finite}, {"decades", decades}};
}

int diffCheckpoints(const Arguments& arguments, const std::string& first,
                    const std::string& second) {
  const std::unique_ptr<TensorSource> one = open_tensors(first), other = open_tensors(second);
  const CheckpointContents &before = one->contents(), &after = other->contents();
  std::vector<TensorChange> changes =
      compare_checkpoints(*one, *other, match_checkpoints(before, after, tensorRules(arguments)),
                          [](double) { return !cancelFlag()->load(); });
  // Largest changes first; equal tensors last.
  std::stable_sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) {
    if (a.kind != b.kind) return a.kind != TensorChange::Kind::equal && a.kind > b.kind;
    return weight(a) > weight(b);
  });
  const bool equal = std::all_of(changes.begin(), changes.end(), [](const TensorChange& change) {
    return change.kind == TensorChange::Kind::equal;
  });
  if (arguments.json()) {
    printJson({{"before", checkpointJson(before)},
               {"after", checkpointJson(after)},
               {"equal", equal},
               {"changes", changesJson(changes)}});
    return equal ? fine : checkFailed;
  }
  print(checkpointHeading(before) + checkpointHeading(after) + "\n" +
        tableText(tensor_change_columns(),
                  {"name", "other_name", "kind", "type", "order", "differing", "largest_difference",
                   "largest_relative", "relative", "cosine", "norm_before", "norm_after"},
                  changes) +
        summaryOf(changes));
  return equal ? fine : checkFailed;
}

}  // namespace ng::cli
