#include "lib/question/share/scrub/pseudonym.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/file/output.h"
#include "core/base/mem.h"
#include "core/base/text.h"

static const char HEAD[] = "perfolio key 1\n";
enum { KEY_FILE_MOST = 1 << 28 };

static uint64_t rotate(uint64_t v, unsigned bits)
{
    return v << bits | v >> (64 - bits);
}

static void sip_round(uint64_t v[4])
{
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] = rotate(v[0], 32);
    v[2] += v[1];
    v[0] += v[3];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] = rotate(v[2], 32);
}

/* Up to eight bytes as a number, the first one lowest. */
static uint64_t sip_word(const uint8_t *p, size_t n)
{
    uint64_t v = 0;
    for (size_t i = 0; i < n && i < 8; i++)
        v |= (uint64_t)p[i] << 8 * i;
    return v;
}

uint64_t pseudonym_hash(const uint8_t key[PSEUDONYM_KEY], const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    const uint64_t k0 = sip_word(key, 8), k1 = sip_word(key + 8, 8);
    uint64_t v[4] = { k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d),
                      k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573) };
    for (size_t at = 0;; at += 8) {
        const bool last = n - at < 8;
        uint64_t word = sip_word(p + at, last ? n - at : 8);
        if (last)
            word |= (uint64_t)n << 56;
        v[3] ^= word;
        sip_round(v);
        sip_round(v);
        v[0] ^= word;
        if (last)
            break;
    }
    v[2] ^= 0xff;
    for (int i = 0; i < 4; i++)
        sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

bool pseudonyms_random_key(struct pseudonyms *p, struct err *e)
{
    return file_random(p->key, sizeof(p->key)) ||
           err_set(e, ERR_IO, 0, "the system gives no random key: name one with --key FILE");
}

/* Adds the digits of the keyed hash of n bytes. */
static void add_digits(const struct pseudonyms *p, const char *s, size_t n, struct text *to)
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
    uint64_t v = pseudonym_hash(p->key, s, n);
    for (int i = 0; i < PSEUDONYM_DIGITS; i++, v >>= 5)
        text_char(to, digits[v & 31], 1);
}

/* Makes the pseudonym of a name. If another name has it, the name is hashed again with a blank after it. */
static void make_pseudonym(struct pseudonyms *p, const char *prefix, const char *name, struct text *original)
{
    struct text made = { 0 };
    uint32_t tries = 0;
    do {
        tries++;
        made.n = 0;
        text_add(&made, prefix);
        add_digits(p, original->s, original->n, &made);
        text_char(original, ' ', 1);
    } while (arena_names_find(&p->texts, made.s));
    *MEM_ADD(p->v, p->n, p->cap) = (struct pseudonym){ arena_names_intern(&p->names, name),
                                                       arena_names_intern(&p->texts, made.s), tries };
    text_free(&made);
}

const char *pseudonym_of(struct pseudonyms *p, const char *prefix, const char *name)
{
    struct text original = { 0 };
    const uint32_t before = p->originals.n;
    text_printf(&original, "%s:%s", prefix, name);
    const uint32_t id = arena_names_id(&p->originals, original.s);
    if (id > before)
        make_pseudonym(p, prefix, name, &original);
    text_free(&original);
    return p->v[id - 1].pseudonym;
}

const char *pseudonym_name(const struct pseudonyms *p, const char *pseudonym)
{
    const uint32_t id = arena_names_find(&p->texts, pseudonym);
    if (!id)
        return NULL;
    return p->v[id - 1].name;
}

/* Reads 32 hexadecimal digits. */
static bool read_key(struct pseudonyms *p, const char *s)
{
    for (size_t i = 0; i < PSEUDONYM_KEY; i++) {
        const int high = text_hex_digit(s[2 * i]);
        const int low = high < 0 ? -1 : text_hex_digit(s[2 * i + 1]);
        if (low < 0)
            return false;
        p->key[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* Adds a name as a line of a key file has it: \n stands for the end of a line, and \\ for \. */
static void add_line_name(struct text *t, const char *s)
{
    for (; *s; s++) {
        if (*s == '\\' || *s == '\n')
            text_char(t, '\\', 1);
        text_char(t, *s == '\n' ? 'n' : *s, 1);
    }
}

/* Turns what add_line_name() adds into the name. False: it adds no such text. */
static bool read_line_name(char *s)
{
    char *to = s;
    for (; *s; s++, to++) {
        *to = *s;
        if (*s != '\\')
            continue;
        s++;
        if (*s == 'n')
            *to = '\n';
        else if (*s != '\\')
            return false;
    }
    *to = 0;
    return true;
}

/* Reads a line "PSEUDONYM NAME" of n bytes. False: the key gives the name another pseudonym. */
static bool read_pseudonym(struct pseudonyms *p, char *line, size_t n)
{
    char *blank = strchr(line, ' ');
    if (strlen(line) != n || !blank || blank - line <= PSEUDONYM_DIGITS)
        return false;
    *blank = 0;
    if (!read_line_name(blank + 1))
        return false;
    struct text prefix = { 0 };
    text_add_n(&prefix, line, (size_t)(blank - line) - PSEUDONYM_DIGITS);
    const bool same = !strcmp(pseudonym_of(p, prefix.s, blank + 1), line);
    text_free(&prefix);
    return same;
}

/* Reads the lines that end before `end`. A file that somebody changed would bring names back that were never there. */
static bool read_pseudonyms(struct pseudonyms *p, char *at, char *end, struct err *e)
{
    unsigned line = 3;
    for (char *next; at < end; at = next + 1, line++) {
        next = memchr(at, '\n', (size_t)(end - at));
        if (!next)
            return err_set(e, ERR_FORMAT, 0, "line %u: it has no end", line);
        *next = 0;
        if (!read_pseudonym(p, at, (size_t)(next - at)))
            return err_set(e, ERR_FORMAT, 0, "line %u: the key does not give this pseudonym to this name",
                           line);
    }
    return true;
}

static bool read_key_file(struct pseudonyms *p, const struct text *t, struct err *e)
{
    const size_t head = sizeof(HEAD) - 1, key = 2 * PSEUDONYM_KEY + 1;
    if (t->n < head + key || memcmp(t->s, HEAD, head) != 0 || !read_key(p, t->s + head) ||
        t->s[head + key - 1] != '\n')
        return err_set(e, ERR_FORMAT, 0, "it is no key file, which --write-key writes");
    return read_pseudonyms(p, t->s + head + key, t->s + t->n, e);
}

bool pseudonyms_read(struct pseudonyms *p, const char *path, struct err *e)
{
    struct text t = { 0 };
    const bool ok = file_read_all(path, KEY_FILE_MOST, &t, e) && read_key_file(p, &t, e);
    if (!ok)
        err_prefix(e, "--key %s", path);
    text_free(&t);
    return ok;
}

static int by_pseudonym(const void *a, const void *b)
{
    const struct pseudonym *x = a, *y = b;
    if (x->tries != y->tries)
        return (x->tries > y->tries) - (x->tries < y->tries);
    return strcmp(x->pseudonym, y->pseudonym);
}

/* Names are written in the order of their pseudonyms, whatever thread has asked for which one first; those whose first pseudonym
   another name had come last, as they did. */
bool pseudonyms_write(const struct pseudonyms *p, const char *path, struct err *e)
{
    struct text t = { 0 };
    struct output out = { 0 };
    struct pseudonym *v = mem_new(p->n + 1, sizeof(*v));
    for (size_t i = 0; i < p->n; i++)
        v[i] = p->v[i];
    qsort(v, p->n, sizeof(*v), by_pseudonym);
    text_add(&t, HEAD);
    text_add_hex_bytes(&t, p->key, sizeof(p->key));
    text_add(&t, "\n");
    for (size_t i = 0; i < p->n; i++) {
        text_printf(&t, "%s ", v[i].pseudonym);
        add_line_name(&t, v[i].name);
        text_add(&t, "\n");
    }
    free(v);
    const bool ok = output_open(&out, path, OUTPUT_PRIVATE, NULL, e) && output_add(&out, t.s, t.n, e) &&
                    output_commit(&out, e);
    output_abandon(&out);
    text_free(&t);
    return ok;
}

void pseudonyms_free(struct pseudonyms *p)
{
    arena_names_free(&p->originals);
    arena_names_free(&p->texts);
    arena_names_free(&p->names);
    free(p->v);
    *p = (struct pseudonyms){ .n = 0 };
}
