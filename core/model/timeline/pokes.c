#include "core/model/timeline/pokes.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

static struct span pokes_keep(struct pokes *p, const struct span *s)
{
    return (struct span){ (const uint8_t *)arena_text(&p->arena, (const char *)s->p, s->n), s->n };
}

void pokes_add(struct pokes *p, const struct record *r)
{
    *MEM_ADD(p->v, p->n, p->cap) = (struct poke){
        r->when,
        r->text_poke.addr,
        pokes_keep(p, &r->text_poke.old_bytes),
        pokes_keep(p, &r->text_poke.new_bytes),
    };
}

static int by_when(const void *a, const void *b, const void *arg UNUSED)
{
    const struct poke *x = a, *y = b;
    if (when_before(x->when, y->when))
        return -1;
    return when_before(y->when, x->when);
}

void pokes_seal(struct pokes *p)
{
    sort_by(p->v, p->n, sizeof(*p->v), by_when, NULL);
}

void pokes_free(struct pokes *p)
{
    free(p->v);
    arena_free(&p->arena);
    *p = (struct pokes){ 0 };
}
