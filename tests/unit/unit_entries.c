/* The entries of small units, sound and damaged: which are passed until nothing more can be. */
#include "formats/elf/dwarf/scopes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"

#define BYTES(...)                                                                                           \
    {                                                                                                        \
        (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ })                           \
    }

/* Abbreviations; none with the last 0 of a table. */
#define UNIT       1, 0x11, 1, 0, 0             /* has children */
#define FUNCTION   2, 0x2e, 1, 0x01, 0x13, 0, 0 /* has children; DW_AT_sibling, DW_FORM_ref4 */
#define INLINED    3, 0x1d, 0, 0x58, 0x0b, 0, 0 /* DW_AT_call_file, DW_FORM_data1 */
#define UNREADABLE 4, 0x34, 0, 0x02, 0x7e, 0, 0
#define AGAIN      2, 0x24, 0, 0, 0

enum { HEADER = 11 };

static const struct unit {
    const char *what;
    struct span kinds, entries; /* without the unit's header */
    const char *expected;       /* tags; ".": a level ends */
} units[] = {
    { "sound", BYTES(UNIT, FUNCTION, INLINED, 0), BYTES(1, 2, 19, 0, 0, 0, 3, 9, 0, 3, 9, 0),
      "2e 1d . 1d ." },
    { "kinds without their 0", BYTES(UNIT, FUNCTION, INLINED), BYTES(1, 2, 0, 0, 0, 0, 3, 9, 0, 3, 9, 0),
      "2e 1d . 1d ." },
    { "the last kind is cut off", BYTES(UNIT, FUNCTION, INLINED, 4, 0x34), BYTES(1, 3, 9, 0), "1d ." },
    { "an unknown form that no entry has", BYTES(UNIT, UNREADABLE, INLINED, 0), BYTES(1, 3, 9, 0), "1d ." },
    { "an unknown form", BYTES(UNIT, UNREADABLE, INLINED, 0), BYTES(1, 3, 9, 4, 3, 9, 0), "1d ." },
    { "two kinds of one code", BYTES(UNIT, FUNCTION, AGAIN, INLINED, 0), BYTES(1, 2, 0, 0, 0, 0, 3, 9, 0, 0),
      "2e 1d . ." },
    { "the same, not in place", BYTES(FUNCTION, AGAIN, UNIT, 0), BYTES(1, 2, 0, 0, 0, 0, 0, 0), "2e . ." },
    { "an unknown abbreviation in a function with a sibling", BYTES(UNIT, FUNCTION, INLINED, 0),
      BYTES(1, 2, 20, 0, 0, 0, 9, 9, 0, 3, 9, 0), "2e . 1d ." },
    { "an unknown form in two functions, the outer with a sibling",
      BYTES(UNIT, FUNCTION, INLINED, UNREADABLE, 0),
      BYTES(1, 2, 26, 0, 0, 0, 2, 0, 0, 0, 0, 4, 0, 0, 0, 3, 9, 0), "2e 2e . . 1d ." },
    { "a sibling that leads back", BYTES(UNIT, FUNCTION, INLINED, 0),
      BYTES(1, 2, 12, 0, 0, 0, 9, 9, 0, 3, 9, 0), "2e . ." },
    { "a sibling beyond that of the function around it", BYTES(UNIT, FUNCTION, INLINED, 0),
      BYTES(1, 2, 24, 0, 0, 0, 2, 27, 0, 0, 0, 0, 0, 3, 9, 0), "2e 2e . . 1d ." },
    { "0 instead of an entry in a function with a sibling", BYTES(UNIT, FUNCTION, INLINED, 0),
      BYTES(1, 2, 24, 0, 0, 0, 3, 9, 0, 9, 3, 9, 0, 3, 9, 0), "2e 1d . 1d ." },
    { "a function with a sibling that has no 0", BYTES(UNIT, FUNCTION, INLINED, 0),
      BYTES(1, 2, 19, 0, 0, 0, 3, 9, 3, 9, 0), "2e 1d . 1d ." },
    { "a unit that seems to end early", BYTES(UNIT, FUNCTION, INLINED, 0), BYTES(1, 3, 9, 0, 0, 3, 9, 0),
      "1d 1d ." },
    { "a sibling outside", BYTES(UNIT, FUNCTION, INLINED, 0), BYTES(1, 2, 0, 1, 0, 0, 9, 9, 0, 3, 9, 0),
      "2e . ." },
};

static void pass(struct debug_sections *d, Dwarf_Die *first, const struct unit *u)
{
    struct unit_entries e;
    const struct entry_kind *kind;
    struct text t = { 0 };
    uint64_t at;
    text_add(&t, "");
    for (bool more = unit_entries_open(&e, first, d); more && unit_entries_next(&e, &kind, &at);) {
        text_add(&t, t.n ? " " : "");
        if (kind)
            text_printf(&t, "%x", kind->tag);
        else
            text_add(&t, ".");
    }
    if (strcmp(t.s, u->expected))
        fail_msg("%s: %s", u->what, t.s);
    text_free(&t);
    unit_entries_close(&e);
}

/* Functions in functions: as many levels are kept. */
static void pass_deep(struct debug_sections *d, Dwarf_Die *first, const struct unit *u)
{
    uint64_t budget = UINT64_MAX;
    const struct range_unit ranges = {
        .order = d->order, .version = 4, .addr_size = 8, .offset_size = 4, .budget = &budget
    };
    const struct range_index everywhere = { 0 };
    struct scopes s;
    scopes_read(&s, first, d, &ranges, &everywhere);
    if (s.n != strtoul(u->expected, NULL, 10))
        fail_msg("%s: %zu", u->what, s.n);
    scopes_free(&s);
}

static void check(const struct unit *v, size_t n,
                  void (*pass_one)(struct debug_sections *d, Dwarf_Die *first, const struct unit *u))
{
    struct err e = { 0 };
    struct span file;
    struct image m;
    assert_true(file_map("fixtures/amd64/debug/opt/wl/workload/f9d85ecaf846033ac5333a74e14f2e78c9996db9/elf",
                         &file, &e));
    assert_true(image_open(&m, file, &e));
    for (size_t i = 0; i < n; i++) {
        const struct unit *u = &v[i];
        struct debug_sections d = { .order = m.order, .budget = budget_for_packed(m.bytes.n) };
        const size_t length = HEADER - 4 + u->entries.n;
        uint8_t info[4096] = { (uint8_t)length, (uint8_t)(length >> 8), 0, 0, 4, 0, 0, 0, 0, 0, 8 };
        Dwarf_Die first;
        memcpy(info + HEADER, u->entries.p, u->entries.n);
        d.of[DEBUG_INFO] = (struct span){ info, HEADER + u->entries.n };
        d.of[DEBUG_ABBREV] = u->kinds;
        assert_true(debug_sections_link(&d, &m, &e));
        Dwarf *dwarf = dwarf_begin_elf(d.elf, DWARF_C_READ, NULL);
        assert_non_null(dwarf);
        assert_non_null(dwarf_offdie(dwarf, HEADER, &first));
        pass_one(&d, &first, u);
        dwarf_end(dwarf);
        debug_sections_close(&d);
    }
    image_close(&m);
    file_unmap(file);
}

static void test_units(void **state)
{
    (void)state;
    check(units, COUNT(units), pass);
}

static void test_depth(void **state)
{
    (void)state;
    enum { MOST = 300, ENTRY = 1 + 8 + 1 };
    static const uint8_t kinds[] = { UNIT, 2, 0x2e, 1, 0x11, 0x01, 0x12, 0x0b, 0, 0, 0 };
    uint8_t entries[1 + MOST * ENTRY + MOST + 1] = { 1 };
    static const struct {
        size_t levels;
        const char *expected;
    } rows[] = { { 1, "1" }, { 255, "255" }, { 256, "256" }, { 257, "256" }, { MOST, "256" } };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const size_t n = rows[i].levels;
        memset(entries + 1, 0, sizeof(entries) - 1);
        for (size_t k = 0; k < n; k++) {
            uint8_t *entry = entries + 1 + k * ENTRY;
            entry[0] = 2;
            entry[2] = 0x10; /* low_pc 0x1000, */
            entry[9] = 0x10; /* of 16 bytes */
        }
        const struct unit u = {
            "deep", { kinds, sizeof(kinds) }, { entries, 1 + n * ENTRY + n + 1 }, rows[i].expected
        };
        check(&u, 1, pass_deep);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_units), cmocka_unit_test(test_depth) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
