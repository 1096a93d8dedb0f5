#include "read/symbols.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>

static void add(struct object *x, uint64_t start, uint64_t size, const char *name, size_t n, unsigned rank)
{
    x->symbols = table_room(x->symbols, x->n, &x->cap, sizeof(*x->symbols));
    x->symbols[x->n++] = (struct symbol){ start, start + size, name, (uint32_t)n, 0, (uint8_t)rank };
}

void symbols_add(struct object *x, uint64_t start, uint64_t size, const char *name)
{
    add(x, start, size, name, strlen(name), 0);
}

struct file {
    const uint8_t *p; /* NULL: there is none */
    size_t size;
};

/* A file of a folder of files by their ids: "ab/cdef..." and what follows. */
static struct file map_by_id(const struct object *x, const char *folder, const char *below, const char *end)
{
    char path[4096], id[2 * sizeof(x->id) + 1] = "";
    struct file f = { NULL, 0 };
    for (size_t i = 0; i < x->nid; i++)
        sprintf(id + 2 * i, "%02x", x->id[i]);
    snprintf(path, sizeof(path), "%s%s/.build-id/%.2s/%s%s", folder, below, id, x->nid ? id + 2 : "", end);
    if (x->nid)
        f.p = capture_map(path, &f.size);
    return f;
}

/* Of the build-id cache (tools/perf/util/build-id.c). */
static struct file map_cached(const struct object *x, const char *name)
{
    const char *home = getenv("HOME");
    return map_by_id(x, home ? home : "", "/.debug", name);
}

/* ---- ELF (elf.h is this host's, and so is the file) ---- */

static const Elf64_Shdr *sections(const uint8_t *p, size_t size, size_t *n)
{
    const Elf64_Ehdr *h = (const void *)p;
    if (size < sizeof(*h) || memcmp(p, ELFMAG, SELFMAG) != 0 || p[EI_CLASS] != ELFCLASS64)
        return NULL;
    *n = h->e_shnum;
    return h->e_shoff <= size && *n <= (size - h->e_shoff) / sizeof(Elf64_Shdr)
               ? (const void *)(p + h->e_shoff)
               : NULL;
}

/* Where an address of the file lies in it; UINT64_MAX: nowhere. */
static uint64_t offset_of(const uint8_t *p, size_t size, uint64_t address)
{
    const Elf64_Ehdr *h = (const void *)p;
    const Elf64_Phdr *v = (const void *)(p + h->e_phoff);
    if (h->e_phoff > size || h->e_phnum > (size - h->e_phoff) / sizeof(*v))
        return UINT64_MAX;
    for (size_t i = 0; i < h->e_phnum; i++)
        if (v[i].p_type == PT_LOAD && v[i].p_flags & PF_X && address - v[i].p_vaddr < v[i].p_memsz)
            return address - v[i].p_vaddr + v[i].p_offset;
    return UINT64_MAX;
}

uint64_t symbols_address(const uint8_t *file, size_t size, uint64_t offset)
{
    const Elf64_Ehdr *h = (const void *)file;
    const Elf64_Phdr *v = (const void *)(file + h->e_phoff);
    for (size_t i = 0; h->e_phoff < size && i < h->e_phnum && i < (size - h->e_phoff) / sizeof(*v); i++)
        if (v[i].p_type == PT_LOAD && v[i].p_flags & PF_X && offset - v[i].p_offset < v[i].p_filesz)
            return offset - v[i].p_offset + v[i].p_vaddr;
    return UINT64_MAX;
}

static unsigned rank_of(unsigned binding)
{
    return binding == STB_WEAK ? 0 : binding == STB_GLOBAL ? 2 : 1;
}

/* The table of `f`, of functions that lie in the file that was mapped. */
static void read_elf(struct object *x, struct file f, struct file mapped)
{
    size_t n = 0, best = 0;
    const Elf64_Shdr *v = sections(f.p, f.size, &n);
    for (size_t i = 0; v && i < n; i++)
        if (v[i].sh_type == SHT_SYMTAB || (v[i].sh_type == SHT_DYNSYM && !best))
            best = i;
    if (!best || v[best].sh_link >= n || v[best].sh_offset > f.size ||
        v[best].sh_size > f.size - v[best].sh_offset)
        return;
    const Elf64_Sym *s = (const void *)(f.p + v[best].sh_offset), *end = s + v[best].sh_size / sizeof(*s);
    const char *names = (const char *)f.p + v[v[best].sh_link].sh_offset;
    for (uint64_t most = v[v[best].sh_link].sh_size; s < end; s++) {
        unsigned type = ELF64_ST_TYPE(s->st_info);
        if ((type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE) || !s->st_name ||
            s->st_shndx == SHN_UNDEF || s->st_name >= most)
            continue;
        uint64_t at = offset_of(mapped.p, mapped.size, s->st_value);
        if (at != UINT64_MAX)
            add(x, at, s->st_size, names + s->st_name, strlen(names + s->st_name),
                rank_of(ELF64_ST_BIND(s->st_info)));
    }
}

/* ---- listings: "ffffffff81000000 T _text\t[module]" ---- */

static void read_listing(struct object *x, struct file f)
{
    for (const char *s = (const char *)f.p, *end = s + f.size, *next; s < end; s = next) {
        uint64_t at = 0;
        next = memchr(s, '\n', (size_t)(end - s));
        next = next ? next + 1 : end;
        for (; s < next && *s != ' '; s++)
            at = at << 4 | (uint64_t)(*s <= '9' ? *s - '0' : (*s | 32) - 'a' + 10);
        if (next - s < 5 || !strchr("tTwW", s[1]))
            continue;
        const char *name = s + 3;
        size_t n = strcspn(name, "\t\n");
        if (n == 5 && !memcmp(name, "_text", n))
            x->delta = x->ref ? (int64_t)(x->ref - at) : 0;
        add(x, at, 0, name, n, s[1] == 'T' ? 2 : s[1] == 't');
    }
}

/* ---- both ---- */

static int by_start(const void *a, const void *b)
{
    const struct symbol *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

/* Whether a symbol is to be shown rather than another one of its address (tools/perf/util/symbol.c, choose_best_symbol). */
static bool is_better(const struct symbol *a, const struct symbol *b)
{
    if ((a->end == a->start) != (b->end == b->start))
        return b->end == b->start;
    if (a->rank != b->rank)
        return a->rank > b->rank;
    return strspn(a->s, "_") != strspn(b->s, "_") ? strspn(a->s, "_") < strspn(b->s, "_") : a->n > b->n;
}

/* One symbol for each address; one without a size ends where the next one begins. */
static void seal(struct object *x)
{
    size_t n = 0, sorted = 1;
    while (sorted < x->n && x->symbols[sorted - 1].start <= x->symbols[sorted].start)
        sorted++;
    if (sorted < x->n)
        qsort(x->symbols, x->n, sizeof(*x->symbols), by_start);
    for (size_t i = 0; i < x->n; i++)
        if (!n || x->symbols[n - 1].start != x->symbols[i].start)
            x->symbols[n++] = x->symbols[i];
        else if (is_better(&x->symbols[i], &x->symbols[n - 1]))
            x->symbols[n - 1] = x->symbols[i];
    x->n = n;
    for (size_t i = 0; i < n; i++)
        if (x->symbols[i].end == x->symbols[i].start)
            x->symbols[i].end = i + 1 < n ? x->symbols[i + 1].start : x->symbols[i].start + 4096;
}

const uint8_t *symbols_map(const struct object *x, size_t *size)
{
    struct file f = map_cached(x, "/elf");
    if (!f.p)
        f = map_cached(x, "/vdso");
    if (!f.p && x->path[0] == '/')
        f.p = capture_map(x->path, &f.size);
    *size = f.size;
    return f.p;
}

static void load_file(struct object *x)
{
    struct file mapped = { NULL, 0 }, debug = map_cached(x, "/debug");
    mapped.p = symbols_map(x, &mapped.size);
    if (!mapped.p)
        return;
    if (!debug.p)
        debug = map_by_id(x, "/usr/lib/debug", "", ".debug");
    if (debug.p)
        read_elf(x, debug, mapped);
    if (!x->n)
        read_elf(x, mapped, mapped);
}

void symbols_load(const struct folio *folio, struct object *x)
{
    struct file listing = x->kernel && !folio ? map_cached(x, "/kallsyms") : (struct file){ NULL, 0 };
    x->loaded = true;
    if (folio)
        folio_symbols(folio, x);
    else if (listing.p)
        read_listing(x, listing);
    else if (!x->kernel)
        load_file(x);
    seal(x);
}
