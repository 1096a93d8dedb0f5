/* Shows the instruction at an address, and the instructions around it, with the disassemblers that need no
   other program. */
#include <inttypes.h>
#include <stdlib.h>

#include "lib/question/explain/explain_show.h"
#include "core/annotate/listing.h"
#include "formats/disasm/disassembler.h"
#include "formats/elf/elf.h"

enum { AROUND = 3 };

/* The disassembled function of a place, without samples. */
struct around {
    struct weights none;
    struct hot_function function;
    struct code *code;
    struct listings listings;
};

static const struct listing *instruction_take_apart(struct around *a, const struct explain *x,
                                                    const struct place *p)
{
    const struct listing_opts o = { .open = disassembler_open, .disassembler.objdump = "", .no_lines = true };
    const struct hot_function *const only[] = { &a->function };
    struct err e = { 0 };
    size_t n;
    timeline_objects(x->session->timeline, &n);
    a->function = (struct hot_function){ .object = p->object, .table = p->table, .symbol = p->symbol };
    a->code = code_new(x->session->resolver, &elf_code_reader, n);
    if (listings_make(&a->listings, only, 1, &a->none, a->code, x->session->resolver, &o, &e))
        return a->listings.v;
    return NULL;
}

static void instruction_drop(struct around *a)
{
    listings_free(&a->listings);
    code_free(a->code);
}

/* Finds the row of a place, and the first and the last row to show around it. False: there is no code. */
static bool instruction_find(const struct listing *l, uint64_t at, size_t *row, size_t *first, size_t *last)
{
    for (*row = 0; l && *row < l->n && at - l->rows[*row].at >= l->rows[*row].size;)
        ++*row;
    if (!l || *row == l->n || !l->rows[*row].insn || l->by->missing.n)
        return false;
    *first = *last = *row;
    while (*first && *row - *first < AROUND && l->rows[*first - 1].insn)
        --*first;
    while (*last + 1 < l->n && *last - *row < AROUND && l->rows[*last + 1].insn)
        ++*last;
    return true;
}

static const char *why_not(const struct listing *l)
{
    if (l && l->why)
        return l->why;
    if (l && l->by && l->by->missing.n)
        return "its code needs an objdump; perfolio annotate runs one";
    return "its code is missing";
}

void explain_code(const struct explain *x, const struct place *p, struct rows *r)
{
    struct around a = { .code = NULL };
    size_t row, first, last;
    const struct listing *l = NULL;
    if (p->symbol)
        l = instruction_take_apart(&a, x, p);
    const bool found = instruction_find(l, p->at, &row, &first, &last);
    rows_list(r, "code");
    for (size_t i = first; found && i <= last; i++) {
        const struct insn *insn = l->rows[i].insn;
        const char *what = i == first ? "code" : "";
        const char mark = i == row ? '>' : ' ';
        rows_print(r, "  %-9s %c %" PRIx64 ": ", what, mark, l->rows[i].svma);
        rows_object(r, NULL);
        rows_fact(r, "address", value_hex(l->rows[i].svma));
        rows_say(r, "mnemonic", value_text(insn->mnemonic), "%s");
        rows_say(r, "operands", value_text(insn->operands), *insn->operands ? " %s" : NULL);
        rows_fact(r, "here", value_yes_no(i == row));
        rows_close(r);
        rows_print(r, "\n");
    }
    rows_close(r);
    const bool is_missed = p->symbol && !found;
    rows_say(r, "no_code", value_text(is_missed ? why_not(l) : NULL), "  code      none: %s\n");
    instruction_drop(&a);
}
