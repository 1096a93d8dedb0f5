/* The programs of call frame information, instruction by instruction, in .eh_frame and .debug_frame of either
   class and order; and what is damaged. */
#include "formats/elf/unwind/cfi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>
#include <dwarf.h>

#include "tests/unit/rule_text.h"
#include "tests/unit/sections_make.h"

enum { CODE = 0x1000 /* where the function is in the file */, LENGTH = 0x100 };

/* A section with a CIE and an FDE whose programs are given. Pointers count from where they are, in 4 bytes.
 */
struct given {
    bool eh, wide, big;
    uint16_t machine;
    const char *augmentation;
    const uint8_t *common, *program;
    size_t ncommon, nprogram;
    uint8_t ra;
    uint64_t beyond;     /* how many bytes longer than LENGTH the function is at either end */
    uint64_t entry;      /* where in the file a process begins; 0: nowhere */
    const char *besides; /* another section; NULL: none */
};

static void finish(struct make *s, size_t at)
{
    while ((s->n - at) % 4)
        make_add(s, 1, DW_CFA_nop);
    make_put(s, at - 4, 4, s->n - at);
}

static struct frame_tables *tables_of(const struct given *g, struct make *elf)
{
    struct make s = { .wide = g->wide, .big = g->big };
    unsigned word = g->wide ? 8 : 4;
    uint64_t svma = SECTIONS_SVMA + SECTIONS_AT;
    make_add(&s, 4, 0);
    make_add(&s, 4, g->eh ? 0 : UINT32_MAX);
    make_add(&s, 1, 1);
    make_text(&s, g->augmentation);
    make_add(&s, 1, 4);    /* code */
    make_add(&s, 1, 0x78); /* data: -8 */
    make_add(&s, 1, g->ra);
    if (g->eh) {
        make_add(&s, 1, 1);
        make_add(&s, 1, DW_EH_PE_pcrel | DW_EH_PE_sdata4);
    }
    memcpy(s.bytes + s.n, g->common, g->ncommon);
    s.n += g->ncommon;
    finish(&s, 4);
    size_t at = s.n + 4;
    make_add(&s, 4, 0);
    make_add(&s, 4, g->eh ? at : 0);
    make_add(&s, g->eh ? 4 : word, SECTIONS_SVMA + CODE - g->beyond - (g->eh ? svma + s.n : 0));
    make_add(&s, g->eh ? 4 : word, LENGTH + 2 * g->beyond);
    if (g->eh)
        make_add(&s, 1, 0);
    memcpy(s.bytes + s.n, g->program, g->nprogram);
    s.n += g->nprogram;
    finish(&s, at);
    const struct section_of sections[] = {
        { g->eh ? ".eh_frame" : ".debug_frame", SHT_PROGBITS, { s.bytes, s.n } },
        { g->besides, SHT_PROGBITS, { s.bytes, 8 } },
        { 0 }
    };
    *elf = (struct make){ .wide = g->wide, .big = g->big, .machine = g->machine };
    sections_elf(elf, sections);
    make_put(elf, 24, word, g->entry ? g->entry + SECTIONS_SVMA : 0);
    return cfi_reader.open((struct span){ elf->bytes, elf->n }, (struct span){ NULL, 0 });
}

/* What the rule at an offset of the function says; "" for none. */
static void hold(const struct frame_tables *t, uint64_t at, const char *wanted, const char *what)
{
    enum unwind_stop why;
    struct text text = { 0 };
    struct unwind_rule *r = t ? cfi_reader.rule(t, CODE + at, &why) : NULL;
    text_printf(&text, "%s: ", what);
    if (r)
        rule_text(&text, r);
    char wants[256];
    snprintf(wants, sizeof(wants), "%s: %s", what, wanted);
    assert_string_equal(text.s, wants);
    if (r) {
        assert_true(r->start <= CODE + at && CODE + at < r->end);
        assert_true(r->start >= CODE && r->end <= CODE + LENGTH);
    } else if (t) {
        assert_int_equal(why, UNWIND_BAD_RULE);
    }
    free(r);
    text_free(&text);
}

#define BYTES(...) (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ })

/* x86_64: the CFA is rsp + 8, the return address below it. */
static const uint8_t at_call[] = { DW_CFA_def_cfa, 7, 8, DW_CFA_offset | 16, 1 };

static void test_instructions(void **state)
{
    (void)state;
    const struct {
        const char *what;
        const uint8_t *program;
        size_t n;
        uint64_t at;
        const char *rule;
    } rows[] = {
        { "nothing", BYTES(DW_CFA_nop), 0, "ra=16 cfa=r7+8 16=c-8" },
        { "before", BYTES(DW_CFA_advance_loc | 2, DW_CFA_def_cfa_offset, 16), 7, "ra=16 cfa=r7+8 16=c-8" },
        { "behind", BYTES(DW_CFA_advance_loc | 2, DW_CFA_def_cfa_offset, 16), 8, "ra=16 cfa=r7+16 16=c-8" },
        { "1", BYTES(DW_CFA_advance_loc1, 0x3f, DW_CFA_same_value, 16), 0xfc, "ra=16 cfa=r7+8" },
        { "loc", BYTES(DW_CFA_advance_loc1, 0x3f, DW_CFA_same_value, 16), 0xfb, "ra=16 cfa=r7+8 16=c-8" },
        { "register", BYTES(DW_CFA_def_cfa_register, 6), 0, "ra=16 cfa=r6+8 16=c-8" },
        { "def_cfa_sf", BYTES(DW_CFA_def_cfa_sf, 6, 0x7e), 0, "ra=16 cfa=r6+16 16=c-8" },
        { "offset_sf", BYTES(DW_CFA_def_cfa_offset_sf, 0x7d), 0, "ra=16 cfa=r7+24 16=c-8" },
        { "expression", BYTES(DW_CFA_def_cfa_expression, 1, 0x96), 0, "ra=16 cfa=vexp 16=c-8" },
        { "undefined", BYTES(DW_CFA_undefined, 16), 0, "ra=16 cfa=r7+8 16=u" },
        { "offset", BYTES(DW_CFA_offset | 6, 2, DW_CFA_offset_extended, 3, 3), 0,
          "ra=16 cfa=r7+8 3=c-24 6=c-16 16=c-8" },
        { "sf", BYTES(DW_CFA_offset_extended_sf, 3, 0x7f), 0, "ra=16 cfa=r7+8 3=c+8 16=c-8" },
        { "negative", BYTES(DW_CFA_GNU_negative_offset_extended, 3, 2), 0, "ra=16 cfa=r7+8 3=c+16 16=c-8" },
        { "val", BYTES(DW_CFA_val_offset, 3, 2, DW_CFA_val_offset_sf, 6, 0x7f), 0,
          "ra=16 cfa=r7+8 3=v-16 6=v+8 16=c-8" },
        { "of another", BYTES(DW_CFA_register, 3, 5), 0, "ra=16 cfa=r7+8 3=r5+0 16=c-8" },
        { "by", BYTES(DW_CFA_expression, 3, 1, 0x96, DW_CFA_val_expression, 6, 1, 0x96), 0,
          "ra=16 cfa=r7+8 3=exp 6=vexp 16=c-8" },
        { "restore", BYTES(DW_CFA_same_value, 16, DW_CFA_restore | 16), 0, "ra=16 cfa=r7+8 16=c-8" },
        { "extended", BYTES(DW_CFA_offset | 3, 1, DW_CFA_restore_extended, 3), 0, "ra=16 cfa=r7+8 16=c-8" },
        { "remember",
          BYTES(DW_CFA_remember_state, DW_CFA_def_cfa, 6, 16, DW_CFA_advance_loc | 1, DW_CFA_restore_state),
          4, "ra=16 cfa=r7+8 16=c-8" },
        { "args", BYTES(DW_CFA_GNU_args_size, 0x80, 1), 0, "ra=16 cfa=r7+8 16=c-8" },
        { "floating-point", BYTES(DW_CFA_offset | 33, 4), 0, "ra=16 cfa=r7+8 16=c-8" },
        { "a register that nobody has", BYTES(DW_CFA_offset_extended, 0xff, 0xff, 0x7f, 4), 0,
          "ra=16 cfa=r7+8 16=c-8" },
        { "unknown", BYTES(0x3c), 0, "" },
        { "an expression that is cut off", BYTES(DW_CFA_def_cfa_expression, 9, 0x96), 0, "" },
        { "nothing to restore", BYTES(DW_CFA_restore_state), 0, "" },
        { "deep", BYTES(10, 10, 10, 10, 10, 10, 10, 10, 10), 0, "" }, /* DW_CFA_remember_state */
        { "far", BYTES(DW_CFA_def_cfa_offset, 0xff, 0xff, 0xff, 0xff, 0xff, 1), 0, "" },
        { "negative and far",
          BYTES(DW_CFA_GNU_negative_offset_extended, 3, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10),
          0, "" },
        { "an offset from an expression", BYTES(DW_CFA_def_cfa_expression, 1, 0x96, DW_CFA_def_cfa_offset, 8),
          0, "" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        for (unsigned k = 0; k < 4; k++) {
            struct make elf;
            struct given g = { .eh = k & 1,
                               .wide = true,
                               .big = k & 2,
                               .machine = k & 2 ? EM_PPC64 : EM_X86_64,
                               .augmentation = k & 1 ? "zR" : "",
                               .common = at_call,
                               .ncommon = sizeof(at_call),
                               .program = rows[i].program,
                               .nprogram = rows[i].n,
                               .ra = 16 };
            struct frame_tables *t = tables_of(&g, &elf);
            assert_non_null(t);
            hold(t, rows[i].at, rows[i].rule, rows[i].what);
            cfi_reader.close(t);
        }
}

/* What differs by machine. */
static void test_machines(void **state)
{
    (void)state;
    const struct {
        const char *what;
        uint16_t machine;
        bool eh, wide, big;
        const char *augmentation;
        uint8_t ra;
        const uint8_t *common;
        size_t ncommon;
        const uint8_t *program;
        size_t nprogram;
        const char *rule;
    } rows[] = {
        { "a signal's frame", EM_X86_64, true, true, false, "zRS", 16,
          BYTES(DW_CFA_def_cfa, 7, 8, DW_CFA_offset | 16, 1), BYTES(DW_CFA_nop),
          "signal ra=16 cfa=r7+8 16=c-8" },
        { "arm64's signatures", EM_AARCH64, true, true, false, "zRB", 30, BYTES(DW_CFA_def_cfa, 31, 0),
          BYTES(DW_CFA_GNU_window_save, 0x2c, DW_CFA_offset | 30, 1), "ra=30 cfa=r31+0 30=c-8" },
        { "RISC-V's CFA", EM_RISCV, true, true, false, "zR", 1, BYTES(DW_CFA_def_cfa_register, 2),
          BYTES(DW_CFA_def_cfa_offset, 32), "ra=1 cfa=r2+32" },
        { "SPARC's window", EM_SPARCV9, true, true, true, "zR", 15, BYTES(DW_CFA_def_cfa, 14, 0xff, 0x0f),
          BYTES(DW_CFA_def_cfa_register, 30, DW_CFA_GNU_window_save),
          "ra=15 cfa=r30+2047 8=r24+0 9=r25+0 10=r26+0 11=r27+0 12=r28+0 13=r29+0 14=r30+0 15=r31+0 16=c+0 "
          "17=c+8 18=c+16 19=c+24 20=c+32 21=c+40 22=c+48 23=c+56 24=c+64 25=c+72 26=c+80 27=c+88 28=c+96 "
          "29=c+104 30=c+112 31=c+120" },
        { "PowerPC's link register", EM_PPC, false, false, true, "", 108, BYTES(DW_CFA_def_cfa, 1, 0),
          BYTES(DW_CFA_offset_extended_sf, 108, 0x7f), "ra=65 cfa=r1+0 65=c+8" },
        { "PowerPC's vector register", EM_PPC, true, false, true, "zR", 65, BYTES(DW_CFA_def_cfa, 1, 0),
          BYTES(DW_CFA_offset_extended_sf, 108, 0x7f), "ra=65 cfa=r1+0" },
        { "s390's floating-point register", EM_S390, true, true, true, "zR", 14,
          BYTES(DW_CFA_def_cfa, 15, 0xa0, 1), BYTES(DW_CFA_register, 14, 16), "ra=14 cfa=r15+160 14=r16+0" },
        { "nothing said of the CFA", EM_X86_64, true, true, false, "zR", 16, BYTES(DW_CFA_nop),
          BYTES(DW_CFA_nop), "" },
        { "an offset from nothing", EM_X86_64, true, true, false, "zR", 16, BYTES(DW_CFA_nop),
          BYTES(DW_CFA_def_cfa_offset, 8), "" },
        { "a CIE that moves", EM_X86_64, true, true, false, "zR", 16,
          BYTES(DW_CFA_def_cfa, 7, 8, DW_CFA_advance_loc | 1), BYTES(DW_CFA_nop), "" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct make elf;
        const struct given g = { rows[i].eh,
                                 rows[i].wide,
                                 rows[i].big,
                                 rows[i].machine,
                                 rows[i].augmentation,
                                 rows[i].common,
                                 rows[i].program,
                                 rows[i].ncommon,
                                 rows[i].nprogram,
                                 rows[i].ra,
                                 0,
                                 0,
                                 NULL };
        struct frame_tables *t = tables_of(&g, &elf);
        assert_non_null(t);
        hold(t, 0, rows[i].rule, rows[i].what);
        cfi_reader.close(t);
    }
}

/* A function that begins in front of the file: the rule holds from the file's first byte on. */
static void test_begins_outside(void **state)
{
    (void)state;
    enum unwind_stop why;
    struct make elf;
    const struct given g = { .wide = true,
                             .machine = EM_X86_64,
                             .augmentation = "",
                             .common = at_call,
                             .ncommon = sizeof(at_call),
                             .program = at_call,
                             .ra = 16,
                             .beyond = 2 * CODE };
    struct frame_tables *t = tables_of(&g, &elf);
    assert_non_null(t);
    struct unwind_rule *r = cfi_reader.rule(t, CODE, &why);
    assert_non_null(r);
    assert_int_equal(r->start, 0);
    assert_int_equal(r->end, CODE + LENGTH + 2 * CODE);
    free(r);
    cfi_reader.close(t);
}

/* A CIE that is longer than any compiler's is not read. */
static void test_long_common(void **state)
{
    (void)state;
    static const uint8_t nops[4096]; /* DW_CFA_nop */
    struct make elf;
    const struct given g = { .wide = true,
                             .machine = EM_X86_64,
                             .augmentation = "",
                             .common = nops,
                             .ncommon = sizeof(nops),
                             .program = at_call,
                             .ra = 16 };
    assert_null(tables_of(&g, &elf));
}

/* Programs may be long, but not only copy states to and fro. */
static void test_copies(void **state)
{
    (void)state;
    enum { MOST = 4096 };
    static uint8_t program[MOST + 1];
    struct make elf;
    for (size_t i = 0; i < sizeof(program); i++)
        program[i] = i % 2 ? DW_CFA_restore_state : DW_CFA_remember_state;
    for (size_t more = 0; more < 2; more++) {
        const struct given g = { .wide = true,
                                 .machine = EM_X86_64,
                                 .augmentation = "",
                                 .common = at_call,
                                 .ncommon = sizeof(at_call),
                                 .program = program,
                                 .nprogram = MOST + more,
                                 .ra = 16 };
        struct frame_tables *t = tables_of(&g, &elf);
        assert_non_null(t);
        hold(t, 0, more ? "" : "ra=16 cfa=r7+8 16=c-8",
             more ? "one copy too many" : "as many copies as may be");
        cfi_reader.close(t);
    }
}

/* Every byte of the section cut off, and every one with every other value: no more than no rule. */
static void test_damaged(void **state)
{
    (void)state;
    const uint8_t program[] = {
        DW_CFA_advance_loc | 1, DW_CFA_def_cfa_expression, 3, 0x77, 8, 0x06, DW_CFA_expression, 6, 1, 0x77
    };
    for (unsigned k = 0; k < 2; k++) {
        struct make elf;
        const struct given g = {
            k,  true, false, EM_X86_64, k ? "zR" : "", at_call, program, sizeof(at_call), sizeof(program),
            16, 0,    0,     NULL
        };
        cfi_reader.close(tables_of(&g, &elf));
        for (size_t at = SECTIONS_AT; at < SECTIONS_AT + 80; at++) {
            uint8_t was = elf.bytes[at];
            for (unsigned v = 0; v < 256; v++) {
                enum unwind_stop why;
                elf.bytes[at] = (uint8_t)v;
                struct frame_tables *t =
                    cfi_reader.open((struct span){ elf.bytes, elf.n }, (struct span){ NULL, 0 });
                for (uint64_t foff = CODE - 4; t && foff < CODE + 12; foff += 4)
                    free(cfi_reader.rule(t, foff, &why));
                cfi_reader.close(t);
            }
            elf.bytes[at] = was;
        }
    }
}

/* The vdso's function for signals, known by its name: from the byte before it on. */
static void test_sigreturn(void **state)
{
    (void)state;
    static const struct {
        uint16_t machine;
        bool big;
        const char *symbol, *begins, *ends; /* the rule */
    } rows[] = {
        { EM_AARCH64, false, "__kernel_rt_sigreturn", "signal ra=32 cfa=r31+0 0=c+312 1=c+320 ",
          " 30=c+552 31=c+560 32=c+568" },
        { EM_RISCV, false, "__vdso_rt_sigreturn", "signal ra=64 cfa=r2+0 1=c+312 2=c+320 ",
          " 31=c+552 64=c+304" },
        { EM_S390, true, "__kernel_rt_sigreturn", "signal ra=65 cfa=r15+0 0=c+352 ", " 15=c+472 65=c+344" },
        { EM_S390, true, "__kernel_sigreturn", "signal ra=65 cfa=r15+0 0=c+192 ", " 15=c+312 65=c+184" },
    };
    const struct span none = { NULL, 0 };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct make m = {
            .wide = true,
            .big = rows[i].big,
            .machine = rows[i].machine,
            .type = ET_DYN,
            .dynsym = { { rows[i].symbol, TEXT_SVMA + 8, 8, STB_GLOBAL, STT_NOTYPE, 0, S_TEXT } },
        };
        make_elf(&m);
        struct frame_tables *t = cfi_reader.open((struct span){ m.bytes, m.n }, none);
        assert_non_null(t);
        for (uint64_t foff = TEXT_FOFF + 6; foff < TEXT_FOFF + 10; foff++) {
            enum unwind_stop why;
            struct text text = { 0 };
            struct unwind_rule *r = cfi_reader.rule(t, foff, &why);
            assert_int_equal(r != NULL, foff > TEXT_FOFF + 6);
            if (r) {
                rule_text(&text, r);
                assert_memory_equal(text.s, rows[i].begins, strlen(rows[i].begins));
                assert_string_equal(text.s + text.n - strlen(rows[i].ends), rows[i].ends);
                assert_int_equal(r->start, TEXT_FOFF + 7);
            }
            free(r);
            text_free(&text);
        }
        cfi_reader.close(t);
    }
}

/* What tables leave out belongs to the entry up to the next function that they have; not where start files are linked. */
static void test_entry(void **state)
{
    (void)state;
    enum { BEFORE = CODE - 0x80, BEHIND = CODE + LENGTH + 0x80 };
    const struct {
        const char *besides;
        uint64_t entry, at;
        enum unwind_stop why;
    } rows[] = {
        { NULL, BEHIND, BEHIND, UNWIND_ENTRY },
        { NULL, BEHIND, BEHIND + 0x40, UNWIND_ENTRY },
        { NULL, BEHIND, BEHIND - 1, UNWIND_NO_RULE },
        { NULL, BEFORE, CODE - 1, UNWIND_ENTRY },
        { NULL, BEFORE, CODE + LENGTH, UNWIND_NO_RULE },
        { NULL, CODE, CODE + LENGTH, UNWIND_NO_RULE },
        { NULL, 0, BEHIND, UNWIND_NO_RULE },
        { ".init", BEHIND, BEHIND, UNWIND_NO_RULE },
        { ".fini_array", BEHIND, BEHIND, UNWIND_NO_RULE },
        { ".data", BEHIND, BEHIND, UNWIND_ENTRY },
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        for (int how = 0; how < 8; how++) {
            const struct given g = { .eh = how & 1,
                                     .wide = how & 2,
                                     .big = how & 4,
                                     .machine = how & 2   ? how & 4 ? EM_S390 : EM_X86_64
                                                : how & 4 ? EM_PARISC
                                                          : EM_386,
                                     .augmentation = how & 1 ? "zR" : "",
                                     .common = at_call,
                                     .ncommon = sizeof(at_call),
                                     .program = at_call,
                                     .ra = 16,
                                     .entry = rows[i].entry,
                                     .besides = rows[i].besides };
            struct make elf;
            struct frame_tables *t = tables_of(&g, &elf);
            enum unwind_stop why = UNWIND_STOPS;
            assert_non_null(t);
            assert_null(cfi_reader.rule(t, rows[i].at, &why));
            assert_int_equal(why, rows[i].why);
            cfi_reader.close(t);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_instructions), cmocka_unit_test(test_machines),
        cmocka_unit_test(test_sigreturn),    cmocka_unit_test(test_begins_outside),
        cmocka_unit_test(test_long_common),  cmocka_unit_test(test_copies),
        cmocka_unit_test(test_damaged),      cmocka_unit_test(test_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
