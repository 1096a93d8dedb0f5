#include "archive/package/package.h"

#include "archive/package/entries.h"

const struct package_format *package_recognise(struct span package, struct err *e)
{
    static const struct package_format *const formats[] = { &package_deb, &package_rpm, &package_tar };
    for (size_t i = 0; i < COUNT(formats) && e->kind == ERR_NONE; i++)
        if (formats[i]->recognise(package, e))
            return formats[i];
    return NULL;
}

bool package_list_members(struct span archive, struct members *m, struct err *e)
{
    struct entries *u = entries_open(archive, true, e);
    struct entry file;
    while (u && entries_next(u, &file, e))
        if (!members_add(m, file.path, file.link, e))
            break;
    entries_close(u);
    return e->kind == ERR_NONE;
}
