/*
 * Opens a capture: finds its container, its byte order, its attrs and where its records and header features
 * are (perf.data-file-format.txt, perf.data-directory-format.txt). Every number in the header is compared
 * with the size of the file before it is used.
 */
#include "formats/perf/open.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/base/mem.h"
#include "formats/perf/file/file_simpleperf.h"
#include "formats/perf/fields/attr.h"
#include "formats/perf/features/feature.h"

enum { HEADER_BYTES = 104, HEADER_BYTES_NO_FEATURES = 72, PIPE_HEADER_BYTES = 16, EVENT_TYPE_BYTES = 72 };

/* Whether the sizes of the header and of its attrs are plausible in a byte order. */
static bool is_old_header(struct span head, enum byte_order order)
{
    const uint64_t size = load_u64(head.p + 8, order);
    uint64_t attr = 0;
    if (head.n >= 24)
        attr = load_u64(head.p + 16, order);
    const bool is_attr = attr >= ATTR_SIZE_VER0 + 16 && attr < 1 << 16;
    return size == PIPE_HEADER_BYTES || (size < 1 << 16 && is_attr);
}

/* Finds the byte order: by PERFILE2, or for the older PERFFILE by the size of its attrs. */
static bool read_magic(struct perfdata *p, struct span head, struct err *e)
{
    if (head.n < PIPE_HEADER_BYTES)
        return err_set(e, ERR_FORMAT, 0,
                       "not a perf.data file: %zu bytes are less than its smallest header (16)", head.n);
    p->version = 2;
    p->capture.order = ORDER_LITTLE;
    if (!memcmp(head.p, "PERFILE2", 8))
        return true;
    p->capture.order = ORDER_BIG;
    if (!memcmp(head.p, "2ELIFREP", 8))
        return true;
    if (!memcmp(head.p, "PERFFILE", 8) || !memcmp(head.p, "ELIFFREP", 8)) {
        p->version = 1;
        p->capture.order = ORDER_LITTLE;
        if (is_old_header(head, ORDER_LITTLE))
            return true;
        p->capture.order = ORDER_BIG;
        if (is_old_header(head, ORDER_BIG))
            return true;
    }
    char seen[17] = "";
    for (int i = 0; i < 8; i++)
        snprintf(seen + 2 * i, 3, "%02x", head.p[i]);
    return err_set(e, ERR_FORMAT, 0, "not a perf.data file: it begins with %s, not with PERFILE2", seen);
}

bool perfdata_recognise(struct span head, struct err *e)
{
    struct perfdata p = { .version = 0 };
    return read_magic(&p, head, e);
}

/* The feature bitmap is an array of the recorder's longs: on big-endian machines its words have 8 or 4
   bytes. The word size that gives fewer unknown bits is the right one. */
static void read_bitmap(struct perfdata *p, const uint8_t *bitmap, bool set[PERF_FEATURES])
{
    bool as[2][PERF_FEATURES];
    unsigned unknown[2] = { 0, 0 }, any = 0;
    for (int w = 0; w < 2; w++) {
        const unsigned word = w ? 4 : 8;
        for (unsigned bit = 0; bit < PERF_FEATURES; bit++) {
            unsigned byte = bit / 8;
            if (p->capture.order == ORDER_BIG)
                byte = byte / word * word + (word - 1 - byte % word);
            as[w][bit] = bitmap[byte] >> bit % 8 & 1;
            unknown[w] += as[w][bit] && !feature_name(bit);
            any += as[w][bit];
        }
    }
    const bool pick = unknown[1] < unknown[0];
    if (p->capture.order == ORDER_BIG && any)
        p->capture.bits = pick ? 32 : 64;
    memcpy(set, as[pick], sizeof(as[pick]));
}

static bool read_attrs(struct perfdata *p, struct err *e)
{
    struct events *es = &p->capture.events;
    if (p->attr_size < ATTR_SIZE_VER0 + 16 || p->attr_size > 1 << 16)
        return err_set(e, ERR_FORMAT, 16, "attr_size is %" PRIu64 ", expected 80 to 65536", p->attr_size);
    struct span s = perfdata_section(p, p->attrs_at, p->attrs_size, e);
    if (p->attrs_size && !s.n)
        return err_set(e, ERR_FORMAT, 24,
                       "the attrs (%" PRIu64 " bytes at %" PRIu64 ") lie outside of the file", p->attrs_size,
                       p->attrs_at);
    if (s.n < p->attr_size)
        return err_set(e, ERR_FORMAT, 24,
                       "the file describes no event: its attrs have %zu bytes, and one attr has %" PRIu64,
                       s.n, p->attr_size);
    uint64_t ids_sum = 0;
    for (size_t at = 0; s.n - at >= p->attr_size; at += (size_t)p->attr_size) {
        struct attr a;
        struct span bytes = { s.p + at, (size_t)p->attr_size - 16 };
        if (!attr_read(bytes, p->capture.order, &a, &p->capture.problems))
            return err_set(e, ERR_FORMAT, p->attrs_at + at, "attr %u cannot be read", es->n);
        const char *name = NULL;
        if (a.type == PERF_TYPE_TRACEPOINT)
            name = perfdata_event_type(p, a.config);
        perfdata_add_event(p, &a, name);
        struct cur c = cur_of((struct span){ s.p + at + p->attr_size - 16, 16 }, p->capture.order);
        uint64_t ids_at = cur_u64(&c), ids_size = cur_u64(&c);
        ids_sum += ids_size; /* limits overlapping sections, which could name the whole file for each attr */
        struct span ids = { NULL, 0 };
        if (ids_size <= p->files[0].size && ids_sum <= p->files[0].size)
            ids = perfdata_section(p, ids_at, ids_size, e);
        if (e->kind)
            return false;
        if (ids_size && !ids.n)
            problem_add(&p->capture.problems, PROBLEM_BAD_FEATURE, 1,
                        "ids of attr %u (%" PRIu64 " bytes at %" PRIu64 ") lie outside of the file",
                        es->n - 1, ids_size, ids_at);
        for (c = cur_of(ids, p->capture.order); c.left >= 8;)
            event_add_id(es, es->n - 1, cur_u64(&c));
    }
    return true;
}

/* Reads names of events, which also have names elsewhere. So rows outside of the file are left out. False with `e` set:
   they cannot be read. */
static bool read_event_types(struct perfdata *p, struct err *e)
{
    struct span s = perfdata_section(p, p->event_types_at, p->event_types_size, e);
    for (size_t at = 0; s.n - at >= EVENT_TYPE_BYTES; at += EVENT_TYPE_BYTES) {
        char name[65] = "";
        memcpy(name, s.p + at + 8, 64);
        perfdata_add_event_type(p, load_u64(s.p + at, p->capture.order), name);
    }
    return !e->kind;
}

static void add_stretch(struct perfdata *p, struct file *f, uint64_t at, uint64_t size)
{
    p->stretches = mem_resize(p->stretches, p->nstretches + 1, sizeof(*p->stretches));
    p->stretches[p->nstretches++] = (struct stretch){ .file = f, .at = at, .size = size };
}

/* Reads the table of features: {offset, size} for each bit that is set, in the order of the bits. A
   feature outside of the file is counted. False with `e` set: one cannot be read. */
static bool read_features(struct perfdata *p, struct err *e)
{
    uint64_t at = p->features_at, sum = 0;
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++) {
        if (!p->feature_set[bit])
            continue;
        struct span row = perfdata_section(p, at, 16, e);
        struct cur c = cur_of(row, p->capture.order);
        uint64_t s_at = cur_u64(&c), s_size = cur_u64(&c);
        struct span s = { NULL, 0 };
        bool fits = !c.bad && s_size <= p->files[0].size && sum + s_size <= p->files[0].size;
        if (fits)
            sum += s_size; /* limits overlapping sections, which could name the whole file many times */
        if (fits)
            s = perfdata_section(p, s_at, s_size, e);
        at += 16;
        if (e->kind)
            return false;
        if (c.bad || !fits || (s_size && !s.n)) {
            const char *name = feature_name(bit);
            if (!name)
                name = "unnamed";
            problem_add(&p->capture.problems, PROBLEM_BAD_FEATURE, 1,
                        "%s: %" PRIu64 " bytes at %" PRIu64 " lie outside of the file", name, s_size, s_at);
            continue;
        }
        p->features[bit] = (struct feature_bytes){ .present = true, .at = s_at, .s = s };
    }
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++)
        if (p->features[bit].present)
            feature_read(p, bit);
    const struct feature_bytes *maps = &p->features[FEAT_INIT_MAP];
    if (maps->present)
        add_stretch(p, &p->files[0], maps->at, maps->s.n);
    return true;
}

static bool perf_open_read_header(struct perfdata *p, struct err *e)
{
    uint8_t head[HEADER_BYTES] = { 0 };
    int64_t n = file_read(&p->files[0], 0, head, sizeof(head), e);
    if (n < 0 || !read_magic(p, (struct span){ head, (size_t)n }, e))
        return false;
    struct capture *c = &p->capture;
    uint64_t file_size = p->files[0].size;
    struct cur h = cur_of((struct span){ head + 8, (size_t)n - 8 }, c->order);
    p->header_size = cur_u64(&h);
    if (p->header_size == PIPE_HEADER_BYTES) {
        c->is_pipe = true;
        c->data_at = PIPE_HEADER_BYTES;
        c->data_size = file_size - PIPE_HEADER_BYTES;
        add_stretch(p, &p->files[0], c->data_at, c->data_size);
        return true;
    }
    p->attr_size = cur_u64(&h);
    p->attrs_at = cur_u64(&h);
    p->attrs_size = cur_u64(&h);
    c->data_at = cur_u64(&h);
    c->data_size = cur_u64(&h);
    p->event_types_at = cur_u64(&h);
    p->event_types_size = cur_u64(&h);
    if (p->header_size < HEADER_BYTES_NO_FEATURES)
        return err_set(e, ERR_FORMAT, 8,
                       "the header says that it has %" PRIu64 " bytes, expected %d (%d for a pipe stream)",
                       p->header_size, HEADER_BYTES, PIPE_HEADER_BYTES);
    if (h.bad)
        return err_set(e, ERR_FORMAT, (uint64_t)n,
                       "it is cut off: it ends at %" PRId64 ", inside of its header of %" PRIu64 " bytes", n,
                       p->header_size);
    if (c->data_at > file_size)
        return err_set(e, ERR_FORMAT, 40,
                       "the records begin at offset %" PRIu64 ", the file ends at %" PRIu64, c->data_at,
                       file_size);
    if (!read_event_types(p, e) || !read_attrs(p, e))
        return false;
    uint64_t there = file_size - c->data_at;
    if (p->header_size >= HEADER_BYTES && h.left >= PERF_FEATURES / 8)
        read_bitmap(p, h.p, p->feature_set);
    p->unfinished = !c->data_size;
    if (c->data_size <= there)
        p->features_at = c->data_at + c->data_size;
    else
        p->features_at = file_size;
    if (p->unfinished) {
        c->data_size = there;
        problem_add(&c->problems, PROBLEM_UNFINISHED, 1, "data.size is 0; reading on to the end of the file");
    } else if (c->data_size > there) {
        c->data_cut = c->data_size - there;
        /* UINT64_MAX: reported after all other problems */
        problem_add_at(&c->problems, PROBLEM_TRUNCATED, c->data_cut, UINT64_MAX,
                       "the file ends at %" PRIu64 ", its records should end at %" PRIu64, file_size,
                       c->data_at + c->data_size);
        problem_add(&c->problems, PROBLEM_UNFINISHED, 1,
                    "the header features are missing: they follow the records");
    } else if (!read_features(p, e)) {
        return false;
    }
    add_stretch(p, &p->files[0], c->data_at, c->data_size - c->data_cut);
    return true;
}

static bool perf_open_add_file(struct perfdata *p, const struct capture_place *place, const char *name,
                               bool *absent, struct err *e)
{
    struct file f;
    *absent = false;
    /* before a file is open, since running out of memory would leave it open */
    p->files = mem_resize(p->files, p->nfiles + 1, sizeof(*p->files));
    if (!place->open(place, name, &f, absent, e)) {
        if (*name)
            return err_prefix(e, "%s", name);
        return false;
    }
    if (place->fault)
        f.fault = place->fault;
    p->files[p->nfiles++] = f;
    return true;
}

/* Opens a directory. Its file `data` has the header; data.0, data.1... have only records (perf record
   --threads). A missing file is counted; a file that cannot be read is an error. */
static bool open_directory(struct perfdata *p, const struct capture_place *place, struct err *e)
{
    char name[32];
    uint32_t n;
    bool absent;
    p->capture.is_directory = true;
    if (!perf_open_add_file(p, place, "data", &absent, e)) {
        if (absent)
            return err_prefix(e, "a directory is a capture if it has a file `data`");
        return false;
    }
    if (!place->last_numbered(place, "data.", &n, e))
        return false;
    for (uint32_t i = 0, missing = 0; i < n && missing < n; i++) {
        struct err why = { 0 };
        snprintf(name, sizeof(name), "data.%u", i);
        if (perf_open_add_file(p, place, name, &absent, &why))
            continue;
        if (!absent) {
            *e = why;
            return false;
        }
        problem_add(&p->capture.problems, PROBLEM_MISSING_STREAM, 1, "%s/%s", p->capture.path, name);
        if (++missing > 65536) /* no machine has so many CPUs, so the last name does not belong to a stream */
            break;
    }
    return true;
}

static void perf_open_abandon(void *perfdata)
{
    struct perfdata *p = perfdata;
    perfdata_ops.close(&p->capture);
}

struct capture *perfdata_open_at(const char *path, const struct capture_place *place, struct err *e)
{
    struct perfdata *p = mem_new(1, sizeof(*p));
    struct mem_undo undo;
    mem_undo_add(&undo, perf_open_abandon, p);
    p->capture.ops = &perfdata_ops;
    p->index = place->index;
    p->capture.path = arena_text(&p->arena, path, strlen(path));
    p->capture.first_time = UINT64_MAX;
    bool absent, ok;
    if (place->directory)
        ok = open_directory(p, place, e);
    else
        ok = perf_open_add_file(p, place, "", &absent, e);
    ok = ok && perf_open_read_header(p, e);
    for (size_t i = 1; ok && i < p->nfiles; i++) {
        add_stretch(p, &p->files[i], 0, p->files[i].size);
        p->capture.streams_size += p->files[i].size;
    }
    mem_undo_drop(&undo);
    if (ok)
        return &p->capture;
    err_prefix(e, "%s", path);
    perfdata_ops.close(&p->capture);
    return NULL;
}

/* A file or a directory of the file system. */
struct folder {
    struct capture_place place;
    const char *path;
};

static bool folder_open(const struct capture_place *place, const char *name, struct file *f, bool *absent,
                        struct err *e)
{
    const char *path = ((const struct folder *)place)->path;
    struct text full = { 0 };
    if (!*name)
        return file_open(f, path, e);
    text_printf(&full, "%s/%s", path, name);
    bool ok = file_open_regular(f, full.s, absent, e);
    text_free(&full);
    return ok;
}

static bool folder_last(const struct capture_place *place, const char *prefix, uint32_t *n, struct err *e)
{
    return file_next_number(((const struct folder *)place)->path, prefix, n, e);
}

struct capture *perfdata_open(const char *path, struct fault *fault, struct err *e)
{
    struct folder folder = { .place = { .directory = file_check_is_dir(path, e),
                                        .open = folder_open,
                                        .last_numbered = folder_last,
                                        .fault = fault },
                             .path = path };
    if (e->kind != ERR_NONE)
        return NULL;
    return perfdata_open_at(path, &folder.place, e);
}
