#include "archive/folio/folio_elf.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio_lines.h"
#include "archive/folio/folio_notes.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/perf/record_index.h"

enum { PIECE = 1 << 20 };

struct check {
    const struct folio *f;
    void (*complain)(void *arg, const char *what);
    void *arg;
    bool good;
    uint8_t *buf;
};

static void __attribute__((format(printf, 2, 3))) complain(struct check *c, const char *fmt, ...)
{
    struct err e = { 0 };
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(e.msg, sizeof(e.msg), fmt, ap);
    va_end(ap);
    c->good = false;
    c->complain(c->arg, e.msg);
}

/* Complains of damage. Read errors say nothing about the bytes, so folio_check_reads() reports them. */
static void complain_of(struct check *c, const struct err *e)
{
    if (e->kind == ERR_IO)
        c->good = false;
    else if (e->kind != ERR_NONE)
        complain(c, "%s", e->msg);
}

/* Passes the bytes from `at` to `end` to see(), in chunks. */
static bool each_piece(struct check *c, uint64_t at, uint64_t end, void (*see)(void *arg, struct span piece),
                       void *arg)
{
    struct err e = { 0 };
    while (at < end) {
        size_t n = PIECE;
        if (end - at < n)
            n = (size_t)(end - at);
        int64_t got = file_read(&c->f->file, at, c->buf, n, &e);
        if (got >= 0 && got != (int64_t)n)
            err_set(&e, ERR_FORMAT, at, "the file has become shorter: it had %zu bytes at offset %" PRIu64, n,
                    at);
        complain_of(c, &e);
        if (e.kind != ERR_NONE)
            return false;
        see(arg, (struct span){ c->buf, n });
        at += n;
    }
    return true;
}

static void add_to_hash(void *arg, struct span piece)
{
    hash128_add(arg, piece.p, piece.n);
}

static void check_section(struct check *c, size_t i)
{
    const struct folio_section *s = &c->f->sections[i];
    uint8_t hash[HASH128];
    if (!s->hashed) {
        if (i && strcmp(s->name, FOLIO_MANIFEST) && strcmp(s->name, FOLIO_NOTE))
            complain(c, "section %zu (%s) has no checksum in the manifest", i, s->name);
        return;
    }
    struct hash128 *h = hash128_new();
    bool read = each_piece(c, s->at, s->at + s->size, add_to_hash, h);
    hash128_end(h, hash);
    if (read && memcmp(hash, s->hash, sizeof(hash)))
        complain(c,
                 "section %zu (%s, %" PRIu64 " bytes at offset %" PRIu64 ") is damaged: its checksum differs",
                 i, s->name, s->size, s->at);
}

static void see_zero(void *arg, struct span piece)
{
    bool *zero = arg;
    for (size_t i = 0; i < piece.n; i++)
        *zero = *zero && !piece.p[i];
}

/* Checks that there are only zeros between sections. */
static void check_gaps(struct check *c)
{
    const struct folio *f = c->f;
    size_t n = f->nsections;
    struct numbered *order = mem_new(n + 1, sizeof(*order));
    for (size_t i = 0; i < n; i++)
        order[i] = (struct numbered){ f->sections[i].at, (uint32_t)i };
    order[n] = (struct numbered){ f->headers_at, (uint32_t)n };
    sort_by_number(order, n + 1);
    uint64_t at = FOLIO_ELF_HEADER;
    for (size_t i = 0; i <= n; i++) {
        const bool headers = order[i].at == n;
        bool zero = true;
        uint64_t size = (uint64_t)n * FOLIO_SECTION_HEADER;
        if (!headers && !f->sections[order[i].at].type)
            continue;
        if (!headers)
            size = f->sections[order[i].at].size;
        if (order[i].by > at)
            each_piece(c, at, order[i].by, see_zero, &zero);
        if (!zero)
            complain(c,
                     "the bytes between offset %" PRIu64 " and %" PRIu64
                     " belong to no section and are not zero",
                     at, order[i].by);
        if (order[i].by < at)
            complain(c, "the section or header at offset %" PRIu64 " overlaps the one before it",
                     order[i].by);
        if (order[i].by + size > at)
            at = order[i].by + size;
    }
    if (at != f->file.size)
        complain(c, "the file ends at offset %" PRIu64 ", but its last section at %" PRIu64, f->file.size,
                 at);
    free(order);
}

static void pass_over(void *arg UNUSED, const struct record *r UNUSED)
{
}

/* Decompresses a whole file, chunk by chunk, and closes it. */
static void read_through(struct check *c, struct file *f, struct err *e)
{
    int64_t got = 1;
    for (uint64_t at = 0; e->kind == ERR_NONE && got > 0; at += (uint64_t)got)
        got = file_read(f, at, c->buf, PIECE, e);
    file_close(f);
}

/* Checks that an index equals the one computed from its capture's records. */
static void check_index(struct check *c, uint32_t i)
{
    const struct folio_capture *capture = &c->f->captures[i];
    struct err e = { 0 };
    struct text made = { 0 };
    struct span kept = { NULL, 0 };
    struct capture *opened = folio_open_capture(c->f, i, false, &e);
    bool read = opened && opened->ops->walk(opened, &(struct visitor){ .visit = pass_over }, &e) &&
                record_index_put(opened, &made, &e) && folio_read_section(c->f, capture->index, &kept, &e);
    if (read && (made.n != kept.n || memcmp(text_str(&made), kept.p, kept.n) != 0))
        complain(c, "the index of capture %s does not match its records", capture->name);
    err_prefix(&e, "capture %s", capture->name);
    complain_of(c, &e);
    file_unmap(kept);
    text_free(&made);
    if (opened)
        opened->ops->close(opened);
}

static void check_captures(struct check *c)
{
    for (uint32_t i = 0; i < c->f->ncaptures; i++) {
        struct err e = { 0 };
        struct file *files = NULL;
        size_t n = folio_open_files(c->f, i, &files, NULL, &e);
        for (size_t k = 0; k < n; k++)
            read_through(c, &files[k], &e);
        free(files);
        err_prefix(&e, "capture %s", c->f->captures[i].name);
        complain_of(c, &e);
        if (c->f->captures[i].index && e.kind == ERR_NONE)
            check_index(c, i);
    }
}

static void check_objects(struct check *c)
{
    for (size_t i = 0; i < c->f->nobjects; i++) {
        const struct folio_object *o = &c->f->objects[i];
        const uint32_t packed[] = { o->image, o->debug, o->listing };
        struct symtab t = { 0 };
        struct err e = { 0 };
        struct file f;
        if (folio_symbols(c->f, o, &t, &e) && t.n != o->nsymbols)
            complain(c, "%s has %zu symbols, but the manifest says %" PRIu64, o->name, t.n, o->nsymbols);
        symtab_free(&t);
        if (o->lines && e.kind == ERR_NONE)
            folio_lines_free(folio_lines_read(c->f, o, &e));
        for (size_t k = 0; k < COUNT(packed) && e.kind == ERR_NONE; k++)
            if (packed[k] && folio_open_section(c->f, packed[k], &f, &e))
                read_through(c, &f, &e);
        err_prefix(&e, "%s", o->name);
        complain_of(c, &e);
    }
}

static void check_notes(struct check *c)
{
    struct folio_notes notes = { 0 };
    struct err e = { 0 };
    folio_notes_read(c->f, &notes, &e);
    complain_of(c, &e);
    folio_notes_free(&notes);
}

bool folio_check(const struct folio *f, void (*on_fault)(void *arg, const char *what), void *arg)
{
    struct check c = { .f = f, .complain = on_fault, .arg = arg, .good = true, .buf = mem_new(PIECE, 1) };
    for (size_t i = 0; i < f->nsections; i++)
        check_section(&c, i);
    check_gaps(&c);
    check_captures(&c);
    check_objects(&c);
    check_notes(&c);
    free(c.buf);
    return c.good;
}
