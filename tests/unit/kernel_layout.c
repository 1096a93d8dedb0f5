/* Which files may be a recorded kernel's, and which cannot. */
#include "core/model/timeline/kernel_layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/model/timeline/timeline.h"

static const struct object kernel = { .kind = OBJECT_KERNEL }, module = { .kind = OBJECT_MODULE };

/* What a recording has: its machine, and the kernel's mapping beside that of a module. */
static const struct recorded {
    const char *arch, *version;
    const char *ref;
    uint64_t start, end, pgoff, module;
    struct kernel_layout out;
} recordings[] = {
    { "x86_64",
      "6.1.0",
      "_text",
      0xffffffffb9600000,
      0xffffffffba401d32,
      0xffffffffb9600000,
      0xffffffffc044c000,
      { .end = 0xffffffffba401d32, .slide = 0x200000, .bits = 64, .machine = 62 } },
    { "x86_64",
      "6.12.3",
      "_text",
      0xffffffff91a00000,
      0xffffffff938843c0,
      0xffffffff91a00000,
      0,
      { .end = 0xffffffff938843c0, .maybe_data = true, .slide = 0x200000, .bits = 64, .machine = 62 } },
    { "x86_64", /* RHEL's: the kernel's version, and perf of a later one */
      "5.14.0-570.el9.x86_64",
      "_text",
      0xffffffff91a00000,
      0xffffffff938843c0,
      0xffffffff91a00000,
      0,
      { .end = 0xffffffff938843c0, .maybe_data = true, .slide = 0x200000, .bits = 64, .machine = 62 } },
    { NULL,
      NULL,
      "_text",
      0xffffffff91a00000,
      0xffffffff938843c0,
      0xffffffff91a00000,
      0,
      { .end = 0xffffffff938843c0, .maybe_data = true, .slide = 0x1000, .bits = 64 } },
    /* ends that are guesses: where the first module lies, as old recorders subtract 1 too; the end of memory
     */
    { "x86_64",
      "4.19.1",
      "_text",
      0xffffffff81000000,
      0xffffffffc0000000,
      0xffffffff81000000,
      0xffffffffc0000000,
      { .slide = 0x200000, .bits = 64, .machine = 62 } },
    { "x86_64",
      "3.4",
      "_stext",
      0,
      0xffffffff9fffffff,
      0xffffffff81000190,
      0xffffffffa0000000,
      { .slide = 0x200000, .bits = 64, .machine = 62 } },
    { "parisc", "6.1.192", "_text", 0x10150000, UINT64_MAX, 0x10150000, 0x84c000, { .bits = 0 } },
    { "parisc", "6.1.192", "_text", 0x10100000, 0x10762000, 0x10150000, 0x84c000, { .bits = 0 } },
    { "armv7l",
      "6.1.4",
      "_stext",
      0xc0300000,
      UINT64_MAX,
      0xc0300000,
      0xbf000000,
      { .bits = 32, .machine = 40 } },
    { "s390x",
      "6.1.4",
      "_text",
      0x100000,
      0xae1000,
      0x100000,
      0,
      { .end = 0xae1000, .slide = 4096, .machine = 22 } },
    /* a 32-bit process of a 64-bit kernel; one that may be of either */
    { "i686",
      "6.1.4",
      "_text",
      0xffffffff81000000,
      0xffffffff81e00000,
      0xffffffff81000000,
      0,
      { .end = 0xffffffff81e00000, .slide = 4096, .bits = 64 } },
    { "s390", "6.1.4", "_text", 0x100000, 0xae1000, 0x100000, 0, { .end = 0xae1000, .slide = 4096 } },
};

static void test_recordings(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(recordings) / sizeof(*recordings); i++) {
        const struct recorded *r = &recordings[i];
        const struct env env = { .version = r->version,
                                 .arch = r->arch ? arch_by_name(r->arch, 0, ORDER_LITTLE) : NULL };
        const struct map_how how[] = {
            { .object = &kernel, .len = r->end - r->start, .pgoff = r->pgoff, .ref_symbol = r->ref },
            { .object = &module, .len = 0x1000 },
        };
        const struct map maps[] = {
            { .start = r->start, .how = &how[0] },
            { .start = r->module, .how = &how[1] },
        };
        print_message("%s %s\n", r->arch ? r->arch : "-", r->version ? r->version : "-");
        struct kernel_layout l = kernel_layout_of(&maps[0], maps, 2, &env);
        assert_string_equal(l.ref_symbol, r->ref);
        assert_true(l.ref_avma == r->pgoff);
        assert_true(l.end == r->out.end);
        assert_int_equal(l.maybe_data, r->out.maybe_data);
        assert_true(l.slide == r->out.slide);
        assert_int_equal(l.bits, r->out.bits);
        assert_int_equal(l.machine, r->out.machine);
    }
}

/* 0: the file does not have that symbol. */
static const struct {
    struct kernel_layout l;
    struct kernel_file {
        uint64_t text, stext, etext, edata;
        uint8_t bits;
        uint16_t machine;
        uint64_t last_end;
    } file;
    const char *why; /* NULL: it may be */
} rows[] = {
#define CODE                                                                                                 \
    {                                                                                                        \
        .ref_symbol = "_text", .ref_avma = 0x40000000, .end = 0x40900000, .slide = 0x200000, .bits = 64      \
    }
#define DATA                                                                                                 \
    {                                                                                                        \
        .ref_symbol = "_text", .ref_avma = 0x40000000, .end = 0x40900000, .maybe_data = true, .slide = 4096  \
    }
#define GUESS                                                                                                \
    {                                                                                                        \
        .ref_symbol = "_stext", .ref_avma = 0xc0300000, .bits = 32, .machine = 40                            \
    }
    { CODE, { 0x40000000, 0x40000000, 0x40900000, 0, 64, 0, 0 }, NULL },
    { CODE, { 0x20000000, 0x20000000, 0x20900000, 0x21000000, 0, 0, 0 }, NULL }, /* another boot's */
    { CODE,
      { 0x40000000, 0x40000000, 0x40900010, 0, 0, 0, 0 },
      "is 0x900000 long from _text on, its code 0x900010" },
    { CODE, { 0x40000000, 0x40000000, 0x40800000, 0x40900000, 0, 0, 0 }, "its code 0x800000" },
    { CODE, { 0x20001000, 0x20001000, 0x20901000, 0, 0, 0, 0 }, "a boot moves it by multiples of 0x200000" },
    { CODE, { 0x40000000, 0x40000000, 0x40900000, 0, 32, 0, 0 }, "its addresses have 32 bits" },
    { CODE,
      { 0, 0x40000000, 0x40900000, 0, 64, 0, 0 },
      "it has no _text, which the recorded kernel has at 0x40000000" },
    { CODE, { 0x20000000, 0, 0x20800000, 0, 0, 0, 0x20900000 }, NULL }, /* of a later file */
    { CODE, { 0x40000000, 0, 0, 0, 0, 0, 0 }, NULL },                   /* does not say where it ends */
    { CODE, { 0, 0, 0x999, 0, 0, 0, 0 }, NULL },                        /* nothing to go by */
    { DATA, { 0x40000000, 0, 0x40500000, 0x40900000, 0, 0, 0 }, NULL },
    { DATA, { 0x40000000, 0, 0x40900000, 0x40a00000, 0, 0, 0 }, NULL }, /* or an older recorder's */
    { DATA, { 0x40000000, 0, 0x40500000, 0, 0, 0, 0 }, NULL },          /* lists code alone */
    { DATA, { 0x40000000, 0, 0x40900001, 0, 0, 0, 0 }, "its code 0x900001" },
    { DATA, { 0x40000000, 0, 0x40500000, 0x40800000, 0, 0, 0 }, "is 0x900000 long" },
    { DATA, { 0x40000000, 0, 0, 0x40800000, 0, 0, 0 }, "its code and data 0x800000" },
    { GUESS, { 0, 0xc0300000, 0xc0e00000, 0, 32, 0, 0 }, NULL },
    { GUESS, { 0xc0008000, 0xc0300000, 0xc0e00000, 0, 0, 40, 0 }, NULL }, /* a vmlinux has both */
    { GUESS,
      { 0xc0300000, 0xc0300000, 0xc0e00000, 0, 0, 0, 0 },
      "its _text and _stext are both at 0xc0300000" },
    { GUESS,
      { 0, 0xc0100000, 0xc0e00000, 0, 0, 0, 0 },
      "its _stext is at 0xc0100000, the recorded one at 0xc0300000" },
    { GUESS, { 0, 0xc0300000, 0, 0, 0, 183, 0 }, "its e_machine is 183, the recorded one's 40" },
    { { .ref_symbol = NULL }, { 0x1000, 0x1000, 0x2000, 0, 64, 0, 0 }, NULL }, /* nothing was recorded */
};

static void see(struct kernel_marks *m, const char *name, uint64_t addr)
{
    if (addr)
        kernel_marks_see(m, name, strlen(name), addr);
    kernel_marks_see(m, name, strlen(name) - 1, 1); /* no name of a mark */
}

static void test_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const struct kernel_file *f = &rows[i].file;
        struct kernel_marks m = { .bits = f->bits, .machine = f->machine, .last_end = f->last_end };
        struct err why = { 0 };
        see(&m, "_text", f->text);
        see(&m, "_text", f->text + 8); /* the first counts */
        see(&m, "_stext", f->stext);
        see(&m, "_etext", f->etext);
        see(&m, "_edata", f->edata);
        if (!f->text)
            m.has[MARK_TEXT] = false;
        bool allowed = kernel_layout_may_match(&rows[i].l, &m, &why);
        print_message("%zu: %s\n", i, why.msg);
        assert_int_equal(allowed, !rows[i].why);
        assert_int_equal(allowed, !*why.msg);
        if (rows[i].why)
            assert_non_null(strstr(why.msg, rows[i].why));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_recordings), cmocka_unit_test(test_files) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
