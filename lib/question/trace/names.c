/* names: selects calls by name, pattern or group (-e). */
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "lib/question/trace/tracer.h"
#include "core/base/file/paths/glob.h"
#include "core/base/file/paths/glob.h"
#include "core/base/mem.h"

bool trace_call_names_take(void *target, const struct option_row *row UNUSED, const char *text,
                           struct err *e UNUSED)
{
    struct call_names *n = target;
    trace_call_names_drop(n);
    n->others = *text == '!';
    n->text = mem_copy(text + n->others, strlen(text + n->others));
    size_t cap = 0;
    for (char *at = n->text; at;) {
        char *next = strchr(at, ',');
        if (next)
            *next++ = 0;
        *MEM_ADD(n->v, n->n, cap) = at;
        n->ncalls += !strchr(at, ':');
        at = next;
    }
    return true;
}

static bool names_is_called(const char *word, const char *name)
{
    return !strcmp(word, name) || (glob_is_pattern(word) && glob_match(word, name));
}

/* Whether a call takes the name of a file: strace's group "file". */
static bool takes_file(const struct call_kind *kind)
{
    for (unsigned i = 0; i < kind->nargs; i++)
        if (!strcmp(kind->args[i].type, "const char *") &&
            (strstr(kind->args[i].name, "name") || strstr(kind->args[i].name, "path")))
            return true;
    return false;
}

bool trace_call_names_match(const struct call_names *n, const struct call_kind *kind)
{
    bool found = false;
    for (size_t i = 0; i < n->n && !found; i++) {
        if (strcmp(n->v[i], "file"))
            found = names_is_called(n->v[i], kind->name);
        else
            found = takes_file(kind);
    }
    return found != n->others || !n->ncalls;
}

bool trace_call_names_match_event(const struct call_names *n, const char *name)
{
    for (size_t i = 0; i < n->n; i++)
        if (strchr(n->v[i], ':') && names_is_called(n->v[i], name))
            return true;
    return false;
}

/* Whether a word selects a call of the architecture. Also collects similar names for a suggestion. */
static bool means_something(const char *word, const struct arch *a, struct text_nearest *meant)
{
    const char *name;
    int32_t number;
    if (!strcmp(word, "file"))
        return true;
    for (const uint8_t *abi = a->abis; *abi; abi++)
        for (size_t i = 0; (name = syscall_row(i, (enum syscall_abi) * abi, &number)) != NULL; i++) {
            if (number >= 0 && names_is_called(word, name))
                return true;
            if (number >= 0)
                text_nearest_try(meant, name);
        }
    return false;
}

static bool means_event(const char *word, const struct capture *c, struct text_nearest *meant)
{
    for (uint32_t i = 0; i < c->events.n; i++) {
        if (names_is_called(word, c->events.v[i].name))
            return true;
        text_nearest_try(meant, c->events.v[i].name);
    }
    return false;
}

bool trace_call_names_check(const struct call_names *n, const struct capture *c, struct err *e)
{
    const struct arch *a = c->env.arch;
    for (size_t i = 0; i < n->n; i++) {
        struct text_nearest meant = text_nearest_to(n->v[i], strlen(n->v[i]));
        char but[TEXT_NEAREST_ROOM];
        if (*n->v[i] == '!')
            return err_set(e, ERR_USAGE, 0, "-e %s: ! applies to the whole list, so put it first", n->v[i]);
        if (strchr(n->v[i], ':') && !means_event(n->v[i], c, &meant))
            return err_set(e, ERR_USAGE, 0, "-e %s: the capture has no event of this name%s", n->v[i],
                           text_nearest_hint(&meant, but));
        if (!strchr(n->v[i], ':') && a && !means_something(n->v[i], a, &meant))
            return err_set(e, ERR_USAGE, 0, "-e %s: %s has no system call of this name%s", n->v[i], a->name,
                           text_nearest_hint(&meant, but));
    }
    return true;
}

void trace_call_names_drop(void *target)
{
    struct call_names *n = target;
    free(n->text);
    free(n->v);
    *n = (struct call_names){ 0 };
}
