#include "formats/disasm/objdump.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/child.h"
#include "core/base/mem.h"

enum {
    SILENT = 60,       /* seconds without output after which the program is considered to hang */
    TRY_SILENT = 10,   /* the same for a few bytes of code */
    MOST = 60000,      /* pieces per run: section numbers have 16 bits */
    LONGEST = 24,      /* bytes of an instruction; if one is longer, it contains skipped bytes */
    TEXT_OF_BYTE = 256 /* characters of output for a byte of code */
};

static bool run_objdump(const struct surroundings *around, const struct arch *a, const char *program,
                        const char *options, unsigned silent, const struct code_piece *pieces, size_t n,
                        struct text *printed, struct err *e)
{
    struct text elf = { 0 }, m = { 0 };
    struct file f;
    objdump_elf_put(a, pieces, n, &elf);
    const char *own = a->code->objdump;
    if (own)
        text_printf(&m, "-M%s", own);
    if (options)
        text_printf(&m, "%s%s", own ? "," : "-M", options);
    const char *argv[] = { program, "-d", "-z", "-w", "--no-show-raw-insn", CHILD_INPUT, m.s, NULL };
    bool good = file_temp(&f, around->temporary, e);
    if (good) {
        good = file_append(&f, elf.s, elf.n, e) &&
               child_run(argv, around->environment, &f, silent, 65536 + elf.n * TEXT_OF_BYTE, printed, e);
        file_close(&f);
    }
    text_free(&elf);
    text_free(&m);
    return good;
}

/* Whether a program disassembles a few zeros. */
static bool knows(const struct surroundings *around, const struct arch *a, const char *program, struct err *e)
{
    static const uint8_t zeros[8] = { 0 };
    struct code_piece p = { .arch = a, .bytes = { zeros, sizeof(zeros) } };
    struct text printed = { 0 };
    bool good = run_objdump(around, a, program, NULL, TRY_SILENT, &p, 1, &printed, e);
    if (good && !printed.n) /* it ends with 0 even if a write fails */
        good = err_set(e, ERR_IO, 0, "%s printed nothing: its output may not have been written", program);
    good = good && strstr(printed.s, "section p0");
    if (!good)
        err_set(e, ERR_UNSUPPORTED, 0, "%s cannot disassemble code of %s", program, a->name);
    text_free(&printed);
    return good;
}

char *objdump_find(const struct surroundings *around, const struct arch *a, const char *named, struct err *e)
{
    char *path;
    if (named) {
        if (strchr(named, '/'))
            path = mem_copy(named, strlen(named));
        else
            path = child_find(around->path, named);
        if (!path)
            err_set(e, ERR_USAGE, 0, "%s is not on PATH", named);
        else if (knows(around, a, path, e))
            return path;
        free(path);
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        char name[64];
        struct err why = { 0 };
        if (i == 0)
            snprintf(name, sizeof(name), "%s-objdump", a->code->gnu);
        else
            snprintf(name, sizeof(name), "objdump");
        path = child_find(around->path, name);
        if (path && knows(around, a, path, &why))
            return path;
        if (why.kind == ERR_IO && e->kind == ERR_NONE)
            *e = why; /* the program may know the architecture, so report why it failed */
        free(path);
    }
    return NULL;
}

static unsigned hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a' + 10);
    return 16;
}

/* Read the address before a line's colon. Returns the text after the colon; NULL: there is no address. */
static const char *address(const char *s, const char *end, uint64_t *addr)
{
    while (s < end && *s == ' ')
        s++;
    const char *start = s;
    for (*addr = 0; s < end && hex_digit(*s) < 16; s++)
        *addr = *addr << 4 | hex_digit(*s);
    if (s > start && s < end && *s == ':')
        return s + 1;
    return NULL;
}

/* The length of the characters at s that may begin a comment; 0: none. */
static size_t sign_at(const char *s)
{
    if (s[0] == '/' && s[1] == '/')
        return 2;
    return *s && strchr("#;@!", *s);
}

/* The length of a line without its comment. A comment begins with a blank, comment characters, and a
   blank. */
static size_t without_comment(const char *s, size_t n)
{
    for (size_t i = 1; i + 1 < n; i++) {
        bool blank = s[i - 1] == ' ' || s[i - 1] == '\t';
        size_t sign = sign_at(s + i);
        if (blank && sign && i + sign < n && s[i + sign] == ' ')
            return i;
    }
    return n;
}

/* Copy an instruction's text, and replace addresses with names, `10f4 <p0+0x10>`, by 0x10f4. */
static void clean(const char *s, size_t n, struct text *to)
{
    to->n = 0;
    text_add_n(to, "", 0);
    n = without_comment(s, n);
    for (size_t i = 0; i < n; i++) {
        const bool opens = s[i] == '<' && i && s[i - 1] == ' ';
        const char *close = opens ? memchr(s + i, '>', n - i) : NULL;
        if (!close) {
            text_add_n(to, s + i, 1);
            continue;
        }
        text_add_n(to, "", 0);
        while (to->n && to->s[to->n - 1] == ' ')
            to->n--;
        size_t digits = to->n;
        while (digits && hex_digit(to->s[digits - 1]) < 16)
            digits--;
        if (digits < to->n && (!digits || to->s[digits - 1] != 'x')) {
            text_add_n(to, "  ", 2);
            memmove(to->s + digits + 2, to->s + digits, to->n - 2 - digits);
            memcpy(to->s + digits, "0x", 2);
        }
        i = (size_t)(close - s);
    }
    to->s[to->n] = 0;
}

/* A piece whose listing is being read. It has rows up to `done`. A pending instruction begins at `done`,
   and its end is not known yet. */
struct objdump_reading {
    struct listing *rows;
    const struct code_piece *piece; /* NULL: none */
    size_t done;
    bool has_text;
    struct listing_text text;
};

static struct span piece_bytes(const struct code_piece *p, size_t from, size_t to)
{
    return (struct span){ p->bytes.p + from, to - from };
}

/* Add the pending instruction, which ends at `end`. */
static void finish_insn(struct objdump_reading *g, size_t end)
{
    assert(g->done <= end && end <= g->piece->bytes.n);
    size_t n = end - g->done;
    if (!n)
        return;
    uint64_t addr = g->piece->addr + g->done;
    bool plain = g->has_text && n <= LONGEST && g->text.mnemonic[0] && !strchr(".(<*", g->text.mnemonic[0]);
    g->text.is_relative = false;
    if (plain)
        listing_add(g->rows, addr, piece_bytes(g->piece, g->done, end), &g->text);
    else
        listing_add_unknown(g->rows, addr, piece_bytes(g->piece, g->done, end));
    g->done = end;
    g->has_text = false;
}

static const struct arch_isa *isa_of(const struct arch *a, char mark)
{
    const struct arch_isa *isa = a->code->isas;
    while (isa->mark && isa->mark != mark)
        isa++;
    return isa;
}

static void read_listing_line(struct objdump_reading *g, const char *s, const char *end, struct text *cleaned)
{
    uint64_t addr;
    if (!g->piece)
        return;
    const char *rest = address(s, end, &addr);
    if (!rest || (rest < end && *rest != '\t' && *rest != ' '))
        return;
    const uint64_t at = (addr - g->piece->addr) & listing_mask(g->rows->arch);
    const bool inside = at >= g->done && at < g->piece->bytes.n;
    if (!inside || (at == g->done && g->has_text))
        return;
    finish_insn(g, (size_t)at);
    while (rest < end && (*rest == '\t' || *rest == ' '))
        rest++;
    clean(rest, (size_t)(end - rest), cleaned);
    listing_split(g->rows->arch, cleaned->s, cleaned->n, &g->text);
    g->has_text = true;
}

static void end_piece(struct objdump_reading *g)
{
    if (g->piece)
        finish_insn(g, g->piece->bytes.n);
    g->piece = NULL;
}

/* The index of the piece whose section a line announces; n: none. */
static size_t piece_of(const char *s, const char *end, size_t n)
{
    static const char begin[] = "Disassembly of section p";
    size_t k = sizeof(begin) - 1, i = 0;
    if ((size_t)(end - s) <= k || memcmp(s, begin, k) != 0)
        return n;
    for (s += k; s < end && *s >= '0' && *s <= '9' && i < n; s++)
        i = i * 10 + (size_t)(*s - '0');
    if (s < end && *s == ':' && i < n)
        return i;
    return n;
}

void objdump_read(struct listing *r, const struct text *printed, const struct code_piece *pieces, size_t n,
                  struct insns *const *out)
{
    struct objdump_reading g = { .rows = r };
    struct text cleaned = { 0 };
    const char *s = text_str(printed), *last = s + printed->n;
    while (s < last) {
        const char *end = memchr(s, '\n', (size_t)(last - s));
        if (!end)
            end = last;
        size_t i = piece_of(s, end, n);
        if (i < n) {
            end_piece(&g);
            if (!out[i]->n) { /* ignore a section that is announced again */
                g = (struct objdump_reading){ .rows = r, .piece = &pieces[i] };
                listing_begin(r, isa_of(r->arch, pieces[i].mark), out[i]);
            }
        } else {
            read_listing_line(&g, s, end, &cleaned);
        }
        s = end + (end < last);
    }
    end_piece(&g);
    text_free(&cleaned);
    for (size_t i = 0; i < n; i++)
        if (!out[i]->n) { /* its section was not announced */
            listing_begin(r, isa_of(r->arch, pieces[i].mark), out[i]);
            listing_add_unknown(r, pieces[i].addr, pieces[i].bytes);
        }
}

bool objdump_run(const struct surroundings *around, const char *program, const char *options,
                 struct listing *r, const struct code_piece *pieces, size_t n, struct insns *out,
                 struct err *e)
{
    struct code_piece *some = mem_new(MOST, sizeof(*some));
    struct insns **to = mem_new(MOST, sizeof(*to));
    bool good = true;
    for (size_t i = 0; i < n && good;) {
        struct text printed = { 0 };
        size_t k = 0;
        for (; i < n && k < MOST; i++)
            if (pieces[i].bytes.n && pieces[i].mark != 'd') {
                some[k] = pieces[i];
                to[k++] = &out[i];
            }
        good = !k || run_objdump(around, r->arch, program, options, SILENT, some, k, &printed, e);
        if (good)
            objdump_read(r, &printed, some, k, to);
        text_free(&printed);
    }
    free(some);
    free(to);
    return good;
}
