/* lock: prints how long threads waited for locks, as perf lock report, contention and info do. */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "lib/question/commands.h"
#include "lib/question/lock/lock_view.h"
#include "lib/options/stack_options.h"
#include "lib/question/common/common_answer.h"
#include "core/base/mem.h"

/* perf's defaults (builtin-lock.c): */
enum { DEPTH = 8, SKIP = 3 }; /* CONTENTION_STACK_DEPTH and CONTENTION_STACK_SKIP (util/lock-contention.h) */
enum { REPORT, CONTENTION, INFO, VIEWS };
static const struct lock_view views[VIEWS] = {
    [REPORT] = { "report", "acquired", NULL, false, false },
    [CONTENTION] = { "contention", "wait_total", "contended,wait_total,wait_max,avg_wait", true, false },
    [INFO] = { "info", "acquired", NULL, false, true },
};

/* ---- options ---- */

static bool no_type(const char *s, size_t n, struct err *e)
{
    struct text_nearest meant = text_nearest_to(s, n);
    char but[TEXT_NEAREST_ROOM];
    for (size_t i = 0; lock_type_word(i); i++)
        text_nearest_try(&meant, lock_type_word(i));
    return err_set(e, ERR_USAGE, 0, "--type-filter: there is no type of locks '%.*s'%s", text_cut(n, 100), s,
                   text_nearest_hint(&meant, but));
}

static bool take_types(void *target, const struct option_row *row UNUSED, const char *value, struct err *e)
{
    for (const char *s = value; *s;) {
        size_t n = strcspn(s, ",");
        uint64_t types = lock_types_of(s, n);
        if (!types)
            return no_type(s, n, e);
        *(uint64_t *)target |= types;
        s += n + (s[n] == ',');
    }
    return true;
}

/* `value`: the views that have an option, as bits; 0: all. */
#define OF(view) (1 << (view))
#define OPTS     struct lock_opts
static const struct option_row options[] = {
    OPT("key", 'k', TEXT, key, "COLUMN", "sort by one of %s", .value = OF(REPORT) | OF(CONTENTION),
        .word_at = lock_column_word),
    OPT("field", 'F', TEXT, fields, "COLUMN,...", "show these columns", .value = OF(REPORT) | OF(CONTENTION),
        .word_at = lock_column_word),
    OPT("threads", 't', FLAG, threads, NULL, "rows by thread; info: list threads"),
    OPT("combine-locks", 'c', FLAG, combine, NULL, "report: combine locks of one name", .value = OF(REPORT)),
    OPT("entries", 'E', COUNT, entries, "N", "at most so many rows", .value = OF(REPORT) | OF(CONTENTION)),
    OPT("map", 'm', FLAG, map, NULL, "info: list the addresses of locks and their names", .value = OF(INFO)),
    OPT("lock-addr", 'l', FLAG, by_lock, NULL, "contention: by lock", .value = OF(CONTENTION)),
    OPT("type-filter", 'Y', CALL, types, "TYPE,...", "contention: only locks of these types",
        .value = OF(CONTENTION), .word_at = lock_type_word, .take = take_types),
    OPT("lock-filter", 'L', WORDS, locks, "LOCK,...", "contention: only these locks, by address or symbol",
        .value = OF(CONTENTION)),
    OPT("callstack-filter", 'S', WORDS, callers, "TEXT,...",
        "contention: only waits with a caller whose name contains one of these", .value = OF(CONTENTION)),
    OPT("stack-skip", 0, COUNT, skip, "N",
        "contention: skip so many innermost frames of the caller chain (3)", .value = OF(CONTENTION)),
    STACK_MAX_ROW(stack, "use at most so many entries of a call chain (8)"),
    CSV_ROW,
    OPT("quiet", 'q', FLAG, quiet, NULL, "no heading"),
    OPT_END
};

static const char *view_at(size_t i)
{
    if (i < VIEWS)
        return views[i].name;
    return NULL;
}

static const struct lock_opts usual = { .entries = UINT64_MAX,
                                        .skip = UINT64_MAX,
                                        .stack = { .max = DEPTH, .innermost = true } };

static size_t size_of_target(const struct option_row *r)
{
    if (r->kind == OPTION_FLAG)
        return sizeof(bool);
    if (r->kind == OPTION_TEXT)
        return sizeof(char *);
    if (r->kind == OPTION_WORDS)
        return sizeof(struct words);
    return sizeof(uint64_t);
}

/* Whether the target of an option differs from its default. */
static bool is_given(const struct lock_opts *o, const struct option_row *r)
{
    const size_t n = size_of_target(r);
    return memcmp((const char *)o + r->target, (const char *)&usual + r->target, n) != 0;
}

static bool choose_view(struct lock_opts *o, struct outlet *err)
{
    o->view = &views[o->common.view];
    for (const struct option_row *r = options; r->name; r++)
        if (r->value && !(r->value & OF(o->common.view)) && is_given(o, r))
            return outlet_refuse(err, "perfolio lock %s: this view has no option --%s\n", o->common.subject,
                                 r->name);
    return true;
}

/* ---- counting ---- */

/* The filter by type, caller and lock. --lock-filter names locks by address or symbol; `names`: room for
   the symbols. */
static struct lock_filter filter_of(const struct lock_opts *o, const char **names)
{
    struct lock_filter f = { .types = o->types, .names.v = names, .callers = o->callers };
    for (size_t i = 0; i < o->locks.n; i++) {
        char *end;
        uint64_t address = strtoull(o->locks.v[i], &end, 16);
        if (*end) {
            f.names.v[f.names.n++] = o->locks.v[i];
            continue;
        }
        *MEM_ADD(f.addresses, f.naddresses, f.cap_addresses) = address;
    }
    return f;
}

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

/* Finds the sections of the recorded kernel that contain its waiting functions. Symbols of its linker
   script mark their ends. */
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
    if (o->threads && !o->view->names)
        return LOCK_BY_THREAD;
    if (o->view->contention && !o->by_lock)
        return LOCK_BY_CALLER;
    return LOCK_BY_ADDRESS;
}

static bool lock_count(struct session *s, struct locks *l, const struct lock_opts *o,
                       struct problems *problems, struct err *e)
{
    struct address_cache addresses;
    struct stacks stacks;
    bool any = false;
    struct replay r = session_replay(s, &addresses, NULL);
    stacks_init(&stacks, &addresses, s->capture->env.arch, &o->stack, problems);
    find_lock_text(s, l->text);
    l->stacks = &stacks;
    r.rows = lock_rows;
    r.nrows = o->view->contention ? ncontention_rows : nlock_rows;
    for (size_t i = 0; i < r.nrows && !any; i++)
        any = replay_has_event_for(&r, &r.rows[i]);
    bool ok = false;
    if (any)
        ok = replay_run(&r, l, e);
    else
        err_set(e, ERR_USAGE, 0, "no events of %s: perf lock record records them",
                o->view->contention ? "waits for locks" : "locks");
    problems_merge(problems, &r.problems);
    stacks_free(&stacks);
    address_cache_free(&addresses);
    return ok;
}

static unsigned frames_to_skip(const struct lock_opts *o)
{
    if (o->skip == UINT64_MAX) /* not given by the user */
        return SKIP;
    if (o->skip < UINT32_MAX)
        return (unsigned)o->skip;
    return UINT32_MAX;
}

static bool lock_work(struct session *s, const void *arg, struct outlet *out, struct outlet *err,
                      struct err *e)
{
    const struct lock_opts *o = arg;
    struct problems problems = { 0 };
    s->sources.keep_losers = true; /* functions at the same addresses replace the symbols of the sections */
    if (!common_deepen(s, &o->common, SESSION_RESOLVE, err))
        return err_set(e, ERR_USAGE, 0, "the symbols cannot be looked up");
    const char **names = mem_new(o->locks.n, sizeof(*names));
    struct locks l = { .by = what_to_count_by(o),
                       .by_symbol = o->by_lock,
                       .skip = frames_to_skip(o),
                       .filter = filter_of(o, names),
                       .demangle = s->o.demangle };
    struct lock_sheet h = { .s = s, .o = o, .l = &l };
    bool ok = lock_count(s, &l, o, &problems, e);
    if (ok) {
        answer_begin_rows(&h.rows, &o->common, NULL, "lock", out);
        lock_show(&h);
        answer_rows_end(&h.rows, s, &problems, 0, err);
    }
    const bool is_filtered = o->types || o->locks.n || o->callers.n;
    if (ok && !l.n && is_filtered)
        common_no_samples_show(s, "--type-filter, --lock-filter and --callstack-filter", err);
    free(l.filter.addresses);
    free(names);
    locks_free(&l);
    return ok;
}

/* Refuses options about stacks if no callers are shown. */
static bool may_ask_stacks(const struct lock_opts *o, struct outlet *err)
{
    const bool callers = o->view->contention && what_to_count_by(o) == LOCK_BY_CALLER;
    const bool stacks = callers || o->callers.n ||
                        !o->view->contention; /* a lock may be named by its caller */
    if (o->skip != UINT64_MAX && !callers)
        return outlet_refuse(
            err, "perfolio lock %s: --stack-skip needs rows of callers: contention without -t and -l\n",
            o->view->name);
    if (o->stack.max != DEPTH && !stacks)
        return outlet_refuse(
            err, "perfolio lock contention: --max-stack needs callers: leave out -t and -l, or add -S\n");
    return true;
}

static bool lock_prepare(void *opts, struct outlet *err)
{
    struct lock_opts *o = opts;
    struct err e = { 0 };
    if (!choose_view(o, err) || !may_ask_stacks(o, err))
        return false;
    if (!lock_columns_read(o, &e))
        outlet_fail(err, &e, "perfolio lock %s: ", o->view->name);
    return e.kind == ERR_NONE;
}

const struct command lock_command = COMMAND("lock", "how long locks were waited for, as perf lock prints it",
                                            "report|contention|info [options] [-i] FILE", options,
                                            .size = sizeof(usual), .usual = &usual, .work = lock_work,
                                            .depth = SESSION_WALK, .prepare = lock_prepare,
                                            .traits = COMMAND_EACH, .subject_at = view_at);
