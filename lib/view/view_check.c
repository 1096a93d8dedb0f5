#include "lib/view/view_check.h"

#include <math.h>

static bool has_text(const struct value *v)
{
    return (v->type != VALUE_TEXT && v->type != VALUE_NUMERAL) || v->text;
}

static bool is_finite(const struct value *v)
{
    return (v->type != VALUE_PERCENT && v->type != VALUE_DECIMAL) || !isinf(v->share);
}

/* Whether a value fits the type of a column. If people read the answer, a cell may also be a text instead of the
   value. */
static bool has_type(const struct rows_column *c, const struct value *v, bool is_read)
{
    const bool is_known = v->type != VALUE_UNKNOWN && v->type != VALUE_NONE;
    return !is_known || v->type == c->type || !c->name || c->says || (is_read && v->type == VALUE_TEXT);
}

bool view_check_cells(const struct rows_column *columns, size_t n, const struct value *cells, bool is_read)
{
    for (size_t i = 0; i < n; i++)
        if (!has_type(&columns[i], &cells[i], is_read) || !has_text(&cells[i]) || !is_finite(&cells[i]))
            return false;
    return true;
}
