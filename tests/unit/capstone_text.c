/* What versions of capstone, and its hosts, print in other ways, and where it is not used. */
#include "formats/disasm/capstone_text.h"

#include <capstone/capstone.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arch/arch.h"
#include "core/base/text.h"
#include "formats/disasm/engine.h"

static void test_mnemonics(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "jmpq", "jmpq" },
        { "notrack jmpq", "jmpq" },
        { "repz retq", "retq" },
        { "notrack repz ret", "ret" },
        { "repz cmpsb", "repz cmpsb" },
        { "notrack", "notrack" },
        { "", "" },
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_string_equal(capstone_mnemonic(rows[i][0]), rows[i][1]);
}

static void test_least_number(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "$-0xffffffff80000000, %rax", "$-0x80000000, %rax" },
        { "-0xffffffff80000000(%rip)", "-0x80000000(%rip)" },
        { "-0xffffffff80000000", "-0x80000000" },
        { "$0xffffffff80000000, %rax", "$0xffffffff80000000, %rax" },
        { "-0xffffffff8000000", "-0xffffffff8000000" },
        { "", "" },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char operands[64];
        snprintf(operands, sizeof(operands), "%s", rows[i][0]);
        capstone_correct_least(operands);
        assert_string_equal(operands, rows[i][1]);
    }
}

/* Instruction sets that capstone does not know, or of which it prints wrong numbers. Only the latter is told. */
static void test_engines(void **state)
{
    (void)state;
    static const struct {
        struct arch_isa isa;
        bool opens, is_told;
    } rows[] = {
        { { .capstone = 0 }, false, false },
        { { .capstone = CS_ARCH_X86 + 1, .capstone_mode = CS_MODE_MIPS32R6 }, false, false },
        { { .capstone = CS_ARCH_X86 + 1, .capstone_mode = CS_MODE_64 }, true, false },
        { { .capstone = CS_ARCH_X86 + 1, .capstone_mode = CS_MODE_64, .probe = { { 0x6a, 5 }, 2, "5" } },
          true,
          false },
        { { .capstone = CS_ARCH_X86 + 1, .capstone_mode = CS_MODE_64, .probe = { { 0x6a, 5 }, 2, "6" } },
          false,
          true },
        { { .capstone = CS_ARCH_X86 + 1, .capstone_mode = CS_MODE_64, .probe = { { 0x06 }, 1, "6" } },
          false,
          true },
    };
    const struct arch *a = arch_by_name("x86_64", 64, ORDER_LITTLE);
    assert_non_null(a);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct text why = { 0 };
        struct engine *g = engine_capstone(a, &rows[i].isa, NULL, &why);
        assert_int_equal(g != NULL, rows[i].opens);
        assert_int_equal(
            strstr(text_str(&why), "is not used, because it prints wrong numbers on this host") != NULL,
            rows[i].is_told);
        assert_int_equal(why.n != 0, rows[i].is_told);
        if (g) {
            struct listing_text t;
            assert_int_equal(g->one(g, (struct span){ (const uint8_t *)"\x90", 1 }, 0, &t), 1);
            assert_string_equal(t.mnemonic, "nop");
            assert_int_equal(g->one(g, (struct span){ (const uint8_t *)"\x90", 0 }, 0, &t), 0);
            g->close(g);
        }
        text_free(&why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_mnemonics), cmocka_unit_test(test_least_number),
                                        cmocka_unit_test(test_engines) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
