// SPDX-License-Identifier: Apache-2.0
// Hand-written kernel texts, as a compiler would print them.
#include "tests/support/panel_sample.h"

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "tests/support/sample_record.h"

namespace ng::testing {

namespace {

constexpr const char* llvm_text = R"(; ModuleID = 'k0'
define void @k0(ptr noalias nocapture readonly %y, ptr noalias %z, ptr noalias %out) {
entry:
  br label %loop

loop:
  %n = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  %p = getelementptr inbounds float, ptr %z, i64 %n
  %v = load <16 x float>, ptr %p, align 64
  %neg = fneg <16 x float> %v
  %e = call <16 x float> @ng_exp_f32x16(<16 x float> %neg)
  %one = fadd <16 x float> %e, splat (float 1.000000e+00)
  %s = fdiv <16 x float> splat (float 1.000000e+00), %one
  %t = load <16 x float>, ptr %y, align 64
  %d = fsub <16 x float> %s, %t
  %m = fmul <16 x float> %d, splat (float 7.812500e-03)
  store <16 x float> %m, ptr %out, align 64
  %sum.next = fadd <16 x float> %sum, %m
  %next = add nuw nsw i64 %n, 16
  %done = icmp eq i64 %next, 128
  br i1 %done, label %exit, label %loop

exit:
  ret void
}
)";

constexpr const char* assembly_text = R"(	.text
	.globl	k0                              # -- Begin function k0
	.p2align	4, 0x90
	.type	k0,@function
k0:
# %bb.0:
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%eax, %eax
	vbroadcastss	.LCPI0_0(%rip), %zmm1
.LBB0_1:
	vmovaps	(%rsi,%rax,4), %zmm2
	vxorps	%zmm3, %zmm2, %zmm2
	callq	ng_exp_f32x16
	vaddps	%zmm1, %zmm2, %zmm2
	vdivps	%zmm2, %zmm1, %zmm2
	vsubps	(%rdi,%rax,4), %zmm2, %zmm2
	vmulps	.LCPI0_1(%rip){1to16}, %zmm2, %zmm2
	vmovaps	%zmm2, (%rdx,%rax,4)
	vaddps	%zmm2, %zmm0, %zmm0
	addq	$16, %rax
	cmpq	$128, %rax
	jne	.LBB0_1
# %bb.2:
	vzeroupper
	retq
)";

void add_texts(KernelRecord& kernel) {
  kernel.llvm_ir = {
      llvm_text,
      "",
      {{11, {7}}, {12, {8}}, {13, {8}}, {14, {8}}, {16, {30}}, {17, {31}}, {18, {31}}}};
  kernel.assembly = {
      assembly_text,
      "",
      {{12, {7}}, {13, {8}}, {14, {8}}, {15, {8}}, {16, {30}}, {17, {31}}, {18, {31}}}};
  kernel.source.lines = {{4, {8, 7}}, {5, {30, 31}}, {6, {18}}};
  kernel.cuda.text =
      "extern \"C\" __global__ void " + kernel.name +
      "(const float* __restrict__ y,\n    const float* __restrict__ z, float* out) {\n"
      "  const int n = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (n >= 128) return;\n"
      "  const float s = 1.0f / (1.0f + expf(-z[n]));\n"
      "  out[n] = (s - y[n]) / 128.0f;\n}\n";
  kernel.cuda.lines = {{5, {8, 7}}, {6, {30, 31}}};
}

}  // namespace

CompilationRecordPtr sample_with_texts() {
  auto compilation = std::make_shared<CompilationRecord>(*sample_compilation());
  add_texts(compilation->kernels[0]);
  compilation->kernels[0].microseconds = 5.1;
  compilation->kernels[0].launches = 100;
  compilation->kernels[1].microseconds = 0.6;
  compilation->kernels[1].launches = 100;
  compilation->kernels[1].cached = true;
  compilation->kernels[1].reads = {"a_W"};
  compilation->kernels[1].writes = {"a_W"};
  KernelRecord dot;
  dot.id = id_dot, dot.name = "dot_0", dot.kind = KernelKind::library, dot.library = "oneDNN";
  dot.ops = {id_dot}, dot.reads = {"a_W", "a_X"}, dot.writes = {"t0"};
  dot.source.absent = "A library computes it: oneDNN's matmul.";
  dot.cuda.absent = dot.llvm_ir.absent = dot.assembly.absent = dot.ptx.absent = dot.source.absent;
  dot.loops = "N 128 ▸ C 4 (reduce)", dot.flops = 1024, dot.bytes = 2576, dot.microseconds = 2.7;
  dot.launches = 100, dot.cached = true;
  compilation->kernels.push_back(dot);
  for (BufferRecord& buffer : compilation->buffers) {
    const OpRecord* op = compilation->final_graph()->find(buffer.values.front());
    buffer.axes = op->results[0].axes;
    buffer.strides.assign(buffer.axes.size(), 1);
    for (std::size_t i = buffer.axes.size(); i-- > 1;) {
      buffer.strides[i - 1] = buffer.strides[i] * *buffer.axes[i].length;
    }
  }
  return compilation;
}

PanelSession::PanelSession() {
  shows = [this](const CompilationRecordPtr& base) {
    if (base == from_) return made_;
    from_ = base;
    auto texts = base ? std::make_shared<CompilationRecord>(*sample_with_texts()) : nullptr;
    if (texts) texts->passes = base->passes;  // including their check marks
    return made_ = texts;
  };
}

}  // namespace ng::testing
