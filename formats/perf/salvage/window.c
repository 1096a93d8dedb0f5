#include "formats/perf/salvage/window.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/perf/feed.h"

enum { WINDOW_BYTES = 1 << 20 };

void window_begin(struct salvage_window *w, const struct file *file, uint64_t end)
{
    if (!w->buf)
        w->buf = mem_new(WINDOW_BYTES, 1);
    w->file = file;
    w->end = end;
    w->n = 0;
}

void window_free(struct salvage_window *w)
{
    free(w->buf);
    *w = (struct salvage_window){ .file = NULL };
}

/* Reads the rest of one frame of a folio, at most n bytes. */
static size_t read_frame(struct salvage_window *w, uint64_t at, uint8_t *to, size_t n)
{
    const size_t here = FEED_FRAME - (size_t)(at % FEED_FRAME);
    struct err damage;
    if (n > here)
        n = here;
    const int64_t there = file_read(w->file, at, to, n, &w->e);
    if (there >= 0)
        return (size_t)there;
    if (!feed_is_damaged(&w->e, &damage))
        return 0;
    memset(to, 0, n);
    return n;
}

static void fill(struct salvage_window *w, uint64_t at)
{
    size_t want = WINDOW_BYTES;
    if (w->end - at < want)
        want = (size_t)(w->end - at);
    w->at = at;
    for (w->n = 0; w->n < want && w->e.kind == ERR_NONE;) {
        const size_t n = read_frame(w, at + w->n, w->buf + w->n, want - w->n);
        if (!n)
            return;
        w->n += n;
    }
}

struct span window_see(struct salvage_window *w, uint64_t at, size_t n)
{
    assert(n <= WINDOW_MOST);
    if (at >= w->end || w->e.kind != ERR_NONE)
        return (struct span){ w->buf, 0 };
    if (n > w->end - at)
        n = (size_t)(w->end - at);
    if (at < w->at || at - w->at > w->n || n > w->n - (at - w->at))
        fill(w, at);
    if (n > w->n - (at - w->at))
        n = w->n - (size_t)(at - w->at);
    return (struct span){ w->buf + (at - w->at), n };
}
