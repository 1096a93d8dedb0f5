/*
 * A level is an archive that is being read: the one in memory, and the one that a member of it may be, which
 * is fed with the blocks of that member:
 *
 *   bytes -> [filter] -> ar | tar | cpio -> member -> [filter] -> ar | tar | cpio -> member
 *            level 0                        level 1
 *
 * The first bytes name the filter. libarchive never gets to skip by itself, so that every block is counted.
 */
#include "archive/entries.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "archive/inner_path.h"
#include "archive/unpack.h"
#include "core/base/mem.h"

enum { PIECE = 1 << 20, LEVELS = 2 };

struct block {
    struct span bytes;
    uint64_t at; /* in the member */
};

struct level {
    struct entries *u;
    struct archive *a;
    struct span rest;    /* of the bytes in memory; level 0 only */
    struct block peeked; /* read, but not used yet */
    bool inside;         /* stands at a member */
    bool fresh;          /* that nobody read */
};

struct entries {
    struct level level[LEVELS];
    unsigned depth, max_depth; /* levels that are open, and that may be */
    uint64_t budget, left;     /* bytes that may come out, and that still may */
    struct text link;
};

/* A compressed member, or a tar: "ustar" stands at 257 (POSIX.1-2008, pax, "ustar Interchange Format"). */
static bool is_packed(struct span s)
{
    return unpack_is_packed(s) || (s.n > 262 && !memcmp(s.p + 257, "ustar", 5));
}

/* Count n bytes that come out. */
static bool spend(struct entries *u, uint64_t n, struct err *e)
{
    if (n <= u->left) {
        u->left -= n;
        return true;
    }
    u->left = 0;
    return err_set(e, ERR_UNSUPPORTED, 0, "it unpacks to more than %" PRIu64 " bytes", u->budget);
}

/* The next block of the member a level stands at; none at its end. False and `e`: damaged, or too much. */
static bool next_block(struct level *l, struct block *b, struct err *e)
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
        if (r != ARCHIVE_EOF && r < ARCHIVE_WARN) {
            const char *why = archive_error_string(l->a);
            return err_set(e, ERR_FORMAT, 0, "%s", why ? why : "damaged");
        }
    }
    if (r == ARCHIVE_EOF)
        return true;
    *b = (struct block){ { p, n }, (uint64_t)at };
    return spend(l->u, n, e);
}

static la_ssize_t feed_memory(struct archive *a, void *arg, const void **p)
{
    struct level *l = arg;
    size_t n = l->rest.n < PIECE ? l->rest.n : PIECE;
    (void)a;
    *p = l->rest.p;
    l->rest = (struct span){ l->rest.p + n, l->rest.n - n };
    return (la_ssize_t)n;
}

static la_ssize_t feed_member(struct archive *a, void *arg, const void **p)
{
    struct err e = { 0 };
    struct block b;
    struct level *l = arg;
    if (!next_block(l - 1, &b, &e)) {
        archive_set_error(a, EINVAL, "%s", e.msg);
        return -1;
    }
    *p = b.bytes.p;
    return (la_ssize_t)b.bytes.n;
}

static void pop(struct entries *u)
{
    archive_read_free(u->level[--u->depth].a);
}

static bool push(struct entries *u, struct span bytes, struct span head, struct err *e)
{
    int filter = unpack_filter(head);
    struct level *l = &u->level[u->depth++];
    *l = (struct level){ .u = u, .a = archive_read_new(), .rest = bytes };
    archive_read_support_format_ar(l->a);
    archive_read_support_format_tar(l->a);
    archive_read_support_format_cpio(l->a);
    if ((filter == ARCHIVE_FILTER_NONE || archive_read_append_filter(l->a, filter) == ARCHIVE_OK) &&
        archive_read_open(l->a, l, NULL, bytes.p ? feed_memory : feed_member, NULL) == ARCHIVE_OK)
        return true;
    const char *why = archive_error_string(l->a);
    err_set(e, ERR_FORMAT, 0, "%s", why ? why : "no archive");
    pop(u);
    return false;
}

struct entries *entries_open(struct span bytes, bool nested, struct err *e)
{
    struct entries *u = mem_new(1, sizeof(*u));
    u->max_depth = nested ? LEVELS : 1;
    u->budget = u->left = ((uint64_t)256 << 20) + 64 * (uint64_t)bytes.n;
    if (push(u, bytes, bytes, e))
        return u;
    entries_close(u);
    return NULL;
}

/* The next header of the level on top: ARCHIVE_OK, ARCHIVE_EOF, or something else and `e`. */
static int next_header(struct entries *u, struct archive_entry **entry, struct err *e)
{
    enum { HEADER = 512 }; /* what a header costs at least, so that empty members cannot go on for ever */
    struct level *l = &u->level[u->depth - 1];
    struct block b = { 0 };
    bool whole = true;
    while (l->inside && (whole = next_block(l, &b, e)) && b.bytes.n)
        ;
    l->inside = l->fresh = false;
    if (!whole || !spend(u, HEADER, e))
        return ARCHIVE_FATAL;
    int r = archive_read_next_header(l->a, entry);
    if (r == ARCHIVE_EOF || r == ARCHIVE_OK || r == ARCHIVE_WARN)
        return r == ARCHIVE_WARN ? ARCHIVE_OK : r;
    const char *why = archive_error_string(l->a);
    err_set(e, ERR_FORMAT, 0, "%s", why ? why : "damaged");
    return r;
}

/* Go into the member if it is an archive. False: it is not, or nothing of it can be read. */
static bool enter(struct entries *u, struct archive_entry **entry)
{
    struct err e = { 0 };
    struct span head = entries_peek(u);
    u->level[u->depth - 1].fresh = false;
    if (!is_packed(head) || !push(u, (struct span){ 0 }, head, &e))
        return false;
    if (next_header(u, entry, &e) == ARCHIVE_OK)
        return true;
    pop(u);
    return false;
}

static bool read_entry(struct entries *u, struct archive_entry *entry, struct entry *m)
{
    const char *path = archive_entry_pathname(entry), *hard = archive_entry_hardlink(entry),
               *soft = archive_entry_symlink(entry);
    path = path ? path : archive_entry_pathname_utf8(entry); /* not in this locale's characters */
    *m = (struct entry){ .path = path ? inner_path(path) : "", .inner = u->depth > 1 };
    if (soft)
        inner_link(&u->link, m->path, soft);
    else if (hard)
        inner_link(&u->link, "", inner_path(hard));
    if (soft || hard)
        m->link = u->link.s;
    return *m->path && (m->link || archive_entry_filetype(entry) == AE_IFREG);
}

bool entries_next(struct entries *u, struct entry *m, struct err *e)
{
    for (;;) {
        struct archive_entry *entry = NULL;
        struct level *l = &u->level[u->depth - 1];
        int r = ARCHIVE_OK;
        if (!l->fresh || u->depth == u->max_depth || !enter(u, &entry))
            r = next_header(u, &entry, e);
        if (r == ARCHIVE_EOF && u->depth > 1) {
            pop(u);
            continue;
        }
        if (r != ARCHIVE_OK)
            return false;
        l = &u->level[u->depth - 1];
        l->peeked = (struct block){ 0 };
        l->inside = l->fresh = true;
        if (read_entry(u, entry, m))
            return true;
    }
}

struct span entries_peek(struct entries *u)
{
    struct err e = { 0 };
    struct block b;
    struct level *l = &u->level[u->depth - 1];
    if (!next_block(l, &b, &e))
        return (struct span){ 0 };
    l->peeked = b;
    return b.bytes;
}

bool entries_read(struct entries *u, size_t max, struct text *out, struct err *e)
{
    struct level *l = &u->level[u->depth - 1];
    size_t start = out->n;
    struct block b;
    l->fresh = false;
    while (next_block(l, &b, e)) {
        size_t have = out->n - start;
        if (!b.bytes.n)
            return true;
        if (b.at > max || b.bytes.n > max - b.at)
            return err_set(e, ERR_UNSUPPORTED, 0, "it is larger than %zu bytes", max);
        size_t hole = b.at > have ? (size_t)b.at - have : 0; /* of a sparse file */
        if (!spend(u, hole, e))
            return false;
        text_char(out, 0, hole);
        text_add_n(out, (const char *)b.bytes.p, b.bytes.n);
    }
    return false;
}

bool entries_are_tar(const struct entries *u)
{
    return (archive_format(u->level[0].a) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
}

void entries_close(struct entries *u)
{
    if (!u)
        return;
    while (u->depth)
        pop(u);
    text_free(&u->link);
    free(u);
}
