/* script: a line for each sample in order of time, or a line for each of its callers. */
#include "read/places.h"
#include "views.h"

static void add_time(struct out *o, uint64_t ns)
{
    out_number(o, ns / 1000000000, 5);
    out_char(o, '.');
    out_digits(o, ns % 1000000000 / 1000, 6);
}

static void add_head(struct places *k, const struct thread *t, uint64_t time, size_t width, struct out *o)
{
    const struct name *comm = &k->state->objects.names[t->comm];
    out_blanks(o, comm->n, width);
    places_add(k, t->comm, o);
    out_char(o, ' ');
    out_number(o, t->tid, 5);
    out_char(o, ' ');
    add_time(o, time);
    out_bytes(o, ": ", 2);
}

static void add_place(struct places *k, uint64_t address, uint32_t function, struct out *o)
{
    const struct function *f = &k->functions[function];
    out_hex(o, address, 16);
    out_char(o, ' ');
    if (f->symbol)
        places_add(k, f->name ? f->name : places_name(k, function), o);
    else
        out_bytes(o, "[unknown]", 9);
    out_char(o, '\n');
}

static void add_callers(struct places *k, const struct thread *t, const struct layout *l, const uint8_t *p,
                        struct out *o)
{
    struct place v[PLACES_CHAIN];
    size_t n = places_chain(k, t, l, p, v);
    out_char(o, '\n');
    for (size_t i = 0; i < n; i++) {
        out_room(o);
        out_char(o, '\t');
        add_place(k, v[i].at, v[i].function, o);
    }
    out_char(o, '\n');
}

static void write_lines(struct capture *c, struct out *o, bool chains)
{
    struct places *k = places_begin(c);
    for (const struct moment *m; (m = state_next_sample(k->state, c)) != NULL;) {
        const uint8_t *p = m->p;
        const struct layout *l = capture_event(c, p);
        const struct thread *t = state_thread(k->state, u32(p + l->tid), u32(p + l->tid + 4));
        bool has_callers = chains && u64(p + l->rest);
        out_room(o);
        add_head(k, t, m->time, has_callers ? 0 : 16, o);
        if (has_callers) {
            add_callers(k, t, l, p, o);
            continue;
        }
        uint64_t ip = u64(p + l->ip);
        out_char(o, ' ');
        add_place(k, ip, places_of(k, places_space(k, t, p), ip).function, o);
    }
}

void views_script(struct capture *c, struct out *o)
{
    write_lines(c, o, false);
}

void views_chains(struct capture *c, struct out *o)
{
    write_lines(c, o, true);
}
