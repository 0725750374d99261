// SPDX-License-Identifier: Apache-2.0
#include "app/hdf5/listing.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "app/hdf5/element_type.h"
#include "engine/formats/hdf5/hdf5_limits.h"

namespace ng::hdf5 {
namespace {

using Json = nlohmann::json;

class Lister {
 public:
  explicit Lister(const Handle& file) : file_(file.get()) {}

  std::string run() {
    Handle root(H5Gopen2(file_, "/", H5P_DEFAULT), H5Gclose, "its root group is damaged");
    groups_.insert(address_of(root.get()));  // a link to it leads nowhere new
    add_group(root.get(), "", 0);
    const Json all{{"tensors", std::move(tensors_)},
                   {"texts", std::move(texts_)},
                   {"notes", std::move(notes_)}};
    return all.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

 private:
  void add_group(hid_t group, const std::string& path, std::size_t depth) {
    if (depth > hdf5_limits::depth) throw std::runtime_error("its groups are nested too deeply");
    add_texts(group, path);
    within_.push_back(address_of(group));
    hsize_t at = 0;
    struct Call {
      Lister* lister;
      const std::string* path;
      std::size_t depth;
      std::string failure;
    } call{this, &path, depth, {}};
    const auto visit = [](hid_t in, const char* name, const H5L_info_t* link, void* data) {
      Call& c = *static_cast<Call*>(data);
      try {
        c.lister->add_link(in, *c.path, name, *link, c.depth);
        return 0;
      } catch (const std::exception& error) {  // libhdf5 is written in C
        c.failure = error.what();
        return -1;
      }
    };
    const herr_t done = H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, &at, visit, &call);
    within_.pop_back();
    if (!call.failure.empty()) throw std::runtime_error(call.failure);
    if (done >= 0) return;
    const std::string newer = newer_format();
    note("the group '" + path + "' is " +
         (newer.empty() ? "damaged and is not listed to its end"
                        : "not listed to its end: " + newer));
  }

  void add_link(hid_t in, const std::string& folder, const std::string& name,
                const H5L_info_t& link, std::size_t depth) {
    const std::string path = folder.empty() ? name : folder + "/" + name;
    if (++links_ > hdf5_limits::objects) throw std::runtime_error("it has too many objects");
    if (path.size() > hdf5_limits::name) throw std::runtime_error("a name is too long");
    if (link.type == H5L_TYPE_SOFT) return add_soft_link(in, path, name, depth);
    if (link.type != H5L_TYPE_HARD)
      return note("the link '" + path + "' to another file is not followed");
    const hid_t id = H5Oopen(in, name.c_str(), H5P_DEFAULT);
    if (id < 0) {
      const std::string newer = newer_format();
      return add_unreadable(path, newer.empty() ? "its header is damaged" : newer);
    }
    const Handle object(id, H5Oclose, "");
    const H5I_type_t kind = H5Iget_type(id);
    if (kind == H5I_DATASET) return add_tensor(id, path);
    if (kind == H5I_GROUP && is_new(address_of(id))) add_group(id, path, depth + 1);
  }

  // Its object has both names. libhdf5 follows a link to a link, up to 16 of them.
  void add_soft_link(hid_t in, const std::string& path, const std::string& name,
                     std::size_t depth) {
    const Handle access(H5Pcreate(H5P_LINK_ACCESS), H5Pclose, "libhdf5 has no memory");
    const auto refuse = [](const char*, const char*, const char*, const char*, unsigned*, hid_t,
                           void*) -> herr_t { return -1; };  // links to other files
    H5Pset_elink_cb(access.get(), refuse, nullptr);
    const hid_t id = H5Oopen(in, name.c_str(), access.get());
    if (id < 0)
      return note("the soft link '" + path + "' leads to no object of this file, or in a circle");
    const Handle object(id, H5Oclose, "");
    const H5I_type_t kind = H5Iget_type(id);
    if (kind == H5I_DATASET) return add_tensor(id, path);
    if (kind != H5I_GROUP) return;
    if (std::find(within_.begin(), within_.end(), address_of(id)) != within_.end())
      return note("the soft link '" + path +
                  "' to a group that it is in is not followed: it is a circle");
    ++soft_links_;
    add_group(id, path, depth + 1);
    --soft_links_;
  }

  static haddr_t address_of(hid_t id) {
    H5O_info_t info;
    return H5Oget_info2(id, &info, H5O_INFO_BASIC) < 0 ? HADDR_UNDEF : info.addr;
  }

  // A group may contain itself. By a soft link, it is listed again under the name of the link.
  bool is_new(haddr_t group) {
    if (group == HADDR_UNDEF) return false;
    if (soft_links_ > 0) return std::find(within_.begin(), within_.end(), group) == within_.end();
    return groups_.insert(group).second;
  }

  void add_unreadable(const std::string& path, const std::string& fault) {
    tensors_.push_back(
        {{"name", path}, {"shape", Json::array()}, {"type", "unknown"}, {"fault", fault}});
  }

  void add_tensor(hid_t id, const std::string& path) try {
    const Handle type(H5Dget_type(id), H5Tclose, "its type is damaged");
    const Handle space(H5Dget_space(id), H5Sclose, "its shape is damaged");
    const Handle plist(H5Dget_create_plist(id), H5Pclose, "its storage is damaged");
    const ElementType element = type_of(id, type.get());
    const int rank = H5Sget_simple_extent_ndims(space.get());
    std::vector<hsize_t> shape(static_cast<std::size_t>(std::max(rank, 0)));
    if (rank < 0 || H5Sget_simple_extent_dims(space.get(), shape.data(), nullptr) < 0)
      return add_unreadable(path, "its shape is damaged");
    Json tensor{{"name", path}, {"shape", shape}, {"type", element.name}};
    place(id, plist.get(), space.get(), element, tensor);
    tensors_.push_back(std::move(tensor));
    add_texts(id, path);
  } catch (const std::runtime_error& error) {
    add_unreadable(path, error.what());
  }

  // Keras writes bfloat16 as two bytes of no type, and names it in an attribute.
  static ElementType type_of(hid_t dataset, hid_t type) {
    const bool opaque = H5Tget_class(type) == H5T_OPAQUE && H5Tget_size(type) == 2;
    if (opaque && H5Aexists(dataset, "dtype") > 0) {
      const Handle attribute(H5Aopen(dataset, "dtype", H5P_DEFAULT), H5Aclose, "it is damaged");
      const Handle kind(H5Aget_type(attribute.get()), H5Tclose, "its type is damaged");
      const Handle space(H5Aget_space(attribute.get()), H5Sclose, "its shape is damaged");
      if (H5Tget_class(kind.get()) == H5T_STRING &&
          H5Sget_simple_extent_npoints(space.get()) == 1 &&
          texts_of(attribute.get(), kind.get(), space.get(), 1).at(0) == "bfloat16")
        return {"bfloat16", false, true};
    }
    return element_type(type);
  }

  // The name of a filter of the chunks that this libhdf5 does not have; empty: it has all.
  static std::string missing_filter(hid_t plist) {
    const int count = H5Pget_nfilters(plist);
    for (int i = 0; i < count; ++i) {
      unsigned flags = 0;
      std::size_t values = 0;
      char name[64] = {};
      const auto index = static_cast<unsigned>(i);
      const H5Z_filter_t filter =
          H5Pget_filter2(plist, index, &flags, &values, nullptr, sizeof name - 1, name, nullptr);
      if (filter < 0 || H5Zfilter_avail(filter) > 0) continue;
      return name[0] == 0 ? "number " + std::to_string(filter) : "'" + std::string(name) + "'";
    }
    return {};
  }

  // Where the elements are: at an offset of the file, or to be read by libhdf5.
  static void place(hid_t id, hid_t plist, hid_t space, const ElementType& element, Json& tensor) {
    const H5D_layout_t layout = H5Pget_layout(plist);
    if (!element.numbers) {
      tensor["bytes"] = H5Dget_storage_size(id);
      tensor["fault"] = "its elements, of the type " + element.name +
                        ", are no numbers that are "
                        "read";
    } else if (H5Sget_simple_extent_type(space) == H5S_NULL) {
      tensor["fault"] = "it has no elements";
    } else if (layout == H5D_VIRTUAL || H5Pget_external_count(plist) > 0) {
      tensor["fault"] = "its elements are in other files";
    } else if (const std::string filter = missing_filter(plist); !filter.empty()) {
      tensor["fault"] = "its chunks are packed by the filter " + filter + ", which is not built in";
    } else if (const haddr_t offset = H5Dget_offset(id);
               layout == H5D_CONTIGUOUS && offset != HADDR_UNDEF) {
      tensor["offset"] = offset;
      tensor["swapped"] = element.swapped;
    } else {
      tensor["read"] = true;
      tensor["swapped"] = element.swapped && element.name.starts_with("complex");
    }
  }

  void add_texts(hid_t object, const std::string& path) {
    hsize_t at = 0;
    struct Call {
      Lister* lister;
      const std::string* path;
    } call{this, &path};
    const auto visit = [](hid_t in, const char* name, const H5A_info_t*, void* data) {
      const Call& c = *static_cast<const Call*>(data);
      try {
        c.lister->add_text(in, *c.path, name);
      } catch (const std::exception& error) {  // libhdf5 is written in C
        c.lister->note("the attribute '" + std::string(name) + "' of '" + *c.path +
                       "' cannot be read: " + error.what());
      }
      return 0;
    };
    if (H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_NATIVE, &at, visit, &call) < 0)
      note("the attributes of '" + path + "' are damaged");
  }

  // Attributes of texts only: names of weights, architectures, versions.
  void add_text(hid_t object, const std::string& path, const char* name) {
    const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose, "it is damaged");
    const Handle type(H5Aget_type(attribute.get()), H5Tclose, "its type is damaged");
    if (H5Tget_class(type.get()) != H5T_STRING) return;
    const Handle space(H5Aget_space(attribute.get()), H5Sclose, "its shape is damaged");
    const hssize_t count = H5Sget_simple_extent_npoints(space.get());
    const std::uint64_t size = H5Aget_storage_size(attribute.get());
    if (count < 0 || count > hdf5_limits::objects || size > hdf5_limits::answer)
      throw std::runtime_error("it is too long");
    Json row{path, name};
    for (std::string& text : texts_of(attribute.get(), type.get(), space.get(), count)) {
      text_bytes_ += text.size();
      if (text_bytes_ > hdf5_limits::answer) throw std::runtime_error("the texts are too long");
      row.push_back(std::move(text));
    }
    texts_.push_back(std::move(row));
  }

  static std::vector<std::string> texts_of(hid_t attribute, hid_t type, hid_t space,
                                           hssize_t count) {
    std::vector<std::string> texts;
    if (count == 0) return texts;
    const auto n = static_cast<std::size_t>(count);
    const Handle memory(H5Tcopy(type), H5Tclose, "its type is damaged");
    if (H5Tis_variable_str(type) > 0) {
      std::vector<char*> pointers(n, nullptr);
      if (H5Aread(attribute, memory.get(), pointers.data()) < 0)
        throw std::runtime_error("its texts are damaged");
      for (const char* text : pointers) texts.emplace_back(text ? text : "");
      H5Dvlen_reclaim(memory.get(), space, H5P_DEFAULT, pointers.data());
      return texts;
    }
    const std::size_t length = H5Tget_size(type);
    if (length == 0 || length > hdf5_limits::answer / n)
      throw std::runtime_error("its texts are too long");
    std::vector<char> all(n * length);
    if (H5Aread(attribute, memory.get(), all.data()) < 0)
      throw std::runtime_error("its texts are damaged");
    for (std::size_t i = 0; i < n; ++i)
      texts.emplace_back(all.data() + i * length, strnlen(all.data() + i * length, length));
    return texts;
  }

  void note(std::string text) {
    if (notes_.size() < hdf5_limits::notes) notes_.push_back(std::move(text));
  }

  hid_t file_;
  Json tensors_ = Json::array(), texts_ = Json::array(), notes_ = Json::array();
  std::set<haddr_t> groups_;
  std::vector<haddr_t> within_;  // groups from the root to the one that is listed
  int soft_links_ = 0;           // that lead to it
  std::int64_t links_ = 0;
  std::uint64_t text_bytes_ = 0;
};

}  // namespace

std::string listing(const Handle& file) {
  return Lister(file).run();
}

}  // namespace ng::hdf5
