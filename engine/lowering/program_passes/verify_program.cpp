// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/verify_program.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "engine/lowering/program_passes/buffer_uses.h"
#include "engine/lowering/program_passes/element_by_element.h"
#include "engine/lowering/program_passes/launches.h"
#include "engine/lowering/program_passes/verify_loop.h"

namespace ng {
namespace {

class Verifier {
 public:
  explicit Verifier(const Program& program) : program_(program) {}

  std::vector<std::string> faults() {
    check_lists();
    if (!faults_.empty()) return std::move(faults_);  // the other checks follow the numbers
    for (std::size_t i = 0; i < program_.steps.size(); ++i) check_step(i);
    check_order();
    if (program_.has_lifetimes) check_lifetimes();
    if (program_.is_placed) check_places();
    return std::move(faults_);
  }

 private:
  using Index = std::size_t;

  void fault(const std::string& what) { faults_.push_back(what); }
  // `what` writes the fault: a program without faults takes no time for texts.
  template <class F>
  void expect(bool holds, F&& what) {
    if (!holds) fault(what());
  }
  const Buffer& buffer(int i) const { return program_.buffers[static_cast<Index>(i)]; }
  std::string step_text(Index i) const {
    return "step " + std::to_string(i) + " (" + program_.steps[i].name + ")";
  }

  bool in_range(int i, int least) const {
    return i >= least && i < static_cast<int>(program_.buffers.size());
  }

  using Text = std::function<std::string()>;
  void check_list(const std::vector<int>& list, int least, const Text& what) {
    for (const int i : list)
      expect(in_range(i, least), [&] {
        return what() + " names buffer " + std::to_string(i) + ", of " +
               std::to_string(program_.buffers.size());
      });
  }

  void check_lists() {
    for (Index i = 0; i < program_.steps.size(); ++i) {
      const Step& step = program_.steps[i];
      check_list(step.reads, 0, [&] { return step_text(i); });
      check_list(step.writes, 0, [&] { return step_text(i); });
      const auto* work = step.as<KernelStep>();
      const int kernels = static_cast<int>(program_.kernels.size());
      expect(!work || (work->kernel >= 0 && work->kernel < kernels),
             [&] { return step_text(i) + " has no kernel in the program"; });
      const int writes = static_cast<int>(step.writes.size());
      expect(!step.scratch || (*step.scratch >= 0 && *step.scratch < writes),
             [&] { return step_text(i) + " has no write for its scratch memory"; });
    }
    check_list(program_.parameters, 0, [] { return std::string("a parameter"); });
    check_list(program_.constants, 0, [] { return std::string("a constant"); });
    check_list(program_.results, -1, [] { return std::string("a result"); });
    check_list(program_.kept, -1, [] { return std::string("a watched value"); });
    for (const Program::PendingWrite& write : program_.writes)
      check_list({write.storage, write.value}, 0, [] { return std::string("a pending write"); });
    expect(program_.once <= program_.steps.size(),
           [] { return std::string("more steps run once than there are"); });
  }

  void check_step(Index i) {
    const Step& step = program_.steps[i];
    if (const auto* work = step.as<KernelStep>()) check_kernel(i, *work);
    if (const auto* matmul = step.as<Matmul>()) check_matmul(i, *matmul);
    if (step.is<CopyStep>() || step.is<PrintStep>() || step.is<ClassCheck>()) {
      // What a copy reads after its operand only orders it.
      const bool one = step.is<CopyStep>() ? !step.reads.empty() : step.reads.size() == 1;
      const bool fits = one && step.writes.size() == 1 &&
                        buffer(step.reads[0]).bytes == buffer(step.writes[0]).bytes;
      expect(fits,
             [&] { return step_text(i) + " does not copy one buffer to another of its size"; });
    }
    expect(!crosses_devices(program_, step) || (step.is<CopyStep>() && step.reads.size() == 1),
           [&] { return step_text(i) + " reads the memory of another device"; });
    if (const auto* join = step.as<JoinStep>()) check_join(i, *join);
    if (const auto* exchange = step.as<CollectiveStep>()) check_collective(i, *exchange);
    if (const Loop* loop = step.loop()) {
      for (const std::string& each : faults_of_loop(program_, step, *loop))
        fault(step_text(i) + ": " + each);
    }
    check_launch(i);
  }

  // The larger side of a gather or scatter is a multiple of the part.
  void check_collective(Index i, const CollectiveStep& work) {
    const Step& step = program_.steps[i];
    if (work.carried != CollectiveStep::Part::both) return check_carried(i, work);
    if (work.kind == CollectiveKind::send || work.kind == CollectiveKind::receive)
      return check_transfer(i, work);
    const auto bytes = [&](const std::vector<int>& list) { return buffer(list[0]).bytes; };
    const bool gathers = work.kind == CollectiveKind::all_gather;
    const std::int64_t part = work.part_bytes();
    const bool fits = step.reads.size() == 1 && step.writes.size() == 1 &&
                      bytes(gathers ? step.reads : step.writes) == part &&
                      (part == 0 || bytes(gathers ? step.writes : step.reads) % part == 0);
    expect(fits, [&] { return step_text(i) + " does not exchange parts of its buffers' sizes"; });
  }

  void check_transfer(Index i, const CollectiveStep& work) {
    const Step& step = program_.steps[i];
    const bool sends = work.kind == CollectiveKind::send;
    const bool fits = step.writes.size() == 1 && (!sends || step.reads.size() == 1) &&
                      buffer(sends ? step.reads[0] : step.writes[0]).bytes == work.part_bytes();
    expect(fits, [&] { return step_text(i) + " does not transfer a buffer whole"; });
  }

  // Operands are read at the start only, results written at the end only.
  void check_carried(Index i, const CollectiveStep& work) {
    const Step& step = program_.steps[i];
    const bool starts = work.carried == CollectiveStep::Part::start;
    const std::vector<int>& arrays = starts ? step.reads : step.writes;
    bool fits = (starts ? step.writes : step.reads).empty() && arrays.size() == work.counts.size();
    const auto size = static_cast<std::int64_t>(size_of(work.dtype));
    const bool reduces = work.kind == CollectiveKind::all_reduce;
    const bool gives_wholes = starts == (work.kind == CollectiveKind::reduce_scatter);
    const std::int64_t parts = reduces || !gives_wholes ? 1 : std::max(1, work.ranks);
    fits &= reduces || work.rows.size() == work.counts.size();
    for (Index k = 0; fits && k < arrays.size(); ++k)
      fits = buffer(arrays[k]).bytes == work.counts[k] * size * parts;
    expect(fits, [&] { return step_text(i) + " does not exchange its arrays whole"; });
  }

  void check_kernel(Index i, const KernelStep& work) {
    const Step& step = program_.steps[i];
    const kernel::Kernel& kernel = program_.kernels[static_cast<Index>(work.kernel)];
    std::vector<int> arguments = step.reads;
    arguments.insert(arguments.end(), step.writes.begin(), step.writes.end());
    if (arguments.size() != kernel.parameters.size())
      return fault(step_text(i) + " does not have one buffer per parameter of its kernel");
    for (Index k = 0; k < arguments.size(); ++k) {
      const kernel::Parameter& parameter = kernel.parameters[k];
      const Buffer& own = buffer(arguments[k]);
      const std::int64_t bytes =
          parameter.elements * static_cast<std::int64_t>(size_of(parameter.dtype));
      expect(parameter.output == (k >= step.reads.size()) && own.dtype == parameter.dtype &&
                 own.bytes == bytes,
             [&] {
               return step_text(i) + ": " + own.name + " does not fit the kernel's parameter " +
                      parameter.name;
             });
    }
  }

  void check_matmul(Index i, const Matmul& p) {
    const Step& step = program_.steps[i];
    const Index least = p.accumulate ? 3 : 2, most = p.accumulate ? 4 : 2;
    if (step.reads.size() < least || step.reads.size() > most || step.writes.empty())
      return fault(step_text(i) + " is a matmul of " + std::to_string(step.reads.size()) +
                   " operands");
    const auto holds = [&](int b, DType dtype, std::int64_t elements) {
      return buffer(b).dtype == dtype &&
             buffer(b).bytes == elements * static_cast<std::int64_t>(size_of(dtype));
    };
    if (!p.batch.empty()) return check_batch(i, p);
    const std::int64_t of_b = p.packed ? buffer(step.reads[1]).bytes / 4 : p.k * p.n;
    expect(holds(step.reads[0], p.a_dtype(), p.m * p.k) &&
               holds(step.reads[1], p.b_dtype(), of_b) &&
               holds(step.writes[0], p.dtype, p.m * p.n) &&
               (!p.accumulate || holds(step.reads[2], p.dtype, p.m * p.n)) &&
               (step.reads.size() < 4 || holds(step.reads[3], p.dtype, 1)),
           [&] { return step_text(i) + ": a buffer does not have the size of its matrix"; });
  }

  void check_batch(Index i, const Matmul& p) {
    const Step& step = program_.steps[i];
    std::int64_t a = p.transpose_a ? (p.k - 1) * p.lda + p.m : (p.m - 1) * p.lda + p.k,
                 c = (p.m - 1) * p.ldc + p.n,
                 b = p.transpose_b ? (p.n - 1) * p.ldb + p.k : (p.k - 1) * p.ldb + p.n;
    for (const Matmul::Batch& axis : p.batch) {
      a += (axis.count - 1) * axis.a;
      b += (axis.count - 1) * axis.b;
      c += (axis.count - 1) * axis.c;
    }
    const auto holds = [&](int each, std::int64_t elements) {
      return buffer(each).dtype == DType::f32 && buffer(each).bytes >= 4 * elements;
    };
    const bool fits = p.dtype == DType::f32 && !p.accumulate && !p.packed;
    expect(fits && holds(step.reads[0], a) && holds(step.reads[1], b) && holds(step.writes[0], c),
           [&] { return step_text(i) + ": a buffer does not hold its batch of matrices"; });
  }

  void check_join(Index i, const JoinStep& join) {
    const Step& step = program_.steps[i];
    bool fits = step.writes.size() == 1 && step.reads.size() == join.block_bytes.size();
    std::int64_t row = 0;
    for (Index k = 0; fits && k < step.reads.size(); ++k) {
      row += join.block_bytes[k];
      fits = buffer(step.reads[k]).bytes == join.rows * join.block_bytes[k];
    }
    expect(fits && buffer(step.writes[0]).bytes == join.rows * row,
           [&] { return step_text(i) + ": the joined blocks do not fill the result"; });
  }

  void check_launch(Index i) {
    const Step& step = program_.steps[i];
    if (step.iterations_per_row == 0) return;
    const bool follows = i > 0 && makes_rows(program_.steps[i - 1]) && step.launch &&
                         program_.steps[i - 1].launch == step.launch && step.is<KernelStep>();
    expect(follows, [&] {
      return step_text(i) +
             " is an epilogue that follows no matmul or convolution of bytes of its launch";
    });
  }

  // Contents that exist before the first step.
  static bool is_given(const Buffer& buffer) {
    return buffer.kind == BufferKind::persistent || buffer.kind == BufferKind::input ||
           buffer.kind == BufferKind::constant;
  }

  void check_order() {
    std::vector<bool> written(program_.buffers.size());
    for (Index i = 0; i < written.size(); ++i) written[i] = is_given(program_.buffers[i]);
    const auto require = [&](int b, const auto& reader) {
      expect(b < 0 || written[static_cast<Index>(b)], [&] {
        return reader() + (b < 0 ? "" : " reads " + buffer(b).name) +
               ", which no earlier step writes";
      });
    };
    for (Index i = 0; i < program_.steps.size(); ++i) {
      const Step& step = program_.steps[i];
      for (const int b : step.reads) {
        require(b, [&] { return step_text(i); });
        const bool changes = i < program_.once && buffer(b).kind == BufferKind::input;
        expect(!changes,
               [&] { return step_text(i) + " runs once but reads the input " + buffer(b).name; });
      }
      for (const int b : step.writes) written[static_cast<Index>(b)] = true;
    }
    for (const int b : program_.results) require(b, [] { return std::string("the caller"); });
    for (const int b : program_.kept) require(b, [] { return std::string("the caller"); });
    for (const Program::PendingWrite& write : program_.writes) {
      require(write.value, [] { return std::string("a pending write"); });
      expect(buffer(write.value).bytes == buffer(write.storage).bytes, [&] {
        return "a pending write: " + buffer(write.value).name + " does not fit " +
               buffer(write.storage).name;
      });
    }
  }

  // Does step `i` write another temporary over `read`, element by element? Buffers of 0 bytes may
  // all be at one offset.
  bool is_written_over(Index i, const Buffer& read) const {
    const Step& step = program_.steps[i];
    const auto* work = step.as<KernelStep>();
    if (!work || read.last_step != static_cast<int>(i) - 1) return false;
    const kernel::Kernel& kernel = program_.kernels[static_cast<Index>(work->kernel)];
    for (Index w = 0; w < step.writes.size(); ++w) {
      const Buffer& made = buffer(step.writes[w]);
      if (made.kind != BufferKind::temporary || made.offset != read.offset) continue;
      for (Index r = 0; r < step.reads.size(); ++r) {
        if (&buffer(step.reads[r]) == &read &&
            element_by_element(kernel, static_cast<int>(r),
                               static_cast<int>(step.reads.size() + w)))
          return true;
      }
    }
    return false;
  }

  void check_lifetimes() {
    for (Index i = 0; i < program_.steps.size(); ++i) {
      const int now = static_cast<int>(i), until = last_reading_step(program_, now);
      const auto covers = [&](const Buffer& b, int end) {
        return b.first_step <= now && b.last_step >= end;
      };
      for (const int b : program_.steps[i].reads) {
        expect(
            covers(buffer(b), until) || (program_.is_placed && is_written_over(i, buffer(b))), [&] {
              return buffer(b).name + " does not live until " + step_text(i) + ", which reads it";
            });
      }
      for (const int b : program_.steps[i].writes) {
        expect(covers(buffer(b), now), [&] {
          return buffer(b).name + " does not live in " + step_text(i) + ", which writes it";
        });
      }
    }
  }

  // Sweeps over the steps; the temporaries alive at one are in order of their offsets, so that each
  // new one is compared with its neighbours only.
  void check_places() {
    std::vector<const Buffer*> temporaries;
    for (const Buffer& each : program_.buffers) {
      if (each.kind != BufferKind::temporary || each.bytes == 0) continue;
      expect(each.offset >= 0 && each.offset + each.bytes <= program_.pool_bytes,
             [&] { return each.name + " is outside the pool"; });
      temporaries.push_back(&each);
    }
    std::vector<const Buffer*> ending = temporaries;
    std::stable_sort(temporaries.begin(), temporaries.end(), [](const Buffer* a, const Buffer* b) {
      return a->first_step < b->first_step;
    });
    std::stable_sort(ending.begin(), ending.end(),
                     [](const Buffer* a, const Buffer* b) { return a->last_step < b->last_step; });
    std::multimap<std::int64_t, const Buffer*> alive;
    auto over = ending.begin();
    for (const Buffer* made : temporaries) {
      for (; over != ending.end() && (*over)->last_step < made->first_step; ++over) {
        const auto [begin, end] = alive.equal_range((*over)->offset);
        const auto at =
            std::find_if(begin, end, [&](const auto& each) { return each.second == *over; });
        if (at != end) alive.erase(at);
      }
      const auto at = alive.emplace(made->offset, made);
      if (at != alive.begin()) check_apart(*std::prev(at)->second, *made);
      if (std::next(at) != alive.end()) check_apart(*made, *std::next(at)->second);
    }
  }

  // `low` has the lower offset.
  void check_apart(const Buffer& low, const Buffer& high) {
    expect(low.offset + low.bytes <= high.offset, [&] {
      return low.name + " and " + high.name + " are alive together at the same bytes of the pool";
    });
  }

  const Program& program_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> verify(const Program& program) {
  return Verifier(program).faults();
}

}  // namespace ng
