// SPDX-License-Identifier: Apache-2.0
// Calls of a sequence that compile and run computations, and read and write their state.
#include <stdexcept>
#include <vector>

#include "tests/fuzz/c_api/call_arrays.h"
#include "tests/fuzz/c_api/sequence_steps.h"

namespace ng::fuzz {
namespace {

constexpr unsigned most_compiled = 24;  // by a sequence: compiling takes the longest

int on_progress(const char* stage, double fraction, void* user) {
  read_texts({stage});
  if (!(fraction >= 0 && fraction <= 1)) throw std::logic_error("progress outside 0 to 1");
  return static_cast<StepWatch*>(user)->report();
}

int on_step(const ngraph_event* event, void* user) {
  read_texts({event->name});
  if (event->step >= event->count) throw std::logic_error("a step beyond the last");
  return static_cast<StepWatch*>(user)->report();
}

StepWatch draw_watch(DrawBytes& draws, ngraph_transformer busy) {
  return {draws.once_in(4) ? draws.below(4) : SIZE_MAX, draws.once_in(4) ? busy : nullptr};
}

void check_watch(const StepWatch& watch, int code) {
  if (watch.reentered) throw std::logic_error("a callback could use the busy transformer");
  if (watch.cancelled && code != NGRAPH_CANCELLED)
    throw std::logic_error("cancelled, but the code is " + std::to_string(code));
}

}  // namespace

std::string CallSequence::draw_computation(ngraph_document document) {
  std::size_t count = 0;
  const char* name = nullptr;
  if (ngraph_document_computation_count(document, &count) || !count || draws_.once_in(16) ||
      ngraph_document_computation_name(document, draws_.below(count), &name))
    return draw_name(draws_);
  return name;
}

void CallSequence::compile() {
  if (++compiled_ > most_compiled) return;
  const DrawnHandle transformer = draw(HandleKind::transformer);
  const DrawnHandle document = draw(HandleKind::document);
  const auto busy = static_cast<ngraph_transformer>(transformer.handle);
  bool wrong = !transformer.valid || !document.valid;
  StepWatch watch = draw_watch(draws_, busy);
  static const char* const disabled[] = {"fuse", "no such pass", "fold_constants,fuse", ",,", ""};
  ngraph_compile_options options{};
  options.progress = draws_.once_in(2) ? on_progress : nullptr;
  options.user = &watch;
  options.disabled = draws_.once_in(4) ? draws_.one_of(disabled) : nullptr;
  options.size = draw_size(sizeof options, draws_);
  const ngraph_compile_options* const given = draws_.once_in(2) ? &options : nullptr;
  wrong |= given && options.size < sizeof options;
  ngraph_computation made = nullptr;
  const auto result = place(made, wrong);
  const char* const name = draws_.once_in(2) ? nullptr : draw_name(draws_);
  const int code =
      ngraph_compile(busy, static_cast<ngraph_document>(document.handle), name, given, result);
  checked("ngraph_compile", code, wrong);
  check_watch(watch, code);
  if (code == NGRAPH_OK) keep(HandleKind::computation, made);
}

void CallSequence::describe_computation() {
  const DrawnHandle drawn = draw(HandleKind::computation);
  const auto computation = static_cast<ngraph_computation>(drawn.handle);
  const bool inputs = draws_.once_in(2);
  bool wrong = !drawn.valid;
  std::size_t count = 0;
  const auto counted = place(count, wrong);
  checked(
      "ngraph_*_count",
      inputs ? ngraph_input_count(computation, counted) : ngraph_result_count(computation, counted),
      wrong);
  wrong = !drawn.valid;
  ngraph_tensor_info info{};
  const auto given = sized(info, wrong);
  const std::size_t i = draws_.below(3);
  if (checked("ngraph_*_describe",
              inputs ? ngraph_input_describe(computation, i, given)
                     : ngraph_result_describe(computation, i, given),
              wrong) == NGRAPH_OK)
    read_tensor(info);
}

void CallSequence::call() {
  const DrawnHandle drawn = draw(HandleKind::computation);
  if (!drawn.valid) return call_wrongly();
  const auto computation = static_cast<ngraph_computation>(drawn.handle);
  CallArrays inputs(computation, ngraph_input_count, ngraph_input_describe, draws_);
  CallArrays results(computation, ngraph_result_count, ngraph_result_describe, draws_);
  if (!inputs.fits() || !results.fits()) return;
  StepWatch watch = draw_watch(draws_, nullptr);
  if (!results.pointers.empty() && draws_.once_in(8)) results.pointers[0] = nullptr;
  const ngraph_step_done done = draws_.once_in(2) ? on_step : nullptr;
  if (draws_.once_in(2)) return call_at(computation, inputs, results, done, watch);
  const int code = ngraph_call(computation, inputs.pointers.data(), inputs.bytes.data(),
                               inputs.bytes.size(), results.pointers.data(), results.bytes.data(),
                               results.bytes.size(), done, &watch);
  checked("ngraph_call", code);
  check_watch(watch, code);
}

// Host and device are the same here.
void CallSequence::call_at(ngraph_computation computation, CallArrays& inputs, CallArrays& results,
                           ngraph_step_done done, StepWatch& watch) {
  bool wrong = false;
  const auto places = [&](std::size_t count) {
    std::vector<int> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(draws_.once_in(48) ? 7 : i % 2);
    for (const int place : all) wrong |= place == 7;
    return all;
  };
  const std::vector<int> of_inputs = places(inputs.bytes.size());
  const std::vector<int> of_results = places(results.bytes.size());
  ngraph_call_memory memory = {
      sizeof memory,        inputs.pointers.data(), inputs.bytes.data(),
      of_inputs.data(),     inputs.bytes.size(),    results.pointers.data(),
      results.bytes.data(), of_results.data(),      results.bytes.size()};
  const auto given = sized(memory, wrong);
  const int code = ngraph_call_at(computation, given, done, &watch);
  checked("ngraph_call_at", code, wrong);
  check_watch(watch, code);
}

// One thing is wrong: the handle, a count, a pointer, a size or its list.
void CallSequence::call_wrongly() {
  const DrawnHandle drawn = draw(HandleKind::computation);
  const auto computation = static_cast<ngraph_computation>(drawn.handle);
  CallArrays inputs(computation, ngraph_input_count, ngraph_input_describe, draws_);
  CallArrays results(computation, ngraph_result_count, ngraph_result_describe, draws_);
  std::size_t input_count = inputs.bytes.size(), result_count = results.bytes.size();
  const void* const* input_list = inputs.pointers.data();
  void* const* result_list = results.pointers.data();
  const std::size_t *input_bytes = inputs.bytes.data(), *result_bytes = results.bytes.data();
  bool wrong = !drawn.valid;
  switch (draws_.below(7)) {
    case 0: input_count += 1 + draws_.below(9), wrong = true; break;
    case 1: result_count = SIZE_MAX, wrong = true; break;
    case 2: input_list = nullptr, wrong |= input_count > 0; break;
    case 3: result_list = nullptr, wrong |= result_count > 0; break;
    case 4: input_bytes = nullptr, wrong |= input_count > 0; break;
    case 5: result_bytes = nullptr, wrong |= result_count > 0; break;
    default:
      for (std::size_t& bytes : inputs.bytes) bytes += 1 + draws_.byte(), wrong = true;
  }
  if (!wrong && !(inputs.fits() && results.fits())) return;
  checked("ngraph_call",
          ngraph_call(computation, input_list, input_bytes, input_count, result_list, result_bytes,
                      result_count, nullptr, nullptr),
          wrong);
}

void CallSequence::describe_state() {
  const DrawnHandle drawn = draw(HandleKind::transformer);
  const auto transformer = static_cast<ngraph_transformer>(drawn.handle);
  bool wrong = !drawn.valid;
  std::size_t count = 0;
  const auto counted = place(count, wrong);
  checked("ngraph_state_count", ngraph_state_count(transformer, counted), wrong);
  wrong = !drawn.valid;
  ngraph_tensor_info info{};
  const auto given = sized(info, wrong);
  if (checked("ngraph_state_describe", ngraph_state_describe(transformer, draws_.below(3), given),
              wrong) == NGRAPH_OK)
    read_tensor(info);
}

// Sets a variable and reads it again: a wrong name, size or pointer is an error.
void CallSequence::set_state() {
  const DrawnHandle drawn = draw(HandleKind::transformer);
  const auto transformer = static_cast<ngraph_transformer>(drawn.handle);
  ngraph_tensor_info info{};
  info.size = sizeof info;
  if (ngraph_state_describe(transformer, draws_.below(3), &info) || info.bytes > most_bytes) return;
  const std::string described = info.name;
  const char* const name = draws_.once_in(16) ? nullptr : described.c_str();
  const DrawnMemory value(info.bytes, draws_), read(info.bytes, draws_);
  const std::size_t bytes = draw_size(info.bytes, draws_);
  const bool null = draws_.once_in(32), wrong = !name || bytes != info.bytes || null;
  checked("ngraph_state_set",
          ngraph_state_set(transformer, name, null ? nullptr : value.data(), bytes), wrong);
  checked("ngraph_state_get",
          ngraph_state_get(transformer, name, null ? nullptr : read.data(), bytes), wrong);
  checked("ngraph_state_get",
          ngraph_state_get(transformer, draw_name_or_null(draws_), read.data(), SIZE_MAX), true);
}

void CallSequence::state_files() {
  const DrawnHandle drawn = draw(HandleKind::transformer);
  const auto transformer = static_cast<ngraph_transformer>(drawn.handle);
  const std::string path = draw_path();
  if (draws_.once_in(2))
    checked("ngraph_state_save", ngraph_state_save(transformer, path.c_str()), !drawn.valid);
  else
    checked("ngraph_state_restore", ngraph_state_restore(transformer, path.c_str()), !drawn.valid);
}

}  // namespace ng::fuzz
