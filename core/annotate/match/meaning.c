#include "core/annotate/match/match.h"

#include "core/base/mem.h"

/* Adds the operands of an instruction without register names, which differ in another build. With
   `numbers` false, numbers are omitted: they are the address of a function or of data that the caller adds
   by name. */
static void add_shape(const char *s, bool numbers, struct text *out)
{
    while (*s) {
        const size_t word = strspn(s, "%abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_");
        const size_t n = word + strspn(s + word, "0123456789abcdefx");
        if (!n) {
            text_char(out, *s++, 1);
            continue;
        }
        if (word)
            text_char(out, 'r', 1);
        else if (numbers)
            text_add_n(out, s, n);
        s += n;
    }
}

static void add_meaning(const struct listing *l, const struct insn *i, meaning_name *name, const void *arg,
                        struct text *out)
{
    if (!i) {
        text_add(out, "? ");
        return;
    }
    text_printf(out, "%s ", i->mnemonic);
    if (i->has_target && listing_find(l, i->target))
        text_add(out, "inside");
    else if (i->has_target)
        name(arg, i->target, out);
    else if (!i->link || !insn_is_branch(i))
        add_shape(i->operands, !i->has_refers, out);
    if (i->link)
        text_add(out, i->link);
    if (i->has_refers)
        name(arg, i->refers, out);
}

uint32_t *meaning_of_listing(struct names *names, const struct listing *l, meaning_name *name,
                             const void *arg)
{
    uint32_t *ids = mem_new(l->n, sizeof(*ids));
    struct text t = { 0 };
    for (size_t i = 0; i < l->n; i++) {
        t.n = 0;
        add_meaning(l, l->rows[i].insn, name, arg, &t);
        ids[i] = arena_names_id(names, t.s);
    }
    text_free(&t);
    return ids;
}
