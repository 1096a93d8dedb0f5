#include "formats/tracepoint/read/container.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/tracepoint/read/lexer.h"

/* The first version whose last part is the names of threads (perf, trace-event-read.c). */
#define WITH_COMMS "0.6"

enum { PADDING = 8 };

static const uint8_t magic[] = { 23, 8, 68, 't', 'r', 'a', 'c', 'i', 'n', 'g' };

/* Takes a 64-bit length, then that many bytes. */
static struct span take_sized(struct cur *c)
{
    return cur_take(c, cur_u64(c));
}

static bool take_name(struct cur *c, const char *name)
{
    struct span s = cur_take(c, strlen(name) + 1);
    if (!s.n || memcmp(s.p, name, s.n))
        c->bad = true;
    return !c->bad;
}

/* Reads the number of the first line "ID: 123". */
static bool read_id(struct span text, uint64_t *id)
{
    static const char key[] = "\nID:";
    const size_t n = sizeof(key) - 1;
    size_t at = 0;
    while (at + n <= text.n && memcmp(text.p + at, key, n) != 0)
        at++;
    if (at + n > text.n)
        return false;
    struct lexer l = { (const char *)text.p + at + n, (const char *)text.p + text.n };
    return lexer_number(&l, id) && *id <= UINT32_MAX;
}

static void take_format(struct trace_container *t, struct cur *c, const char *system)
{
    struct trace_format f = { .system = system, .text = take_sized(c) };
    if (c->bad || !read_id(f.text, &f.id))
        return;
    *MEM_ADD(t->formats, t->nformats, t->cap) = f;
}

/* Reads a line "0xADDRESS : "text""; a line feed that ends the text is left out. */
static void read_string(struct trace_container *t, const char *line, const char *end)
{
    struct lexer l = { line, end };
    uint64_t avma;
    if (!lexer_number(&l, &avma) || !lexer_take_text(&l, ":"))
        return;
    bool quoted = lexer_take_text(&l, "\"") && l.p < end && end[-1] == '"';
    end -= quoted;
    if (quoted && end - l.p >= 2 && !memcmp(end - 2, "\\n", 2))
        end -= 2;
    uint32_t *at = idmap_find_or_add(&t->by_avma, avma);
    if (*at)
        return;
    *MEM_ADD(t->strings, t->nstrings, t->strings_cap) =
        (struct span){ (const uint8_t *)l.p, (size_t)(end - l.p) };
    *at = (uint32_t)t->nstrings;
}

static void read_strings(struct trace_container *t, struct span lines)
{
    const char *line = (const char *)lines.p, *end = line + lines.n;
    while (line < end) {
        const char *feed = memchr(line, '\n', (size_t)(end - line));
        if (!feed) {
            read_string(t, line, end);
            return;
        }
        read_string(t, line, feed);
        line = feed + 1;
    }
}

/* Takes all data after the head. Counts are not trusted: a loop ends when the bytes do. */
static void take_files(struct trace_container *t, bool has_comms, struct cur *c)
{
    if (take_name(c, "header_page"))
        t->header_page = take_sized(c);
    if (take_name(c, "header_event"))
        take_sized(c);
    for (uint32_t n = cur_u32(c); n && !c->bad; n--)
        take_format(t, c, "ftrace");
    for (uint32_t systems = cur_u32(c); systems && !c->bad; systems--) {
        const char *system = cur_cstr(c);
        for (uint32_t n = cur_u32(c); n && !c->bad; n--)
            take_format(t, c, system);
    }
    cur_take(c, cur_u32(c)); /* the kernel's symbols, which old recorders wrote */
    struct span printk = cur_take(c, cur_u32(c));
    if (!c->bad && printk.n)
        read_strings(t, printk);
    if (has_comms)
        take_sized(c);
}

struct span container_printk_string(const struct trace_container *t, uint64_t avma)
{
    uint32_t at = idmap_get(&t->by_avma, avma);
    if (at)
        return t->strings[at - 1];
    return (struct span){ NULL, 0 };
}

bool container_read(struct trace_container *t, struct span bytes, struct err *e)
{
    struct cur c = cur_of(bytes, ORDER_LITTLE);
    struct span begin = cur_take(&c, sizeof(magic));
    *t = (struct trace_container){ 0 };
    if (!begin.n || memcmp(begin.p, magic, sizeof(magic)))
        return err_set(e, ERR_FORMAT, 0, "not tracing data: its %zu bytes do not begin with the magic number",
                       bytes.n);
    const char *version = cur_cstr(&c);
    if (cur_u8(&c))
        c.order = ORDER_BIG;
    t->order = c.order;
    t->long_size = cur_u8(&c);
    t->page_size = cur_u32(&c);
    if (c.bad || (t->long_size != 4 && t->long_size != 8))
        return err_set(e, ERR_FORMAT, 0, "tracing data of a machine whose long has %u bytes, expected 4 or 8",
                       t->long_size);
    take_files(t, strcmp(version, WITH_COMMS) >= 0, &c);
    t->whole = !c.bad && c.left < PADDING;
    return true;
}

void container_free(struct trace_container *t)
{
    free(t->formats);
    free(t->strings);
    idmap_free(&t->by_avma);
    *t = (struct trace_container){ 0 };
}
