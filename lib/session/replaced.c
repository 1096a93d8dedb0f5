#include "lib/session/replaced.h"

#include <string.h>

#include "archive/folio/folio.h"
#include "archive/package/page.h"
#include "archive/package/unwrap.h"
#include "core/base/file/file.h"
#include "core/base/file/output.h"
#include "core/base/mem.h"

/* Whether a file begins like a perf.data file of either byte order, or a stored pipe stream. */
static bool begins_as_capture(const struct file *f)
{
    static const char *const magics[] = { "PERFILE2", "2ELIFREP", "PERFFILE", "ELIFFREP" };
    struct err unused = { 0 };
    char head[8];
    if (file_read(f, 0, head, sizeof(head), &unused) != (int64_t)sizeof(head))
        return false;
    for (size_t i = 0; i < COUNT(magics); i++)
        if (!memcmp(head, magics[i], sizeof(head)))
            return true;
    return false;
}

/* Opens the regular file at a path that would be replaced. False: there is none. */
static bool open_replaced(const char *path, struct file *f)
{
    struct err unused = { 0 };
    bool absent;
    return strcmp(path, "-") != 0 && !output_writes_into(path) &&
           file_open_regular(f, path, &absent, &unused);
}

bool replaced_by_capture(const char *path, struct err *e)
{
    struct file f;
    if (!open_replaced(path, &f))
        return true;
    const bool may = !f.size || begins_as_capture(&f);
    file_close(&f);
    return may || err_set(e, ERR_USAGE, 0, "%s exists and is not a capture, so it is not replaced", path);
}

bool replaced_by_text(const char *path, struct err *e)
{
    struct file f;
    struct err unused = { 0 };
    if (!open_replaced(path, &f))
        return true;
    const bool is_recording = begins_as_capture(&f) || folio_recognise(&f, &unused) == FOLIO_IS ||
                              page_is_of_folio(&f, &unused) || unwrap_holds_input(&f);
    file_close(&f);
    return !is_recording ||
           err_set(e, ERR_USAGE, 0, "%s exists and is a capture or folio, so it is not replaced", path);
}
