#include "archive/folio/folio_lines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/cur.h"
#include "core/base/file/md5.h"
#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* Facts about a source file (docs/folio.md, "Source lines"). DIFFERS means that compilation units have different MD5s
   of the file; it is not written to folios. */
enum { HAS_MD5 = 1, OTHER_TEXT = 2, IN_FOLIO = HAS_MD5 | OTHER_TEXT, DIFFERS = 4 };

struct folio_lines_place {
    uint64_t addr;
    uint32_t first, n; /* range of its frames */
};

/* The text of a source line. */
struct source_line {
    uint32_t file, line; /* file: its id in texts */
    const char *text;
};

/* A source file, without its lines. */
struct source_file {
    uint64_t number;      /* number of its name in the section that is being written */
    uint32_t file, known; /* file: its id in texts; known: HAS_MD5 ... */
    uint8_t md5[MD5_BYTES];
};

struct folio_lines {
    struct names texts; /* names of functions and files */
    struct arena arena; /* texts of source lines */
    struct source_line *sources;
    size_t nsources, cap_sources;
    size_t section;         /* bytes of the section */
    size_t texts_left;      /* of these, those from the texts of source lines on */
    size_t files_left;      /* of these, those after them */
    struct idmap source_of; /* file and line -> index + 1 in `sources` */
    struct source_file *files;
    size_t nfiles, cap_files;
    struct idmap file_of;             /* file -> index + 1 in `files` */
    struct folio_lines_place *places; /* sorted by address if `l` was read from a folio */
    size_t nplaces, cap_places;
    struct folio_frame *frames;
    size_t nframes, cap_frames;
    struct idmap of; /* while lines are added: address -> index + 1 in `places` */
    struct folio_runs runs;
};

struct folio_lines *folio_lines_new(void)
{
    return mem_new(1, sizeof(struct folio_lines));
}

void folio_lines_free(struct folio_lines *l)
{
    if (!l)
        return;
    arena_names_free(&l->texts);
    arena_free(&l->arena);
    idmap_free(&l->of);
    idmap_free(&l->source_of);
    idmap_free(&l->file_of);
    free(l->files);
    folio_runs_free(&l->runs);
    free(l->sources);
    free(l->places);
    free(l->frames);
    free(l);
}

static void add_frame(struct folio_lines *l, struct folio_frame f)
{
    *MEM_ADD(l->frames, l->nframes, l->cap_frames) = f;
}

static struct source_file *file_of(struct folio_lines *l, uint32_t file)
{
    uint32_t *at = idmap_find_or_add(&l->file_of, file);
    if (!*at) {
        *MEM_ADD(l->files, l->nfiles, l->cap_files) = (struct source_file){ .file = file };
        *at = (uint32_t)l->nfiles;
    }
    return &l->files[*at - 1];
}

static void add_md5(struct folio_lines *l, uint32_t file, const uint8_t *md5)
{
    struct source_file *f = file_of(l, file);
    if (f->known & HAS_MD5 && memcmp(f->md5, md5, MD5_BYTES) != 0)
        f->known |= DIFFERS;
    f->known |= HAS_MD5;
    memcpy(f->md5, md5, MD5_BYTES);
}

void folio_lines_add_other_version(struct folio_lines *l, const char *file)
{
    file_of(l, arena_names_id(&l->texts, file))->known |= OTHER_TEXT;
}

/* The id of a text; 0 for NULL. */
static uint32_t id_of_text(struct folio_lines *l, const char *text)
{
    if (text)
        return arena_names_id(&l->texts, text);
    return 0;
}

static struct folio_frame frame_of(struct folio_lines *l, const struct line_frame *f)
{
    const uint32_t function = id_of_text(l, f->function), file = id_of_text(l, f->file);
    if (file && f->md5)
        add_md5(l, file, f->md5);
    return (struct folio_frame){ function, file, f->line, f->column };
}

void folio_lines_add(struct folio_lines *l, uint64_t addr, const struct line_frame *frames, size_t n)
{
    if (!n)
        return;
    uint32_t *at = idmap_find_or_add(&l->of, addr);
    if (*at)
        return;
    *MEM_ADD(l->places, l->nplaces, l->cap_places) =
        (struct folio_lines_place){ addr, (uint32_t)l->nframes, (uint32_t)n };
    *at = (uint32_t)l->nplaces;
    for (size_t i = 0; i < n; i++)
        add_frame(l, frame_of(l, &frames[i]));
}

void folio_lines_add_run(struct folio_lines *l, uint64_t addr, uint64_t end, const struct line_frame *frames,
                         size_t n)
{
    struct folio_frame v[LINE_FRAMES_MOST];
    if (n > LINE_FRAMES_MOST)
        n = LINE_FRAMES_MOST;
    for (size_t i = 0; i < n; i++)
        v[i] = frame_of(l, &frames[i]);
    folio_runs_add(&l->runs, addr, end, v, n);
}

static uint64_t source_key(uint32_t file, uint32_t line)
{
    return (uint64_t)file << 32 | line;
}

/* Adds the text of a line. False: it was added already. */
static bool folio_lines_add_source(struct folio_lines *l, uint32_t file, uint32_t line, const char *text,
                                   size_t n)
{
    uint32_t *at = idmap_find_or_add(&l->source_of, source_key(file, line));
    if (*at)
        return false;
    *MEM_ADD(l->sources, l->nsources, l->cap_sources) =
        (struct source_line){ file, line, arena_text(&l->arena, text, n) };
    *at = (uint32_t)l->nsources;
    return true;
}

void folio_lines_add_text(struct folio_lines *l, const char *file, uint32_t line, const char *text, size_t n)
{
    folio_lines_add_source(l, arena_names_id(&l->texts, file), line, text, n);
}

void folio_lines_add_texts(struct folio_lines *l, const struct folio_lines *from)
{
    for (size_t i = 0; i < from->nsources; i++) {
        const struct source_line *s = &from->sources[i];
        folio_lines_add_text(l, arena_names_text(&from->texts, s->file), s->line, s->text, strlen(s->text));
    }
    for (size_t i = 0; i < from->nfiles; i++)
        if (from->files[i].known & OTHER_TEXT)
            folio_lines_add_other_version(l, arena_names_text(&from->texts, from->files[i].file));
}

/* Numbers texts in the order in which the sorted places use them. So the bytes do not depend on the order
   in which places were added. */
struct numbering {
    uint32_t *of; /* by id of the text; 0: no number yet */
    uint32_t n;
    struct text texts;
};

static void number_text(const struct folio_lines *l, struct numbering *t, uint32_t id)
{
    assert(id <= l->texts.n);
    if (!id || t->of[id])
        return;
    t->of[id] = ++t->n;
    text_add_n(&t->texts, arena_names_text(&l->texts, id), strlen(arena_names_text(&l->texts, id)) + 1);
}

/* Appends one number of each frame, the member at offset `member`, in the order of the places. If `of` is
   not NULL, appends of[number] instead of the number. */
static void put_column(const struct folio_lines *l, const struct numbered *order, size_t member,
                       const uint32_t *of, struct text *out)
{
    for (size_t i = 0; i < l->nplaces; i++) {
        const struct folio_lines_place *p = &l->places[order[i].at];
        for (uint32_t k = 0; k < p->n; k++) {
            uint32_t n = *(const uint32_t *)((const char *)&l->frames[p->first + k] + member);
            if (of)
                n = of[n];
            text_uleb(out, n);
        }
    }
}

static int by_file_and_line(const void *a, const void *b, const void *arg)
{
    const struct source_line *x = a, *y = b;
    const uint32_t *number = arg;
    if (x->file != y->file) {
        if (number[x->file] < number[y->file])
            return -1;
        return 1;
    }
    return (x->line > y->line) - (x->line < y->line);
}

/* Appends the texts of source lines, sorted by file and line. */
static void put_sources(const struct folio_lines *l, const struct source_line *v, const struct numbering *t,
                        struct text *out)
{
    text_uleb(out, l->nsources);
    for (size_t i = 0; i < l->nsources; i++)
        text_uleb(out, t->of[v[i].file]);
    for (size_t i = 0; i < l->nsources; i++)
        text_uleb(out, v[i].line);
    for (size_t i = 0; i < l->nsources; i++)
        text_add_n(out, v[i].text, strlen(v[i].text) + 1);
}

/* Appends the facts about source files; nothing if there are none. */
static void put_files(struct folio_lines *l, const struct numbering *t, struct text *out)
{
    size_t n = 0;
    for (size_t i = 0; i < l->nfiles; i++) {
        struct source_file f = l->files[i];
        if (f.known & DIFFERS)
            f.known &= OTHER_TEXT;
        else
            f.known &= IN_FOLIO;
        f.number = t->of[f.file];
        if (f.number && f.known)
            l->files[n++] = f;
    }
    sort_by_first(l->files, n, sizeof(*l->files));
    if (n)
        text_uleb(out, n);
    for (size_t i = 0; i < n; i++) {
        text_uleb(out, l->files[i].number);
        text_uleb(out, l->files[i].known);
        if (l->files[i].known & HAS_MD5)
            text_add_n(out, (const char *)l->files[i].md5, MD5_BYTES);
    }
    l->nfiles = n;
}

static int folio_lines_by_name(const void *a, const void *b, const void *arg)
{
    const struct source_line *x = a, *y = b;
    return strcmp(arena_names_text(arg, x->file), arena_names_text(arg, y->file));
}

void folio_lines_put(struct folio_lines *l, struct text *out, struct text *runs)
{
    struct numbering t = { .of = mem_new(l->texts.n + 1, sizeof(*t.of)) };
    struct numbered *order = mem_new(l->nplaces, sizeof(*order));
    for (size_t i = 0; i < l->nplaces; i++)
        order[i] = (struct numbered){ l->places[i].addr, (uint32_t)i };
    sort_by_number(order, l->nplaces);
    for (size_t i = 0; i < l->nplaces; i++) {
        const struct folio_lines_place *p = &l->places[order[i].at];
        for (uint32_t k = 0; k < p->n; k++) {
            number_text(l, &t, l->frames[p->first + k].function);
            number_text(l, &t, l->frames[p->first + k].file);
        }
    }
    struct source_line *sources = mem_new(l->nsources, sizeof(*sources));
    for (size_t i = 0; i < l->nsources; i++)
        sources[i] = l->sources[i];
    sort_by(sources, l->nsources, sizeof(*sources), folio_lines_by_name, &l->texts);
    for (size_t i = 0; i < l->nsources; i++)
        number_text(l, &t, sources[i].file);
    sort_by(sources, l->nsources, sizeof(*sources), by_file_and_line, t.of);
    folio_runs_settle(&l->runs);
    for (size_t i = 0; i < l->runs.nnodes; i++) {
        number_text(l, &t, l->runs.nodes[i].frame.function);
        number_text(l, &t, l->runs.nodes[i].frame.file);
    }

    text_uleb(out, t.n);
    text_add_n(out, text_str(&t.texts), t.texts.n);
    text_uleb(out, l->nplaces);
    uint64_t before = 0;
    for (size_t i = 0; i < l->nplaces; i++) {
        text_uleb(out, order[i].by - before);
        before = order[i].by;
    }
    for (size_t i = 0; i < l->nplaces; i++)
        text_uleb(out, l->places[order[i].at].n);
    put_column(l, order, offsetof(struct folio_frame, function), t.of, out);
    put_column(l, order, offsetof(struct folio_frame, file), t.of, out);
    put_column(l, order, offsetof(struct folio_frame, line), NULL, out);
    put_column(l, order, offsetof(struct folio_frame, column), NULL, out);
    put_sources(l, sources, &t, out);
    put_files(l, &t, out);
    if (l->runs.n)
        folio_runs_put(&l->runs, t.of, runs);
    free(sources);
    text_free(&t.texts);
    free(t.of);
    free(order);
}

static bool take_texts(struct folio_lines *l, struct cur *c)
{
    uint64_t n = cur_uleb(c);
    if (n > c->left)
        return false;
    for (uint64_t i = 0; i < n && !c->bad; i++)
        if (arena_names_id(&l->texts, cur_cstr(c)) != i + 1) /* each text occurs once */
            return false;
    return !c->bad;
}

static bool take_places(struct folio_lines *l, struct cur *c)
{
    uint64_t n = cur_uleb(c), addr = 0, nframes = 0;
    if (n > c->left / 2)
        return false;
    l->places = mem_new((size_t)n, sizeof(*l->places));
    for (uint64_t i = 0; i < n && !c->bad; i++) {
        uint64_t delta = cur_uleb(c);
        if ((i && !delta) || delta > UINT64_MAX - addr)
            return false;
        l->places[l->nplaces++].addr = addr += delta;
    }
    for (uint64_t i = 0; i < n && !c->bad; i++) {
        uint64_t frames = cur_uleb(c);
        if (!frames || frames > LINE_FRAMES_MOST)
            return false;
        l->places[i].first = (uint32_t)nframes;
        l->places[i].n = (uint32_t)frames;
        nframes += frames;
    }
    if (c->bad || nframes > c->left / 4)
        return false;
    l->frames = mem_new((size_t)nframes, sizeof(*l->frames));
    l->nframes = l->cap_frames = (size_t)nframes;
    return true;
}

static bool folio_lines_take_column(const struct folio_lines *l, struct cur *c, size_t at, uint64_t most)
{
    for (size_t i = 0; i < l->nframes && !c->bad; i++) {
        uint64_t v = cur_uleb(c);
        uint32_t number = (uint32_t)v;
        if (v > most)
            return false;
        memcpy((uint8_t *)&l->frames[i] + at, &number, sizeof(number));
    }
    return !c->bad;
}

static bool take_sources(struct folio_lines *l, struct cur *c)
{
    uint64_t n = cur_uleb(c);
    if (n > c->left / 3)
        return false;
    uint32_t *files = mem_new((size_t)n, sizeof(*files)), *lines = mem_new((size_t)n, sizeof(*lines));
    bool ok = true;
    for (uint64_t i = 0; i < n && ok; i++) {
        uint64_t v = cur_uleb(c);
        ok = v && v <= l->texts.n;
        files[i] = (uint32_t)v;
    }
    for (uint64_t i = 0; i < n && ok; i++) {
        uint64_t v = cur_uleb(c);
        ok = v <= UINT32_MAX;
        lines[i] = (uint32_t)v;
    }
    l->texts_left = c->left;
    for (uint64_t i = 0; i < n && ok; i++) {
        const char *text = cur_cstr(c);
        ok = !c->bad && folio_lines_add_source(l, files[i], lines[i], text, strlen(text));
    }
    l->files_left = c->left;
    free(files);
    free(lines);
    return ok && !c->bad;
}

/* Reads the facts about source files, if the section has more bytes. */
static bool take_files(struct folio_lines *l, struct cur *c)
{
    uint64_t n = 0;
    if (c->left)
        n = cur_uleb(c);
    if (n > c->left / 2)
        return false;
    for (uint64_t i = 0, file, known; i < n && !c->bad; i++) {
        file = cur_uleb(c);
        known = cur_uleb(c);
        const bool ascends = !i || file > l->files[i - 1].file;
        if (!file || file > l->texts.n || !ascends || !known || known > IN_FOLIO)
            return false;
        struct source_file *f = file_of(l, (uint32_t)file);
        struct span md5 = { NULL, 0 };
        if (known & HAS_MD5)
            md5 = cur_take(c, MD5_BYTES);
        f->known = (uint32_t)known;
        if (md5.n)
            memcpy(f->md5, md5.p, md5.n);
    }
    return !c->bad && !c->left;
}

struct folio_lines *folio_lines_take(struct span section, struct span runs, struct err *e)
{
    struct cur c = cur_of(section, ORDER_LITTLE);
    struct folio_lines *l = folio_lines_new();
    l->section = section.n;
    if (take_texts(l, &c) && take_places(l, &c) &&
        folio_lines_take_column(l, &c, offsetof(struct folio_frame, function), l->texts.n) &&
        folio_lines_take_column(l, &c, offsetof(struct folio_frame, file), l->texts.n) &&
        folio_lines_take_column(l, &c, offsetof(struct folio_frame, line), UINT32_MAX) &&
        folio_lines_take_column(l, &c, offsetof(struct folio_frame, column), UINT32_MAX) &&
        take_sources(l, &c) && take_files(l, &c) && (!runs.n || folio_runs_take(&l->runs, runs, l->texts.n)))
        return l;
    folio_lines_free(l);
    err_set(e, ERR_FORMAT, 0,
            "the list of source lines (%zu and %zu bytes) is too short, too long, or holds an invalid number",
            section.n, runs.n);
    return NULL;
}

size_t folio_lines_texts_at(const struct folio_lines *l, size_t *n)
{
    *n = l->texts_left - l->files_left;
    return l->section - l->texts_left;
}

static struct line_frame show_frame(const struct folio_lines *l, const struct folio_frame *f)
{
    struct line_frame out = { .line = f->line, .column = f->column };
    if (f->function)
        out.function = arena_names_text(&l->texts, f->function);
    if (!f->file)
        return out;
    out.file = arena_names_text(&l->texts, f->file);
    const uint32_t text = idmap_get(&l->source_of, source_key(f->file, f->line));
    if (text)
        out.text = l->sources[text - 1].text;
    uint32_t at = 0;
    if (l->nfiles)
        at = idmap_get(&l->file_of, f->file);
    if (!at)
        return out;
    const struct source_file *file = &l->files[at - 1];
    out.other_text = text && file->known & OTHER_TEXT;
    if (file->known & HAS_MD5)
        out.md5 = file->md5;
    return out;
}

/* The first place at or after an address; NULL: there is none. */
static const struct folio_lines_place *place_from(const struct folio_lines *l, uint64_t addr)
{
    size_t low = 0;
    if (addr)
        low = sort_count_up_to(l->places, l->nplaces, sizeof(*l->places), addr - 1);
    if (low < l->nplaces)
        return &l->places[low];
    return NULL;
}

size_t folio_lines_at(const struct folio_lines *l, uint64_t addr, struct line_frame *out, size_t max,
                      uint64_t *end)
{
    size_t n = 0;
    uint64_t until;
    const struct folio_node *node = folio_runs_find(&l->runs, addr, &until);
    const struct folio_lines_place *p = NULL;
    if (!node)
        p = place_from(l, addr);
    if (p && p->addr == addr)
        until = addr + (addr < UINT64_MAX);
    else if (p && p->addr < until)
        until = p->addr;
    for (uint32_t i = 0; p && p->addr == addr && i < p->n && n < max; i++)
        out[n++] = show_frame(l, &l->frames[p->first + i]);
    while (node && n < max) {
        out[n++] = show_frame(l, &node->frame);
        if (!node->outer)
            break;
        node = &l->runs.nodes[node->outer - 1];
    }
    if (end)
        *end = until;
    return n;
}
