#include "lib/options/near_names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum { RANKS = 4, LEAST_PART = 3 /* shortest word that is searched for inside of names */ };

/* The length of a name such as "operator()" or "operator<<" at `s`; 0: there is none. */
static size_t length_of_operator(const char *s, bool begins)
{
    static const char word[] = "operator";
    size_t n = sizeof(word) - 1;
    if (!begins || strncmp(s, word, n) || isalnum((unsigned char)s[n]) || s[n] == '_')
        return 0;
    if (!strncmp(s + n, "()", 2) || !strncmp(s + n, "[]", 2))
        return n + 2;
    return n + strspn(s + n, "<>=!+-*/%&|^~,");
}

void near_skeleton(const char *name, struct text *out)
{
    size_t depth = 0;
    out->n = 0;
    text_add(out, "");
    for (const char *s = name; *s; s++) {
        bool begins = !out->n || out->s[out->n - 1] == ':';
        size_t whole = depth ? 0 : length_of_operator(s, begins);
        if (whole) {
            text_add_n(out, s, whole);
            s += whole - 1;
        } else if (*s == '<') {
            depth++;
        } else if (*s == '(' && !begins) { /* not the parenthesis of (anonymous namespace) */
            break;
        } else if (*s == '>' && depth) {
            depth--;
        } else if (depth) {
            continue;
        } else if (*s == '@' || !strncmp(s, " [", 2) || (*s == '.' && s != name)) {
            break;
        } else if (!strncmp(s, " <", 2)) { /* template arguments of operator< and similar ones */
            continue;
        } else if (*s == ' ' && strncmp(s, " namespace)", 11) != 0) {
            out->n = 0; /* drop the return type before the blank */
        } else {
            text_char(out, *s, 1);
        }
    }
    while (out->n && out->s[out->n - 1] == ':') /* drop the "::" before arguments, as in Rust's work::<u32> */
        out->s[--out->n] = 0;
}

static const char *last_part(const char *skeleton)
{
    const char *last = skeleton;
    for (const char *s = skeleton; (s = strstr(s, "::")) != NULL;)
        last = s += 2;
    return last;
}

static bool same_but_for_case(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

/* How similar a name is to the word: 0 is the most similar; RANKS: not similar. */
static unsigned rank_of(const char *word, const char *skeleton)
{
    size_t n = strlen(word), all = strlen(skeleton);
    const char *last = last_part(skeleton);
    struct text_nearest spelled = text_nearest_to(word, n);
    if (!n || !all)
        return RANKS;
    if (all >= n && !strcmp(skeleton + all - n, word) && (all == n || skeleton[all - n - 1] == ':'))
        return 0;
    if (same_but_for_case(last, word))
        return 1;
    text_nearest_try(&spelled, last);
    if (n >= LEAST_PART && strstr(skeleton, word))
        return 2;
    if (spelled.found)
        return 3;
    return RANKS;
}

void near_begin(struct near_names *n, const char *word)
{
    *n = (struct near_names){ 0 };
    near_skeleton(word, &n->word);
}

static int near_names_compare(const struct near_name *a, const char *name, const char *path)
{
    int by_name = strcmp(a->name, name);
    if (by_name)
        return by_name;
    return strcmp(a->path, path);
}

static void near_names_forget(struct near_names *n)
{
    while (n->n)
        free(n->v[--n->n].name);
    n->more = 0;
}

void near_consider(struct near_names *n, const char *name, const char *path)
{
    struct text skeleton = { 0 };
    near_skeleton(name, &skeleton);
    unsigned rank = rank_of(n->word.s, skeleton.s);
    text_free(&skeleton);
    if (rank == RANKS || (n->n && rank > n->rank))
        return;
    if (rank < n->rank)
        near_names_forget(n);
    n->rank = rank;
    size_t at = n->n;
    while (at && near_names_compare(&n->v[at - 1], name, path) > 0)
        at--;
    if (at && !near_names_compare(&n->v[at - 1], name, path)) /* the symbol table may list a name twice */
        return;
    n->more += n->n == NEAR_SHOWN;
    if (at == NEAR_SHOWN)
        return;
    if (n->n == NEAR_SHOWN)
        free(n->v[--n->n].name);
    memmove(&n->v[at + 1], &n->v[at], (n->n - at) * sizeof(*n->v));
    n->v[at] = (struct near_name){ mem_copy(name, strlen(name)), path };
    n->n++;
}

void near_free(struct near_names *n)
{
    near_names_forget(n);
    text_free(&n->word);
    *n = (struct near_names){ 0 };
}
