/* common: opens sessions with the options of the command line. */
#include "lib/question/common/common.h"

#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio.h"
#include "lib/options/absent.h"
#include "lib/question/common/turn.h"
#include "core/base/mem.h"
#include "formats/perf/records/record_table.h"

enum { MUCH = 32 << 20 }; /* bytes of records; counts of smaller captures fit into the heap as it is */

/* Reports options of perf about records: without effect if the capture has none, else refused (returns false). */
static bool may_ignore(const struct session *s, const struct common_opts *o, struct outlet *err)
{
    bool may = true;
    for (size_t i = 0; i < o->nof_perf; i++) {
        if (o->of_perf[i]->kind != OPTION_OF_RECORDS)
            continue;
        bool matters = s->capture->counts[record_kind_of((uint32_t)o->of_perf[i]->value)];
        absent_option_show(o->of_perf[i], o->command, matters, err);
        may = may && !matters;
    }
    return may;
}

static bool show_error(const char *of, const struct err *e, struct outlet *err)
{
    if (of)
        return outlet_fail(err, e, "perfolio: %s: ", of);
    return outlet_fail(err, e, "perfolio: ");
}

static struct session_opts opts_of(const struct common_opts *o)
{
    struct captures *turn = turn_of(o);
    struct session_opts opts = { .path = o->input,
                                 .opened = o->opened,
                                 .capture = o->capture,
                                 .objects = o->objects.v,
                                 .nobjects = o->objects.n,
                                 .symfs = o->symfs,
                                 .kallsyms = o->kallsyms,
                                 .vmlinux = o->vmlinux,
                                 .home = o->desk->home,
                                 .around = o->desk->around,
                                 .debuginfod = o->debuginfod != NULL,
                                 .watch = o->desk->watch,
                                 .arg = o->desk->arg,
                                 .progress = o->desk->progress,
                                 .max_unpacked = o->max_unpacked,
                                 .demangle = o->demangle,
                                 .demangle_kernel = o->demangle_kernel,
                                 .isolated = o->isolated };
    if (turn) {
        opts.capture = turn->number;
        opts.of = turn_name(turn);
    }
    return opts;
}

static bool name_servers(const struct common_opts *o, struct err *e)
{
    if (!o->desk->name_servers)
        return err_set(e, ERR_USAGE, 0, "debuginfod: no server is asked from here");
    return o->desk->name_servers(o->debuginfod, e);
}

bool common_deepen(struct session *s, const struct common_opts *o, enum session_depth depth,
                   struct outlet *err)
{
    const bool begins = s->depth < SESSION_WALK;
    const bool asks = o->debuginfod && s->depth < SESSION_SOURCES && depth >= SESSION_SOURCES;
    struct err e = { 0 };
    if ((asks && !name_servers(o, &e)) || !session_deepen(s, depth, &e))
        return show_error(s->o.of, &e, err);
    return !begins || s->depth < SESSION_WALK ||
           may_ignore(s, o, err); /* a pipe is read whole, whichever depth is requested */
}

/* Takes options of a new session from the session that is open at the desk. For the same capture, all options that
   the command line does not set are taken. */
static void inherit(struct session_opts *o, const struct session *s)
{
    o->watch = s->o.watch;
    o->threads = s->o.threads;
    if (strcmp(o->path, s->o.path) != 0)
        return;
    o->like = s;
    if (!o->max_unpacked)
        o->max_unpacked = s->o.max_unpacked;
    if (!o->capture)
        o->capture = s->o.capture;
    if (!o->nobjects) {
        o->objects = s->o.objects;
        o->nobjects = s->o.nobjects;
    }
    if (!o->symfs)
        o->symfs = s->o.symfs;
    if (!o->kallsyms)
        o->kallsyms = s->o.kallsyms;
    if (!o->vmlinux)
        o->vmlinux = s->o.vmlinux;
    o->isolated = o->isolated || s->o.isolated;
}

/* The session that is open at the desk, if it has this path; else NULL. */
static const struct session *open_at(const struct desk *d, const char *path)
{
    return d->session && !strcmp(path, d->session->o.path) ? d->session : NULL;
}

bool common_input(struct input *in, const struct common_opts *o, const char *path, struct err *e)
{
    const struct session *s = open_at(o->desk, path);
    if (s)
        return input_reopen(in, s, e);
    return input_open(in, path, o->desk->around.temporary, e);
}

struct folio *common_folio(struct input *in, const struct common_opts *o, const char *path, struct err *e)
{
    const struct session *s = open_at(o->desk, path);
    struct err cannot = { 0 };
    struct file file;
    *in = (struct input){ 0 };
    if (s && !input_reopen(in, s, e))
        return NULL;
    bool has_file = in->has_file;
    if (has_file)
        file = in->file;
    else if (in->folio) /* opened anew: the result must not depend on faults that other questions met */
        has_file = file_reopen(&file, &in->folio->file, &cannot);
    if (has_file) {
        *in = (struct input){ 0 };
        in->folio = folio_open_file(path, &file, e);
    } else if (!in->folio) {
        in->folio = folio_open(path, o->desk->around.temporary, e);
    }
    return in->folio;
}

bool common_open(struct session *s, const struct common_opts *o, enum session_depth depth, struct outlet *err)
{
    struct session_opts opts = opts_of(o);
    if (o->desk->session)
        inherit(&opts, o->desk->session);
    struct err e = { 0 };
    if (o->captures)
        o->captures->began = true;
    if (!session_open(s, &opts, &e))
        return show_error(opts.of, &e, err);
    if (capture_bytes(s->capture) >= MUCH)
        mem_use_huge_pages();
    if (o->counts_running || (o->counts_running_of && o->counts_running_of(s->capture)))
        session_track_running(s);
    if (!common_deepen(s, o, depth, err)) {
        session_close(s);
        return false;
    }
    if (opts.of)
        turn_print_heading(o->captures, opts.of);
    return true;
}

/* Whether an open session equals the one that the options would open. */
static bool fits(const struct session *s, const struct common_opts *o)
{
    const bool counts = o->counts_running || (o->counts_running_of && o->counts_running_of(s->capture));
    const bool names = o->objects.n || o->symfs || o->kallsyms || o->vmlinux || o->debuginfod || o->capture;
    const bool unpacks_alike = !o->max_unpacked || o->max_unpacked == s->o.max_unpacked;
    const bool demangles_alike = o->demangle == s->o.demangle && o->demangle_kernel == s->o.demangle_kernel;
    if (strcmp(o->input, s->o.path) != 0 || names || !demangles_alike || !unpacks_alike)
        return false;
    return o->isolated == s->o.isolated && (!counts || s->counts_running);
}

struct session *common_session(const struct common_opts *o, enum session_depth depth, struct outlet *err)
{
    struct session *s = o->desk->session;
    if (s && fits(s, o)) {
        if (common_deepen(s, o, depth, err) && may_ignore(s, o, err))
            return s;
        return NULL;
    }
    s = mem_new(1, sizeof(*s));
    if (common_open(s, o, depth, err))
        return s;
    free(s);
    return NULL;
}

static void close_session(void *session)
{
    session_close(session);
    free(session);
}

void common_release_session(struct session *s, const struct common_opts *o)
{
    if (s != o->desk->session)
        outlet_own_part(o->desk, s, close_session);
}

bool common_run_work(struct session *s, const struct common_opts *o, const struct session_work *how,
                     struct outlet *err, struct err *e)
{
    const bool begins = s->depth < SESSION_WALK, done = session_work_while_walking(s, how);
    const bool walked = begins && s->depth >= SESSION_WALK;
    bool holds = true;
    if (!common_deepen(s, o, how->depth, err) || (walked && !may_ignore(s, o, err)))
        return false;
    return done || how->work(how->arg, &holds, e);
}

int common_run(const struct command *c, const void *opts, struct outlet *out, struct outlet *err)
{
    struct err e = { 0 };
    struct session *s = common_session(opts, (enum session_depth)c->depth, err);
    if (!s)
        return 1;
    bool ok = c->work(s, opts, out, err, &e);
    if (!ok && e.kind != ERR_NONE)
        common_print_error(s, opts, &e, err);
    common_release_session(s, opts);
    return !ok;
}

void common_print_error(struct session *s, const struct common_opts *o, const struct err *e,
                        struct outlet *err)
{
    if (turn_of(o) && e->kind == ERR_USAGE && !session_lacks_tracing_data(s)) {
        turn_note_failure(o->captures, s->o.of, e->msg);
        return;
    }
    outlet_fail(err, e, "perfolio: %s: ", session_name(s));
    if (session_lacks_tracing_data(s))
        outlet_print(
            err,
            "perfolio: %s: its tracepoints are unknown, because it lacks the tracing data: it was cut "
            "off, or its recorder did not finish it\n",
            session_name(s));
}
