// SPDX-License-Identifier: Apache-2.0
// Tests the object cache and the object loader: size limits, eviction order, invalid bytes.
#include "engine/backends/code_cache/object_cache.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "engine/backends/cpu/compiler/jit.h"
#include "engine/backends/cpu/compiler/jit_plugin_library.h"
#include "engine/backends/cpu/compiler/loaded_code.h"
#include "engine/base/error.h"
#include "tests/support/test_program.h"

using namespace ng;
namespace fs = std::filesystem;

namespace {

std::shared_ptr<CachedCode> code_of(std::size_t size, char fill) {
  auto code = std::make_shared<CachedCode>();
  code->compiler = "a compiler";
  code->bytes = std::string(size, fill);
  return code;
}

std::size_t files_in(const QTemporaryDir& folder) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder.path().toStdString()))
    count += entry.is_regular_file();
  return count;
}

}  // namespace

class ObjectCacheTest : public QObject {
  Q_OBJECT

 private slots:
  void keys_follow_content() {
    QCOMPARE(cache_key("a").size(), 32u);
    QCOMPARE(cache_key("a"), cache_key("a"));
    QVERIFY(cache_key("a") != cache_key("b"));
  }

  void chooses_the_folder() {
    qputenv("NGRAPH_CACHE_DIR", "off");
    QVERIFY(default_cache_folder().empty());
    qputenv("NGRAPH_CACHE_DIR", "/some/where");
    QCOMPARE(default_cache_folder(), fs::path("/some/where"));
    qunsetenv("NGRAPH_CACHE_DIR");
    qputenv("XDG_CACHE_HOME", "/cache");
    QCOMPARE(default_cache_folder(), fs::path("/cache/ngraph/objects"));
    qunsetenv("XDG_CACHE_HOME");
    qputenv("HOME", "/home/someone");
    QCOMPARE(default_cache_folder(), fs::path("/home/someone/.cache/ngraph/objects"));
  }

  void keeps_the_disk_bounded() {
    QTemporaryDir folder;
    const DiskCache disk(folder.path().toStdString(), 10000);
    for (int i = 0; i < 20; ++i) {
      const std::string key = cache_key(std::to_string(i));
      disk.write(key, *code_of(1000, 'x'));
      const fs::path file = disk.folder() / (key + ".obj");
      if (fs::exists(file))
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(30 - i));
    }
    std::ofstream(disk.folder() / "notes.txt") << "the user's own";
    disk.trim();
    QVERIFY(!disk.read(cache_key("0")));  // the oldest was evicted
    QVERIFY(disk.read(cache_key("19")));
    QVERIFY(fs::exists(disk.folder() / "notes.txt"));
    QVERIFY(files_in(folder) >= 5 && files_in(folder) <= 10);
  }

  // Concurrent writers and readers of one entry: a reader finds a complete entry or none.
  void is_safe_between_processes() {
    QTemporaryDir folder;
    std::vector<pid_t> children;
    for (int i = 0; i < 4; ++i) {
      const pid_t child = fork();
      if (child == 0) {
        const DiskCache disk(folder.path().toStdString(), 1 << 20);
        bool good = true;
        for (int round = 0; round < 200; ++round) {
          disk.write(cache_key("shared"), *code_of(20000, static_cast<char>('a' + i)));
          const auto found = disk.read(cache_key("shared"));
          good = good && found && found->bytes == std::string(20000, found->bytes[0]);
        }
        _exit(good ? 0 : 1);
      }
      children.push_back(child);
    }
    for (const pid_t child : children) {
      int status = -1;
      waitpid(child, &status, 0);
      QCOMPARE(status, 0);
    }
    QCOMPARE(files_in(folder), 1u);
  }

  void removes_unfinished_entries() {
    QTemporaryDir folder;
    const DiskCache disk(folder.path().toStdString(), 10000);
    const fs::path old = disk.folder() / ("." + cache_key("a") + ".obj.abcdef");
    const fs::path fresh = disk.folder() / ("." + cache_key("b") + ".obj.abcdef");
    std::ofstream(old) << "half";
    std::ofstream(fresh) << "half";
    fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(2));
    disk.trim();
    QVERIFY(!fs::exists(old));
    QVERIFY(fs::exists(fresh));
  }

  void keeps_memory_bounded() {
    ObjectCache cache({}, 0, 5000);
    for (int i = 0; i < 10; ++i) cache.store(cache_key(std::to_string(i)), code_of(1000, 'y'));
    QVERIFY(!cache.find(cache_key("0")));
    QVERIFY(cache.find(cache_key("9")));
    cache.forget(cache_key("9"));
    QVERIFY(!cache.find(cache_key("9")));
  }

  void works_without_a_disk() {
    DiskCache nowhere("/proc/nowhere/objects", 1000);
    nowhere.write(cache_key("a"), *code_of(10, 'z'));
    QVERIFY(!nowhere.read(cache_key("a")));
  }

  // Opening a pipe would block until there is a writer.
  void skips_a_pipe() {
    QTemporaryDir folder;
    const DiskCache disk(folder.path().toStdString(), 10000);
    const std::string key = cache_key("a");
    QCOMPARE(::mkfifo((disk.folder() / (key + ".obj")).c_str(), 0600), 0);
    const pid_t child = fork();
    if (child == 0) {
      alarm(300);
      if (disk.read(key)) _exit(1);
      disk.write(key, *code_of(10, 'z'));
      _exit(disk.read(key) ? 0 : 2);
    }
    int status = -1;
    waitpid(child, &status, 0);
    QCOMPARE(status, 0);
  }

  // Under RLIMIT_FSIZE the process continues without the entry.
  void survives_a_file_size_limit() {
    QTemporaryDir folder;
    const pid_t child = fork();
    if (child == 0) {
      signal(SIGXFSZ, SIG_DFL);
      const rlimit limit{1000, 1000};
      setrlimit(RLIMIT_FSIZE, &limit);
      const DiskCache disk(folder.path().toStdString(), 1 << 20);
      disk.write(cache_key("a"), *code_of(20000, 'z'));
      _exit(disk.read(cache_key("a")) ? 1 : 0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    QCOMPARE(status, 0);
    QCOMPARE(files_in(folder), 0u);
  }

  void rejects_invalid_objects() {
    for (const std::string& bytes :
         {std::string(), std::string("text"), std::string(4096, '\0'), std::string(4096, '\xff')})
      QVERIFY_THROWS_EXCEPTION(Error, load_object(bytes));
    QVERIFY_THROWS_EXCEPTION(Error, load_shared_library("text"));
  }

  // Changes each byte of an object in turn: the object is rejected or loads, without other effects.
  void survives_damaged_objects() {
    const JitPluginFile plugin = find_jit_plugin();
    if (plugin.path.empty()) QSKIP("built without the Clang plugin");
    std::string reason;
    const NgraphJitApi* api = open_jit_plugin(plugin.path, reason);
    QVERIFY2(api, reason.c_str());
    const std::string source =
        "float table[9] = {1};\nextern \"C\" float expf(float);\n"
        "extern \"C\" float k(float x, int i) { return expf(x) + table[i]; }";
    const NgraphJitRequest request = {
        {source.data(), source.size()}, "kernel.cpp", 2, ngraph_jit_object};
    NgraphJitResult* result = api->compile(&request);
    QVERIFY(result && result->ok);
    const std::string good(result->object.data, result->object.size);
    api->release(result);
    QVERIFY(load_object(good)->find("k"));
    int loaded = 0, refused = 0;
    for (std::size_t at = 0; at < good.size(); ++at) {
      for (const char bits : {'\x01', '\x80', '\xff'}) {
        std::string bad = good;
        bad[at] ^= bits;
        try {
          load_object(bad);
          ++loaded;
        } catch (const Error&) {
          ++refused;
        }
      }
    }
    for (std::size_t size = 0; size < good.size(); size += 7)
      QVERIFY_THROWS_EXCEPTION(Error, load_object(good.substr(0, size)));
    QVERIFY(refused > 0 && loaded > 0);
  }
};

NGRAPH_TEST(ObjectCacheTest)
#include "object_cache_test.moc"
