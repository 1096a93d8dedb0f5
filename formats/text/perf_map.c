/*
 * Lines are "START SIZE NAME", both numbers in hexadecimal without 0x (though some runtimes write 0x). The
 * name is the rest of the line, including blanks. Lines of another form are skipped, as in perf (symbol.c,
 * dso__load_perf_map).
 */
#include "formats/text/perf_map.h"

#include <string.h>

#include "formats/text/line.h"

static bool take_prefixed_hex(struct span *s, uint64_t *v)
{
    if (s->n > 2 && s->p[0] == '0' && s->p[1] == 'x')
        *s = (struct span){ s->p + 2, s->n - 2 };
    return take_hex(s, ' ', v);
}

static bool parse_map_line(struct span line, uint64_t *start, uint64_t *size, struct span *name)
{
    *name = line;
    return take_prefixed_hex(name, start) && take_prefixed_hex(name, size) && *size && name->n &&
           !memchr(name->p, 0, name->n);
}

static bool perf_map_read(const struct symbol_input *in, struct symtab *out, struct err *e UNUSED)
{
    struct span text = in->bytes, name;
    uint64_t start, size;
    while (text.n)
        if (parse_map_line(next_line(&text), &start, &size, &name))
            symtab_add(out, start, size, SYMBOL_LOCAL, arena_text(&out->arena, (const char *)name.p, name.n));
    symtab_flatten_by_time(out);
    out->space = SYMTAB_AVMA;
    return true;
}

static bool perf_map_recognise(struct span bytes)
{
    struct span name;
    uint64_t start, size;
    return parse_map_line(first_line(bytes), &start, &size, &name);
}

const struct symbol_reader perf_map_reader = {
    .name = "perf map",
    .kinds = 1u << WANT_PERF_MAP,
    .recognise = perf_map_recognise,
    .content = symtab_content_full,
    .read = perf_map_read,
};
