/*
 * The rules of perf 6.1 (tools/perf/util/symbol.c: symbols__fixup_end, symbols__fixup_duplicate,
 * choose_best_symbol), in the order in which perf applies them:
 *
 *   1. sort by start; equal starts stay in the order in which they were added;
 *   2. gaps: a symbol of size 0 ends where the next one starts. If that is the same address, it stays empty.
 *      The last symbol ends a page after its own page. In a kernel's listing the gap between the kernel and
 *      a module is not filled: the symbol before it ends like a last symbol;
 *   3. aliases: of two neighbours with the same start the better one stays, and is compared with the next.
 *
 * One more rule, which perf does not have, comes first: a label inside a sized function, or at its start, is
 * dropped. Rule 2 would give it the rest of the function, which elfutils (dwfl_module_addrsym) and gdb give
 * to the function.
 *
 * Gaps are filled before aliases are compared. So of several unsized aliases only the last gets a size, and
 * the alias with a size wins: a listing, which has no sizes, shows the last symbol of each address.
 *
 * Sized symbols may still overlap. In perf the answer then depends on the shape of its tree. Here it is the
 * symbol that starts last among those that cover the address, found through `outer`.
 */
#include "core/resolve/symtab.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum {
    PAGE = 4096, /* the page of perf's rules, on every machine (symbols__fixup_end) */
    /* names above this length count as equally long: a hostile file may have many that share bytes */
    LONG_NAME = 1 << 16,
};

static const char *const ref_names[SYMTAB_REFS] = {
    [SYMTAB_REF_TEXT] = "_text", [SYMTAB_REF_STEXT] = "_stext"
};

void symtab_set_demangler(struct symtab *t, char *(*demangle)(const char *name))
{
    if (!demangle)
        return;
    t->demangle = demangle;
    for (size_t i = 0; i < t->n; i++)
        t->v[i].is_plain = false;
    for (size_t i = 0; i < t->nlosers; i++)
        t->losers[i].is_plain = false;
}

struct symbol *symtab_add(struct symtab *t, uint64_t start, uint64_t size, enum symbol_binding binding,
                          const char *name)
{
    struct symbol *s = MEM_ADD(t->v, t->n, t->cap);
    const uint64_t end = start + lesser_of(size, UINT64_MAX - start);
    *s = (struct symbol){
        .start = start, .end = end, .name = name, .binding = (uint8_t)binding, .is_plain = !t->demangle
    };
    return s;
}

void symtab_note_ref(struct symtab *t, const char *name, uint64_t addr)
{
    if (name[0] != '_' || (name[1] != 't' && name[1] != 's'))
        return;
    for (int i = 0; i < SYMTAB_REFS; i++) {
        if (!t->has_ref[i] && !strcmp(name, ref_names[i])) {
            t->ref_addr[i] = addr;
            t->has_ref[i] = true;
        }
    }
}

bool symtab_ref_addr(const struct symtab *t, const char *name, uint64_t *addr)
{
    for (int i = 0; i < SYMTAB_REFS; i++) {
        if (t->has_ref[i] && !strcmp(name, ref_names[i])) {
            *addr = t->ref_addr[i];
            return true;
        }
    }
    return false;
}

bool symtab_lists_module_at(const struct symtab *t, uint64_t base)
{
    return t->space != SYMTAB_AVMA || !t->text_avma || t->text_avma - base < PAGE;
}

/* Sorts stably by start. Most tables are sorted already. */
static void put_in_order(struct symtab *t)
{
    size_t n = 1;
    while (n < t->n && t->v[n - 1].start <= t->v[n].start)
        n++;
    if (n >= t->n)
        return;
    struct numbered *order = mem_resize(NULL, t->n, sizeof(*order));
    struct symbol *sorted = mem_resize(NULL, t->n, sizeof(*sorted));
    for (size_t i = 0; i < t->n; i++)
        order[i] = (struct numbered){ t->v[i].start, (uint32_t)i };
    sort_by_number(order, t->n);
    for (size_t i = 0; i < t->n; i++)
        sorted[i] = t->v[order[i].at];
    free(order);
    free(t->v);
    t->v = sorted;
    t->cap = t->n;
}

uint64_t symtab_guess_last_end(uint64_t start)
{
    if (start > UINT64_MAX - 2 * PAGE)
        return UINT64_MAX;
    return (start + PAGE - 1) / PAGE * PAGE + PAGE;
}

static void fill_gaps(struct symtab *t)
{
    for (size_t i = 0; i < t->n; i++) {
        struct symbol *s = &t->v[i];
        if (s->start != s->end)
            continue;
        bool last = i + 1 == t->n || s->is_module != s[1].is_module;
        s->end = last ? symtab_guess_last_end(s->start) : s[1].start;
        s->is_guess = true;
    }
}

/* Moves guessed ends down to the next symbol, because a PLT slot may have been added after the symbol. */
static void cut_guesses(struct symtab *t)
{
    for (size_t i = 0; i + 1 < t->n; i++) {
        const uint64_t next = t->v[i + 1].start;
        const bool reaches_in = t->v[i].start < next && t->v[i].end > next;
        if (t->v[i].is_guess && reaches_in)
            t->v[i].end = next;
    }
}

void symtab_cut_guessed_ends(struct symtab *t, const uint64_t *places, size_t n)
{
    for (size_t i = 0, k = 0; i < t->n && k < n; i++) { /* both are ascending */
        struct symbol *s = &t->v[i];
        while (k < n && places[k] <= s->start)
            k++;
        if (k < n && s->is_guess && places[k] < s->end)
            s->end = places[k];
    }
}

struct symtab_shown {
    char *text; /* malloc'ed; NULL: `s` is the symbol's own name */
    const char *s;
};

static struct symtab_shown symtab_shown_name(char *(*demangle)(const char *name), const struct symbol *s)
{
    struct symtab_shown n = { .s = s->name };
    if (demangle && !s->is_plain)
        n.text = demangle(s->name);
    if (n.text)
        n.s = n.text;
    return n;
}

static bool is_syscall_alias(const char *name)
{
    return !strncmp(name, "SyS", 3) || !strncmp(name, "compat_SyS", 10);
}

/* The rule that distinguishes two symbols with the same start, and whether it prefers the first. Names are
   compared as reports print them. */
static enum alias_rule compare_aliases(const struct symtab *t, const struct symbol *a, const struct symbol *b,
                                       bool *first_is_better)
{
    bool empty_a = a->start == a->end, empty_b = b->start == b->end;
    *first_is_better = empty_b;
    if (empty_a != empty_b)
        return ALIAS_SIZED;
    *first_is_better = b->binding == SYMBOL_WEAK;
    if ((a->binding == SYMBOL_WEAK) != (b->binding == SYMBOL_WEAK))
        return ALIAS_NOT_WEAK;
    *first_is_better = a->binding == SYMBOL_GLOBAL;
    if ((a->binding == SYMBOL_GLOBAL) != (b->binding == SYMBOL_GLOBAL))
        return ALIAS_GLOBAL;

    struct symtab_shown na = symtab_shown_name(t->demangle, a), nb = symtab_shown_name(t->demangle, b);
    size_t under_a = strspn(na.s, "_"), under_b = strspn(nb.s, "_");
    size_t len_a = strnlen(na.s, LONG_NAME), len_b = strnlen(nb.s, LONG_NAME);
    enum alias_rule rule;
    if (under_a != under_b) {
        rule = ALIAS_UNDERSCORES;
        *first_is_better = under_a < under_b;
    } else if (len_a != len_b) {
        rule = ALIAS_LONGER;
        *first_is_better = len_a > len_b;
    } else {
        rule = ALIAS_FIRST;
        *first_is_better = !is_syscall_alias(na.s);
    }
    free(na.text);
    free(nb.text);
    return rule;
}

enum alias_rule symtab_alias_rule(const struct symtab *t, const struct symbol *better,
                                  const struct symbol *other)
{
    bool ignored;
    return compare_aliases(t, better, other, &ignored);
}

const char *symtab_alias_rule_text(enum alias_rule rule)
{
    static const char *const texts[ALIAS_RULES] = {
        [ALIAS_SIZED] = "the other one has a size",
        [ALIAS_NOT_WEAK] = "it is weak, the other one is not",
        [ALIAS_GLOBAL] = "the other one is global, it is not",
        [ALIAS_UNDERSCORES] = "the other one has fewer underscores in front",
        [ALIAS_LONGER] = "the other one is longer",
        [ALIAS_FIRST] = "the other one came first, or it is a SyS alias of a system call",
    };
    return texts[rule];
}

static void lose(struct symtab *t, const struct symbol *s)
{
    if (!t->keep_losers)
        return;
    *MEM_ADD(t->losers, t->nlosers, t->cap_losers) = *s;
}

/* The largest end of the sized functions that begin at the start of v[i], or `reach` if that is larger. */
static uint64_t reach_of_start(const struct symbol *v, size_t n, size_t i, uint64_t reach)
{
    for (size_t k = i; k < n && v[k].start == v[i].start; k++) {
        const bool is_function = !v[k].is_guess && !v[k].is_object && !v[k].is_label;
        if (is_function && v[k].end > reach)
            reach = v[k].end;
    }
    return reach;
}

/* Drops labels inside sized functions and at their first byte, in whatever order the file has them. */
static void drop_inner_labels(struct symtab *t)
{
    size_t n = 0;
    uint64_t reach = 0; /* the largest end of a function that begins here or before */
    for (size_t i = 0; i < t->n; i++) {
        const struct symbol s = t->v[i];
        if (!i || s.start != t->v[i - 1].start)
            reach = reach_of_start(t->v, t->n, i, reach);
        const bool has_no_size = s.is_guess || s.start == s.end;
        if (s.is_label && has_no_size && s.start < reach)
            lose(t, &s);
        else
            t->v[n++] = s;
    }
    t->n = n;
}

static void drop_aliases(struct symtab *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++) {
        if (!n || t->v[n - 1].start != t->v[i].start) {
            t->v[n++] = t->v[i];
            continue;
        }
        bool first_is_better;
        compare_aliases(t, &t->v[n - 1], &t->v[i], &first_is_better);
        if (first_is_better) {
            lose(t, &t->v[i]);
        } else {
            lose(t, &t->v[n - 1]);
            t->v[n - 1] = t->v[i];
        }
    }
    t->n = n;
}

/* Sets `outer`: following it visits all symbols that may cover an address. */
static void link_overlaps(struct symtab *t)
{
    for (size_t i = 0; i < t->n; i++) {
        uint32_t o = (uint32_t)i;
        while (o && t->v[o - 1].end <= t->v[i].end)
            o = t->v[o - 1].outer;
        t->v[i].outer = o;
    }
}

/* Builds the index. index[b] is the number of symbols that start before bucket b. There are about as many
   buckets as symbols, so a look-up begins near its result. */
static void index_starts(struct symtab *t)
{
    free(t->index);
    t->index = NULL;
    if (t->n < 16 || t->n > UINT32_MAX)
        return;
    uint64_t span = t->v[t->n - 1].start - t->v[0].start;
    for (t->shift = 0; span >> t->shift >= t->n;)
        t->shift++;
    size_t buckets = (size_t)(span >> t->shift) + 1, b = 0;
    t->index = mem_new(buckets + 1, sizeof(*t->index));
    for (size_t i = 0; i < t->n; i++)
        for (size_t own = (size_t)((t->v[i].start - t->v[0].start) >> t->shift); b <= own; b++)
            t->index[b] = (uint32_t)i;
    t->index[buckets] = (uint32_t)t->n;
}

void symtab_sort(struct symtab *t)
{
    put_in_order(t);
    cut_guesses(t);
    link_overlaps(t);
    index_starts(t);
}

void symtab_seal(struct symtab *t)
{
    put_in_order(t);
    drop_inner_labels(t);
    fill_gaps(t);
    drop_aliases(t);
    link_overlaps(t);
    index_starts(t);
}

/* Adds a symbol to a heap with the latest symbol on top (Sedgewick, Algorithms, 2.4). In the heap,
   symbol.outer is the position in order of time. */
static void heap_add(struct symbol *heap, size_t n, struct symbol s)
{
    for (; n && heap[(n - 1) / 2].outer < s.outer; n = (n - 1) / 2)
        heap[n] = heap[(n - 1) / 2];
    heap[n] = s;
}

static void heap_drop(struct symbol *heap, size_t n)
{
    assert(n);
    struct symbol s = heap[n - 1];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < n - 1; at = child) {
        child += child + 1 < n - 1 && heap[child + 1].outer > heap[child].outer;
        if (heap[child].outer < s.outer)
            break;
        heap[at] = heap[child];
    }
    heap[at] = s;
}

/* For each address range between neighbouring starts or ends of symbols, the latest symbol that covers it
   is kept. */
void symtab_flatten_by_time(struct symtab *t)
{
    struct symtab out = { 0 };
    struct symbol *heap = mem_new(t->n, sizeof(*heap));
    size_t i = 0, n = 0;
    for (size_t k = 0; k < t->n; k++)
        t->v[k].outer = (uint32_t)k;
    put_in_order(t);
    uint64_t at = t->n ? t->v[0].start : 0;
    while (i < t->n || n) {
        if (!(n || t->v[i].start < at))
            at = t->v[i].start;
        for (; i < t->n && t->v[i].start <= at; i++)
            heap_add(heap, n++, t->v[i]);
        if (heap[0].end <= at) {
            heap_drop(heap, n--);
            continue;
        }
        uint64_t until = heap[0].end;
        if (i < t->n)
            until = lesser_of(until, t->v[i].start);
        struct symbol *last = out.n ? &out.v[out.n - 1] : NULL;
        const bool goes_on = last && last->end == at && last->name == heap[0].name;
        if (goes_on) {
            last->end = until;
        } else {
            out.v = mem_room(out.v, out.n, &out.cap, sizeof(*out.v));
            out.v[out.n] = heap[0];
            out.v[out.n].start = at;
            out.v[out.n++].end = until;
        }
        at = until;
    }
    free(heap);
    free(t->v);
    t->v = out.v;
    t->n = out.n;
    t->cap = out.cap;
    link_overlaps(t);
    index_starts(t);
}

const struct symbol *symtab_find(const struct symtab *t, uint64_t addr)
{
    /* symbols before lo start at or before addr; symbols from hi on start after it */
    size_t lo = 0, hi = t->n;
    const bool is_indexed = t->index && addr >= t->v[0].start && addr <= t->v[t->n - 1].start;
    if (is_indexed) {
        size_t b = (size_t)((addr - t->v[0].start) >> t->shift);
        lo = t->index[b];
        hi = t->index[b + 1];
    }
    assert(lo <= hi && hi <= t->n);
    if (lo < hi)
        lo += sort_count_up_to(t->v + lo, hi - lo, sizeof(*t->v), addr);
    for (size_t i = lo; i; i = t->v[i - 1].outer)
        if (addr < t->v[i - 1].end || addr == t->v[i - 1].start)
            return &t->v[i - 1];
    return NULL;
}

void symtab_symbol_name(char *(*demangle)(const char *name), const struct symbol *s, struct text *out)
{
    struct symtab_shown n = symtab_shown_name(demangle, s);
    text_add(out, n.s);
    if (s->is_plt)
        text_add(out, "@plt");
    if (s->is_inlined)
        text_add(out, " (inlined)");
    free(n.text);
}

void symtab_free(struct symtab *t)
{
    free(t->v);
    free(t->index);
    free(t->losers);
    free(t->replaced);
    arena_free(&t->arena);
    *t = (struct symtab){ 0 };
}
