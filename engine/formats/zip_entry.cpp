// SPDX-License-Identifier: Apache-2.0
// One entry of a zip archive: stored bytes as they are, deflated ones through zlib, never more of
// them than the directory says.
#include <utility>

#include "engine/base/quote.h"
#include "engine/formats/crc32.h"
#include "engine/formats/zip_directory.h"
#ifdef NGRAPH_HAVE_ZLIB
#include <zlib.h>
#endif

namespace ng {
namespace {

constexpr const char* again = "the archive is damaged; download or save it again";

[[noreturn]] void fail_entry(const Reader& reader, const ZipEntry& entry, const std::string& what,
                             std::string found, std::string expected) {
  reader.fail_at(entry.data, {"the entry " + quote(entry.name) + " " + what, std::move(found),
                              std::move(expected), again});
}

#ifdef NGRAPH_HAVE_ZLIB
// `packed` unpacked into exactly `out`; what was wrong, or nothing.
std::string inflate_all(const std::string& packed, std::string& out) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return "no memory";
  std::size_t in_at = 0, out_at = 0;
  int state = Z_OK;
  constexpr std::size_t most = std::size_t{1} << 30;  // zlib counts in 32 bits
  char beyond = 0;                                    // room for a byte too many
  while (state == Z_OK) {
    const bool full = out_at == out.size();
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data())) + in_at;
    stream.avail_in = static_cast<uInt>(std::min(most, packed.size() - in_at));
    stream.next_out = reinterpret_cast<Bytef*>(full ? &beyond : out.data() + out_at);
    stream.avail_out = full ? 1 : static_cast<uInt>(std::min(most, out.size() - out_at));
    const uInt in_before = stream.avail_in, out_before = stream.avail_out;
    state = inflate(&stream, Z_NO_FLUSH);
    in_at += in_before - stream.avail_in;
    out_at += out_before - stream.avail_out;
    if (out_at > out.size()) break;
  }
  const std::string message = stream.msg ? stream.msg : "it is cut off";
  inflateEnd(&stream);
  if (out_at > out.size()) return "it unpacks to more than the directory says";
  if (state != Z_STREAM_END) return message + ", after " + std::to_string(in_at) + " packed bytes";
  if (in_at != packed.size()) return "bytes follow the packed data";
  if (out_at != out.size()) return "it unpacks to " + std::to_string(out_at) + " bytes only";
  return {};
}
#else
std::string inflate_all(const std::string&, std::string&) {
  refuse(ErrorKind::unavailable,
         "compressed archives cannot be read: this build has no zlib (zlib1g-dev); "
         "save the arrays with numpy.savez instead of savez_compressed");
}
#endif

}  // namespace

std::string read_zip_entry(Reader& reader, const ZipEntry& entry) {
  reader.seek(entry.data);
  std::string packed = reader.text(entry.packed);
  if (entry.method != 0) {
    reader.check_limit("an archive entry", entry.unpacked, reader.limits().allocation_bytes);
    std::string out(entry.unpacked, '\0');
    const std::string wrong = inflate_all(packed, out);
    if (!wrong.empty()) {
      fail_entry(reader, entry, "cannot be unpacked", wrong,
                 std::to_string(entry.unpacked) + " bytes");
    }
    packed = std::move(out);
  }
  const std::uint32_t crc = crc32(packed);
  if (crc != entry.crc) {
    fail_entry(reader, entry, "has another CRC than the directory says", std::to_string(crc),
               std::to_string(entry.crc));
  }
  return packed;
}

}  // namespace ng
