// SPDX-License-Identifier: Apache-2.0
// Tests that a save that fails at any system call leaves the old file and no other files.
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/base/atomic_file.h"
#include "engine/base/error.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

bool refused_by_system(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.kind() == ErrorKind::system && error.fault() == Fault::environment;
  }
  return false;
}

}  // namespace

class AtomicFileTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    path_ = folder_->path().toStdString() + "/model";
  }
  void replaces_the_whole_file();
  void follows_links_and_keeps_permissions();
  void follows_links_to_new_files();
  void gives_up_without_commit();
  void is_complete_before_it_is_renamed();
  void survives_a_full_disk_at_every_call();
  void survives_a_size_limit();
  void reports_a_missing_folder();
  void replaces_only_files();
  void refuses_files_of_others_before_it_writes();
  void removes_temporaries_of_killed_saves();
  void leaves_temporaries_of_processes_with_its_pid();

 private:
  long entries() const {
    return std::distance(std::filesystem::directory_iterator(folder_->path().toStdString()), {});
  }
  std::unique_ptr<QTemporaryDir> folder_;
  std::string path_;
};

void AtomicFileTest::replaces_the_whole_file() {
  write_file(path_, "old and longer");
  const std::string big(300'000, 'n');
  AtomicFile file(path_);
  file.write("start ");
  file.write(big);
  file.write(std::as_bytes(std::span(" end", 4)));
  QCOMPARE(content(path_), std::string("old and longer"));
  file.commit();
  QCOMPARE(content(path_), "start " + big + " end");
  QCOMPARE(entries(), 1L);
}

void AtomicFileTest::follows_links_and_keeps_permissions() {
  write_file(path_, "old");
  QCOMPARE(::chmod(path_.c_str(), 0640), 0);
  std::filesystem::create_symlink("model", path_ + ".link");
  write_file(path_ + ".link", "new");
  QVERIFY(std::filesystem::is_symlink(path_ + ".link"));
  QCOMPARE(content(path_), std::string("new"));
  struct stat status{};
  QCOMPARE(::stat(path_.c_str(), &status), 0);
  QCOMPARE(status.st_mode & 0777u, 0640u);
}

void AtomicFileTest::follows_links_to_new_files() {
  namespace fs = std::filesystem;
  const fs::path folder = folder_->path().toStdString();
  fs::create_directory(folder / "disk");
  fs::create_symlink("disk/second", folder / "first");
  fs::create_symlink(folder / "disk/file", folder / "disk/second");
  write_file((folder / "first").string(), "new");
  QVERIFY(fs::is_symlink(folder / "first") && fs::is_symlink(folder / "disk/second"));
  QCOMPARE(content((folder / "disk/file").string()), std::string("new"));

  fs::create_symlink("loop", folder / "loop");
  fs::create_symlink("absent/file", folder / "absent_folder");
  for (const char* link : {"loop", "absent_folder"}) {
    QVERIFY(refused_by_system([&] { write_file((folder / link).string(), "new"); }));
    QVERIFY(fs::is_symlink(folder / link));
  }
}

void AtomicFileTest::gives_up_without_commit() {
  write_file(path_, "old");
  {
    AtomicFile file(path_);
    file.write("half");
  }
  QCOMPARE(content(path_), std::string("old"));
  QCOMPARE(entries(), 1L);
}

void AtomicFileTest::is_complete_before_it_is_renamed() {
  write_file(path_, "old");
  AtomicFile file(path_);
  file.write("new");
  file.prepare();
  QCOMPARE(content(path_), std::string("old"));
  inject_write_fault(-1, 0);
  file.commit();
  QCOMPARE(inject_write_fault(-1, 0), 3);  // sync, rename, directory sync
  QCOMPARE(content(path_), std::string("new"));
}

void AtomicFileTest::survives_a_full_disk_at_every_call() {
  auto save = [this] {
    AtomicFile file(path_);
    for (int i = 0; i < 5; ++i) file.write(std::string(40'000, 'n'));
    file.commit();
  };
  inject_write_fault(-1, 0);
  save();
  const int calls = inject_write_fault(-1, 0);
  QVERIFY(calls >= 6);  // writes, sync, rename, directory sync
  for (int n = 0; n < calls; ++n) {
    write_file(path_, "old");
    inject_write_fault(n, ENOSPC);
    QVERIFY(refused_by_system(save));
    inject_write_fault(-1, 0);
    // Only the directory sync comes after the rename.
    QCOMPARE(content(path_) == "old", n + 1 < calls);
    QCOMPARE(entries(), 1L);
  }
}

void AtomicFileTest::survives_a_size_limit() {
  write_file(path_, "old");
  rlimit before{};
  QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 100'000;
  QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const bool refused = refused_by_system([this] { write_file(path_, std::string(200'000, 'n')); });
  QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
  QVERIFY(refused);
  QCOMPARE(content(path_), std::string("old"));
  QCOMPARE(entries(), 1L);
}

void AtomicFileTest::reports_a_missing_folder() {
  QVERIFY(refused_by_system([this] { write_file(path_ + "/not/there", "x"); }));
  std::filesystem::create_directory(path_);
  QVERIFY(refused_by_system([this] { write_file(path_, "x"); }));
  QCOMPARE(entries(), 1L);
}

void AtomicFileTest::replaces_only_files() {
  QCOMPARE(::mkfifo(path_.c_str(), 0600), 0);
  std::filesystem::create_symlink("model", path_ + ".link");
  for (const std::string& path : {path_, path_ + ".link", folder_->path().toStdString()})
    QVERIFY(refused_by_system([&] { write_file(path, "new"); }));
  QVERIFY(std::filesystem::is_fifo(path_));
  QCOMPARE(entries(), 2L);
}

// In a folder with the sticky bit.
void AtomicFileTest::refuses_files_of_others_before_it_writes() {
  if (::geteuid() != 0) QSKIP("needs a second user");
  write_file(path_, "old");
  const std::string folder = folder_->path().toStdString();
  QCOMPARE(::chmod(folder.c_str(), 01777), 0);
  const pid_t other = ::fork();
  if (other == 0) {
    const bool refused =
        ::setuid(65534) == 0 && refused_by_system([this] { const AtomicFile file(path_); });
    ::_exit(refused ? 0 : 1);
  }
  int status = -1;
  QCOMPARE(::waitpid(other, &status, 0), other);
  QCOMPARE(status, 0);
  QCOMPARE(content(path_), std::string("old"));
}

// Removes only temporary files of our own naming whose process has ended. An old one with the pid
// of this process is of an earlier process.
void AtomicFileTest::removes_temporaries_of_killed_saves() {
  const pid_t gone = ::fork();
  if (gone == 0) ::_exit(0);
  QCOMPARE(::waitpid(gone, nullptr, 0), gone);
  const std::string folder = folder_->path().toStdString() + "/";
  const std::string dead = ".ngraph-" + std::to_string(gone), tail = "-0.tmp";
  const auto make = [&](const std::string& name, int hours) {
    std::ofstream(folder + name) << "half";
    std::filesystem::last_write_time(
        folder + name, std::filesystem::file_time_type::clock::now() - std::chrono::hours(hours));
  };
  make(dead + tail, 2);
  make(dead + "-1.tmp", 0);
  const std::string same_pid = ".ngraph-" + std::to_string(::getpid());
  make(same_pid + "-99.tmp", 2);
  make(same_pid + "-98.tmp", 0);
  make(".ngraph-" + std::to_string(::getppid()) + "-0.tmp", 2);
  make(dead + "-2.txt", 2);
  make(".ngraph-notes.tmp", 2);
  std::filesystem::create_symlink("model", folder + dead + "-3.tmp");
  QCOMPARE(entries(), 8l);
  write_file(path_, "new");
  QVERIFY(!std::filesystem::exists(folder + dead + tail));
  QVERIFY(!std::filesystem::exists(folder + same_pid + "-99.tmp"));
  QCOMPARE(entries(), 7l);
}

// Another machine or container may be writing them.
void AtomicFileTest::leaves_temporaries_of_processes_with_its_pid() {
  const std::string folder = folder_->path().toStdString() + "/";
  for (int i = 0; i < 200; ++i)
    std::ofstream(folder + ".ngraph-" + std::to_string(::getpid()) + "-" + std::to_string(i) +
                  ".tmp")
        << "half";
  write_file(path_, "new");
  QCOMPARE(content(path_), std::string("new"));
  QCOMPARE(entries(), 201L);
}

NGRAPH_TEST(AtomicFileTest)
#include "atomic_file_test.moc"
