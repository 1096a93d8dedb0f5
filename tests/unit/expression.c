/* DWARF expressions, operation by operation: register n has the value 0x100 * n, but 9 is unknown; memory at
   0x8000 has the bytes 1, 2, 3... and ends 64 bytes further. */
#include "core/resolve/unwind.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>
#include <dwarf.h>

#include "core/resolve/activation.h"

/* `m` and `memory` have to live as long. */
static struct activation frame_of(struct unwind_arch *m, uint8_t memory[64], unsigned word,
                                  enum byte_order order)
{
    *m = (struct unwind_arch){ .word = word, .mask = word == 8 ? UINT64_MAX : UINT32_MAX };
    struct activation f = { .m = m, .order = order, .dump = { memory, 64 }, .from = 0x8000 };
    for (unsigned i = 0; i < 64; i++)
        memory[i] = (uint8_t)(i + 1);
    for (unsigned i = 0; i < 32; i++)
        if (i != 9)
            activation_set(&f, i, i * 0x100);
    return f;
}

#define BYTES(...)                                                                                           \
    {                                                                                                        \
        (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ })                           \
    }

enum { LIT = DW_OP_lit0, REG = DW_OP_breg0 };

static void test_operations(void **state)
{
    (void)state;
    const struct {
        const char *what;
        struct span bytes;
        bool ok;
        uint64_t wide, narrow;
    } rows[] = {
        { "the CFA", BYTES(DW_OP_nop), true, 0x7000, 0x7000 },
        { "a literal", BYTES(LIT + 31), true, 31, 31 },
        { "const1u", BYTES(DW_OP_const1u, 0xff), true, 0xff, 0xff },
        { "const1s", BYTES(DW_OP_const1s, 0xff), true, UINT64_MAX, UINT32_MAX },
        { "constu", BYTES(DW_OP_constu, 0x80, 1), true, 128, 128 },
        { "consts", BYTES(DW_OP_consts, 0x7f), true, UINT64_MAX, UINT32_MAX },
        { "const8u", BYTES(DW_OP_const8u, 5, 5, 5, 5, 5, 5, 5, 5), true, 0x0505050505050505, 0x05050505 },
        { "breg", BYTES(REG + 7, 8), true, 0x708, 0x708 },
        { "breg, back", BYTES(REG + 7, 0x78), true, 0x6f8, 0x6f8 },
        { "bregx", BYTES(DW_OP_bregx, 31, 1), true, 0x1f01, 0x1f01 },
        { "an unknown register", BYTES(REG + 9, 0), false, 0, 0 },
        { "a register that is none", BYTES(DW_OP_bregx, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 0), false, 0, 0 },
        { "deref_size", BYTES(REG + 0, 0x80, 0x80, 2, DW_OP_deref_size, 1), true, 1, 1 },
        { "deref_size of none", BYTES(REG + 0, 0x80, 0x80, 2, DW_OP_deref_size, 3), false, 0, 0 },
        { "deref of what is not there", BYTES(LIT + 0, DW_OP_deref), false, 0, 0 },
        { "dup", BYTES(LIT + 3, DW_OP_dup, DW_OP_mul), true, 9, 9 },
        { "drop", BYTES(LIT + 3, LIT + 4, DW_OP_drop), true, 3, 3 },
        { "over", BYTES(LIT + 3, LIT + 4, DW_OP_over), true, 3, 3 },
        { "pick", BYTES(LIT + 3, LIT + 4, LIT + 5, DW_OP_pick, 2), true, 3, 3 },
        { "pick of what is not there", BYTES(LIT + 3, DW_OP_pick, 2), false, 0, 0 },
        { "swap", BYTES(LIT + 3, LIT + 4, DW_OP_swap, DW_OP_minus), true, 1, 1 },
        { "rot", BYTES(LIT + 1, LIT + 2, LIT + 3, DW_OP_rot, DW_OP_minus), true, UINT64_MAX, UINT32_MAX },
        { "rot, below", BYTES(LIT + 1, LIT + 2, LIT + 3, DW_OP_rot, DW_OP_drop, DW_OP_drop), true, 3, 3 },
        { "abs", BYTES(DW_OP_const1s, 0x80, DW_OP_abs), true, 128, 128 },
        { "neg", BYTES(LIT + 1, DW_OP_neg), true, UINT64_MAX, UINT32_MAX },
        { "not", BYTES(LIT + 0, DW_OP_not), true, UINT64_MAX, UINT32_MAX },
        { "div", BYTES(DW_OP_const1s, 0xf8, LIT + 3, DW_OP_div), true, UINT64_MAX - 1, UINT32_MAX - 1 },
        { "div by -1", BYTES(DW_OP_const1s, 0x80, DW_OP_const1s, 0xff, DW_OP_div), true, 128, 128 },
        { "div by 0", BYTES(LIT + 3, LIT + 0, DW_OP_div), false, 0, 0 },
        { "mod", BYTES(LIT + 17, LIT + 5, DW_OP_mod), true, 2, 2 },
        { "mod by 0", BYTES(LIT + 3, LIT + 0, DW_OP_mod), false, 0, 0 },
        { "and", BYTES(LIT + 12, LIT + 10, DW_OP_and), true, 8, 8 },
        { "or", BYTES(LIT + 12, LIT + 10, DW_OP_or), true, 14, 14 },
        { "xor", BYTES(LIT + 12, LIT + 10, DW_OP_xor), true, 6, 6 },
        { "plus", BYTES(LIT + 12, DW_OP_const1s, 0xff, DW_OP_plus), true, 11, 11 },
        { "plus_uconst", BYTES(LIT + 12, DW_OP_plus_uconst, 0x80, 1), true, 140, 140 },
        { "shl", BYTES(LIT + 1, LIT + 31, DW_OP_shl), true, 0x80000000, 0x80000000 },
        { "shl, far", BYTES(LIT + 1, DW_OP_const1u, 64, DW_OP_shl), true, 0, 0 },
        { "shr", BYTES(DW_OP_const1s, 0xff, LIT + 31, DW_OP_shr), true, UINT64_MAX >> 31, 1 },
        { "shra", BYTES(DW_OP_const1s, 0x80, LIT + 3, DW_OP_shra), true, UINT64_MAX - 15, UINT32_MAX - 15 },
        { "shra, far", BYTES(DW_OP_const1s, 0x80, DW_OP_const1u, 99, DW_OP_shra), true, UINT64_MAX,
          UINT32_MAX },
        { "lt", BYTES(DW_OP_const1s, 0xff, LIT + 0, DW_OP_lt), true, 1, 1 },
        { "le", BYTES(LIT + 0, LIT + 0, DW_OP_le), true, 1, 1 },
        { "gt", BYTES(DW_OP_const1s, 0xff, LIT + 0, DW_OP_gt), true, 0, 0 },
        { "ge", BYTES(LIT + 0, LIT + 0, DW_OP_ge), true, 1, 1 },
        { "eq", BYTES(LIT + 1, LIT + 0, DW_OP_eq), true, 0, 0 },
        { "ne", BYTES(LIT + 1, LIT + 0, DW_OP_ne), true, 1, 1 },
        { "nothing left", BYTES(DW_OP_drop), false, 0, 0 },
        { "a location", BYTES(DW_OP_reg0), false, 0, 0 },
        { "cut off", BYTES(DW_OP_const1u), false, 0, 0 },
        /* x86_64's PLT: in its last two instructions the CFA is 8 further (binutils,
           elf_x86_64_eh_frame_plt): rip & 15 >= 11. rip here is 0x1000. */
        { "PLT",
          BYTES(REG + 7, 8, REG + 16, 0, LIT + 15, DW_OP_and, LIT + 11, DW_OP_ge, LIT + 3, DW_OP_shl,
                DW_OP_plus),
          true, 0x708, 0x708 },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        for (unsigned word = 4; word <= 8; word += 4) {
            struct unwind_arch m;
            uint8_t memory[64];
            const struct activation frame = frame_of(&m, memory, word, ORDER_LITTLE);
            const uint64_t cfa = 0x7000;
            uint64_t v, wanted = word == 8 ? rows[i].wide : rows[i].narrow;
            bool ok = expression_evaluate(rows[i].bytes, &frame, &cfa, &v);
            if (ok != rows[i].ok || (ok && v != wanted))
                print_error("%s, %u bytes: %s %#llx\n", rows[i].what, word, ok ? "gives" : "has nothing, not",
                            (unsigned long long)v);
            assert_int_equal(ok, rows[i].ok);
            assert_true(!ok || v == wanted);
        }
}

/* Numbers in an expression, jumps and memory have the order of the file. */
static void test_orders(void **state)
{
    (void)state;
    const uint8_t little[] = { DW_OP_const2u, 0, 0x80, DW_OP_skip, 1, 0, DW_OP_reg0, DW_OP_deref };
    const uint8_t big[] = { DW_OP_const2u, 0x80, 0, DW_OP_skip, 0, 1, DW_OP_reg0, DW_OP_deref };
    for (unsigned i = 0; i < 2; i++) {
        const enum byte_order order = i ? ORDER_BIG : ORDER_LITTLE;
        struct unwind_arch m;
        uint8_t memory[64];
        const struct activation frame = frame_of(&m, memory, 4, order);
        uint64_t v;
        assert_true(expression_evaluate((struct span){ i ? big : little, sizeof(big) }, &frame, NULL, &v));
        assert_int_equal(v, i ? 0x01020304 : 0x04030201);
    }
}

/* A loop ends, be it by its own counting or by ours; so does what fills the stack. */
static void test_bounds(void **state)
{
    (void)state;
    struct unwind_arch m;
    uint8_t memory[64];
    const struct activation frame = frame_of(&m, memory, 8, ORDER_LITTLE);
    const uint8_t counts[] = { LIT + 9, LIT + 1, DW_OP_minus, DW_OP_dup, DW_OP_bra, 0xfa, 0xff };
    const uint8_t forever[] = { DW_OP_skip, 0xfd, 0xff }, outside[] = { DW_OP_skip, 0xfc, 0xff };
    const uint8_t fills[] = { LIT + 1, DW_OP_skip, 0xfc, 0xff };
    uint64_t v = 7;
    assert_true(expression_evaluate((struct span){ counts, sizeof(counts) }, &frame, NULL, &v));
    assert_int_equal(v, 0);
    assert_false(expression_evaluate((struct span){ forever, sizeof(forever) }, &frame, NULL, &v));
    assert_false(expression_evaluate((struct span){ outside, sizeof(outside) }, &frame, NULL, &v));
    assert_false(expression_evaluate((struct span){ fills, sizeof(fills) }, &frame, NULL, &v));
    assert_false(expression_evaluate((struct span){ NULL, 0 }, &frame, NULL, &v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
