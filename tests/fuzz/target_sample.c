/*
 * target_sample: a libFuzzer entry (`./dev fuzz sample`): the first bytes as the attr of an event, the rest as records of a block:
 * samples of every sample_type and records of every type, in either byte order, read and shown.
 */
#include <stdint.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/perf/fields/attr.h"
#include "formats/perf/fields/sample_show.h"
#include "formats/perf/records/records.h"
#include "formats/perf/records/sample.h"
#include "tests/fuzz/nowhere.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

enum { ATTR = 136, HEADER = 8 };

static void read_sample(const struct perfdata *p, const struct block *b, size_t at, struct sample *s,
                        struct problems *problems, struct text *out)
{
    if (!record_read_sample(&p->capture, b, at, s, problems))
        return;
    sample_show(s, out);
    sample_members(s, NULL, UINT64_MAX, &nowhere);
}

static void read_record(const struct perfdata *p, struct span record, struct text *out)
{
    struct record r = { 0 };
    record_time(p, record);
    if (!record_read(p, record, 0, 0, &r))
        return;
    record_show(&r, out);
    record_members(&r, &p->capture.events, &nowhere);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct perfdata p = { 0 };
    struct problems problems = { 0 };
    struct attr a;
    struct sample s = { 0 };
    struct text out = { 0 };
    if (n < 1 + ATTR)
        return 0;
    p.capture.order = bytes[0] & 1;
    if (!attr_read((struct span){ bytes + 1, ATTR }, p.capture.order, &a, &problems))
        return 0;
    events_add(&p.capture.events, &a)->name = "e";
    attr_show(&a, NULL, ": ", &out);
    void *copy = mem_copy(bytes + 1 + ATTR, n - 1 - ATTR);
    const struct block b = { .bytes = { copy, n - 1 - ATTR } };
    for (size_t at = 0; b.bytes.n - at >= HEADER;) {
        const uint8_t *head = b.bytes.p + at;
        const size_t size = load_u16(head + 6, p.capture.order);
        if (size < HEADER || size > b.bytes.n - at)
            break;
        out.n = 0;
        if (load_u32(head, p.capture.order) == PERF_RECORD_SAMPLE)
            read_sample(&p, &b, at, &s, &problems, &out);
        else
            read_record(&p, (struct span){ head, size }, &out);
        at += size;
    }
    free(copy);
    text_free(&out);
    events_free(&p.capture.events);
    return 0;
}
