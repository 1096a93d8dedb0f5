#include "cli/output/columns.h"

#include "core/base/mem.h"

void column_gap(const char *separator, bool first, const char *front, struct text *line)
{
    if (separator)
        text_add(line, first ? "" : separator);
    else
        text_add(line, first ? front : "  ");
}

void column_text(const char *separator, const char *s, size_t width, bool right, bool last, struct text *line)
{
    size_t n = strlen(s);
    for (; separator && *s; s++)
        text_char(line, separator[0] == *s && !separator[1] ? '.' : *s, 1);
    if (separator)
        return;
    text_char(line, ' ', right && width > n ? width - n : 0);
    text_add_n(line, s, n < width ? n : width);
    text_char(line, ' ', !right && !last && width > n ? width - n : 0);
}

char *column_separator(const char *value)
{
    return strcmp(value, "\\t") ? mem_copy(value, strlen(value)) : mem_copy("\t", 1);
}
