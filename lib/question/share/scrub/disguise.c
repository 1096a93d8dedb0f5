#include "lib/question/share/scrub/disguise.h"

#include <string.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "lib/question/share/scrub/event_names.h"

enum { COMM_MOST = 15, STAYS_MOST = 1 << 24 /* bytes of a file with names that stay */ };

void disguise_free(struct disguise *d)
{
    arena_names_free(&d->stays);
    arena_names_free(&d->commands);
    arena_names_free(&d->kept);
    arena_names_free(&d->functions);
    arena_names_free(&d->removed);
    leaks_free_own(&d->own);
    for (size_t i = 0; i < SCRUB_KINDS; i++)
        arena_names_free(&d->seen[i]);
    *d = (struct disguise){ .level = d->level };
}

/* Notes the names in the lines of a text. */
static void note_stays(struct disguise *d, char *s)
{
    for (char *line = s, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        size_t n = strlen(line);
        while (n && strchr(" \t\r", line[n - 1]))
            line[--n] = 0;
        if (n && *line != '#')
            arena_names_id(&d->stays, line);
    }
}

bool disguise_read_stays(struct disguise *d, const char *path, struct err *e)
{
    struct text t = { 0 };
    bool ok = file_read_all(path, STAYS_MOST, &t, e);
    if (ok && t.n && strlen(t.s) != t.n)
        ok = err_set(e, ERR_FORMAT, strlen(t.s), "it is no text: it has a byte 0");
    if (ok && t.n)
        note_stays(d, t.s);
    if (!ok)
        err_prefix(e, "--keep %s", path);
    text_free(&t);
    return ok;
}

enum scrub_act disguise_act(const struct disguise *d, enum scrub_kind kind)
{
    return policy_act(kind, d->level);
}

bool disguise_lets_through(struct disguise *d, enum scrub_kind kind)
{
    d->found[kind]++;
    return disguise_act(d, kind) == ACT_KEEP;
}

void disguise_keep(struct disguise *d, const char *s)
{
    if (s && *s)
        arena_names_id(&d->kept, s);
}

/* Counts a text if it is the first of its kind. Returns it. */
static const char *count_text(struct disguise *d, enum scrub_kind kind, const char *s, bool is_kept)
{
    const uint32_t before = d->seen[kind].n;
    arena_names_id(&d->seen[kind], s);
    d->found[kind] += d->seen[kind].n > before;
    d->replaced[kind] += d->seen[kind].n > before && !is_kept;
    return s;
}

static const char *keep_text(struct disguise *d, enum scrub_kind kind, const char *s)
{
    if (kind == SCRUB_SYMBOL && !arena_names_find(&d->stays, s))
        arena_names_id(&d->functions, s);
    else
        disguise_keep(d, s);
    return count_text(d, kind, s, true);
}

void disguise_remove(struct disguise *d, enum scrub_kind kind, const char *s)
{
    arena_names_id(&d->removed, s);
    count_text(d, kind, s, false);
}

const char *disguise_text(struct disguise *d, enum scrub_kind kind, const char *prefix, const char *s)
{
    const enum scrub_act act = disguise_act(d, kind);
    if (!*s)
        return s;
    if (act == ACT_KEEP && !leaks_is_secret(s))
        return keep_text(d, kind, s);
    disguise_remove(d, kind, s);
    if (act == ACT_DROP)
        return "";
    return pseudonym_of(d->names, prefix, s);
}

/* The path with another folder: /path-XXXXXXXXXXX/NAME. */
static const char *other_folder(struct disguise *d, enum scrub_kind kind, const char *path)
{
    const char *name = strrchr(path, '/') + 1;
    struct text folder = { 0 }, made = { 0 };
    text_add_n(&folder, path, (size_t)(name - path));
    arena_names_id(&d->removed, folder.s);
    count_text(d, kind, path, false);
    text_printf(&made, "%s/%s", pseudonym_of(d->names, "/path-", folder.s), name);
    const char *kept = arena_names_intern(&d->kept, made.s);
    text_free(&folder);
    text_free(&made);
    return kept;
}

const char *disguise_path(void *disguise, const char *path)
{
    /* no files: they may have code that a program made, and are known by these words */
    static const char *const memory[] = { "/memfd:",     "/dev/shm/", "[anon:",    "[anon_shmem:",
                                          "anon_inode:", "/SYSV",     "/dev/zero", "/anon_hugepage" };
    struct disguise *d = disguise;
    const int kind = policy_path_kind(path);
    if (kind < 0) {
        disguise_keep(d, path);
        return path;
    }
    if (disguise_keeps_object(d, path))
        return keep_text(d, (enum scrub_kind)kind, path);
    for (size_t i = 0; i < COUNT(memory); i++)
        if (!strncmp(path, memory[i], strlen(memory[i])))
            return disguise_text(d, SCRUB_USER_PATH, memory[i], path);
    if (!strchr(path, '/'))
        return disguise_text(d, SCRUB_USER_PATH, "/path-", path);
    if (disguise_act(d, (enum scrub_kind)kind) == ACT_FOLDER && !leaks_is_secret(path))
        return other_folder(d, (enum scrub_kind)kind, path);
    return disguise_text(d, (enum scrub_kind)kind, "/path-", path);
}

/* A thread that has the name of a program whose path is kept tells nothing more. */
const char *disguise_comm(void *disguise, const char *comm)
{
    struct disguise *d = disguise;
    const bool is_program = d->level < SCRUB_NOTHING && arena_names_find(&d->commands, comm);
    const bool stays = is_program || arena_names_find(&d->stays, comm);
    if (*comm && stays && !leaks_is_secret(comm))
        return keep_text(d, SCRUB_COMMAND, comm);
    return disguise_text(d, SCRUB_COMMAND, "cmd-", comm);
}

/* Names that kernels and perf give tell nothing of persons. */
const char *disguise_event(void *disguise, const char *name)
{
    struct disguise *d = disguise;
    const bool is_standard = event_name_is_standard(name);
    const bool stays = disguise_act(d, SCRUB_EVENT) == ACT_KEEP || arena_names_find(&d->stays, name);
    if (!*name)
        return "";
    if (!is_standard && (!stays || leaks_is_secret(name))) {
        disguise_remove(d, SCRUB_EVENT, name);
        return pseudonym_of(d->names, "event-", name);
    }
    if (!is_standard)
        count_text(d, SCRUB_EVENT, name, true);
    return arena_names_intern(&d->kept, name);
}

void disguise_note_programs(struct disguise *d, const struct timeline *t)
{
    size_t n;
    const struct object *const *objects = timeline_objects(t, &n);
    for (size_t i = 0; i < n; i++) {
        const int kind = policy_path_kind(objects[i]->path);
        struct text name = { 0 };
        if (kind < 0 || disguise_act(d, (enum scrub_kind)kind) != ACT_KEEP)
            continue;
        const char *base = text_base_name(objects[i]->path);
        text_add_n(&name, base, strnlen(base, COMM_MOST));
        if (name.n)
            arena_names_id(&d->commands, name.s);
        text_free(&name);
    }
}

bool disguise_keeps_object(const struct disguise *d, const char *path)
{
    return d->stays.n && !leaks_is_secret(path) &&
           (arena_names_find(&d->stays, path) || arena_names_find(&d->stays, text_base_name(path)));
}

/* The offset of the first path in the name of a function that is not kept: compilers of scripts put it there. That of the
   end: there is none. */
static size_t path_in_function(const struct disguise *d, const char *name)
{
    const char *slash = strchr(name, '/');
    for (; slash; slash = strchr(slash + 1, '/')) {
        const int kind = policy_path_kind(slash);
        if (policy_begins_path(name, (size_t)(slash - name)) && kind >= 0 &&
            disguise_act(d, (enum scrub_kind)kind) != ACT_KEEP)
            return (size_t)(slash - name);
    }
    return strlen(name);
}

/* Notes the paths in the name of a function, as it is kept: a command line may have them, too. */
static void keep_paths(struct disguise *d, const char *name)
{
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/'))
        if (policy_begins_path(name, (size_t)(slash - name)))
            disguise_keep(d, slash);
}

/* The end of a path without the numbers of a line and column, ":12:3". */
static size_t end_of_path(const char *path)
{
    size_t n = strlen(path), end = n;
    while (n && strchr("0123456789:", path[n - 1]))
        if (path[--n] == ':')
            end = n;
    return end;
}

/* The name of a function with what its path becomes. Spaces may be in a path: it ends where the name does. */
static const char *without_path(struct disguise *d, const char *name, size_t at)
{
    const size_t n = end_of_path(name + at);
    struct text path = { 0 }, made = { 0 };
    disguise_remove(d, SCRUB_SYMBOL, name);
    text_add_n(&path, name + at, n);
    text_add_n(&made, name, at);
    text_printf(&made, "%s%s", disguise_path(d, path.s), name + at + n);
    const char *kept = arena_names_intern(&d->functions, made.s);
    keep_paths(d, kept);
    text_free(&path);
    text_free(&made);
    return kept;
}

const char *disguise_function(struct disguise *d, bool kept_object, const char *name)
{
    const bool is_named = d->stays.n && arena_names_find(&d->stays, name);
    const bool stays = kept_object || is_named || disguise_act(d, SCRUB_SYMBOL) == ACT_KEEP;
    if (!*name || !stays || leaks_is_secret(name))
        return disguise_text(d, SCRUB_SYMBOL, "sym_", name);
    const size_t at = path_in_function(d, name);
    if (name[at] && !is_named)
        return without_path(d, name, at);
    keep_paths(d, name);
    return keep_text(d, SCRUB_SYMBOL, name);
}

const char *disguise_source(struct disguise *d, const char *path)
{
    const bool has_folder = strchr(path, '/');
    if (has_folder && disguise_act(d, SCRUB_SOURCE_PATH) == ACT_FOLDER && !leaks_is_secret(path))
        return other_folder(d, SCRUB_SOURCE_PATH, path);
    if (!has_folder && disguise_act(d, SCRUB_SOURCE_PATH) == ACT_FOLDER)
        return keep_text(d, SCRUB_SOURCE_PATH, path);
    return disguise_text(d, SCRUB_SOURCE_PATH, "/source-", path);
}
