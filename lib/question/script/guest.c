/* guest: the virtual machines of events. perf inject --guest-data gives the events of a guest ids of their
   own. An ID_INDEX record maps each id to a machine and one of its CPUs
   (tools/lib/perf/include/perf/event.h, struct id_index_entry_2). */
#include <stdlib.h>

#include "lib/question/script/scribe.h"
#include "core/base/mem.h"

void script_guests_add(struct script_guests *g, const struct record *r)
{
    struct record_guest of;
    for (size_t i = 0; record_guest(r, i, &of); i++) {
        if (!of.pid)
            continue;
        *MEM_ADD(g->v, g->n, g->cap) = of;
        *idmap_find_or_add(&g->by_id, of.id) = (uint32_t)g->n;
    }
}

static const struct record_guest *guest_of(const struct scribe *w, const struct script_line *l)
{
    uint32_t at = idmap_get(&w->guests.by_id, l->s->id);
    if (at)
        return &w->guests.v[at - 1];
    return NULL;
}

void script_print_machine_pid(struct scribe *w, const struct script_line *l)
{
    const struct record_guest *g = guest_of(w, l);
    if (g)
        text_printf(&w->out, "VM:%5d ", (int)g->pid);
}

void script_print_vcpu(struct scribe *w, const struct script_line *l)
{
    const struct record_guest *g = guest_of(w, l);
    if (g)
        text_printf(&w->out, "VCPU:%03d ", (int)g->vcpu);
}

void script_guest_json(struct scribe *w, struct rows *r, const struct script_line *l)
{
    const struct record_guest *g = guest_of(w, l);
    if (!g)
        return;
    rows_fact(r, "machine_pid", value_count(g->pid));
    rows_fact(r, "vcpu", value_count(g->vcpu));
}

void script_guests_free(struct script_guests *g)
{
    free(g->v);
    idmap_free(&g->by_id);
}
