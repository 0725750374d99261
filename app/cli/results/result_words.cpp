// SPDX-License-Identifier: Apache-2.0
#include "app/cli/results/result_words.h"

#include <algorithm>
#include <cstdio>

#include "engine/records/values/class_scores.h"
#include "engine/records/values/token_text.h"

namespace ng::cli {
namespace {

constexpr std::size_t mostClasses = 5;
constexpr std::int64_t mostRows = 4;            // in the text
constexpr std::int64_t mostElements = 1 << 20;  // that are read as scores or ids
constexpr std::size_t mostLabelColumns = 40;

bool areScores(const TensorRecord& result, const Document& document) {
  return result.value.size() <= mostElements && are_scores(result, document.words->labels);
}

bool areTokens(const TensorRecord& result, const Document& document) {
  const Tensor& value = result.value;
  if (value.size() < 2 || value.size() > mostElements) return false;
  double least = value.at(0), most = value.at(0);
  for (std::int64_t i = 1; i < value.size(); ++i) {
    least = std::min(least, value.at(i));
    most = std::max(most, value.at(i));
  }
  return may_be_tokens(value.dtype, least, most, document.words->vocabulary.size()) &&
         most > most_of_mask;
}

std::string classesText(const std::vector<RankedClass>& classes, const Document& document) {
  std::string text;
  for (const RankedClass& each : classes) {
    char number[32];
    std::snprintf(number, sizeof number, "%7.2f %%  ", 100 * each.probability);
    text +=
        number + class_name(document.words->labels, each.index).substr(0, mostLabelColumns) + "\n";
  }
  return text;
}

std::string restText(std::int64_t rows) {
  return rows > mostRows ? std::to_string(rows - mostRows) + " more rows: --json lists all\n" : "";
}

}  // namespace

std::string resultWords(const TensorRecord& result, const Document& document) {
  std::string text;
  if (areScores(result, document)) {
    const std::int64_t rows = score_rows(result);
    for (std::int64_t row = 0; row < std::min(rows, mostRows); ++row) {
      if (rows > 1) text += "row " + std::to_string(row) + "\n";
      text += classesText(ranked_classes(result, row, mostClasses), document);
    }
    return text + restText(rows);
  }
  if (!areTokens(result, document)) return text;
  const std::vector<std::string> texts =
      texts_of_rows(document.words->vocabulary, result.value, mostElements);
  const std::int64_t rows = std::ssize(texts);
  for (std::int64_t row = 0; row < std::min(rows, mostRows); ++row)
    text += texts[static_cast<std::size_t>(row)] + "\n";
  return text + restText(rows);
}

void addResultWords(Json& json, const TensorRecord& result, const Document& document) {
  if (areScores(result, document)) {
    Json& rows = json["classes"] = Json::array();
    for (std::int64_t row = 0; row < score_rows(result); ++row) {
      Json& classes = rows.emplace_back(Json::array());
      for (const RankedClass& each : ranked_classes(result, row, mostClasses))
        classes.push_back({{"class", each.index},
                           {"label", class_name(document.words->labels, each.index)},
                           {"score", each.score},
                           {"probability", each.probability}});
    }
  } else if (areTokens(result, document)) {
    json["texts"] = texts_of_rows(document.words->vocabulary, result.value, mostElements);
  }
}

}  // namespace ng::cli
