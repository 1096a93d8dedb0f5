#include "lib/question/diff/judged.h"

#include <inttypes.h>

void why_describe_growth(const struct growth *g, struct text *out)
{
    static const char *const words[] = { [GROWTH_CALLER] = "called by",
                                         [GROWTH_CALLEE] = "calls",
                                         [GROWTH_ITSELF] = "in itself",
                                         [GROWTH_REST] = "in call paths of less than 0.05% each" };
    text_add(out, words[g->kind]);
    if (g->name)
        text_add(out, " ");
    text_add_clean(out, g->name);
}

void why_describe_block(const struct judged_block *b, struct text *out)
{
    const int shown = b->side[1].there;
    const char *block = "its block";
    if (!b->side[0].there)
        block = "a new block,";
    else if (!b->side[1].there)
        block = "a block that is gone,";
    text_printf(out, "in %s %" PRIx64 " to %" PRIx64, block, b->side[shown].begin, b->side[shown].end);
    if (b->line)
        text_add(out, ", ");
    text_add_clean(out, b->line);
    if (b->loops)
        text_add(out, b->loops > 1 ? ", in a loop of a loop" : ", in a loop");
    if (b->function)
        text_add(out, ", inlined into ");
    text_add_clean(out, b->function);
}

double why_words_factor(double change)
{
    return 1 + judged_percent(change) / 100;
}

void why_describe_calls(const struct judged_calls *c, struct text *out)
{
    text_printf(out, "called %.2fx as often (%.2fx to %.2fx), each call costs %.2fx (%.2fx to %.2fx), by %s",
                why_words_factor(c->often.change), why_words_factor(c->often.low),
                why_words_factor(c->often.high), why_words_factor(c->each.change),
                why_words_factor(c->each.low), why_words_factor(c->each.high), c->by);
}
