// SPDX-License-Identifier: Apache-2.0
// Tests `ngraph profile MODEL --right onnxruntime`.
#include <QJsonArray>

#include "engine/analysis/compare/onnxruntime/onnxruntime_library.h"
#include "engine/base/error.h"
#include "tests/cli/ngraph_command.h"
#include "tests/support/test_program.h"

using namespace ng;

class ProfilePeerTest : public QObject {
  Q_OBJECT
 private slots:
  void other_peers_and_documents_are_refused();
  void the_library_is_required();
  void times_of_both_are_listed();
};

namespace {
const QString lenet = "tests/onnx/models/lenet.onnx";
}

void ProfilePeerTest::other_peers_and_documents_are_refused() {
  checkExit({"profile", lenet, "--right", "cpu"}, 2, {"onnxruntime"});
  checkExit({"profile", "sample_graphs/06_mlp.ngraph", "--right", "onnxruntime"}, 2,
            {"requires an ONNX model"});
}

void ProfilePeerTest::the_library_is_required() {
  qputenv("NGRAPH_ONNXRUNTIME", "/nowhere/libonnxruntime.so");
  checkExit({"profile", lenet, "--right", "onnxruntime", "--calls", "1"}, 3,
            {"/nowhere/libonnxruntime.so", "pip install onnxruntime"});
  qunsetenv("NGRAPH_ONNXRUNTIME");
}

void ProfilePeerTest::times_of_both_are_listed() {
  try {
    open_onnxruntime();
  } catch (const Error& error) {
    QSKIP(qPrintable(QString::fromStdString(to_string(error.diagnostic()))));
  }
  const QJsonObject peer = json({"profile", lenet, "--right", "onnxruntime", "--batch", "2",
                                 "--calls", "3"})["onnxruntime"]
                               .toObject();
  QVERIFY(peer["version"].toString().startsWith("1."));
  QVERIFY(peer["call_microseconds"].toDouble() > 0);
  bool convolves = false;
  for (const QJsonValue& row : peer["by_op_type"].toArray()) {
    QVERIFY(row["kernels"].toInt() > 0);
    convolves |= row["name"].toString() == "Conv" && row["kernels"].toInt() == 2;
  }
  QVERIFY(convolves);
}

NGRAPH_TEST(ProfilePeerTest)
#include "profile_peer_test.moc"
