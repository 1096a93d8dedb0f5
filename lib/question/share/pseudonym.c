#include "lib/question/share/pseudonym.h"

#include <inttypes.h>
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

static void pseudonym_add(struct pseudonyms *p, const char *original, const char *name, const char *pseudonym)
{
    const uint32_t before = p->originals.n, id = arena_names_id(&p->originals, original);
    if (id <= before)
        return;
    const uint32_t text = arena_names_id(&p->texts, pseudonym);
    uint32_t *first = idmap_find_or_add(&p->by_text, text);
    if (!*first)
        *first = id;
    *MEM_ADD(p->v, p->n, p->cap) =
        (struct pseudonym){ arena_names_intern(&p->names, name), arena_names_text(&p->texts, text) };
}

const char *pseudonym_of(struct pseudonyms *p, const char *prefix, const char *name)
{
    struct text original = { 0 };
    text_printf(&original, "%s:%s", prefix, name);
    uint32_t id = arena_names_find(&p->originals, original.s);
    if (!id) {
        struct text made = { 0 };
        text_printf(&made, "%s%08" PRIx32, prefix, (uint32_t)pseudonym_hash(p->key, original.s, original.n));
        pseudonym_add(p, original.s, name, made.s);
        text_free(&made);
        id = arena_names_find(&p->originals, original.s);
    }
    text_free(&original);
    return p->v[id - 1].pseudonym;
}

const char *pseudonym_name(const struct pseudonyms *p, const char *pseudonym)
{
    const uint32_t text = arena_names_find(&p->texts, pseudonym), at = idmap_get(&p->by_text, text);
    if (!text || !at)
        return NULL;
    return p->v[at - 1].name;
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

/* Reads the lines "PSEUDONYM NAME". The prefix of a pseudonym ends eight digits before its end. */
static void read_pseudonyms(struct pseudonyms *p, char *at)
{
    enum { DIGITS = 8 };
    for (char *line = at, *end; *line && (end = strchr(line, '\n')); line = end + 1) {
        char *blank = strchr(line, ' ');
        struct text original = { 0 };
        *end = 0;
        if (!blank || blank > end || blank - line <= DIGITS)
            continue;
        *blank = 0;
        text_printf(&original, "%.*s:%s", (int)(blank - line) - DIGITS, line, blank + 1);
        pseudonym_add(p, original.s, blank + 1, line);
        text_free(&original);
    }
}

bool pseudonyms_read(struct pseudonyms *p, const char *path, struct err *e)
{
    struct text t = { 0 };
    bool ok = file_read_all(path, KEY_FILE_MOST, &t, e);
    if (!ok)
        err_prefix(e, "--key %s", path);
    const size_t head = sizeof(HEAD) - 1, key = 2 * PSEUDONYM_KEY + 1;
    const bool is_key = ok && t.n >= head + key && !memcmp(t.s, HEAD, head) && read_key(p, t.s + head) &&
                        t.s[head + key - 1] == '\n';
    if (ok && !is_key)
        ok = err_set(e, ERR_FORMAT, 0, "--key %s: it is no key file, which --write-key writes", path);
    if (ok)
        read_pseudonyms(p, t.s + head + key);
    text_free(&t);
    return ok;
}

bool pseudonyms_write(const struct pseudonyms *p, const char *path, struct err *e)
{
    struct text t = { 0 };
    struct output out = { 0 };
    text_add(&t, HEAD);
    text_add_hex_bytes(&t, p->key, sizeof(p->key));
    text_add(&t, "\n");
    for (size_t i = 0; i < p->n; i++)
        if (!strchr(p->v[i].name, '\n'))
            text_printf(&t, "%s %s\n", p->v[i].pseudonym, p->v[i].name);
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
    idmap_free(&p->by_text);
    free(p->v);
    *p = (struct pseudonyms){ .n = 0 };
}
