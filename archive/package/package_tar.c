/*
 * A tar, plain or compressed. It may be any tar, or one that `perf archive` made from the entries of ~/.debug
 * that a capture needs. With --all, perf archive puts that tar together with perf.data into another tar
 * (tools/perf/perf-archive.sh).
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
    /* libarchive reads zeros as an empty tar, too */
    bool tar = u && entries_next(u, &file, &why) && entries_are_tar(u);
    entries_close(u);
    return tar || (why.kind == ERR_IO && err_set(e, ERR_IO, 0, "%s", why.msg));
}

const struct package_format package_tar = { true, package_tar_recognise, package_list_members, NULL };
