/* lock: how long locks were waited for, as perf lock report, contention and info print it. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/lock/view.h"
#include "cli/options/stack_options.h"
#include "cli/options/subcommand.h"
#include "cli/session/answer.h"
#include "cli/session/captures.h"
#include "core/base/mem.h"
#include "formats/tracepoint/tracepoint.h"

/* perf's own choices where none was made (builtin-lock.c). */
// clang-format off
#define BIT(option) (1U << LOCK_##option)
enum { VIEW_REPORT, VIEW_CONTENTION, VIEW_INFO, VIEWS };
static const struct lock_view views[VIEWS] = {
    [VIEW_REPORT]     = { "report", BIT(KEY) | BIT(FIELD) | BIT(THREADS) | BIT(COMBINE) | BIT(ENTRIES),
                          "acquired", NULL, false, false },
    [VIEW_CONTENTION] = { "contention", BIT(KEY) | BIT(FIELD) | BIT(THREADS) | BIT(ENTRIES) | BIT(SKIP) | BIT(TYPE) |
                          BIT(LOCK) | BIT(CALLER) | BIT(ADDR),
                          "wait_total", "contended,wait_total,wait_max,avg_wait", true, false },
    [VIEW_INFO]       = { "info", BIT(THREADS) | BIT(MAP), "acquired", NULL, false, true },
};
// clang-format on

/* ---- options ---- */

static bool read_number(const char *option, const char *value, uint64_t *n, struct err *e)
{
    char *end;
    errno = 0;
    *n = strtoull(value, &end, 10);
    return (isdigit((unsigned char)*value) && !*end && !errno) ||
           err_set(e, ERR_USAGE, 0, "--%s: '%.100s' is no number", option, value);
}

static void add_word(struct words *w, const char *word)
{
    w->v = mem_resize(w->v, w->n + 1, sizeof(*w->v));
    w->v[w->n++] = word;
}

/* A lock is told by its address or, where it has a symbol, by that. */
static void add_lock(struct lock_filter *f, const char *word)
{
    char *end;
    uint64_t address = strtoull(word, &end, 16);
    if (*end) {
        add_word(&f->names, word);
        return;
    }
    f->addresses = mem_room(f->addresses, f->naddresses, &f->cap_addresses, sizeof(*f->addresses));
    f->addresses[f->naddresses++] = address;
}

static bool add_type(struct lock_filter *f, const char *word, struct err *e)
{
    uint64_t types = lock_types_of(word, strlen(word));
    f->types |= types;
    return types || err_set(e, ERR_USAGE, 0, "--type-filter: there is no type of locks '%.100s'", word);
}

static bool read_filter(struct lock_opts *o, int option, const char *list, struct err *e)
{
    for (const char *s = list; *s;) {
        size_t n = strcspn(s, ",");
        const char *word = arena_text(&o->texts, s, n);
        if (option == LOCK_TYPE && !add_type(&o->filter, word, e))
            return false;
        if (option == LOCK_LOCK)
            add_lock(&o->filter, word);
        if (option == LOCK_CALLER)
            add_word(&o->filter.callers, word);
        s += n + (s[n] == ',');
    }
    return true;
}

static bool take(void *arg, int option, const char *value, struct err *e)
{
    struct lock_opts *o = arg;
    if (option >= LOCK_OPTIONS)
        return stack_take(&o->stack, option, value, e);
    o->used |= 1U << option;
    switch (option) {
    case LOCK_KEY:
        o->key = arena_text(&o->texts, value, strlen(value));
        return true;
    case LOCK_FIELD:
        o->fields = arena_text(&o->texts, value, strlen(value));
        return true;
    case LOCK_ENTRIES:
        return read_number("entries", value, &o->entries, e);
    case LOCK_SKIP:
        return read_number("stack-skip", value, &o->skip, e);
    default:
        return !value || read_filter(o, option, value, e);
    }
}

static bool choose_view(struct lock_opts *o, const char *what, const struct poptOption *own, FILE *err)
{
    const char *names[VIEWS + 1] = { NULL };
    for (size_t i = 0; i < VIEWS; i++)
        names[i] = views[i].name;
    int view = subcommand("lock", what, names, err);
    if (view < 0)
        return false;
    o->view = &views[view];
    for (const struct poptOption *p = own; p->longName; p++)
        if (p->val > 0 && p->val < LOCK_OPTIONS && lock_was_given(o, (enum lock_option)p->val) &&
            !(o->view->options >> p->val & 1)) {
            fprintf(err, "perfolio lock %s: it has no --%s\n", what, p->longName);
            return false;
        }
    return true;
}

/* ---- counting ---- */

static bool find_name(const struct symtab *t, const char *name, uint64_t *at)
{
    const struct symbol *const lists[] = { t->v, t->losers };
    const size_t counts[] = { t->n, t->nlosers };
    for (int list = 0; list < 2; list++)
        for (size_t i = 0; i < counts[list]; i++)
            if (!strcmp(lists[list][i].name, name)) {
                *at = lists[list][i].start;
                return true;
            }
    return false;
}

/* Where the recorded kernel has its functions that wait: between symbols of its linker script. */
static void find_lock_text(struct session *s, struct lock_text text[2])
{
    static const char *const names[2][2] = { { "__sched_text_start", "__sched_text_end" },
                                             { "__lock_text_start", "__lock_text_end" } };
    const struct map *kernel = timeline_kernel_map(s->timeline, -1);
    const struct symtab *t = kernel ? resolver_symtab(s->resolver, kernel) : NULL;
    for (int i = 0; t && i < 2; i++) {
        struct lock_text found;
        if (!find_name(t, names[i][0], &found.start) || !find_name(t, names[i][1], &found.end))
            continue;
        uint64_t moved = kernel->start - resolver_place(s->resolver, kernel, kernel->start).at;
        text[i] = (struct lock_text){ found.start + moved, found.end + moved };
    }
}

static enum lock_by what_to_count_by(const struct lock_opts *o)
{
    if (lock_was_given(o, LOCK_THREADS) && !o->view->names)
        return LOCK_BY_THREAD;
    return o->view->contention && !lock_was_given(o, LOCK_ADDR) ? LOCK_BY_CALLER : LOCK_BY_ADDRESS;
}

static bool count(struct session *s, struct locks *l, const struct lock_opts *o, struct problems *problems,
                  struct err *e)
{
    struct address_cache addresses;
    struct stacks stacks;
    bool any = false;
    address_cache_init(&addresses, s->timeline, s->resolver);
    stacks_init(&stacks, &addresses, s->capture->env.arch, &o->stack, problems);
    find_lock_text(s, l->text);
    l->stacks = &stacks;
    struct replay r = { .capture = s->capture,
                        .reader = &tracepoint_reader,
                        .traces = session_traces(s),
                        .addresses = &addresses,
                        .rows = lock_rows,
                        .nrows = o->view->contention ? ncontention_rows : nlock_rows };
    for (size_t i = 0; i < r.nrows && !any; i++)
        any = replay_listens(&r, &r.rows[i]);
    bool ok = any ? replay_run(&r, l, e)
                  : err_set(e, ERR_USAGE, 0, "it has no events of %s: perf lock record records them",
                            o->view->contention ? "waits for locks" : "locks");
    problems_merge(problems, &r.problems);
    stacks_free(&stacks);
    address_cache_free(&addresses);
    return ok;
}

static bool work(struct session *s, void *arg, FILE *out, FILE *err, struct err *e)
{
    const struct lock_opts *o = arg;
    struct problems problems = { 0 };
    s->chain.keep_losers = true; /* other functions begin where the sections do */
    if (!session_deepen(s, &o->common, SESSION_RESOLVE, err))
        return err_set(e, ERR_USAGE, 0, "its symbols cannot be looked up");
    struct locks l = { .by = what_to_count_by(o),
                       .by_symbol = lock_was_given(o, LOCK_ADDR),
                       .skip = o->skip < UINT32_MAX ? (unsigned)o->skip : UINT32_MAX,
                       .filter = o->filter,
                       .demangle = s->demangle };
    struct lock_sheet h = { .s = s, .o = o, .l = &l };
    bool ok = count(s, &l, o, &problems, e);
    if (ok) {
        answer_rows(&h.rows, &o->common, NULL, "lock", out);
        lock_show(&h);
        answer_rows_end(&h.rows, s, &problems, 0, err);
    }
    bool chosen = lock_was_given(o, LOCK_TYPE) || lock_was_given(o, LOCK_LOCK) ||
                  lock_was_given(o, LOCK_CALLER);
    if (ok && !l.n && chosen)
        session_no_samples_show(s, "--type-filter, --lock-filter and --callstack-filter", err);
    locks_free(&l);
    return ok;
}

static int lock(struct lock_opts *o, FILE *out, FILE *err)
{
    struct err e = { 0 };
    if (lock_columns_read(o, &e))
        return session_run(&o->common, SESSION_WALK, work, o, out, err);
    fprintf(err, "perfolio lock %s: %s\n", o->view->name, e.msg);
    return 1;
}

static int run_once(struct captures *captures, int argc, const char **argv, FILE *out, FILE *err)
{
    /* CONTENTION_STACK_DEPTH and CONTENTION_STACK_SKIP of perf, util/lock-contention.h */
    struct lock_opts o = { .entries = UINT64_MAX, .skip = 3, .stack = { .max = 8, .innermost = true } };
    char *what = NULL;
    const struct poptOption own[] = {
        { "key", 'k', POPT_ARG_STRING, NULL, LOCK_KEY,
          "sort by acquired, contended, avg_wait, wait_total, wait_max or wait_min", "COLUMN" },
        { "field", 'F', POPT_ARG_STRING, NULL, LOCK_FIELD, "show these columns", "COLUMN,..." },
        { "threads", 't', POPT_ARG_NONE, NULL, LOCK_THREADS, "by thread; info: list threads", NULL },
        { "combine-locks", 'c', POPT_ARG_NONE, NULL, LOCK_COMBINE, "report: locks of one name as one", NULL },
        { "entries", 'E', POPT_ARG_STRING, NULL, LOCK_ENTRIES, "at most so many rows", "N" },
        { "map", 'm', POPT_ARG_NONE, NULL, LOCK_MAP, "info: list the addresses of locks and their names",
          NULL },
        { "lock-addr", 'l', POPT_ARG_NONE, NULL, LOCK_ADDR, "contention: by lock", NULL },
        { "type-filter", 'Y', POPT_ARG_STRING, NULL, LOCK_TYPE, "contention: only locks of these types",
          "TYPE,..." },
        { "lock-filter", 'L', POPT_ARG_STRING, NULL, LOCK_LOCK,
          "contention: only these locks, by address or symbol", "LOCK,..." },
        { "callstack-filter", 'S', POPT_ARG_STRING, NULL, LOCK_CALLER,
          "contention: only where a function has one of these in its name among the callers", "TEXT,..." },
        { "stack-skip", 0, POPT_ARG_STRING, NULL, LOCK_SKIP,
          "contention: how many innermost frames are no callers (3)", "N" },
        { "max-stack", 0, POPT_ARG_STRING, NULL, OPT_STACK_MAX, "entries of a call chain that count (8)",
          "N" },
        { "csv", 0, POPT_ARG_NONE, &o.common.csv, 0, "the answer as CSV", NULL },
        { "quiet", 'q', POPT_ARG_NONE, &o.quiet, 0, "no heading", NULL },
        POPT_TABLEEND
    };
    int status = options_read(argc, argv,
                              &(struct options){ .command = "lock",
                                                 .captures = captures,
                                                 .usage = "report|contention|info [options] [-i] FILE",
                                                 .own = own,
                                                 .take = take,
                                                 .arg = &o,
                                                 .about = &what },
                              &o.common, out, err);
    if (status < 0)
        status = choose_view(&o, what, own, err) ? lock(&o, out, err) : 1;
    free(what);
    free(o.filter.addresses);
    free(o.filter.names.v);
    free(o.filter.callers.v);
    arena_free(&o.texts);
    options_free(&o.common);
    return status;
}

int cmd_lock(int argc, const char **argv, FILE *out, FILE *err)
{
    return captures_run(run_once, false, argc, argv, out, err);
}
