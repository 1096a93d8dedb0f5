#include "lib/question/share/scrub/leaks.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "lib/question/share/scrub/policy.h"

/* Of a text so many bytes are looked for. Windows overlap by more, so that none is missed between two; a window has a few bytes
   of the one before, which tell whether a word begins in it. */
enum { TEXT_MOST = 1 << 12, BEFORE = 3, WINDOW = 1 << 20, OVERLAP = 2 * TEXT_MOST, OWN_MOST = 1 << 20 };

/* What looks like a secret: these words, in any case, with something after them. In source they may be names of variables, or
   stand in a comment, unless they are the form of a secret itself. */
static const struct {
    const char *s;
    bool is_form;
} words[] = {
    { "password=", false },  { "passwd=", false },  { "passphrase=", false },
    { "secret=", false },    { "token=", false },   { "apikey=", false },
    { "api_key=", false },   { "api-key=", false }, { "authorization:", false },
    { "-----begin ", true }, { "ghp_", true },      { "github_pat_", true },
    { "glpat-", true },      { "xoxb-", true },     { "xoxp-", true },
    { "eyjhbgci", true },    { "://", false },
};

static bool is_word(uint8_t c)
{
    return isalnum(c) || c == '_';
}

static bool shows_as_text(uint8_t c)
{
    return c > ' ' && c < 0x7f;
}

/* Whether a MAC address is at the beginning of n bytes: six pairs of digits. */
static bool is_mac(const uint8_t *p, size_t n)
{
    enum { MAC = 17 };
    if (n < MAC || (n > MAC && is_word(p[MAC])))
        return false;
    for (size_t i = 0; i < MAC; i++) {
        const bool good = i % 3 == 2 ? p[i] == p[2] && (p[i] == ':' || p[i] == '-') : isxdigit(p[i]);
        if (!good)
            return false;
    }
    return true;
}

/* Whether one of `words` is at the beginning of n bytes, with at least three printable characters after it. `in_source`: only those
   count that are the form of a secret. */
static bool is_secret_word(const uint8_t *p, size_t n, bool in_source)
{
    enum { AFTER = 3 };
    for (size_t i = 0; i < COUNT(words); i++) {
        const char *word = words[i].s;
        size_t at = 0;
        while (word[at] && at < n && tolower(p[at]) == word[at])
            at++;
        if (word[at] || n - at < AFTER || (in_source && !words[i].is_form))
            continue;
        if (shows_as_text(p[at]) && shows_as_text(p[at + 1]) && shows_as_text(p[at + 2]))
            return true;
    }
    return false;
}

/* Whether the id of an AWS key is at the beginning of n bytes: AKIA and sixteen capitals and digits. */
static bool is_key_id(const uint8_t *p, size_t n)
{
    enum { HEAD = 4, ALL = 20 };
    if (n < ALL || memcmp(p, "AKIA", HEAD) != 0)
        return false;
    for (size_t i = HEAD; i < ALL; i++)
        if (!isupper(p[i]) && !isdigit(p[i]))
            return false;
    return true;
}

/* Whether what looks like a secret begins at offset `at`. Random bytes are no text: there must be more of it around. */
static bool is_secret_at(const uint8_t *p, size_t n, size_t at, bool in_source)
{
    if (!in_source && is_mac(p + at, n - at) && (!at || !is_word(p[at - 1])))
        return true;
    if (!is_secret_word(p + at, n - at, in_source))
        return is_key_id(p + at, n - at);
    return memcmp(p + at, "://", 3) != 0 ||
           (at >= 3 && isalpha(p[at - 1]) && isalpha(p[at - 2]) && isalpha(p[at - 3]));
}

/* The pairs of bytes with which a secret can begin, so that most bytes cost one look each. Capitals are folded to small letters. */
struct secret_heads {
    uint8_t seen[1 << 13]; /* a bit for each pair */
};

static unsigned secret_head(const uint8_t *p)
{
    return (unsigned)tolower(p[0]) << 8 | (unsigned)tolower(p[1]);
}

static void secret_heads_add(struct secret_heads *h, const char *s)
{
    const unsigned head = secret_head((const uint8_t *)s);
    h->seen[head / 8] |= (uint8_t)(1U << head % 8);
}

static void secret_heads_init(struct secret_heads *h)
{
    static const char digits[] = "0123456789abcdef";
    *h = (struct secret_heads){ { 0 } };
    for (size_t i = 0; i < COUNT(words); i++)
        secret_heads_add(h, words[i].s);
    secret_heads_add(h, "AKIA");
    for (size_t i = 0; digits[i]; i++) /* of a MAC address */
        for (size_t j = 0; digits[j]; j++)
            secret_heads_add(h, (const char[]){ digits[i], digits[j], 0 });
}

static bool secret_heads_have(const struct secret_heads *h, const uint8_t *p, size_t n)
{
    if (n < 2)
        return false;
    const unsigned head = secret_head(p);
    return h->seen[head / 8] >> head % 8 & 1;
}

bool leaks_is_secret(const char *s)
{
    const size_t n = strlen(s);
    for (size_t i = 0; i < n; i++)
        if (is_secret_at((const uint8_t *)s, n, i, false))
            return true;
    return false;
}

/* ---- removed texts ---- */

void leaks_add_own(struct leaks_own *o, struct span bytes)
{
    if (bytes.n < LEAKS_LEAST || bytes.n > OWN_MOST)
        return;
    const char *copy = arena_text(&o->arena, (const char *)bytes.p, bytes.n);
    *MEM_ADD(o->v, o->n, o->cap) = (struct span){ (const uint8_t *)copy, bytes.n };
    o->longest = bytes.n > o->longest ? bytes.n : o->longest;
}

void leaks_free_own(struct leaks_own *o)
{
    arena_free(&o->arena);
    free(o->v);
    *o = (struct leaks_own){ .n = 0 };
}

/* A text that is looked for: its first n bytes. */
struct wanted_text {
    const char *s;
    uint32_t n;
    uint32_t shorter; /* index + 1 of the longest other text that it begins with; 0: none */
    bool kept;        /* kept texts have it, too */
    bool own;         /* the program's own bytes */
};

/* The texts that are looked for, in order. So those that begin at some place are the last one that is not after what is
   there, and those that it begins with. */
struct wanted {
    struct wanted_text *v;
    size_t n, cap;
    struct idmap heads; /* the first bytes of the texts */
    struct secret_heads secrets;
    size_t found;
    uint64_t source_from, source_to;
    uint64_t own_end; /* offset in the file at which the program's own bytes end that were found so far */
};

static uint64_t leak_head(const char *s)
{
    uint64_t v = 0;
    for (size_t i = 0; i < LEAKS_LEAST; i++)
        v = v << 8 | (uint8_t)s[i];
    return v;
}

static int wanted_compare(const struct wanted_text *t, const char *s, size_t n)
{
    const int order = memcmp(t->s, s, t->n < n ? t->n : n);
    if (order)
        return order;
    return (t->n > n) - (t->n < n);
}

static int by_bytes_of_text(const void *a, const void *b)
{
    const struct wanted_text *y = b;
    return wanted_compare(a, y->s, y->n);
}

/* The number of texts that are not after n bytes. */
static uint32_t texts_until(const struct wanted *w, const char *s, size_t n)
{
    size_t from = 0, to = w->n;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (wanted_compare(&w->v[middle], s, n) <= 0)
            from = middle + 1;
        else
            to = middle;
    }
    return (uint32_t)from;
}

static bool wanted_begins_with(const struct wanted_text *t, const struct wanted_text *head)
{
    return t->n >= head->n && !memcmp(t->s, head->s, head->n);
}

/* Whether a text is at offset `at` of n bytes as a word, or words; the program's own bytes need not be words. Of a text that is
   cut off the end is not known. */
static bool wanted_is_at(const struct wanted_text *t, const char *p, size_t n, size_t at)
{
    const size_t end = at + t->n;
    if (t->n > n - at || memcmp(p + at, t->s, t->n) != 0)
        return false;
    if (t->own)
        return true;
    if (at && is_word((uint8_t)p[at - 1]) && is_word((uint8_t)t->s[0]))
        return false;
    return end == n || t->s[t->n] || !is_word((uint8_t)p[end]) || !is_word((uint8_t)t->s[t->n - 1]);
}

/* The first of the texts that may be at offset `at`: index + 1; 0: none. The next is its `shorter`. */
static uint32_t first_text_at(const struct wanted *w, const char *p, size_t n, size_t at)
{
    if (n - at < LEAKS_LEAST || !idmap_get(&w->heads, leak_head(p + at)))
        return 0;
    return texts_until(w, p + at, n - at);
}

static void find_kept_at(struct wanted *w, const char *kept, size_t n, size_t at)
{
    for (uint32_t i = first_text_at(w, kept, n, at); i; i = w->v[i - 1].shorter)
        if (!w->v[i - 1].own && wanted_is_at(&w->v[i - 1], kept, n, at))
            w->v[i - 1].kept = true;
}

/* Notes which texts are words of a kept one. Of the name of a function no path is a word. */
static void find_kept(struct wanted *w, const char *kept, bool is_function)
{
    const size_t n = strlen(kept);
    for (size_t at = 0; at < n; at++)
        if (!is_function || !policy_begins_path(kept, at))
            find_kept_at(w, kept, n, at);
}

static void wanted_add(struct wanted *w, const char *s, size_t n, bool own)
{
    if (n < LEAKS_LEAST)
        return;
    *MEM_ADD(w->v, w->n, w->cap) = (struct wanted_text){ .s = s, .n = (uint32_t)n, .own = own };
    *idmap_find_or_add(&w->heads, leak_head(s)) = 1;
}

/* Adds what the program itself writes. A pseudonym that is removed, since it was in the capture already, is not of these. */
static void wanted_add_own(struct wanted *w, const struct leaks_texts *texts)
{
    for (size_t i = 0; texts->own && i < texts->own->n; i++)
        wanted_add(w, (const char *)texts->own->v[i].p, texts->own->v[i].n, true);
    for (uint32_t id = 1; texts->pseudonyms && id <= texts->pseudonyms->n; id++) {
        const char *s = arena_names_text(texts->pseudonyms, id);
        if (!arena_names_find(texts->removed, s))
            wanted_add(w, s, strlen(s), true);
    }
}

static void wanted_init(struct wanted *w, const struct leaks_texts *texts)
{
    const struct names *removed = texts->removed, *kept = texts->kept, *functions = texts->functions;
    *w = (struct wanted){ .source_from = texts->source_from, .source_to = texts->source_to };
    secret_heads_init(&w->secrets);
    for (uint32_t id = 1; id <= removed->n; id++) {
        const char *s = arena_names_text(removed, id);
        wanted_add(w, s, strnlen(s, TEXT_MOST), false);
    }
    wanted_add_own(w, texts);
    if (w->n)
        qsort(w->v, w->n, sizeof(*w->v), by_bytes_of_text);
    for (uint32_t i = 0; i < w->n; i++) {
        uint32_t before = i;
        while (before && !wanted_begins_with(&w->v[i], &w->v[before - 1]))
            before = w->v[before - 1].shorter;
        w->v[i].shorter = before;
    }
    for (uint32_t id = 1; id <= kept->n; id++)
        find_kept(w, arena_names_text(kept, id), false);
    for (uint32_t id = 1; functions && id <= functions->n; id++)
        find_kept(w, arena_names_text(functions, id), true);
}

/* The removed text that is at offset `at` as a word, and not in the program's own bytes; NULL: none. The first of the n bytes is
   at `base` in the file. Longer texts come first, so that own bytes are known before the texts in them. */
static const char *removed_at(struct wanted *w, const uint8_t *bytes, size_t n, size_t at, uint64_t base)
{
    const char *p = (const char *)bytes;
    for (uint32_t i = first_text_at(w, p, n, at); i; i = w->v[i - 1].shorter) {
        const struct wanted_text *t = &w->v[i - 1];
        const uint64_t end = base + at + t->n;
        if (t->kept || (!t->own && end <= w->own_end) || !wanted_is_at(t, p, n, at))
            continue;
        if (!t->own)
            return t->s;
        w->own_end = end > w->own_end ? end : w->own_end;
    }
    return NULL;
}

static void leaks_note(struct wanted *w, const char *s, const uint8_t *p, size_t n, struct text *what)
{
    size_t end = 0;
    if (w->found++)
        return;
    while (end < n && end < 80 && shows_as_text(p[end]))
        end++;
    if (s)
        text_add(what, s);
    else
        text_add_n(what, (const char *)p, end);
}

/* Looks through n bytes, which are at `base` in the file, for what begins from `from` on, and before `until`. */
static void leaks_search(struct wanted *w, const uint8_t *p, size_t n, uint64_t base, size_t from,
                         size_t until, struct text *what)
{
    for (size_t at = from; at < until; at++) {
        const bool in_source = base + at >= w->source_from && base + at < w->source_to;
        const char *s = in_source ? NULL : removed_at(w, p, n, at, base);
        const bool may_be_secret = secret_heads_have(&w->secrets, p + at, n - at);
        if (s || (may_be_secret && is_secret_at(p, n, at, in_source)))
            leaks_note(w, s, p + at, n - at, what);
    }
}

bool leaks_find(const struct file *f, const struct leaks_texts *texts, size_t *found, struct text *what,
                struct err *e)
{
    struct wanted w;
    const size_t longest = texts->own ? texts->own->longest : 0;
    const size_t overlap = longest > OVERLAP ? longest : OVERLAP;
    uint8_t *buf = mem_new(BEFORE + WINDOW + overlap, 1);
    int64_t n = 0;
    wanted_init(&w, texts);
    for (uint64_t at = 0; at < f->size && n >= 0; at += WINDOW) {
        const size_t before = at ? BEFORE : 0, until = before + WINDOW;
        n = file_read(f, at - before, buf, until + overlap, e);
        if (n > 0)
            leaks_search(&w, buf, (size_t)n, at - before, before, (size_t)n < until ? (size_t)n : until,
                         what);
    }
    *found = w.found;
    idmap_free(&w.heads);
    free(w.v);
    free(buf);
    return n >= 0;
}
