// SPDX-License-Identifier: Apache-2.0
// Calls of a sequence that build graphs and documents.
#include <limits>
#include <stdexcept>

#include "tests/fuzz/c_api/op_arguments.h"
#include "tests/fuzz/c_api/sequence_steps.h"

namespace ng::fuzz {
namespace {

// Larger ops are described but not run, unless no memory holds them and they must be refused.
constexpr std::int64_t most_elements = 1 << 10, least_refused = std::int64_t{1} << 40;

std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? std::numeric_limits<std::int64_t>::max() : result;
}

}  // namespace

void read_texts(std::initializer_list<const char*> texts) {
  for (const char* text : texts)
    if (!text || std::string(text).size() > std::size_t{1} << 30)
      throw std::logic_error("a result has no text");
}

void read_tensor(const ngraph_tensor_info& info) {
  read_texts({info.name});
  if (info.dtype < NGRAPH_F64 || info.dtype > NGRAPH_BOOL) throw std::logic_error("no such dtype");
  for (int i = 0; i < info.rank; ++i) {
    if (info.lengths[i] < -1) throw std::logic_error("a length is negative");
    read_texts({info.axes[i]});
  }
}

void CallSequence::new_document() {
  bool wrong = false;
  ngraph_document made = nullptr;
  const auto given = place(made, wrong);
  if (checked("ngraph_document_new", ngraph_document_new(given), wrong) == NGRAPH_OK)
    keep(HandleKind::document, made);
}

void CallSequence::load_document() {
  bool wrong = false;
  const char* const axes[] = {draw_name_or_null(draws_), draw_name_or_null(draws_)};
  const std::int64_t lengths[] = {draw_integer(draws_), draw_integer(draws_)};
  const std::size_t count = draws_.once_in(4) ? draws_.below(3) : 0;
  ngraph_document made = nullptr;
  const auto given = place(made, wrong);
  for (std::size_t i = 0; i < count; ++i) wrong |= !axes[i];
  const int code = ngraph_document_load(draw_path().c_str(), axes, lengths, count, given);
  if (checked("ngraph_document_load", code, wrong) == NGRAPH_OK) keep(HandleKind::document, made);
}

void CallSequence::save_document() {
  const DrawnHandle document = draw(HandleKind::document);
  const std::string path = draw_path();
  checked("ngraph_document_save",
          ngraph_document_save(static_cast<ngraph_document>(document.handle), path.c_str()),
          !document.valid);
}

void CallSequence::read_document() {
  const DrawnHandle document = draw(HandleKind::document);
  const auto handle = static_cast<ngraph_document>(document.handle);
  bool wrong = !document.valid;
  std::size_t count = 0;
  const auto counted = place(count, wrong);
  checked("ngraph_document_computation_count", ngraph_document_computation_count(handle, counted),
          wrong);
  wrong = !document.valid;
  const char* name = nullptr;
  const std::size_t i = draws_.below(3);
  const auto named = place(name, wrong);
  if (checked("ngraph_document_computation_name",
              ngraph_document_computation_name(handle, i, named), wrong) == NGRAPH_OK)
    read_texts({name});
}

void CallSequence::find_op() {
  const DrawnHandle document = draw(HandleKind::document);
  bool wrong = !document.valid;
  ngraph_op made = nullptr;
  const auto given = place(made, wrong);
  const char* const name = draw_name_or_null(draws_);
  const int code = ngraph_document_find(static_cast<ngraph_document>(document.handle), name, given);
  if (checked("ngraph_document_find", code, wrong || !name) == NGRAPH_OK)
    keep(HandleKind::op, made);
}

// Mostly the placeholders, which a computation must list if its results depend on them.
std::vector<ngraph_op> CallSequence::draw_parameters(bool& wrong) {
  std::vector<ngraph_op> parameters;
  if (draws_.once_in(8)) {
    const DrawnHandle any = draw(HandleKind::op);
    parameters.push_back(static_cast<ngraph_op>(any.handle));
    wrong |= !any.valid;
  }
  for (void* const each : placeholders_)
    if (pool_.is_live(HandleKind::op, each)) parameters.push_back(static_cast<ngraph_op>(each));
  return parameters;
}

void CallSequence::define() {
  const DrawnHandle document = draw(HandleKind::document);
  bool wrong = !document.valid;
  std::vector<ngraph_op> results;
  for (std::size_t count = 1 + draws_.below(3); results.size() < count;) {
    const DrawnHandle result = draw(HandleKind::op);
    results.push_back(static_cast<ngraph_op>(result.handle));
    wrong |= !result.valid;
  }
  const std::vector<ngraph_op> parameters = draw_parameters(wrong);
  const char* const name = draw_name_or_null(draws_);
  const ngraph_op* const listed = draws_.once_in(64) ? nullptr : results.data();
  const int code =
      ngraph_document_define(static_cast<ngraph_document>(document.handle), name, listed,
                             results.size(), parameters.data(), parameters.size());
  checked("ngraph_document_define", code, wrong || !name || !listed);
}

void CallSequence::new_axis() {
  bool wrong = false;
  ngraph_axis made = nullptr;
  const auto given = place(made, wrong);
  const char* const name = draw_name_or_null(draws_);
  if (checked("ngraph_axis_new", ngraph_axis_new(name, draw_integer(draws_), given), wrong) ==
      NGRAPH_OK)
    keep(HandleKind::axis, made);
}

void CallSequence::new_op() {
  std::size_t count = 0;
  ngraph_function_count(&count);
  ngraph_function_info info{};
  info.size = sizeof info;
  checked("ngraph_function_describe", ngraph_function_describe(draws_.below(count), &info));
  add_op(info.name, info.signature);
}

void CallSequence::new_placeholder() {
  add_op("placeholder", "placeholder(axes, dtype=None)");
}

void CallSequence::new_variable() {
  add_op("variable", "variable(axes, dtype=None, initial_value=None)");
}

void CallSequence::new_assign() {
  add_op("assign", "assign(lvalue, rvalue)");
}

void CallSequence::add_op(const std::string& function, const std::string& signature) {
  const OpArgumentList arguments(signature, pool_, draws_);
  bool wrong = arguments.wrong();
  ngraph_op made = nullptr;
  const auto given = place(made, wrong);
  const bool unknown = draws_.once_in(64), no_list = draws_.once_in(64) && arguments.size();
  const int code = ngraph_op_new(unknown ? draw_name_or_null(draws_) : function.c_str(),
                                 no_list ? nullptr : arguments.data(), arguments.size(), given);
  if (checked("ngraph_op_new", code, wrong || unknown || no_list) != NGRAPH_OK) return;
  if (function == "placeholder" && !unknown) placeholders_.push_back(made);
  if (is_runnable(made)) return keep(HandleKind::op, made);
  checked("ngraph_release", ngraph_release(made));
}

bool CallSequence::is_runnable(ngraph_op op) {
  ngraph_tensor_info info{};
  info.size = sizeof info;
  if (checked("ngraph_op_describe", ngraph_op_describe(op, &info)) != NGRAPH_OK) return true;
  read_tensor(info);
  std::int64_t elements = 1;
  for (int i = 0; i < info.rank; ++i) elements = product(elements, std::abs(info.lengths[i]));
  return elements <= most_elements || elements >= least_refused;
}

void CallSequence::set_op_name() {
  const DrawnHandle op = draw(HandleKind::op);
  const char* const name = draw_name_or_null(draws_);
  checked("ngraph_op_set_name", ngraph_op_set_name(static_cast<ngraph_op>(op.handle), name),
          !op.valid || !name);
}

void CallSequence::describe_op() {
  const DrawnHandle op = draw(HandleKind::op);
  bool wrong = !op.valid;
  ngraph_tensor_info info{};
  const auto given = sized(info, wrong);
  if (checked("ngraph_op_describe", ngraph_op_describe(static_cast<ngraph_op>(op.handle), given),
              wrong) == NGRAPH_OK)
    read_tensor(info);
}

}  // namespace ng::fuzz
