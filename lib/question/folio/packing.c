/*
 * packing: writes captures, and the objects that they need, into one folio. If an input is a folio, its captures
 * are packed, and it is the first source of their objects. So appending and merging are done by packing, too.
 */
#include "lib/question/folio/packing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio.h"
#include "lib/question/folio/note_option.h"
#include "core/base/mem.h"
#include "formats/perf/file/perfdata.h"
#include "formats/perf/write/rewrite.h"
#include "lib/question/share/scrub/leaks.h"

/* Returns false. */
static bool report_error(const struct packing *p, const struct err *e)
{
    return outlet_fail(p->err, e, "perfolio %s: ", p->command);
}

static void progress_ends(const struct packing *p)
{
    if (p->opts.progress)
        p->opts.progress(p->opts.arg, NULL, NULL);
}

void packing_add_base(struct text *t, const char *path)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    const char *base = path + n;
    while (base > path && base[-1] != '/')
        base--;
    if (!strcmp(path, "-"))
        text_add(t, "perf.data");
    else
        text_add_n(t, base, n - (size_t)(base - path));
}

/* The name of a capture in the folio, owned by p->names. If several captures have the same name, a number
   is added. */
static const char *pack_name_of(struct packing *p, const char *path)
{
    struct text name = { 0 };
    packing_add_base(&name, path);
    size_t plain = name.n;
    for (uint32_t known = p->names.n, i = 2; arena_names_id(&p->names, name.s) <= known; i++) {
        name.n = plain;
        text_printf(&name, "-%" PRIu32, i);
    }
    const char *kept = arena_names_intern(&p->names, name.s);
    text_free(&name);
    return kept;
}

/* ---- the files of a capture ---- */

/* Open files; if `own`, they are closed with the struct. */
struct capture_files {
    struct file *files;
    const char **paths;
    size_t n;
    bool own;
};

static void files_close(struct capture_files *c)
{
    for (size_t i = 0; c->own && i < c->n; i++)
        file_close(&c->files[i]);
    free(c->files);
    free(c->paths);
}

/* Opens all files in a capture's directory. The first one is `data`, by which a directory is recognised as
   a capture. A link is an error, since its target would be missing in the folio. */
static bool open_directory(const char *dir, struct names *names, struct capture_files *c, struct err *e)
{
    size_t n = 0; /* file_list_tree() does not set it if it fails */
    char **paths = file_list_tree(dir, false, &n, e);
    c->own = true;
    c->files = mem_new(n, sizeof(*c->files));
    c->paths = mem_new(n, sizeof(*c->paths));
    for (size_t i = 0; paths && i < n && e->kind == ERR_NONE; i++) {
        struct text path = { 0 };
        bool absent;
        text_printf(&path, "%s/%s", dir, paths[i]);
        c->paths[c->n] = arena_names_intern(names, paths[i]);
        if (file_open_regular(&c->files[c->n], path.s, &absent, e))
            c->n++;
        else
            err_prefix(e, "%s", path.s);
        text_free(&path);
    }
    for (size_t i = 0; paths && i < n; i++)
        free(paths[i]);
    free(paths);
    return e->kind == ERR_NONE;
}

/* Opens the files of a capture; `names` owns their paths. False with `e` set; close them in either case. */
static bool files_open(const struct session *s, struct names *names, struct capture_files *c, struct err *e)
{
    *c = (struct capture_files){ 0 };
    if (s->folio) {
        c->own = true;
        c->n = folio_open_files(s->folio, s->number, &c->files, &c->paths, e);
        return c->n;
    }
    if (s->capture->is_directory)
        return open_directory(s->capture->path, names, c, e);
    c->files = mem_new(1, sizeof(*c->files));
    c->paths = mem_new(1, sizeof(*c->paths));
    c->files[0] = *perfdata_file(s->capture);
    c->paths[0] = "";
    c->n = 1;
    return true;
}

/* ---- captures ---- */

/* The label of a capture of a folio that has the key of `label` and another value; NULL: none. */
static const char *other_label(const struct folio *f, uint32_t capture, const char *label)
{
    const size_t key = strcspn(label, "=") + 1;
    const char *s = folio_has_label(f, capture, label) ? NULL : f->captures[capture].labels;
    while (s && *s && strncmp(s, label, key) != 0) {
        s += strcspn(s, "\n");
        s += *s != 0;
    }
    if (s && *s)
        return s;
    return NULL;
}

/* Whether a note, labels, or the name of a capture stays in the folio. NULL and "" are nothing. */
static bool keeps_words(struct packing *p, const char *words)
{
    if (!p->giving || !words || !*words)
        return true;
    return disguise_lets_through(&p->giving->disguise, SCRUB_NOTE) && !leaks_is_secret(words);
}

/* The name of a capture to give away, which the search of the result allows; so are its labels. */
static const char *given_name(struct packing *p, const struct session *s, const char *name)
{
    if (s->folio && keeps_words(p, s->folio->captures[s->number].labels))
        disguise_keep(&p->giving->disguise, s->folio->captures[s->number].labels);
    if (!keeps_words(p, name))
        return GIVING_NAME;
    disguise_keep(&p->giving->disguise, name);
    return name;
}

/* The labels of a capture in the new folio: its labels in its own folio, and the labels of the options.
   Captures of the folio that --append extends do not get the latter. The text belongs to p->texts. NULL
   with `e` set: the capture has a label with the same key and another value. */
static const char *labels_of(struct packing *p, const struct session *s, struct err *e)
{
    struct text t = { 0 };
    if (s->folio && keeps_words(p, s->folio->captures[s->number].labels))
        text_add(&t, s->folio->captures[s->number].labels);
    const bool is_appended_to = s->folio && s->folio == p->old.folio;
    for (size_t i = 0; i < p->labels.n && !is_appended_to; i++) {
        const char *label = p->labels.v[i], *other = NULL;
        if (s->folio)
            other = other_label(s->folio, s->number, label);
        if (other) {
            err_set(e, ERR_USAGE, 0, "--label %s: %s has the label %.*s", label,
                    s->folio->captures[s->number].name, (int)strcspn(other, "\n"), other);
            text_free(&t);
            return NULL;
        }
        if (s->folio && folio_has_label(s->folio, s->number, label))
            continue;
        text_char(&t, '\n', t.n != 0);
        text_add(&t, label);
    }
    const char *kept = arena_names_intern(&p->texts, text_str(&t));
    text_free(&t);
    return kept;
}

/* Adds the notes that a capture has in its own folio. */
static bool keep_notes(struct packing *p, const struct session *s, struct err *e)
{
    struct folio_notes notes = { 0 };
    bool ok = folio_notes_read(s->folio, &notes, e);
    for (size_t i = 0; ok && i < notes.n; i++)
        if (notes.v[i].capture == s->number && keeps_words(p, notes.v[i].text))
            ok = folio_pack_note(p->pack, &notes.v[i], e);
    folio_notes_free(&notes);
    return ok;
}

/* Adds the notes about the capture that was added last: those of its folio, then those of the options. Captures of the folio that
   --append extends get no new ones. */
static bool pack_add_notes(struct packing *p, const struct session *s, const char *name, struct err *e)
{
    const bool is_asked = !p->note_capture || !strcmp(p->note_capture, name);
    const bool is_appended_to = s->folio && s->folio == p->old.folio;
    p->noted = p->noted || is_asked;
    if (s->folio && (!p->drops_notes || !is_asked || is_appended_to) && !keep_notes(p, s, e))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && is_asked && !is_appended_to && i < p->notes.n; i++) {
        struct folio_note note;
        ok = note_option_read(p->notes.v[i], &p->texts, &note, e) && folio_pack_note(p->pack, &note, e);
    }
    return ok;
}

/* Adds the capture of a session. `origin`: the session of the capture that was scrubbed into that, or `s`. */
static bool add_session(struct packing *p, struct session *s, const struct session *origin, const char *name,
                        const struct input *from)
{
    struct capture_files c = { 0 };
    struct problems problems = { 0 };
    struct err e = { 0 }, unread = { 0 };
    size_t nobjects;
    timeline_objects(s->timeline, &nobjects);
    const char *labels = labels_of(p, origin, &e);
    bool ok = rewrite_is_whole(s->capture, &e) && files_open(s, &p->texts, &c, labels ? &e : &unread) &&
              labels;
    uint64_t before = folio_pack_sums(p->pack)->samples, *shares = mem_new(nobjects, sizeof(*shares));
    struct pack_input in = { .name = pack_name_of(p, name),
                             .labels = labels,
                             .directory = s->capture->is_directory,
                             .files = c.files,
                             .paths = c.paths,
                             .nfiles = c.n,
                             .capture = s->capture,
                             .timeline = s->timeline,
                             .resolver = s->resolver,
                             .shares = shares };
    ok = ok && folio_pack_add(p->pack, &in, &problems, &e) && pack_add_notes(p, origin, in.name, &e);
    progress_ends(p);
    if (ok)
        packing_show_added(p, s, origin, in.name, shares, folio_pack_sums(p->pack)->samples - before,
                           &problems);
    files_close(&c);
    free(shares);
    p->captures++;
    return ok || report_error(p, input_check_reads(from, &unread) ? &e : &unread);
}

/* Scrubs a capture, and packs the result. */
static bool add_given(struct packing *p, struct session *s, const char *name, const struct input *from)
{
    struct given v = { 0 };
    struct err e = { 0 };
    bool ok = giving_scrub(&v, p->giving, s, NULL, &e) && giving_open(&v, &e);
    if (ok)
        ok = add_session(p, &v.s, s, given_name(p, s, name), from);
    else
        outlet_fail(p->err, &e, "perfolio %s: %s: ", p->command, session_name(s));
    giving_close(&v);
    return ok;
}

/* Packs one capture of a file or a folio. */
static bool add_capture(struct packing *p, const struct common_opts *o)
{
    struct session s;
    if (!common_open(&s, o, SESSION_WALK, p->err))
        return false;
    s.sources.keep_files = true;
    s.sources.guarded = !p->trusts;
    s.sources.guessed = NULL;
    if (!p->trusts)
        s.sources.guessed = &p->guessed;
    s.live = true;
    const char *name = text_or(s.unwrapped->name, o->input);
    if (s.folio)
        name = s.folio->captures[s.number].name;
    bool ok = common_deepen(&s, o, SESSION_RESOLVE, p->err);
    if (p->giving)
        ok = ok && add_given(p, &s, name, o->opened);
    else
        ok = ok && add_session(p, &s, &s, name, o->opened);
    session_close(&s);
    return ok;
}

/* Packs the captures of an open input; `which` NULL: all captures of a folio. A part that cannot be read is a fatal
   error, although other commands would show the rest: the new folio might replace the input, and would lack this
   part. */
static bool add_opened(struct packing *p, const char *path, char *which, struct input *in)
{
    struct common_opts o = p->common;
    struct err e = { 0 };
    bool ok = true;
    o.input = path;
    o.opened = in;
    /* If options name objects, only these objects are packed, so that the result is the same on every
       machine. */
    o.isolated = o.isolated || o.objects.n || o.symfs || o.vmlinux || o.kallsyms;
    size_t n = in->folio && !which ? in->folio->ncaptures : 1;
    p->several = p->several || n > 1;
    for (size_t i = 0; ok && i < n; i++) {
        char number[24];
        snprintf(number, sizeof(number), "%zu", i + 1);
        o.capture = in->folio && !which ? number : which;
        ok = add_capture(p, &o);
    }
    return ok && (input_check_reads(in, &e) || report_error(p, &e));
}

/* Packs the captures of an input. The input is opened only once. */
static bool add_input(struct packing *p, const char *path)
{
    struct input in;
    struct err e = { 0 };
    bool ok = common_input(&in, &p->common, path, &e);
    if (ok && p->merges && in.folio && in.folio->level > p->opts.level)
        ok = err_set(&e, ERR_IO, 0, "%s was replaced by a folio of a higher level while this command ran",
                     path);
    if (ok)
        ok = add_opened(p, path, p->common.capture, &in);
    else
        ok = report_error(p, &e);
    input_close(&in);
    return ok;
}

/* Sets the level to the highest level of the inputs. */
static bool highest_level(struct packing *p)
{
    p->opts.level = FOLIO_MIN;
    for (size_t i = 0; i < p->common.inputs.n; i++) {
        struct err e = { 0 };
        struct input in;
        struct folio *f = common_folio(&in, &p->common, p->common.inputs.v[i], &e);
        if (!f)
            return report_error(p, &e);
        if (f->level > p->opts.level)
            p->opts.level = f->level;
        input_close(&in);
    }
    return true;
}

/* Keeps or raises the level of the folio that --append extends, so that none of its data is lost. */
static bool keep_level(struct packing *p, struct err *e)
{
    enum folio_level level = p->old.folio->level;
    if (p->level < 0)
        p->opts.level = level;
    return p->opts.level >= level ||
           err_set(e, ERR_USAGE, 0, "%s has the level %s; appending at the lower level %s would lose data",
                   p->output, folio_level_name(level), folio_level_name(p->opts.level));
}

static bool open_old(struct packing *p, struct err *e)
{
    struct file f;
    return held_reopen(&p->target.held, &f, e) && input_open_file(&p->old, p->output, &f, e) &&
           keep_level(p, e);
}

/* Whether an input is the file that would be replaced. */
static bool is_input(const struct packing *p, const char *path)
{
    bool is = false;
    for (size_t i = 0; i < p->common.inputs.n; i++)
        is = is || file_would_replace(path, p->common.inputs.v[i]);
    return is;
}

/* Examines the output path, and opens the folio there for --append. */
static bool open_target(struct packing *p, struct err *e)
{
    bool input = !p->opts.dry_run && strcmp(p->output, "-") && is_input(p, p->output);
    if (p->opts.dry_run && !p->append)
        return true;
    if (!packing_lock_target(p, p->append || input, e))
        return false;
    if (p->append && p->target.page)
        return err_set(e, ERR_USAGE, 0, "%s is a page with a folio in it: --append adds to folios",
                       p->output);
    p->opts.over = NULL;
    if (p->target.holds)
        p->opts.over = &p->target.held;
    return !p->append || !p->target.folio || open_old(p, e);
}

static bool pack_add_all(struct packing *p)
{
    p->several = p->old.folio || p->common.inputs.n > 1;
    bool ok = !p->old.folio || add_opened(p, p->output, NULL, &p->old);
    for (size_t i = 0; ok && i < p->common.inputs.n; i++)
        ok = add_input(p, p->common.inputs.v[i]);
    return ok;
}

/* Finds the page that the folio is written into. */
static bool pack_find_page(struct packing *p, struct err *e)
{
    const struct desk *desk = p->common.desk;
    if (p->html)
        p->opts.page = p->page;
    if (p->html && !p->page && desk->find_page && desk->find_page(&p->installed))
        p->opts.page = p->installed.s;
    return !p->html || p->opts.page ||
           err_set(
               e, ERR_USAGE, 0,
               "--html: perfolio.html is neither beside the program nor installed: --page PAGE names it, ./dev wasm "
               "makes it, and releases have it");
}

/* Whether the capture that notes are about was there. */
static bool has_noted(const struct packing *p, struct err *e)
{
    return !p->note_capture || p->noted ||
           err_set(e, ERR_USAGE, 0, "--note-capture %s: no capture that is packed has this name",
                   p->note_capture);
}

/* Searches the finished folio; the key is written before the folio gets its name. */
static bool check_given(void *arg, const struct folio *f, struct err *e)
{
    struct packing *p = arg;
    p->size = f->file.size;
    p->too_large = p->most && p->size > p->most;
    if (p->too_large)
        return err_set(e, ERR_USAGE, 0, "it is too large");
    return giving_check(p->giving, f, e) && giving_write_key(p->giving, e);
}

/* Begins to give the captures away, if the options ask for it. */
static bool begin_giving(struct packing *p, struct giving *g, struct err *e)
{
    if (p->give.level < 0)
        return true;
    p->giving = g;
    p->opts.check = check_given;
    p->opts.check_arg = p;
    if (p->opts.level > FOLIO_CODE) /* whole files are kept for nobody */
        p->opts.level = FOLIO_CODE;
    return giving_begin(g, &p->give, &p->common, e);
}

static bool pack_all(struct packing *p, struct giving *g)
{
    struct err e = { 0 };
    p->opts.temporary = p->common.desk->around.temporary;
    p->opts.source_paths =
        (struct source_paths){ p->prefixes.v, p->prefixes.n, .isolated = p->common.isolated };
    bool ok = pack_find_page(p, &e) && begin_giving(p, g, &e) && open_target(p, &e) &&
              (p->pack = folio_pack_new(p->output, &p->opts, &e)) != NULL && pack_add_all(p) &&
              has_noted(p, &e) && folio_pack_finish(p->pack, &e);
    progress_ends(p);
    if (ok)
        packing_show(p);
    else if (e.kind != ERR_NONE && !g->leaks && !p->too_large)
        report_error(p, &e);
    if (p->giving)
        giving_show(g, p->command, p->output, p->err);
    folio_pack_free(p->pack);
    return ok;
}

static void free_packing(struct packing *p)
{
    input_close(&p->old);
    packing_unlock_target(p);
    arena_names_free(&p->names);
    arena_names_free(&p->texts);
    holdings_free(&p->holdings);
    text_free(&p->installed);
    free(p->gaps);
    free(p->seen);
}

const struct packing packing_usual = { .level = -1, .give.level = -1, .opts.annotate_limit = 0.05 };

int packing_run(struct packing *p, struct outlet *out, struct outlet *err)
{
    struct giving g = { 0 };
    p->out = out;
    p->err = err;
    p->opts.progress = out->desk->works_on;
    p->opts.arg = out->desk->arg;
    if (!p->opts.dry_run && !strcmp(p->output, "-") && out->person_reads) {
        outlet_print(
            err, "perfolio %s: a folio is binary, and is not written to a terminal: use -o FILE or a pipe\n",
            p->command);
        free_packing(p);
        return 1;
    }
    const bool has_level = (!p->merges && !p->repacks) || highest_level(p);
    int status = 1;
    if (has_level && pack_all(p, &g))
        status = 0;
    else if (g.leaks)
        status = 2;
    giving_free(&g);
    free_packing(p);
    return status;
}

struct packing packing_of_folio(const char *command, const struct common_opts *common, char *output)
{
    struct packing p = packing_usual;
    p.common = *common;
    p.command = command;
    p.output = output;
    p.repacks = true;
    p.common.isolated = true; /* the result has what the folio has, on every machine */
    return p;
}
