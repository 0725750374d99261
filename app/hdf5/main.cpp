// SPDX-License-Identifier: Apache-2.0
// ngraph-hdf5: lists a part of the file open as descriptor 3, or writes the elements of one of its
// data sets to standard output, and exits. libhdf5 can crash, hang or use gigabytes on damaged
// files; a process of its own limits memory and time.
//   ngraph-hdf5 list START BYTES
//   ngraph-hdf5 read START BYTES NAME ELEMENT_BYTES
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/hdf5/element_type.h"
#include "app/hdf5/listing.h"
#include "app/hdf5/part_driver.h"
#include "engine/base/helper_process.h"
#include "engine/formats/hdf5/hdf5_limits.h"

namespace {

using ng::hdf5::Handle;

void write_elements(const Handle& file, const char* name, std::uint64_t bytes) {
  const Handle set(H5Dopen2(file.get(), name, H5P_DEFAULT), H5Dclose, "its header is damaged");
  const Handle type(H5Dget_type(set.get()), H5Tclose, "its type is damaged");
  const Handle space(H5Dget_space(set.get()), H5Sclose, "its shape is damaged");
  const Handle memory = ng::hdf5::little_endian(type.get());
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  if (count < 0 || static_cast<std::uint64_t>(count) * H5Tget_size(memory.get()) != bytes)
    throw std::runtime_error("it has another size than it was listed with");
  std::vector<char> elements(bytes);
  if (H5Dread(set.get(), memory.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, elements.data()) < 0)
    ng::hdf5::refuse_call("its chunks are damaged, or packed by a filter that is not built in");
  ng::write_answer(elements.data(), elements.size());
}

int refuse(const std::string& why, int code = ng::hdf5_limits::damaged) {
  ng::write_answer(why.data(), why.size());
  return code;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string verb = count > 1 ? arguments[1] : "";
  const bool reads = verb == "read" && count == 6;
  if (!reads && !(verb == "list" && count == 4)) {
    std::fprintf(stderr, "usage: ngraph-hdf5 list START BYTES | read START BYTES NAME SIZE\n");
    return 2;
  }
  const std::uint64_t bytes = reads ? std::strtoull(arguments[5], nullptr, 10) : 0;
  ng::limit_process(ng::hdf5_limits::memory + 3 * bytes, ng::hdf5_limits::seconds(bytes));
  try {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    H5PLset_loading_state(0);  // a filter that a file names is no reason to load a library
    const Handle file = ng::hdf5::open_part(3, std::strtoull(arguments[2], nullptr, 10),
                                            std::strtoull(arguments[3], nullptr, 10));
    if (reads) {
      write_elements(file, arguments[4], bytes);
    } else {
      const std::string text = ng::hdf5::listing(file);
      ng::write_answer(text.data(), text.size());
    }
    std::_Exit(0);  // closing a damaged file can fail, and changes nothing
  } catch (const std::bad_alloc&) {
    return refuse("it needs more memory than is allowed");
  } catch (const ng::hdf5::NewerFormat& error) {
    return refuse(error.what(), ng::hdf5_limits::newer);
  } catch (const std::exception& error) {
    return refuse(error.what());
  }
}
