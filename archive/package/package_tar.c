/*
 * A tar, plain or compressed: one that `perf archive` made of the entries of ~/.debug that a capture needs, which with
 * --all is in another tar together with perf.data (tools/perf/perf-archive.sh), or any other.
 */
#include "archive/package/package.h"
#include "archive/package/entries.h"

static bool package_tar_recognise(struct span package, struct err *e)
{
    struct err why = { 0 };
    struct entry file;
    struct entries *u = NULL;
    if (package.n)
        u = entries_open(package, false, &why);
    bool tar = u && entries_next(u, &file, &why) && entries_are_tar(u); /* zeros are an empty tar as well */
    entries_close(u);
    return tar || (why.kind == ERR_IO && err_set(e, ERR_IO, 0, "%s", why.msg));
}

const struct package_format package_tar = { true, package_tar_recognise, package_list_members, NULL };
