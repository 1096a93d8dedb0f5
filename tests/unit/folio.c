/* Folios written and read again; more sections than an ELF header can count; manifests of other versions, of
 * strangers and of liars; every byte that is another one is told. */

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "archive/folio/folio.h"
#include "archive/folio/folio_symbols.h"
#include "archive/folio/pack/folio_plan.h"
#include "core/base/mem.h"
#include "formats/elf/read/image.h"
#include "tests/unit/folio_make.h"

static char path[] = "/tmp/perfolio-test-XXXXXX";

static int make_file(void **state)
{
    (void)state;
    int fd = mkstemp(path);
    return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

static struct span span_of(const struct text *t)
{
    return (struct span){ (const uint8_t *)t->s, t->n };
}

/* Anything that compresses a little. */
static uint8_t *bytes_of(size_t n, uint32_t random)
{
    uint8_t *p = mem_new(n + 1, 1);
    for (size_t i = 0; i < n; i++) {
        random = random * 1664525 + 1013904223;
        p[i] = (uint8_t)(i % 9 ? i >> 4 : random >> 24);
    }
    return p;
}

static const struct {
    uint32_t capture;
    const char *path;
    size_t n;
} files[] = {
    { 0, "", 2500000 }, { 1, "data", 3000 }, { 1, "data.0", 0 },
    { 1, "data.1", 1 }, { 2, "", 0 },        { 1, "kcore dir/k%allsyms\n", 100 },
};
enum { FILES = sizeof(files) / sizeof(*files) };

/* The sections of a table of four symbols, two of them touched. */
static void add_tables(struct folio_writer *w, struct folio_object *o)
{
    struct err e = { 0 };
    struct symtab t = { 0 };
    struct text symtab = { 0 }, rest = { 0 };
    struct strings *strings = strings_new();
    const uint8_t touched = 6;
    symtab_add(&t, 0x1000, 16, SYMBOL_GLOBAL, "main");
    symtab_add(&t, 0x1010, 16, SYMBOL_LOCAL, "_ZN1a1bEv");
    symtab_add(&t, 0x1020, 16, SYMBOL_GLOBAL, "puts")->is_plt = true;
    symtab_add(&t, 0x2000, 8, SYMBOL_WEAK, "_ZN1a1cE")->is_object = true;
    symtab_sort(&t);
    strings_add(strings, t.v[1].name);
    strings_add(strings, t.v[2].name);
    assert_true(strings_seal(strings, UINT32_MAX, &e));
    struct folio_section head = { .name = ".strtab", .type = SECTION_STRTAB };
    uint32_t strtab = folio_add(w, &head, strings_bytes(strings), &e);
    head = (struct folio_section){
        .name = ".symtab.x", .type = SECTION_SYMTAB, .entsize = FOLIO_SYM_BYTES, .link = strtab
    };
    head.info = folio_put_symtab(&t, &touched, strings, &symtab);
    o->symtab = folio_add(w, &head, span_of(&symtab), &e);
    folio_put_rest(&t, &touched, &rest);
    o->rest = folio_add_packed(w, ".symbols.x", span_of(&rest), &e);
    o->nsymbols = t.n;
    assert_true(strtab && o->symtab && o->rest);
    symtab_free(&t);
    text_free(&symtab);
    text_free(&rest);
    strings_free(strings);
}

static const struct folio_object objects[] = {
    { .kind = OBJECT_USER,
      .name = "/opt/a b/%lib.so",
      .id = { .n = 20, .bytes = { 1, 2, 3, 255 } },
      .space = SYMTAB_FOFF,
      .mangled = true,
      .held = { .full = 4, .runtime = true, .mini = true },
      .bits = 32,
      .order = 2,
      .machine = 15 },
    { .kind = OBJECT_KERNEL,
      .name = "[kernel.kallsyms]",
      .id = { .n = 16, .bytes = { 9 } },
      .space = SYMTAB_KERNEL,
      .is_listing = true,
      .ref_addr = { 0, 0xffffffff81000000 },
      .has_ref = { true, true },
      .partial = true },
    { .kind = OBJECT_MODULE,
      .name = "[mod]",
      .content = { 0xab, 0, 0xcd }, /* no build-id */
      .space = SYMTAB_AVMA,
      .text_foff = 0x40 },
    { .kind = OBJECT_JIT, .name = "" },
};
enum { OBJECTS = sizeof(objects) / sizeof(*objects) };

static const struct folio_answer answers[] = {
    { 0,
      0,
      OBJECT_USER,
      -1,
      "/opt/a b/%lib.so",
      { .n = 20, .bytes = { 1, 2, 3, 255 } },
      { 0 },
      0,
      0,
      false,
      7 },
    { 1, 1, OBJECT_KERNEL, 0, "[guest.kernel.kallsyms]", { .n = 0 }, { 0 }, 0, 0, true, 0 },
    { 2, 2, OBJECT_MODULE, INT32_MAX, "[mod]", { .n = 0 }, { 0 }, 0, 0, false, 0 },
    { 0, 3, OBJECT_JIT, -1, "/tmp/perf-1.map", { .n = 0 }, { 0 }, 0, 0, false, 0 },
    { 0, 0, OBJECT_USER, -1, "/opt/x", { .n = 0 }, { 254, 1, 1ull << 40, UINT32_MAX }, 0, 0, true, 1 },
    { 0, 3, OBJECT_USER, -1, "/opt/x", { .n = 0 }, { 254, 1, 5, 0 }, 0x10000, 0x3be8, false, 1 },
};
enum { ANSWERS = sizeof(answers) / sizeof(*answers) };

/* The arrays of a writer are its own to free. */
static void *copy_of(const void *p, size_t n)
{
    return mem_copy(p, n);
}

/* `sections` more than there have to be, each of a byte. */
static void write_folio(unsigned sections)
{
    static const struct folio_capture captures[] = { { "perf.data", false, 7, 1, 2, "", 0 },
                                                     { "d r", true, 0, 0, 0, "rev=A\nos=b c", 0 },
                                                     { "3", false, UINT64_MAX, 0, UINT64_MAX, "", 0 } };
    struct folio_writer w;
    uint64_t size;
    struct err e = { 0 };
    assert_true(folio_create(&w, path, &(struct pack_opts){ .level = FOLIO_CODE }, &e));
    for (unsigned i = 0; i < sections; i++)
        assert_true(folio_add(&w, &(struct folio_section){ .name = ".more", .type = SECTION_PROGBITS },
                              (struct span){ (const uint8_t *)"m", 1 }, &e));
    w.f.captures = copy_of(captures, sizeof(captures));
    w.f.ncaptures = 3;
    w.f.files = mem_new(FILES, sizeof(*w.f.files));
    w.f.nfiles = FILES;
    for (size_t i = 0; i < FILES; i++) {
        uint8_t *bytes = bytes_of(files[i].n, (uint32_t)i);
        struct file in;
        file_of_bytes(&in, (struct span){ bytes, files[i].n });
        uint32_t section = folio_add_file(&w, ".capture", &in, &e);
        assert_true(section);
        w.f.files[i] = (struct folio_file){ files[i].capture, section, files[i].path, files[i].n };
        file_close(&in);
        free(bytes);
    }
    w.f.objects = copy_of(objects, sizeof(objects));
    w.f.nobjects = OBJECTS;
    add_tables(&w, &w.f.objects[0]);
    w.f.objects[0].image = folio_add_packed(&w, ".image.x", (struct span){ (const uint8_t *)"image", 5 }, &e);
    w.f.answers = copy_of(answers, sizeof(answers));
    w.f.nanswers = ANSWERS;
    assert_true(folio_finish(&w, &size, &e));
}

static void complain(void *arg, const char *what)
{
    struct text *t = arg;
    text_printf(t, "%s\n", what);
}

static void same_id(const struct build_id *a, const struct build_id *b)
{
    assert_int_equal(a->n, b->n);
    assert_memory_equal(a->bytes, b->bytes, a->n);
}

static void same_objects(const struct folio *f)
{
    assert_int_equal(f->nobjects, OBJECTS);
    for (size_t i = 0; i < OBJECTS; i++) {
        const struct folio_object *a = &objects[i], *b = &f->objects[i];
        assert_int_equal(a->kind, b->kind);
        assert_string_equal(a->name, b->name);
        same_id(&a->id, &b->id);
        assert_memory_equal(a->content, b->content, FOLIO_HASH);
        assert_int_equal(a->partial, b->partial);
        assert_int_equal(a->space, b->space);
        assert_int_equal(a->is_listing, b->is_listing);
        assert_int_equal(a->mangled, b->mangled);
        assert_true(a->text_foff == b->text_foff);
        assert_memory_equal(a->ref_addr, b->ref_addr, sizeof(a->ref_addr));
        assert_memory_equal(a->has_ref, b->has_ref, sizeof(a->has_ref));
        assert_true(a->held.full == b->held.full && a->held.runtime == b->held.runtime &&
                    a->held.mini == b->held.mini);
        assert_true(a->bits == b->bits && a->order == b->order && a->machine == b->machine);
    }
    assert_int_equal(f->nanswers, ANSWERS);
    for (size_t i = 0; i < ANSWERS; i++) {
        const struct folio_answer *a = &answers[i], *b = &f->answers[i];
        assert_true(a->capture == b->capture && a->object == b->object && a->kind == b->kind);
        assert_int_equal(a->machine, b->machine);
        assert_string_equal(a->path, b->path);
        same_id(&a->id, &b->id);
        assert_true(a->file.maj == b->file.maj && a->file.min == b->file.min && a->file.ino == b->file.ino &&
                    a->file.ino_generation == b->file.ino_generation);
        assert_int_equal(a->proven, b->proven);
    }
}

/* The files of a capture come main one first, with what was put in. */
static void same_files(const struct folio *f)
{
    assert_int_equal(f->ncaptures, 3);
    for (uint32_t c = 0; c < 3; c++) {
        struct err e = { 0 };
        struct file *opened;
        const char **paths;
        size_t n = folio_open_files(f, c, &opened, &paths, &e), at = 0;
        for (size_t i = 0; i < FILES; i++) {
            if (files[i].capture != c)
                continue;
            uint8_t *want = bytes_of(files[i].n, (uint32_t)i), *got = mem_new(files[i].n + 1, 1);
            assert_true(at < n);
            assert_string_equal(paths[at], files[i].path);
            assert_int_equal(opened[at].size, files[i].n);
            assert_int_equal(file_read(&opened[at], 0, got, files[i].n, &e), files[i].n);
            assert_memory_equal(got, want, files[i].n);
            file_close(&opened[at++]);
            free(want);
            free(got);
        }
        assert_int_equal(at, n);
        free(opened);
        free(paths);
    }
    assert_true(!f->captures[0].directory && f->captures[1].directory);
}

static void same_symbols(const struct folio *f)
{
    static const struct {
        uint64_t start, end;
        const char *shown;
    } rows[] = { { 0x1000, 0x1010, "main" },
                 { 0x1010, 0x1020, "a::b" },
                 { 0x1020, 0x1030, "puts@plt" },
                 { 0x2000, 0x2008, "a::c" } };
    struct err e = { 0 };
    struct symtab t = { 0 };
    assert_true(folio_symbols(f, &f->objects[0], &t, &e));
    assert_int_equal(t.n, 4);
    for (size_t i = 0; i < t.n; i++) {
        struct text shown = { 0 };
        symtab_symbol_name(t.demangle, &t.v[i], &shown);
        assert_string_equal(shown.s, rows[i].shown);
        assert_true(t.v[i].start == rows[i].start && t.v[i].end == rows[i].end);
        text_free(&shown);
    }
    struct symtab again = { 0 };
    assert_true(folio_symbols(f, &f->objects[0], &again, &e));
    assert_ptr_equal(t.v[1].name, again.v[1].name); /* the string table is there once, for all objects */
    symtab_free(&again);
    symtab_free(&t);
    for (size_t i = 1; i < OBJECTS; i++) { /* none: no table is no error */
        assert_true(folio_symbols(f, &f->objects[i], &t, &e));
        assert_int_equal(t.n, 0);
        assert_int_equal(t.space, objects[i].space);
        symtab_free(&t);
    }
    struct span image;
    assert_true(folio_read_section(f, f->objects[0].image, &image, &e));
    assert_int_equal(image.n, 5);
    assert_memory_equal(image.p, "image", 5);
    file_unmap(image);
}

static void test_round_trip(void **state)
{
    (void)state;
    static const unsigned more[] = { 0, 0xff00 - 20, 0xff00, 0xffff, 70000 };
    for (size_t i = 0; i < sizeof(more) / sizeof(*more); i++) {
        struct err e = { 0 };
        struct text said = { 0 };
        write_folio(more[i]);
        assert_int_equal(folio_recognise_path(path, NULL, &e), FOLIO_IS);
        struct folio *f = folio_open(path, NULL, &e);
        if (!f)
            fail_msg("%s", e.msg);
        assert_int_equal(f->level, FOLIO_CODE);
        assert_int_equal(f->nsections, 1 + more[i] + FILES + 4 + 3);
        same_files(f);
        same_objects(f);
        same_symbols(f);
        if (!folio_check(f, complain, &said))
            fail_msg("%s", said.s);
        folio_close(f);

        struct span whole; /* everybody's ELF reader finds its way in it */
        struct image elf;
        GElf_Shdr h;
        size_t n;
        assert_true(file_map(path, &whole, &e));
        assert_true(image_open(&elf, whole, &e));
        assert_int_equal(elf_getshdrnum(elf.elf, &n), 0);
        assert_int_equal(n, 1 + more[i] + FILES + 4 + 3);
        assert_non_null(image_find_section(&elf, ".symtab.x", &h, NULL));
        assert_int_equal(h.sh_type, SHT_SYMTAB);
        assert_int_equal(h.sh_info, 2);
        assert_non_null(image_find_section(&elf, FOLIO_MANIFEST, &h, NULL));
        image_close(&elf);
        file_unmap(whole);
    }
}

static void test_find_capture(void **state)
{
    (void)state;
    static const struct {
        const char *which;
        int64_t at;
    } rows[] = {
        { "perf.data", 0 }, { "1", 0 },  { "d r", 1 }, { "2", 1 },     { "3", 2 }, /* name and number */
        { "4", -1 },        { "0", -1 }, { "01", -1 }, { "perf", -1 }, { "", -1 }, { NULL, -1 }
    };
    struct err e = { 0 };
    write_folio(0);
    struct folio *f = folio_open(path, NULL, &e);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        e = (struct err){ 0 };
        assert_int_equal(folio_find_capture(f, rows[i].which, &e), rows[i].at);
        assert_int_equal(e.kind, rows[i].at < 0 ? ERR_USAGE : ERR_NONE);
    }
    folio_close(f);
}

static void put_back(const uint8_t *p, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(p, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void put_number(uint8_t *p, uint64_t v)
{
    for (int i = 0; i < 8; i++)
        p[i] = (uint8_t)(v >> 8 * i);
}

/* The folio with another manifest, believable. What follows the manifest moves. */
static void replace_manifest(struct span from, const struct text *manifest, struct text *out)
{
    enum { E_SHOFF = 40, SH_OFFSET = 24, SH_SIZE = 32 };
    struct folio_parts parts;
    assert_true(folio_find_parts(from, &parts));
    uint64_t n = parts.head.nsections * FOLIO_SECTION_HEADER, index = 0;
    struct folio_section s;
    while (folio_section_at(from, &parts.head, index, &s) && s.at != parts.manifest.at)
        index++;
    out->n = 0;
    text_add_n(out, (const char *)from.p, (size_t)parts.manifest.at);
    text_add_n(out, manifest->s, manifest->n);
    text_char(out, 0, folio_aligned(out->n) - out->n);
    uint64_t note_at = out->n;
    text_add_n(out, (const char *)from.p + parts.note.at, (size_t)folio_aligned(parts.note.size));
    uint64_t headers_at = out->n;
    text_add_n(out, (const char *)from.p + parts.head.headers_at, (size_t)n);
    uint8_t *p = (uint8_t *)out->s;
    put_number(p + E_SHOFF, headers_at);
    put_number(p + headers_at + index * FOLIO_SECTION_HEADER + SH_SIZE, manifest->n);
    put_number(p + headers_at + (parts.note_header_at - parts.head.headers_at) + SH_OFFSET, note_at);
    assert_true(folio_mend(p, out->n));
}

#define HASH32 "00000000000000000000000000000000"
#define ID40   "0123456789012345678901234567890123456789"

static void test_manifests(void **state)
{
    (void)state;
    static const struct {
        const char *head, *more; /* in place of the first record; behind all others. NULL: as it was */
        enum err_kind kind;
        const char *says;
    } rows[] = {
        { NULL, NULL, ERR_NONE, NULL },
        { "folio version=1 level=full future=1", NULL, ERR_NONE, NULL },
        { "folio version=1", NULL, ERR_NONE, NULL },
        { "folio version=2 level=code", NULL, ERR_UNSUPPORTED, "of version 2, this program reads up to 1" },
        { "folio version=18446744073709551615", NULL, ERR_UNSUPPORTED, "of version 18446744073709551615" },
        { "folio version=18446744073709551616", NULL, ERR_FORMAT, "expected 'folio version='" },
        { "folio version=0 level=code", NULL, ERR_FORMAT, "expected 'folio version='" },
        { "folio version=one level=code", NULL, ERR_FORMAT, "expected 'folio version='" },
        { "folio level=code", NULL, ERR_FORMAT, "expected 'folio version='" },
        { "folios version=1 level=code", NULL, ERR_FORMAT, "expected 'folio version='" },
        { "", NULL, ERR_FORMAT, "expected 'folio version='" },
        { "folio version=1 level=huge", NULL, ERR_FORMAT, "lacks a valid level" },
        { NULL, "", ERR_NONE, NULL },
        { NULL, "future", ERR_NONE, NULL },
        { NULL, "objects kind=user symtab-section=99999999", ERR_NONE, NULL },
        { NULL, "capture name=%2e%2e%2f%2e%2e%2fetc future=1", ERR_NONE, NULL },
        { NULL, "object future=%zz kind=user name=a", ERR_NONE, NULL },
        { NULL, "object kind=alien", ERR_FORMAT, "lacks a valid kind" },
        { NULL, "object kind=", ERR_FORMAT, "lacks a valid kind" },
        { NULL, "object name=%zz", ERR_FORMAT, "lacks a valid name" },
        { NULL, "object partial=2", ERR_FORMAT, "lacks a valid partial" },
        { NULL, "object elf-bits=65536", ERR_FORMAT, "lacks a valid elf-bits" },
        { NULL, "object build-id=" ID40, ERR_NONE, NULL },
        { NULL, "object build-id=" ID40 "01", ERR_FORMAT, "lacks a valid build-id" },
        { NULL, "object build-id=0", ERR_FORMAT, "lacks a valid build-id" },
        { NULL, "object content=" HASH32, ERR_NONE, NULL },
        { NULL, "object content=" HASH32 "00", ERR_FORMAT, "lacks a valid content" },
        { NULL, "object content=00", ERR_FORMAT, "lacks a valid content" },
        { NULL, "object image-section=4294967296", ERR_FORMAT, "lacks a valid image-section" },
        { NULL, "object image-section=4294967295", ERR_FORMAT, "does not exist" },
        { NULL, "object symtab-section=12", ERR_FORMAT, "does not exist" }, /* is, without a checksum */
        { NULL, "object symtab-section=1 rest-section=1 image-section=1", ERR_NONE, NULL },
        { NULL, "file capture=3 section=1", ERR_FORMAT, "does not exist" },
        { NULL, "file capture=0 section=99", ERR_FORMAT, "does not exist" },
        { NULL, "file capture=4294967296 section=1", ERR_FORMAT, "lacks a valid capture" },
        { NULL, "answer capture=3 object=0", ERR_FORMAT, "does not exist" },
        { NULL, "answer capture=0 object=4", ERR_FORMAT, "does not exist" },
        { NULL, "answer guest=4294967295", ERR_NONE, NULL },
        { NULL, "answer guest=4294967296", ERR_FORMAT, "lacks a valid guest" },
        { NULL, "section index=99 xxh3=" HASH32, ERR_FORMAT, "lacks a section" },
        { NULL, "section index=1", ERR_FORMAT, "lacks a section" },
        { NULL, "section index=1 xxh3=00", ERR_FORMAT, "lacks a section" },
        { NULL, "section xxh3=" HASH32, ERR_FORMAT, "lacks a section" },
        { NULL, "headers", ERR_FORMAT, "cannot be read" },
        { NULL, "headers xxh3=00", ERR_FORMAT, "cannot be read" },
    };
    struct err e = { 0 };
    struct span whole;
    struct folio_parts parts;
    write_folio(0);
    assert_true(file_map(path, &whole, &e));
    assert_true(folio_find_parts(whole, &parts));
    struct span from = { (uint8_t *)mem_copy(whole.p, whole.n), whole.n };
    const char *records = (const char *)from.p + parts.manifest.at;
    file_unmap(whole); /* its file will be another one */
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct text manifest = { 0 }, out = { 0 };
        const char *head = rows[i].head ? rows[i].head : records;
        size_t first = strlen(records) + 1;
        text_add_n(&manifest, head, strlen(head) + 1);
        text_add_n(&manifest, records + first, (size_t)parts.manifest.size - first);
        if (rows[i].more)
            text_add_n(&manifest, rows[i].more, strlen(rows[i].more) + 1);
        replace_manifest(from, &manifest, &out);
        put_back((const uint8_t *)out.s, out.n);
        e = (struct err){ 0 };
        struct folio *f = folio_open(path, NULL, &e);
        if (e.kind != rows[i].kind || (rows[i].says && !strstr(e.msg, rows[i].says)))
            fail_msg("row %zu: %d, %s", i, (int)e.kind, e.msg);
        assert_int_equal(f != NULL, e.kind == ERR_NONE);
        for (size_t k = 0; f && k < f->nobjects; k++) { /* whatever its sections are */
            struct symtab t = { 0 };
            struct span image;
            struct err why = { 0 };
            folio_symbols(f, &f->objects[k], &t, &why);
            symtab_free(&t);
            if (f->objects[k].image && folio_read_section(f, f->objects[k].image, &image, &why))
                file_unmap(image);
        }
        folio_close(f);
        text_free(&manifest);
        text_free(&out);
    }
    free((void *)(uintptr_t)from.p);
}

/* Nothing of it is as it was written, or reading it says so. */
static bool is_told(void)
{
    struct err e = { 0 };
    struct text said = { 0 };
    struct folio *f = folio_open(path, NULL, &e);
    assert_int_equal(f != NULL, e.kind == ERR_NONE);
    bool told = !f || !folio_check(f, complain, &said);
    assert_true(!f || told == (said.n > 0));
    text_free(&said);
    folio_close(f);
    return told;
}

/* A small one: every length of it, every byte another one; then with checksums that fit, where any clean
   outcome will do. */
static void test_damage(void **state)
{
    (void)state;
    struct folio_writer w;
    uint64_t size;
    struct err e = { 0 };
    struct span whole;
    assert_true(folio_create(&w, path, &(struct pack_opts){ .level = FOLIO_MIN }, &e));
    w.f.captures = copy_of(&(struct folio_capture){ .name = "c" }, sizeof(*w.f.captures));
    w.f.ncaptures = 1;
    w.f.objects = copy_of(objects, sizeof(objects));
    w.f.nobjects = OBJECTS;
    add_tables(&w, &w.f.objects[0]);
    uint32_t section = folio_add_packed(&w, ".capture.c", (struct span){ (const uint8_t *)"capture", 7 }, &e);
    w.f.files = copy_of(&(struct folio_file){ 0, section, "", 7 }, sizeof(*w.f.files));
    w.f.nfiles = 1;
    assert_true(folio_finish(&w, &size, &e));
    assert_true(file_map(path, &whole, &e));
    uint8_t *copy = (uint8_t *)mem_copy(whole.p, whole.n);
    size_t n = whole.n;
    file_unmap(whole);
    assert_false(is_told());
    for (size_t i = 0; i < n; i++) {
        put_back(copy, i);
        if (!is_told())
            fail_msg("cut off after %zu bytes of %zu", i, n);
    }
    put_back(copy, n + 1); /* mem_copy() ends with a NUL */
    assert_true(is_told());
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            const uint8_t flip[3] = { 1, (uint8_t)(1 << i % 8), 0xff };
            copy[i] ^= flip[k];
            put_back(copy, n);
            if (!is_told())
                fail_msg("byte %zu of %zu, by 0x%x", i, n, (unsigned)flip[k]);
            uint8_t *mended = (uint8_t *)mem_copy(copy, n);
            if (folio_mend(mended, n)) {
                put_back(mended, n);
                is_told();
            }
            free(mended);
            copy[i] ^= flip[k];
        }
    free(copy);
}

static void test_nowhere(void **state)
{
    (void)state;
    struct folio_writer w;
    struct err e = { 0 };
    assert_false(folio_create(&w, "/nonexistent/x.folio", &(struct pack_opts){ .level = FOLIO_MIN }, &e));
    assert_int_equal(e.kind, ERR_IO);
    folio_abandon(&w);
    e = (struct err){ 0 };
    assert_null(folio_open("/nonexistent/x.folio", NULL, &e));
    assert_int_equal(e.kind, ERR_IO);
    e = (struct err){ 0 };
    assert_int_equal(folio_recognise_path("/nonexistent/x.folio", NULL, &e), FOLIO_IS_NOT);
    write_folio(0);
    e = (struct err){ 0 };
    assert_true(folio_create(&w, path, &(struct pack_opts){ .level = FOLIO_MIN }, &e));
    assert_true(folio_add_packed(&w, ".x", (struct span){ (const uint8_t *)"x", 1 }, &e));
    folio_abandon(&w); /* what was there stays */
    assert_false(is_told());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_find_capture),
        cmocka_unit_test(test_manifests),  cmocka_unit_test(test_damage),
        cmocka_unit_test(test_nowhere),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
