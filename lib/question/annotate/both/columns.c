#include "lib/question/annotate/both/both.h"

const char *const columns_changes[] = { [COLUMNS_SAME] = "same",
                                        [COLUMNS_REMOVED] = "removed",
                                        [COLUMNS_ADDED] = "added",
                                        [COLUMNS_CHANGED] = "changed" };
const char *const columns_marks[] = {
    [COLUMNS_SAME] = " ", [COLUMNS_REMOVED] = "-", [COLUMNS_ADDED] = "+", [COLUMNS_CHANGED] = "~"
};

void columns_weigh(const struct annotate_view *v, int side, const struct weight *w, struct value *cells,
                   struct value *shown)
{
    static const struct weight nothing = { 0, 0 };
    struct value *to = shown + (side ? COLUMNS_SHOWN_NEW : COLUMNS_SHOWN_OLD);
    const struct weight *has = w ? w : &nothing;
    cells[COLUMNS_SAMPLES] = value_count(has->samples);
    cells[COLUMNS_PERIOD] = value_count(has->period);
    cells[COLUMNS_PERCENT] = value_percent(annotate_percent(&v[side], 0, has));
    to[0] = w ? cells[COLUMNS_SAMPLES] : value_unknown();
    to[1] = w ? cells[COLUMNS_PERCENT] : value_unknown();
}

void columns_begin(struct rows *r, const struct rows_table *t)
{
    rows_table(r, t);
    rows_headings(r, t);
}
