#include "archive/folio/folio_symbols.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum { TAIL = 8 }; /* number of last bytes by which strings are sorted first */

struct strings {
    struct names names;
    uint32_t *at; /* by id of the string: its offset in the table */
    uint8_t *bytes;
    size_t n;
};

struct strings *strings_new(void)
{
    return mem_new(1, sizeof(struct strings));
}

void strings_free(struct strings *s)
{
    if (!s)
        return;
    arena_names_free(&s->names);
    free(s->at);
    free(s->bytes);
    free(s);
}

void strings_add(struct strings *s, const char *text)
{
    assert(!s->at);
    if (*text)
        arena_names_id(&s->names, text);
}

/* A string and its length, for comparison from its end. */
struct ending {
    const char *text;
    size_t n;
    uint32_t id;
};

/* The last bytes as a number, the last byte highest. Short strings are padded with zeros, which no string
   contains, so that they sort before all strings that end in them. */
static uint64_t tail(const struct ending *a)
{
    uint64_t v = 0;
    for (size_t i = 0; i < TAIL; i++) {
        v <<= 8;
        if (i < a->n)
            v |= (uint8_t)a->text[a->n - 1 - i];
    }
    return v;
}

/* Compares two strings with equal tails, backwards from their ends. */
static int strings_compare(const void *pa, const void *pb, const void *arg UNUSED)
{
    const struct ending *a = pa, *b = pb;
    for (size_t i = TAIL; i < a->n && i < b->n; i++) {
        uint8_t ca = (uint8_t)a->text[a->n - 1 - i], cb = (uint8_t)b->text[b->n - 1 - i];
        if (ca != cb) {
            if (ca < cb)
                return -1;
            return 1;
        }
    }
    return (a->n > b->n) - (a->n < b->n);
}

/* All strings, sorted as if they were written backwards. */
static struct ending *strings_sorted(const struct names *names)
{
    struct numbered *by_tail = mem_new(names->n, sizeof(*by_tail));
    struct ending *all = mem_new(names->n, sizeof(*all)), *v = mem_new(names->n, sizeof(*v));
    for (uint32_t i = 0; i < names->n; i++) {
        const char *text = arena_names_text(names, i + 1);
        all[i] = (struct ending){ text, strlen(text), i + 1 };
        by_tail[i] = (struct numbered){ .by = tail(&all[i]), .at = i };
    }
    sort_by_number(by_tail, names->n);
    for (uint32_t i = 0; i < names->n; i++)
        v[i] = all[by_tail[i].at];
    for (uint32_t i = 0, end; i < names->n; i = end) {
        for (end = i + 1; end < names->n && by_tail[end].by == by_tail[i].by; end++)
            ;
        if (end - i > 1)
            sort_by(v + i, end - i, sizeof(*v), strings_compare, NULL);
    }
    free(by_tail);
    free(all);
    return v;
}

static bool is_end_of(const struct ending *a, const struct ending *whole)
{
    return a->n <= whole->n && !memcmp(a->text, whole->text + whole->n - a->n, a->n);
}

/* In an order as if strings were written backwards, a string comes directly before the strings that end in
   it. So each string is stored inside the next one, or gets its own bytes. */
bool strings_seal(struct strings *s, uint32_t most, struct err *e)
{
    assert(!s->at);
    uint32_t n = s->names.n;
    uint64_t size = 1;
    struct ending *v = strings_sorted(&s->names);
    for (uint32_t i = 0; i < n; i++)
        if (i + 1 == n || !is_end_of(&v[i], &v[i + 1]))
            size += v[i].n + 1;
    if (size > most) {
        free(v);
        return err_set(e, ERR_UNSUPPORTED, 0, "%u strings take %llu bytes; the limit is %u", n,
                       (unsigned long long)size, most);
    }
    s->n = (size_t)size;
    s->bytes = mem_new(s->n, 1);
    s->at = mem_new((size_t)n + 1, sizeof(*s->at));
    uint32_t end = (uint32_t)size;
    for (uint32_t i = n; i--;) {
        bool inside = i + 1 < n && is_end_of(&v[i], &v[i + 1]);
        if (!inside) {
            end -= (uint32_t)v[i].n + 1;
            memcpy(s->bytes + end, v[i].text, v[i].n);
        }
        if (inside)
            s->at[v[i].id] = s->at[v[i + 1].id] + (uint32_t)(v[i + 1].n - v[i].n);
        else
            s->at[v[i].id] = end;
    }
    free(v);
    return true;
}

uint32_t strings_at(const struct strings *s, const char *text)
{
    assert(s->at);
    return s->at[arena_names_find(&s->names, text)];
}

struct span strings_bytes(const struct strings *s)
{
    return (struct span){ s->bytes, s->n };
}
