#include "formats/perf/salvage/continuity.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/perf/records/record_table.h"

enum {
    /* ns: perf empties one buffer after the other, so the last samples of a part may be later than the next one's first */
    PART_SLACK = INT64_C(10000000000),
    /* ns: an interrupt writes its samples into a buffer before one that began earlier ... */
    BUFFER_SLACK = 100000000,
    /* ... but seldom: fewer than one of so many samples, or so few in all */
    BACK_OF = 16,
    BACK_FEW = 3
};

static const char time_goes_back[] = "the time of its samples goes back";

void continuity_free(struct continuity *c)
{
    sound_judge_free(&c->judge);
    idmap_free(&c->buffers);
    free(c->latest);
}

void continuity_begin_part(struct continuity *c)
{
    c->before = c->last;
    c->samples = c->back = 0;
}

/* Whether the clock of an event may be set back while perf records: those of the wall. */
static bool may_be_set(const struct attr *a)
{
    enum { REALTIME = 0, TAI = 11 };
    return attr_has(a, ATTR_USE_CLOCKID) && (a->clockid == REALTIME || a->clockid == TAI);
}

static bool is_earlier(uint64_t time, uint64_t other, uint64_t slack)
{
    return time < other && other - time > slack;
}

static bool has_id(const struct sample *s)
{
    return s->has & (PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER);
}

/* Finds the buffer of a sample, in which the kernel writes in order of time. Events that threads inherit have one for each CPU (the
   kernel maps no other); else an id is in one. Samples of PEBS come late, so they are compared with those of their own id alone. */
static bool buffer_of(const struct sample *s, uint64_t *buffer)
{
    const struct attr *a = &s->event->attr;
    const bool is_by_cpu = attr_has(a, ATTR_INHERIT) && !(a->flags >> ATTR_PRECISE_IP & 3) &&
                           s->has & PERF_SAMPLE_CPU;
    *buffer = is_by_cpu ? UINT64_MAX - s->cpu : s->id;
    return is_by_cpu || has_id(s);
}

/* Notes the time of a sample in its buffer. Whether it may be there. */
static bool continues_buffer(struct continuity *c, const struct sample *s)
{
    const uint64_t time = s->when.time;
    uint64_t buffer, *latest;
    if (!buffer_of(s, &buffer))
        return true;
    const uint32_t number = idmap_number_key(&c->buffers, buffer);
    if (number > c->n)
        *MEM_ADD(c->latest, c->n, c->cap) = 0;
    latest = &c->latest[number - 1];
    c->samples++;
    c->back += time < *latest;
    if (is_earlier(time, *latest, BUFFER_SLACK))
        return false;
    if (time > *latest)
        *latest = time;
    return true;
}

/* Notes the time of a sample. NULL: it may be in this part. */
static const char *time_fault(struct continuity *c, const struct env *env, const struct sample *s)
{
    const uint64_t time = s->when.time;
    const char *fault = NULL;
    if (!time || time >= OFF_CPU_TIMESTAMP || may_be_set(&s->event->attr))
        return NULL;
    if (env->last_time && (time < env->first_time || time > env->last_time))
        fault = "a sample is outside of the times that its header tells";
    else if (is_earlier(time, c->before, PART_SLACK))
        fault = time_goes_back;
    if (!continues_buffer(c, s))
        fault = time_goes_back;
    if (time > c->last)
        c->last = time;
    return fault;
}

static const char *sample_fault(struct continuity *c, const struct perfdata *p, const struct sound *found)
{
    const struct env *env = &p->capture.env;
    const struct idmap *ids = &p->capture.events.by_id;
    const struct sample *s = &c->judge.sample;
    if (has_id(s) && ids->n && !idmap_get(ids, s->id))
        return "a sample is of no event";
    if (!found->exact)
        return "the fields of a sample do not fill it";
    if (s->has & PERF_SAMPLE_CPU && env->cpus_available && s->cpu >= env->cpus_available)
        return "a sample is of a CPU that the machine does not have";
    return time_fault(c, env, s);
}

/* perf compresses what the kernel writes. Its own records are beside it, and a later kernel may have records of other types. */
static bool is_judged(uint32_t type)
{
    const bool is_of_kernel = type < PERF_RECORD_HEADER_ATTR, is_known = record_desc_of(type);
    return !type || is_known == is_of_kernel;
}

const char *continuity_see(struct continuity *c, const struct perfdata *p, const struct block *b)
{
    const enum byte_order order = p->capture.order;
    const char *first = NULL;
    for (size_t at = 0, size; at < b->bytes.n; at += size) {
        const struct span record = { b->bytes.p + at, load_u16(b->bytes.p + at + 6, order) };
        size = record.n;
        if (!is_judged(load_u32(record.p, order)))
            continue;
        const struct sound found = sound_inside(&c->judge, p, record, b->at + at, b->seq + at);
        const char *fault = found.why;
        if (!fault && found.type == PERF_RECORD_SAMPLE)
            fault = sample_fault(c, p, &found);
        if (!first)
            first = fault;
    }
    return first;
}

const char *continuity_end_part(const struct continuity *c)
{
    if (c->back > BACK_FEW && c->back > c->samples / BACK_OF)
        return time_goes_back;
    return NULL;
}
