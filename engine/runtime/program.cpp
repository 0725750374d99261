// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/program.h"

#include <algorithm>

namespace ng {
namespace {

class Printer {
 public:
  Printer(const Program& program, std::vector<std::pair<int, std::vector<std::uint64_t>>>* ops)
      : program_(program), ops_(ops) {}

  std::string print() {
    print_storage();
    print_lists();
    line("procedure " + program_.name + ":");
    print_steps();
    for (const Program::PendingWrite& write : program_.writes) {
      line("  write " + name(write.storage) + " <- " + name(write.value), {write.by});
    }
    std::string returned;
    for (int result : program_.results) {
      returned += (returned.empty() ? "" : ", ") + (result < 0 ? "none" : view(result));
    }
    line("  return " + returned);
    return text_;
  }

 private:
  void print_steps() {
    const std::string indent = program_.once > 0 ? "    " : "  ";
    std::optional<int> launch;
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
      const Step& step = program_.steps[i];
      if (program_.once > 0 && i == 0) line("  until a variable changes, once:");
      if (program_.once > 0 && i == program_.once) line("  each time:");
      if (step.launch && step.launch != launch) line(indent + "in one launch:");
      launch = step.launch;
      print_step(step, launch ? indent + "  " : indent);
    }
  }

  void line(const std::string& code, const std::vector<std::uint64_t>& ops = {}) {
    text_ += code + "\n";
    ++count_;
    if (ops_ && !ops.empty()) ops_->push_back({count_, ops});
  }

  void print_storage() {
    line("storage:");
    for (const Buffer& buffer : program_.buffers) {
      std::string code = "  " + buffer.name + ": " + std::string(ng::name(buffer.kind)) + " " +
                         std::to_string(buffer.bytes) + " B" + text(buffer.placement);
      if (buffer.kind == BufferKind::temporary) {
        code += " @" + std::to_string(buffer.offset) + ", steps " +
                std::to_string(buffer.first_step) + "-" + std::to_string(buffer.last_step);
      }
      line(code, buffer.values);
    }
    line("views:");
    for (const Buffer& buffer : program_.buffers) {
      std::string shape, strides;
      std::int64_t stride = 1;
      for (std::size_t i = buffer.shape.size(); i-- > 0;) {
        strides = std::to_string(stride) + (strides.empty() ? "" : ", ") + strides;
        stride *= buffer.shape[i];
      }
      for (std::size_t i = 0; i < buffer.shape.size(); ++i) {
        shape += (i ? ", " : "") + buffer.axes[i] + " " + std::to_string(buffer.shape[i]);
      }
      line("  " + buffer.name + "_v_0: " + std::string(ng::name(buffer.dtype)) + " offset 0 (" +
               shape + ") strides (" + strides + ")",
           buffer.values);
    }
  }

  static std::string text(const StatePlacement& placement) {
    if (placement.is_whole()) return {};
    const std::string ranks = std::to_string(placement.ranks);
    return placement.kind == StatePlacement::Kind::part
               ? ", one of " + ranks + " parts of " + to_string(placement.whole)
               : ", owned by rank " + std::to_string(placement.owner) + " of " + ranks;
  }

  void print_lists() {
    line("allocate: pool of " + std::to_string(program_.pool_bytes) + " B for temporaries (" +
         std::to_string(program_.unshared_bytes) + " B unshared)");
    std::string init, saved;
    for (const Buffer& buffer : program_.buffers) {
      const bool holds =
          buffer.kind == BufferKind::persistent || buffer.kind == BufferKind::constant;
      if (holds) init += (init.empty() ? " " : ", ") + buffer.name;
      if (buffer.kind == BufferKind::persistent)
        saved += (saved.empty() ? " " : ", ") + buffer.name;
    }
    line("init:" + (init.empty() ? " nothing" : init));
    line("save:" + (saved.empty() ? " nothing" : saved));
    line("restore:" + (saved.empty() ? " nothing" : saved));
  }

  void print_step(const Step& step, const std::string& indent) {
    line(indent + text(step), step.ops);
    const Loop* loop = step.loop();
    if (!loop) return;
    Printer inner(loop->body, nullptr);
    for (const Step& each : loop->body.steps) line(indent + "  " + inner.text(each), each.ops);
  }

  std::string name(int buffer) const {
    return program_.buffers[static_cast<std::size_t>(buffer)].name;
  }
  std::string view(int buffer) const { return name(buffer) + "_v_0"; }

  std::string text(const Step& step) const {
    std::string reads, writes;
    for (int buffer : step.reads) reads += (reads.empty() ? "" : ", ") + view(buffer);
    for (int buffer : step.writes) writes += (writes.empty() ? "" : ", ") + view(buffer);
    const std::string times = step.loop() ? " x " + std::to_string(step.loop()->count) : "";
    return (writes.empty() ? "" : writes + " = ") + step.name + times + "(" + reads + ")";
  }

  const Program& program_;
  std::vector<std::pair<int, std::vector<std::uint64_t>>>* ops_;
  std::string text_;
  int count_ = 0;
};

}  // namespace

void size_loop_pools(Program& program) {
  for (const Step& step : program.steps) {
    const Loop* loop = step.loop();
    if (!loop || loop->pool < 0) continue;
    const int buffer = step.writes[static_cast<std::size_t>(loop->pool)];
    program.buffers[static_cast<std::size_t>(buffer)].bytes = loop->body.pool_bytes;
  }
}

const std::string& device_of(const Program& program, const Step& step) {
  static const std::string none;
  const std::vector<int>& buffers = step.writes.empty() ? step.reads : step.writes;
  return buffers.empty() ? none : program.buffers[static_cast<std::size_t>(buffers[0])].device;
}

bool crosses_devices(const Program& program, const Step& step) {
  const std::string& device = device_of(program, step);
  return std::any_of(step.reads.begin(), step.reads.end(), [&](int buffer) {
    return program.buffers[static_cast<std::size_t>(buffer)].device != device;
  });
}

bool changes_state(const Program& program) {
  const auto writes_state = [&program](const Step& step) {
    return std::any_of(step.writes.begin(), step.writes.end(), [&program](int buffer) {
      return program.buffers[static_cast<std::size_t>(buffer)].kind == BufferKind::persistent;
    });
  };
  return !program.writes.empty() ||
         std::any_of(program.steps.begin(), program.steps.end(), writes_state);
}

std::string print(const Program& program,
                  std::vector<std::pair<int, std::vector<std::uint64_t>>>* line_ops) {
  return Printer(program, line_ops).print();
}

}  // namespace ng
