/*
 * Source lines of damaged files: bytes of the sections of small programs are changed a few thousand times,
 * and whatever comes of it is asked for; under AddressSanitizer a wrong step shows. That what is said of
 * sound files is right is for tests/lines.py.
 */
#include "formats/elf/dwarf/dwarf_lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "formats/elf/read/image.h"

enum { MAX_FRAMES = 64, FLIPS = 3000, SECONDS = 20 };

static const struct program {
    const char *file;
    uint64_t foff; /* of a function, */
    const char *function, *at;
    uint32_t line;
} programs[] = {
    { "fixtures/amd64/debug/opt/wl/workload/f9d85ecaf846033ac5333a74e14f2e78c9996db9/elf", 0x14b6, "fib",
      "/opt/wl/workload.c", 52 },
    { "fixtures/hppa/debug/bin/wl-dyn/8a828d2b86ec66a80c3f105081f62623b28b5a32/elf", 0x914, "leaf_hot",
      "/tmp/hppa/guest/workload.c", 23 },
};
static const struct object user = { .kind = OBJECT_USER, .path = "/bin/x", .name = "x" };
static const struct span none;

static struct span open_program(const struct program *p)
{
    struct err e = { 0 };
    struct span bytes;
    assert_true(file_map(p->file, &bytes, &e));
    return bytes;
}

/* From bytes that cannot be written, as files are mapped. */
static void test_sound(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++) {
        const struct program *p = &programs[i];
        struct err e = { 0 };
        struct line_frame f[MAX_FRAMES];
        struct span bytes = open_program(p);
        struct lines *l = dwarf_line_reader.open(&(struct blob){ .bytes = bytes },
                                                 &(struct blob){ .bytes = none }, &user, NULL, &e);
        assert_non_null(l);
        assert_int_equal(dwarf_line_reader.at(l, p->foff, f, MAX_FRAMES, NULL), 1);
        assert_string_equal(f[0].function, p->function);
        assert_string_equal(f[0].file, p->at);
        assert_int_equal(f[0].line, p->line);
        assert_int_equal(dwarf_line_reader.at(l, p->foff, f, 0, NULL), 0);
        assert_int_equal(dwarf_line_reader.at(l, UINT64_MAX, f, MAX_FRAMES, NULL), 0);
        dwarf_line_reader.close(l);
        file_unmap(bytes);
    }
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* What is told of an address holds up to the end that is given with it. */
static void test_runs(void **state)
{
    (void)state;
    struct span bytes = open_program(&programs[0]);
    struct err e = { 0 };
    struct line_frame f[MAX_FRAMES], run[MAX_FRAMES];
    struct lines *l = dwarf_line_reader.open(&(struct blob){ .bytes = bytes },
                                             &(struct blob){ .bytes = none }, &user, NULL, &e);
    uint64_t end = 0, last = 0;
    size_t n = 0, runs = 0;
    for (uint64_t at = 0; at < bytes.n; at++) {
        size_t k = dwarf_line_reader.at(l, at, f, MAX_FRAMES, &last);
        assert_true(last > at);
        if (at >= end) {
            memcpy(run, f, sizeof(f));
            n = k;
            end = last;
            runs += n > 0;
        }
        assert_int_equal(k, n);
        assert_int_equal(last, end);
        for (size_t i = 0; i < n; i++)
            assert_true(same_text(run[i].function, f[i].function) && same_text(run[i].file, f[i].file) &&
                        run[i].line == f[i].line && run[i].column == f[i].column);
    }
    assert_in_range(runs, 20, bytes.n);
    dwarf_line_reader.close(l);
    file_unmap(bytes);
}

static void ask_everywhere(struct lines *l, uint64_t end)
{
    struct line_frame f[MAX_FRAMES];
    for (uint64_t at = 0; at < end; at += 7) {
        size_t n = dwarf_line_reader.at(l, at, f, MAX_FRAMES, NULL);
        assert_in_range(n, 0, MAX_FRAMES);
        for (size_t i = 0; i < n; i++) /* all of a text is there */
            assert_true((!f[i].function || strlen(f[i].function) < SIZE_MAX) &&
                        (!f[i].file || strlen(f[i].file) < SIZE_MAX));
    }
}

/* The offset of the n-th byte of all sections of DWARF; false: there are fewer. */
static bool debug_byte(const struct image *m, uint64_t n, uint64_t *at)
{
    GElf_Shdr h;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(m->elf, s)) != NULL;) {
        if (!gelf_getshdr(s, &h) || strncmp(image_section_name(m, &h), ".debug_", 7))
            continue;
        *at = h.sh_offset + n;
        if (n < h.sh_size)
            return true;
        n -= h.sh_size;
    }
    return false;
}

static uint32_t next_random(uint32_t *state) /* Marsaglia, "Xorshift RNGs", 2003 */
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void test_damaged(void **state)
{
    (void)state;
    time_t until = time(NULL) + SECONDS;
    uint32_t random = 1;
    for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++) {
        struct span bytes = open_program(&programs[i]);
        struct err e = { 0 };
        struct image m;
        assert_true(image_open(&m, bytes, &e));
        uint64_t n = 0, at;
        while (debug_byte(&m, n, &at))
            n++;
        assert_true(n > 1000);
        uint8_t *copy = mem_new(bytes.n, 1);
        memcpy(copy, bytes.p, bytes.n);
        for (int flip = 0; flip < FLIPS && time(NULL) < until; flip++) {
            uint64_t places[3];
            for (int k = 0; k < 3; k++) { /* few enough that most of it is still believed */
                assert_true(debug_byte(&m, next_random(&random) % n, &places[k]));
                copy[places[k]] = (uint8_t)next_random(&random);
            }
            struct err why = { 0 };
            struct lines *l = dwarf_line_reader.open(&(struct blob){ .bytes = { copy, bytes.n } },
                                                     &(struct blob){ .bytes = none }, &user, NULL, &why);
            assert_true(l || why.kind != ERR_NONE);
            if (l)
                ask_everywhere(l, 0x2000);
            dwarf_line_reader.close(l);
            for (int k = 0; k < 3; k++)
                copy[places[k]] = bytes.p[places[k]];
        }
        free(copy);
        image_close(&m);
        file_unmap(bytes);
    }
}

/* What cannot be read is refused with a reason: files without DWARF, other files. */
static void test_refused(void **state)
{
    (void)state;
    struct span bytes = open_program(&programs[0]);
    struct err e = { 0 };
    assert_null(dwarf_line_reader.open(&(struct blob){ .bytes = { bytes.p, 4 } },
                                       &(struct blob){ .bytes = none }, &user, NULL, &e));
    assert_non_null(strstr(e.msg, "not an ELF file"));
    e = (struct err){ 0 };
    assert_null(dwarf_line_reader.open(&(struct blob){ .bytes = bytes },
                                       &(struct blob){ .bytes = { bytes.p, 4 } }, &user, NULL, &e));
    assert_non_null(strstr(e.msg, "not an ELF file"));
    file_unmap(bytes);
    bytes = open_program(&(struct program){
        .file =
            "fixtures/amd64/debug/opt/wl/workload-stripped/f9d85ecaf846033ac5333a74e14f2e78c9996db9/elf" });
    e = (struct err){ 0 };
    assert_null(dwarf_line_reader.open(&(struct blob){ .bytes = bytes }, &(struct blob){ .bytes = none },
                                       &user, NULL, &e));
    assert_string_equal(e.msg, "has no DWARF");
    file_unmap(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound),
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
