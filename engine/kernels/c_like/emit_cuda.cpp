// SPDX-License-Identifier: Apache-2.0
// Emits kernels as CUDA C++: one thread per row, or the threads of a warp or block, which share the
// iterations of the inner loops and combine their results in a fixed tree.
#include <algorithm>
#include <map>

#include "engine/kernels/c_like/c_writer.h"
#include "engine/kernels/cuda_schedule.h"
#include "engine/kernels/kept_elements.h"

namespace ng::kernel {
namespace {

// Iterations of one thread whose sum is one chain of additions; see long_sums.h.
constexpr std::int64_t short_chain = 512;

class CudaWriter final : public CWriter {
 public:
  explicit CudaWriter(const Kernel& kernel) : CudaWriter(kernel, cuda_schedule(kernel)) {}

 private:
  CudaWriter(const Kernel& kernel, CudaSchedule schedule)
      : CWriter(kernel, schedule.small_indices ? "int" : "long"),
        schedule_(std::move(schedule)),
        kept_(kernel, schedule_) {}

  std::string head() override {
    out_.comment(schedule_text(schedule_));
    return "extern \"C\" __global__ void __launch_bounds__(" + std::to_string(schedule_.threads) +
           ") " + kernel_.name + "(" + parameters_text(kernel_, names_) + ")";
  }

  void write_body() override {
    if (!schedule_.transposed.empty()) return write_tile();
    write_row();
    if (schedule_.rows_per_thread > 1) return write_vectors();
    declare_kept();
    write(*schedule_.block, 1);
  }

  bool shared() const { return schedule_.threads_per_row > 1; }
  bool has_adjacent_rows() const { return schedule_.adjacent_rows > 1; }
  // Does the last block have threads without a row? They compute the last row without its loops,
  // whose elements its own threads may overwrite, and store nothing.
  bool has_spare_threads() const {
    return has_adjacent_rows() && schedule_.rows % schedule_.adjacent_rows != 0;
  }

  // The row's number and the outer loops' counters, by division.
  void write_row() {
    const std::string rows = std::to_string(schedule_.rows);
    if (!shared()) {
      const std::string several =
          schedule_.rows_per_thread > 1 ? " * " + std::to_string(schedule_.rows_per_thread) : "";
      const std::string thread = "blockIdx.x * (" + counter_ + ")blockDim.x + threadIdx.x";
      define_counter("row", several.empty() ? thread : "(" + thread + ")" + several, 1);
      out_.line(1, "if (row >= " + rows + ") return;");
    } else if (has_adjacent_rows()) {
      write_adjacent_row();
    } else if (schedule_.threads_per_row < schedule_.threads) {
      define_counter("row",
                     "blockIdx.x * (" + counter_ + ")" +
                         std::to_string(schedule_.rows_per_block()) + " + threadIdx.x / 32",
                     1);
      out_.line(1, "const int lane = threadIdx.x % 32;");
      out_.line(1, "if (row >= " + rows + ") return;");
    } else {
      if (!schedule_.outer.empty()) define_counter("row", "blockIdx.x", 1);
      out_.line(1, "const int lane = threadIdx.x;");
    }
    write_counters(schedule_.outer, "row", 1);
  }

  // All threads of the block reach its barriers.
  void write_adjacent_row() {
    const std::string adjacent = std::to_string(schedule_.adjacent_rows);
    const std::string row =
        "blockIdx.x * (" + counter_ + ")" + adjacent + " + threadIdx.x % " + adjacent;
    if (has_spare_threads()) {
      const std::string rows = std::to_string(schedule_.rows);
      define_counter("place", row, 1);
      out_.line(1, "const bool own = place < " + rows + ";");
      define_counter("row", "own ? place : " + std::to_string(schedule_.rows - 1), 1);
    } else {
      define_counter("row", row, 1);
    }
    out_.line(1, "const int lane = threadIdx.x / " + adjacent + ";");
  }

  // Counters of nested loops from the number of the iteration.
  void write_counters(const std::vector<int>& loops, const std::string& number, int indent) {
    std::int64_t stride = 1;
    for (std::size_t i = loops.size(); i-- > 0;) {
      const std::int64_t extent = loop_of(loops[i]).extent;
      std::string place = stride == 1 ? number : number + " / " + std::to_string(stride);
      if (i > 0) place = (stride == 1 ? place : "(" + place + ")") + " % " + std::to_string(extent);
      define_counter(loop_name(kernel_, loops[i]), place, indent);
      stride *= extent;
    }
  }

  void write_define(const Statement& statement, int indent) override {
    CWriter::write_define(statement, indent);
    for_each_load(statement.expr, [this](int, const Index&) { loaded_ = true; });
  }

  // Loads along one loop, computes along the other; the 33rd column keeps the accesses of a warp in
  // different banks of shared memory.
  void write_tile() {
    const std::size_t count = schedule_.outer.size();
    const int down = schedule_.outer[count - 2], along = schedule_.outer[count - 1];
    const std::vector<int> others(schedule_.outer.begin(), schedule_.outer.end() - 2);
    const std::string side = std::to_string(tile);
    const auto tiles = [this](int loop) {
      return std::to_string((loop_of(loop).extent + tile - 1) / tile);
    };
    for (std::size_t i = 0; i < schedule_.transposed.size(); ++i) {
      const auto& [buffer, index] = schedule_.transposed[i];
      const std::string name = "ng_tile" + std::to_string(i);
      const auto& parameter = kernel_.parameters[static_cast<std::size_t>(buffer)];
      out_.line(1, "__shared__ " + std::string(c_type(parameter.dtype)) + " " + name + "[" + side +
                       "][" + std::to_string(tile + 1) + "];");
    }
    const std::string block = "(" + counter_ + ")blockIdx.x";
    define_counter("ng_along", block + " % " + tiles(along) + " * " + side, 1);
    define_counter("ng_down", block + " / " + tiles(along) + " % " + tiles(down) + " * " + side, 1);
    write_counters(others, "(" + block + " / (" + tiles(along) + " * " + tiles(down) + "))", 1);
    open_tile_loop(along, down);
    for (std::size_t i = 0; i < schedule_.transposed.size(); ++i) {
      const auto& [buffer, index] = schedule_.transposed[i];
      out_.line(2,
                "ng_tile" + std::to_string(i) + "[ng_k][threadIdx.x % " + side +
                    "] = " + element(buffer, index) + ";",
                first_reader(buffer, index));
    }
    out_.close(1);
    out_.line(1, "__syncthreads();");
    open_tile_loop(down, along);
    for (std::size_t i = 0; i < schedule_.transposed.size(); ++i) {
      tiles_[schedule_.transposed[i]] =
          "ng_tile" + std::to_string(i) + "[threadIdx.x % " + side + "][ng_k]";
    }
    write(*schedule_.block, 2);
    out_.close(1);
  }

  // The statement whose ops are those of the load's line.
  const Statement* first_reader(int buffer, const Index& index) const {
    for (const Statement& statement : *schedule_.block) {
      bool reads = false;
      for_each_load(statement.expr,
                    [&](int loaded, const Index& at) { reads |= loaded == buffer && at == index; });
      if (reads) return &statement;
    }
    return nullptr;
  }

  // A loop over the tile: the threads of a warp take neighbouring iterations of `threads`, and the
  // warps take turns at those of `turns`.
  void open_tile_loop(int turns, int threads) {
    const int along = schedule_.outer.back();
    const auto counter = [&](int loop, const std::string& place) {
      define_counter(loop_name(kernel_, loop),
                     (loop == along ? "ng_along + " : "ng_down + ") + place, 2);
    };
    const std::string side = std::to_string(tile);
    out_.open(1, "for (int ng_k = threadIdx.x / " + side + "; ng_k < " + side +
                     "; ng_k += " + std::to_string(schedule_.threads / tile) + ")");
    counter(turns, "ng_k");
    counter(threads, "threadIdx.x % " + side);
    out_.line(2, "if (" + loop_name(kernel_, turns) + " >= " +
                     std::to_string(loop_of(turns).extent) + " || " + loop_name(kernel_, threads) +
                     " >= " + std::to_string(loop_of(threads).extent) + ") continue;");
  }

  // Loads vectors of neighbouring rows, computes one row after the other, stores vectors.
  void write_vectors() {
    const std::string count = std::to_string(schedule_.rows_per_thread);
    const auto vector_of = [&](int buffer, const Index& index) {
      const auto [known, fresh] =
          vectors_.try_emplace({buffer, index}, "v" + std::to_string(vectors_.size()));
      if (fresh) out_.line(1, "float " + known->second + "[" + count + "];");
      return std::pair(known->second, fresh);
    };
    std::vector<std::pair<const Statement*, std::string>> stores;
    for (const Statement& statement : *schedule_.block) {
      for_each_load_node(statement.expr, [&](const ExprNode& load) {
        if (load.index.stride(schedule_.outer.back()) == 0) return;
        const auto [name, fresh] = vector_of(load.buffer, load.index);
        // The guards are the same for all rows of the thread; outside them there is no memory.
        const std::string guard =
            load.guards.empty() ? "" : "if (" + guards_text(kernel_, load.guards) + ") ";
        if (fresh || !guard.empty()) {
          out_.line(1, guard + "ng_load4(" + address(load.buffer, load.index) + ", " + name + ");",
                    &statement);
        }
      });
    }
    for (const Statement& statement : *schedule_.block) {
      if (statement.kind == Statement::Kind::store)
        stores.emplace_back(&statement, vector_of(-1 - statement.buffer, statement.index).first);
    }
    out_.line(1, "#pragma unroll");
    out_.open(1, "for (int j = 0; j < " + count + "; ++j)");
    for (const Statement& statement : *schedule_.block) {
      if (statement.kind != Statement::Kind::store) {
        write(statement, 2);
        continue;
      }
      const std::string& name = vectors_.at({-1 - statement.buffer, statement.index});
      out_.line(2, name + "[j] = " + value(statement) + ";", &statement);
    }
    out_.close(1);
    for (const auto& [statement, name] : stores) {
      out_.line(1, "ng_store4(" + address(statement->buffer, statement->index) + ", " + name + ");",
                statement);
    }
  }

  static std::string kept_name(int array) { return "kept" + std::to_string(array) + "[j]"; }
  int kept_array(int buffer, const Index& index) const {
    return in_nest_ && kept_.any() ? kept_.array_of(*nest_, buffer, index) : -1;
  }

  void declare_kept() {
    for (std::size_t i = 0; i < kept_.arrays().size(); ++i) {
      const auto buffer = static_cast<std::size_t>(kept_.arrays()[i].buffer);
      out_.line(1, std::string(c_type(kernel_.parameters[buffer].dtype)) + " kept" +
                       std::to_string(i) + "[" + std::to_string(kept_.per_thread()) + "];");
    }
  }

  // All threads of a row compute what is outside the inner loops; one of them stores it.
  void write_store(const Statement& statement, int indent) override {
    const int kept = kept_array(statement.buffer, statement.index);
    const std::string to = element(statement.buffer, statement.index) + " = ";
    if (kept >= 0) {
      out_.line(indent, kept_name(kept) + " = " + value(statement) + ";", &statement);
      if (!kept_.is_stored_later(statement))
        out_.line(indent, to + kept_name(kept) + ";", &statement);
      return;
    }
    const bool once = shared() && !in_nest_;
    // The element may be in the memory of one that other threads of the row load.
    if (once && loaded_) write_barrier(indent);
    const std::string condition = once && has_spare_threads() ? "if (own && lane == 0) "
                                  : once                      ? "if (lane == 0) "
                                                              : "";
    out_.line(indent, condition + to + value(statement) + ";", &statement);
  }

  void write_loop(const Statement& statement, int indent) override {
    if (shared() && !in_nest_) return write_shared_nest(statement, indent);
    CWriter::write_loop(statement, indent);
  }

  // The threads of the row take turns at the iterations of the whole nest.
  void write_shared_nest(const Statement& statement, int indent) {
    const InnerNest nest = inner_nest(kernel_, statement);
    nest_ = &statement;
    std::int64_t longest = 1;
    for (const int loop : nest.loops) longest *= loop_of(loop).extent;
    const std::vector<const Statement*> results = accumulations(nest);
    LongSum sum{-1, 0, {}};
    std::copy_if(results.begin(), results.end(), std::back_inserter(sum.sums),
                 [](const Statement* each) { return each->combine == Combine::add; });
    const bool is_long = !sum.sums.empty() && longest / schedule_.threads_per_row > 2 * short_chain;
    const std::string whole = iterations_text(kernel_, nest.loops);
    if (kept_.any()) {
      write_kept_turns(nest, indent);
    } else if (is_long) {
      begin_long_sum(sum, indent);
      open_block("from", "to", "0", whole, short_chain * schedule_.threads_per_row, indent);
      write_turns(nest, "from + lane", "to", indent + 1);
      close_block(indent);
      end_long_sum(indent);
    } else {
      write_turns(nest, "lane", whole, indent);
    }
    for (const Statement* each : results) combine_lanes(*each, indent);
    if (results.empty()) write_barrier(indent);
    loaded_ = false;
  }

  // Orders the accesses of the row's threads.
  void write_barrier(int indent) {
    out_.line(indent, schedule_.warp_per_row() ? "__syncwarp();" : "__syncthreads();");
    loaded_ = false;
  }

  void write_turns(const InnerNest& nest, const std::string& begin, const std::string& end,
                   int indent) {
    const std::string own = has_spare_threads() ? "own && " : "";
    out_.open(indent, "for (" + counter_ + " at = " + begin + "; " + own + "at < " + end +
                          "; at += " + std::to_string(schedule_.threads_per_row) + ")");
    write_counters(nest.loops, "at", indent + 1);
    in_nest_ = true;
    write(*nest.body, indent + 1);
    in_nest_ = false;
    out_.close(indent);
  }

  // With a constant number of iterations per thread, so that arrays are kept in registers.
  void write_kept_turns(const InnerNest& nest, int indent) {
    const std::int64_t turns = kept_.per_thread(), threads = schedule_.threads_per_row;
    const std::string count = std::to_string(kept_.iterations());
    out_.line(indent, "#pragma unroll");
    out_.open(indent, "for (int j = 0; j < " + std::to_string(turns) + "; ++j)");
    define_counter("at", "lane + j * " + std::to_string(threads), indent + 1);
    const bool uneven = turns * threads != kept_.iterations();
    if (uneven || has_spare_threads())
      out_.line(indent + 1, std::string("if (") + (has_spare_threads() ? "!own || " : "") +
                                "at >= " + count + ") continue;");
    write_counters(nest.loops, "at", indent + 1);
    for (std::size_t i = 0; i < kept_.arrays().size(); ++i) {
      const KeptElements::Array& array = kept_.arrays()[i];
      if (array.filled != nest_) continue;
      out_.line(indent + 1,
                kept_name(static_cast<int>(i)) + " = " + element(array.buffer, array.index) + ";",
                &nest.body->front());
    }
    in_nest_ = true;
    write(*nest.body, indent + 1);
    in_nest_ = false;
    out_.close(indent);
  }

  void combine_lanes(const Statement& statement, int indent) {
    constexpr const char* names[] = {"ng_sum", "ng_product", "ng_largest", "ng_smallest"};
    const std::string name = local_name(statement.local);
    const std::string threads = "<" + std::to_string(schedule_.threads) + ">(";
    const std::string call = std::string(names[static_cast<int>(statement.combine)]) +
                             (has_adjacent_rows()        ? "_of_adjacent_rows" + threads
                              : schedule_.warp_per_row() ? "_of_warp("
                                                         : "_of_block" + threads);
    out_.line(indent, name + " = " + call + name + ");", &statement);
  }

  // The element where it is: in a register, in shared memory or in its buffer.
  std::string loaded(const ExprNode& load) const override {
    const std::pair at(load.buffer, load.index);
    if (const auto in_vector = vectors_.find(at); in_vector != vectors_.end())
      return in_vector->second + "[j]";
    if (load.guards.empty()) {
      if (const int kept = kept_array(load.buffer, load.index); kept >= 0) return kept_name(kept);
      if (const auto in_tile = tiles_.find(at); in_tile != tiles_.end()) return in_tile->second;
    }
    return CWriter::loaded(load);
  }

  const CudaSchedule schedule_;
  const KeptElements kept_;
  const Statement* nest_ = nullptr;                     // the inner loop that is being written
  bool in_nest_ = false;                                // inside an inner loop
  bool loaded_ = false;                                 // elements since the last barrier
  std::map<std::pair<int, Index>, std::string> tiles_;  // places of transposed loads
  // Arrays of the elements of several rows: of loads by buffer and index, of stores by -1 - buffer.
  std::map<std::pair<int, Index>, std::string> vectors_;
};

}  // namespace

Text emit_cuda(const Kernel& kernel) {
  return CudaWriter(kernel).write();
}

}  // namespace ng::kernel
