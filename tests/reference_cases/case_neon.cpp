// SPDX-License-Identifier: Apache-2.0
#include "tests/reference_cases/case_neon.h"

#include "engine/neon/optimizers/adagrad.h"
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "engine/neon/optimizers/rmsprop.h"
#include "tests/reference_cases/case_ops.h"

namespace ng::cases {
namespace {

using A = const Arguments&;

std::string first_part(std::string& path) {
  const std::size_t dot = path.find('.');
  const std::string part = path.substr(0, dot);
  path = dot == std::string::npos ? "" : path.substr(dot + 1);
  return part;
}

// Sublayers that the original's layers hold by name.
neon::LayerPtr part_of(const neon::LayerPtr& layer, const std::string& name) {
  if (name == "conv") return layer;
  const bool last = name == "bias" || name == "h2h";
  return last ? layer->layers().back() : layer->layers().front();
}

std::string own_name(const neon::Layer& layer, const std::string& name) {
  if (name == "W" && layer.kind() == "Bias") return "bias";
  if (name == "W" && layer.kind() == "LookupTable") return "LutW";
  if (name == "W_input") return "W_in";
  if (name == "W_recur") return "W_re";
  return name == "b" ? "bias" : name;
}

// Builds an object written inline, as a separate node would.
Neon made(A a, const Json& json) {
  if (json.is_string())
    return std::get<Neon>(a.scope().nodes.at(json.get<std::string>().substr(1)));
  CaseNode node;
  node.op = json.at("new");
  node.arguments = json.value("args", Json::array());
  node.keywords = json.value("kwargs", Json::object());
  return std::get<Neon>(build_node(a.scope(), node));
}

neon::Initialiser initialiser(A a, std::size_t i, const std::string& keyword) {
  if (!a.has(i, keyword)) return {};
  a.at(i, keyword);
  const CaseScope& scope = a.scope();
  return neon::numbers(
      [&scope](const Axes&) { return scope.array("init/" + std::to_string(scope.initialized++)); });
}

neon::Activation activation(A a, std::size_t i, const std::string& keyword) {
  if (!a.has(i, keyword)) return {};
  return std::get<neon::Activation>(made(a, a.at(i, keyword)));
}

std::optional<std::int64_t> optional_integer(A a, std::size_t i, const std::string& keyword) {
  return a.has(i, keyword) ? std::optional(a.integer(i, keyword, 0)) : std::nullopt;
}

neon::AffineOptions affine_options(A a) {
  neon::AffineOptions options;
  options.weight_init = initialiser(a, 0, "weight_init");
  options.nout = optional_integer(a, 1, "nout");
  options.bias_init = initialiser(a, 2, "bias_init");
  options.activation = activation(a, 3, "activation");
  options.batch_norm = a.flag(4, "batch_norm", false);
  if (const auto axes = a.optional_axes(5, "axes")) options.axes = *axes;
  return options;
}

neon::LinearOptions linear_options(A a) {
  neon::LinearOptions options;
  options.init = initialiser(a, 0, "init");
  options.nout = optional_integer(a, 1, "nout");
  if (const auto axes = a.optional_axes(2, "axes")) options.axes = *axes;
  options.keep_axes = a.optional_axes(3, "keep_axes");
  return options;
}

std::vector<std::int64_t> shape(const Json& json) {
  std::vector<std::int64_t> lengths;
  for (const Json& length : json.is_object() ? json.at("tuple") : json) lengths.push_back(length);
  return lengths;
}

neon::WindowLengths lengths(A a, std::size_t i, const std::string& keyword) {
  if (!a.has(i, keyword)) return 1;
  const Json& json = a.at(i, keyword);
  if (json.is_number()) return json.get<std::int64_t>();
  return json.at("dict").get<std::map<std::string, std::int64_t>>();
}

neon::WindowPaddings paddings(A a, std::size_t i) {
  if (!a.has(i, "padding")) return 0;
  const Json& json = a.at(i, "padding");
  if (json.is_number()) return json.get<std::int64_t>();
  return json.get<std::string>();
}

neon::ConvolutionOptions convolution_options(A a) {
  neon::ConvolutionOptions options;
  options.filter_shape = shape(a.at(0, "filter_shape"));
  options.filter_init = initialiser(a, 1, "filter_init");
  options.strides = lengths(a, 2, "strides");
  options.padding = paddings(a, 3);
  options.dilation = lengths(a, 4, "dilation");
  options.bias_init = initialiser(a, 5, "bias_init");
  options.activation = activation(a, 6, "activation");
  options.batch_norm = a.flag(7, "batch_norm", false);
  return options;
}

neon::PoolingOptions pooling_options(A a) {
  neon::PoolingOptions options;
  const Json& pool = a.at(0, "pool_shape");
  if (pool.contains("dict")) {
    options.pool_lengths = pool.at("dict").get<std::map<std::string, std::int64_t>>();
  } else {
    options.pool_shape = shape(pool);
  }
  options.strides = lengths(a, 1, "strides");
  options.padding = paddings(a, 2);
  if (a.has(3, "pool_type")) options.pool_type = a.text(3, "pool_type");
  return options;
}

template <class Options>
Options recurrent_options(A a) {
  Options options;
  options.nout = a.integer(0, "nout", 0);
  options.init = initialiser(a, 1, "init");
  options.activation = activation(a, 2, "activation");
  options.gate_activation = activation(a, 3, "gate_activation");
  options.batch_norm = a.flag(4, "batch_norm", false);
  options.reset_cells = a.flag(5, "reset_cells", options.reset_cells);
  options.return_sequence = a.flag(6, "return_sequence", true);
  options.backward = a.flag(7, "backward", false);
  return options;
}

neon::BiRNNOptions birnn_options(A a) {
  auto options = recurrent_options<neon::BiRNNOptions>(a);
  options.sum_out = a.flag(8, "sum_out", false);
  options.concat_out = a.flag(9, "concat_out", false);
  return options;
}

neon::BatchNormOptions batch_norm_options(A a) {
  neon::BatchNormOptions options;
  options.rho = a.number(0, "rho", options.rho);
  options.eps = a.number(1, "eps", options.eps);
  options.init_gamma = a.number(2, "init_gamma", options.init_gamma);
  options.init_beta = a.number(3, "init_beta", options.init_beta);
  return options;
}

neon::LookupTableOptions lookup_options(A a) {
  neon::LookupTableOptions options;
  options.vocab_size = a.integer(0, "vocab_size", 0);
  options.embed_dim = a.integer(1, "embed_dim", 0);
  options.init = initialiser(a, 2, "init");
  options.update = a.flag(3, "update", true);
  options.pad_idx = optional_integer(a, 4, "pad_idx");
  return options;
}

neon::Layers layers(A a) {
  neon::Layers all;
  for (const Json& json : a.at(0, "layers")) {
    all.push_back(std::get<neon::LayerPtr>(made(a, json)));
  }
  return all;
}

Neon cell(A a) {
  neon::RNNCellOptions options;
  options.nout = a.integer(0, "nout", 0);
  options.init = initialiser(a, 1, "init");
  options.bias_init = initialiser(a, 2, "bias_init");
  options.activation = activation(a, 3, "activation");
  return neon::LayerPtr(neon::rnn_cell(std::move(options)));
}

Built unrolled(A a) {
  const auto layer = std::get<neon::LayerPtr>(made(a, a.at(0, "cell")));
  neon::UnrollOptions options;
  options.return_sequence = a.flag(4, "return_sequence", true);
  options.reverse_mode = a.flag(5, "reverse_mode", false);
  return neon::unroll(std::dynamic_pointer_cast<neon::RNNCell>(layer), a.integer(1, "num_steps", 0),
                      a.op(2, "inputs"), options);
}

neon::LearningRate learning_rate(A a) {
  if (!a.has(0, "learning_rate")) return 1e-3;
  const Json& json = a.at(0, "learning_rate");
  if (json.is_number()) return json.get<double>();
  neon::RateArguments arguments;
  std::string name;
  for (const auto& [key, value] : json.at("dict").items()) {
    if (key == "name") {
      name = value;
    } else if (value.is_string()) {
      arguments[key] = a.as_op(value);
    } else if (value.is_array()) {
      arguments[key] = value.get<std::vector<double>>();
    } else {
      arguments[key] = value.get<double>();
    }
  }
  return neon::learning_rate_from(name, arguments);
}

template <class Options>
Options common_options(A a) {
  Options options;
  const auto limit = [&](const char* key) {
    return a.has(key) ? std::optional(a.number(9, key, 0)) : std::nullopt;
  };
  options.gradient_clip_norm = limit("gradient_clip_norm");
  options.gradient_clip_value = limit("gradient_clip_value");
  options.weight_clip_value = limit("weight_clip_value");
  if (a.has("iteration")) options.iteration = a.op(9, "iteration");
  return options;
}

Neon momentum(A a) {
  auto options = common_options<neon::MomentumOptions>(a);
  options.momentum_coef = a.number(1, "momentum_coef", 0);
  options.wdecay = a.number(2, "wdecay", 0);
  options.nesterov = a.flag(3, "nesterov", false);
  return std::make_shared<neon::GradientDescentMomentum>(learning_rate(a), options);
}

Neon rmsprop(A a) {
  auto options = common_options<neon::RMSPropOptions>(a);
  options.decay_rate = a.number(0, "decay_rate", options.decay_rate);
  options.wdecay = a.number(9, "wdecay", 0);
  options.momentum_coef = a.number(9, "momentum_coef", 0);
  options.epsilon = a.number(2, "epsilon", options.epsilon);
  const bool rate = a.has(1, "learning_rate");
  return std::make_shared<neon::RMSProp>(
      neon::LearningRate(rate ? a.number(1, "learning_rate", 0) : 2e-3), options);
}

Neon adagrad(A a) {
  auto options = common_options<neon::AdagradOptions>(a);
  options.epsilon = a.number(1, "epsilon", options.epsilon);
  return std::make_shared<neon::Adagrad>(learning_rate(a), options);
}

Built call(A a) {
  const Neon object = made(a, a.at(0, "object"));
  const Op in = a.op(1);
  if (const auto* transform = std::get_if<neon::Activation>(&object)) return (*transform)(in);
  if (const auto* optimizer = std::get_if<std::shared_ptr<neon::Optimizer>>(&object)) {
    neon::OptimizerTarget target;
    if (a.has("variables")) target.variables = a.ops(2, "variables");
    return (**optimizer)(in, target);
  }
  const auto layer = std::get<neon::LayerPtr>(object);
  if (auto both = std::dynamic_pointer_cast<neon::BiRNN>(layer)) {
    return both->joins() ? Built((*both)(in)) : Built(both->outputs(in));
  }
  if (auto recurrent = std::dynamic_pointer_cast<neon::RecurrentLayer>(layer)) {
    const std::vector<Op> first =
        a.has(2, "init_state") ? a.ops(2, "init_state") : std::vector<Op>();
    const std::vector<Op> states = recurrent->states(in, first);
    return a.flag(3, "return_cell_state", false) ? Built(states) : Built(states[0]);
  }
  if (auto convolution = std::dynamic_pointer_cast<neon::Convolution>(layer)) {
    neon::SpatialNames names;
    if (a.has("spatial_axes")) {
      names.spatial = a.dictionary(3, "spatial_axes").get<std::map<std::string, std::string>>();
    }
    return (*convolution)(in, names);
  }
  return layer(in);
}

template <neon::Activation (*F)()>
Built plain(A) {
  return Neon(F());
}

template <neon::Activation (*F)(double)>
Built with_number(A a) {
  for (const char* keyword : {"slope", "alpha", "divisor"}) {
    if (a.has(0, keyword)) return Neon(F(a.number(0, keyword, 0)));
  }
  return Neon(F(F == &neon::rectlin ? 0 : F == &neon::explin ? 1 : 128));
}

Built rectlinclip(A a) {
  return Neon(neon::rectlinclip(a.number(0, "slope", 0), a.number(1, "cutoff", 20)));
}

Built layer(const neon::LayerPtr& made_layer) {
  return Neon(made_layer);
}

constexpr CaseOp rows[] = {
    {"call", call},
    {"neon.Activation", [](A a) { return layer(neon::activation(activation(a, 0, "transform"))); }},
    {"neon.Adagrad", [](A a) { return Built(adagrad(a)); }},
    {"neon.Affine", [](A a) { return layer(neon::affine(affine_options(a))); }},
    {"neon.BatchNorm", [](A a) { return layer(neon::batch_norm(batch_norm_options(a))); }},
    {"neon.BiRNN", [](A a) { return layer(neon::birnn(birnn_options(a))); }},
    {"neon.Bias", [](A a) { return layer(neon::bias({initialiser(a, 0, "init"), true, {}})); }},
    {"neon.Convolution", [](A a) { return layer(neon::convolution(convolution_options(a))); }},
    {"neon.Dropout",
     [](A a) { return layer(neon::dropout({a.number(0, "keep", 0.5), false, {}})); }},
    {"neon.Explin", with_number<neon::explin>},
    {"neon.GradientDescentMomentum", [](A a) { return Built(momentum(a)); }},
    {"neon.LSTM",
     [](A a) { return layer(neon::lstm(recurrent_options<neon::RecurrentOptions>(a))); }},
    {"neon.Linear", [](A a) { return layer(neon::linear(linear_options(a))); }},
    {"neon.Logistic", plain<neon::logistic>},
    {"neon.LookupTable", [](A a) { return layer(neon::lookup_table(lookup_options(a))); }},
    {"neon.Normalizer", with_number<neon::normalizer>},
    {"neon.Pooling", [](A a) { return layer(neon::pooling(pooling_options(a))); }},
    {"neon.RMSProp", [](A a) { return Built(rmsprop(a)); }},
    {"neon.RNNCell", [](A a) { return Built(cell(a)); }},
    {"neon.Rectlin", with_number<neon::rectlin>},
    {"neon.Rectlinclip", rectlinclip},
    {"neon.Recurrent",
     [](A a) { return layer(neon::recurrent(recurrent_options<neon::RecurrentOptions>(a))); }},
    {"neon.Sequential", [](A a) { return layer(neon::sequential(layers(a))); }},
    {"neon.Softmax", plain<neon::softmax>},
    {"neon.Tanh", plain<neon::tanh>},
    {"neon.Identity", plain<neon::identity>},
    {"neon.unroll", unrolled},
};

}  // namespace

Op parameter_at(neon::LayerPtr layer, std::string path) {
  for (;;) {
    std::string part = first_part(path);
    if (part == "layers") {
      layer = layer->layers().at(std::stoul(first_part(path)));
    } else if (!path.empty() && path.find('.') == std::string::npos && part.starts_with("W_")) {
      return layer->parameter(own_name(*layer, part) + "_" + path);
    } else if (part == "b" && !path.empty()) {
      return layer->parameter("bias_" + path);
    } else if (path.empty()) {
      return layer->parameter(own_name(*layer, part));
    } else {
      layer = part_of(layer, part);
    }
  }
}

std::vector<neon::Layer::Parameter> all_parameters(const neon::Layer& layer) {
  std::vector<neon::Layer::Parameter> all = layer.own_parameters();
  for (const neon::LayerPtr& part : layer.layers()) {
    for (const auto& parameter : all_parameters(*part)) all.push_back(parameter);
  }
  return all;
}

std::span<const CaseOp> neon_rows() {
  return rows;
}

}  // namespace ng::cases
