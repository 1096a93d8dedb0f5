/*
 * A sample is decoded completely, front to back in the order of the ABI (linux/perf_event.h,
 * PERF_RECORD_SAMPLE), so every view finds the same damage. Fields for unknown bits of sample_type are not
 * guessed.
 */
#include "formats/perf/records/sample.h"

#include <assert.h>
#include <inttypes.h>

/* Most samples have only these fields. */
#define USUAL (PERF_SAMPLE_FIXED | PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW)
/* The fields that perf record always requests, and those when it records all CPUs (perf, evsel__config()). */
#define ALWAYS  (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD)
#define ON_CPUS (ALWAYS | PERF_SAMPLE_CPU)

/* Inlined into a caller for each byte order, which is then tested once per sample instead of at every
   load. */
#define FOR_EACH_ORDER static inline __attribute__((always_inline))

static unsigned bits_of(uint64_t v)
{
    return (unsigned)__builtin_popcountll(v);
}

SELDOM const struct event *find_event(const struct events *es, uint64_t id, struct event_found *last)
{
    *last = (struct event_found){ id, events_find(es, id) };
    return last->event;
}

/* The event of a sample, by its id if there are several events. `found`: the last events that were found;
   other events are searched only with `look`. NULL: not found. */
FOR_EACH_ORDER const struct event *event_of(enum byte_order order, const struct events *es, struct span body,
                                            struct event_found *found, bool look)
{
    if (body.n < 8 || es->id_at > body.n - 8) {
        if (es->n && es->id_at == UINT32_MAX)
            return &es->v[0];
        return NULL;
    }
    uint64_t id = load_u64(body.p + es->id_at, order);
    struct event_found *last = &found[id % EVENTS_FOUND];
    if (last->event && last->id == id)
        return last->event;
    if (look)
        return find_event(es, id, last);
    return NULL;
}

/* Takes the read_format block: one value or a group (linux/perf_event.h, "struct read_format"). */
static struct span sample_read_block(struct cur *c, uint64_t format)
{
    const uint64_t times = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    const uint64_t per_value = 8 + 8u * bits_of(format & (PERF_FORMAT_ID | PERF_FORMAT_LOST));
    uint64_t n = 1, head = 8u * bits_of(format & times);
    if (format & PERF_FORMAT_GROUP) {
        head += 8;
        n = UINT64_MAX;
        if (c->left >= 8)
            n = load_u64(c->p, c->order);
    }
    if (n > c->left / per_value) {
        c->bad = true;
        return (struct span){ NULL, 0 };
    }
    return cur_take(c, head + n * per_value);
}

/* Takes the read_format block and returns the cursor after it. Cursors are passed as copies, so that the
   caller's stays in registers. */
static struct cur take_read(struct cur c, uint64_t format, struct sample *s)
{
    s->read = sample_read_block(&c, format);
    return c;
}

FOR_EACH_ORDER struct span take_words(struct cur *c, uint64_t n)
{
    if (n > c->left / 8)
        c->bad = true;
    return cur_take(c, c->bad ? 0 : n * 8);
}

static void take_branches(struct cur *c, const struct attr *a, struct sample *s)
{
    s->nbranches = cur_u64(c);
    if (a->branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX)
        s->branch_hw_index = cur_u64(c);
    if (s->nbranches > c->left / 24)
        c->bad = true;
    s->branches = cur_take(c, c->bad ? 0 : s->nbranches * 24);
    if (a->branch_sample_type & PERF_SAMPLE_BRANCH_COUNTERS)
        s->branch_counters = take_words(c, s->nbranches);
}

static void take_user_stack(struct cur *c, struct sample *s)
{
    uint64_t n = cur_u64(c);
    s->user_stack = cur_take(c, n);
    if (n)
        s->user_stack_size = cur_u64(c);
    if (s->user_stack_size > n)
        s->user_stack_size = n;
}

FOR_EACH_ORDER uint64_t next_word(const uint8_t **w, enum byte_order order)
{
    *w += 8;
    return load_u64(*w - 8, order);
}

/* Clears the fields of the previous sample that this one does not have. Usually both have the same. */
FOR_EACH_ORDER void forget(struct sample *s, uint64_t has)
{
    if (s->has & ~USUAL) /* fields that take_rest() may leave unchanged, since some depend on others */
        memset((uint8_t *)s + offsetof(struct sample, nbranches), 0,
               sizeof(*s) - offsetof(struct sample, nbranches));
    if (s->event && s->has == has)
        return;
    s->pid = s->tid = -1;
    s->cpu = UINT32_MAX;
    s->ip = s->addr = s->id = s->stream_id = s->nchain = 0;
    s->read = s->chain = s->raw = (struct span){ 0 };
}

/* Reads the fields of fixed size that are in `type`, one word each, in ABI order from `w` on. */
FOR_EACH_ORDER void take_these(uint64_t type, const uint8_t *w, enum byte_order o, struct sample *s)
{
    if (type & PERF_SAMPLE_IDENTIFIER)
        s->id = next_word(&w, o);
    if (type & PERF_SAMPLE_IP)
        s->ip = next_word(&w, o);
    if (type & PERF_SAMPLE_TID) {
        s->pid = (int32_t)load_u32(w, o);
        s->tid = (int32_t)load_u32(w + 4, o);
        w += 8;
    }
    if (type & PERF_SAMPLE_TIME)
        s->when.time = next_word(&w, o);
    else
        s->when.time = 0;
    if (type & PERF_SAMPLE_ADDR)
        s->addr = next_word(&w, o);
    if (type & PERF_SAMPLE_ID)
        s->id = next_word(&w, o);
    if (type & PERF_SAMPLE_STREAM_ID)
        s->stream_id = next_word(&w, o);
    if (type & PERF_SAMPLE_CPU) {
        s->cpu = load_u32(w, o);
        w += 8;
    }
    if (type & PERF_SAMPLE_PERIOD)
        s->period = load_u64(w, o);
    else
        s->period = s->event->attr.sample_period;
}

/* Reads all fields of fixed size. For the set that perf record usually requests (perf, evsel__config())
   the compiler omits the tests. */
FOR_EACH_ORDER void take_fixed(struct cur *c, uint64_t type, struct sample *s)
{
    const uint64_t some = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_CPU;
    const uint8_t *w = cur_take(c, s->event->fixed).p;
    if (c->bad)
        return;
    if ((type & PERF_SAMPLE_FIXED & ~some) == ALWAYS)
        take_these(ALWAYS | (type & some), w, c->order, s);
    else
        take_these(type, w, c->order, s);
}

/* Reads the call chain and the raw data, which follow in usual samples. */
FOR_EACH_ORDER void take_usual(struct cur *c, uint64_t type, struct sample *s)
{
    if (type & PERF_SAMPLE_CALLCHAIN) {
        s->nchain = cur_u64(c);
        s->chain = take_words(c, s->nchain);
    }
    if (type & PERF_SAMPLE_RAW)
        s->raw = cur_take(c, cur_u32(c));
}

/* The bit for the processes of call chain parts: OpenHarmony's kernel records the process in which each
   part of a chain ran (hiperf, perf_record_format.h, PERF_SAMPLE_SERVER_PID). Linux does not have this
   bit, so it is used only for hiperf's captures. */
static uint64_t servers_of(const struct perfdata *p)
{
    if (p->hiperf)
        return UINT64_C(1) << 31;
    return 0;
}

/* Reads all fields after call chain and raw data, whether a view needs them or not, so that every view
   finds the same samples damaged. */
static struct cur take_rest(struct cur c, const struct attr *a, uint64_t servers, struct sample *s)
{
    uint64_t type = a->sample_type;
    if (type & PERF_SAMPLE_BRANCH_STACK)
        take_branches(&c, a, s);
    if (type & PERF_SAMPLE_REGS_USER && (s->user_abi = cur_u64(&c)))
        s->user_regs = take_words(&c, bits_of(a->sample_regs_user));
    if (servers & type)
        take_words(&c, cur_u64(&c));
    if (type & PERF_SAMPLE_STACK_USER)
        take_user_stack(&c, s);
    if (type & (PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT)) {
        s->weight = cur_u64(&c);
        /* u32, u16, u16 in one u64, lowest first in either byte order */
        if (type & PERF_SAMPLE_WEIGHT_STRUCT) {
            s->weight2 = (uint16_t)(s->weight >> 32);
            s->weight3 = (uint16_t)(s->weight >> 48);
            s->weight &= UINT32_MAX;
        }
    }
    if (type & PERF_SAMPLE_DATA_SRC)
        s->data_src = cur_u64(&c);
    if (type & PERF_SAMPLE_TRANSACTION)
        s->transaction = cur_u64(&c);
    if (type & PERF_SAMPLE_REGS_INTR && (s->intr_abi = cur_u64(&c)))
        s->intr_regs = take_words(&c, bits_of(a->sample_regs_intr));
    if (type & PERF_SAMPLE_PHYS_ADDR)
        s->phys_addr = cur_u64(&c);
    if (type & PERF_SAMPLE_CGROUP)
        s->cgroup = cur_u64(&c);
    if (type & PERF_SAMPLE_DATA_PAGE_SIZE)
        s->data_page_size = cur_u64(&c);
    if (type & PERF_SAMPLE_CODE_PAGE_SIZE)
        s->code_page_size = cur_u64(&c);
    if (type & PERF_SAMPLE_AUX)
        s->aux = cur_take(&c, cur_u64(&c));
    return c;
}

/* Reads a sample of off-CPU time from its raw data: pid, tid, duration (ns), the call chain, which begins
   with a context marker, and the control group (perf, util/off_cpu.h). */
static bool take_embedded(struct sample *s)
{
    struct cur c = cur_of(s->raw, s->order);
    s->pid = (int32_t)cur_u32(&c);
    s->tid = (int32_t)cur_u32(&c);
    s->period = cur_u64(&c);
    s->nchain = cur_u64(&c);
    s->chain = take_words(&c, s->nchain);
    s->cgroup = cur_u64(&c);
    if (s->nchain > 1 && !c.bad)
        s->ip = load_u64(s->chain.p + 8, s->order);
    else
        s->ip = 0;
    return !c.bad;
}

/* Looks up the chain of a hiperf sample that has only the chain's number, after all other fields
   (src/callstack_processor.cpp, DedupFromRecord()). */
static struct cur take_shared_chain(struct cur c, const struct perfdata *p, struct sample *s,
                                    struct problems *problems)
{
    const uint64_t id = cur_u64(&c);
    s->chain = hiperf_stack(&p->stacks, s->pid, id);
    s->nchain = s->chain.n / 8;
    if (!s->nchain)
        problem_add_at(problems, PROBLEM_NO_STACK, 1, s->when.seq,
                       "number 0x%" PRIx64 " of process %d, thread %d, in the SAMPLE at offset %" PRIu64, id,
                       s->pid, s->tid, s->at);
    return c;
}

/* Reads the fields that few samples have, and counts damaged samples. */
static bool end_sample(struct cur c, const struct perfdata *p, struct sample *s, size_t n,
                       struct problems *problems)
{
    const struct attr *a = &s->event->attr;
    const uint64_t type = a->sample_type, servers = servers_of(p);
    if (type & ~USUAL)
        c = take_rest(c, a, servers, s);
    if (p->stacks.words && type & PERF_SAMPLE_CALLCHAIN && !s->nchain && c.left == 8 && !c.bad)
        c = take_shared_chain(c, p, s, problems);
    c.bad = c.bad || (s->has != (type & PERF_SAMPLE_KNOWN) && !take_embedded(s));
    if (type & ~PERF_SAMPLE_KNOWN & ~servers)
        problem_add_at(problems, PROBLEM_UNKNOWN_BITS, 1, s->when.seq,
                       "sample_type 0x%" PRIx64 " of event %s", type, s->event->name);
    else if (c.left && !c.bad) /* its size is damaged, and it may hide other records */
        problem_add_at(problems, PROBLEM_TRUNCATED, c.left, s->when.seq,
                       "at offset %" PRIu64 ": a SAMPLE of %zu bytes, whose fields end after %zu", s->at, n,
                       n - c.left);
    if (c.bad)
        problem_add_at(problems, PROBLEM_BAD_RECORD, 1, s->when.seq,
                       "SAMPLE at offset %" PRIu64 ": %zu bytes are too few for its fields", s->at, n);
    return !c.bad;
}

SELDOM bool no_event(const struct block *b, size_t at, struct problems *problems)
{
    problem_add_at(problems, PROBLEM_UNKNOWN_EVENT, 1, b->seq + at, "SAMPLE at offset %" PRIu64, b->at + at);
    return false;
}

FOR_EACH_ORDER bool sample_in(enum byte_order order, const struct capture *c, const struct block *b,
                              size_t at, struct sample *s, struct problems *problems)
{
    const uint8_t *record = b->bytes.p + at;
    const struct span body = { record + 8, load_u16(record + 6, order) - (size_t)8 };
    const struct event *ev = event_of(order, &c->events, body, s->found, true);
    if (!ev)
        return no_event(b, at, problems);
    const struct attr *a = &ev->attr;
    uint64_t type = a->sample_type;
    struct cur cur = cur_of(body, order);
    const uint64_t has = event_sample_bits(ev) & PERF_SAMPLE_KNOWN;
    forget(s, has);
    s->event = ev;
    s->has = has;
    s->misc = load_u16(record + 4, order);
    s->order = order;
    s->at = b->at + at;
    s->when.seq = b->seq + at;
    take_fixed(&cur, type, s);
    if (type & PERF_SAMPLE_READ)
        cur = take_read(cur, a->read_format, s);
    take_usual(&cur, type, s);
    return (!cur.bad && !cur.left && !(type & ~USUAL) && s->has == type) ||
           end_sample(cur, perfdata_of_const(c), s, body.n + 8, problems);
}

/* One function for each byte order, so that each can use all registers. */
static __attribute__((noinline)) bool sample_little(const struct capture *c, const struct block *b, size_t at,
                                                    struct sample *s, struct problems *problems)
{
    return sample_in(ORDER_LITTLE, c, b, at, s, problems);
}

static __attribute__((noinline)) bool sample_big(const struct capture *c, const struct block *b, size_t at,
                                                 struct sample *s, struct problems *problems)
{
    return sample_in(ORDER_BIG, c, b, at, s, problems);
}

/* Decodes an undamaged sample with exactly these fields, if the previous sample had them, too. False: the
   sample is damaged or has other fields. */
FOR_EACH_ORDER bool take_plain(enum byte_order order, uint64_t fields, const struct capture *c,
                               const struct block *b, size_t at, struct sample *s)
{
    const uint8_t *record = b->bytes.p + at, *end = record + load_u16(record + 6, order);
    const struct span body = { record + 8, (size_t)(end - record) - 8 };
    const struct event *ev = event_of(order, &c->events, body, s->found, false);
    const size_t fixed = 8 * bits_of(fields & PERF_SAMPLE_FIXED);
    struct span chain = { 0 }, raw = { 0 };
    /* raw data of a software event may be off-CPU time */
    if (!ev || ev->attr.sample_type != fields || body.n < fixed ||
        (fields & PERF_SAMPLE_RAW && ev->attr.type == PERF_TYPE_SOFTWARE))
        return false;
    const uint8_t *p = body.p + fixed;
    if (fields & PERF_SAMPLE_CALLCHAIN) {
        if (end - p < 8 || load_u64(p, order) > (size_t)(end - p - 8) / 8)
            return false;
        chain = (struct span){ p + 8, 8 * load_u64(p, order) };
        p += 8 + chain.n;
    }
    if (fields & PERF_SAMPLE_RAW) {
        if (end - p < 4 || load_u32(p, order) > (size_t)(end - p - 4))
            return false;
        raw = (struct span){ p + 4, load_u32(p, order) };
        p += 4 + raw.n;
    }
    if (p != end)
        return false;
    s->event = ev;
    s->order = order;
    s->misc = load_u16(record + 4, order);
    s->at = b->at + at;
    s->when.seq = b->seq + at;
    take_these(fields, body.p, order, s);
    if (fields & PERF_SAMPLE_CALLCHAIN) {
        s->nchain = chain.n / 8;
        s->chain = chain;
    }
    if (fields & PERF_SAMPLE_RAW)
        s->raw = raw;
    return true;
}

/* Decodes samples with one of the few sets of fields that most samples have. Each set is compiled
   separately and without calls. False: the sample has another set. */
static inline bool sample_is_plain(const struct capture *c, const struct block *b, size_t at,
                                   struct sample *s)
{
#define TAKE_PLAIN(fields)                                                                                   \
    case fields:                                                                                             \
        return take_plain(ORDER_LITTLE, fields, c, b, at, s)
    switch (s->has) {
        TAKE_PLAIN(ALWAYS | PERF_SAMPLE_CALLCHAIN);
        TAKE_PLAIN(ON_CPUS | PERF_SAMPLE_CALLCHAIN);
        TAKE_PLAIN(ON_CPUS | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_ID);
        TAKE_PLAIN(ON_CPUS | PERF_SAMPLE_RAW | PERF_SAMPLE_IDENTIFIER);
        TAKE_PLAIN(ON_CPUS | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW | PERF_SAMPLE_IDENTIFIER);
    default:
        return false;
    }
#undef TAKE_PLAIN
}

bool record_read_sample(const struct capture *c, const struct block *b, size_t at, struct sample *s,
                        struct problems *problems)
{
    assert(at < b->bytes.n);
    if (c->order == ORDER_BIG)
        return sample_big(c, b, at, s, problems);
    return sample_is_plain(c, b, at, s) || sample_little(c, b, at, s, problems);
}

size_t record_sample_time_at(const struct perfdata *p, struct span bytes)
{
    struct event_found found[EVENTS_FOUND] = { { 0 } };
    const struct span body = { bytes.p + 8, bytes.n - 8 };
    const struct event *ev = event_of(p->capture.order, &p->capture.events, body, found, true);
    if (ev && ev->attr.sample_type & PERF_SAMPLE_TIME)
        return ev->time_at;
    return UINT32_MAX;
}
