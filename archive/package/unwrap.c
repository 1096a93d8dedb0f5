#include "archive/package/unwrap.h"

#include <stdlib.h>
#include <string.h>

#include "archive/content.h"
#include "archive/decompress.h"
#include "archive/package/entries.h"
#include "archive/package/page.h"
#include "archive/zip.h"
#include "core/base/mem.h"

enum { PIECE = 1 << 16 };

/* A file that feeds a decompressor. */
struct packed_file {
    const struct file *file;
    uint64_t at;
    uint8_t buf[PIECE];
};

static bool feed_file(void *arg, struct span *packed, struct err *e)
{
    struct packed_file *p = arg;
    const int64_t n = file_read(p->file, p->at, p->buf, PIECE, e);
    *packed = (struct span){ p->buf, 0 };
    if (n < 0)
        return false;
    packed->n = (size_t)n;
    p->at += packed->n;
    return true;
}

/* ---- compressed ---- */

/* A stream of unpacked bytes, the first of which are already in memory. */
struct unwrap_stream {
    struct packed_file from;
    struct decompressor *d;
    struct budget budget;
    struct text front;
};

static bool unwrap_next_plain(struct unwrap_stream *s, struct span *plain, struct err *e)
{
    return decompressor_next(s->d, plain, e) &&
           (budget_spend(&s->budget, plain->n) || budget_set_error(&s->budget, e));
}

/* Opens a stream and reads enough bytes to identify its content. */
static bool stream_open(struct unwrap_stream *s, const struct file *f, struct span head, struct err *e)
{
    struct span piece = { NULL, 1 };
    s->from.file = f;
    s->budget = budget_for_packed(f->size);
    s->d = decompressor_open(head, &(const struct feed){ feed_file, &s->from }, e);
    bool ok = s->d;
    while (ok && piece.n && s->front.n < CONTENT_HEAD)
        if ((ok = unwrap_next_plain(s, &piece, e)) && piece.n)
            text_add_n(&s->front, (const char *)piece.p, piece.n);
    return ok;
}

static bool copy_stream(struct unwrap_stream *s, const char *temporary, struct file *to, struct err *e)
{
    struct span piece = { (const uint8_t *)s->front.s, s->front.n };
    bool ok = file_temp(to, temporary, e);
    while (ok && piece.n)
        ok = file_append(to, piece.p, piece.n, e) && unwrap_next_plain(s, &piece, e);
    return ok;
}

static void stream_free(struct unwrap_stream *s)
{
    decompressor_close(s->d);
    text_free(&s->front);
    free(s);
}

/* ---- archives ---- */

/* A tar or a zip, read member by member. */
struct archive_walk {
    struct entries *tar;
    struct zip *zip;
    const char *temporary; /* folder for the temporary file of a member */
    struct text front;     /* the first bytes of the member, enough to identify it */
    struct span block;     /* the bytes after them; empty at the member's end */
    uint64_t at;           /* offset of `block` in the member */
};

/* Goes to the next member and returns its name. NULL at the end, or with `e` set. */
static const char *next_member(struct archive_walk *a, struct err *e)
{
    struct entry m = { .link = "" };
    if (a->zip)
        return zip_next(a->zip, e);
    while (m.link)
        if (!entries_next(a->tar, &m, e))
            return NULL;
    return m.path;
}

static bool unwrap_next_block(struct archive_walk *a, struct err *e)
{
    if (a->zip)
        return zip_block(a->zip, &a->block, e);
    return entries_block(a->tar, &a->block, &a->at, e);
}

/* Reads the member's first bytes. They may be in several blocks, since an archive can have blocks of a few
   bytes. */
static bool read_front(struct archive_walk *a, struct err *e)
{
    bool ok;
    a->front.n = 0;
    while ((ok = unwrap_next_block(a, e)) && a->block.n && a->front.n < CONTENT_HEAD && a->at <= a->front.n)
        text_add_n(&a->front, (const char *)a->block.p, a->block.n);
    return ok;
}

/* Copies a whole member whose first bytes were read. Holes of sparse members become zeros. */
static bool copy_member(struct archive_walk *a, struct file *to, struct err *e)
{
    static const uint8_t zeros[PIECE];
    bool ok = file_temp(to, a->temporary, e) && file_append(to, a->front.s, a->front.n, e);
    while (ok && a->block.n) {
        while (ok && to->size < a->at) {
            uint64_t n = a->at - to->size;
            if (n > PIECE)
                n = PIECE;
            ok = (budget_spend(entries_budget(a->tar), n) || budget_set_error(entries_budget(a->tar), e)) &&
                 file_append(to, zeros, (size_t)n, e);
        }
        ok = ok && file_append(to, a->block.p, a->block.n, e) && unwrap_next_block(a, e);
    }
    return ok;
}

/* Copies the member that is a capture or a folio. There must be exactly one. */
static bool copy_only(struct archive_walk *a, struct unwrapped *w, struct file *to, struct err *e)
{
    const char *path;
    bool ok = true;
    while (ok && (path = next_member(a, e)) != NULL) {
        struct err other = { 0 };
        const char *base = text_base_name(path);
        if (!strcmp(base, "data.0"))
            return err_set(e, ERR_UNSUPPORTED, 0, "it holds the directory of a capture: unpack it first");
        ok = read_front(a, e);
        if (!ok || !content_is_input((struct span){ (const uint8_t *)a->front.s, a->front.n }, &other))
            continue;
        if (w->name)
            return err_set(e, ERR_UNSUPPORTED, 0, "it holds several captures, %s and %s: unpack it first",
                           w->name, base);
        w->name = mem_copy(base, strlen(base));
        ok = copy_member(a, to, e);
    }
    if (e->kind == ERR_NONE && !w->name)
        err_set(e, ERR_FORMAT, 0,
                "it is an archive without a capture; --objects takes symbols from the objects in it");
    return e->kind == ERR_NONE;
}

/* ---- kinds of content ---- */

/* The base name without the suffix of the compression; malloc'ed. */
static char *inner_name(const char *path)
{
    static const char *const ends[] = { ".gz", ".bz2", ".xz", ".zst", ".lzma" };
    const char *base = text_base_name(path);
    size_t n = strlen(base);
    for (size_t i = 0; i < COUNT(ends); i++) {
        size_t end = strlen(ends[i]);
        if (n > end && !strcmp(base + n - end, ends[i]))
            return mem_copy(base, n - end);
    }
    return mem_copy(base, n);
}

static bool walk_open(struct archive_walk *a, const struct file *f, struct span head, struct err *e)
{
    if (content_is_zip(head))
        a->zip = zip_open(f, e);
    else
        a->tar = entries_open_file(f, head, e);
    return a->tar || a->zip;
}

static void walk_close(struct archive_walk *a)
{
    entries_close(a->tar);
    zip_close(a->zip);
    text_free(&a->front);
}

static bool unwrap_archive(const struct file *f, struct span head, const char *temporary, struct unwrapped *w,
                           struct file *to, struct err *e)
{
    struct archive_walk a = { .temporary = temporary };
    const bool ok = walk_open(&a, f, head, e) && copy_only(&a, w, to, e);
    w->is_tar = ok && a.tar;
    walk_close(&a);
    return ok;
}

/* Whether a member of an archive is a capture or a folio. */
static bool archive_holds_input(const struct file *f, struct span head)
{
    struct archive_walk a = { .temporary = NULL };
    struct err e = { 0 }, other = { 0 };
    bool ok = walk_open(&a, f, head, &e), found = false;
    while (ok && !found && next_member(&a, &e)) {
        ok = read_front(&a, &e);
        found = ok && content_is_input((struct span){ (const uint8_t *)a.front.s, a.front.n }, &other);
    }
    walk_close(&a);
    return found;
}

static bool stream_holds_input(const struct file *f, struct span head)
{
    struct unwrap_stream *s = mem_new(1, sizeof(*s));
    struct err e = { 0 };
    const bool ok = stream_open(s, f, head, &e);
    const struct span front = { (const uint8_t *)s->front.s, s->front.n };
    const bool tar = ok && content_is_tar(front), input = ok && content_is_input(front, &e);
    stream_free(s);
    return input || (tar && archive_holds_input(f, head));
}

bool unwrap_holds_input(const struct file *f)
{
    uint8_t bytes[CONTENT_HEAD];
    struct err e = { 0 };
    const int64_t n = file_read(f, 0, bytes, CONTENT_HEAD, &e);
    const struct span head = { bytes, n > 0 ? (size_t)n : 0 };
    if (decompress_is_packed(head))
        return stream_holds_input(f, head);
    return (content_is_tar(head) || content_is_zip(head)) && archive_holds_input(f, head);
}

static bool unwrap_compressed(const struct file *f, struct span head, const char *path, const char *temporary,
                              struct unwrapped *w, struct file *to, struct err *e)
{
    struct unwrap_stream *s = mem_new(1, sizeof(*s));
    bool ok = stream_open(s, f, head, e);
    const struct span front = { (const uint8_t *)s->front.s, s->front.n };
    const bool tar = ok && content_is_tar(front);
    if (ok && !tar) {
        if (content_is_input(front, e))
            ok = copy_stream(s, temporary, to, e);
        else
            ok = err_prefix(e, "compressed in it");
    }
    if (ok && !tar)
        w->name = inner_name(path);
    stream_free(s);
    if (tar)
        return unwrap_archive(f, head, temporary, w, to, e);
    return ok;
}

/* Removes a page around a folio. A page without a folio stays as it is: *is_wrapped receives false. */
static bool unwrap_page(const struct file *f, const char *path, const char *temporary, struct unwrapped *w,
                        struct file *to, bool *is_wrapped, struct err *e)
{
    struct page_folio at;
    *is_wrapped = page_find_folio(f, &at, e);
    if (!*is_wrapped)
        return e->kind == ERR_NONE;
    w->name = inner_name(path);
    return page_decode(f, &at, temporary, to, e);
}

bool unwrap(struct file *f, const char *path, const char *temporary, struct unwrapped *w, struct err *e)
{
    uint8_t bytes[CONTENT_HEAD];
    struct file to = { .fd = -1 };
    const int64_t n = file_read(f, 0, bytes, CONTENT_HEAD, e);
    struct span head = { bytes, 0 };
    if (n > 0)
        head.n = (size_t)n;
    const bool packed = decompress_is_packed(head), archive = content_is_tar(head) || content_is_zip(head);
    bool is_wrapped = packed || archive, ok = n >= 0;
    *w = (struct unwrapped){ 0 };
    if (content_is_page(head))
        ok = unwrap_page(f, path, temporary, w, &to, &is_wrapped, e);
    if (ok && !is_wrapped)
        return true;
    if (packed)
        ok = unwrap_compressed(f, head, path, temporary, w, &to, e);
    else if (archive)
        ok = unwrap_archive(f, head, temporary, w, &to, e);
    if (ok)
        file_copy_mtime(&to, f);
    to.packed = f->packed ? f->packed : f->size;
    file_close(f);
    *f = to;
    if (ok)
        return true;
    file_close(f);
    free(w->name);
    *w = (struct unwrapped){ 0 };
    return false;
}

/* Whether a pipe with these first bytes should be copied to a file. If they are few, they are the whole
   content. */
static bool unwrap_may_be(struct span head, struct err *e)
{
    struct err why = { 0 };
    if (head.n < FILE_HEAD || content_is_input(head, &why) || decompress_is_packed(head) ||
        content_is_tar(head) || content_is_zip(head) || content_is_page(head))
        return true;
    return err_set(e, why.kind, why.at, "%s", why.msg);
}

bool unwrap_open(struct file *f, const char *path, const char *temporary, struct unwrapped *w, struct err *e)
{
    *w = (struct unwrapped){ 0 };
    return file_open_if(f, path, temporary, unwrap_may_be, e) && unwrap(f, path, temporary, w, e);
}
