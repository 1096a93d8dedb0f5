/*
 * RPM packages (rpm's documentation, "Package format"): a lead of 96 bytes, a header of signatures padded to
 * 8 bytes, the header, and a compressed cpio archive. The index is made from the header alone. Its links are
 * more useful than its files: usr/lib/.build-id/xx/yyyy leads to the program with that build-id, and
 * usr/lib/debug/.build-id/xx/yyyy.debug to its debug file.
 */
#include "archive/package/inner_path.h"
#include "archive/package/package.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum { LEAD = 96 };

/* "Header tags": the tags of files, and the types of their values. */
enum { FILEMODES = 1030, FILELINKTOS = 1036, DIRINDEXES = 1116, BASENAMES = 1117, DIRNAMES = 1118 };
enum { TYPE_INT16 = 3, TYPE_INT32 = 4, TYPE_STRING_ARRAY = 8 };

struct package_rpm_header {
    struct cur entries; /* 16 bytes each: tag, type, offset into store, count */
    struct span store;
};

/* "Header format": magic and version, 4 reserved bytes, the number of entries, the size of the store. */
static struct package_rpm_header package_rpm_read_header(struct cur *c)
{
    static const uint8_t magic[] = { 0x8e, 0xad, 0xe8, 0x01 };
    struct span head = cur_take(c, sizeof(magic));
    if (!head.n || memcmp(head.p, magic, sizeof(magic)) != 0)
        c->bad = true;
    cur_u32(c);
    uint64_t entries = cur_u32(c), store = cur_u32(c);
    struct package_rpm_header h = { .entries = cur_of(cur_take(c, 16 * entries), ORDER_BIG) };
    h.store = cur_take(c, store);
    return h;
}

/* Reads the header with the files. Afterwards `c` is before the archive. */
static bool open_package(struct span package, struct cur *c, struct package_rpm_header *h)
{
    *c = cur_of(package, ORDER_BIG);
    cur_take(c, LEAD);
    size_t signatures = c->left;
    package_rpm_read_header(c);
    cur_take(c, -(signatures - c->left) & 7);
    *h = package_rpm_read_header(c);
    return !c->bad;
}

/* The value of a tag, which has *n elements; empty if there is no such tag of this type. */
static struct cur package_rpm_value_of(const struct package_rpm_header *h, uint32_t tag, uint32_t type,
                                       uint32_t *n)
{
    *n = 0;
    for (struct cur c = h->entries; c.left;) {
        uint32_t t = cur_u32(&c), kind = cur_u32(&c), offset = cur_u32(&c), count = cur_u32(&c);
        if (t != tag || kind != type)
            continue;
        struct cur value = cur_of(h->store, ORDER_BIG);
        cur_take(&value, offset);
        *n = count;
        return value;
    }
    return cur_of((struct span){ 0 }, ORDER_BIG);
}

/* The *n strings of a tag, at most MEMBERS_MOST + 1. Strings beyond the tag's end are "". malloc'ed, never
   NULL. */
static const char **strings_of(const struct package_rpm_header *h, uint32_t tag, uint32_t *n)
{
    struct cur c = package_rpm_value_of(h, tag, TYPE_STRING_ARRAY, n);
    if (*n >= c.left)
        *n = (uint32_t)c.left; /* each string has at least its NUL */
    if (*n >= MEMBERS_MOST + 1)
        *n = MEMBERS_MOST + 1;
    const char **v = mem_new((size_t)*n + 1, sizeof(*v));
    for (uint32_t i = 0; i < *n; i++)
        v[i] = cur_cstr(&c);
    return v;
}

static bool package_rpm_add_file(struct members *m, const char *dir, const char *base, const char *link,
                                 struct err *e)
{
    struct text path = { 0 }, to = { 0 };
    const char *target = NULL;
    if (strnlen(dir, MEMBERS_PATH + 1) > MEMBERS_PATH) /* too long to copy for each of its files */
        return true;
    text_printf(&path, "%s%s", inner_path(dir), base);
    if (*link) {
        inner_path_of_link(&to, path.s, link);
        target = to.s;
    }
    bool ok = members_add(m, path.s, target, e);
    text_free(&path);
    text_free(&to);
    return ok;
}

static bool package_rpm_list(struct span package, struct members *m, struct err *e)
{
    enum { TYPE = 0170000, REGULAR = 0100000, LINK = 0120000 }; /* POSIX.1-2008, cpio.h, c_mode */
    struct cur c;
    struct package_rpm_header h;
    uint32_t n, ndirs, nlinks, nindexes, nmodes;
    if (!open_package(package, &c, &h))
        return err_set(e, ERR_FORMAT, 0, "the header of the rpm is damaged or cut off");
    const char **bases = strings_of(&h, BASENAMES, &n), **dirs = strings_of(&h, DIRNAMES, &ndirs),
               **links = strings_of(&h, FILELINKTOS, &nlinks);
    struct cur indexes = package_rpm_value_of(&h, DIRINDEXES, TYPE_INT32, &nindexes),
               modes = package_rpm_value_of(&h, FILEMODES, TYPE_INT16, &nmodes);
    bool ok = n <= MEMBERS_MOST || err_set(e, ERR_UNSUPPORTED, 0, "it has more than %d files", MEMBERS_MOST);
    for (uint32_t i = 0; ok && i < n; i++) {
        uint32_t dir = cur_u32(&indexes);
        uint16_t type = cur_u16(&modes) & TYPE;
        if (indexes.bad || modes.bad || dir >= ndirs)
            ok = err_set(e, ERR_FORMAT, 0,
                         "the rpm's list of files is damaged: file %u is in folder %u of %u", i, dir, ndirs);
        else if (type == REGULAR)
            ok = package_rpm_add_file(m, dirs[dir], bases[i], "", e);
        else if (type == LINK && i < nlinks)
            ok = package_rpm_add_file(m, dirs[dir], bases[i], links[i], e);
    }
    free(bases);
    free(dirs);
    free(links);
    return ok;
}

/* The magic number of the "Lead". */
static bool package_rpm_recognise(struct span package, struct err *e UNUSED)
{
    return package.n > LEAD && !memcmp(package.p, "\xed\xab\xee\xdb", 4);
}

static struct span archive(struct span package)
{
    struct cur c;
    struct package_rpm_header h;
    if (!open_package(package, &c, &h))
        return (struct span){ 0 };
    return (struct span){ c.p, c.left };
}

const struct package_format package_rpm = { false, package_rpm_recognise, package_rpm_list, archive };
