// SPDX-License-Identifier: Apache-2.0
// Tests the number of micro-batches that `ngraph scale` measures when none is given.
#include <QtTest>

#include "engine/neon/scaling/pipeline_scaling.h"
#include "engine/ngraph.h"
#include "tests/support/test_program.h"

using namespace ng;

class PipelineScalingTest : public QObject {
  Q_OBJECT
 private slots:
  void micro_batches_divide_the_batch_of_the_inputs();
};

// A weight with a batch axis of another length comes first.
void PipelineScalingTest::micro_batches_divide_the_batch_of_the_inputs() {
  const Axis n = make_axis(8, "N"), b = make_axis(3, "B", batch());
  const Op w = variable({b}, 1.0), x = placeholder({n});
  Document document;
  document.computations = {computation({sum(w, out_axes({})) * x}, {x})};
  const MeshAxis stages = {std::string(stage_axis), 2};
  QCOMPARE(default_micro_batches(document, {stages}), 4);
  QCOMPARE(default_micro_batches(document, {{"N", 4}, stages}), 2);
  QCOMPARE(default_micro_batches(document, {{"", 8}, stages}), 1);
  QCOMPARE(default_micro_batches(document, {{"B", 3}, stages}), 4);
  document.computations = {computation({sum(w * 2.0, out_axes({}))}, {})};
  QCOMPARE(default_micro_batches(document, {stages}), 3);
}

NGRAPH_TEST(PipelineScalingTest)
#include "pipeline_scaling_test.moc"
