// SPDX-License-Identifier: Apache-2.0
// Tests cleaning compiler output on hand-written examples: kept lines and their source lines.
#include "engine/backends/text_lines.h"

#include <QtTest>

#include "engine/backends/kernel_text_error.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

QString printed(const MappedText& mapped) {
  QString text;
  for (const TextLine& line : mapped.lines)
    text += QString("%1<%2 ").arg(line.text_line).arg(line.source_line);
  return text.trimmed();
}

}  // namespace

class TextLinesTest : public QObject {
  Q_OBJECT

 private slots:
  void cleans_llvm_ir() {
    const MappedText mapped = clean_llvm_ir(R"(; ModuleID = 'kernel.cpp'
source_filename = "kernel.cpp"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind
define void @k(ptr %a) local_unnamed_addr #0 !dbg !7 {
entry:
  %0 = load float, ptr %a, align 4, !dbg !11, !tbaa !20
  %1 = fadd <2 x float> %x, <float 1.0, float 1.0>, !dbg !12
  %2 = add <2 x i32> %y, <i32 1, i32 2>, !dbg !13
  call void @f() #3, !dbg !14
  br label %entry, !llvm.loop !16
}

attributes #0 = { nounwind }
!1 = !DIFile(filename: "/some/where/kernel.cpp", directory: "/d")
!2 = !DIFile(filename: "prelude", directory: "/d")
!7 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1)
!8 = distinct !DISubprogram(name: "p", scope: !2, file: !2, line: 30)
!9 = distinct !DILexicalBlock(scope: !7, file: !1, line: 2)
!11 = !DILocation(line: 4, column: 1, scope: !9)
!12 = !DILocation(line: 33, column: 1, scope: !8, inlinedAt: !15)
!13 = !DILocation(line: 34, column: 1, scope: !8)
!14 = !DILocation(line: 0, scope: !7)
!15 = distinct !DILocation(line: 5, column: 2, scope: !7)
)",
                                            "kernel.cpp");
    QCOMPARE(QString::fromStdString(mapped.text),
             QString(R"(define void @k(ptr %a) local_unnamed_addr {
entry:
  %0 = load float, ptr %a, align 4
  %1 = fadd <2 x float> %x, splat (float 1.0)
  %2 = add <2 x i32> %y, <i32 1, i32 2>
  call void @f()
  br label %entry
}
)"));
    QCOMPARE(printed(mapped), QString("3<4 4<5"));
  }

  void cleans_clang_assembly() {
    const MappedText mapped = clean_assembly(
        "\t.text\n\t.file\t\"kernel.cpp\"\n\t.section\t.rodata,\"a\"\n.LCPI0_0:\n"
        "\t.long\t0x3f000000\n\t.text\n\t.globl\tk\nk:\n.Lfunc_begin0:\n"
        "\t.file\t1 \"/d\" \"kernel.cpp\"\n\t.loc\t1 3 0   # kernel.cpp:3:0\n\t.cfi_startproc\n"
        "\tmovl %eax, %ebx # zmm0 = [1.5,1.5,1.5]\n\t.file\t2 \"/d\" \"prelude\"\n"
        "\t.loc\t2 9 7   # prelude:9:7 @[ kernel.cpp:4:2 ]\n\tvaddss .LCPI0_0(%rip), %xmm0\n"
        ".LBB0_1:\n\t.loc 1 0 0\n\tjmp .LBB0_1\n\t.cfi_endproc\n"
        "# -- End function\n\t.section\t.debug_line,\"\",@progbits\n\t.long 5\n",
        "kernel.cpp");
    QCOMPARE(QString::fromStdString(mapped.text),
             QString(".LCPI0_0:\n\t.long\t0x3f000000\nk:\n\tmovl %eax, %ebx # zmm0 = [3 x 1.5]\n"
                     "\tvaddss .LCPI0_0(%rip), %xmm0\n.LBB0_1:\n\tjmp .LBB0_1\n"));
    QCOMPARE(printed(mapped), QString("4<3 5<4"));
  }

  void cleans_ptx() {
    const MappedText mapped = clean_ptx(
        "//\n// By a compiler\n.version 9.0\n\n.visible .entry k(\n\t.param .u64 p\n)\n{\n"
        "\t.reg .f32 %f<3>;\n\t.loc 1 1 0\n\tld.param.u64 %rd2, [p];\n\t.loc 1 4 5\n"
        "\t.loc\t2 1 25, function_name $L__info_string0, inlined_at 1 6 5\n"
        "\tfma.rn.f32 %f2, %f1, %f1, 0f3F800000;\n$L__BB0_2:\n\tret;\n}\n"
        "\t.file\t1 \"/d/kernel.cu\"\n\t.file\t2 \"/d/prelude\"\n\t.section .debug_str\n\t{\n"
        ".b8 95\n\t}\n",
        "kernel.cu");
    QVERIFY(mapped.text.starts_with("//\n// By a compiler\n.version 9.0\n"));
    QVERIFY(mapped.text.ends_with("\tret;\n}\n"));
    QCOMPARE(printed(mapped), QString("10<1 11<6 13<6"));
  }

  void reads_messages() {
    const auto messages = read_messages(
        "kernel.cpp:3:7: error: use of undeclared identifier 'q'\n    3 |  y = q;\n"
        "/tmp/a/kernel.cpp:12:1: warning: unused\n"
        "kernel.cu(5): error: identifier \"r\" is undefined\n1 error generated.\n"
        "error: no place at all\n");
    QCOMPARE(messages.size(), 3u);
    QCOMPARE(messages[0].line, 3);
    QCOMPARE(messages[0].column, 7);
    QCOMPARE(messages[1].severity, Severity::warning);
    QCOMPARE(messages[1].file, std::string("kernel.cpp"));
    QCOMPARE(messages[2].line, 5);
    QCOMPARE(messages[2].file, std::string("kernel.cu"));
    QCOMPARE(messages[2].text, std::string("identifier \"r\" is undefined"));
  }
};

NGRAPH_TEST(TextLinesTest)
#include "text_lines_test.moc"
