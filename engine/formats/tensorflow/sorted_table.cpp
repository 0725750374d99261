// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensorflow/sorted_table.h"

#include <cstdio>
#include <cstring>
#include <vector>

#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/formats/crc32c.h"

namespace ng {
namespace {

constexpr std::uint64_t footer_bytes = 48, trailer_bytes = 5, magic = 0xdb4775248b80fb57;
constexpr std::uint64_t most_block_bytes = std::uint64_t{1} << 28;
constexpr const char* save_again = "the index is damaged; copy or save the checkpoint again";

struct Handle {
  std::uint64_t offset = 0, size = 0;
};

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

class TableReader {
 public:
  using Entry = std::function<void(const std::string&, std::string_view)>;

  explicit TableReader(Reader& reader) : reader_(reader) {}

  void run(const Entry& entry) {
    const Handle index = read_footer();
    std::vector<Handle> blocks;
    read_block(index, [&](const std::string& key, std::string_view value) {
      std::string_view rest = value;
      const Handle block = handle_of(rest, index.offset);
      const std::uint64_t end = blocks.empty() ? 0 : blocks.back().offset + blocks.back().size;
      if (block.offset < end) {
        fail(index.offset, "two blocks of the index overlap", "block at " + hex(block.offset),
             "blocks that follow each other");
      }
      if (block.offset == index.offset) {
        fail(index.offset, "the index of blocks points to itself", quote(key), "a block of data");
      }
      reader_.check_limit("the number of blocks", blocks.size(), reader_.limits().tensors);
      blocks.push_back(block);
    });
    std::string last;
    bool first = true;
    for (const Handle& block : blocks) {
      read_block(block, [&](const std::string& key, std::string_view value) {
        if (!first && key <= last) {
          fail(block.offset, "the keys of the index do not ascend",
               quote(key) + " after " + quote(last), "each key once, in order");
        }
        last = key;
        first = false;
        reader_.check_limit("the number of entries", ++entries_, reader_.limits().tensors);
        entry(key, value);
      });
    }
  }

 private:
  [[noreturn]] void fail(std::uint64_t offset, std::string what, std::string found,
                         std::string expected) const {
    reader_.fail_at(offset, {std::move(what), std::move(found), std::move(expected), save_again});
  }

  std::uint64_t varint(std::string_view& bytes, std::uint64_t offset) const {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (bytes.empty())
        fail(offset, "an integer of the index ends too early", "", "its last byte");
      const auto byte = static_cast<unsigned char>(bytes[0]);
      bytes.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return value;
    }
    fail(offset, "an integer of the index is too long", "more than ten bytes", "at most ten");
  }

  Handle handle_of(std::string_view& bytes, std::uint64_t offset) const {
    Handle handle;
    handle.offset = varint(bytes, offset);
    handle.size = varint(bytes, offset);
    const std::uint64_t end = reader_.size() - footer_bytes;
    if (handle.offset > end || handle.size > end - handle.offset ||
        trailer_bytes > end - handle.offset - handle.size) {
      fail(offset, "a block lies outside the index",
           counted(handle.size, "byte") + " at " + hex(handle.offset),
           "a block before the footer at " + hex(end));
    }
    return handle;
  }

  Handle read_footer() {
    if (reader_.size() < footer_bytes) {
      fail(0, "the index is too short", counted(reader_.size(), "byte"), "a footer of 48 bytes");
    }
    const std::uint64_t at = reader_.size() - footer_bytes;
    reader_.seek(at);
    const std::string footer = reader_.text(footer_bytes);
    std::uint64_t found = 0;
    std::memcpy(&found, footer.data() + footer_bytes - 8, 8);
    if (found != magic) {
      fail(at + footer_bytes - 8, "the file does not end as an index", hex(found), hex(magic));
    }
    std::string_view rest(footer.data(), footer_bytes - 8);
    handle_of(rest, at);  // of an index of properties, which is not read
    return handle_of(rest, at);
  }

  std::string contents_of(const Handle& block) {
    reader_.check_limit("the size of a block", block.size, most_block_bytes);
    reader_.seek(block.offset);
    std::string contents = reader_.text(block.size + 1);
    const std::uint32_t stored = reader_.u32();
    const std::uint32_t found = masked_crc32c(crc32c(std::as_bytes(std::span(contents))));
    if (stored != found) {
      fail(block.offset, "the checksum of a block is wrong", hex(found), hex(stored));
    }
    const auto kind = static_cast<unsigned char>(contents.back());
    if (kind != 0) {
      fail(block.offset + block.size, "a block of the index is compressed",
           kind == 1 ? "Snappy" : "type " + std::to_string(kind), "type 0, as TensorFlow writes");
    }
    contents.pop_back();
    return contents;
  }

  void read_block(const Handle& block, const Entry& entry) {
    const std::string contents = contents_of(block);
    if (contents.size() < 4) {
      fail(block.offset, "a block of the index is too short", counted(contents.size(), "byte"),
           "at least 4");
    }
    std::uint32_t restarts = 0;
    std::memcpy(&restarts, contents.data() + contents.size() - 4, 4);
    if (restarts > contents.size() / 4 - 1) {
      fail(block.offset, "a block of the index has too many restarts", std::to_string(restarts),
           "at most " + std::to_string(contents.size() / 4 - 1));
    }
    std::string_view rest(contents.data(), contents.size() - 4 - 4 * std::size_t{restarts});
    std::string key;
    while (!rest.empty()) {
      const std::uint64_t shared = varint(rest, block.offset), own = varint(rest, block.offset);
      const std::uint64_t length = varint(rest, block.offset);
      if (shared > key.size()) {
        fail(block.offset, "a key shares more than the key before it",
             counted(shared, "byte") + " of " + quote(key), "at most its length");
      }
      if (own > rest.size() || length > rest.size() - own) {
        fail(block.offset, "an entry reaches beyond its block", quote(key),
             "at most " + counted(rest.size(), "byte"));
      }
      reader_.check_limit("the length of a name", shared + own, reader_.limits().name_bytes);
      key.resize(shared);
      key += rest.substr(0, own);
      entry(key, rest.substr(own, length));
      rest.remove_prefix(own + length);
    }
  }

  Reader& reader_;
  std::uint64_t entries_ = 0;
};

}  // namespace

void read_sorted_table(Reader& reader,
                       const std::function<void(const std::string&, std::string_view)>& entry) {
  TableReader(reader).run(entry);
}

}  // namespace ng
