/*
 * The names and the groups of events, and both as `perf evlist` lists them (util/evsel_fprintf.c, evsel__fprintf()).
 * The events themselves come from the attrs of the header or of the stream.
 */
#include "formats/perf/features/feature.h"
#include "formats/perf/features/feature_rows.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/perf/fields/attr.h"

/* ---- EVENT_DESC ---- */

enum { EVENT_DESC = 12 };

struct desc {
    struct attr attr;
    struct span name;
    struct cur ids; /* nids u64 */
    uint32_t nids;
};

/* Takes the next event of EVENT_DESC, whose attrs have their own size. */
static bool next_desc(struct cur *c, uint32_t attr_size, struct desc *d)
{
    struct span attr = cur_take(c, attr_size);
    d->nids = cur_u32(c);
    d->name = feature_string(c);
    d->ids = *c;
    cur_take(c, (uint64_t)d->nids * 8);
    if (!c->bad && !attr_read(attr, c->order, &d->attr, NULL))
        c->bad = true;
    return !c->bad;
}

/* The event that a description belongs to: the event with one of its ids, else the event with the same index. After the loss of
   an event (not `all`) the indices of later events are others; then an event with other ids is another one. NULL: none. */
static struct event *events_of(const struct events *es, const struct desc *d, uint32_t place, bool all)
{
    struct cur ids = d->ids;
    for (uint32_t i = 0; i < d->nids; i++) {
        uint32_t at = idmap_get(&es->by_id, cur_u64(&ids));
        if (at)
            return &es->v[at - 1];
    }
    if (place < es->n && (all || !d->nids || !es->v[place].nids))
        return &es->v[place];
    return NULL;
}

void read_event_desc(struct perfdata *p, unsigned bit UNUSED, struct cur *c)
{
    struct events *es = &p->capture.events;
    uint32_t n = cur_u32(c), attr_size = cur_u32(c);
    const bool all = es->n >= n;
    struct desc d;
    for (uint32_t i = 0; i < n && next_desc(c, attr_size, &d); i++) {
        struct event *e = events_of(es, &d, i, all);
        if (!e && p->capture.is_pipe && !p->attrs_seen)
            return; /* perf 4.14 and 4.16 wrote the features of a stream before its events */
        if (!e)     /* the header's own attrs were lost */
            e = events_add(es, &d.attr);
        e->name = arena_text(&p->arena, (const char *)d.name.p, d.name.n);
        e->is_named = true;
        if (!e->nids)
            for (uint32_t k = 0; k < d.nids; k++)
                event_add_id(es, (uint32_t)(e - es->v), cur_u64(&d.ids));
    }
}

/* Whether two attrs say the same: their size is the recorder's. */
static bool are_one_attr(const struct attr *a, const struct attr *b)
{
    struct attr x = *a, y = *b;
    struct text s = { 0 }, t = { 0 };
    x.size = y.size = ATTR_KNOWN;
    attr_put(&x, ORDER_LITTLE, &s);
    attr_put(&y, ORDER_LITTLE, &t);
    const bool same = !memcmp(s.s, t.s, s.n);
    text_free(&s);
    text_free(&t);
    return same;
}

/* Whether the descriptions agree with the events that are known otherwise. perf refuses attrs of which it does not know all
   bits. */
bool check_event_desc(const struct perfdata *p, struct cur *c)
{
    const struct events *es = &p->capture.events;
    uint32_t n = cur_u32(c), attr_size = cur_u32(c);
    struct desc d;
    const bool all = es->n >= n;
    bool good = true;
    for (uint32_t i = 0; good && i < n && next_desc(c, attr_size, &d); i++) {
        const struct event *e = events_of(es, &d, i, all);
        good = e ? are_one_attr(&d.attr, &e->attr) : !attr_strange_bits(&d.attr);
    }
    return good && !c->bad;
}

/* A description in the feature. The first member is the key of sort_by_first(). */
struct desc_place {
    uint64_t event; /* index */
    struct span bytes;
};

void feature_events_in_order(const struct perfdata *p, struct text *out)
{
    enum { HEAD = 8 };
    const struct events *es = &p->capture.events;
    const struct span s = p->features[EVENT_DESC].s;
    struct cur c = cur_of(s, p->capture.order);
    const uint32_t n = cur_u32(&c), attr_size = cur_u32(&c);
    const bool all = es->n >= n;
    struct desc_place *places = NULL;
    size_t nplaces = 0, cap = 0;
    struct desc d;
    const uint8_t *from = c.p;
    for (uint32_t i = 0; i < n && next_desc(&c, attr_size, &d); i++, from = c.p) {
        const struct event *e = events_of(es, &d, i, all);
        if (e)
            *MEM_ADD(places, nplaces, cap) =
                (struct desc_place){ (uint64_t)(e - es->v), { from, (size_t)(c.p - from) } };
    }
    sort_by_first(places, nplaces, sizeof(*places));
    text_add_n(out, (const char *)s.p, (size_t)lesser_of(s.n, HEAD));
    for (size_t i = 0; i < nplaces; i++)
        text_add_n(out, (const char *)places[i].bytes.p, places[i].bytes.n);
    free(places);
}

static void show_ids(const struct desc *d, struct text *out)
{
    struct cur ids = d->ids;
    text_add(out, ", id = {");
    for (uint32_t i = 0; i < d->nids; i++) {
        if (i)
            text_add(out, ",");
        text_printf(out, " %" PRIu64, cur_u64(&ids));
    }
    text_add(out, " }");
}

void show_event_desc(const struct perfdata *p UNUSED, unsigned bit UNUSED, struct cur *c, struct text *out)
{
    uint32_t n = cur_u32(c), attr_size = cur_u32(c);
    struct desc d;
    for (uint32_t i = 0; i < n && next_desc(c, attr_size, &d); i++) {
        text_add(out, "# event : name = ");
        text_add_clean_n(out, (const char *)d.name.p, d.name.n);
        text_add(out, ", ");
        if (d.nids)
            show_ids(&d, out);
        attr_show(&d.attr, ", ", " = ", out);
        text_char(out, '\n', 1);
    }
}

/* ---- GROUP_DESC ---- */

/* Whether the descriptions of the feature EVENT_DESC, if it was read, are in the order of the events. */
static bool are_in_order(const struct perfdata *p)
{
    const struct events *es = &p->capture.events;
    struct cur c = cur_of(p->features[EVENT_DESC].s, p->capture.order);
    const uint32_t n = cur_u32(&c), attr_size = cur_u32(&c);
    const bool all = es->n >= n;
    struct desc d;
    for (uint32_t i = 0; i < n && next_desc(&c, attr_size, &d); i++) {
        const struct event *e = events_of(es, &d, i, all);
        if (e && e - es->v != (ptrdiff_t)i)
            return false;
    }
    return true;
}

void read_group_desc(struct perfdata *p, unsigned bit UNUSED, struct cur *c)
{
    struct events *es = &p->capture.events;
    uint32_t n = cur_u32(c), end = 0; /* end of the previous group: groups are in order and do not overlap */
    c->bad = c->bad || !are_in_order(p); /* groups are of events by their index */
    for (uint32_t i = 0; i < n; i++) {
        const char *name = feature_string_kept(p, c);
        uint32_t leader = cur_u32(c), members = cur_u32(c);
        if (c->bad)
            return;
        if (leader < end || leader >= es->n || !members || members > es->n - leader) {
            c->bad = true;
            return;
        }
        end = leader + members;
        const bool is_anonymous = !strcmp(name, ANONYMOUS_GROUP);
        es->v[leader].group_name = is_anonymous ? NULL : name;
        es->v[leader].members = members;
        for (uint32_t k = 0; k < members; k++)
            es->v[leader + k].leader = leader;
    }
}

/* Appends "NAME{cycles,instructions}", or the name of an event that is not in a group. */
static void show_group(const struct events *es, uint32_t leader, struct text *out)
{
    const bool brackets = es->v[leader].members > 1;
    if (brackets) {
        text_add_clean(out, es->v[leader].group_name);
        text_add(out, "{");
    }
    for (uint32_t i = leader; i < es->n && es->v[i].leader == leader; i++) {
        if (i > leader)
            text_add(out, ",");
        text_add_clean(out, es->v[i].name);
    }
    text_add(out, brackets ? "}\n" : "\n");
}

/* Printed from the events, so that their names are the same as everywhere else. */
void show_group_desc(const struct perfdata *p, unsigned bit UNUSED, struct cur *c UNUSED, struct text *out)
{
    const struct events *es = &p->capture.events;
    for (uint32_t i = 0; i < es->n; i++)
        if (es->v[i].leader == i && es->v[i].members > 1) {
            text_add(out, "# group: ");
            show_group(es, i, out);
        }
}

void features_events_show(const struct capture *c, bool verbose, bool freq, bool group, struct text *out)
{
    const struct events *es = &c->events;
    bool tracepoints = false;
    for (uint32_t i = 0; i < es->n; i++) {
        const struct event *e = &es->v[i];
        tracepoints |= e->attr.type == PERF_TYPE_TRACEPOINT;
        if (group && e->leader == i)
            show_group(es, i, out);
        if (group)
            continue;
        if (c->is_pipe)
            attr_name_of_stream(&e->attr, e->name, out);
        else
            text_add_clean(out, e->name);
        const char *often = "sample_period";
        if (attr_has(&e->attr, ATTR_FREQ))
            often = "sample_freq";
        if (verbose)
            attr_show(&e->attr, ": ", ": ", out);
        else if (freq)
            text_printf(out, ": %s=%" PRIu64, often, e->attr.sample_period);
        text_char(out, '\n', 1);
    }
    if (tracepoints)
        text_add(out, "# Tip: use 'perf evlist --trace-fields' to show fields for tracepoint events\n");
}
