#include "core/resolve/labels.h"

#include <string.h>

static bool labels_begins(const char *name, const char *with)
{
    return !strncmp(name, with, strlen(with));
}

bool label_is_mapping(const struct arch *a, const char *name, bool typed)
{
    if (!a || !a->mapping_symbols)
        return false;
    if (name[0] != '$' || !name[1] || !strchr(a->mapping_symbols, name[1]))
        return false;
    return !name[2] || name[2] == '.' || (a->mapping_tails && !typed);
}

bool label_is_local(const struct arch *a, const char *name)
{
    return labels_begins(name, ".L") || (a && a->local_labels && labels_begins(name, a->local_labels));
}

bool label_in_kernel(struct span name)
{
    return name.n &&
           (name.p[0] == '$' || (name.n > 1 && (!memcmp(name.p, ".L", 2) || !memcmp(name.p, "L0", 2))));
}
