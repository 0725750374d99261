// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/pytorch/torch_tensors.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/quote.h"
#include "engine/formats/pytorch/numpy_pickle.h"

namespace ng {
namespace {

using Id = PickleData::Id;

constexpr const char* damaged = "the file is damaged; save it again with torch.save";
constexpr const char* simpler = "save the tensors in a plain dict with torch.save";
constexpr std::size_t most_depth = 100;
constexpr std::size_t most_path_bytes = 4096;
constexpr std::size_t most_name_bytes = 1 << 24;  // of all tensors, besides twice the file
constexpr std::size_t most_notes = 20;
constexpr std::size_t most_scalars = 1000;
constexpr std::size_t most_scalar_bytes = 200;

class Walk {
 public:
  Walk(const Reader& reader, const PickleData& pickle, const FindStorage& find,
       TensorDirectory& directory, Notes& notes)
      : reader_(reader), pickle_(pickle), find_(find), directory_(directory), notes_(notes) {}

  void start() {
    const Id root = pickle_.root();
    const bool alone = pickle_.kind(root) == PickleKind::persistent ||
                       (pickle_.kind(root) == PickleKind::object &&
                        (tensor_call(root) || numpy_array(pickle_, root).has_value()));
    visit(root, alone ? "tensor" : "", 0);
  }

 private:
  [[noreturn]] void fail(Id at, std::string what, std::string found, std::string expected,
                         const char* action = damaged) const {
    reader_.fail_at(pickle_.offset(at),
                    {std::move(what), std::move(found), std::move(expected), action});
  }

  void note(std::string what, Id at) {
    if (++noted_ <= most_notes)
      add_note(notes_, std::move(what), reader_.where(pickle_.offset(at)));
  }

  std::string callable_name(Id object) const {
    Id callable = pickle_.callable(object);
    if (pickle_.kind(callable) == PickleKind::persistent) {
      callable = module_class_of(pickle_, callable);
      if (callable == PickleData::nothing) return {};
    }
    if (pickle_.kind(callable) != PickleKind::global) return {};
    return std::string(pickle_.text(callable));
  }

  // Is the object a tensor that this reader knows, or a parameter of one?
  bool tensor_call(Id object) const {
    const std::string name = callable_name(object);
    return name.starts_with("torch.") && name.find("._rebuild_") != std::string::npos;
  }

  void visit(Id id, const std::string& path, std::size_t depth) {
    // Shared parts are visited once per name; nesting them can ask for any number of names.
    if (++visits_ > 2 * pickle_.links() + 10'000)
      fail(id, "shared parts of the pickle unfold to too many values",
           std::to_string(visits_) + " values", "each part under few names", simpler);
    switch (pickle_.kind(id)) {
      case PickleKind::dict:
      case PickleKind::list:
      case PickleKind::tuple:
        if (!path_.insert(id).second)
          fail(id, "a container of the pickle contains itself", quote(path), "a tree", simpler);
        if (depth == most_depth)
          fail(id, "the pickle is nested too deeply", quote(path),
               "at most " + std::to_string(most_depth) + " levels", simpler);
        visit_items(id, path, depth);
        path_.erase(id);
        break;
      case PickleKind::object: visit_object(id, path, depth); break;
      case PickleKind::persistent: add_storage(id, path); break;
      default: add_scalar(id, path);
    }
  }

  void visit_items(Id id, const std::string& path, std::size_t depth) {
    const std::vector<Id> items = pickle_.items(id);
    if (pickle_.kind(id) == PickleKind::dict) {
      for (std::size_t i = 0; i + 1 < items.size(); i += 2)
        visit(items[i + 1], joined(path, key_text(items[i], i / 2)), depth + 1);
    } else {
      for (std::size_t i = 0; i < items.size(); ++i)
        visit(items[i], joined(path, std::to_string(i)), depth + 1);
    }
  }

  std::string joined(const std::string& path, const std::string& key) const {
    reader_.check_limit("the length of a name", path.size() + key.size(), most_path_bytes);
    return path.empty() ? key : path + "/" + key;
  }

  std::string key_text(Id key, std::size_t index) const {
    if (pickle_.kind(key) == PickleKind::text) {
      reader_.check_limit("the length of a key", pickle_.text(key).size(), most_path_bytes);
      return std::string(pickle_.text(key));
    }
    if (const auto number = pickle_.integer(key)) return std::to_string(*number);
    return "key" + std::to_string(index);
  }

  void visit_object(Id id, const std::string& path, std::size_t depth) {
    if (depth >= most_depth)
      fail(id, "the pickle is nested too deeply", quote(path),
           "at most " + std::to_string(most_depth) + " levels", simpler);
    if (tensor_call(id)) return visit_tensor(id, path, depth);
    if (add_numpy(id, path)) return;
    // An object may refer to itself, as modules to their parents.
    if (!path_.insert(id).second) return;
    const std::string name = callable_name(id);
    if (classes_.insert(name).second && !name.empty())
      note("objects of " + quote(name) + " were not created; only tensors in them are listed", id);
    const std::vector<Id> arguments = pickle_.items(pickle_.arguments(id));
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (may_hold_tensors(arguments[i]))
        visit(arguments[i], joined(path, std::to_string(i)), depth + 1);
    const Id appended = pickle_.appended(id), entries = pickle_.entries(id),
             state = pickle_.state(id);
    if (appended != PickleData::nothing) visit(appended, path, depth + 1);
    if (entries != PickleData::nothing) visit(entries, path, depth + 1);
    if (state != PickleData::nothing) visit_state(state, path, depth + 1);
    path_.erase(id);
  }

  // Modules keep their tensors in dicts that a state dict does not name: the path of a module's
  // weight is that of its state dict.
  void visit_state(Id state, const std::string& path, std::size_t depth) {
    if (pickle_.kind(state) != PickleKind::dict) return visit(state, path, depth);
    const std::vector<Id> items = pickle_.items(state);
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
      const std::string key = key_text(items[i], i / 2);
      const bool module = pickle_.kind(items[i + 1]) == PickleKind::dict &&
                          (key == "_parameters" || key == "_buffers" || key == "_modules");
      const bool holds = may_hold_tensors(items[i + 1]);
      if (holds) visit(items[i + 1], module ? path : joined(path, key), depth);
    }
  }

  bool may_hold_tensors(Id id) const {
    const PickleKind kind = pickle_.kind(id);
    return kind == PickleKind::dict || kind == PickleKind::list || kind == PickleKind::tuple ||
           kind == PickleKind::object;
  }

  // A call that makes a tensor.
  struct Call {
    Id object;
    std::string function;  // of torch._utils: "_rebuild_tensor_v2"
    std::vector<Id> arguments;
  };

  void visit_tensor(Id id, const std::string& path, std::size_t depth) {
    const std::string name = callable_name(id);
    visit_call({id, name.substr(name.rfind('.') + 1), pickle_.items(pickle_.arguments(id), 8)},
               path, depth);
  }

  void visit_call(const Call& call, const std::string& path, std::size_t depth) {
    const std::string& function = call.function;
    if (function == "_rebuild_parameter" || function == "_rebuild_parameter_with_state" ||
        function == "_rebuild_device_tensor_from_numpy") {
      if (call.arguments.empty())
        fail(call.object, "a parameter has no tensor", "no arguments", "a tensor");
      return visit(call.arguments[0], path, depth + 1);
    }
    if (function == "_rebuild_from_type_v2") return visit_subclass(call, path, depth);
    if (function == "_rebuild_qtensor") return add_quantised(call, path, depth);
    if (function == "_rebuild_sparse_tensor") return add_sparse(call, path, depth);
    if (function == "_rebuild_tensor" || function == "_rebuild_tensor_v2" ||
        function == "_rebuild_tensor_v3")
      return add_tensor({call.object, call.arguments, path, function == "_rebuild_tensor_v3"});
    add_unreadable(call, path, "tensors of this kind are not supported");
  }

  // _rebuild_from_type_v2(function, type, arguments, state)
  void visit_subclass(const Call& call, const std::string& path, std::size_t depth) {
    const std::vector<Id>& outer = call.arguments;
    const bool known = outer.size() >= 3 && pickle_.kind(outer[0]) == PickleKind::global &&
                       pickle_.kind(outer[2]) == PickleKind::tuple;
    if (!known || depth >= most_depth)
      return add_unreadable(call, path, "it is of a class of its own");
    const std::string_view name = pickle_.text(outer[0]);
    visit_call(
        {call.object, std::string(name.substr(name.rfind('.') + 1)), pickle_.items(outer[2], 8)},
        path, depth + 1);
  }

  void add_tensor(const TensorCall& call) {
    add_named(call.object, read_torch_tensor(reader_, pickle_, call, find_));
  }

  void add_unreadable(const Call& call, const std::string& path, const char* why) {
    StoredTensor tensor;
    tensor.name = path;
    tensor.dtype = StoredType(call.function);
    tensor.fault = why;
    add_named(call.object, std::move(tensor));
  }

  // _rebuild_qtensor(storage, offset, size, stride, parameters, …): its integers, and what PyTorch
  // calls q_scale and so on.
  void add_quantised(const Call& call, const std::string& path, std::size_t depth) {
    constexpr std::size_t no_metadata = 8;
    TensorCall integers{call.object, call.arguments, joined(path, "int_repr"), false, no_metadata};
    StoredTensor tensor = read_torch_tensor(reader_, pickle_, integers, find_);
    if (const auto values = tensor.dtype.values()) tensor.dtype = *values;
    add_named(call.object, std::move(tensor));
    if (call.arguments.size() < 5 || pickle_.kind(call.arguments[4]) != PickleKind::tuple)
      fail(call.object, "a quantised tensor has no parameters", quote(path), "a tuple");
    const std::vector<Id> parameters = pickle_.items(call.arguments[4], 4);
    const bool per_channel = parameters.size() == 4;
    const std::vector<const char*> names =
        per_channel
            ? std::vector{"q_per_channel_scales", "q_per_channel_zero_points", "q_per_channel_axis"}
            : std::vector{"q_scale", "q_zero_point"};
    if (parameters.size() != names.size() + 1)
      fail(call.object, "a quantised tensor has unknown parameters",
           std::to_string(parameters.size()), "a scheme, a scale and a zero point", simpler);
    for (std::size_t i = 0; i < names.size(); ++i)
      add_part(parameters[i + 1], joined(path, names[i]), depth);
  }

  // _rebuild_sparse_tensor(layout, (indices, values, size, …)), with two lists of indices in
  // compressed layouts.
  void add_sparse(const Call& call, const std::string& path, std::size_t depth) {
    const bool known =
        call.arguments.size() >= 2 && pickle_.kind(call.arguments[1]) == PickleKind::tuple;
    const std::vector<Id> data = known ? pickle_.items(call.arguments[1], 4) : std::vector<Id>();
    const std::string layout = known ? layout_of(call.arguments[0]) : "";
    std::vector<const char*> names;
    if (layout == "torch.sparse_coo") names = {"indices", "values", "size"};
    if (layout == "torch.sparse_csr" || layout == "torch.sparse_bsr")
      names = {"crow_indices", "col_indices", "values", "size"};
    if (layout == "torch.sparse_csc" || layout == "torch.sparse_bsc")
      names = {"ccol_indices", "row_indices", "values", "size"};
    if (names.empty() || data.size() < names.size())
      return add_unreadable(call, path, "its sparse layout is not known");
    for (std::size_t i = 0; i < names.size(); ++i) add_part(data[i], joined(path, names[i]), depth);
  }

  // Of the call torch.serialization._get_layout(layout), or of a global of older versions.
  std::string layout_of(Id layout) const {
    if (pickle_.kind(layout) == PickleKind::global) return std::string(pickle_.text(layout));
    if (pickle_.kind(layout) != PickleKind::object) return {};
    const std::vector<Id> given = pickle_.items(pickle_.arguments(layout), 1);
    const bool named = !given.empty() && pickle_.kind(given[0]) == PickleKind::text;
    return named ? std::string(pickle_.text(given[0])) : "";
  }

  // A part of a tensor: another tensor, a number or a list of integers.
  void add_part(Id id, const std::string& path, std::size_t depth) {
    StoredTensor part;
    part.name = path;
    std::vector<std::byte> elements;
    const auto add = [&elements](const auto& value) {
      const auto bytes = std::as_bytes(std::span(&value, 1));
      elements.insert(elements.end(), bytes.begin(), bytes.end());
    };
    switch (pickle_.kind(id)) {
      case PickleKind::number:
        part.dtype = DType::f64;
        add(pickle_.number(id));
        break;
      case PickleKind::integer:
        part.dtype = DType::i64;
        add(*pickle_.integer(id));
        break;
      case PickleKind::list:
      case PickleKind::tuple:
        part.dtype = DType::i64;
        for (const Id item : pickle_.items(id, reader_.limits().rank))
          add(pickle_.integer(item).value_or(-1));
        part.shape = {std::ssize(elements) / 8};
        break;
      default: return visit(id, path, depth + 1);
    }
    part.value = std::make_shared<const std::vector<std::byte>>(std::move(elements));
    add_named(id, std::move(part));
  }

  // Arrays of NumPy are copied out of the pickle once, also if they have several names.
  bool add_numpy(Id id, const std::string& path) {
    auto known = arrays_.find(id);
    if (known == arrays_.end()) {
      const std::optional<StoredTensor> array = numpy_array(pickle_, id);
      if (!array) return false;
      known = arrays_.emplace(id, *array).first;
    }
    StoredTensor named = known->second;
    named.name = path;
    add_named(id, std::move(named));
    return true;
  }

  // All elements of a storage that belongs to no tensor, as far as it is one.
  void add_storage(Id id, const std::string& path) {
    if (module_class_of(pickle_, id) != PickleData::nothing) return;
    const TorchStorage storage = storage_of(reader_, pickle_, id);
    const StoragePlace at = find_(storage);
    const std::int64_t each = storage.element_bytes();
    if (each > 0 &&
        static_cast<std::uint64_t>(storage.elements) > at.bytes / static_cast<std::uint64_t>(each))
      fail(id, "storage " + quote(storage.key) + " is shorter than its number of elements",
           std::to_string(at.bytes) + " bytes", std::to_string(storage.elements) + " elements");
    StoredTensor tensor;
    tensor.name = path;
    tensor.dtype = storage.dtype;
    tensor.shape = {storage.elements};
    tensor.member = at.member;
    tensor.offset = at.offset;
    tensor.swapped = at.swapped && each > 1;
    tensor.unsized_bytes = at.bytes;
    add_named(id, std::move(tensor));
  }

  void add_named(Id id, StoredTensor tensor) {
    reader_.check_limit("the number of tensors", directory_.tensors.size() + 1,
                        reader_.limits().tensors);
    const std::string taken = tensor.name;
    if (int& uses = names_[taken]; uses++ > 0) {
      tensor.name = taken + "#" + std::to_string(uses);
      while (!names_.emplace(tensor.name, 1).second)
        tensor.name = taken + "#" + std::to_string(++uses);
      note("two tensors have the name " + quote(taken) + "; one is listed as " + quote(tensor.name),
           id);
    }
    name_bytes_ += tensor.name.size();
    reader_.check_limit("the names of tensors", name_bytes_, most_name_bytes + 2 * reader_.size());
    directory_.tensors.push_back(std::move(tensor));
  }

  // Keeps numbers and short texts: the epoch, the learning rate.
  void add_scalar(Id id, const std::string& path) {
    if (directory_.metadata.size() >= most_scalars || path.empty() ||
        path.size() > most_scalar_bytes || path.starts_with("ngraph."))
      return;
    std::string text;
    char digits[32];
    switch (pickle_.kind(id)) {
      case PickleKind::boolean: text = pickle_.boolean(id) ? "true" : "false"; break;
      case PickleKind::integer: text = std::to_string(*pickle_.integer(id)); break;
      case PickleKind::number:
        text.assign(digits, std::to_chars(digits, std::end(digits), pickle_.number(id)).ptr);
        break;
      case PickleKind::text: text = pickle_.text(id); break;
      default: return;
    }
    // Other formats keep metadata as printable UTF-8.
    const auto plain = [](const std::string& part) { return quote(part) == "'" + part + "'"; };
    if (text.size() <= most_scalar_bytes && plain(path) && plain(text))
      directory_.metadata.emplace(path, std::move(text));
  }

  const Reader& reader_;
  const PickleData& pickle_;
  const FindStorage& find_;
  TensorDirectory& directory_;
  Notes& notes_;
  std::uint64_t visits_ = 0, name_bytes_ = 0;
  std::size_t noted_ = 0;
  std::unordered_set<Id> path_;                  // containers and objects on the way
  std::unordered_map<std::string, int> names_;   // of tensors; how often each was given
  std::set<std::string> classes_;                // that were noted
  std::unordered_map<Id, StoredTensor> arrays_;  // of NumPy
};

}  // namespace

void find_torch_tensors(const Reader& reader, const PickleData& pickle, const FindStorage& find,
                        TensorDirectory& directory, Notes& notes) {
  Walk(reader, pickle, find, directory, notes).start();
}

}  // namespace ng
