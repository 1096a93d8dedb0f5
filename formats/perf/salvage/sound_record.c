/* What a record says of the events of a capture, and whether that can be: perf stops at a record of an event that it does not know. */
#include "formats/perf/fields/attr.h"
#include "formats/perf/records/record_table.h"
#include "formats/perf/salvage/sound.h"

/* STRANGE_MOST: bits of a sound attr that no event has; samples are read in the same way with and without them. THREADS_MOST: of
   Linux (PID_MAX_LIMIT). */
enum { HEAD = 8, ID_ENTRY = 32, STRANGE_MOST = 3, THREADS_MOST = 1 << 22 };

/* ---- ATTR records of a stream ---- */

/* Number of words in samples before the id; UINT64_MAX: they have none. */
static uint64_t id_place(const struct attr *a)
{
    const uint64_t before = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR;
    if (a->sample_type & PERF_SAMPLE_IDENTIFIER)
        return 0;
    if (a->sample_type & PERF_SAMPLE_ID)
        return 1 + (uint64_t)__builtin_popcountll(a->sample_type & before);
    return UINT64_MAX;
}

/* Whether samples of an event are told from those of the others in one way: by an id at one place or, in streams of some
   recorders, not at all. */
static bool fits_others(const struct events *es, const struct attr *a)
{
    if (!es->n)
        return true;
    const struct attr *first = &es->v[0].attr;
    return attr_has(first, ATTR_SAMPLE_ID_ALL) == attr_has(a, ATTR_SAMPLE_ID_ALL) &&
           id_place(first) == id_place(a);
}

/* Whether the ids are new: the kernel gives each once, and begins with 1. */
static bool are_new(const struct events *es, struct cur ids)
{
    struct idmap seen = { .slots = NULL };
    bool good = ids.left % 8 == 0;
    while (good && ids.left) {
        const uint64_t id = cur_u64(&ids);
        uint32_t *n = idmap_find_or_add(&seen, id);
        good = id && !(*n)++ && !idmap_get(&es->by_id, id);
    }
    idmap_free(&seen);
    return good;
}

static const char *attr_fault(const struct events *es, const struct record *r)
{
    struct cur c = cur_of((struct span){ r->bytes.p + HEAD, r->bytes.n - HEAD }, r->order);
    const uint32_t size = attr_stated_size(&c);
    struct attr a;
    if (!attr_read(cur_take(&c, size), r->order, &a, NULL))
        return "its fields do not fit into it";
    if (attr_strange_bits(&a) > STRANGE_MOST)
        return "it describes no event";
    if (!fits_others(es, &a))
        return "its samples could not be told from those of other events";
    if (!are_new(es, c))
        return "its ids are no ids, or are of other events";
    return NULL;
}

/* ---- */

bool sound_is_of_event(const struct events *es, uint64_t id)
{
    return (es->n == 1 && !es->v[0].nids) || idmap_get(&es->by_id, id);
}

/* Synthesised records have the id 0. If the capture has no ids, all records are of its one event. */
static bool is_of_event(const struct events *es, const struct record *r)
{
    const bool has_id = r->id.has & (PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER);
    return !has_id || !r->id.id || sound_is_of_event(es, r->id.id);
}

static bool are_of_events(const struct events *es, const struct record *r)
{
    const struct span ids = r->id_index.ids;
    for (size_t at = 0; at + ID_ENTRY <= ids.n; at += ID_ENTRY)
        if (!idmap_get(&es->by_id, load_u64(ids.p + at, r->order)))
            return false;
    return r->bytes.n >= 2 * HEAD && r->id_index.n == load_u64(r->bytes.p + HEAD, r->order);
}

static const char *unless_known(bool known)
{
    if (known)
        return NULL;
    return "it is of no event";
}

/* A count is of a CPU or of any (-1), and of a thread by its number in the THREAD_MAP. */
static const char *stat_fault(const struct events *es, const struct record *r)
{
    if (r->stat.cpu < -1 || r->stat.cpu > CPUS_MOST || r->stat.thread < 0 || r->stat.thread > THREADS_MOST)
        return "it is of no CPU or thread";
    return unless_known(idmap_get(&es->by_id, r->stat.id));
}

const char *sound_record_fault(const struct perfdata *p, const struct record *r)
{
    const struct events *es = &p->capture.events;
    switch (r->type) {
    case PERF_RECORD_HEADER_ATTR:
        return attr_fault(es, r);
    case PERF_RECORD_ID_INDEX:
        return unless_known(are_of_events(es, r));
    case PERF_RECORD_EVENT_UPDATE: {
        struct cur c = cur_of((struct span){ r->bytes.p + HEAD, r->bytes.n - HEAD }, r->order);
        cur_u64(&c); /* what it changes */
        return unless_known(idmap_get(&es->by_id, cur_u64(&c)));
    }
    case PERF_RECORD_STAT:
        return stat_fault(es, r);
    default:
        return unless_known(is_of_event(es, r));
    }
}
