// SPDX-License-Identifier: Apache-2.0
#include "engine/records/values/class_scores.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ng {
namespace {

constexpr double tolerance = 1e-3;  // of the sum of probabilities; half precision is that coarse

std::int64_t classes_of(const TensorRecord& value) {
  return value.value.shape.back();
}

std::vector<double> row_of(const TensorRecord& value, std::int64_t row) {
  std::vector<double> scores(static_cast<std::size_t>(classes_of(value)));
  const std::int64_t first = row * classes_of(value);
  for (std::size_t i = 0; i < scores.size(); ++i)
    scores[i] = value.value.at(first + static_cast<std::int64_t>(i));
  return scores;
}

bool is_distribution(const std::vector<double>& scores) {
  double sum = 0;
  for (const double score : scores) {
    if (!(score >= 0)) return false;
    sum += score;
  }
  return std::abs(sum - 1) <= tolerance;
}

bool are_probabilities(const TensorRecord& value) {
  for (std::int64_t row = 0; row < score_rows(value); ++row)
    if (!is_distribution(row_of(value, row))) return false;
  return true;
}

std::vector<double> softmax(const std::vector<double>& scores) {
  double most = -INFINITY;
  for (const double score : scores) most = std::fmax(most, score);
  std::vector<double> parts;
  for (const double score : scores) parts.push_back(std::exp(score - most));
  const double sum = std::accumulate(parts.begin(), parts.end(), 0.0);
  for (double& part : parts) part /= sum;
  return parts;
}

}  // namespace

bool may_be_scores(const TensorRecord& value) {
  const Shape& shape = value.value.shape;
  return !shape.empty() && shape.size() <= 2 && shape.back() >= 2 && value.value.size() > 0 &&
         is_float(value.value.dtype);
}

bool are_scores(const TensorRecord& value, const std::vector<std::string>& labels) {
  if (!may_be_scores(value)) return false;
  return classes_of(value) == std::ssize(labels) || are_probabilities(value);
}

std::int64_t score_rows(const TensorRecord& value) {
  return value.value.size() / classes_of(value);
}

std::vector<RankedClass> ranked_classes(const TensorRecord& value, std::int64_t row,
                                        std::size_t most) {
  const std::vector<double> scores = row_of(value, row);
  const std::vector<double> probabilities = is_distribution(scores) ? scores : softmax(scores);
  std::vector<RankedClass> ranked;
  for (std::size_t i = 0; i < scores.size(); ++i)
    ranked.push_back({static_cast<std::int64_t>(i), scores[i], probabilities[i]});
  const auto higher = [](const RankedClass& a, const RankedClass& b) {
    if (std::isnan(a.score) || std::isnan(b.score))
      return std::isnan(b.score) && !std::isnan(a.score);
    return a.score > b.score;
  };
  std::stable_sort(ranked.begin(), ranked.end(), higher);
  ranked.resize(std::min(most, ranked.size()));
  return ranked;
}

std::string class_name(const std::vector<std::string>& labels, std::int64_t index) {
  if (index >= 0 && index < std::ssize(labels)) return labels[static_cast<std::size_t>(index)];
  return "class " + std::to_string(index);
}

}  // namespace ng
