#include "formats/perf/salvage/series.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/perf/feed.h"

void series_free(struct series *s)
{
    inflater_free(s->inflater);
    continuity_free(&s->continuity);
    *s = (struct series){ .last = NULL };
}

/* Adds the decompressed records of a block to a file. Those with data behind them are left out, since the data stay where they
   are. */
static bool keep_records(const struct perfdata *p, const struct block *b, struct file *to, struct err *e)
{
    size_t from = 0;
    bool ok = true;
    for (size_t at = 0, size; ok && at < b->bytes.n; at += size) {
        const struct span rest = { b->bytes.p + at, b->bytes.n - at };
        size = load_u16(rest.p + 6, p->capture.order);
        const struct span record = { rest.p, size };
        if (!feed_is_compressed(load_u32(record.p, p->capture.order)) && !feed_trailing_bytes(p, record))
            continue;
        ok = file_append(to, b->bytes.p + from, at - from, e);
        from = at + size;
    }
    return ok && file_append(to, b->bytes.p + from, b->bytes.n - from, e);
}

/* Reads a part, from the state of the decompressor before it to that behind it. `to` receives its records; NULL: it is the first part,
   whose records are its own whatever they are. */
static bool read_part(struct series *s, const struct perfdata *p, struct file *to, struct err *e)
{
    struct feed f;
    struct block b = { 0 };
    struct problems problems = { 0 };
    const char *fault = NULL;
    bool ok = true;
    if (inflater_rest(s->inflater))
        fault = "the records before it end within one";
    continuity_begin_part(&s->continuity);
    feed_start_within(&f, p, s->inflater);
    while (ok && !fault && feed_next(&f, &b, &problems, e)) {
        const char *found = continuity_see(&s->continuity, p, &b);
        if (to) {
            fault = found;
            ok = keep_records(p, &b, to, e);
        }
    }
    if (to && !fault)
        fault = continuity_end_part(&s->continuity);
    s->inflater = feed_take_inflater(&f);
    feed_close(&f);
    free(b.buf);
    if (ok && fault)
        err_set(e, ERR_FORMAT, 0, "%s", fault);
    if (ok && e->kind == ERR_NONE && problems.of[PROBLEM_UNPACKED_LIMIT].n)
        err_set(e, ERR_UNSUPPORTED, 0, "it unpacks to more than is allowed (--max-unpacked)");
    if (ok && e->kind == ERR_NONE && problems.of[PROBLEM_BAD_COMPRESSION].n)
        err_set(e, ERR_FORMAT, 0, "%s", problems.of[PROBLEM_BAD_COMPRESSION].first);
    return ok && e->kind == ERR_NONE;
}

/* Gives a capture the records in a file, which it then owns. */
static void take_records(struct perfdata *p, struct file records)
{
    size_t kept = 0;
    struct file *files = mem_new(p->nfiles + 1, sizeof(*files));
    memcpy(files, p->files, p->nfiles * sizeof(*files));
    for (size_t i = 0; i < p->nstretches; i++) {
        struct stretch s = p->stretches[i];
        const bool is_first = s.file == p->files;
        s.file = files + (s.file - p->files);
        if (is_first && s.at == p->capture.data_at)
            s = (struct stretch){ &files[p->nfiles], 0, records.size };
        p->stretches[kept++] = s;
    }
    free(p->files);
    files[p->nfiles++] = records;
    p->files = files;
    p->capture.streams_size += records.size;
}

/* Decompresses a part that continues the last one. */
static bool continue_series(struct series *s, struct capture *c, const char *temporary, struct err *e)
{
    struct file records;
    if (!s->last)
        return err_set(
            e, ERR_USAGE, 0,
            "its compressed records begin no stream: they continue those of an earlier part (name that "
            "before it), or are damaged");
    if (!s->inflater && !read_part(s, perfdata_of_const(s->last), NULL, e))
        return err_prefix(e, "%s", s->last->path);
    if (!file_temp(&records, temporary, e))
        return false;
    if (!read_part(s, perfdata_of_const(c), &records, e)) {
        file_close(&records);
        if (e->kind == ERR_FORMAT)
            err_prefix(
                e,
                "its compressed records do not continue those of %s: a part between them is missing, the "
                "parts are not in order, or one is damaged",
                s->last->path);
        return false;
    }
    take_records(perfdata_of(c), records);
    return true;
}

bool series_add(struct series *s, struct capture *c, const char *temporary, struct err *e)
{
    const enum feed_stream how = feed_stream_of(perfdata_of_const(c), e);
    bool ok = e->kind == ERR_NONE;
    if (!ok || how == FEED_NO_STREAM)
        return ok;
    if (how == FEED_CONTINUES) {
        ok = continue_series(s, c, temporary, e);
    } else {
        inflater_free(s->inflater);
        continuity_free(&s->continuity);
        s->inflater = NULL;
        s->continuity = (struct continuity){ .n = 0 };
    }
    s->last = c;
    return ok;
}
