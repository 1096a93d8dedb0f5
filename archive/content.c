#include "archive/content.h"

#include <string.h>

#include "archive/decompress.h"
#include "formats/perf/open.h"

struct content {
    const char *what;
    const char *instead; /* the command to use it with */
    const char *magic;   /* its first bytes; NULL: is() recognises it */
    size_t nmagic;
    bool (*is)(struct span head);
};

/* ---- binary files ---- */

/* e_type << 16 | e_machine of an ELF file (gabi, "ELF Header"); -1: not an ELF file. */
static int64_t elf_kind(struct span s)
{
    enum { E_TYPE = 16, EI_DATA = 5, BIG = 2 };
    if (s.n < E_TYPE + 4 || memcmp(s.p, "\177ELF", 4) != 0)
        return -1;
    enum byte_order order = ORDER_LITTLE;
    if (s.p[EI_DATA] == BIG)
        order = ORDER_BIG;
    return (int64_t)load_u16(s.p + E_TYPE, order) << 16 | load_u16(s.p + E_TYPE + 2, order);
}

static bool is_core(struct span s)
{
    enum { ET_CORE = 4 };
    return elf_kind(s) >> 16 == ET_CORE;
}

/* Whether the file is an ELF file of no type and no machine, like a folio, even a damaged one. */
static bool content_is_typeless(struct span s)
{
    return !elf_kind(s);
}

bool content_is_tar(struct span s)
{
    return s.n > 262 && !memcmp(s.p + 257, "ustar", 5); /* POSIX.1-2008, pax, "ustar Interchange Format" */
}

bool content_is_zip(struct span s)
{
    return s.n >= 4 && !memcmp(s.p, "PK\3\4", 4); /* APPNOTE.TXT, 4.3.7 */
}

/* ---- text files ---- */

/* Removes the first complete line from `rest`. False: there is no complete line. */
static bool content_next_line(struct span *rest, struct span *line)
{
    const uint8_t *end = NULL;
    if (rest->n)
        end = memchr(rest->p, '\n', rest->n);
    if (!end)
        return false;
    *line = (struct span){ rest->p, (size_t)(end - rest->p) };
    *rest = (struct span){ end + 1, rest->n - line->n - 1 };
    return true;
}

/* The first line that is not empty and not a comment. */
static struct span first_line(struct span s)
{
    struct span line;
    while (content_next_line(&s, &line))
        if (line.n && *line.p != '#')
            return line;
    return (struct span){ s.p, 0 };
}

static size_t span_of(struct span s, size_t at, const char *set)
{
    size_t n = 0;
    while (at + n < s.n && s.p[at + n] && strchr(set, s.p[at + n]))
        n++;
    return n;
}

static const char digits[] = "0123456789", hex[] = "0123456789abcdefABCDEF";

/* "ffffffff81000000 T _text" (fs/proc, kallsyms). */
static bool is_kallsyms(struct span s)
{
    s = first_line(s);
    size_t n = span_of(s, 0, hex);
    return (n == 8 || n == 16) && s.n > n + 3 && s.p[n] == ' ' &&
           strchr("ABCDGIRSTUVWabcdgirstuvw", s.p[n + 1]) && s.p[n + 2] == ' ';
}

/* "7f0000001000 40 name" (tools/perf/Documentation/jit-interface.txt). */
static bool content_is_perf_map(struct span s)
{
    s = first_line(s);
    size_t start = span_of(s, 0, hex), size = span_of(s, start + 1, hex), end = start + 1 + size;
    return start > 2 && size && s.p[start] == ' ' && s.n > end + 1 && s.p[end] == ' ';
}

/* "comm  pid [cpu] seconds.micros: ...". */
static bool is_script(struct span s)
{
    s = first_line(s);
    for (size_t at = 1; at < s.n; at++) {
        size_t whole = span_of(s, at, digits), part = span_of(s, at + whole + 1, digits);
        if (s.p[at - 1] == ' ' && whole && part >= 6 && at + whole + 1 + part < s.n &&
            s.p[at + whole] == '.' && s.p[at + whole + 1 + part] == ':')
            return true;
    }
    return false;
}

/* "main;work;inner 12". */
static bool is_folded(struct span s)
{
    s = first_line(s);
    size_t n = 0;
    while (n < s.n && s.p[s.n - 1 - n] >= '0' && s.p[s.n - 1 - n] <= '9')
        n++;
    return n && n < s.n && s.p[s.n - 1 - n] == ' ' && memchr(s.p, ';', s.n - n);
}

static bool content_has(struct span s, const char *part)
{
    const size_t n = strlen(part);
    for (size_t at = 0; s.n >= n && at <= s.n - n; at++)
        if (!memcmp(s.p + at, part, n))
            return true;
    return false;
}

static bool content_begins(struct span s, const char *with)
{
    return s.n >= strlen(with) && !memcmp(s.p, with, strlen(with));
}

static bool is_report(struct span s)
{
    return content_begins(s, "# To display the perf.data header") ||
           content_begins(s, "#\n# Total Lost Samples") || content_begins(s, "# ========\n");
}

static bool is_stat(struct span s)
{
    return content_has(s, "Performance counter stats for");
}

static bool is_json(struct span s)
{
    size_t at = span_of(s, 0, " \t\r\n"), next = at + 1 + span_of(s, at + 1, " \t\r\n");
    return next < s.n &&
           ((s.p[at] == '{' && s.p[next] == '"') || (s.p[at] == '[' && strchr("{[\"", s.p[next])));
}

static struct span front_of(struct span s, size_t most)
{
    if (s.n > most)
        s.n = most;
    return s;
}

bool content_is_page(struct span s)
{
    const struct span front = front_of(s, 256);
    return content_has(front, "<html") || content_has(front, "<!doctype html") ||
           content_has(front, "<!DOCTYPE html");
}

static bool is_svg(struct span s)
{
    return content_has(front_of(s, 1024), "<svg");
}

// clang-format off
#define OBJECTS "--objects takes symbols from it"
#define PRINTED "perfolio reads the capture that it was made from"
#define NOTHING "no command reads it"

/* The kinds of files; the first kind that matches is used. */
static const struct content contents[] = {
    { "a core dump",                  NOTHING, NULL, 0, is_core },
    { "an ELF file without a type, perhaps a damaged folio", "perfolio verify FILE checks it", NULL, 0, content_is_typeless },
    { "an ELF file",                  OBJECTS ", and code", "\177ELF", 4, NULL },
    { "a jitdump",                    OBJECTS ", and code", "JiTD", 4, NULL },
    { "a jitdump",                    OBJECTS ", and code", "DTiJ", 4, NULL },
    { "a Debian package",             OBJECTS, "!<arch>\ndebian-binary", 21, NULL },
    { "an RPM package",               OBJECTS, "\xed\xab\xee\xdb", 4, NULL },
    { "an archive of objects",        OBJECTS, "!<arch>\n", 8, NULL },
    { "a trace of trace-cmd",         NOTHING, "\x17\x08\x44tracing", 10, NULL },
    { "a report of simpleperf",       PRINTED, "SIMPLEPERF", 10, NULL },
    { "a SQLite database",            NOTHING, "SQLite format 3", 16, NULL },
    { "a profile of callgrind",       PRINTED, "# callgrind format", 18, NULL },
    { "what perf stat printed",       "perfolio stat report reads what perf stat record writes", NULL, 0, is_stat },
    { "what perf script printed",     PRINTED, NULL, 0, is_script },
    { "what perf report printed",     PRINTED, NULL, 0, is_report },
    { "a list of a kernel's symbols", "--kallsyms takes symbols from it", NULL, 0, is_kallsyms },
    { "a perf map",                   OBJECTS, NULL, 0, content_is_perf_map },
    { "folded call stacks",           PRINTED, NULL, 0, is_folded },
    { "JSON",                         NOTHING, NULL, 0, is_json },
    { "an SVG image",                 NOTHING, NULL, 0, is_svg },
    { "an HTML page",                 NOTHING, NULL, 0, content_is_page },
    { "a tar",                        "unpack it first", NULL, 0, content_is_tar },
    { "a zip",                        "unpack it first", NULL, 0, content_is_zip },
    { "compressed",                   "unpack it first", NULL, 0, decompress_is_packed },
};
// clang-format on

static bool is_content(const struct content *c, struct span head)
{
    if (c->is)
        return c->is(head);
    return head.n >= c->nmagic && !memcmp(head.p, c->magic, c->nmagic);
}

static const struct content *content_of(struct span head)
{
    for (const struct content *c = contents; c < contents + COUNT(contents); c++)
        if (is_content(c, head))
            return c;
    return NULL;
}

/* Whether `head` begins a file of another known kind. If so, sets `e` to a description of the file. */
static bool is_other(struct span head, const char *wanted, struct err *e)
{
    const struct content *c = content_of(head);
    if (!head.n)
        err_set(e, ERR_FORMAT, 0, "it is empty");
    else if (c)
        err_set(e, ERR_FORMAT, 0, "it is %s, %s: %s", c->what, wanted, c->instead);
    return c || !head.n;
}

bool content_is_capture(struct span head, struct err *e)
{
    struct err why = { 0 };
    if (perfdata_recognise(head, &why))
        return true;
    return !is_other(head, "neither a capture nor a folio", e) && err_set(e, why.kind, why.at, "%s", why.msg);
}

/* Whether the bytes begin a capture, which users often give instead of a folio. A capture begins with
   PERFILE2 in either byte order, or the older PERFFILE (formats/perf/open.c). It need not be readable. */
static bool is_recording(struct span bytes)
{
    static const char *const begins[] = { "PERFILE2", "2ELIFREP", "PERFFILE", "ELIFFREP" };
    for (size_t i = 0; i < COUNT(begins); i++)
        if (bytes.n >= 8 && !memcmp(bytes.p, begins[i], 8))
            return true;
    return false;
}

bool content_is_folio(struct span head, struct err *e)
{
    if (content_is_typeless(head))
        return true;
    if (is_recording(head))
        err_set(e, ERR_UNSUPPORTED, 0, "a capture, not a folio: perfolio pack makes one of it");
    else if (!is_other(head, "not a folio", e))
        err_set(e, ERR_UNSUPPORTED, 0, "not a folio: it does not begin with the ELF header of one");
    e->kind = ERR_UNSUPPORTED;
    return false;
}

bool content_is_input(struct span head, struct err *e)
{
    return content_is_typeless(head) || content_is_capture(head, e);
}
