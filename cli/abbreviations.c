#include "cli/abbreviations.h"

#include <stdbool.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"

/* The one option that begins with n letters, or is just these; NULL: several do, or none. */
static const char *meant(const char *name, size_t n, const struct poptOption *const *tables, size_t ntables)
{
    const char *found = NULL;
    size_t count = 0;
    for (size_t t = 0; t < ntables; t++)
        for (const struct poptOption *o = tables[t]; o->longName || o->shortName || o->arg; o++) {
            if (!o->longName || strncmp(o->longName, name, n) != 0)
                continue;
            if (!o->longName[n])
                return o->longName;
            found = o->longName;
            count++;
        }
    return count == 1 ? found : NULL;
}

const char **abbreviations_expand(int argc, const char *const *argv, const struct poptOption *const *tables,
                                  size_t ntables, struct arena *texts)
{
    const char **words = mem_new((size_t)argc + 1, sizeof(*words));
    bool options = true;
    for (int i = 0; i < argc; i++) {
        const char *name = argv[i] + 2;
        options = options && strcmp(argv[i], "--") != 0;
        words[i] = argv[i];
        if (!options || strncmp(argv[i], "--", 2) != 0)
            continue;
        size_t n = strcspn(name, "=");
        const char *whole = n ? meant(name, n, tables, ntables) : NULL;
        struct text t = { 0 };
        if (whole && whole[n]) {
            text_printf(&t, "--%s%s", whole, name + n);
            words[i] = arena_text(texts, t.s, t.n);
        }
        text_free(&t);
    }
    return words;
}
