/*
 * A tar, plain or compressed: what `perf archive` makes of the entries of ~/.debug that a capture needs, with
 * --all packed once more together with perf.data (tools/perf/perf-archive.sh), or any other.
 */
#include "archive/package/package.h"
#include "archive/package/entries.h"

static bool recognise(struct span package)
{
    struct err e = { 0 };
    struct entry file;
    struct entries *u = package.n ? entries_open(package, false, &e) : NULL;
    bool tar = u && entries_next(u, &file, &e) && entries_are_tar(u); /* zeros are an empty tar as well */
    entries_close(u);
    return tar;
}

const struct package_format package_tar = { "tar", true, recognise, package_walk, NULL };
