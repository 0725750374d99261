// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/axis_facts.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"

namespace ng {
namespace {

struct Held {
  AxisRecord axis;
  std::optional<int> position;
  int rank = 0;
};

using HeldAxes = std::vector<Held>;

const Held* find(const HeldAxes& axes, const std::string& text) {
  const auto found = std::find_if(axes.begin(), axes.end(),
                                  [&](const Held& held) { return axis_text(held.axis) == text; });
  return found == axes.end() ? nullptr : &*found;
}

void add(HeldAxes& axes, const ResultRecord& result) {
  for (std::size_t i = 0; i < result.axes.size(); ++i) {
    if (find(axes, axis_text(result.axes[i]))) continue;
    axes.push_back({result.axes[i], static_cast<int>(i), static_cast<int>(result.axes.size())});
  }
}

std::vector<std::string> texts(const HeldAxes& axes) {
  std::vector<std::string> all;
  for (const Held& held : axes) all.push_back(axis_text(held.axis));
  return all;
}

class Reader {
 public:
  Reader(const GraphRecord& graph, const CompilationRecord* compilation) : graph_(graph) {
    for (const OpRecord& op : graph.ops) ops_.emplace(op.id, &op);
    if (!compilation) return;
    for (const BufferRecord& buffer : compilation->buffers) {
      for (const OpId value : buffer.values) buffers_.emplace(value, &buffer);
    }
  }

  std::vector<AxisFacts> read() {
    for (const OpRecord& op : graph_.ops) {
      if (op.traits.kind != OpKind::kernel) readOp(op);
    }
    return std::move(facts_);
  }

 private:
  void readOp(const OpRecord& op) {
    HeldAxes in, out;
    for (const OperandRecord& operand : op.operands) {
      const auto producer = ops_.find(operand.op);
      if (producer == ops_.end()) continue;
      const auto& results = producer->second->results;
      const auto r = static_cast<std::size_t>(operand.result);
      if (r < results.size()) add(in, results[r]);
    }
    for (const ResultRecord& result : op.results) add(out, result);
    HeldAxes gone, fresh;
    for (const Held& held : in) {
      if (!find(out, axis_text(held.axis))) gone.push_back(held);
    }
    for (const Held& held : out) {
      const bool kept = find(in, axis_text(held.axis)) != nullptr;
      if (!kept) fresh.push_back(held);
      if (kept) note(op, held, AxisEffect::has, {});
    }
    noteFresh(op, gone, fresh);
    // Side effects and sequencing reduce no axes of their operands.
    if (!op.results.empty() && !op.traits.is_sequencing()) noteGone(op, gone, fresh);
  }

  void noteFresh(const OpRecord& op, const HeldAxes& gone, const HeldAxes& fresh) {
    const bool made = op.operands.empty() || op.family == Family::state;
    for (const Held& held : fresh) {
      const HeldAxes before = namesakes(gone, held);
      const bool regroups = op.family == Family::view && !gone.empty();
      const AxisEffect effect =
          made || regroups || !before.empty() ? AxisEffect::makes : AxisEffect::spreads;
      note(op, held, effect, texts(!before.empty() ? before : regroups ? gone : HeldAxes()));
    }
  }

  void noteGone(const OpRecord& op, const HeldAxes& gone, const HeldAxes& fresh) {
    for (Held held : gone) {
      const HeldAxes after = namesakes(fresh, held);
      held.position.reset();
      AxisEffect effect = AxisEffect::reduces;
      HeldAxes becomes;
      if (!after.empty()) {
        effect = AxisEffect::resizes, becomes = after;
      } else if (op.traits.kind == OpKind::loop) {
        effect = AxisEffect::loops;
      } else if (op.traits.counts) {
        effect = AxisEffect::measures;
      } else if (op.family == Family::view) {
        effect = fresh.empty()      ? AxisEffect::picks
                 : gone.size() > 1  ? AxisEffect::joins
                 : fresh.size() > 1 ? AxisEffect::splits
                                    : AxisEffect::renames;
        becomes = fresh;
      }
      note(op, held, effect, texts(becomes));
    }
  }

  // Axes of the same name and another length, as of slices and pooling.
  static HeldAxes namesakes(const HeldAxes& axes, const Held& held) {
    HeldAxes same;
    for (const Held& each : axes) {
      if (each.axis.name == held.axis.name) same.push_back(each);
    }
    return same;
  }

  void note(const OpRecord& op, const Held& held, AxisEffect effect,
            std::vector<std::string> others) {
    AxisDoing use;
    use.op = op.id;
    use.effect = effect;
    use.position = held.position;
    use.rank = held.rank;
    use.others = std::move(others);
    const auto buffer = buffers_.find(op.id);
    if (held.position && buffer != buffers_.end()) {
      use.buffer = buffer->second->name;
      use.stride = strideIn(*buffer->second, held.axis);
    }
    factsOf(held.axis).uses.push_back(std::move(use));
  }

  static std::int64_t strideIn(const BufferRecord& buffer, const AxisRecord& axis) {
    for (std::size_t i = 0; i < buffer.axes.size() && i < buffer.strides.size(); ++i) {
      const AxisRecord& own = buffer.axes[i];
      if (own.name == axis.name && own.length == axis.length) return buffer.strides[i];
    }
    return 0;
  }

  AxisFacts& factsOf(const AxisRecord& axis) {
    const auto [place, fresh] = places_.emplace(axis_text(axis), facts_.size());
    if (fresh) facts_.push_back({axis, {}});
    return facts_[place->second];
  }

  const GraphRecord& graph_;
  std::unordered_map<OpId, const OpRecord*> ops_;
  std::unordered_map<OpId, const BufferRecord*> buffers_;
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<AxisFacts> facts_;
};

}  // namespace

std::vector<OpId> AxisFacts::doing(AxisEffect effect) const {
  std::vector<OpId> ops;
  for (const AxisDoing& use : uses) {
    if (use.effect == effect) ops.push_back(use.op);
  }
  return ops;
}

int AxisFacts::shared() const {
  return static_cast<int>(std::count_if(
      uses.begin(), uses.end(), [](const AxisDoing& use) { return use.position.has_value(); }));
}

std::vector<std::int64_t> AxisFacts::strides() const {
  std::set<std::int64_t> all;
  for (const AxisDoing& use : uses) {
    if (use.stride > 0) all.insert(use.stride);
  }
  return {all.begin(), all.end()};
}

std::vector<AxisFacts> axis_facts(const GraphRecord& graph, const CompilationRecord* compilation) {
  return Reader(graph, compilation).read();
}

std::string axis_text(const AxisRecord& axis) {
  return axis.name + " " + length_text(axis);
}

bool is_axis(const AxisRecord& axis, std::string_view meant) {
  return !meant.empty() && (is_axis_name(axis.name, meant) || meant == axis_text(axis) ||
                            meant == shown_axis_name(axis_text(axis)));
}

}  // namespace ng
