/* What is read of an ELF file that does not fit as a whole: symbols and code as of the whole file, from less and less room, and
   from files that are cut at every byte. */
#include "formats/elf/write/elf_fit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/elf/read/image.h"
#include "tests/unit/elf_make.h"

enum { FORMS = 8, AMPLE = 1 << 20 };

static struct make file(int form)
{
    struct make m = { .wide = form & 1,
                      .big = form & 2,
                      .debug_file = form & 4,
                      .machine = EM_S390,
                      .type = ET_DYN,
                      .frames = true,
                      .build_id = "0123456789abcdefghij",
                      .symtab = { { "f", TEXT_SVMA, 16, .type = STT_FUNC, .section = S_TEXT } },
                      .dynsym = { { "puts", 0, 0, .type = STT_FUNC } } };
    make_elf(&m);
    if (!m.debug_file)
        memset(m.bytes + TEXT_FOFF, 0xcc, 0x100);
    return m;
}

/* Reads the first n bytes of a file into `most`. */
static bool fit(const struct make *m, size_t n, uint64_t most, struct span *out, struct err *e)
{
    struct file f;
    file_of_bytes(&f, (struct span){ m->bytes, n });
    *e = (struct err){ 0 };
    *out = (struct span){ NULL, 0 };
    const bool ok = elf_fit(&f, most, out, e);
    file_close(&f);
    assert_true(ok == (e->kind == ERR_NONE));
    assert_true(ok == (out->n > 0));
    return ok;
}

static void same_section(struct span whole, struct span fitted, const char *name)
{
    struct image a, b;
    GElf_Shdr of_a, of_b;
    assert_true(image_open(&a, whole, NULL));
    assert_true(image_open(&b, fitted, NULL));
    assert_non_null(image_find_section(&a, name, &of_a, NULL));
    assert_non_null(image_find_section(&b, name, &of_b, NULL));
    const struct span x = image_section_bytes(&a, &of_a), y = image_section_bytes(&b, &of_b);
    assert_int_equal(of_a.sh_type, of_b.sh_type);
    assert_int_equal(x.n, y.n);
    if (x.n)
        assert_memory_equal(x.p, y.p, x.n);
    if (image_is_loaded(&of_a))
        assert_int_equal(of_a.sh_offset, of_b.sh_offset);
    assert_int_equal(a.nloads, b.nloads);
    for (size_t i = 0; i < a.nloads; i++)
        assert_memory_equal(&a.loads[i], &b.loads[i], sizeof(*a.loads));
    image_close(&a);
    image_close(&b);
}

static void test_sections(void **state)
{
    static const char *const names[] = { ".text", ".symtab", ".strtab", ".note.gnu.build-id",
                                         ".debug_frame" };
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        const struct make m = file(form);
        struct span out;
        struct err e;
        assert_true(fit(&m, m.n, AMPLE, &out, &e));
        for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
            same_section((struct span){ m.bytes, m.n }, out, names[i]);
        file_unmap(out);
    }
}

static void test_room(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        const struct make m = file(form);
        bool fitted = false;
        for (uint64_t most = 0; most < MAKE_SIZE; most++) {
            struct span out;
            struct err e;
            const bool ok = fit(&m, m.n, most, &out, &e);
            assert_true(ok || (e.kind == ERR_MEMORY && !fitted)); /* more room is never worse */
            fitted = ok;
            assert_true(out.n <= most);
            file_unmap(out);
        }
        assert_true(fitted);
    }
}

static void test_cut(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        const struct make m = file(form);
        for (size_t n = 0; n < m.n; n++) {
            struct span out;
            struct err e;
            fit(&m, n, AMPLE, &out, &e);
            file_unmap(out);
        }
    }
}

/* A table of sections with entries of another size, or that the file is too short for, is refused before there is memory for
   it. */
static void test_wild_table(void **state)
{
    static const uint64_t each[] = { 0, 39, 41, 65, 65535 };
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        struct make m = file(form);
        struct span out;
        struct err e;
        const size_t at = m.wide ? 58 : 46;
        make_put(&m, at + 2, 2, 65000);
        assert_false(fit(&m, m.n, AMPLE, &out, &e));
        assert_int_equal(e.kind, ERR_FORMAT);
        for (size_t i = 0; i < sizeof(each) / sizeof(*each); i++) {
            make_put(&m, at, 2, each[i]);
            assert_false(fit(&m, m.n, AMPLE, &out, &e));
            assert_int_equal(e.kind, ERR_UNSUPPORTED);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sections),
        cmocka_unit_test(test_room),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_wild_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
