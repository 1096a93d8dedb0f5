#include "formats/perf/file/hiperf_file.h"

/* The second of hiperf's kinds (include/symbols_file.h, SymbolsFileType), the only one whose number never
   changed. */
enum { KERNEL_MODULE = 1 };

/* Takes a length that includes the NUL, and the text with its NUL. */
static struct span hiperf_file_text_of(struct cur *c)
{
    return span_text(cur_take(c, cur_u32(c)));
}

static bool hiperf_file_begins(struct span s, const char *with)
{
    return s.n >= strlen(with) && !memcmp(s.p, with, strlen(with));
}

static bool ends(struct span s, const char *with)
{
    const size_t n = strlen(with);
    return s.n >= n && !memcmp(s.p + s.n - n, with, n);
}

/* Whether code is interpreted or made at run time. Then each symbol is one address that a sample hit. */
static bool is_made(struct span path)
{
    return hiperf_file_begins(path, "[anon:") || ends(path, ".hap") || ends(path, ".hsp") ||
           ends(path, ".abc") || ends(path, ".hqf");
}

static enum simpleperf_kind hiperf_file_kind_of(struct span path, uint32_t kind)
{
    if (path.n == strlen("[kernel.kallsyms]") && hiperf_file_begins(path, "[kernel.kallsyms]"))
        return SIMPLEPERF_KERNEL;
    if (kind == KERNEL_MODULE)
        return SIMPLEPERF_MODULE;
    return SIMPLEPERF_ELF;
}

bool hiperf_file_read(struct span entry, struct simpleperf_file *f)
{
    struct cur c = cur_of(entry, ORDER_LITTLE);
    f->path = hiperf_file_text_of(&c);
    f->kind = hiperf_file_kind_of(f->path, cur_u32(&c));
    f->min_vaddr = cur_u64(&c);
    f->min_foff = cur_u64(&c);
    f->build_id = hiperf_file_text_of(&c);
    f->symbols = cur_u32(&c);
    f->rest = c;
    f->has_foff = f->kind == SIMPLEPERF_ELF;
    if (f->kind != SIMPLEPERF_ELF || is_made(f->path))
        /* addresses as they ran; for a module relative to where it is mapped */
        f->min_vaddr = f->min_foff = 0;
    return !c.bad;
}

bool hiperf_symbol(struct simpleperf_file *f, struct simpleperf_symbol *s)
{
    if (!f->symbols || f->rest.bad)
        return false;
    f->symbols--;
    s->vaddr = cur_u64(&f->rest);
    s->len = cur_u32(&f->rest);
    s->name = hiperf_file_text_of(&f->rest);
    if (is_made(f->path))
        s->len = 1;
    return !f->rest.bad;
}

struct span hiperf_entry(struct cur *c)
{
    struct simpleperf_file f = { .symbols = 0 };
    struct simpleperf_symbol s;
    const struct span all = { c->p, c->left };
    c->bad = c->bad || !hiperf_file_read(all, &f);
    while (!c->bad && hiperf_symbol(&f, &s))
        ;
    c->bad = c->bad || f.rest.bad;
    if (c->bad)
        return (struct span){ c->p, 0 };
    return cur_take(c, all.n - f.rest.left);
}
