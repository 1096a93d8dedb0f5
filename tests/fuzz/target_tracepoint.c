/*
 * target_tracepoint: a libFuzzer entry (`./dev fuzz tracepoint`): the bytes as tracing data (formats of events, print formats),
 * and the last RAW of them as the raw data of a sample of each event.
 */
#include <stdint.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/tracepoint/tracepoint.h"
#include "tests/fuzz/nowhere.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

enum { RAW = 64, IDS = 700 };

static void print(struct traces *t, uint64_t id, struct span raw, struct text *out)
{
    const struct trace_event *ev = tracepoint_reader.event(t, id);
    if (!ev)
        return;
    out->n = 0;
    tracepoint_reader.print(t, id, raw, out);
    trace_fields_text(ev, raw, out);
    tracepoint_reader.show(t, id, raw, &nowhere);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    if (n < RAW)
        return 0;
    void *data = mem_copy(bytes, n - RAW), *raw = mem_copy(bytes + n - RAW, RAW);
    const struct trace_names none = { 0 };
    struct err e = { 0 };
    struct text out = { 0 };
    struct traces *t = tracepoint_reader.open((struct span){ data, n - RAW }, &none, &e);
    for (uint64_t id = 0; t && id < IDS; id++)
        for (size_t bytes_of_raw = RAW; bytes_of_raw; bytes_of_raw /= 4)
            print(t, id, (struct span){ (uint8_t *)raw + RAW - bytes_of_raw, bytes_of_raw }, &out);
    if (t)
        tracepoint_reader.close(t);
    text_free(&out);
    free(data);
    free(raw);
    return 0;
}
