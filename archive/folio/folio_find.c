/* The captures of a folio by what they are called. */
#include <stdio.h>
#include <string.h>

#include "archive/folio/folio.h"

int64_t folio_find_capture(const struct folio *f, const char *which, struct err *e)
{
    struct text all = { 0 };
    int64_t found = -1;
    if (!which && f->ncaptures == 1)
        return 0;
    for (size_t i = 0; i < f->ncaptures; i++) {
        char number[24];
        snprintf(number, sizeof(number), "%zu", i + 1);
        if (which && (!strcmp(which, number) || (found < 0 && !strcmp(which, f->captures[i].name))))
            found = (int64_t)i;
        text_printf(&all, i ? ", %s" : "%s", f->captures[i].name);
    }
    if (found < 0 && !f->ncaptures)
        err_set(e, ERR_USAGE, 0, "%s has no capture", f->path);
    else if (found < 0)
        err_set(e, ERR_USAGE, 0,
                which ? "%s has no such capture, but %s"
                      : "%s has several captures; --capture NAME says which: %s",
                f->path, all.s);
    text_free(&all);
    return found;
}

bool folio_has_label(const struct folio *f, uint32_t capture, const char *label)
{
    size_t n = strlen(label);
    for (const char *s = f->captures[capture].labels; s && *s; s += strcspn(s, "\n"), s += *s != 0)
        if (strcspn(s, "\n") == n && !strncmp(s, label, n))
            return true;
    return false;
}
