#include "lib/question/share/scrub/giving.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio.h"
#include "archive/folio/folio_elf.h"
#include "archive/folio/folio_lines.h"
#include "archive/folio/folio_notes.h"
#include "core/base/file/file.h"
#include "lib/question/share/scrub/leaks.h"
#include "lib/question/share/scrub/masked_source.h"

/* Whether the new key file replaces nothing but the key that is used, whose names it takes over. */
static bool key_may_be_written(const char *command, const struct giving_opts *o,
                               const struct common_opts *common, const char *output, struct outlet *err)
{
    const char *to = o->write_key;
    if (!share_key_is_apart(command, common, output, "--write-key", to, err))
        return false;
    if (file_kind_of(to) == FILE_NONE || (o->key && file_same(to, o->key)))
        return true;
    return outlet_refuse(
        err,
        "perfolio %s: --write-key %s: the file exists and is not replaced; --key %s adds to it "
        "if it is a key\n",
        command, to, to);
}

bool giving_prepare(const char *command, const struct giving_opts *o, const struct common_opts *common,
                    const char *output, struct outlet *err)
{
    if (o->write_key && !key_may_be_written(command, o, common, output, err))
        return false;
    return !o->key || !output || share_key_is_apart(command, common, output, "--key", o->key, err);
}

bool giving_begin(struct giving *g, const struct giving_opts *o, const struct common_opts *common,
                  struct err *e)
{
    *g = (struct giving){ .o = o, .common = common };
    g->disguise.level = (enum scrub_level)o->level;
    g->disguise.names = &g->names;
    if (o->keep && !disguise_read_stays(&g->disguise, o->keep, e))
        return false;
    if (o->key)
        return pseudonyms_read(&g->names, o->key, e);
    return pseudonyms_random_key(&g->names, e);
}

void giving_free(struct giving *g)
{
    disguise_free(&g->disguise);
    pseudonyms_free(&g->names);
    text_free(&g->first);
}

/* ---- a capture ---- */

static void add_sums(struct giving *g, const struct scrubber *x)
{
    g->sums.samples += x->sums.samples;
    g->sums.samples_before += x->sums.samples_before;
    g->sums.records += x->sums.records;
    g->sums.records_before += x->sums.records_before;
    g->sums.damaged += x->sums.damaged;
    g->unwritable += x->unwritable;
    g->dumped_before += x->dumped_before;
    g->dumped_short += x->dumped_short;
}

/* Chooses stretches of time with a share of the whole, at equal distances, so that all phases of the recording are in them. */
static bool choose_stretches(struct given *v, const struct capture *c, double share, struct err *e)
{
    const double length = (double)(c->last_time - c->first_time), each = length / GIVING_STRETCHES;
    if (!c->last_time || c->last_time <= c->first_time)
        return err_set(e, ERR_USAGE, 0, "it has to be cut down, and its samples have no times");
    for (size_t i = 0; i < GIVING_STRETCHES; i++) {
        const uint64_t from = c->first_time + (uint64_t)((double)i * each);
        v->filters.times[i] = (struct time_range){ from, from + (uint64_t)(each * share) };
    }
    v->filter.times = v->filters.times;
    v->filter.ntimes = GIVING_STRETCHES;
    return true;
}

/* Notes the first words of a capture: its magic, and the size of its header. */
static bool note_head(struct giving *g, const struct file *f, struct err *e)
{
    enum { HEAD = 16 };
    uint8_t head[HEAD];
    const int64_t n = file_read(f, 0, head, sizeof(head), e);
    if (n > 0)
        leaks_add_own(&g->disguise.own, (struct span){ head, (size_t)n });
    return n >= 0;
}

bool giving_scrub(struct given *v, struct giving *g, struct session *from, const char *path, struct err *e)
{
    const struct giving_opts *o = g->o;
    *v = (struct given){ .g = g, .filter = o->filter, .filters = o->filters };
    if (!filters_resolve(&v->filters, &v->filter, from->capture, e) ||
        !keeping_find_events(&o->events, &from->capture->events, e))
        return false;
    if (o->share > 0 && o->share < 1 && !choose_stretches(v, from->capture, o->share, e))
        return false;
    v->began = true;
    bool ok = keeping_init(&v->keeping, from, &v->filter, &o->events, e);
    scrubber_init(&v->x, from, &g->disguise, &v->keeping, &v->problems);
    if (ok && !v->keeping.all && !v->keeping.samples)
        ok = err_set(e, ERR_USAGE, 0, "none of its %" PRIu64 " sample%s is chosen: nothing was written",
                     from->capture->nsamples, text_plural(from->capture->nsamples));
    ok = ok && share_open(&v->out, g->common, path, e) && scrubber_write(&v->x, &v->out, e) &&
         output_read_back(&v->out, &v->written, e);
    ok = ok && note_head(g, &v->written, e);
    g->sums.bytes = v->out.size;
    add_sums(g, &v->x);
    return ok;
}

/* Looks through a file for what was removed. Kept lines of source are n bytes at `source`. */
static bool search_all(struct giving *g, const struct file *f, size_t source, size_t n, size_t *found,
                       struct err *e)
{
    const struct disguise *d = &g->disguise;
    const struct leaks_texts texts = { .removed = &d->removed,
                                       .kept = &d->kept,
                                       .functions = &d->functions,
                                       .own = &d->own,
                                       .pseudonyms = &g->names.texts,
                                       .source_from = source,
                                       .source_to = source + n };
    return leaks_find(f, &texts, found, &g->first, e);
}

bool giving_search(struct given *v, struct err *e)
{
    struct giving *g = v->g;
    return search_all(g, &v->written, 0, 0, &g->leaks, e);
}

bool giving_open(struct given *v, struct err *e)
{
    struct session_opts o = { .path = v->x.c->path,
                              .opened = &v->input,
                              .around = v->x.s->o.around,
                              .threads = v->x.s->o.threads,
                              .demangle = v->x.s->o.demangle,
                              .demangle_kernel = v->x.s->o.demangle_kernel,
                              .isolated = true };
    v->input.has_file = file_reopen(&v->input.file, &v->written, e);
    v->opened = v->input.has_file && session_open(&v->s, &o, e);
    if (!v->opened || !session_deepen(&v->s, SESSION_WALK, e))
        return false;
    v->s.sources.keep_files = true;
    source_list_add(&v->s.sources, masked_source(&v->x));
    return session_deepen(&v->s, SESSION_RESOLVE, e);
}

void giving_close(struct given *v)
{
    if (v->opened)
        session_close(&v->s);
    input_close(&v->input);
    output_abandon(&v->out);
    if (!v->began)
        return;
    scrubber_free(&v->x);
    keeping_free(&v->keeping);
}

/* ---- the check of a folio ---- */

/* Searches a file; findings are added up. */
static bool search_file(struct giving *g, const struct file *f, size_t source, size_t n, struct err *e)
{
    size_t found = 0;
    const bool ok = search_all(g, f, source, n, &found, e);
    g->leaks += found;
    return ok;
}

static bool search_text(struct giving *g, struct text *t, struct err *e)
{
    struct file f;
    file_of_bytes(&f, (struct span){ (const uint8_t *)t->s, t->n });
    const bool ok = search_file(g, &f, 0, 0, e);
    file_close(&f);
    text_free(t);
    return ok;
}

/* Whether a capture has the name that the packer gives: GIVING_NAME, GIVING_NAME-2... */
static bool is_given_name(const char *name)
{
    const size_t n = strlen(GIVING_NAME);
    if (strncmp(name, GIVING_NAME, n) != 0)
        return false;
    const char *end = name + n;
    if (*end == '-')
        end += 1 + strspn(end + 1, "0123456789");
    return !*end;
}

/* Searches the texts of the manifest, which are escaped there, and the notes of people. */
static bool search_manifest(struct giving *g, const struct folio *f, struct err *e)
{
    struct text t = { 0 };
    struct folio_notes notes = { 0 };
    for (size_t i = 0; i < f->ncaptures; i++) {
        const struct folio_capture *c = &f->captures[i];
        text_printf(&t, "%s\n%s\n", is_given_name(c->name) ? "" : c->name, text_or(c->labels, ""));
    }
    for (size_t i = 0; i < f->nobjects; i++)
        text_printf(&t, "%s\n", f->objects[i].name);
    for (size_t i = 0; i < f->nanswers; i++)
        text_printf(&t, "%s\n", f->answers[i].path);
    bool ok = folio_notes_read(f, &notes, e);
    for (size_t i = 0; ok && i < notes.n; i++)
        text_printf(&t, "%s\n%s\n%s\n", notes.v[i].function, notes.v[i].file, notes.v[i].text);
    folio_notes_free(&notes);
    return search_text(g, &t, e) && ok;
}

/* Where the kept lines of source are in a section: their offset, and in *n their bytes; 0: there are none. False with `e` set. */
static bool find_source(const struct giving *g, const struct folio *f, uint32_t section, size_t *at,
                        size_t *n, struct err *e)
{
    const struct folio_object *o = NULL;
    *at = *n = 0;
    for (size_t i = 0; i < f->nobjects && !o; i++)
        if (f->objects[i].lines == section)
            o = &f->objects[i];
    if (!o || disguise_act(&g->disguise, SCRUB_SOURCE) != ACT_KEEP)
        return true;
    struct folio_lines *l = folio_lines_read(f, o, e);
    if (l)
        *at = folio_lines_texts_at(l, n);
    folio_lines_free(l);
    return l;
}

/* Searches a section with texts: those that are compressed, and the names of symbols. The other ones have what
   search_manifest() searches, and numbers. */
static bool search_section(struct giving *g, const struct folio *f, uint32_t section, struct err *e)
{
    const struct folio_section *s = &f->sections[section];
    struct file plain;
    bool ok;
    if (s->flags & SECTION_COMPRESSED) {
        size_t at, n;
        ok = find_source(g, f, section, &at, &n, e) && folio_open_section(f, section, &plain, e);
        if (!ok)
            return false;
        g->kept_source = g->kept_source || n;
        ok = search_file(g, &plain, at, n, e);
        file_close(&plain);
        return ok;
    }
    if (strcmp(s->name, ".strtab") != 0)
        return true;
    struct text t = { 0 };
    text_room(&t, s->size);
    ok = file_read(&f->file, s->at, t.s, s->size, e) == (int64_t)s->size;
    t.n = ok ? s->size : 0;
    return search_text(g, &t, e) && ok;
}

bool giving_check(struct giving *g, const struct folio *f, struct err *e)
{
    bool ok = search_manifest(g, f, e);
    for (uint32_t i = 1; ok && i < f->nsections; i++)
        ok = search_section(g, f, i, e);
    return ok && (!g->leaks || err_set(e, ERR_UNSUPPORTED, 0, "it has texts that must not be there"));
}

bool giving_write_key(const struct giving *g, struct err *e)
{
    return !g->o->write_key || pseudonyms_write(&g->names, g->o->write_key, e);
}

/* ---- what is said ---- */

void giving_rows(const struct giving *g, struct rows *r)
{
    ROWS_TABLE(
        kinds, "kinds", { .name = "kind", .type = VALUE_TEXT },
        { .name = "count", .header = "", .before = "  ", .width = 8, .right = true, .type = VALUE_COUNT },
        { .header = "", .before = " ", .width = 30, .type = VALUE_TEXT },
        { .name = "act", .header = "", .before = " ", .type = VALUE_TEXT });
    rows_table(r, &kinds);
    for (enum scrub_kind kind = 0; kind < SCRUB_KINDS; kind++)
        if (g->disguise.found[kind])
            ROWS_ROW(r, value_text(policy_key(kind)), value_count(g->disguise.found[kind]),
                     value_text(policy_words(kind)),
                     value_text(policy_act_name(policy_act(kind, g->disguise.level))));
    rows_table_end(r);
}

void giving_show(const struct giving *g, const char *command, const char *name, struct outlet *err)
{
    if (g->unwritable)
        outlet_print(err, "perfolio %s: %" PRIu64 " sample%s left out, with unknown fields\n", command,
                     g->unwritable, text_one_or_many(g->unwritable, " is", "s are"));
    if (g->dumped_short)
        outlet_print(
            err,
            "perfolio %s: of %" PRIu64 " of %" PRIu64
            " sample%s with stack dumps no caller is known: --objects names the files that unwinding needs\n",
            command, g->dumped_short, g->dumped_before, text_plural(g->dumped_before));
    if (g->kept_source)
        outlet_print(
            err,
            "perfolio %s: lines of source are kept; only private keys and tokens were looked for in them\n",
            command);
    if (!g->leaks)
        return;
    struct text clean = { 0 };
    text_add_clean(&clean, g->first.s);
    outlet_print(err,
                 "perfolio %s: %s: %zu text%s that must not be there %s in the result (first: %s); it was "
                 "not written\n",
                 command, name, g->leaks, text_plural(g->leaks), text_one_or_many(g->leaks, "is", "are"),
                 clean.s);
    text_free(&clean);
}
