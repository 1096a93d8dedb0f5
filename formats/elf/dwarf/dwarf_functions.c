#include "formats/elf/dwarf/dwarf_functions.h"

#include <stdlib.h>
#include <string.h>

#include "core/resolve/resolve_lines.h"
#include "formats/elf/dwarf/dwarf_lines.h"
#include "formats/elf/read/elf_ranges.h"

enum {
    /* bytes: gaps below this size may be padding between functions (libc's assembler code is aligned to
       64) */
    PADDING = 64,
    LEAST = 16,   /* gaps below this size are skipped even if other gaps are longer */
    DEEPEST = 64, /* nested inlined calls */
};

/* Opens no other files, since the table names only functions whose DWARF is in the file itself. */
static bool open_none(const struct line_files *f UNUSED, enum want_kind kind UNUSED,
                      const struct build_id *id UNUSED, const char *folder UNUSED, const char *name UNUSED,
                      struct blob *out UNUSED)
{
    return false;
}

/* Whether a section has code from a compiler. Sections made by linkers (.plt, .plt.sec) have no functions
   in DWARF. */
static bool has_functions(const struct image *m, const GElf_Shdr *h)
{
    const bool is_there = h->sh_type != SHT_NOBITS && h->sh_size <= UINT64_MAX - h->sh_offset;
    return is_there && image_is_executed(h) && strncmp(image_section_name(m, h), ".plt", 4) != 0;
}

static struct elf_ranges code_with_functions(const struct image *m)
{
    struct elf_ranges code = { 0 };
    GElf_Shdr h;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(m->elf, s)) != NULL;)
        if (gelf_getshdr(s, &h) && has_functions(m, &h))
            elf_ranges_add(&code, h.sh_offset, h.sh_offset + h.sh_size);
    elf_ranges_join(&code);
    return code;
}

static void add_nameless_gap(struct elf_ranges *gaps, uint64_t from, uint64_t to, uint64_t *most)
{
    if (to <= from)
        return;
    const uint64_t n = to - from;
    if (n >= LEAST)
        elf_ranges_add(gaps, from, to);
    if (n > *most)
        *most = n;
}

/* The ranges of code that no symbol covers. Empty if all of them may be padding. */
static struct elf_ranges nameless(const struct image *runtime, const struct symtab *t)
{
    struct elf_ranges gaps = { 0 }, code = code_with_functions(runtime);
    size_t k = 0;
    uint64_t at = 0, most = 0; /* at: end of the code seen so far; most: length of the longest gap */
    for (size_t i = 0; i < code.n; i++) {
        if (code.v[i].foff > at)
            at = code.v[i].foff;
        for (; k < t->n && t->v[k].start < code.v[i].end; k++) {
            add_nameless_gap(&gaps, at, t->v[k].start, &most);
            if (t->v[k].end > at)
                at = t->v[k].end;
        }
        add_nameless_gap(&gaps, at, code.v[i].end, &most);
    }
    free(code.v);
    if (most < PADDING)
        gaps.n = 0;
    return gaps;
}

/* Add the functions in a gap. The names may take no more than *left bytes in all. In files from compilers
   nearly every name has its own bytes, but many entries of a hostile file may share one name. */
static void fill_gap(struct lines *l, const struct elf_range *gap, struct symtab *t, size_t *left)
{
    struct line_frame frames[DEEPEST];
    struct symbol *last = NULL;
    for (uint64_t at = gap->foff, end; at < gap->end; at = end) {
        const size_t n = dwarf_line_reader.functions(l, at, frames, DEEPEST, &end);
        const char *name = n && n < DEEPEST ? frames[n - 1].function : NULL;
        if (end <= at)
            return;
        if (end >= gap->end)
            end = gap->end;
        if (!name)
            continue;
        const size_t size = strlen(name);
        const bool goes_on = last && last->end == at && !strcmp(last->name, name);
        if (goes_on) {
            last->end = end;
        } else if (size && size <= *left) {
            *left -= size;
            last = symtab_add(t, at, end - at, SYMBOL_LOCAL, arena_text(&t->arena, name, size));
        }
    }
}

void functions_add(const struct symbol_input *in, const struct image *runtime, struct symtab *t)
{
    static const struct line_files none = { .open = open_none };
    const struct blob symbols = { .bytes = in->bytes, .origin = "" },
                      mapped = { .bytes = in->runtime, .origin = "" };
    struct err unused = { 0 };
    struct elf_ranges gaps = nameless(runtime, t);
    struct lines *l = NULL;
    size_t left = in->bytes.n;
    if (gaps.n)
        l = dwarf_line_reader.open(&symbols, &mapped, in->object, &none, &unused);
    for (size_t i = 0; i < gaps.n && l; i++)
        fill_gap(l, &gaps.v[i], t, &left);
    if (l)
        dwarf_line_reader.close(l);
    free(gaps.v);
}
