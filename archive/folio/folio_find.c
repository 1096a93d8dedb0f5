/* Finds the captures of a folio by name, and opens them. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio.h"
#include "formats/perf/open.h"

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
        if (i)
            text_add(&all, ", ");
        if (which)
            text_printf(&all, "%s ", number);
        text_add(&all, f->captures[i].name);
    }
    if (found < 0 && !f->ncaptures)
        err_set(e, ERR_USAGE, 0, "%s has no capture", f->path);
    else if (found < 0 && which)
        err_set(e, ERR_USAGE, 0, "%s has no capture '%s', by number or name; it has %s", f->path, which,
                all.s);
    else if (found < 0)
        err_set(e, ERR_USAGE, 0, "%s has several captures; --capture chooses one: %s", f->path, all.s);
    text_free(&all);
    return found;
}

bool folio_has_label(const struct folio *f, uint32_t capture, const char *label)
{
    assert(capture < f->ncaptures);
    size_t n = strlen(label);
    for (const char *s = f->captures[capture].labels; s && *s; s += strcspn(s, "\n"), s += *s != 0)
        if (strcspn(s, "\n") == n && !strncmp(s, label, n))
            return true;
    return false;
}

struct capture *folio_open_capture(const struct folio *f, uint32_t capture, bool indexed, struct err *e)
{
    assert(capture < f->ncaptures);
    const struct folio_capture *c = &f->captures[capture];
    struct file *files;
    const char **paths;
    struct span index = { NULL, 0 };
    /* not used, since folio_read_section() stores the error in the folio's fault */
    struct err unread = { 0 };
    size_t n = folio_open_files(f, capture, &files, &paths, e);
    if (!n)
        return NULL;
    if (indexed && c->index)
        folio_read_section(f, c->index, &index, &unread);
    struct capture *opened = perfdata_open_files(f->path, c->directory, files, paths, n, index, e);
    free(files);
    free(paths);
    return opened;
}
