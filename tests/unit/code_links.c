/* What code that is not linked leads to: of a small module, and of all the damaged ones that differ from it in a byte.
   tests/links.py has real ones. */
#include "core/annotate/listing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "formats/disasm/disassembler.h"
#include "formats/elf/elf.h"
#include "formats/elf/read/code_links.h"

static const struct object module = { .kind = OBJECT_MODULE, .path = "/tiny.ko", .name = "[tiny]" };
static const struct span none = { NULL, 0 };

static struct span module_bytes(void)
{
    struct span b;
    struct err e = { 0 };
    assert_true(file_map("fixtures/amd64/annotate/tiny.ko", &b, &e));
    return b;
}

enum { TEXT = 0x40, TEXT_SIZE = 0x60 }; /* of .text in that file */

/* Of each offset of .text that a relocation is at, as objdump -dr has it, where its instruction begins, how long it is, what
   it seems to lead to or to read, and what it does. */
static void each_relocation(void **state UNUSED)
{
    static const struct {
        unsigned at, length;
        enum insn_kind kind;
        bool has_target, has_refers;
        uint64_t seems;
        const char *name;
        int64_t offset;
        bool inside;
    } rows[] = {
        { 0x08, 7, INSN_PLAIN, false, false, 0, "counters", 0, false },
        { 0x13, 10, INSN_PLAIN, false, true, 0x1d, "counters", 8, false },
        { 0x21, 6, INSN_PLAIN, false, true, 0x27, "jiffies_of_kernel", 0, false },
        { 0x4c, 6, INSN_PLAIN, false, true, 0x52, "limits", 4, false },
        { 0x52, 6, INSN_CONDITIONAL, true, false, 0x58, "tiny_run.cold", 0, false },
        { 0x5b, 5, INSN_JUMP, true, false, 0x60, "kernel_counter", 0, false },
    };
    struct span b = module_bytes();
    struct err e = { 0 };
    struct code_link l;
    struct code_file *f = elf_code_reader.open(b, none, &module, NULL, &e);
    assert_non_null(f);
    assert_true(elf_code_reader.relocated(f));
    assert_int_equal(elf_code_reader.addresses(f), CODE_UNLINKED);
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct insn insn = { .addr = rows[i].at,
                                   .length = rows[i].length,
                                   .kind = rows[i].kind,
                                   .has_target = rows[i].has_target,
                                   .has_refers = rows[i].has_refers,
                                   .target = rows[i].seems,
                                   .refers = rows[i].seems,
                                   .operands = "" };
        assert_true(elf_code_reader.link(f, TEXT + rows[i].at, &insn, &l));
        assert_string_equal(l.name, rows[i].name);
        assert_int_equal(l.offset, rows[i].offset);
        assert_int_equal(l.inside, rows[i].inside);
    }
    const struct insn local = {
        .addr = 0x32, .length = 5, .kind = INSN_CALL, .has_target = true, .operands = ""
    };
    assert_false(elf_code_reader.link(f, TEXT + local.addr, &local, &l));
    elf_code_reader.close(f);
    file_unmap(b);
}

/* All that a reader is asked about a file that may be damaged. */
static void ask(struct span b, uint64_t *sum)
{
    struct err e = { 0 };
    struct code_file *f = elf_code_reader.open(b, none, &module, NULL, &e);
    struct code_link l;
    for (uint64_t at = 0; f && at < b.n + 8; at++) {
        const struct insn insn = {
            .addr = at, .length = 4, .kind = (enum insn_kind)(at % 4), .operands = "#1"
        };
        if (elf_code_reader.link(f, at, &insn, &l))
            *sum += strlen(l.name) + (uint64_t)l.offset;
    }
    if (f)
        elf_code_reader.close(f);
}

static void damaged_modules(void **state UNUSED)
{
    struct span b = module_bytes();
    uint64_t sum = 0;
    for (size_t i = 0; i < 2 * b.n; i++) {
        const size_t n = i < b.n ? i : b.n;
        uint8_t *own = mem_new(n, 1); /* what is behind is no one's */
        memcpy(own, b.p, n);
        if (i >= b.n)
            own[i - b.n] ^= 0xff;
        ask((struct span){ own, n }, &sum);
        free(own);
    }
    assert_true(sum);
    file_unmap(b);
}

/* What a thin image keeps of all code says the same, byte by byte, and once more; cut, or with any byte changed, it is refused
   or says something else. */
static void kept(void **state UNUSED)
{
    struct span b = module_bytes();
    struct err e = { 0 };
    struct image m;
    struct code_links read = { 0 }, some = { 0 }, taken = { 0 };
    struct text bytes = { 0 }, again = { 0 };
    const struct elf_range halves[] = { { TEXT, TEXT + 0x30 }, { TEXT + 0x30, TEXT + TEXT_SIZE } };
    uint64_t sum = 0;
    assert_true(image_open(&m, b, &e));
    code_links_read(&read, &m);
    for (size_t i = COUNT(halves); i-- > 0;)
        code_links_add_ranges(&some, &read, &halves[i], 1);
    code_links_add_ranges(&some, &read, halves, COUNT(halves)); /* another capture */
    code_links_settle(&some);
    code_links_put(&some, &bytes);
    assert_true(code_links_take(&taken, (struct span){ (const uint8_t *)bytes.s, bytes.n }));
    code_links_settle(&taken);
    assert_int_equal(taken.n, 7);
    assert_true(taken.nnames < read.nnames);
    code_links_put(&taken, &again);
    assert_int_equal(again.n, bytes.n);
    assert_memory_equal(again.s, bytes.s, bytes.n);
    for (uint64_t at = TEXT; at < TEXT + TEXT_SIZE; at++) {
        const struct insn insn = {
            .addr = at, .length = 4, .operands = "", .has_refers = true, .refers = at + 8
        };
        struct code_link l, k;
        const bool has = code_links_find(&read, &m, at, &insn, &l);
        assert_int_equal(code_links_find(&taken, &m, at, &insn, &k), has);
        assert_string_equal(k.name, l.name);
        assert_int_equal(k.offset, l.offset);
        assert_int_equal(k.inside, l.inside);
    }
    code_links_free(&taken);
    for (size_t i = 0; i < 2 * bytes.n; i++) {
        const size_t n = i < bytes.n ? i : bytes.n;
        uint8_t *own = mem_new(n, 1);
        memcpy(own, bytes.s, n);
        if (i >= bytes.n)
            own[i - bytes.n] ^= 0xff;
        assert_false(code_links_take(&taken, (struct span){ own, n }) && i < bytes.n);
        code_links_settle(&taken);
        for (uint64_t at = TEXT; at < TEXT + TEXT_SIZE; at++) {
            const struct insn insn = { .addr = at, .length = 4, .operands = "" };
            struct code_link l;
            sum += code_links_find(&taken, &m, at, &insn, &l) ? strlen(l.name) : 0;
        }
        code_links_free(&taken);
        free(own);
    }
    assert_true(sum);
    image_close(&m);
    code_links_free(&read);
    code_links_free(&some);
    text_free(&bytes);
    text_free(&again);
    file_unmap(b);
}

/* Each place of a file leads to a section of its own, as no linker makes them: what is kept of them takes as long as there are
   places, and twice the same is kept once. */
static void many_sections(void **state UNUSED)
{
    enum { MANY = 400000 };
    struct code_links from = { .n = MANY, .nsections = MANY }, to = { 0 };
    const struct elf_range all = { 0, UINT64_MAX };
    from.v = mem_new(MANY, sizeof(*from.v));
    from.sections = mem_new(MANY, sizeof(*from.sections));
    for (uint32_t i = 0; i < MANY; i++) {
        from.sections[i] =
            (struct linked_section){ .foff = i / 2, .size = 1, .executed = i % 2, .name = ".d" };
        from.v[i] = (struct code_fill){ .foff = i, .name = ".d", .label = true, .place = { i + 1, 0 } };
    }
    for (int i = 0; i < 2; i++)
        code_links_add_ranges(&to, &from, &all, 1);
    code_links_settle(&to);
    assert_int_equal(to.n, MANY);
    assert_int_equal(to.nsections, MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        const struct linked_section *s = &to.sections[to.v[i].place.section - 1];
        assert_int_equal(to.v[i].foff, i);
        assert_true(s->foff == i / 2 && s->executed == i % 2);
    }
    code_links_free(&to);
    code_links_free(&from);
}

/* What is added to a symbol, where the instruction has it: 64 bits on each host. */
static void addends_in_code(void **state UNUSED)
{
    static const struct {
        const char *operands;
        int64_t offset;
    } rows[] = {
        { "r0, #8", 8 },
        { "r0, #-8", -8 },
        { "r0, #0xffffffff", INT64_C(0xffffffff) },
        { "r0, #0x80000000", INT64_C(0x80000000) },
        { "r0, #-0x80000001", -INT64_C(0x80000001) },
        { "r0, r1", 0 },
    };
    struct code_fill fill = { .foff = 4, .in_code = true, .name = "far" };
    const struct code_links links = { .v = &fill, .n = 1 };
    const struct image image = { .arch = NULL };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct insn insn = { .addr = 4, .length = 4, .operands = rows[i].operands };
        struct code_link l;
        assert_true(code_links_find(&links, &image, 4, &insn, &l));
        assert_true(l.offset == rows[i].offset);
    }
}

/* A call in two instructions, a branch into the section, what has no relocation, and what may have one where none is known. */
static bool known;

static bool relocated(const struct code_file *f UNUSED)
{
    return known;
}

static bool link_of(const struct code_file *f UNUSED, uint64_t at, const struct insn *insn UNUSED,
                    struct code_link *out)
{
    static const struct code_link links[] = { { .name = "callee" },
                                              { 0 },
                                              { .name = "own", .inside = true, .at = 0x120 },
                                              { .name = "data", .offset = -8 } };
    const size_t i = (at - 0x100) / 4;
    *out = i < COUNT(links) ? links[i] : (struct code_link){ 0 };
    return out->name;
}

static void instructions(void **state UNUSED)
{
    static const struct code_reader reader = { .relocated = relocated, .link = link_of };
    const struct insn v[] = {
        { .addr = 0, .length = 4, .kind = INSN_PLAIN, .operands = "ra, 0" },
        { .addr = 4, .length = 4, .kind = INSN_CALL, .has_target = true, .target = 0, .operands = "ra" },
        { .addr = 8,
          .length = 4,
          .kind = INSN_CONDITIONAL,
          .has_target = true,
          .target = 8,
          .operands = "x8, 0x8" },
        { .addr = 12, .length = 4, .kind = INSN_PLAIN, .has_refers = true, .operands = "a0, 0" },
        { .addr = 16,
          .length = 4,
          .kind = INSN_CALL,
          .has_target = true,
          .target = 0x40,
          .operands = "0x40" },
        { .addr = 20, .length = 4, .kind = INSN_JUMP, .has_target = true, .target = 0x40, .operands = "a5" },
    };
    const struct code_run run = { .at = 0x100, .size = sizeof(v), .svma = 0 };
    for (int i = 0; i < 2; i++) {
        struct arena arena = { 0 };
        struct insn got[COUNT(v)];
        struct insns all = { got, COUNT(v), COUNT(v) };
        known = i;
        memcpy(got, v, sizeof(v));
        links_fill(&reader, NULL, &run, &all, &arena);
        assert_string_equal(got[0].link, "callee");
        assert_string_equal(got[1].link, "callee");
        assert_false(got[1].has_target);
        assert_true(got[2].has_target);
        assert_int_equal(got[2].target, 0x20);
        assert_string_equal(got[2].operands, "x8, 0x20");
        assert_null(got[2].link);
        assert_string_equal(got[3].link, "data-0x8");
        assert_false(got[3].has_refers);
        assert_int_equal(got[4].has_target, known); /* the assembler's, or the loader's */
        assert_int_equal(got[5].has_target, !known);
        arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_relocation), cmocka_unit_test(damaged_modules), cmocka_unit_test(kept),
        cmocka_unit_test(many_sections),   cmocka_unit_test(addends_in_code), cmocka_unit_test(instructions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
