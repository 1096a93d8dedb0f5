#include "formats/perf/open.h"

#include <stdlib.h>

#include "formats/perf/feed.h"
#include "formats/perf/pipe.h"
#include "formats/perf/records/records.h"
#include "formats/perf/records/sample.h"

bool perfdata_every_record(struct capture *c,
                           void (*show)(void *arg, const struct record *r, const struct sample *s), void *arg,
                           struct problems *problems, struct err *e)
{
    const struct perfdata *p = perfdata_of_const(c);
    struct feed f;
    struct block b = { 0 };
    struct sample s = { 0 };
    bool attrs_seen = false;
    feed_start(&f, p);
    while (capture_may_continue(c, feed_done(&f), capture_bytes(c), e) && feed_next(&f, &b, NULL, e)) {
        for (size_t at = 0, size; at < b.bytes.n; at += size) {
            const uint8_t *rec = b.bytes.p + at;
            size = load_u16(rec + 6, c->order);
            struct span bytes = { rec, size };
            struct record r;
            if (load_u32(rec, c->order) != PERF_RECORD_SAMPLE) {
                bool good = record_read(p, bytes, b.at + at, b.seq + at, &r);
                attrs_seen = attrs_seen || r.type == PERF_RECORD_HEADER_ATTR;
                if (pipe_rename_legacy(p, attrs_seen, &r) || good)
                    show(arg, &r, NULL);
            } else if (record_read_sample(c, &b, at, &s, problems)) {
                show(arg, NULL, &s);
            }
        }
    }
    feed_close(&f);
    free(b.buf);
    return e->kind == ERR_NONE;
}
