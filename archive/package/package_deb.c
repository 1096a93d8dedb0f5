/*
 * Debian's packages, .deb, .ddeb and .udeb: an ar archive of debian-binary, control.tar and data.tar
 * (deb(5)). The index is made from control.tar alone: from the paths in md5sums (deb-md5sums(5)), which have
 * no links, and from the field Build-Ids that debhelper adds to packages of debug files (dh_strip(1)). A
 * package without either is unpacked for its index.
 */
#include "archive/package/inner_path.h"
#include "archive/package/package.h"
#include "archive/package/entries.h"

#include <string.h>
#include <strings.h>

enum { LIST_MOST = 128 << 20 }; /* bytes of md5sums, and of control */

static bool package_deb_recognise(struct span package, struct err *e UNUSED)
{
    static const char head[] = "!<arch>\ndebian-binary";
    return package.n > sizeof(head) && !memcmp(package.p, head, sizeof(head) - 1);
}

/* Removes the next line from *rest and returns it. */
static char *package_deb_line_of(char **rest)
{
    char *line = *rest, *end = NULL;
    if (line)
        end = strchr(line, '\n');
    if (end)
        *end++ = 0;
    *rest = end;
    return line;
}

/* Adds the paths of lines "md5  path". */
static bool add_md5sums(char *text, struct members *m, struct err *e)
{
    for (char *line; (line = package_deb_line_of(&text)) != NULL;)
        if (strlen(line) > 34 && !members_add(m, inner_path(line + 34), NULL, e))
            return false;
    return true;
}

/* Adds the build-ids of a line "Build-Ids: id id...". */
static bool add_build_ids(char *text, struct members *m, struct err *e)
{
    for (char *line; (line = package_deb_line_of(&text)) != NULL;) {
        if (strncasecmp(line, "Build-Ids:", 10) != 0)
            continue;
        for (char *id = line + 10; *id; id += strcspn(id, " ")) {
            id += strspn(id, " ");
            if (!members_add_debug(m, id, strcspn(id, " "), e))
                return false;
        }
    }
    return true;
}

static bool package_deb_list(struct span package, struct members *m, struct err *e)
{
    struct entries *u = entries_open(package, true, e);
    struct entry file;
    struct text text = { 0 };
    size_t before = m->n;
    bool ok = true;
    while (ok && u && entries_next(u, &file, e) && (file.inner || strncmp(file.path, "data.tar", 8) != 0)) {
        const bool md5sums = file.inner && !strcmp(file.path, "md5sums");
        const bool control = file.inner && !strcmp(file.path, "control");
        if (!md5sums && !control)
            continue;
        text.n = 0;
        text_add(&text, "");
        ok = entries_read(u, LIST_MOST, &text, e);
        if (md5sums)
            ok = ok && add_md5sums(text.s, m, e);
        else
            ok = ok && add_build_ids(text.s, m, e);
    }
    text_free(&text);
    entries_close(u);
    return e->kind == ERR_NONE && (m->n > before || package_list_members(package, m, e));
}

const struct package_format package_deb = { true, package_deb_recognise, package_deb_list, NULL };
