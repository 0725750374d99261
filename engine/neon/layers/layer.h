// SPDX-License-Identifier: Apache-2.0
// Layers (semantics 7): objects that make ops when they are called on one. The first call makes a
// layer's parameters; calling it again shares them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/graph/names.h"
#include "engine/graph/user_line.h"
#include "engine/neon/layers/initialiser.h"
#include "engine/ngraph.h"

namespace ng::neon {

class Layer;

// A shared layer that is called like a function.
template <class L>
class LayerOf : public std::shared_ptr<L> {
 public:
  using std::shared_ptr<L>::shared_ptr;
  LayerOf(std::shared_ptr<L> layer) : std::shared_ptr<L>(std::move(layer)) {}  // NOLINT
  template <class... Args>
  auto operator()(Args&&... args) const {
    return (**this)(std::forward<Args>(args)...);
  }
};
using LayerPtr = LayerOf<Layer>;
using Layers = std::vector<LayerPtr>;

// Not thread safe; a layer is built by one thread.
class Layer {
 public:
  struct Parameter {
    std::string name;  // within the layer: "W"
    Op op;
  };

  // `kind` is the name of its class ("Affine"). Its ops stand in a scope `name`, by default the
  // kind, inside the scope in which it is first called; brothers of one name become name_0, name_1
  // … So the names of parameters depend on the place in the model alone, not on what else a program
  // makes.
  explicit Layer(std::string kind, std::string name = {});
  virtual ~Layer() = default;
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;

  // The layer applied to `in`. Refusals name the layer and the axes.
  Op operator()(const Op& in);

  // The line to which its ops belong: where the user made the layer. Without one, that of the call.
  void set_line(const Operand::Where& line) { line_ = line; }

  const std::string& kind() const { return kind_; }
  const std::string& name() const { return name_; }
  // Another name than the constructor's. Value Error once the layer has been called: its parameters
  // have their names by then.
  void set_name(std::string name);
  // The path of its scope ("mlp/Affine_0"); its name before the first call.
  std::string path() const;
  bool initialized() const { return scope_ != nullptr; }

  // The parts of a container, in their order.
  virtual Layers layers() const { return {}; }
  // Variables and persistent tensors of the layer itself, in the order in which they were made.
  const std::vector<Parameter>& own_parameters() const { return parameters_; }
  // By name; key Error that lists the others when there is none, or the layer has not been called.
  Op parameter(std::string_view name) const;
  // All variables that training changes, of the parts too.
  std::vector<Op> variables() const;

 protected:
  virtual Op build(const Op& in) = 0;

  // Applies a part whose parameters stand in this layer's own scope.
  Op build_part(Layer& part, const Op& in) {
    part.scope_ = scope_;
    return part.build(in);
  }

  // Runs `make` in the layer's scope: for layers with other calls than operator().
  template <class Make>
  auto in_scope(const Make& make) {
    const Entered entered(*this);
    return make();
  }

  // The parameter `name`, made at the first call. One with other axes is refused: the layer was
  // called on something else before. `label` ("weight", "bias") becomes metadata.
  Op parameter_of(const std::string& name, const Axes& axes, const Initialiser& initialiser,
                  const std::string& label);
  // State that is not trained.
  Op state_of(const std::string& name, const Axes& axes, double initial);

  // value Error that begins with the layer's path.
  [[noreturn]] void fail(std::string what, std::string found = {}, std::string expected = {},
                         std::string action = {}, ErrorKind kind = ErrorKind::value) const;

 private:
  class Entered {
   public:
    explicit Entered(Layer& layer);

   private:
    ScopedName name_;
    std::optional<ScopedUserLine> line_;
  };
  const Op* find(std::string_view name) const;
  void require_same(const Op& found, const Axes& axes) const;

  std::string kind_, name_;
  std::optional<Operand::Where> line_;
  OpScopePtr scope_;
  std::vector<Parameter> parameters_;
};

// A new layer, its line noted: what the functions do that make layers.
template <class L, class... Args>
LayerOf<L> make_layer(const Operand::Where& line, Args&&... args) {
  const ScopedUserLine scope(line);
  const auto layer = std::make_shared<L>(std::forward<Args>(args)...);
  layer->set_line(line);
  return layer;
}

// While one lives, layers make calls for inference on this thread: batch normalization takes its
// running statistics, dropout scales.
class InferenceMode {
 public:
  explicit InferenceMode(bool on = true);
  ~InferenceMode();
  InferenceMode(const InferenceMode&) = delete;
  InferenceMode& operator=(const InferenceMode&) = delete;
  static bool on();

 private:
  bool before_;
  ScopedMetadata metadata_;
};

}  // namespace ng::neon
