/* Instructions of all architectures: their text, kind, where they lead and what they refer to; bytes that are none. */
#include "formats/disasm/disassembler.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <capstone/capstone.h>
#include <cmocka.h>

#include "core/base/text.h"
#include "formats/disasm/objdump.h"

enum { FROM = 0x10000 };

static const char letters[] = {
    [INSN_PLAIN] = 'p',  [INSN_CALL] = 'c', [INSN_JUMP] = 'j',   [INSN_CONDITIONAL] = 'b',
    [INSN_RETURN] = 'r', [INSN_DATA] = 'd', [INSN_UNKNOWN] = '?'
};

/* Hexadecimal digits as bytes of memory: groups of them are numbers in the order of instructions. */
static size_t bytes_of(const char *hex, enum byte_order order, uint8_t *to)
{
    size_t n = 0;
    while (*hex) {
        size_t k = strcspn(hex, " ") / 2;
        for (size_t i = 0; i < k; i++) {
            unsigned v;
            sscanf(hex + 2 * i, "%2x", &v);
            to[n + (order == ORDER_BIG ? i : k - 1 - i)] = (uint8_t)v;
        }
        n += k;
        hex += 2 * k + strspn(hex + 2 * k, " ");
    }
    return n;
}

/* A row as text: its length, kind ("+" is a delay slot), mnemonic and operands, "->" and its target, "&" and what it
   refers to. */
static void show(const struct insn *i, struct text *t)
{
    text_printf(t, "%u%c%s %s", i->length, letters[i->kind], i->has_delay ? "+" : "", i->mnemonic);
    if (i->operands[0])
        text_printf(t, " %s", i->operands);
    if (i->has_target)
        text_printf(t, " ->%llx", (unsigned long long)i->target);
    if (i->has_refers)
        text_printf(t, " &%llx", (unsigned long long)i->refers);
}

static const struct {
    const char *arch;
    char mark;
    const char *code; /* groups that are numbers in the order of instructions, at FROM */
    const char *rows; /* all of them, with "|" between them */
} cases[] = {
#include "tests/unit/disasm_cases.h"
};

/* Whether it is as expected; else it is printed. */
static bool check_rows(const struct disassembler_opts *o, const char *arch, char mark, const char *code,
                       const char *expected)
{
    const struct arch *a = arch_by_name(arch, 0, ORDER_LITTLE);
    uint8_t bytes[256];
    struct code_piece p = { .arch = a, .addr = FROM, .mark = mark };
    struct insns rows;
    struct err e = { 0 };
    struct text t = { 0 };
    struct disassembler *d = disassembler_open(a, o);
    p.bytes = (struct span){ bytes, bytes_of(code, mark == 'd' ? a->order : arch_insn_order(a), bytes) };
    if (!d->take(d, &p, 1, &rows, &e))
        fail_msg("%s: %s", arch, e.msg);
    for (size_t i = 0; i < rows.n; i++) {
        text_add(&t, i ? " | " : "");
        show(&rows.v[i], &t);
    }
    bool good = strcmp(text_str(&t), expected) == 0;
    if (!good)
        print_error("%s, %s:\n  \"%s\"\ninstead of\n  \"%s\"\n", arch, d->name.s, text_str(&t), expected);
    text_free(&t);
    insns_free(&rows);
    d->close(d);
    return good;
}

static void test_rows(void **state)
{
    (void)state;
    size_t bad = 0;
    for (size_t i = 0; i < COUNT(cases); i++)
        bad += !check_rows(&(struct disassembler_opts){ .objdump = "" }, cases[i].arch, cases[i].mark,
                           cases[i].code, cases[i].rows);
    assert_int_equal(bad, 0);
}

static void test_intel(void **state)
{
    (void)state;
    assert_true(
        check_rows(&(struct disassembler_opts){ .objdump = "", .options = "intel" }, "x86_64", 0,
                   "48 8b 05 10 00 00 00 eb 0e b8 05 00 00 00",
                   "7p mov rax, qword ptr [rip + 0x10] &10017 | 2j jmp 0x10017 ->10017 | 5p mov eax, 5"));
}

/* Whatever is installed. */
static void test_raw(void **state)
{
    (void)state;
    struct disassembler *d = disassembler_open(arch_by_name("parisc", 32, ORDER_BIG),
                                               &(struct disassembler_opts){ .objdump = "" });
    assert_string_equal(d->name.s, "raw words");
    assert_non_null(strstr(d->missing.s, "binutils-hppa-linux-gnu"));
    d->close(d);
    assert_true(check_rows(&(struct disassembler_opts){ .objdump = "" }, "parisc", 0,
                           "08000240 e840c002 4bc2",
                           "4? .word 0x08000240 | 4? .word 0xe840c002 | 2? .short 0x4bc2"));
    d = disassembler_open(NULL, &(struct disassembler_opts){ 0 });
    assert_string_equal(d->name.s, "raw words");
    d->close(d);
}

/* Of what LLVM takes apart alone, where it is installed. */
static void test_llvm(void **state)
{
    (void)state;
    struct disassembler *d = disassembler_open(arch_by_name("riscv64", 64, ORDER_LITTLE),
                                               &(struct disassembler_opts){ .objdump = "" });
    bool there = strncmp(d->name.s, "LLVM", 4) == 0;
    if (!there)
        assert_non_null(strstr(d->missing.s, "LLVM"));
    d->close(d);
    if (!there)
        skip();
    assert_true(check_rows(
        &(struct disassembler_opts){ .objdump = "" }, "riscv64", 0,
        "00000517 03850513 00000097 010080e7 00b50663 8082 9782 c119 a001 00000317 00830067 ffffffff 30200073",
        "4p auipc a0, 0 | 4p addi a0, a0, 56 &10038 | 4p auipc ra, 0 | 4c jalr 16(ra) ->10018 | "
        "4b beq a0, a1, 0x1001c ->1001c | 2r ret | 2c jalr a5 | 2b beqz a0, 0x1001e ->1001e | "
        "2j j 0x1001a ->1001a | 4p auipc t1, 0 | 4j jr 8(t1) ->10024 | 4? .word 0xffffffff | 4r mret"));
}

/* What objdump prints is read as a stranger's: lines in any order, of any bytes. */
static const struct {
    const char *printed, *rows;
} texts[] = {
    { "Disassembly of section p0:\n\n00010000 <p0>:\n   10000:\tb,l 10010 <p0+0x10>,rp\n   10004:\tldo\t40(sp),sp\n",
      "4c+ b,l 0x10010, rp ->10010 | 4p ldo 40(sp), sp" },
    { "", "4? .word 0x08000240 | 4? .word 0x08000240" },
    { "   10000:\tnop\n", "4? .word 0x08000240 | 4? .word 0x08000240" },
    { "Disassembly of section p1:\n10000:\tnop\nDisassembly of section p99999999999999999999:\n10000:\tnop\n",
      "4? .word 0x08000240 | 4? .word 0x08000240" },
    { "Disassembly of section p0:\n10004:\tnop\n10000:\tnop\n10008:\tnop\nffffffff00010005:\tb .\n",
      "4? .word 0x08000240 | 1p nop | 3j+ b ." },
    { "Disassembly of section p0:\n10000:\t.long 0x8000240\n10004:\t<unknown>\nDisassembly of section p0:\n10000:\tnop\n",
      "4? .word 0x08000240 | 4? .word 0x08000240" },
    { "Disassembly of section p0:\n10000:\tb\t10000 <a,\\b>,\x1b[2Jrp <\n10001:\t <x>\n10002:\t\n10003:",
      "1j+ b 0x10000, [2Jrp < ->10000 | 1? .byte 0x00 | 1? .byte 0x02 | 4? .word 0x40080002 | 1? .byte 0x40" },
};

static void test_objdump(void **state)
{
    (void)state;
    static const uint8_t bytes[] = { 8, 0, 2, 0x40, 8, 0, 2, 0x40 };
    size_t bad = 0;
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct listing l = { .arch = arch_by_name("parisc", 32, ORDER_BIG) };
        struct code_piece p = { l.arch, { bytes, sizeof(bytes) }, FROM, 0 };
        struct text printed = { 0 }, shown = { 0 };
        struct insns rows = { 0 };
        text_add(&printed, texts[i].printed);
        objdump_read(&l, &printed, &p, 1, (struct insns *const[]){ &rows });
        for (size_t k = 0; k < rows.n; k++) {
            text_add(&shown, k ? " | " : "");
            show(&rows.v[k], &shown);
        }
        if (strcmp(text_str(&shown), texts[i].rows) != 0 && ++bad)
            print_error("%s:\n  %s\ninstead of\n  %s\n", texts[i].printed, text_str(&shown), texts[i].rows);
        text_free(&printed);
        text_free(&shown);
        insns_free(&rows);
        listing_free(&l);
    }
    assert_int_equal(bad, 0);
}

/* A program that is no objdump is not taken for one, and its status is reported. */
static void test_named(void **state)
{
    (void)state;
    static const struct {
        const char *program, *says;
    } named[] = { { "/bin/false", "/bin/false ended with 1" },
                  { "/bin/true", "/bin/true printed nothing" },
                  { "/no/such/objdump", "cannot run /no/such/objdump" },
                  { "no-such-objdump", "no-such-objdump is not on PATH" } };
    for (size_t i = 0; i < COUNT(named); i++) {
        struct disassembler *d =
            disassembler_open(arch_by_name("parisc", 32, ORDER_BIG),
                              &(struct disassembler_opts){ .objdump = named[i].program });
        assert_string_equal(d->name.s, "raw words");
        if (!strstr(d->missing.s, named[i].says))
            fail_msg("%s: %s", named[i].program, d->missing.s);
        d->close(d);
    }
}

/* Bytes of all kinds in all architectures: no gaps, none more than there are, and all of them. */
static void test_coverage(void **state)
{
    (void)state;
    size_t n;
    const struct arch *const *all = arch_all(&n);
    uint8_t bytes[4099];
    uint64_t x = 88172645463325252u;
    for (size_t i = 0; i < sizeof(bytes); i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        bytes[i] = (uint8_t)(x >> 20);
    }
    for (size_t i = 0; i < n; i++) {
        const char marks[] = { 0, 't', 'x', 'd' };
        struct disassembler *d = disassembler_open(all[i], &(struct disassembler_opts){ .objdump = "" });
        for (size_t m = 0; m < sizeof(marks); m++) {
            struct code_piece p = { all[i], { bytes, sizeof(bytes) }, UINT64_MAX - 100, marks[m] };
            struct insns rows;
            struct err e = { 0 };
            assert_true(d->take(d, &p, 1, &rows, &e));
            uint64_t at = p.addr;
            for (size_t k = 0; k < rows.n; k++) {
                assert_int_equal(rows.v[k].addr, at);
                assert_true(rows.v[k].length > 0);
                assert_true(rows.v[k].mnemonic[0]);
                if (marks[m] == 'd' || !all[i]->code->loads) /* else a constant may be loaded */
                    assert_true((marks[m] == 'd') == (rows.v[k].kind == INSN_DATA));
                at += rows.v[k].length;
            }
            assert_int_equal(at - p.addr, sizeof(bytes));
            insns_free(&rows);
        }
        d->close(d);
    }
}

/* Numbers of architectures in arch/ are capstone's: all that it takes apart are told apart by an instruction of cases[]. */
static void test_numbers(void **state)
{
    (void)state;
    size_t n;
    const struct arch *const *all = arch_all(&n);
    for (size_t i = 0; i < n; i++) {
        const struct arch_code *c = all[i]->code;
        assert_non_null(c);
        assert_int_equal(c->isas[c->isas[0].mark ? 1 : 0].mark, 0);
        for (size_t k = 0; k < COUNT(c->isas); k++)
            if (c->isas[k].capstone)
                assert_true(cs_support(c->isas[k].capstone - 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),     cmocka_unit_test(test_intel),   cmocka_unit_test(test_raw),
        cmocka_unit_test(test_coverage), cmocka_unit_test(test_numbers), cmocka_unit_test(test_llvm),
        cmocka_unit_test(test_objdump),  cmocka_unit_test(test_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
