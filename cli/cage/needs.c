#include "cli/cage/needs.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/file/output.h"

/* What libraries and the C library read, wherever it exists: themselves, and facts about the system. */
static const char *const of_system[] = {
    "/usr",          "/lib",          "/lib32",           "/lib64",
    "/nix/store",    "/gnu/store",    "/etc/ld.so.cache", "/etc/localtime",
    "/etc/terminfo", "/dev",          "/proc/self",       "/proc/sys",
    "/proc/cpuinfo", "/proc/meminfo", "/proc/stat",       "/sys/devices/system",
};

/* What a request to a server reads. */
static const char *const of_network[] = { "/etc", "/run/systemd/resolve" };

struct needs {
    struct cage *cage;
    const struct command *command;
    const struct common_opts *o;
    bool writes;
};

static void needs_add(struct words *to, const char *path)
{
    value_words_add(to, path, strlen(path));
}

/* The value of a variable of the desk's environment; NULL: it is not set, or empty. */
static const char *needs_variable(const struct desk *d, const char *name)
{
    const size_t n = strlen(name);
    for (const char *const *v = d->around.environment; v && *v; v++)
        if (!strncmp(*v, name, n) && (*v)[n] == '=' && (*v)[n + 1])
            return *v + n + 1;
    return NULL;
}

/* Cuts the last component off a path, so that its folder remains. */
static void needs_cut(struct text *path)
{
    size_t n = (size_t)(text_base_name(path->s) - path->s);
    while (n > 1 && path->s[n - 1] == '/')
        n--;
    path->n = 0;
    if (n)
        path->s[path->n = n] = 0;
    else
        text_add(path, ".");
}

/* Adds the folder of a path or, if it does not exist, the nearest one above it that does. */
static void needs_add_folder(struct words *to, const char *path)
{
    struct text at = { 0 };
    text_add(&at, path);
    do
        needs_cut(&at);
    while (!file_is_dir(at.s) && strcmp(at.s, "/") && strcmp(at.s, "."));
    needs_add(to, at.s);
    text_free(&at);
}

/* Adds a folder that may have to be made first. */
static void needs_add_tree(struct words *to, const char *path)
{
    if (file_is_dir(path))
        needs_add(to, path);
    else
        needs_add_folder(to, path);
}

static bool needs_ends_with(const char *s, const char *end)
{
    const size_t n = strlen(s), k = strlen(end);
    return n >= k && !strcmp(s + n - k, end);
}

/* Adds the files and folders that a value may name: itself; what follows "file://" or "="; the folder of a pattern. */
static void needs_add_input(struct words *to, const char *value)
{
    static const char scheme[] = "file://";
    if (!strncmp(value, scheme, strlen(scheme)))
        value += strlen(scheme);
    const char *behind = strchr(value, '=');
    const size_t plain = strcspn(value, "*?[");
    needs_add(to, value);
    if (needs_ends_with(value, ".build-id") || needs_ends_with(value, ".build-id/"))
        needs_add_folder(to, value); /* its links lead to the folders beside it */
    if (behind)
        needs_add(to, behind + 1);
    if (value[plain]) {
        struct text pattern = { 0 };
        text_add_n(&pattern, value, plain);
        needs_add_folder(to, pattern.s);
        text_free(&pattern);
    }
}

/* Adds the folder of a file that will be made or replaced, and those to which its links lead. */
static void needs_add_output(struct needs *n, const char *path)
{
    enum { LINKS_MOST = 40 }; /* as the kernel follows (path_resolution(7)) */
    struct words *places = &n->cage->places;
    struct text at = { 0 }, target = { 0 };
    n->writes = true;
    n->cage->rights |= CAGE_PLACES;
    if (output_writes_into(path)) { /* a device, a pipe */
        n->cage->rights |= CAGE_UPDATES;
        needs_add(places, path);
    }
    needs_add_folder(places, path);
    text_add(&at, path);
    for (int i = 0; i < LINKS_MOST && file_kind_of(at.s) == FILE_LINK; i++) {
        target.n = 0;
        if (!file_read_link(at.s, &target))
            break;
        needs_cut(&at);
        text_add(&at, "/");
        if (target.s[0] == '/')
            at.n = 0;
        text_add(&at, target.s);
        needs_add_folder(places, at.s);
    }
    text_free(&at);
    text_free(&target);
}

/* libdebuginfod's folder of what it has downloaded (debuginfod_find_debuginfo(3), "CACHE"). */
static void needs_add_cache(struct needs *n)
{
    const struct desk *d = n->o->desk;
    const char *named = needs_variable(d, "DEBUGINFOD_CACHE_PATH"),
               *caches = needs_variable(d, "XDG_CACHE_HOME");
    struct text path = { 0 };
    if (named) {
        needs_add_tree(&n->cage->trees, named);
        return;
    }
    if (d->home) {
        text_printf(&path, "%s/.debuginfod_client_cache", d->home);
        needs_add(&n->cage->trees, path.s);
        path.n = 0;
    }
    if (caches)
        text_printf(&path, "%s/debuginfod_client", caches);
    else
        text_printf(&path, "%s/.cache/debuginfod_client", text_or(d->home, ""));
    needs_add_tree(&n->cage->trees, path.s);
    text_free(&path);
}

static void needs_of_value(struct needs *n, const struct option_row *row, const char *value)
{
    struct cage *c = n->cage;
    switch (row->needs) {
    case NEEDS_NOTHING:
        break;
    case NEEDS_INPUT:
        needs_add_input(&c->reads, value);
        break;
    case NEEDS_UPDATE:
        c->rights |= CAGE_UPDATES;
        if (*value)
            needs_add_output(n, value);
        break;
    case NEEDS_OUTPUT:
        needs_add_output(n, value);
        break;
    case NEEDS_TREE:
        n->writes = true;
        c->rights |= CAGE_PLACES;
        needs_add_tree(&c->trees, value);
        break;
    case NEEDS_BESIDE:
        for (size_t i = 0; i < n->o->inputs.n; i++)
            needs_add_output(n, n->o->inputs.v[i]);
        break;
    case NEEDS_SERVERS:
        n->writes = true;
        c->rights |= CAGE_NETWORK | CAGE_WRITES;
        for (size_t i = 0; i < COUNT(of_network); i++)
            needs_add(&c->reads, of_network[i]);
        needs_add_cache(n);
        break;
    case NEEDS_SERVICE:
        c->rights |= CAGE_NETWORK | CAGE_WRITES | CAGE_RUNS;
        break;
    }
}

/* Takes the needs of the options of a table. */
static void needs_of_rows(struct needs *n, const struct option_row *rows)
{
    for (const struct option_row *row = rows; row && row->name; row++) {
        const void *at = (const char *)n->o + row->target;
        const struct words *several = at;
        const char *one = NULL;
        if (row->needs == NEEDS_NOTHING)
            continue;
        if (row->kind == OPTION_FLAG && *(const bool *)at)
            one = text_or(row->usual_file, "");
        else if (row->kind == OPTION_TEXT || row->kind == OPTION_CALL)
            one = text_or(*(char *const *)at, row->usual_file);
        for (size_t i = 0; row->kind == OPTION_EACH && i < several->n; i++)
            needs_of_value(n, row, several->v[i]);
        if (one && strcmp(one, "-"))
            needs_of_value(n, row, one);
    }
}

/* Whether a file has a text in its first or last bytes. False also if it cannot be read. */
static bool needs_mentions(const struct file *f, const char *text)
{
    enum { HEAD = 64 << 10, TAIL = 4 << 20 };
    const size_t n = strlen(text);
    const uint64_t tail = f->size > TAIL ? f->size - TAIL : 0;
    char *bytes = mem_new(1, TAIL);
    struct err e = { 0 };
    bool has = false;
    for (int i = 0; i < 2 && !has; i++) {
        int64_t have = file_read(f, i ? tail : 0, bytes, i ? TAIL : HEAD, &e);
        for (const char *at = bytes; !has && have >= (int64_t)n && at; at++) {
            at = memchr(at, *text, (size_t)(bytes + have - at) - (n - 1));
            if (!at || at + n > bytes + have)
                break;
            has = !memcmp(at, text, n);
        }
    }
    free(bytes);
    return has;
}

/* Whether a capture may be of this machine: it has the name of this machine, or can only be read as a stream, or has
   several files. */
static bool needs_may_be_of_here(const char *path, const char *host)
{
    struct err e = { 0 };
    struct file f;
    bool absent;
    if (!strcmp(path, "-"))
        return true;
    if (!file_open_regular(&f, path, &absent, &e))
        return !absent;
    const bool is = needs_mentions(&f, host);
    file_close(&f);
    return is;
}

/* Whether files of running processes may be needed, which are at paths of /proc (archive/source/live.c). Landlock would
   refuse them: a process may not look into those that have more rights. So there is no Landlock then. A capture that
   came from another machine does not have the name of this one. */
static bool needs_processes(const struct needs *n)
{
    struct text host = { 0 };
    struct err e = { 0 };
    bool may = false;
    if (n->o->isolated)
        return false;
    if (n->command->traits & COMMAND_OF_HERE)
        return true;
    if (!file_read_all("/proc/sys/kernel/hostname", 4096, &host, &e)) {
        text_free(&host);
        return true;
    }
    host.s[strcspn(host.s, "\n")] = 0;
    for (size_t i = 0; *host.s && i < n->o->inputs.n && !may; i++)
        may = needs_may_be_of_here(n->o->inputs.v[i], host.s);
    text_free(&host);
    return may || n->o->before.n || n->o->after.n;
}

/* Names what is read: what options name, the captures, and what the system shares. */
static void needs_name_reads(struct needs *n)
{
    struct words *reads = &n->cage->reads;
    struct text program = { 0 };
    n->cage->reads_named = true;
    for (size_t i = 0; i < n->o->inputs.n; i++)
        needs_add_input(reads, n->o->inputs.v[i]);
    for (size_t i = 0; i < COUNT(of_system); i++)
        needs_add(reads, of_system[i]);
    if (file_read_link("/proc/self/exe", &program))
        needs_add_folder(reads, program.s); /* the page is there (desk.c) */
    text_free(&program);
    const char *path = text_or(n->o->desk->around.path, "");
    while (n->cage->rights & CAGE_RUNS && *path) {
        const size_t length = strcspn(path, ":");
        if (*path == '/')
            value_words_add(reads, path, length);
        path += length + (path[length] == ':');
    }
}

void needs_find(const struct command *c, const struct common_opts *o, struct cage *out)
{
    struct needs n = { .cage = out, .command = c, .o = o };
    *out = (struct cage){ .temporary = o->desk->around.temporary };
    if (c->traits & COMMAND_RUNS)
        out->rights |= CAGE_RUNS;
    if (c->traits & COMMAND_SAVES)
        needs_add_output(&n, "./");
    needs_of_rows(&n, c->rows);
    needs_of_rows(&n, common_rows);
    const bool serves = out->rights & CAGE_NETWORK && out->rights & CAGE_RUNS;
    out->has_folders = !serves && (o->isolated || (n.writes && !needs_processes(&n)));
    if (o->isolated)
        needs_name_reads(&n);
}
