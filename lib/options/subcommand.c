#include "lib/options/command.h"

#include <string.h>

#include "lib/options/absent.h"
#include "core/base/text.h"

enum { LEAST_LETTERS = 3, MOST = 16 };

static bool is_short_for(const char *name, const char *word, size_t n)
{
    return !strcmp(name, word) || (n >= LEAST_LETTERS && !strncmp(name, word, n));
}

static int subcommand_choose(const char *command, const char *word, const char *const *names,
                             struct outlet *err)
{
    size_t n = word ? strlen(word) : 0;
    struct text_nearest meant = text_nearest_to(word, n);
    for (int i = 0; names[i]; i++) {
        if (n && is_short_for(names[i], word, n))
            return i;
        if (n)
            text_nearest_try(&meant, names[i]);
    }
    if (n && absent_show(command, word, err))
        return -1;
    if (n) {
        outlet_print(err, "perfolio %s: there is no '", command);
        absent_word_show(word, n, err);
        outlet_add(err, "', but ");
    } else {
        outlet_print(err, "perfolio %s: name a view; there is ", command);
    }
    if (meant.found)
        outlet_print(err, "'%s'", meant.found);
    else
        absent_alternatives_show("", names, err);
    outlet_print(err, "\n");
    return -1;
}

int command_match_name(const char *command, const char *word, const char *(*name_at)(size_t i),
                       struct outlet *err)
{
    const char *names[MOST + 1] = { NULL };
    for (size_t i = 0; i < MOST && (names[i] = name_at(i)) != NULL;)
        i++;
    return subcommand_choose(command, word, names, err);
}

const struct command *command_view(const struct command *c, const char *word, struct outlet *err)
{
    const char *names[MOST + 1] = { NULL };
    for (size_t i = 0; i < MOST && c->views[i]; i++)
        names[i] = command_word(c->views[i]);
    const int i = subcommand_choose(c->name, word, names, err);
    if (i < 0)
        return NULL;
    return c->views[i];
}
