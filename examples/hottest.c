/* The functions with most weight of each event: hottest FILE [OBJECTS] */
#include <inttypes.h>
#include <perfolio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct function {
    const char *symbol, *object;
    uint64_t weight;
};

static int by_name(const void *a, const void *b)
{
    const struct function *x = a, *y = b;
    int r = strcmp(x->object, y->object);
    return r ? r : strcmp(x->symbol, y->symbol);
}

static int heavier(const void *a, const void *b)
{
    const struct function *x = a, *y = b;
    return x->weight == y->weight ? by_name(a, b) : x->weight < y->weight ? 1 : -1;
}

/* Many places are in one function. */
static size_t join(struct function *v, size_t n)
{
    size_t kept = 0;
    qsort(v, n, sizeof(*v), by_name);
    for (size_t i = 0; i < n; i++)
        if (kept && !by_name(&v[kept - 1], &v[i]))
            v[kept - 1].weight += v[i].weight;
        else
            v[kept++] = v[i];
    qsort(v, kept, sizeof(*v), heavier);
    return kept;
}

static void show(pf_file *f, pf_samples *s, uint16_t event)
{
    struct function *v = calloc(s->places, sizeof(*v));
    uint64_t all = 0;
    size_t n;
    for (size_t i = 0; i < s->n; i++)
        if (s->event[i] == event) {
            v[s->place[i]].weight += s->weight[i];
            all += s->weight[i];
        }
    for (uint32_t i = 0; i < s->places; i++) {
        pf_place p;
        pf_place_of(s, i, &p, sizeof(p));
        v[i].symbol = p.symbol ? p.symbol : "?";
        v[i].object = p.object ? p.object : "?";
    }
    n = join(v, s->places);
    printf("%s\n", pf_event_name(f, event));
    for (size_t i = 0; i < n && i < 5 && v[i].weight; i++)
        printf("%6.2f%%  %s  %s\n", 100.0 * (double)v[i].weight / (double)all, v[i].object, v[i].symbol);
    free(v);
}

int main(int argc, char **argv)
{
    const char *objects[] = { argc > 2 ? argv[2] : NULL, NULL };
    const pf_options options = { .size = sizeof(options), .objects = objects, .isolated = 1 };
    pf_error e = { 0 };
    pf_file *f = argc > 1 ? pf_open(argv[1], &options, &e) : NULL;
    pf_samples *s = f ? pf_samples_read(f, 0, &e) : NULL;
    for (size_t event = 0; s && event < pf_events(f); event++)
        show(f, s, (uint16_t)event);
    const int wrong = !s;
    if (wrong)
        fprintf(stderr, "hottest: %s\n", argc > 1 ? e.message : "usage: hottest FILE [OBJECTS]");
    pf_samples_free(s);
    pf_close(f);
    return wrong;
}
