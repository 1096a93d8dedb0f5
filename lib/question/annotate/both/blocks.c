/* The table of the basic blocks of both sides, in the order of the code. A block of one side is matched
   with the block of the other side with which it has most instructions in common. */
#include <stdlib.h>

#include "lib/question/annotate/both/both.h"
#include "core/base/mem.h"

enum { BEGIN = COLUMNS_WEIGHTS, END, INSNS, LOOPS, NEXT, EACH };
enum { CHANGE, COMMON, OLD, NEW = OLD + EACH, SHOWN = NEW + EACH };
enum {
    SHOWN_BEGIN = SHOWN + COLUMNS_SHOWN,
    SHOWN_INSNS = SHOWN_BEGIN + SIDES,
    SHOWN_LOOPS = SHOWN_INSNS + SIDES,
    SHOWN_NEXT,
    ALL
};

#define SIDE(side)                                                                                           \
    COLUMNS_WEIGHT(side), COLUMNS_MEMBER(side, "begin", HEX), COLUMNS_MEMBER(side, "end", HEX),              \
        COLUMNS_MEMBER(side, "instructions", COUNT), COLUMNS_MEMBER(side, "loops", COUNT),                   \
        COLUMNS_MEMBER(side, "next", TEXT)

static const struct rows_column columns[ALL] = {
    ROWS_UNSEEN("change", TEXT),
    ROWS_UNSEEN("common", COUNT),
    SIDE("old"),
    SIDE("new"),
    COLUMNS_IN_TEXT,
    COLUMNS_TEXT("Begin", 16, HEX),
    COLUMNS_TEXT("Begin", 16, HEX),
    COLUMNS_TEXT("Instr", 5, COUNT),
    COLUMNS_TEXT("Instr", 5, COUNT),
    COLUMNS_TEXT("Loops", 5, COUNT),
    { .header = "Goes on to", .type = VALUE_TEXT },
};

struct blocks {
    const struct both *b;
    struct flow flows[SIDES];
    struct match m;
    size_t *common; /* by block of the first side: number of instructions that its matched block also has */
    struct text next[SIDES];
};

static uint32_t *blocks_of_rows(const struct flow *f, const struct listing *l)
{
    uint32_t *of = mem_new(l->n, sizeof(*of));
    for (size_t i = 0; i < f->nblocks; i++)
        for (size_t k = f->blocks[i].first; k < f->blocks[i].end; k++)
            of[k] = (uint32_t)i;
    return of;
}

static void blocks_join(struct blocks *s)
{
    const struct alignment *al = s->b->al;
    struct match_votes votes = { 0 };
    uint32_t *of[SIDES];
    for (int side = 0; side < SIDES; side++)
        of[side] = blocks_of_rows(&s->flows[side], s->b->l[side]);
    match_init(&s->m, s->flows[0].nblocks, s->flows[1].nblocks);
    match_vote_rows(&votes, al, (const uint32_t *const[]){ of[0], of[1] });
    match_by_votes(&s->m, &votes, NULL, NULL);
    s->common = mem_new(s->flows[0].nblocks, sizeof(*s->common));
    for (size_t i = 0; i < votes.n; i++)
        if (s->m.of[0][votes.v[i].part[0]] == votes.v[i].part[1])
            s->common[votes.v[i].part[0]] = votes.v[i].n;
    free(votes.v);
    for (int side = 0; side < SIDES; side++)
        free(of[side]);
}

static void side_cells(struct blocks *s, int side, uint32_t block, struct value *c)
{
    struct value *to = c + (side ? NEW : OLD);
    const struct annotate_view *v = s->b->v;
    const struct listing *l = s->b->l[side];
    for (size_t i = 0; i < EACH; i++)
        to[i] = value_unknown();
    both_fill_weight(v, side, NULL, to, c + SHOWN);
    if (block != MATCH_NONE) {
        const struct flow_block *f = &s->flows[side].blocks[block];
        const struct listing_row *last = &l->rows[f->end - 1];
        const struct listing_row all = { .first = l->rows[f->first].first, .end = last->end };
        const struct weight w = listing_weight(v[side].w, &all, v[side].first);
        both_fill_weight(v, side, &w, to, c + SHOWN);
        s->next[side].n = 0;
        text_add(&s->next[side], "");
        annotate_add_successors(&v[side], f, &s->next[side]);
        to[BEGIN] = value_hex(l->rows[f->first].svma);
        to[END] = value_hex(last->svma + last->size);
        to[INSNS] = value_count(f->end - f->first);
        to[LOOPS] = value_count(f->loops);
        to[NEXT] = value_text(s->next[side].s);
    }
    c[SHOWN_BEGIN + side] = to[BEGIN];
    c[SHOWN_INSNS + side] = to[INSNS];
}

/* Shows a block of each side; one of them may be missing. */
static void blocks_show(struct blocks *s, uint32_t old, uint32_t new)
{
    struct value c[ALL];
    const bool is_old = old != MATCH_NONE, is_new = new != MATCH_NONE;
    const size_t common = is_old && is_new ? s->common[old] : 0;
    side_cells(s, 0, old, c);
    side_cells(s, 1, new, c);
    const bool same = common == c[OLD + INSNS].count && common == c[NEW + INSNS].count;
    const enum columns_change change = columns_change_of(is_old, is_new, same);
    const struct value *last = c + (is_new ? NEW : OLD);
    c[CHANGE] = value_text(columns_changes[change]);
    c[COMMON] = value_count(common);
    c[SHOWN + COLUMNS_MARK] = value_text(columns_marks[change]);
    c[SHOWN_LOOPS] = last[LOOPS];
    c[SHOWN_NEXT] = last[NEXT];
    rows_row(s->b->v->rows, c);
}

/* Shows all blocks. Matched blocks are in the same order on both sides, as their instructions are. */
static void blocks_show_all(struct blocks *s)
{
    uint32_t new = 0;
    for (uint32_t old = 0; old < s->m.n[0]; old++) {
        const uint32_t other = s->m.of[0][old];
        for (; other != MATCH_NONE && new < other; new ++)
            blocks_show(s, MATCH_NONE, new);
        blocks_show(s, old, other);
        new += other != MATCH_NONE;
    }
    for (; new < s->m.n[1]; new ++)
        blocks_show(s, MATCH_NONE, new);
}

void both_blocks(const struct both *b)
{
    static const struct rows_table table = {
        .name = "blocks", .columns = columns, .n = ALL, .front = "#  ", .gap = "  "
    };
    struct blocks s = { .b = b };
    for (int side = 0; side < SIDES; side++)
        flow_make(&s.flows[side], b->l[side]);
    blocks_join(&s);
    rows_print(b->v->rows, "# blocks:\n");
    both_begin(b->v->rows, &table);
    blocks_show_all(&s);
    rows_table_end(b->v->rows);
    match_free(&s.m);
    free(s.common);
    for (int side = 0; side < SIDES; side++) {
        flow_free(&s.flows[side]);
        text_free(&s.next[side]);
    }
}
