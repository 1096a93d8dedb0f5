/* Code is alike whatever registers, addresses and places it has, and is not where it does something else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/annotate/match/match.h"

enum { MOST = 64 };

/* A loop of 20 instructions without two runs of three that are the same. */
static const char *const code[][2] = {
    { "push", "%rbx" },
    { "mov", "%rdi, %rbx" },
    { "test", "%rdi, %rdi" },
    { "je", "" },
    { "mov", "$0x0, %eax" },
    { "imul", "%rcx, %rdx" },
    { "add", "$0xb, %rdx" },
    { "xor", "%rdx, %rsi" },
    { "shr", "$0x3, %rsi" },
    { "add", "$0x1, %rax" },
    { "cmp", "%rax, %rbx" },
    { "jne", "" },
    { "mov", "0x8(%rsp), %rax" },
    { "lea", "(%rax, %rsi, 2), %rdx" },
    { "mov", "%rdx, 0x8(%rsp)" },
    { "sub", "%rdx, %rax" },
    { "not", "%rax" },
    { "pop", "%rbx" },
    { "and", "%rax, %rdx" },
    { "ret", "" },
};

/* The likeness of the code to itself with another row at a place. */
static double with(size_t at, const char *mnemonic, const char *operands, enum insn_kind kind)
{
    struct insn a[MOST], b[MOST];
    const struct insn *pa[MOST], *pb[MOST];
    for (size_t i = 0; i < COUNT(code); i++) {
        a[i] = (struct insn){ .length = 4, .mnemonic = code[i][0], .operands = code[i][1] };
        b[i] = a[i];
        b[i].addr = 0x1000;
        pa[i] = &a[i];
        pb[i] = &b[i];
    }
    b[at].mnemonic = mnemonic;
    b[at].operands = operands;
    b[at].kind = kind;
    struct likeness x = likeness_make(pa, COUNT(code)), y = likeness_make(pb, COUNT(code));
    const double alike = likeness_of(&x, &y);
    assert_true(alike - likeness_of(&y, &x) == 0);
    likeness_free(&x);
    likeness_free(&y);
    return alike;
}

static void test_changes(void **state)
{
    static const struct {
        size_t at;
        const char *mnemonic, *operands;
        bool same;
    } rows[] = {
        { 0, "push", "%r12", true },
        { 5, "imul", "%r8, %r9", true },
        { 12, "mov", "0x48(%rbp), %rcx", true }, /* another place on the stack */
        { 13, "lea", "(%rbx, %rcx, 8), %rdi", true },
        { 6, "add", "$0xc, %rdx", false },
        { 6, "sub", "$0xb, %rdx", false },
        { 12, "mov", "%rcx, %rax", false },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const double alike = with(rows[i].at, rows[i].mnemonic, rows[i].operands, INSN_PLAIN);
        assert_true(rows[i].same ? alike >= 1 : alike < 1 && alike > 0.5);
    }
}

/* Where a jump leads and the address of data are no part of it; what does nothing, and what is no code, is left out. */
static void test_left_out(void **state)
{
    struct insn v[MOST],
        more[2] = { { .length = 1, .mnemonic = "nopw", .operands = "0x0(%rax)" },
                    { .length = 4, .mnemonic = ".word", .operands = "0x12", .kind = INSN_DATA } };
    const struct insn *a[MOST], *b[MOST];
    size_t n = 0;
    (void)state;
    for (size_t i = 0; i < COUNT(code); i++) {
        v[i] = (struct insn){ .length = 4, .mnemonic = code[i][0], .operands = code[i][1] };
        a[i] = b[n++] = &v[i];
        if (i < COUNT(more))
            b[n++] = &more[i];
        if (i == 5)
            b[n++] = NULL;
    }
    struct insn near = v[3], far = v[3], here = v[6], there = v[6];
    near.has_target = far.has_target = here.has_refers = there.has_refers = true;
    near.operands = "0x1010";
    far.operands = "0x99990";
    there.operands = "$0x404040, %rdx";
    a[3] = &near;
    b[3 + 2] = &far;
    a[6] = &here;
    b[6 + 3] = &there;
    struct likeness x = likeness_make(a, COUNT(code)), y = likeness_make(b, n);
    assert_true(likeness_of(&x, &y) >= 1);
    likeness_free(&y);
    y = likeness_make(b, 10); /* too little of it */
    assert_true(likeness_of(&x, &y) <= 0 && y.runs < LIKENESS_FEWEST);
    likeness_free(&x);
    likeness_free(&y);
    y = likeness_make(NULL, 0);
    assert_true(likeness_of(&y, &y) <= 0);
    likeness_free(&y);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_changes), cmocka_unit_test(test_left_out) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
