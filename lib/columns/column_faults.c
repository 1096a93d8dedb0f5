#include "lib/columns/column_faults.h"

#include <stdlib.h>

#include "arch/arch.h"
#include "core/base/mem.h"

/* PROBLEM_CALLER_NO_OBJECT is not among them: it follows from the places of a stack. */
static const enum problem_kind fault_kinds[] = { PROBLEM_DEFERRED,         PROBLEM_UNKNOWN_CONTEXT,
                                                 PROBLEM_NOT_UNWOUND,      PROBLEM_UNWOUND_SHORT,
                                                 PROBLEM_UNWOUND_NO_MAP,   PROBLEM_UNWOUND_NO_OBJECT,
                                                 PROBLEM_UNWOUND_NO_TABLE, PROBLEM_UNWOUND_NO_RULE,
                                                 PROBLEM_UNWOUND_BAD_RULE };

void column_faults_take(struct column_faults *f, struct problems *p, uint32_t sample)
{
    for (size_t i = 0; i < COUNT(fault_kinds) && !f->exceed; i++) {
        const enum problem_kind kind = fault_kinds[i];
        const uint64_t n = p->of[kind].n;
        if (!n)
            continue;
        f->exceed = f->n == COLUMN_FAULTS_MOST || n > UINT32_MAX;
        if (f->exceed)
            return;
        const uint32_t text = arena_names_id(&f->texts, p->of[kind].first);
        *MEM_ADD(f->v, f->n, f->cap) =
            (struct column_fault){ sample, text, (uint32_t)n, kind, p->of[kind].at };
        p->of[kind].n = 0;
    }
}

void column_faults_copy(struct column_faults *f, const struct column_faults *from, size_t i, uint32_t sample)
{
    struct column_fault copy = from->v[i];
    copy.sample = sample;
    copy.text = arena_names_id(&f->texts, arena_names_text(&from->texts, copy.text));
    *MEM_ADD(f->v, f->n, f->cap) = copy;
}

void column_faults_count(const struct column_faults *f, size_t i, struct problems *p)
{
    const struct column_fault *v = &f->v[i];
    problem_add_at(p, v->kind, v->n, v->at, "%s", arena_names_text(&f->texts, v->text));
}

static int by_sample(const void *a, const void *b)
{
    const struct column_fault *x = a, *y = b;
    if (x->sample != y->sample)
        return (x->sample > y->sample) - (x->sample < y->sample);
    return (x->kind > y->kind) - (x->kind < y->kind);
}

void column_faults_renumber(struct column_faults *f, const uint32_t *to)
{
    for (size_t i = 0; to && i < f->n; i++)
        f->v[i].sample = to[f->v[i].sample];
    mem_sort(f->v, f->n, sizeof(*f->v), by_sample);
}

bool column_faults_any(const struct problems *p)
{
    for (size_t i = 0; i < COUNT(fault_kinds); i++)
        if (p->of[fault_kinds[i]].n)
            return true;
    return false;
}

void column_faults_forget(struct problems *p)
{
    for (size_t i = 0; i < COUNT(fault_kinds); i++)
        p->of[fault_kinds[i]].n = 0;
}

void column_faults_free(struct column_faults *f)
{
    free(f->v);
    arena_names_free(&f->texts);
    *f = (struct column_faults){ 0 };
}
