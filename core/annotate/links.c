#include "core/annotate/listing.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

/* Finds a branch's target in its operands: *n characters; NULL: the operands do not contain it. */
static const char *target_in(const struct insn *i, size_t *n)
{
    char number[24];
    *n = (size_t)snprintf(number, sizeof(number), "0x%" PRIx64, i->target);
    const char *found = NULL;
    for (const char *s = i->operands; i->has_target && (s = strstr(s, number)) != NULL; s += *n) {
        if (!strspn(s + *n, "0123456789abcdef"))
            found = s;
    }
    return found;
}

/* Replaces n characters of the operands by a word. */
static void links_put(struct insn *i, const char *at, size_t n, const char *word, struct arena *arena)
{
    struct text t = { 0 };
    text_add_n(&t, i->operands, (size_t)(at - i->operands));
    text_add(&t, word);
    text_add(&t, at + n);
    i->operands = arena_text(arena, t.s, t.n);
    text_free(&t);
}

static const char *link_text(const struct code_link *l, struct arena *arena)
{
    struct text t = { 0 };
    if (!*l->name)
        return NULL;
    text_add(&t, l->name);
    if (l->offset < 0)
        text_printf(&t, "-0x%" PRIx64, -(uint64_t)l->offset);
    if (l->offset > 0)
        text_printf(&t, "+0x%" PRIx64, (uint64_t)l->offset);
    const char *kept = arena_text(arena, t.s, t.n);
    text_free(&t);
    return kept;
}

static void links_fill_one(struct insn *i, uint64_t at, const struct code_link *l, struct arena *arena)
{
    size_t n;
    char number[24];
    const char *target = target_in(i, &n);
    i->has_refers = false;
    if (insn_is_branch(i) && l->inside) {
        i->target = i->addr + (l->at - at);
        snprintf(number, sizeof(number), "0x%" PRIx64, i->target);
        i->has_target = true;
        if (target)
            links_put(i, target, n, number, arena);
        return;
    }
    i->link = link_text(l, arena);
    i->has_target = false;
    const bool names_target = insn_is_branch(i) && i->link;
    if (names_target && target)
        links_put(i, target, n, i->link, arena);
}

/* Whether the loader may fill in the target of a branch: this is so for calls, and for jumps to themselves
   or to the next instruction. */
static bool may_be_filled(const struct insn *i)
{
    return i->kind == INSN_CALL || i->target == i->addr || i->target == i->addr + i->length;
}

void links_fill(const struct code_reader *reader, const struct code_file *file, const struct code_run *run,
                struct insns *insns, struct arena *arena)
{
    const bool known = reader->relocated(file);
    struct code_link l = { .name = "" }, before = l; /* before: the link of the previous instruction */
    for (size_t k = 0; k < insns->n; k++) {
        struct insn *i = &insns->v[k];
        const uint64_t at = run->at + (i->addr - run->svma);
        size_t n;
        if (reader->link(file, at, i, &l)) {
            links_fill_one(i, at, &l, arena);
            before = l;
            continue;
        }
        /* A call may consist of two instructions. The first one computes the upper part of the target and
           has the relocation. */
        const bool has_far_target = i->has_target && !target_in(i, &n);
        if (*before.name && has_far_target) {
            links_fill_one(i, at, &before, arena);
        } else {
            const bool is_final = known ? !has_far_target : !may_be_filled(i);
            i->has_refers = false;
            i->has_target = i->has_target && is_final;
        }
        before.name = "";
    }
}
