// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/capture_parts.h"

#include <cmath>
#include <unordered_map>

#include "engine/records/series_record.h"

namespace ng {
namespace {

constexpr std::int64_t summary_columns = 7, total_columns = 5;
constexpr double most_exact = 9007199254740992;  // 2^53

Tensor table(std::size_t rows, std::int64_t columns) {
  return Tensor(DType::f64, {static_cast<std::int64_t>(rows), columns});
}

void expect_shape(const JsonField& field, const Tensor& array, Shape expected) {
  if (array.dtype != DType::f64 || array.shape != expected)
    field.fail("an array of a capture has another type or shape",
               std::string(name(array.dtype)) + " " + to_string(array.shape),
               "float64 " + to_string(expected), "capture it again");
}

// Writes and reads the elements of an array in order.
class Writer {
 public:
  explicit Writer(Tensor& array) : array_(array) {}
  void put(double value) { array_.set(at_++, value); }
  void put(const ValueSummary& each) {
    for (const std::int64_t count : {each.iteration, each.count, each.nans, each.infs})
      put(static_cast<double>(count));
    for (const double value : {each.min.real(), each.max.real(), each.mean}) put(value);
  }

 private:
  Tensor& array_;
  std::int64_t at_ = 0;
};

class Elements {
 public:
  Elements(const JsonField& field, const Tensor& array) : field_(field), array_(array) {}
  double number() { return array_.at(at_++); }
  std::int64_t count(double most = most_exact) {
    const double value = number();
    if (!(value >= 0 && value <= most) || value != std::floor(value))
      field_.fail("a count in an array of a capture is invalid", std::to_string(value),
                  "an integer from 0", "capture it again");
    return static_cast<std::int64_t>(value);
  }
  ValueSummary summary(OpId op) {
    ValueSummary read;
    read.op = op;
    for (std::int64_t* each : {&read.iteration, &read.count, &read.nans, &read.infs})
      *each = count();
    read.min = number();
    read.max = number();
    read.mean = number();
    return read;
  }

 private:
  const JsonField& field_;
  const Tensor& array_;
  std::int64_t at_ = 0;
};

}  // namespace

Tensor curve_array(const SeriesRecord& curve) {
  Tensor array(DType::f64, {2, static_cast<std::int64_t>(curve.x.size())});
  Writer writer(array);
  for (const double x : curve.x) writer.put(x);
  for (const double y : curve.y) writer.put(y);
  return array;
}

void read_curve(const JsonField& field, const Tensor& array, SeriesRecord& curve) {
  const std::int64_t points = array.shape.size() == 2 ? array.shape[1] : 0;
  expect_shape(field, array, {2, points});
  Elements elements(field, array);
  for (std::int64_t i = 0; i < points; ++i) curve.x.push_back(elements.number());
  for (std::int64_t i = 0; i < points; ++i) curve.y.push_back(elements.number());
}

Tensor health_totals(const HealthRecord& health) {
  Tensor array = table(health.rows.size(), total_columns + summary_columns);
  Writer writer(array);
  for (const HealthRow& row : health.rows) {
    writer.put(static_cast<double>(row.seen));
    writer.put(static_cast<double>(row.first_non_finite));
    writer.put(row.finite ? 1 : 0);
    writer.put(row.least);
    writer.put(row.greatest);
    writer.put(row.newest);
  }
  return array;
}

Tensor health_summaries(const HealthRecord& health) {
  std::unordered_map<OpId, std::size_t> rows;
  for (std::size_t i = 0; i < health.rows.size(); ++i) rows[health.rows[i].newest.op] = i;
  Tensor array = table(health.kept.size(), 1 + summary_columns);
  Writer writer(array);
  for (const ValueSummary& each : health.kept) {
    writer.put(static_cast<double>(rows.at(each.op)));
    writer.put(each);
  }
  return array;
}

HealthRecord read_health(const JsonField& field, const std::vector<OpId>& ops, const Tensor& totals,
                         const Tensor& summaries) {
  expect_shape(field, totals,
               {static_cast<std::int64_t>(ops.size()), total_columns + summary_columns});
  const std::int64_t kept = summaries.shape.empty() ? 0 : summaries.shape[0];
  expect_shape(field, summaries, {kept, 1 + summary_columns});
  HealthRecord health;
  Elements rows(field, totals), newest(field, summaries);
  for (const OpId op : ops) {
    HealthRow row;
    row.seen = rows.count();
    row.first_non_finite = rows.count();
    row.finite = rows.count(1) == 1;
    row.least = rows.number();
    row.greatest = rows.number();
    row.newest = rows.summary(op);
    health.rows.push_back(row);
  }
  for (std::int64_t i = 0; i < kept; ++i) {
    const auto row = static_cast<std::size_t>(newest.count(static_cast<double>(ops.size()) - 1));
    health.kept.push_back(newest.summary(ops[row]));
  }
  return health;
}

}  // namespace ng
