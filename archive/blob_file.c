#include "archive/blob_file.h"

#include <stdlib.h>
#include <string.h>

#include "archive/decompress.h"
#include "core/base/mem.h"
#include "formats/elf/write/elf_fit.h"

enum { MOST_SIZELESS = 256 << 20 }; /* bytes; /proc/kallsyms has 10 to 20 MiB */
/* Larger ELF files are not mapped as a whole, which leaves address space for other files. */
static const uint64_t most_of_elf = SIZE_MAX / 8;

static const uint8_t elf_magic[] = { 0x7f, 'E', 'L', 'F' }; /* gabi, "ELF Identification" */

static void unmap(struct blob *b)
{
    file_unmap(b->bytes);
}

static void blob_file_release(struct blob *b)
{
    free((void *)(uintptr_t)b->bytes.p);
}

/* Whether a compressed file may be the file with the build-id. REFUSED and UNUSABLE with `e` set. */
static enum answer blob_file_may_be(struct span packed, const struct build_id *id, struct err *e)
{
    struct span head = { elf_magic, sizeof(elf_magic) }, part = { id->bytes, id->n };
    struct budget b = budget_for_packed(packed.n);
    char text[BUILD_ID_HEX];
    while (part.n && !part.p[part.n - 1]) /* recorders pad shorter build-ids with zeros */
        part.n--;
    if (decompress_holds(packed, head, part, &b, e))
        return ANSWER_FOUND;
    if (e->kind != ERR_NONE)
        return ANSWER_UNUSABLE;
    if (part.n)
        err_set(e, ERR_FORMAT, 0, "it is compressed, and not an ELF file with the build-id %s",
                object_build_id_text(id, text));
    else
        err_set(e, ERR_FORMAT, 0, "it is compressed, and nothing proves that it is the recorded one");
    return ANSWER_REFUSED;
}

/* Unpacks the bytes if they are a compressed file, as modules are. */
static enum answer open_packed(const struct build_id *only, struct blob *out, struct err *e)
{
    struct span plain = { NULL, 0 };
    struct budget b = budget_for_packed(out->bytes.n);
    if (!decompress_is_packed(out->bytes))
        return ANSWER_FOUND;
    enum answer a = ANSWER_FOUND;
    if (only)
        a = blob_file_may_be(out->bytes, only, e);
    if (a == ANSWER_FOUND && !decompress_bytes(out->bytes, &b, &plain, e))
        a = ANSWER_UNUSABLE;
    out->close(out);
    out->bytes = plain;
    out->close = plain.p ? blob_file_release : NULL;
    return a;
}

/* Decides whether the file stays mapped. An ELF file, which may be large and is written once, stays
   mapped. Texts and dumps of code are copied, because a program may still be writing them. */
static enum answer settle(const struct build_id *only, struct blob *out, struct err *e)
{
    struct span mapped = out->bytes;
    bool elf = mapped.n >= sizeof(elf_magic) && !memcmp(mapped.p, elf_magic, sizeof(elf_magic));
    if (elf || decompress_is_packed(mapped))
        return open_packed(only, out, e);
    file_allow_growth(mapped);
    out->bytes = (struct span){ (const uint8_t *)mem_copy(mapped.p, mapped.n), mapped.n };
    out->close = blob_file_release;
    bool whole = file_check_unchanged(mapped, e);
    file_unmap(mapped);
    if (!whole) {
        free((void *)(uintptr_t)out->bytes.p);
        out->bytes = (struct span){ NULL, 0 };
        out->close = NULL;
    }
    if (whole)
        return ANSWER_FOUND;
    return ANSWER_UNUSABLE;
}

bool blob_is_there(const char *path)
{
    struct file_status st;
    if (!file_look(path, &st))
        return !file_errno_is_absent();
    return st.kind == FILE_REGULAR && st.size;
}

/* Whether the file is an ELF file so large that it is not mapped as a whole, even if there is room. */
static bool is_large_elf(const char *path)
{
    uint8_t head[sizeof(elf_magic)];
    struct file_status st;
    return file_look(path, &st) && st.size > most_of_elf &&
           file_read_path_at(path, 0, head, sizeof(head)) == sizeof(head) &&
           !memcmp(head, elf_magic, sizeof(head));
}

/* Maps a file. If it is an ELF file that is too large for that, reads the wanted parts of it. */
static bool map_or_fit(const char *path, struct blob *out, struct file_facts *facts, struct err *e)
{
    struct file f;
    struct err whole = { 0 };
    bool absent;
    if (!is_large_elf(path)) {
        if (file_map_facts(path, &out->bytes, facts, &whole))
            return true;
        *e = whole;
        if (e->kind != ERR_MEMORY)
            return false;
    }
    struct err small = { 0 };
    if (!file_open_regular(&f, path, &absent, &small)) {
        *e = small;
        return false;
    }
    out->fitted = elf_fit(&f, most_of_elf, &out->bytes, &out->lacks_dwarf, &small);
    if (out->fitted)
        file_read_facts(&f, facts);
    if (small.kind != ERR_MEMORY || whole.kind == ERR_NONE)
        *e = small;
    file_close(&f);
    return out->fitted;
}

enum answer blob_open_file(const char *path, struct names *origins, const struct build_id *only,
                           struct file_facts *facts, struct blob *out, struct err *e)
{
    struct file_facts own = { 0 };
    if (!facts)
        facts = &own;
    if (!blob_is_there(path))
        return ANSWER_ABSENT;
    out->origin = arena_names_intern(origins, path);
    if (!map_or_fit(path, out, facts, e))
        return ANSWER_UNUSABLE;
    out->node = file_node_of(facts);
    out->close = unmap;
    return settle(only, out, e);
}

enum answer blob_open_beneath(const char *dir, const char *path, struct names *origins,
                              const struct build_id *only, struct file_facts *facts, struct blob *out,
                              struct err *e)
{
    struct err absent = { 0 };
    struct file_facts own = { 0 };
    if (!facts)
        facts = &own;
    if (!file_map_beneath(dir, path, &out->bytes, facts, &absent) || !out->bytes.n)
        return ANSWER_ABSENT;
    out->origin = arena_names_printf(origins, "%s%s", dir, path);
    out->node = file_node_of(facts);
    out->close = unmap;
    return settle(only, out, e);
}

enum answer blob_open_recorded(const char *dir, const char *path, struct names *origins, struct blob *out,
                               struct err *e)
{
    const enum answer a = blob_open_beneath(dir, path, origins, NULL, NULL, out, e);
    const char *whole = arena_names_printf(origins, "%s%s", dir, path);
    if (a != ANSWER_ABSENT || !blob_is_there(whole))
        return a;
    out->origin = whole;
    err_set(e, ERR_UNSUPPORTED, 0, "it cannot be opened without following a symbolic link");
    return ANSWER_UNUSABLE;
}

enum answer blob_open_named(const char *path, struct names *origins, struct blob *out, struct err *e)
{
    struct text bytes = { 0 };
    enum answer a = blob_open_file(path, origins, NULL, NULL, out, e);
    if (a != ANSWER_ABSENT)
        return a;
    if (!file_read_all(path, MOST_SIZELESS, &bytes, e) || !bytes.n) {
        text_free(&bytes);
        if (e->kind == ERR_NONE)
            return ANSWER_ABSENT;
        return ANSWER_UNUSABLE;
    }
    out->origin = arena_names_intern(origins, path);
    out->bytes = (struct span){ (const uint8_t *)bytes.s, bytes.n };
    out->close = blob_file_release;
    return open_packed(NULL, out, e);
}

bool blob_path_is_plain(const char *path)
{
    if (path[0] != '/')
        return false;
    for (const char *p = path; (p = strstr(p, "/..")) != NULL; p += 3)
        if (p[3] == '/' || !p[3])
            return false;
    return true;
}
