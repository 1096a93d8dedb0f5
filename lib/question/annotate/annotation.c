#include "lib/question/annotate/annotation.h"

#include <stdlib.h>

#include "lib/question/common/idle_transforms.h"
#include "lib/question/common/plan.h"
#include "core/base/mem.h"
#include "formats/disasm/disassembler.h"
#include "formats/elf/elf.h"

bool annotation_count(struct annotation *a, const struct annotate_opts *o, struct session *s, struct err *e)
{
    size_t nobjects;
    *a = (struct annotation){ .o = o, .s = s, .count = o->count, .filters = o->filters };
    timeline_objects(s->timeline, &nobjects);
    a->count.filter.demangle = s->o.demangle;
    if (!plan_complete_opts(&a->count, &a->filters, s->capture, e))
        return false;
    a->count.skip_places = false;
    a->count.at_calls = true; /* a call is where a caller's time is */
    a->code = code_new(s->resolver, &elf_code_reader, nobjects);
    a->sources = sources_new(&(struct source_paths){ o->prefixes.v, o->prefixes.n, o->prefix, o->prefix_strip,
                                                     o->common.isolated },
                             s->resolver);
    if (plan_transforms_of_rows(&a->count) && o->branches)
        return err_set(e, ERR_USAGE, 0,
                       "--branch: stacks that --focus, --drop, --merge... change have no branches");
    struct count_opts count = weights_opts(&a->count, s->timeline);
    _Atomic uint32_t matched = 0;
    struct profile p;
    count.transforms.matched = &matched;
    const bool ok = session_count(s, &count, &p, e);
    weights_take(&a->w, &p, s->capture->events.n, s->timeline, s->resolver);
    a->w.at_calls = transforms_any(&count.transforms);
    if (a->w.samples)
        idle_transforms_add(&count.transforms, matched, false, &a->w.problems);
    profile_free(&p);
    return ok;
}

void annotation_free(struct annotation *a)
{
    listings_free(&a->listings);
    free(a->all);
    free(a->asked);
    free(a->there);
    sources_free(a->sources);
    code_free(a->code);
    weights_free(&a->w);
}

bool annotation_has_code(const struct annotation *a, const struct hot_function *f)
{
    const char *why;
    return code_file_of(a->code, f->object, &why);
}

static int annotation_by_place(const void *a, const void *b)
{
    const struct hot_function *const *x = a, *const *y = b;
    const uintptr_t p = (uintptr_t)*x,
                    /* functions without samples point to one array, so they are compared by address */
        q = (uintptr_t)*y;
    if ((*x)->first != (*y)->first)
        return ((*x)->first < (*y)->first ? -1 : 1);
    return (p > q) - (p < q);
}

/* The patches that the recorded kernel made to its own code; empty if no function is the kernel's. */
static struct patch *patches(const struct annotation *a, size_t *n)
{
    size_t npokes;
    const struct session *s = a->s;
    const struct poke *pokes = timeline_pokes(s->timeline, &npokes);
    bool any = false;
    for (size_t i = 0; i < a->nall; i++)
        any = any || a->all[i]->object->kind == OBJECT_KERNEL || a->all[i]->object->kind == OBJECT_MODULE;
    if (!any)
        npokes = 0;
    struct patch *v = mem_new(npokes, sizeof(*v));
    *n = 0;
    for (size_t i = 0; i < npokes; i++) {
        const struct place p = session_kernel_place(s, pokes[i].avma);
        if (p.object && p.table)
            v[(*n)++] = (struct patch){ p.object, p.at, pokes[i].old, pokes[i].bytes, (uint32_t)i };
    }
    return v;
}

bool annotation_disassemble(struct annotation *a, const struct hot_function **functions, size_t n,
                            struct err *e)
{
    struct listing_opts how = { .open = disassembler_open,
                                .disassembler = { a->o->objdump, a->o->style, a->s->o.around } };
    a->all = functions;
    mem_sort(a->all, n, sizeof(*a->all), annotation_by_place);
    for (size_t i = 0; i < n; i++)
        if (!i || a->all[i] != a->all[a->nall - 1])
            a->all[a->nall++] = a->all[i];
    struct patch *made = patches(a, &how.npatches);
    how.patches = made;
    bool ok = listings_make(&a->listings, a->all, a->nall, &a->w, a->code, a->s->resolver, &how, e);
    free(made);
    return ok;
}

const struct listing *annotation_listing(const struct annotation *a, const struct hot_function *f)
{
    const struct hot_function **found =
        a->nall ? bsearch(&f, a->all, a->nall, sizeof(*a->all), annotation_by_place) : NULL;
    if (found)
        return &a->listings.v[found - a->all];
    return NULL;
}
