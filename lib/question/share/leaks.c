#include "lib/question/share/leaks.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/idmap.h"
#include "core/base/mem.h"

enum { WINDOW = 1 << 20, OVERLAP = 1 << 13 };

/* What looks like a secret: these words, in any case, with something after them. */
static const char *const words[] = {
    "password=", "passwd=",  "passphrase=",    "secret=",    "token=", "apikey=",
    "api_key=",  "api-key=", "authorization:", "-----begin", "ghp_",   "github_pat_",
    "glpat-",    "xoxb-",    "xoxp-",          "eyjhbgci",   "://",
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

/* Whether one of `words` is at the beginning of n bytes, with at least three printable characters after it. */
static bool is_secret_word(const uint8_t *p, size_t n)
{
    enum { AFTER = 3 };
    for (size_t i = 0; i < COUNT(words); i++) {
        size_t at = 0;
        while (words[i][at] && at < n && tolower(p[at]) == words[i][at])
            at++;
        if (words[i][at] || n - at < AFTER)
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
static bool is_secret_at(const uint8_t *p, size_t n, size_t at)
{
    if (is_mac(p + at, n - at) && (!at || !is_word(p[at - 1])))
        return true;
    if (!is_secret_word(p + at, n - at))
        return is_key_id(p + at, n - at);
    return memcmp(p + at, "://", 3) != 0 ||
           (at >= 3 && isalpha(p[at - 1]) && isalpha(p[at - 2]) && isalpha(p[at - 3]));
}

bool leaks_is_secret(const char *s)
{
    const size_t n = strlen(s);
    for (size_t i = 0; i < n; i++)
        if (is_secret_at((const uint8_t *)s, n, i))
            return true;
    return false;
}

/* ---- removed texts ---- */

/* The texts that are looked for, by the hash of their first bytes. */
struct wanted {
    const struct names *removed;
    struct idmap heads; /* by head: index in `next` + 1 */
    uint32_t *next;     /* by id of a text: the id of another text with the same head; 0: none */
    size_t found;
};

static uint64_t leak_head(const char *s)
{
    uint64_t v = 0;
    for (size_t i = 0; i < LEAKS_LEAST; i++)
        v = v << 8 | (uint8_t)s[i];
    return v;
}

/* Whether `part` is a word, or words, of a text. */
static bool has_words(const char *s, size_t n, const char *part, size_t len)
{
    for (size_t i = 0; i + len <= n; i++) {
        const bool begins = !i || !is_word((uint8_t)s[i - 1]) || !is_word((uint8_t)*part);
        const bool ends = i + len == n || !is_word((uint8_t)s[i + len]) || !is_word((uint8_t)part[len - 1]);
        if (begins && ends && !memcmp(s + i, part, len))
            return true;
    }
    return false;
}

static bool is_kept_word(const struct names *kept, const char *s)
{
    const size_t len = strlen(s);
    for (uint32_t id = 1; id <= kept->n; id++) {
        const char *text = arena_names_text(kept, id);
        if (has_words(text, strlen(text), s, len))
            return true;
    }
    return false;
}

static void wanted_init(struct wanted *w, const struct names *removed, const struct names *kept)
{
    *w = (struct wanted){ .removed = removed, .next = mem_new(removed->n + 1, sizeof(*w->next)) };
    for (uint32_t id = 1; id <= removed->n; id++) {
        const char *s = arena_names_text(removed, id);
        if (strlen(s) < LEAKS_LEAST || is_kept_word(kept, s))
            continue;
        uint32_t *at = idmap_find_or_add(&w->heads, leak_head(s));
        w->next[id] = *at;
        *at = id;
    }
}

/* The text that is at offset `at` as a word; NULL: none. */
static const char *removed_at(const struct wanted *w, const uint8_t *p, size_t n, size_t at)
{
    if (n - at < LEAKS_LEAST)
        return NULL;
    for (uint32_t id = idmap_get(&w->heads, leak_head((const char *)p + at)); id; id = w->next[id]) {
        const char *s = arena_names_text(w->removed, id);
        const size_t len = strlen(s);
        if (len > n - at || memcmp(p + at, s, len) != 0)
            continue;
        const bool begins = !at || !is_word(p[at - 1]) || !is_word((uint8_t)*s);
        const bool ends = len == n - at || !is_word(p[at + len]) || !is_word((uint8_t)s[len - 1]);
        if (begins && ends)
            return s;
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

/* Looks through n bytes for what begins before `until`. */
static void leaks_search(struct wanted *w, const uint8_t *p, size_t n, size_t until, struct text *what)
{
    for (size_t at = 0; at < until; at++) {
        const char *s = removed_at(w, p, n, at);
        if (s || is_secret_at(p, n, at))
            leaks_note(w, s, p + at, n - at, what);
    }
}

bool leaks_find(const struct file *f, const struct names *removed, const struct names *kept, size_t *found,
                struct text *what, struct err *e)
{
    struct wanted w;
    uint8_t *buf = mem_new(WINDOW + OVERLAP, 1);
    int64_t n = 0;
    wanted_init(&w, removed, kept);
    for (uint64_t at = 0; at < f->size && n >= 0; at += WINDOW) {
        n = file_read(f, at, buf, WINDOW + OVERLAP, e);
        if (n > 0)
            leaks_search(&w, buf, (size_t)n, (size_t)n < WINDOW ? (size_t)n : WINDOW, what);
    }
    *found = w.found;
    idmap_free(&w.heads);
    free(w.next);
    free(buf);
    return n >= 0;
}
