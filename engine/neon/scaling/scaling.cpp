// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/scaling/scaling.h"

#include <algorithm>
#include <optional>

#include "engine/analysis/axis_facts.h"
#include "engine/base/error.h"
#include "engine/documents/document_record.h"
#include "engine/records/document_record.h"
#include "engine/runtime/ranks/most_ranks.h"

namespace ng {
namespace {

bool is_open(const MeshAxis& axis) {
  return axis.ranks == 0;
}

[[noreturn]] void refuse_axis(const std::string& name, const std::string& found) {
  Diagnostic diagnostic;
  diagnostic.what = "the graph cannot be divided along " + name;
  diagnostic.found = found;
  diagnostic.expected = "an axis of the graph with a length";
  diagnostic.action = "name one that 'ngraph axes' lists";
  refuse(ErrorKind::key, std::move(diagnostic));
}

class Study {
 public:
  Study(const ScalingRequest& request, const ScaledProgram& program)
      : request_(request), program_(program), fixed_(fixed_ranks(request.axes)) {
    const ScaledAxis& axis = request.axis;
    found_ = {axis.name, axis.length, axis.is_batch, request.weak, {}, {}};
  }

  ScalingRecord run(const std::function<void(const std::string&, double)>& progress) {
    const std::vector<int> ranks = all_ranks();
    progress("1 rank", 0);
    alone_ = measured({}, found_.length);
    alone_us_ = cluster_time(request_.cluster, {}, alone_.steps).total_us;
    for (const int each : ranks) {
      progress(std::to_string(each) + (each == 1 ? " rank" : " ranks"),
               static_cast<double>(found_.rows.size() + 1) / static_cast<double>(ranks.size() + 1));
      found_.rows.push_back(row(each));
    }
    if (grown_ && grown_->computes_with_wholes)
      found_.note = "steps compute with the whole of " + found_.axis +
                    " on each rank: their time grows with the ranks, which the table leaves out";
    return found_;
  }

 private:
  std::vector<int> all_ranks() const {
    if (!request_.ranks.empty()) return request_.ranks;
    std::vector<int> ranks;
    for (int n = fixed_; n <= most_ranks; n *= 2) ranks.push_back(n);
    return ranks;
  }

  std::vector<MeshAxis> axes_with(int parts) const {
    std::vector<MeshAxis> axes = request_.axes;
    std::find_if(axes.begin(), axes.end(), is_open)->ranks = parts;
    return axes;
  }

  ScalingRow row(int ranks) {
    const int parts = ranks / fixed_;
    ScalingRow row;
    row.ranks = ranks;
    row.length = found_.length * (found_.weak ? parts : 1);
    if (!found_.weak && found_.length % parts != 0) {
      row.reason = found_.axis + " " + std::to_string(found_.length) + " cannot be divided by " +
                   std::to_string(parts);
      return row;
    }
    set_times(row, cluster_time(request_.cluster, axes_with(parts), steps_for(parts)));
    const double work = found_.weak ? parts : 1;
    if (row.total_us <= 0) return row;
    row.efficiency = work * alone_us_ / (ranks * row.total_us);
    row.per_second = static_cast<double>(row.length) / row.total_us * 1e6;
    return row;
  }

  static void set_times(ScalingRow& row, const ClusterTime& time) {
    row.total_us = time.total_us;
    row.compute_us = time.compute_us;
    row.waiting_us = time.waiting_us;
    row.latency_us = time.latency_us;
    row.transfer_us = time.transfer_us;
    row.hidden = time.exchange_us() > 0 ? time.hidden_us() / time.exchange_us() : 0;
    row.sent_bytes = time.sent_bytes;
    row.bound = name(bound_of(time));
  }

  // When the axis grows with its ranks, one rank's program is that of any number: measured for two.
  std::vector<ClusterStep> steps_for(int parts) {
    if (parts * fixed_ == 1) return alone_.steps;
    if (!found_.weak) return measured(axes_with(parts), found_.length).steps;
    if (!grown_) grown_ = measured(axes_with(2), 2 * found_.length);
    return grown_->steps;
  }

  MeasuredRank measured(const std::vector<MeshAxis>& axes, std::int64_t length) const {
    return measured_rank(program_, axes, found_.axis, length);
  }

  const ScalingRequest& request_;
  const ScaledProgram& program_;
  const int fixed_;
  ScalingRecord found_;
  MeasuredRank alone_;
  double alone_us_ = 0;
  std::optional<MeasuredRank> grown_;
};

}  // namespace

ScaledAxis scaled_axis(const Document& document, const std::string& name) {
  const DocumentRecordPtr record = make_document_record(document);
  for (const AxisFacts& facts : axis_facts(*record->graph, nullptr)) {
    const AxisRecord& axis = facts.axis;
    if (axis.name != name || axis.dual_level != 0) continue;
    if (!axis.length) refuse_axis(name, axis_text(axis));
    return {name, *axis.length, axis.role == AxisRole::batch};
  }
  refuse_axis(name, "no value with an axis of this name");
}

void set_length(RunOverrides& lengths, const ScaledAxis& axis, std::int64_t length) {
  lengths.axis_lengths.erase(axis.name);
  if (axis.is_batch)
    lengths.batch_size = length;
  else
    lengths.axis_lengths[axis.name] = length;
}

std::string growing_axis(const std::vector<MeshAxis>& axes) {
  if (std::count_if(axes.begin(), axes.end(), is_open) == 1)
    return std::find_if(axes.begin(), axes.end(), is_open)->name;
  Diagnostic diagnostic;
  diagnostic.what = "which axis is divided among more and more ranks?";
  diagnostic.found = "'" + mesh_text(axes) + "'";
  diagnostic.expected = "one axis without a number: N, or N,H=4";
  refuse(ErrorKind::value, std::move(diagnostic));
}

int fixed_ranks(const std::vector<MeshAxis>& axes) {
  std::vector<MeshAxis> others = axes;
  std::erase_if(others, is_open);
  return mesh_size(others);
}

ScalingRecord predicted_scaling(const ScalingRequest& request, const ScaledProgram& program,
                                const std::function<void(const std::string&, double)>& progress) {
  return Study(request, program).run(progress);
}

}  // namespace ng
