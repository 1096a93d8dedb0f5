#include "formats/perf/write/record_write.h"

#include <assert.h>

#include "formats/perf/fields/attr.h"
#include "formats/perf/records/record_table.h"
#include "formats/perf/write/put.h"

enum { RECORD_HEAD = 8, RECORD_MOST = UINT16_MAX };

/* Where records have a build-id: the offsets of its bytes and of its size in the fields. */
static const struct id_place {
    uint32_t type;
    uint16_t misc; /* the bits of misc that say that the record has one; 0: it always has one */
    uint8_t bytes, size;
} id_places[] = {
    { PERF_RECORD_MMAP2, PERF_RECORD_MISC_MMAP_BUILD_ID, 36, 32 },
    { PERF_RECORD_HEADER_BUILD_ID, 0, 4, 24 },
};

static bool is_stored_number(const struct rec_field *f)
{
    return f->kind <= REC_TIME && f->at < REC_NOWHERE;
}

bool record_is_writable(uint32_t type)
{
    const struct rec_desc *d = record_desc_of(type);
    return d && d->flags & REC_KEPT;
}

/* Makes the fields have at least n bytes. */
static void reach_bytes(struct text *out, size_t body, size_t n)
{
    if (out->n - body < n)
        text_char(out, 0, n - (out->n - body));
}

static void write_number(const struct record *r, const struct rec_field *f, struct text *out, size_t body)
{
    const size_t end = f->at + (size_t)f->width;
    uint64_t v = 0;
    if (f->to)
        v = rec_number((const uint8_t *)r + f->to, f->width);
    else if (r->bytes.n >= RECORD_HEAD + end)
        v = load_number((struct span){ r->bytes.p + RECORD_HEAD + f->at, f->width }, r->order);
    reach_bytes(out, body, end);
    put_store((uint8_t *)out->s + body + f->at, v, f->width, r->order);
}

static void write_variable(const struct record *r, const struct rec_field *f, struct text *out, size_t body)
{
    const void *member = (const uint8_t *)r + f->to;
    if (f->at != REC_NEXT)
        reach_bytes(out, body, f->at);
    if (f->kind == REC_TEXT) {
        const char *s = *(const char *const *)member;
        text_add_n(out, s, strlen(s) + 1);
        return;
    }
    put_span(out, *(const struct span *)member);
    if (f->beside)
        put_span(out, *(const struct span *)((const uint8_t *)r + f->beside));
}

/* Writes the build-id into the fields. An MMAP2 record has it in place of the numbers of its file. */
static void write_id(const struct record *r, struct text *out, size_t body)
{
    for (size_t i = 0; i < COUNT(id_places); i++) {
        const struct id_place *at = &id_places[i];
        const struct build_id *id = &r->mmap.build_id;
        if (at->type != r->type || (r->misc & at->misc) != at->misc)
            continue;
        if (r->type == PERF_RECORD_HEADER_BUILD_ID)
            id = &r->build_id.id;
        memcpy(out->s + body + at->bytes, id->bytes, id->n);
        if (at->misc || r->misc & PERF_RECORD_MISC_BUILD_ID_SIZE)
            out->s[body + at->size] = (char)id->n;
    }
}

static void write_trailer(const struct record *r, struct text *out)
{
    const struct sample_id *id = &r->id;
    const enum byte_order o = r->order;
    if (id->has & PERF_SAMPLE_TID) {
        put_number(out, (uint32_t)id->pid, 4, o);
        put_number(out, (uint32_t)id->tid, 4, o);
    }
    if (id->has & PERF_SAMPLE_TIME)
        put_number(out, id->time, 8, o);
    if (id->has & PERF_SAMPLE_ID)
        put_number(out, id->id, 8, o);
    if (id->has & PERF_SAMPLE_STREAM_ID)
        put_number(out, id->stream_id, 8, o);
    if (id->has & PERF_SAMPLE_CPU) {
        put_number(out, id->cpu, 4, o);
        put_number(out, 0, 4, o);
    }
    if (id->has & PERF_SAMPLE_IDENTIFIER)
        put_number(out, id->id, 8, o);
}

/* Appends the header of a record, without its size. Returns where the record begins. */
static size_t record_write_head(struct text *out, uint32_t type, uint16_t misc, enum byte_order order)
{
    const size_t begin = out->n;
    put_number(out, type, 4, order);
    put_number(out, misc, 2, order);
    put_number(out, 0, 2, order);
    return begin;
}

/* Stores the size of the record that begins at `begin`. False: it is too large, and is removed. */
static bool record_write_size(struct text *out, size_t begin, enum byte_order order)
{
    const size_t n = out->n - begin;
    if (n > RECORD_MOST) {
        out->n = begin;
        return false;
    }
    put_store((uint8_t *)out->s + begin + 6, n, 2, order);
    return true;
}

bool record_write(const struct record *r, struct text *out)
{
    const struct rec_desc *d = record_desc_of(r->type);
    assert(record_is_writable(r->type));
    const size_t begin = record_write_head(out, r->type, r->misc, r->order), body = out->n;
    for (size_t i = 0; i < d->fields->n; i++) {
        const struct rec_field *f = &d->fields->rows[i];
        if (is_stored_number(f))
            write_number(r, f, out, body);
        else if (f->to && f->at != REC_NOWHERE && f->kind != REC_FLAG && f->kind != REC_WORD)
            write_variable(r, f, out, body);
    }
    write_id(r, out, body);
    put_padding(out, begin);
    write_trailer(r, out);
    return record_write_size(out, begin, r->order);
}

/* ---- samples ---- */

static void write_branches(const struct sample *s, const struct attr *a, struct text *out)
{
    put_number(out, s->nbranches, 8, s->order);
    if (a->branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX)
        put_number(out, s->branch_hw_index, 8, s->order);
    put_span(out, s->branches);
    if (a->branch_sample_type & PERF_SAMPLE_BRANCH_COUNTERS)
        put_span(out, s->branch_counters);
}

static void write_registers(uint64_t abi, struct span regs, struct text *out, enum byte_order order)
{
    put_number(out, abi, 8, order);
    put_span(out, regs);
}

static void write_user_stack(const struct sample *s, struct text *out)
{
    put_number(out, s->user_stack.n, 8, s->order);
    put_span(out, s->user_stack);
    if (s->user_stack.n)
        put_number(out, s->user_stack_size, 8, s->order);
}

/* Raw data and AUX data keep their size; the kernel pads both to 8 bytes by that size. */
static void write_sized(struct span s, unsigned width, struct text *out, enum byte_order order)
{
    put_number(out, s.n, width, order);
    put_span(out, s);
}

static uint64_t weight_word(const struct sample *s, uint64_t type)
{
    if (type & PERF_SAMPLE_WEIGHT_STRUCT)
        return s->weight | (uint64_t)s->weight2 << 32 | (uint64_t)s->weight3 << 48;
    return s->weight;
}

static void write_fixed(const struct sample *s, uint64_t type, struct text *out)
{
    const enum byte_order o = s->order;
    if (type & PERF_SAMPLE_IDENTIFIER)
        put_number(out, s->id, 8, o);
    if (type & PERF_SAMPLE_IP)
        put_number(out, s->ip, 8, o);
    if (type & PERF_SAMPLE_TID) {
        put_number(out, (uint32_t)s->pid, 4, o);
        put_number(out, (uint32_t)s->tid, 4, o);
    }
    if (type & PERF_SAMPLE_TIME)
        put_number(out, s->when.time, 8, o);
    if (type & PERF_SAMPLE_ADDR)
        put_number(out, s->addr, 8, o);
    if (type & PERF_SAMPLE_ID)
        put_number(out, s->id, 8, o);
    if (type & PERF_SAMPLE_STREAM_ID)
        put_number(out, s->stream_id, 8, o);
    if (type & PERF_SAMPLE_CPU) {
        put_number(out, s->cpu, 4, o);
        put_number(out, 0, 4, o);
    }
    if (type & PERF_SAMPLE_PERIOD)
        put_number(out, s->period, 8, o);
}

/* The fields of a sample after its stack dump. */
static void write_last(const struct sample *s, uint64_t type, struct text *out)
{
    const enum byte_order o = s->order;
    if (type & (PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT))
        put_number(out, weight_word(s, type), 8, o);
    if (type & PERF_SAMPLE_DATA_SRC)
        put_number(out, s->data_src, 8, o);
    if (type & PERF_SAMPLE_TRANSACTION)
        put_number(out, s->transaction, 8, o);
    if (type & PERF_SAMPLE_REGS_INTR)
        write_registers(s->intr_abi, s->intr_regs, out, o);
    if (type & PERF_SAMPLE_PHYS_ADDR)
        put_number(out, s->phys_addr, 8, o);
    if (type & PERF_SAMPLE_CGROUP)
        put_number(out, s->cgroup, 8, o);
    if (type & PERF_SAMPLE_DATA_PAGE_SIZE)
        put_number(out, s->data_page_size, 8, o);
    if (type & PERF_SAMPLE_CODE_PAGE_SIZE)
        put_number(out, s->code_page_size, 8, o);
    if (type & PERF_SAMPLE_AUX)
        write_sized(s->aux, 8, out, o);
}

bool record_write_sample(const struct sample *s, const struct attr *a, struct text *out)
{
    const uint64_t type = a->sample_type;
    if (type & ~PERF_SAMPLE_KNOWN || type & ~s->has & ~PERF_SAMPLE_CALLCHAIN)
        return false;
    const size_t begin = record_write_head(out, PERF_RECORD_SAMPLE, s->misc, s->order);
    write_fixed(s, type, out);
    if (type & PERF_SAMPLE_READ)
        put_span(out, s->read);
    if (type & PERF_SAMPLE_CALLCHAIN) {
        put_number(out, s->nchain, 8, s->order);
        put_span(out, s->chain);
    }
    if (type & PERF_SAMPLE_RAW)
        write_sized(s->raw, 4, out, s->order);
    if (type & PERF_SAMPLE_BRANCH_STACK)
        write_branches(s, a, out);
    if (type & PERF_SAMPLE_REGS_USER)
        write_registers(s->user_abi, s->user_regs, out, s->order);
    if (type & PERF_SAMPLE_STACK_USER)
        write_user_stack(s, out);
    write_last(s, type, out);
    put_padding(out, begin);
    return record_write_size(out, begin, s->order);
}

void record_write_attr(const struct attr *a, size_t size, enum byte_order order, struct text *out)
{
    const size_t begin = out->n;
    assert(size >= ATTR_SIZE_VER0 && size <= ATTR_KNOWN);
    attr_put(a, order, out);
    out->n = begin + size;
    put_store((uint8_t *)out->s + begin + 4, size, 4, order);
}
