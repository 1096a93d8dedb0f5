#include "cli/diff/runs/probes.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

/* What a probe is on: "parse_1" of "probe_server:parse_1", and without its number, "parse". */
struct target {
    const char *s; /* NULL: it is no probe that perf named */
    size_t n, plain;
};

static struct target target_of(const char *name, bool is_tracepoint)
{
    const char *colon = strchr(name, ':');
    struct target t = { .s = NULL };
    if (!is_tracepoint || !colon || (strncmp(name, "probe:", 6) && strncmp(name, "probe_", 6)))
        return t;
    t.s = colon + 1;
    t.n = t.plain = strlen(t.s);
    size_t at = t.n;
    while (at && t.s[at - 1] >= '0' && t.s[at - 1] <= '9')
        at--;
    if (at < t.n && at > 1 && t.s[at - 1] == '_')
        t.plain = at - 1;
    return t;
}

/* Whether two probes are on the same, by the names that they have or by those without numbers. */
static bool is_same(const struct target *a, const struct target *b, bool plain)
{
    const size_t n = plain ? a->plain : a->n;
    return a->s && b->s && n == (plain ? b->plain : b->n) && !memcmp(a->s, b->s, n);
}

/* The only one of n that is left and is on the same; n: there is none, or there are several. */
static size_t only(const struct target *v, size_t n, const bool *taken, const struct target *one, bool plain)
{
    size_t found = n, many = 0;
    for (size_t i = 0; i < n; i++)
        if (!taken[i] && is_same(&v[i], one, plain)) {
            found = i;
            many++;
        }
    return many == 1 ? found : n;
}

static void add_sentence(struct replicates *r, const char *known, const char *name)
{
    struct text t = { 0 };
    text_add(&t, "probe: ");
    text_add_clean(&t, known);
    text_add(&t, ", which is ");
    text_add_clean(&t, name);
    text_add(&t, " in other runs");
    for (size_t i = 0; i < r->differ.n; i++)
        if (!strcmp(r->differ.v[i], t.s))
            t.n = 0;
    if (t.n)
        replicates_add_difference(r, t.s);
    text_free(&t);
}

void probes_join(struct replicates *r, const struct events *es, uint32_t *event_of)
{
    const size_t known = r->nevents, n = es->n;
    struct target *v = mem_new(known + n, sizeof(*v));
    bool *taken = mem_new(known + n, sizeof(*taken));
    for (size_t i = 0; i < known; i++)
        v[i] = target_of(r->events[i].name, r->events[i].is_tracepoint);
    for (size_t i = 0; i < n; i++) {
        v[known + i] = target_of(es->v[i].name, es->v[i].attr.type == PERF_TYPE_TRACEPOINT);
        taken[known + i] = event_of[i] != NO_EVENT;
        if (event_of[i] != NO_EVENT)
            taken[event_of[i]] = true;
    }
    for (int plain = 0; plain < 2; plain++)
        for (size_t i = 0; i < n; i++) {
            const struct target *one = &v[known + i];
            const size_t to = taken[known + i] ? known : only(v, known, taken, one, plain);
            if (to == known || only(&v[known], n, &taken[known], one, plain) != i)
                continue;
            event_of[i] = (uint32_t)to;
            taken[to] = taken[known + i] = true;
            add_sentence(r, r->events[to].name, es->v[i].name);
        }
    free(v);
    free(taken);
}
