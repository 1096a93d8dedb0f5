#include "read/capture.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "read/folio.h"

enum { IP = 1, TID = 2, TIME = 4, ADDR = 8, READ = 16, CHAIN = 32, ID = 64, CPU = 128, PERIOD = 256 };
enum { STREAM_ID = 512, RAW = 1024, IDENTIFIER = 1 << 16 };
enum { HEADER = 104, PIPE_HEADER = 16, ATTR_FLAGS = 40, ATTR_REGS = 80, RECORD_HEADER = 8 };

static void fail(const char *what)
{
    fprintf(stderr, "limits: %s\n", what);
    exit(1);
}

const uint8_t *capture_map(const char *path, size_t *size)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) || !st.st_size) {
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    void *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    *size = (size_t)st.st_size;
    return p == MAP_FAILED ? NULL : p;
}

/* Fields of fixed size stand in this order (linux/perf_event.h, PERF_RECORD_SAMPLE). */
static struct layout layout_of(const uint8_t *attr)
{
    uint64_t type = u64(attr + 24);
    struct layout l = {
        .type = u32(attr), .config = u64(attr + 8), .sample_type = type, .fixed_period = u64(attr + 16)
    };
    uint32_t at = RECORD_HEADER + (type & IDENTIFIER ? 8 : 0), *const to[] = { &l.ip, &l.tid, &l.time };
    for (int i = 0; i < 3; i++)
        if (type >> i & 1) {
            *to[i] = at;
            at += 8;
        }
    at += type & ADDR ? 8 : 0;
    at += type & ID ? 8 : 0;
    at += type & STREAM_ID ? 8 : 0;
    l.cpu = type & CPU ? at : 0;
    at += type & CPU ? 8 : 0;
    l.period = type & PERIOD ? at : 0;
    at += type & PERIOD ? 8 : 0;
    l.rest = at;
    if (type & READ)
        fail("its samples have counts: not read here");
    if (u32(attr + 4) >= ATTR_REGS + 8)
        l.user_regs = u64(attr + ATTR_REGS);
    uint32_t behind = (type & IDENTIFIER ? 8U : 0) + (type & CPU ? 8U : 0) + (type & STREAM_ID ? 8U : 0);
    behind += type & ID ? 8 : 0;
    if (u64(attr + ATTR_FLAGS) >> 18 & 1) /* sample_id_all */
        l.other_time = type & TIME ? behind + 8 : 0;
    return l;
}

static void read_events(struct capture *c)
{
    uint64_t size = u64(c->p + 16), at = u64(c->p + 24), length = u64(c->p + 32);
    if (size < 16 + 64 || at > c->size || length > c->size - at)
        fail("its attributes are cut off");
    c->nevents = (uint32_t)(length / size);
    c->events = table_new(c->nevents, sizeof(*c->events));
    for (uint32_t i = 0; i < c->nevents; i++) {
        const uint8_t *attr = c->p + at + i * size, *ids = attr + size - 16;
        c->events[i] = layout_of(attr);
        if (u64(ids) > c->size || u64(ids + 8) > c->size - u64(ids))
            fail("its ids are cut off");
        for (uint64_t k = 0; k < u64(ids + 8) / 8; k++)
            *table_at(&c->by_id, u64(c->p + u64(ids) + 8 * k)) = i + 1;
    }
    const struct layout *l = c->events;
    if (!c->nevents || !l->time)
        fail("its samples have no time");
    if (c->nevents > 1 && l->sample_type & IDENTIFIER)
        c->id_at = RECORD_HEADER;
    else if (c->nevents > 1 && l->sample_type & ID)
        c->id_at = l->time + 8 + (l->sample_type & ADDR ? 8 : 0);
    else if (c->nevents > 1)
        fail("its samples do not name their events");
}

void capture_open(struct capture *c, const char *path)
{
    *c = (struct capture){ 0 };
    c->p = capture_map(path, &c->size);
    c->folio = c->p ? folio_of(c->p, c->size) : NULL;
    if (c->folio)
        c->p = folio_capture(c->folio, &c->size);
    if (!c->p || c->size < HEADER || memcmp(c->p, "PERFILE2", 8) != 0 || u64(c->p + 8) < HEADER)
        fail("no capture of this byte order");
    c->at = u64(c->p + 40);
    if (c->at > c->size || u64(c->p + 48) > c->size - c->at)
        fail("its records are cut off");
    c->end = c->at + u64(c->p + 48);
    read_events(c);
    const uint8_t *section = c->p + c->end;
    for (int i = 0; i < FEATURES; i++) {
        if (!(c->p[72 + i / 8] >> i % 8 & 1) || (size_t)(c->p + c->size - section) < 16)
            continue;
        c->features[i].at = u64(section);
        c->features[i].size = u64(section + 8);
        section += 16;
    }
}

const uint8_t *capture_feature(const struct capture *c, int feature, size_t *size)
{
    uint64_t at = c->features[feature].at;
    *size = (size_t)c->features[feature].size;
    return *size && at <= c->size && *size <= c->size - at ? c->p + at : NULL;
}

/* Merge neighbours of what ascends, until all does; what a CPU recorded does so. */
static void put_in_order(struct capture *c)
{
    for (;;) {
        size_t runs = 0;
        if (c->spare_cap < c->n) {
            free(c->spare);
            c->spare = table_new(c->spare_cap = c->cap, sizeof(*c->spare));
        }
        for (size_t from = 0; from < c->n; runs++) {
            size_t middle = from + 1, end;
            while (middle < c->n && c->v[middle - 1].time <= c->v[middle].time)
                middle++;
            if (middle == c->n && !from)
                return;
            for (end = middle + (middle < c->n); end < c->n && c->v[end - 1].time <= c->v[end].time;)
                end++;
            struct moment *a = c->v + from, *b = c->v + middle, *to = c->spare + from;
            const struct moment *a_end = b, *b_end = c->v + end;
            while (a < a_end && b < b_end)
                *to++ = b->time < a->time ? *b++ : *a++;
            memcpy(to, a, (size_t)((const uint8_t *)a_end - (const uint8_t *)a));
            memcpy(to + (a_end - a), b, (size_t)((const uint8_t *)b_end - (const uint8_t *)b));
            from = end;
        }
        struct moment *was = c->v;
        size_t was_cap = c->cap;
        c->v = c->spare;
        c->cap = c->spare_cap;
        c->spare = was;
        c->spare_cap = was_cap;
        if (runs == 1)
            return;
    }
}

bool capture_round(struct capture *c)
{
    const uint32_t time_at = c->events->time, other = c->events->other_time;
    bool ended = false;
    if (c->at >= c->end && c->due == c->n)
        return false;
    if (c->due < c->n)
        memmove(c->v, c->v + c->due, (c->n - c->due) * sizeof(*c->v));
    c->n -= c->due;
    c->next = c->due = 0;
    while (!ended && c->end - c->at >= RECORD_HEADER) {
        const uint8_t *p = c->p + c->at;
        uint32_t type = u32(p), size = u16(p + 6);
        if (size < RECORD_HEADER || size > c->end - c->at) {
            c->at = c->end;
            break;
        }
        c->at += size;
        ended = type == FINISHED_ROUND;
        if (type >= 64)
            continue;
        uint64_t time = type == SAMPLE               ? u64(p + time_at)
                        : other && size >= other + 8 ? u64(p + size - other)
                                                     : 0;
        c->samples += type == SAMPLE;
        c->v = table_room(c->v, c->n, &c->cap, sizeof(*c->v));
        c->v[c->n++] = (struct moment){ time, p };
        c->youngest = time > c->youngest ? time : c->youngest;
    }
    if (!ended)
        c->at = c->end;
    uint64_t limit = ended ? c->youngest_before : UINT64_MAX;
    c->youngest_before = c->youngest;
    put_in_order(c);
    size_t lo = 0, hi = c->n;
    while (lo < hi) {
        size_t middle = (lo + hi) / 2;
        if (c->v[middle].time <= limit)
            lo = middle + 1;
        else
            hi = middle;
    }
    c->due = lo;
    return true;
}
