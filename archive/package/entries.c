/*
 * A level is an archive that is being read. Level 0 is the archive in memory. Level 1 is an archive that is a
 * member of it, and reads the blocks of that member:
 *
 *   bytes -> [filter] -> count -> ar | tar | cpio -> member -> [filter] -> count -> ar | tar | cpio -> member
 *            level 0                                 level 1
 *
 * The first bytes determine the filter (decompress.h). Its output is counted here on its way to libarchive,
 * which reads the format, because for some formats libarchive searches any amount of garbage for the next
 * header.
 */
#include "archive/package/entries.h"

#include <assert.h>
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>

#include "archive/decompress.h"
#include "archive/package/inner_path.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"

enum { PIECE = 1 << 20, LEVELS = 2 };

struct block {
    struct span bytes;
    uint64_t at; /* offset in the member */
};

struct entries_level {
    struct entries *u;
    struct decompressor *filter; /* NULL: the archive is not compressed */
    struct archive *a;           /* reads the format */
    struct span rest;            /* unread part of the bytes in memory; level 0 only */
    const struct file *file;     /* for level 0 of a file: the file */
    uint64_t at;                 /* offset of the unread part of the file */
    uint8_t *buf;
    struct block peeked; /* was read, but not used yet */
    bool inside;         /* the level is at a member */
    bool fresh;          /* nothing of the member was read yet */
    uint64_t linked;     /* cpio: number of files with links still to come; libarchive has a list of them */
};

struct entries {
    struct entries_level level[LEVELS];
    unsigned depth, max_depth; /* number of open levels, and its limit */
    struct budget budget;      /* limits the unpacked bytes */
    struct err refused;        /* why the last reader that failed could not read its packed bytes */
    struct text link;
};

/* Whether the member is compressed, or a tar: "ustar" at 257 (POSIX.1-2008, pax, "ustar Interchange
   Format"). */
static bool is_packed(struct span s)
{
    return decompress_is_packed(s) || (s.n > 262 && !memcmp(s.p + 257, "ustar", 5));
}

/* Sets `e` to the reason why a reader failed. Returns false. */
static bool entries_gave_up(struct entries *u, struct archive *a, struct err *e)
{
    const char *why = archive_error_string(a);
    if (u->budget.over)
        return budget_set_error(&u->budget, e);
    if (u->refused.kind == ERR_MEMORY)
        mem_fail(&u->refused);
    if (u->refused.kind != ERR_NONE) {
        *e = u->refused;
        u->refused = (struct err){ 0 };
        return false;
    }
    if (archive_errno(a) == ENOMEM)
        return err_set(e, ERR_IO, 0, "there is no memory to unpack it");
    if (!why) /* libarchive gives a reason for damage, but none for a lack of memory */
        return err_set(e, ERR_IO, 0, "cannot be read; libarchive gives no reason");
    return err_set(e, ERR_FORMAT, 0, "%s", why);
}

/* Reads the next block of the member that a level is at; it is empty at the member's end. False with `e`
   set: damaged, or too large. */
static bool entries_next_block(struct entries_level *l, struct block *b, struct err *e)
{
    const void *p;
    size_t n = 0;
    la_int64_t at = 0;
    int r = ARCHIVE_OK;

    *b = l->peeked;
    l->peeked = (struct block){ 0 };
    if (b->bytes.n)
        return true;
    while (r != ARCHIVE_EOF && !n) {
        r = archive_read_data_block(l->a, &p, &n, &at);
        if (r != ARCHIVE_EOF && r < ARCHIVE_WARN)
            return entries_gave_up(l->u, l->a, e);
    }
    if (r != ARCHIVE_EOF)
        *b = (struct block){ { p, n }, (uint64_t)at };
    return true;
}

static bool next_of_file(struct entries_level *l, struct span *packed, struct err *e)
{
    const int64_t n = file_read(l->file, l->at, l->buf, PIECE, e);
    *packed = (struct span){ l->buf, 0 };
    if (n < 0)
        return false;
    packed->n = (size_t)n;
    l->at += packed->n;
    return true;
}

static struct span next_of_memory(struct entries_level *l)
{
    struct span packed = l->rest;
    if (packed.n > PIECE)
        packed.n = PIECE;
    if (packed.n) /* the bytes of an empty archive may be NULL */
        l->rest = (struct span){ l->rest.p + packed.n, l->rest.n - packed.n };
    return packed;
}

/* Reads the next packed bytes for a level's filter: from memory, a file, or the level below. */
static bool next_packed(void *arg, struct span *packed, struct err *e)
{
    struct entries_level *l = arg;
    if (l->file)
        return next_of_file(l, packed, e);
    if (l == l->u->level) {
        *packed = next_of_memory(l);
        return true;
    }
    struct block b = { 0 };
    const bool ok = entries_next_block(l - 1, &b, e);
    *packed = b.bytes;
    return ok;
}

struct feeding {
    struct entries_level *l;
    struct span plain;
    struct err e;
    bool ok;
};

static void feed_level(void *arg)
{
    struct feeding *f = arg;
    struct entries_level *l = f->l;
    if (l->filter)
        f->ok = decompressor_next(l->filter, &f->plain, &f->e);
    else
        f->ok = next_packed(l, &f->plain, &f->e);
    f->ok = f->ok && (budget_spend(&l->u->budget, f->plain.n) || budget_set_error(&l->u->budget, &f->e));
}

/* libarchive's callback. If mapped memory cannot be read, the error is passed on after libarchive has
   returned. */
static la_ssize_t feed_format(struct archive *a, void *arg, const void **p)
{
    struct feeding f = { .l = arg };
    const bool ok = mem_run_protected(feed_level, &f, &f.e) && f.ok;
    if (!ok) {
        f.l->u->refused = f.e; /* libarchive stores only the text */
        archive_set_error(a, EINVAL, "%s", f.e.msg);
    }
    *p = f.plain.p;
    if (ok)
        return (la_ssize_t)f.plain.n;
    return -1;
}

static void entries_pop(struct entries *u)
{
    assert(u->depth);
    struct entries_level *l = &u->level[--u->depth];
    archive_read_free(l->a);
    decompressor_close(l->filter);
    free(l->buf);
}

/* Opens a level. `may`: whether libarchive had the memory to prepare it. */
static bool open_level(struct entries_level *l, bool may, struct span head, struct err *e)
{
    const struct feed from = { next_packed, l };
    bool packed = decompress_is_packed(head);
    if (packed)
        l->filter = decompressor_open(head, &from, &l->u->refused);
    else
        l->filter = NULL;
    if ((l->filter || !packed) && may && archive_read_open(l->a, l, NULL, feed_format, NULL) == ARCHIVE_OK)
        return true;
    entries_gave_up(l->u, l->a, e);
    entries_pop(l->u);
    return false;
}

static bool entries_push(struct entries *u, struct span bytes, struct span head, struct err *e)
{
    assert(u->depth < u->max_depth);
    struct entries_level *l = &u->level[u->depth++];
    *l = (struct entries_level){ .u = u, .a = mem_check_alloc(archive_read_new(), 1, 1), .rest = bytes };
    const bool may = archive_read_support_format_ar(l->a) == ARCHIVE_OK &&
                     archive_read_support_format_tar(l->a) == ARCHIVE_OK &&
                     archive_read_support_format_cpio(l->a) == ARCHIVE_OK;
    return open_level(l, may, head, e);
}

static bool push_file(struct entries *u, const struct file *f, struct span head, struct err *e)
{
    struct entries_level *l = &u->level[u->depth++];
    *l = (struct entries_level){
        .u = u, .a = mem_check_alloc(archive_read_new(), 1, 1), .file = f, .buf = mem_new(1, PIECE)
    };
    return open_level(l, archive_read_support_format_tar(l->a) == ARCHIVE_OK, head, e);
}

struct entries *entries_open_file(const struct file *f, struct span head, struct err *e)
{
    struct entries *u = mem_new(1, sizeof(*u));
    u->max_depth = 1;
    u->budget = budget_for_packed(f->size);
    if (push_file(u, f, head, e))
        return u;
    entries_close(u);
    return NULL;
}

bool entries_block(struct entries *u, struct span *block, uint64_t *at, struct err *e)
{
    assert(u->depth);
    struct entries_level *l = &u->level[u->depth - 1];
    struct block b = { 0 };
    l->fresh = false;
    bool ok = entries_next_block(l, &b, e);
    *block = b.bytes;
    *at = b.at;
    return ok;
}

struct entries *entries_open(struct span bytes, bool nested, struct err *e)
{
    struct entries *u = mem_new(1, sizeof(*u));
    u->max_depth = 1;
    if (nested)
        u->max_depth = LEVELS;
    u->budget = budget_for_packed(bytes.n);
    if (entries_push(u, bytes, bytes, e))
        return u;
    entries_close(u);
    return NULL;
}

/* Reads the next header of the top level. Returns ARCHIVE_OK, ARCHIVE_EOF, or anything else with `e` set. */
static int next_header(struct entries *u, struct archive_entry **entry, struct err *e)
{
    /* each header costs at least so much of the budget, since headers of cpio are small */
    enum { HEADER = 512 };
    struct entries_level *l = &u->level[u->depth - 1];
    struct block b = { 0 };
    bool whole = true;
    while (l->inside && (whole = entries_next_block(l, &b, e)) && b.bytes.n)
        ;
    l->inside = l->fresh = false;
    if (!whole)
        return ARCHIVE_FATAL;
    int r = ARCHIVE_FATAL;
    if (budget_spend(&u->budget, HEADER))
        r = archive_read_next_header(l->a, entry);
    if (!u->budget.over && (r == ARCHIVE_EOF || r == ARCHIVE_OK || r == ARCHIVE_WARN)) {
        if (r == ARCHIVE_WARN)
            return ARCHIVE_OK;
        return r;
    }
    entries_gave_up(u, l->a, e);
    return ARCHIVE_FATAL;
}

/* The first block of the member; it will be read again. */
static struct span peek(struct entries *u)
{
    struct err e = { 0 };
    struct block b;
    struct entries_level *l = &u->level[u->depth - 1];
    if (!entries_next_block(l, &b, &e))
        return (struct span){ 0 };
    l->peeked = b;
    return b.bytes;
}

/* Opens the member as a level if it is an archive. False: it is not an archive, or its first member cannot
   be read. */
static bool entries_enter(struct entries *u, struct archive_entry **entry)
{
    struct err e = { 0 };
    struct span head = peek(u);
    u->level[u->depth - 1].fresh = false;
    if (!is_packed(head) || !entries_push(u, (struct span){ 0 }, head, &e))
        return false;
    if (next_header(u, entry, &e) == ARCHIVE_OK)
        return true;
    entries_pop(u);
    return false;
}

static bool is_format(const struct entries_level *l, int format)
{
    return (archive_format(l->a) & ARCHIVE_FORMAT_BASE_MASK) == format;
}

/* Fills `m` from a header. False: the member is neither a file nor a link. */
static bool read_entry(struct entries *u, struct archive_entry *entry, struct entry *m)
{
    const char *path = archive_entry_pathname(entry), *hard = archive_entry_hardlink(entry),
               *soft = archive_entry_symlink(entry);
    if (!path)
        path = archive_entry_pathname_utf8(entry); /* the current locale cannot express the path */
    *m = (struct entry){ .path = "", .inner = u->depth > 1 };
    if (path)
        m->path = inner_path(path);
    if (soft)
        inner_path_of_link(&u->link, m->path, soft);
    else if (hard)
        inner_path_of_link(&u->link, "", inner_path(hard));
    if (soft || hard)
        m->link = u->link.s;
    return *m->path && (m->link || archive_entry_filetype(entry) == AE_IFREG);
}

/* Hard links in cpio: either the last one has the content of all (rpm), or each has the content. For each,
   libarchive searches its list of incomplete ones; this is charged to the budget like bytes. */
static bool read_linked(struct entries_level *l, struct archive_entry *entry, struct entry *m)
{
    if (archive_entry_nlink(entry) < 2 || !is_format(l, ARCHIVE_FORMAT_CPIO))
        return true;
    bool first = !archive_entry_hardlink(entry), empty = archive_entry_size(entry) <= 0;
    l->linked += first;
    if (!budget_spend(&l->u->budget, l->linked))
        return false;
    m->later = first && empty && !m->link;
    if (!first && !empty && m->link) {
        l->linked -= l->linked > 0;
        m->also = m->link;
        m->link = NULL;
    }
    return true;
}

bool entries_next(struct entries *u, struct entry *m, struct err *e)
{
    for (;;) {
        struct archive_entry *entry = NULL;
        struct entries_level *l = &u->level[u->depth - 1];
        int r = ARCHIVE_OK;
        if (!l->fresh || u->depth == u->max_depth || !entries_enter(u, &entry))
            r = next_header(u, &entry, e);
        if (r == ARCHIVE_EOF && u->depth > 1) {
            entries_pop(u);
            continue;
        }
        if (r != ARCHIVE_OK)
            return false;
        l = &u->level[u->depth - 1];
        l->peeked = (struct block){ 0 };
        l->inside = l->fresh = true;
        bool usable = read_entry(u, entry, m);
        if (!read_linked(l, entry, m))
            return entries_gave_up(u, l->a, e);
        if (usable)
            return true;
    }
}

bool entries_read(struct entries *u, size_t max, struct text *out, struct err *e)
{
    assert(u->depth);
    struct entries_level *l = &u->level[u->depth - 1];
    size_t start = out->n;
    struct block b;
    l->fresh = false;
    while (entries_next_block(l, &b, e)) {
        size_t have = out->n - start;
        if (!b.bytes.n)
            return true;
        if (b.at > max || b.bytes.n > max - b.at)
            return err_set(e, ERR_UNSUPPORTED, 0, "it is larger than %zu bytes", max);
        size_t hole = 0; /* size of a hole in a sparse file */
        if (b.at > have)
            hole = (size_t)b.at - have;
        if (!budget_spend(&u->budget, hole))
            return entries_gave_up(u, l->a, e);
        text_char(out, 0, hole);
        text_add_n(out, (const char *)b.bytes.p, b.bytes.n);
    }
    return false;
}

struct budget *entries_budget(struct entries *u)
{
    return &u->budget;
}

bool entries_are_tar(const struct entries *u)
{
    return is_format(&u->level[0], ARCHIVE_FORMAT_TAR);
}

void entries_close(struct entries *u)
{
    if (!u)
        return;
    while (u->depth)
        entries_pop(u);
    text_free(&u->link);
    free(u);
}
