#include "cli/options/abbreviations.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"

const char **abbreviations_of(const char *word, const struct poptOption *const *tables, size_t ntables)
{
    const char **names = NULL, *name = word + 2;
    size_t n = 0, cap = 0, letters = strncmp(word, "--", 2) ? 0 : strcspn(name, "=");
    for (size_t t = 0; letters && t < ntables; t++)
        for (const struct poptOption *o = tables[t]; o->longName || o->shortName || o->arg; o++) {
            if (!o->longName || strncmp(o->longName, name, letters) != 0)
                continue;
            bool is_whole = !o->longName[letters];
            names = mem_room(names, n + 1, &cap, sizeof(*names));
            n = is_whole ? 0 : n;
            names[n++] = o->longName;
            if (is_whole) {
                names[n] = NULL;
                return names;
            }
        }
    names = mem_room(names, n, &cap, sizeof(*names));
    names[n] = NULL;
    return names;
}

const char **abbreviations_expand(int argc, const char *const *argv, const struct poptOption *const *tables,
                                  size_t ntables, const struct poptOption *last, struct arena *texts)
{
    const char **words = mem_new((size_t)argc + 1, sizeof(*words));
    bool options = true;
    for (int i = 0; i < argc; i++) {
        words[i] = argv[i];
        options = options && strcmp(argv[i], "--") != 0;
        if (!options)
            continue;
        const char **names = abbreviations_of(argv[i], tables, ntables);
        if (!names[0] && last) {
            free(names);
            names = abbreviations_of(argv[i], &last, 1);
        }
        if (names[0] && !names[1]) {
            struct text t = { 0 };
            text_printf(&t, "--%s%s", names[0], argv[i] + strcspn(argv[i], "="));
            words[i] = arena_text(texts, t.s, t.n);
            text_free(&t);
        }
        free(names);
    }
    return words;
}

const struct poptOption *abbreviations_option(const char *name, const struct poptOption *const *tables,
                                              size_t ntables)
{
    for (size_t t = 0; t < ntables; t++)
        for (const struct poptOption *o = tables[t]; o->longName || o->shortName || o->arg; o++)
            if (o->longName && !strcmp(o->longName, name))
                return o;
    return NULL;
}
