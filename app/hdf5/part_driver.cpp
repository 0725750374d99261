// SPDX-License-Identifier: Apache-2.0
#include "app/hdf5/part_driver.h"

#include <unistd.h>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include <cstring>

namespace ng::hdf5 {
namespace {

struct Part {
  int descriptor = -1;
  std::uint64_t start = 0, bytes = 0;
};
// Of the only open file. libhdf5 copies the parameters of a driver byte by byte.
Part part;

struct OpenPart {
  H5FD_t base;  // first, as libhdf5 casts
  haddr_t end = 0;
};

OpenPart& of(H5FD_t* file) {
  return *reinterpret_cast<OpenPart*>(file);
}

H5FD_t* open(const char*, unsigned flags, hid_t, haddr_t) {
  if ((flags & H5F_ACC_RDWR) != 0) return nullptr;
  return &(new OpenPart())->base;
}

herr_t close(H5FD_t* file) {
  delete &of(file);
  return 0;
}

herr_t query(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_DATA_SIEVE;
  return 0;
}

haddr_t get_end(const H5FD_t* file, H5FD_mem_t) {
  return reinterpret_cast<const OpenPart*>(file)->end;
}

herr_t set_end(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  of(file).end = end;
  return 0;
}

haddr_t file_end(const H5FD_t*, H5FD_mem_t) {
  return part.bytes;
}

// As all drivers, with zeros after the end of the file.
herr_t read(H5FD_t*, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, void* out) {
  auto* to = static_cast<char*>(out);
  while (size > 0) {
    const std::uint64_t left = at < part.bytes ? part.bytes - at : 0;
    const std::size_t some = static_cast<std::size_t>(std::min<std::uint64_t>(left, size));
    if (some == 0) {
      std::memset(to, 0, size);
      return 0;
    }
    const ssize_t got = pread(part.descriptor, to, some, static_cast<off_t>(part.start + at));
    if (got <= 0) return -1;
    to += got;
    at += static_cast<haddr_t>(got);
    size -= static_cast<std::size_t>(got);
  }
  return 0;
}

herr_t write(H5FD_t*, H5FD_mem_t, hid_t, haddr_t, std::size_t, const void*) {
  return -1;
}

const H5FD_class_t& driver() {
  static const H5FD_class_t made = [] {
    H5FD_class_t d{};
#if H5_VERSION_GE(1, 13, 0)
    d.version = H5FD_CLASS_VERSION;
    d.value = static_cast<H5FD_class_value_t>(513);
#endif
    d.name = "part";
    d.maxaddr = HADDR_MAX;
    d.fc_degree = H5F_CLOSE_WEAK;
    d.open = open;
    d.close = close;
    d.query = query;
    d.get_eoa = get_end;
    d.set_eoa = set_end;
    d.get_eof = file_end;
    d.read = read;
    d.write = write;
    constexpr H5FD_mem_t free_lists[] = H5FD_FLMAP_SINGLE;
    static_assert(std::size(free_lists) == H5FD_MEM_NTYPES);
    std::copy(std::begin(free_lists), std::end(free_lists), d.fl_map);
    return d;
  }();
  return made;
}

}  // namespace

Handle open_part(int descriptor, std::uint64_t start, std::uint64_t bytes) {
  part = {descriptor, start, bytes};
  const hid_t id = H5FDregister(&driver());
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "no memory for the file");
  if (id < 0 || H5Pset_driver(access.get(), id, nullptr) < 0)
    throw std::runtime_error("the file driver is not accepted");
  return {H5Fopen("part", H5F_ACC_RDONLY, access.get()), H5Fclose,
          "its header or its root group is damaged"};
}

}  // namespace ng::hdf5
