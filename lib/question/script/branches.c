/* branches: prints the branch stack of a sample in one of perf's three formats. */
#include "lib/question/script/scribe.h"
#include "core/model/branch.h"

static void add_flags(struct text *t, const struct branch_entry *b)
{
    char predicted = '-', in_tx = '-', aborts = '-';
    if (b->predicted)
        predicted = 'P';
    else if (b->mispredicted)
        predicted = 'M';
    if (b->in_tx)
        in_tx = 'X';
    if (b->abort)
        aborts = 'A';
    text_printf(t, "/%c/%c/%c/%u/%s ", predicted, in_tx, aborts, b->cycles, branch_type_name(b));
}

/* Selects the object of an address, in parentheses, if the field is printed. */
static unsigned how_object(const struct script_line *l)
{
    if (l->fields & FIELD(DSO))
        return PLACES_DSO | PLACES_BARE;
    return 0;
}

static void script_branches_add_place(struct scribe *w, const struct script_line *l, uint64_t avma,
                                      unsigned how)
{
    if (how)
        script_places_add(w, l, script_address_cpumode(w, l, avma), avma, how);
}

static void add_address(struct scribe *w, const struct script_line *l, uint64_t avma)
{
    text_add(&w->out, "0x");
    text_hexadecimal(&w->out, avma, 0);
    script_branches_add_place(w, l, avma, how_object(l));
}

static void script_branches_add_symbol(struct scribe *w, const struct script_line *l, uint64_t avma)
{
    script_branches_add_place(w, l, avma, PLACES_SYM | PLACES_SYMOFF | PLACES_BARE);
    script_branches_add_place(w, l, avma, how_object(l));
}

static void add_offset(struct scribe *w, const struct script_line *l, uint64_t avma)
{
    struct resolved_addr resolved =
        address_cache_find(&w->addresses, l->task, script_address_cpumode(w, l, avma), avma, l->s->when, 0);
    const struct map *m = resolved.place.map;
    bool in_kernel = m && m->how->object->kind == OBJECT_KERNEL;
    text_add(&w->out, "0x");
    text_hexadecimal(&w->out, in_kernel ? avma - m->start : resolved.addr, 0);
    script_branches_add_place(w, l, avma, how_object(l));
}

static void script_branches_add_all(struct scribe *w, const struct script_line *l, const char *before,
                                    void (*add)(struct scribe *w, const struct script_line *l, uint64_t avma))
{
    for (uint64_t i = 0; i < l->s->nbranches; i++) {
        struct branch_entry b = branch_at(l->s, i);
        text_add(&w->out, before);
        add(w, l, b.from);
        text_char(&w->out, '/', 1);
        add(w, l, b.to);
        add_flags(&w->out, &b);
    }
}

void script_print_brstack(struct scribe *w, const struct script_line *l)
{
    script_branches_add_all(w, l, " ", add_address);
}

void script_print_brstacksym(struct scribe *w, const struct script_line *l)
{
    if (!(l->fields & FIELD(BRSTACK)))
        script_branches_add_all(w, l, "", script_branches_add_symbol);
}

void script_print_brstackoff(struct scribe *w, const struct script_line *l)
{
    if (!(l->fields & (FIELD(BRSTACK) | FIELD(BRSTACKSYM))))
        script_branches_add_all(w, l, " ", add_offset);
}

void script_print_branch(struct scribe *w, const struct script_line *l)
{
    const struct attr *a = &l->event->event->attr;
    bool asked = w->o->choice.of[l->event->type].by_user, has_place = l->fields & (FIELD(IP) | FIELD(ADDR));
    struct script_line from = *l;
    if (l->fields & FIELD(CALLINDENT) && l->fields & FIELD(DSO) && !has_place) {
        script_branches_add_place(w, l, l->s->ip, PLACES_DSO | PLACES_BARE);
        text_char(&w->out, '\t', 1);
    }
    if (!(w->chains && l->event->has_chain)) /* a frame of the call chain shows the source line */
        from.how &= ~(unsigned)PLACES_SRCLINE;
    if (l->fields & FIELD(IP))
        script_print_ip(w, &from);
    if (l->fields & FIELD(ADDR) || (a->sample_type & PERF_SAMPLE_ADDR && !asked)) {
        text_add(&w->out, " => ");
        script_print_addr(w, l);
    }
    if (from.how != l->how)
        script_branches_add_place(w, l, l->s->ip, PLACES_SRCLINE | PLACES_BARE);
}
