#include "read/folio.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <zstd.h>

#include "read/symbols.h"

struct folio {
    const uint8_t *p;
    size_t size, nsections, manifest_size;
    const Elf64_Shdr *sections;
    const char *manifest;
};

static const uint8_t *bytes_of(const struct folio *f, size_t section, size_t *n)
{
    const Elf64_Shdr *s = &f->sections[section < f->nsections ? section : 0];
    *n = s->sh_size;
    return section && section < f->nsections && s->sh_offset <= f->size &&
                   s->sh_size <= f->size - s->sh_offset
               ? f->p + s->sh_offset
               : NULL;
}

struct folio *folio_of(const uint8_t *file, size_t size)
{
    const Elf64_Ehdr *h = (const void *)file;
    size_t names_size;
    if (size < sizeof(*h) || memcmp(file, ELFMAG, SELFMAG) != 0 || h->e_shoff > size ||
        h->e_shnum > (size - h->e_shoff) / sizeof(Elf64_Shdr))
        return NULL;
    struct folio *f = table_new(1, sizeof(*f));
    *f = (struct folio){
        .p = file, .size = size, .nsections = h->e_shnum, .sections = (const void *)(file + h->e_shoff)
    };
    const char *names = (const char *)bytes_of(f, h->e_shstrndx, &names_size);
    for (size_t i = 1; names && i < f->nsections; i++)
        if (f->sections[i].sh_name < names_size && !strcmp(names + f->sections[i].sh_name, ".perfolio"))
            f->manifest = (const char *)bytes_of(f, i, &f->manifest_size);
    return f->manifest ? f : NULL;
}

/* The value of a key of a record, or NULL; it ends at a blank or the record's end. */
static const char *value_of(const char *record, const char *key)
{
    size_t n = strlen(key);
    for (const char *at = strchr(record, ' '); at; at = strchr(at + 1, ' '))
        if (!strncmp(at + 1, key, n) && at[1 + n] == '=')
            return at + 2 + n;
    return NULL;
}

static size_t number_of(const char *record, const char *key)
{
    const char *value = value_of(record, key);
    return value ? strtoull(value, NULL, 0) : 0;
}

static const char *next_record(const struct folio *f, const char *record)
{
    record = record ? record + strlen(record) + 1 : f->manifest;
    return record < f->manifest + f->manifest_size ? record : NULL;
}

/* What a compressed section stands for: its frames, one after the other. */
static uint8_t *inflate(const struct folio *f, size_t section, size_t *size)
{
    size_t n;
    const uint8_t *p = bytes_of(f, section, &n);
    const Elf64_Chdr *head = (const void *)p;
    if (!p || n < sizeof(*head))
        return NULL;
    *size = head->ch_size;
    uint8_t *to = malloc(*size + 1);
    size_t done = to ? ZSTD_decompress(to, *size, p + sizeof(*head), n - sizeof(*head)) : 0;
    return done == *size ? to : NULL;
}

const uint8_t *folio_capture(const struct folio *f, size_t *size)
{
    for (const char *r = NULL; (r = next_record(f, r)) != NULL;)
        if (!strncmp(r, "file ", 5))
            return inflate(f, number_of(r, "section"), size);
    return NULL;
}

/* Whether an object of the manifest is the one that was mapped. */
static bool is_of(const char *record, const struct object *x)
{
    char id[2 * sizeof(x->id) + 1] = "";
    const char *kept = value_of(record, "build-id"), *name = value_of(record, "name");
    for (size_t i = 0; i < x->nid; i++)
        sprintf(id + 2 * i, "%02x", x->id[i]);
    if (kept && x->nid)
        return !strncmp(kept, id, 2 * (size_t)x->nid);
    return name && !strncmp(name, x->path, strlen(x->path)) && strchr(" ", name[strlen(x->path)]);
}

static void add_table(const Elf64_Sym *v, size_t n, const char *names, size_t names_size, struct object *x)
{
    for (size_t i = 1; i < n; i++)
        if (v[i].st_name < names_size)
            symbols_add(x, v[i].st_value, v[i].st_size, names + v[i].st_name);
}

void folio_symbols(const struct folio *f, struct object *x)
{
    for (const char *r = NULL; (r = next_record(f, r)) != NULL;) {
        size_t section = number_of(r, "symtab-section"), n, names_size;
        if (strncmp(r, "object ", 7) || !is_of(r, x))
            continue;
        const uint8_t *p = bytes_of(f, section, &n);
        const uint8_t *names = p ? bytes_of(f, f->sections[section].sh_link, &names_size) : NULL;
        if (names)
            add_table((const void *)p, n / sizeof(Elf64_Sym), (const char *)names, names_size, x);
        if (x->ref && value_of(r, "_text"))
            x->delta = (int64_t)(x->ref - number_of(r, "_text"));
        return;
    }
}
