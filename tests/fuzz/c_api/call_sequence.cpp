// SPDX-License-Identifier: Apache-2.0
// The choice of a sequence's next call, the rules that every call keeps, and calls without graphs.
#include "tests/fuzz/c_api/call_sequence.h"

#include <cstring>
#include <future>
#include <stdexcept>

#include "tests/fuzz/c_api/sequence_steps.h"

namespace ng::fuzz {
namespace {

constexpr std::size_t longest_message = 24 << 10;
constexpr std::size_t most_handles = 200;

std::string fault_of_code(int code, bool wrong) {
  ngraph_error error{};
  error.size = sizeof error;
  if (ngraph_last_error(&error)) return "ngraph_last_error failed";
  if (error.code != code) return "ngraph_last_error has the code " + std::to_string(error.code);
  if (code == NGRAPH_OK) return wrong ? "succeeded with wrong arguments" : "";
  if (!*error.what) return "has no message";
  if (code == NGRAPH_INTERNAL) return std::string("internal error: ") + error.what;
  for (const char* text : {error.what, error.where, error.found, error.expected, error.action})
    if (std::strlen(text) > longest_message) return "a message is too long";
  return {};
}

}  // namespace

int CallSequence::checked(const char* function, int code, bool wrong) {
  const std::string fault = fault_of_code(code, wrong);
  if (fault.empty()) return code;
  throw std::logic_error(std::string(function) + " returned " + std::to_string(code) + ": " +
                         fault);
}

std::string CallSequence::draw_path() {
  static const char* const names[] = {"a.ngraph", "b.ngraph", "a.safetensors"};
  if (!draws_.once_in(12)) return folder_ + "/" + draws_.one_of(names);
  static const char* const wrong[] = {"no/such/file", "no/such/\xff\n.onnx", "", "/pipe", "/."};
  const std::size_t drawn = draws_.below(std::size(wrong));
  return drawn < 3 ? wrong[drawn] : folder_ + wrong[drawn];
}

void CallSequence::keep(HandleKind kind, void* handle) {
  if (pool_.size() < most_handles) return pool_.add(kind, handle);
  checked("ngraph_release", ngraph_release(handle));
}

void CallSequence::run() {
  start();
  while (!draws_.empty()) one_call();
}

void CallSequence::start() {
  ngraph_transformer transformer = nullptr;
  ngraph_document document = nullptr;
  ngraph_axis axis = nullptr;
  checked("ngraph_transformer_open", ngraph_transformer_open("cpu", &transformer));
  checked("ngraph_document_new", ngraph_document_new(&document));
  checked("ngraph_axis_new", ngraph_axis_new("N", 3, &axis));
  keep(HandleKind::transformer, transformer);
  keep(HandleKind::document, document);
  keep(HandleKind::axis, axis);
  new_placeholder();
  new_variable();
}

void CallSequence::one_call() {
  static constexpr Row rows[] = {{1, &CallSequence::version},
                                 {1, &CallSequence::last_error},
                                 {3, &CallSequence::release},
                                 {1, &CallSequence::list_transformers},
                                 {1, &CallSequence::open_transformer},
                                 {1, &CallSequence::new_document},
                                 {2, &CallSequence::load_document},
                                 {2, &CallSequence::save_document},
                                 {1, &CallSequence::read_document},
                                 {1, &CallSequence::find_op},
                                 {12, &CallSequence::define},
                                 {1, &CallSequence::describe_function},
                                 {4, &CallSequence::new_axis},
                                 {32, &CallSequence::new_op},
                                 {3, &CallSequence::new_placeholder},
                                 {4, &CallSequence::new_variable},
                                 {4, &CallSequence::new_assign},
                                 {1, &CallSequence::set_op_name},
                                 {3, &CallSequence::describe_op},
                                 {10, &CallSequence::compile},
                                 {2, &CallSequence::describe_computation},
                                 {10, &CallSequence::call},
                                 {2, &CallSequence::call_wrongly},
                                 {3, &CallSequence::describe_state},
                                 {6, &CallSequence::set_state},
                                 {2, &CallSequence::state_files},
                                 {1, &CallSequence::two_threads}};
  unsigned sum = 0;
  for (const Row& row : rows) sum += row.weight;
  std::size_t drawn = draws_.below(sum);
  const Row* row = rows;
  for (; drawn >= row->weight; ++row) drawn -= row->weight;
  (this->*row->call)();
}

void CallSequence::version() {
  const auto version = static_cast<std::uint32_t>(draws_.below(4));
  checked("ngraph_require_version", ngraph_require_version(version), version != NGRAPH_API_VERSION);
}

// Does not change the thread's error, whatever it is given.
void CallSequence::last_error() {
  checked("ngraph_release", ngraph_release(nullptr), true);
  ngraph_error error{};
  error.size = draw_size(sizeof error, draws_);
  const int code = ngraph_last_error(draws_.once_in(4) ? nullptr : &error);
  if (code == NGRAPH_OK && error.code != NGRAPH_BAD_HANDLE)
    throw std::logic_error("ngraph_last_error does not have the last error");
}

void CallSequence::release() {
  void* const handle = pool_.draw_for_release(draws_);
  if (checked("ngraph_release", ngraph_release(handle), !handle) != NGRAPH_OK) return;
  pool_.released(handle);
  checked("ngraph_release", ngraph_release(handle), true);
}

void CallSequence::list_transformers() {
  bool wrong = false;
  std::size_t count = 0;
  checked("ngraph_transformer_count", ngraph_transformer_count(place(count, wrong)), wrong);
  wrong = false;
  ngraph_transformer_info info{};
  const std::size_t i = draws_.below(8);
  const auto given = sized(info, wrong);
  if (checked("ngraph_transformer_describe", ngraph_transformer_describe(i, given), wrong) ==
      NGRAPH_OK)
    read_texts({info.name, info.what, info.reason});
}

void CallSequence::open_transformer() {
  bool wrong = false;
  static const char* const names[] = {"cpu", "cpu", "cpu", "reference"};
  const char* const name = draws_.once_in(12) ? draw_name_or_null(draws_) : draws_.one_of(names);
  ngraph_transformer made = nullptr;
  const auto given = place(made, wrong);
  if (checked("ngraph_transformer_open", ngraph_transformer_open(name, given), wrong || !name) ==
      NGRAPH_OK)
    keep(HandleKind::transformer, made);
}

void CallSequence::describe_function() {
  bool wrong = false;
  std::size_t count = 0;
  checked("ngraph_function_count", ngraph_function_count(place(count, wrong)), wrong);
  wrong = false;
  ngraph_function_info info{};
  const std::size_t i = draws_.once_in(8) ? SIZE_MAX : draws_.below(200);
  const auto given = sized(info, wrong);
  if (checked("ngraph_function_describe", ngraph_function_describe(i, given), wrong) == NGRAPH_OK)
    read_texts({info.name, info.signature, info.doc});
}

// Two threads with documents of their own share a transformer: calls on it wait for each other.
void CallSequence::two_threads() {
  if (in_thread_) return;
  CallSequence other(draws_.half(), folder_ + "/thread");
  const DrawnHandle shared = draw(HandleKind::transformer);
  if (shared.valid) other.pool_.lend(HandleKind::transformer, shared.handle);
  other.in_thread_ = in_thread_ = true;
  auto ended = std::async(std::launch::async, [&] { other.run(); });
  // The shared transformer must not be released here while the other thread may use it.
  CallSequence here(draws_.half(), folder_);
  if (shared.valid) here.pool_.lend(HandleKind::transformer, shared.handle);
  here.in_thread_ = true;
  here.run();
  ended.get();
  in_thread_ = false;
}

}  // namespace ng::fuzz
