#include "lib/question/provenance/holdings.h"

#include <inttypes.h>
#include <string.h>

#include "archive/folio/folio.h"
#include "lib/question/common/plan.h"
#include "lib/question/share/scrub/leaks.h"
#include "lib/question/share/scrub/scrubber.h"

enum { EXAMPLES = 2, LONGEST = 100 }; /* most bytes of an example in text; command lines have no limit */

static const struct {
    const char *key, *one, *many;
} kinds[HOLDINGS] = {
    [HOLDS_HOST] = { "host", "name of a host", "names of hosts" },
    [HOLDS_KERNEL] = { "kernel", "release of a kernel", "releases of kernels" },
    [HOLDS_COMMAND] = { "command", "command line", "command lines" },
    [HOLDS_SECRET] = { "secret", "text that looks like a secret", "texts that look like secrets" },
    [HOLDS_PATH] = { "path", "path of a file that was mapped", "paths of files that were mapped" },
    [HOLDS_THREAD] = { "thread", "name of a thread", "names of threads" },
    [HOLDS_CGROUP] = { "cgroup", "path of a control group", "paths of control groups" },
    [HOLDS_STACKS] = { "stack_dumps", "capture with stack dumps, perhaps with environment variables",
                       "captures with stack dumps, perhaps with environment variables" },
    [HOLDS_RAW] = { "raw_data", "capture with raw data of events", "captures with raw data of events" },
    [HOLDS_LINES] = { "lines", "object with the names of its source files",
                      "objects with the names of their source files" },
    [HOLDS_FILES] = { "file", "whole file", "whole files" },
};

static void holdings_add_one(struct holdings *h, enum holding kind, const char *what)
{
    if (!what || !*what)
        return;
    arena_names_id(&h->of[kind], what);
    if (kind != HOLDS_COMMAND && leaks_is_secret(what)) /* of a command line each word */
        arena_names_id(&h->of[HOLDS_SECRET], what);
}

static void add_command(struct holdings *h, const struct env *env)
{
    struct text t = { 0 };
    const char *gap = "";
    for (size_t i = 0; i < env->ncmdline; i++) {
        text_printf(&t, "%s%s", gap, env->cmdline[i]);
        gap = " ";
        if (leaks_is_secret(env->cmdline[i]))
            holdings_add_one(h, HOLDS_SECRET, env->cmdline[i]);
    }
    holdings_add_one(h, HOLDS_COMMAND, t.s);
    text_free(&t);
}

/* Adds the names of threads: first their last names, which tell most, then their earlier names. Idle
   threads are omitted, since no record has their name. */
static void holdings_add_threads(struct holdings *h, const struct timeline *t)
{
    struct when from;
    for (size_t i = 0; i < timeline_count_tasks(t); i++)
        holdings_add_one(h, HOLDS_THREAD, timeline_task(t, i).comm);
    for (size_t i = 0; i < timeline_count_id_uses(t); i++) {
        const char *comm = NULL;
        for (size_t k = 0; timeline_id_use(t, i).tid && (!k || comm); k++) {
            comm = timeline_id_use_comm(t, i, k, &from);
            holdings_add_one(h, HOLDS_THREAD, comm);
        }
    }
}

/* Whether an object has a path of a file. "//anon" and the like are no paths. The paths of perf maps are
   omitted: no record has them. */
static bool has_path(const struct object *o)
{
    return o->path[0] == '/' && o->path[1] != '/' && o->kind != OBJECT_JIT;
}

void holdings_add_capture(struct holdings *h, const struct session *s, const char *name)
{
    const struct env *env = &s->capture->env;
    size_t n;
    const struct object *const *objects = timeline_objects(s->timeline, &n);
    holdings_add_one(h, HOLDS_HOST, env->hostname);
    holdings_add_one(h, HOLDS_KERNEL, env->release);
    const int level = scrubber_level_of(env);
    if (level < 0)
        add_command(h, env);
    else
        arena_names_id(&h->scrubbed[level], name);
    const char *cgroup;
    for (size_t i = 0; (cgroup = timeline_nth_cgroup(s->timeline, i)) != NULL; i++)
        holdings_add_one(h, HOLDS_CGROUP, cgroup);
    for (size_t i = 0; i < n; i++) {
        if (has_path(objects[i]))
            holdings_add_one(h, HOLDS_PATH, objects[i]->path);
    }
    holdings_add_threads(h, s->timeline);
    if (plan_has_sample_field(s->capture, PERF_SAMPLE_STACK_USER))
        holdings_add_one(h, HOLDS_STACKS, name);
    if (plan_has_sample_field(s->capture, PERF_SAMPLE_RAW))
        holdings_add_one(h, HOLDS_RAW, name);
}

void holdings_add_objects(struct holdings *h, const struct folio *f)
{
    for (size_t i = 0; i < f->nobjects; i++) {
        const struct folio_object *o = &f->objects[i];
        const bool has_file = o->whole || o->debug || o->listing;
        if (o->lines)
            holdings_add_one(h, HOLDS_LINES, o->name);
        if (has_file)
            holdings_add_one(h, HOLDS_FILES, o->name);
    }
}

void holdings_free(struct holdings *h)
{
    for (size_t i = 0; i < HOLDINGS; i++)
        arena_names_free(&h->of[i]);
    for (size_t i = 0; i < SCRUB_LEVELS; i++)
        arena_names_free(&h->scrubbed[i]);
}

/* How little a path tells about the user: 0: below a user's home folder; TELLS_LEAST: in a folder of the
   system; else 1. */
enum { TELLS_LEAST = 2 };
static unsigned dullness(const char *path)
{
    static const char *const users[] = { "/home/", "/root/" }, *const systems[] = { "/usr/", "/lib", "/bin/",
                                                                                    "/sbin/" };
    for (size_t i = 0; i < COUNT(users); i++)
        if (!strncmp(path, users[i], strlen(users[i])))
            return 0;
    for (size_t i = 0; i < COUNT(systems); i++)
        if (!strncmp(path, systems[i], strlen(systems[i])))
            return TELLS_LEAST;
    return 1;
}

/* Chooses the examples to show, the most telling first. Returns their number. */
static size_t holdings_choose(const struct names *of, uint32_t chosen[EXAMPLES])
{
    size_t n = 0;
    for (unsigned dull = 0; dull <= TELLS_LEAST; dull++)
        for (uint32_t id = 1; id <= of->n && n < EXAMPLES; id++)
            if (dullness(arena_names_text(of, id)) == dull)
                chosen[n++] = id;
    return n;
}

static void add_example(const char *what, struct text *out)
{
    struct text clean = { 0 };
    text_add_clean(&clean, what);
    size_t n = clean.n < LONGEST ? clean.n : LONGEST;
    while (n && n < clean.n && (clean.s[n] & 0xc0) == 0x80) /* does not split a character of UTF-8 */
        n--;
    text_add_n(out, text_str(&clean), n);
    if (n < clean.n)
        text_add(out, "...");
    text_free(&clean);
}

static void holdings_add_row(enum holding kind, const struct names *of, struct rows *r)
{
    uint32_t chosen[EXAMPLES];
    const size_t n = holdings_choose(of, chosen);
    struct text t = { 0 };
    ROWS_ROW_BEGIN(r, value_text(kinds[kind].key), value_count(of->n));
    rows_list(r, "examples");
    for (size_t i = 0; i < n; i++) {
        const char *what = arena_names_text(of, chosen[i]);
        rows_fact(r, NULL, value_text(what));
        if (i)
            text_add(&t, ", ");
        add_example(what, &t);
    }
    rows_close(r);
    if (of->n > n)
        text_add(&t, ", ...");
    const char *what = of->n == 1 ? kinds[kind].one : kinds[kind].many;
    rows_print(r, "holds %" PRIu32 " %s: %s\n", of->n, what, t.s);
    rows_row_end(r);
    text_free(&t);
}

/* Adds the captures that were scrubbed for somebody. */
static void add_scrubbed(const char *whom, const struct names *captures, struct rows *r)
{
    for (uint32_t id = 1; id <= captures->n; id++) {
        const char *name = arena_names_text(captures, id);
        struct text clean = { 0 };
        text_add_clean(&clean, name);
        ROWS_ROW(r, value_text(name), value_text(whom));
        rows_print(r, "scrubbed for %s: %s\n", whom, clean.s);
        text_free(&clean);
    }
}

void holdings_rows(const struct holdings *h, struct rows *r)
{
    ROWS_TABLE(scrubbed, "scrubbed", ROWS_UNSEEN("capture", TEXT), ROWS_UNSEEN("for", TEXT));
    ROWS_TABLE(holds, "holds", ROWS_UNSEEN("kind", TEXT), ROWS_UNSEEN("count", COUNT));
    rows_table(r, &scrubbed);
    for (size_t level = 0; level < SCRUB_LEVELS; level++)
        add_scrubbed(policy_level_name(level), &h->scrubbed[level], r);
    rows_table_end(r);
    rows_table(r, &holds);
    for (enum holding i = 0; i < HOLDINGS; i++)
        if (h->of[i].n)
            holdings_add_row(i, &h->of[i], r);
    rows_table_end(r);
}
