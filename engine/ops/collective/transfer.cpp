// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/collective/transfer.h"

#include <algorithm>

#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"
#include "engine/ops/op_functions.h"
#include "engine/runtime/ranks/collective_step.h"
#include "engine/runtime/ranks/rank_error.h"

namespace ng {
namespace {

void require_values_at_least(const OpDef& def, std::span<const Value> operands, std::size_t least) {
  require_values(def, operands, std::max(operands.size(), least));
}

void require_peer(const Attributes& attributes) {
  const std::int64_t tag = attributes.get<std::int64_t>("tag");
  check_tag(static_cast<int>(std::clamp<std::int64_t>(tag, -1, largest_tag + 1)),
            "a transfer between ranks");
  const std::int64_t peer = attributes.get<std::int64_t>("peer");
  const std::int64_t size = attributes.get<std::int64_t>("group_size");
  if (peer >= 0 && size >= 0 && (size == 0 || peer < size)) return;
  Diagnostic diagnostic;
  diagnostic.what = "the other rank of a transfer is out of range";
  diagnostic.found = "rank " + std::to_string(peer) + " of " + std::to_string(size);
  diagnostic.expected = "a rank of the group, from 0";
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::vector<TensorType> infer_send(std::span<const Value> operands, const Attributes& attributes) {
  require_values(send_op, operands, 1);
  require_peer(attributes);
  return {{Axes(), DType::bool_}};
}

std::vector<TensorType> infer_receive(std::span<const Value> operands,
                                      const Attributes& attributes) {
  require_values_at_least(receive_op, operands, 0);
  require_peer(attributes);
  return {{attributes.get<Axes>("axes"), result_dtype(attributes)}};
}

std::vector<TensorType> infer_after(std::span<const Value> operands, const Attributes&) {
  require_values_at_least(after_op, operands, 1);
  return {operands[0].type()};
}

template <class T>
void evaluate_zeros(const Node&, std::span<const ArrayOf<T>>, std::span<ArrayOf<T>> out) {
  std::fill(out[0].values.begin(), out[0].values.end(), T());
}

template <class T>
void evaluate_after(const Node&, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  out[0].values = in[0].values;
}

void adjoint_after(AdjointContext& c) {
  c.add(0, c.delta);
}

std::vector<OpLoop> no_loops(const Node&) {
  return {};
}

Attributes attributes_of(const TransferPeer& peer, const RankGroup& group) {
  Attributes attributes;
  attributes.set("peer", peer.rank);
  attributes.set("tag", peer.tag);
  attributes.set("group", group.group);
  attributes.set("group_size", std::int64_t{group.group_size});
  return attributes;
}

TransferPeer peer_argument(const OpArguments& a) {
  return {a.integer("peer"), a.integer("tag")};
}

RankGroup group_argument(const OpArguments& a) {
  return {a.text("group"), static_cast<int>(a.integer("group_size"))};
}

constexpr Parameter peer_parameter = {"peer", ParameterKind::integer, "0", {}, true};
constexpr Parameter tag_parameter = {"tag", ParameterKind::integer, "0", {}, true};
constexpr Parameter group_parameter = {"group", ParameterKind::text, "''", {}, true};
constexpr Parameter size_parameter = {"group_size", ParameterKind::integer, "0", {}, true};

}  // namespace

const OpDef send_op = {
    .name = "send",
    .class_name = "SendOp",
    .glyph = "⇥",
    .family = Family::effect,
    .doc =
        "Hands x over to the rank `peer` of the group, for its receive of the same tag, and does "
        "not wait for it. Gives 0 when this is done. Without gradient.",
    .operands = {"x"},
    .attributes = {"peer", "tag", "group", "group_size"},
    .functions = {{{{"x"}, peer_parameter, tag_parameter, group_parameter, size_parameter},
                   [](const OpArguments& a) {
                     return send(a.operand("x"), peer_argument(a), group_argument(a));
                   }}},
    .traits = {.exact = true, .collective = true},
    .infer = infer_send,
    .evaluate = evaluate_zeros<double>,
    .evaluate_integers = evaluate_zeros<Integer>,
    .flops = no_flops,
    .loops = no_loops,
};

const OpDef receive_op = {
    .name = "receive",
    .class_name = "ReceiveOp",
    .glyph = "⇤",
    .family = Family::effect,
    .doc =
        "The value that the rank `peer` of the group sends with the same tag; waits for it once "
        "all of `done` are computed. A rank that is alone receives zeros. Without gradient.",
    .operands = {"done…"},
    .attributes = {"axes", "dtype", "peer", "tag", "group", "group_size"},
    .functions = {{{{"done", ParameterKind::operands},
                    {"axes", ParameterKind::axes},
                    {"dtype", ParameterKind::dtype, "None"},
                    peer_parameter,
                    tag_parameter,
                    group_parameter,
                    size_parameter},
                   [](const OpArguments& a) {
                     return receive(a.operands("done"), a.axes("axes"), a.dtype("dtype"),
                                    peer_argument(a), group_argument(a));
                   }}},
    .traits = {.exact = true, .collective = true},
    .infer = infer_receive,
    .evaluate = evaluate_zeros<double>,
    .evaluate_integers = evaluate_zeros<Integer>,
    .flops = no_flops,
    .loops = no_loops,
};

const OpDef after_op = {
    .name = "after",
    .class_name = "AfterOp",
    .glyph = "↧",
    .family = Family::effect,
    .doc = "x, once all of `done` are computed: orders ops without data between them. Gradient: d.",
    .operands = {"x", "done…"},
    .attributes = {},
    .functions = {{{{"x"}, {"done", ParameterKind::operands}},
                   [](const OpArguments& a) { return after(a.operand("x"), a.operands("done")); }}},
    .traits = {.exact = true},
    .infer = infer_after,
    .evaluate = evaluate_after<double>,
    .evaluate_integers = evaluate_after<Integer>,
    .adjoint = adjoint_after,
    .flops = no_flops,
    .loops = no_loops,
};

Op send(const Operand& x, const TransferPeer& to, const RankGroup& group) {
  return make_op_at(send_op, {x}, attributes_of(to, group), x.where());
}

Op receive(const std::vector<Op>& done, const Axes& axes, DType dtype, const TransferPeer& from,
           const RankGroup& group) {
  Attributes attributes = attributes_of(from, group);
  attributes.set("axes", axes);
  attributes.set("dtype", std::string(name(dtype)));
  return make_op(receive_op, std::vector<Operand>(done.begin(), done.end()), std::move(attributes));
}

Op after(const Operand& x, const std::vector<Op>& done) {
  std::vector<Operand> operands = {x};
  operands.insert(operands.end(), done.begin(), done.end());
  return make_op_at(after_op, operands, {}, x.where());
}

std::optional<CollectiveStep> transfer_step_of(const Node& node, DType memory) {
  const bool sends = node.def == &send_op;
  if (!sends && node.def != &receive_op) return std::nullopt;
  CollectiveStep step;
  step.kind = sends ? CollectiveKind::send : CollectiveKind::receive;
  step.group = node.attributes.get<std::string>("group");
  step.ranks = static_cast<int>(node.attributes.get<std::int64_t>("group_size"));
  step.root = static_cast<int>(node.attributes.get<std::int64_t>("peer"));
  step.tag = static_cast<int>(node.attributes.get<std::int64_t>("tag"));
  step.dtype = memory;
  step.inner = (sends ? node.operands[0].type() : node.results[0]).axes.element_count();
  return step;
}

bool only_orders(const Node& node) {
  return node.def == &after_op;
}

}  // namespace ng
