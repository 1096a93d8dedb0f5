#include "archive/folio/pack/folio_plan.h"

#include <assert.h>
#include <string.h>

#include "archive/folio/folio_elf.h"
#include "archive/folio/folio_records.h"
#include "archive/folio/zstd_frames.h"
#include "archive/package/page.h"
#include "core/base/hash.h"

static bool pad(struct folio_writer *w, struct err *e)
{
    static const uint8_t zero[FOLIO_ALIGN];
    return output_add(&w->out, zero, (FOLIO_ALIGN - w->out.size % FOLIO_ALIGN) % FOLIO_ALIGN, e);
}

static void folio_write_release(struct folio_writer *w)
{
    zstd_packer_free(w->packer);
    file_close(&w->page);
    folio_drop_records(&w->f);
    *w = (struct folio_writer){ .page.fd = -1 };
}

/* Opens the page that the folio is written into, if it is written into one. */
static bool open_page(struct folio_writer *w, struct err *e)
{
    if (!w->page_path)
        return true;
    if (file_open(&w->page, w->page_path, e) && page_check_place(&w->page, e))
        return true;
    return err_prefix(e, "%s", w->page_path);
}

bool folio_create(struct folio_writer *w, const char *path, const struct pack_opts *o, struct err *e)
{
    *w = (struct folio_writer){ .f.level = o->level,
                                .packer = zstd_packer_new(file_processors()),
                                .path = path,
                                .page_path = o->page,
                                .page.fd = -1,
                                .temporary = o->temporary,
                                .check = o->check,
                                .check_arg = o->check_arg };
    static const uint8_t place[FOLIO_ELF_HEADER]; /* room for the header, which is written at the end */
    folio_add_section_header(&w->f, &w->cap_sections, &(struct folio_section){ .name = "" }, 0);
    bool ok = open_page(w, e) && output_open(&w->out, path, OUTPUT_PRIVATE, o->temporary, e);
    w->out.over = o->over;
    if (ok && !output_add(&w->out, place, sizeof(place), e)) {
        output_abandon(&w->out);
        ok = false;
    }
    if (!ok)
        folio_write_release(w);
    return ok;
}

/* Begins a section; the caller writes its bytes next. */
static uint32_t folio_write_begin(struct folio_writer *w, const struct folio_section *head, struct err *e)
{
    if (!pad(w, e))
        return 0;
    output_hash_begin(&w->out);
    return folio_add_section_header(&w->f, &w->cap_sections, head, w->out.size);
}

static uint32_t folio_write_end(struct folio_writer *w, uint32_t index, bool ok)
{
    assert(index && index < w->f.nsections);
    struct folio_section *s = &w->f.sections[index];
    output_hash_end(&w->out, s->hash);
    s->size = w->out.size - s->at;
    if (ok)
        return index;
    return 0;
}

uint32_t folio_add(struct folio_writer *w, const struct folio_section *head, struct span bytes, struct err *e)
{
    uint32_t index = folio_write_begin(w, head, e);
    if (index)
        return folio_write_end(w, index, output_add(&w->out, bytes.p, bytes.n, e));
    return 0;
}

static uint32_t begin_packed(struct folio_writer *w, const char *name, uint64_t size, struct err *e)
{
    const struct folio_section head = { .name = name, .type = SECTION_PROGBITS, .flags = SECTION_COMPRESSED };
    struct text chdr = { 0 };
    uint32_t index = folio_write_begin(w, &head, e);
    folio_put_chdr(size, &chdr);
    bool ok = index && output_add(&w->out, chdr.s, chdr.n, e);
    text_free(&chdr);
    if (ok)
        return index;
    return 0;
}

/* zstd's level for an input. Higher levels take several times the work to save a twentieth of the size.
   Large inputs are captures, whole files and the code of large objects; symbols and lines are small. */
static int level_for(uint64_t size)
{
    enum { SMALL = 4 << 20, LEVEL_SMALL = 6, LEVEL = 3 };
    if (size <= SMALL)
        return LEVEL_SMALL;
    return LEVEL;
}

uint32_t folio_add_file(struct folio_writer *w, const char *name, const struct file *in, struct err *e)
{
    uint32_t index = begin_packed(w, name, in->size, e);
    if (!index)
        return 0;
    return folio_write_end(w, index,
                           zstd_frames_write(w->packer, &w->out, in, in->size, level_for(in->size), e));
}

uint32_t folio_add_packed(struct folio_writer *w, const char *name, struct span bytes, struct err *e)
{
    struct file in;
    file_of_bytes(&in, bytes);
    uint32_t index = folio_add_file(w, name, &in, e);
    file_close(&in);
    return index;
}

/* The names of all sections, each once. */
static struct text section_names(struct folio *f)
{
    struct text names = { 0 };
    text_char(&names, 0, 1);
    for (size_t i = 1; i < f->nsections; i++) {
        f->sections[i].name_at = (uint32_t)names.n;
        text_add_n(&names, f->sections[i].name, strlen(f->sections[i].name) + 1);
    }
    return names;
}

/* Writes the last three sections and the headers. The manifest contains the checksum of the headers, and
   the headers contain the length of the manifest. This length is known before, as all checksums have the
   same length. */
static bool folio_write_finish(struct folio_writer *w, struct err *e)
{
    struct folio *f = &w->f;
    struct text names, records = { 0 }, note = { 0 }, headers = { 0 };
    uint8_t hash[FOLIO_HASH] = { 0 };
    struct folio_section head = { .name = ".shstrtab", .type = SECTION_STRTAB };

    uint32_t strings = folio_add_section_header(f, &w->cap_sections, &head, 0);
    head = (struct folio_section){ .name = FOLIO_MANIFEST, .type = SECTION_PROGBITS };
    uint32_t manifest = folio_add_section_header(f, &w->cap_sections, &head, 0);
    head = (struct folio_section){ .name = FOLIO_NOTE, .type = SECTION_NOTE };
    uint32_t noted = folio_add_section_header(f, &w->cap_sections, &head, 0);
    names = section_names(f);

    bool ok = pad(w, e);
    f->sections[strings].at = w->out.size;
    output_hash_begin(&w->out);
    ok = ok && output_add(&w->out, names.s, names.n, e);
    ok = folio_write_end(w, strings, ok) && ok && pad(w, e);

    folio_put_records(&records, f, manifest);
    size_t headers_at = records.n;
    folio_put_headers(&records, hash);
    folio_put_note(hash, &note);
    f->sections[manifest].at = w->out.size;
    f->sections[manifest].size = records.n;
    f->sections[noted].at = folio_aligned(w->out.size + records.n);
    f->sections[noted].size = note.n;
    f->headers_at = folio_aligned(f->sections[noted].at + note.n);
    f->names_index = strings;
    folio_put_elf_headers(f, &headers);
    hash128_bytes(headers.s, headers.n, hash);
    records.n = headers_at;
    folio_put_headers(&records, hash);
    hash128_bytes(records.s, records.n, hash);
    note.n = 0;
    folio_put_note(hash, &note);

    ok = ok && output_add(&w->out, records.s, records.n, e) && pad(w, e) &&
         output_add(&w->out, note.s, note.n, e) && pad(w, e) &&
         output_add(&w->out, headers.s + FOLIO_ELF_HEADER, headers.n - FOLIO_ELF_HEADER, e) &&
         output_patch(&w->out, 0, headers.s, FOLIO_ELF_HEADER, e);
    text_free(&names);
    text_free(&records);
    text_free(&note);
    text_free(&headers);
    return ok;
}

/* The name that a page shows for its folio: bug.folio in bug.html. */
static void name_enclosed(struct text *name, const char *path)
{
    static const char end[] = ".html";
    const char *base = text_base_name(path);
    if (!strcmp(path, "-"))
        base = "capture";
    size_t n = strlen(base);
    if (n > strlen(end) && !strcmp(base + n - strlen(end), end))
        n -= strlen(end);
    text_add_n(name, base, n);
    text_add(name, ".folio");
}

/* Puts a page with the folio in the folio's place. */
static bool folio_enclose(struct folio_writer *w, struct err *e)
{
    struct output out;
    struct file folio;
    struct text name = { 0 };
    name_enclosed(&name, w->path);
    bool ok = output_open(&out, w->path, OUTPUT_PRIVATE, w->temporary, e);
    if (ok && output_read_back(&w->out, &folio, e) && page_encode(&w->page, &folio, name.s, &out, e)) {
        out.over = w->out.over;
        output_abandon(&w->out);
        w->out = out;
    } else if (ok) {
        output_abandon(&out);
        ok = false;
    }
    text_free(&name);
    return ok;
}

/* Lets the caller look at the folio as its readers will see it. */
static bool check_folio(struct folio_writer *w, struct err *e)
{
    struct file written, again;
    if (!w->check)
        return true;
    if (!output_read_back(&w->out, &written, e) || !file_reopen(&again, &written, e))
        return false;
    struct folio *f = folio_open_file(w->path, &again, e);
    const bool ok = f && w->check(w->check_arg, f, e) && folio_check_reads(f, e);
    folio_close(f);
    return ok;
}

bool folio_finish(struct folio_writer *w, uint64_t *size, struct err *e)
{
    bool ok = folio_write_finish(w, e);
    *size = w->out.size;
    ok = ok && check_folio(w, e) && (!w->page_path || folio_enclose(w, e));
    if (ok)
        ok = output_commit(&w->out, e);
    else
        output_abandon(&w->out);
    folio_write_release(w);
    return ok;
}

void folio_abandon(struct folio_writer *w)
{
    output_abandon(&w->out);
    folio_write_release(w);
}
