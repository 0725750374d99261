// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/layers/recurrent.h"


namespace ng::neon {

RecurrentLayer::RecurrentLayer(const std::string& kind, RecurrentOptions options,
                               std::vector<std::string> gates, std::vector<std::string> state_names)
    : Layer(kind, options.name),
      options_(std::move(options)),
      gates_(std::move(gates)),
      state_names_(std::move(state_names)) {
  if (options_.nout < 1) fail("nout is too small", std::to_string(options_.nout), "1 or more");
  if (!options_.init_inner) options_.init_inner = options_.init;
  if (!options_.gate_activation) options_.gate_activation = options_.activation;
  if (!options_.batch_norm) return;
  for (const std::string& gate : gates_) {
    batch_norms_[gate] =
        std::make_shared<BatchNorm>(BatchNormOptions{.name = of("BatchNorm", gate)});
  }
}

Layers RecurrentLayer::layers() const {
  Layers all;
  for (const auto& [gate, layer] : batch_norms_) all.push_back(layer);
  return all;
}

Op RecurrentLayer::operator()(const Op& in, const std::vector<Op>& init_states) {
  return in_scope([&] { return run(in, init_states)[0]; });
}

std::vector<Op> RecurrentLayer::states(const Op& in, const std::vector<Op>& init_states) {
  return in_scope([&] { return run(in, init_states); });
}

// Chooses the output axis at the first call; later calls share the weights.
void RecurrentLayer::choose_axis(const Op& in, const std::vector<Op>& init_states) {
  const std::string text = "(" + in.axes().text() + ")";
  if (!in.axes().recurrent_axis() || !in.axes().batch_axis()) {
    fail("a recurrent layer needs a recurrent and a batch axis", text, "axes …, REC, N", {},
         ErrorKind::incompatible_axes);
  }
  if (axis_) return;
  Axes features = in.axes().feature_axes();
  if (!init_states.empty()) features = init_states[0].axes().feature_axes();
  if (!init_states.empty() && (features.size() != 1 || features[0].length() != options_.nout)) {
    fail("the initial state has the wrong axes", "(" + init_states[0].axes().text() + ")",
         "one feature axis of length " + std::to_string(options_.nout) + ", and the batch axis");
  }
  axis_ = !init_states.empty()     ? features[0]
          : !options_.name.empty() ? make_axis(options_.nout, options_.name)
          : features.size() == 1   ? make_axis(options_.nout, features[0].name())
                                   : make_axis(options_.nout);
}

std::vector<Op> RecurrentLayer::first_states(const Op& in, const std::vector<Op>& init_states) {
  const Axes axes{axis_, *in.axes().batch_axis()};
  if (!init_states.empty() && init_states.size() != state_names_.size()) {
    fail("wrong number of initial states", std::to_string(init_states.size()),
         std::to_string(state_names_.size()));
  }
  std::vector<Op> first;
  for (std::size_t i = 0; i < state_names_.size(); ++i) {
    if (!init_states.empty()) {
      first.push_back(initial_state(init_states[i], axes));
    } else if (options_.reset_cells) {
      first.push_back(ng::constant(Tensor(0.0), axes));
    } else {
      first.push_back(state_of(state_names_[i] + "_init", axes, 0));
    }
  }
  return first;
}

RecurrentLayer::Gates RecurrentLayer::weights_from(const Axes& inputs) {
  Gates weights;
  for (const std::string& gate : gates_) {
    weights[gate] = parameter_of(of("W_in", gate), Axes(make_shadow_axis(axis_)) + inputs,
                                 options_.init, "weight");
  }
  return weights;
}

void RecurrentLayer::make_recurrent_weights() {
  for (const std::string& gate : gates_) {
    parameter_of(of("W_re", gate), {make_shadow_axis(axis_), axis_}, options_.init_inner, "weight");
  }
}

Op RecurrentLayer::from_input(const std::string& gate, const Op& W, const Op& in) {
  Op product = dot(W, in);
  if (options_.batch_norm) product = (*batch_norms_.at(gate))(product);
  const Axes others = product.axes() - Axes(make_shadow_axis(axis_));
  return cast_axes(product, Axes(axis_) + others) +
         parameter_of(of("bias", gate), axis_, neon::constant(0), "bias");
}

Op RecurrentLayer::recur(const std::string& gate, const Op& state) const {
  const Op product = dot(parameter(of("W_re", gate)), state);
  return cast_axes(product, state.axes());
}

std::vector<Op> RecurrentLayer::run(const Op& in, const std::vector<Op>& init_states) {
  choose_axis(in, init_states);
  first_ = first_states(in, init_states);
  const std::vector<Op>& first = first_;
  const Gates W = weights_from(in.axes().feature_axes());
  make_recurrent_weights();
  std::vector<Operand> states(first.begin(), first.end()), brought;
  for (const std::string& gate : gates_) brought.push_back(from_input(gate, W.at(gate), in));
  const ScanResult scanned =
      scan(*in.axes().recurrent_axis(), states, brought,
           [this](const std::vector<Op>& before, const std::vector<Op>& elements) {
             Gates input;
             for (std::size_t i = 0; i < gates_.size(); ++i) input[gates_[i]] = elements[i];
             const std::vector<Op> after = step(input, before);
             return ScanStep{after, options_.return_sequence ? after : std::vector<Op>()};
           },
           {options_.backward});
  return results_of(scanned, first, in);
}

// Results for all steps or after the last; updates the state kept across calls when they are
// computed.
std::vector<Op> RecurrentLayer::results_of(const ScanResult& scanned, const std::vector<Op>& first,
                                           const Op& in) const {
  const Axes order{axis_, *in.axes().recurrent_axis(), *in.axes().batch_axis()};
  std::vector<Op> results, kept;
  for (std::size_t i = 0; i < first.size(); ++i) {
    results.push_back(options_.return_sequence ? axes_with_order(scanned.outputs[i], order)
                                               : scanned.states[i]);
    if (is_state(first[i].node())) kept.push_back(assign(first[i], scanned.states[i]));
  }
  if (kept.empty()) return results;
  for (Op& result : results) {
    std::vector<Op> row{result};
    row.insert(row.end(), kept.begin(), kept.end());
    row.push_back(result);
    result = ng::sequential(row);
  }
  return results;
}

Op initial_state(const Op& given, const Axes& axes) {
  const Axes features = given.axes().feature_axes();
  const bool renamed = features.size() == 1 && given.axes().size() == 2 &&
                       !given.axes().is_equal_set(axes) && given.axes().contains(axes[1]) &&
                       features[0].known_length() == axes[0].known_length();
  if (!renamed) return axes_with_order(given, axes);
  return cast_axes(axes_with_order(given, {features[0], axes[1]}), axes);
}

Recurrent::Recurrent(RecurrentOptions options)
    : RecurrentLayer("Recurrent", std::move(options), {""}, {"h"}) {}

std::vector<Op> Recurrent::step(const Gates& input, const std::vector<Op>& before) {
  return {cell(recur("", before[0]) + input.at("")).named("h")};
}

LSTM::LSTM(RecurrentOptions options)
    : RecurrentLayer("LSTM", std::move(options), {"i", "f", "o", "g"}, {"h", "c"}) {}

std::vector<Op> LSTM::step(const Gates& input, const std::vector<Op>& before) {
  const Op& h = before[0];
  const auto sum = [&](const char* name) { return recur(name, h) + input.at(name); };
  const Op i = gate(sum("i")).named("i"), f = gate(sum("f")).named("f");
  const Op o = gate(sum("o")).named("o"), g = cell(sum("g")).named("g");
  const Op c = (f * before[1] + i * g).named("c");
  return {(o * cell(c)).named("h"), c};
}

GRU::GRU(RecurrentOptions options)
    : RecurrentLayer("GRU", std::move(options), {"r", "z", "n"}, {"h"}) {}

std::vector<Op> GRU::step(const Gates& input, const std::vector<Op>& before) {
  const Op& h = before[0];
  const Op r = gate(recur("r", h) + input.at("r")).named("r");
  const Op z = gate(recur("z", h) + input.at("z")).named("z");
  const Op n = cell(recur("n", r * h) + input.at("n")).named("n");
  return {(z * h + (1.0 - z) * n).named("h")};
}

LayerOf<Recurrent> recurrent(RecurrentOptions options, Operand::Where line) {
  return make_layer<Recurrent>(line, std::move(options));
}

LayerOf<LSTM> lstm(RecurrentOptions options, Operand::Where line) {
  return make_layer<LSTM>(line, std::move(options));
}

LayerOf<GRU> gru(RecurrentOptions options, Operand::Where line) {
  return make_layer<GRU>(line, std::move(options));
}

}  // namespace ng::neon
