/* rule_text: an unwind rule as text, in the words of `readelf -wF` (c-8: saved at CFA - 8) and with DWARF
   numbers: "ra=16 cfa=r7+8 16=c-8". For tests. */
#ifndef PERFOLIO_TESTS_UNIT_RULE_TEXT_H
#define PERFOLIO_TESTS_UNIT_RULE_TEXT_H

#include <inttypes.h>

#include "core/base/text.h"
#include "core/resolve/frames.h"

static inline void rule_text_cell(struct text *t, const struct unwind_cell *c)
{
    switch (c->how) {
    case HOW_UNDEFINED:
        text_printf(t, "u");
        break;
    case HOW_SAVED:
        text_printf(t, "c%+" PRId32, c->n);
        break;
    case HOW_CFA:
        text_printf(t, "v%+" PRId32, c->n);
        break;
    case HOW_REGISTER:
        text_printf(t, "r%u%+" PRId32, c->from, c->n);
        break;
    case HOW_SAVED_BY:
        text_printf(t, "exp");
        break;
    default:
        text_printf(t, "vexp");
    }
}

static inline void rule_text(struct text *t, const struct unwind_rule *r)
{
    text_printf(t, "%sra=%u cfa=", r->signal_frame ? "signal " : "", r->ra);
    rule_text_cell(t, &r->cfa);
    for (unsigned i = 0; i < r->ncells; i++) {
        text_printf(t, " %u=", r->cells[i].reg);
        rule_text_cell(t, &r->cells[i]);
    }
}

#endif
