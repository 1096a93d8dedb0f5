/* why_words: what brought a change (why.h, why_blocks.h), in words: of text and of Markdown. */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_WHY_WORDS_H
#define PERFOLIO_LIB_QUESTION_DIFF_WHY_WORDS_H

#include "lib/question/diff/judged.h"

/* Each adds what it is called: "caller main"; "in its block 401110 to 40112f, parse.c:12, in a loop"; "called 1.02x as
   often (0.99x to 1.05x), each call costs 1.90x (1.80x to 2.01x), by probes". Nothing of them is a control character. */
void why_words_growth(const struct growth *g, struct text *out);
void why_words_block(const struct judged_block *b, struct text *out);
void why_words_calls(const struct judged_calls *c, struct text *out);

/* A change, a logarithm, as a factor: 1.9. */
double why_words_times(double change);

#endif
