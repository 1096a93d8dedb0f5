#include "archive/blob_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "archive/decompress.h"

enum { MOST_SIZELESS = 256 << 20 }; /* /proc/kallsyms has 10 to 20 MiB */

static void unmap(struct blob *b)
{
    file_unmap(b->bytes);
}

static void release(struct blob *b)
{
    free((void *)(uintptr_t)b->bytes.p);
}

/* Bytes that are one compressed file, as modules are, become what they stand for. */
static enum answer open_packed(struct blob *out, struct err *e)
{
    struct span plain;
    if (!decompress_is_packed(out->bytes))
        return ANSWER_FOUND;
    bool ok = decompress_bytes(out->bytes, &plain, e);
    out->close(out);
    out->bytes = plain;
    out->close = ok ? release : NULL;
    return ok ? ANSWER_FOUND : ANSWER_UNUSABLE;
}

enum answer blob_open_file(const char *path, struct names *origins, struct blob *out, struct err *e)
{
    return blob_open_told(path, origins, NULL, out, e);
}

enum answer blob_open_told(const char *path, struct names *origins, struct file_facts *facts,
                           struct blob *out, struct err *e)
{
    struct stat st;
    if (stat(path, &st) || !S_ISREG(st.st_mode) || !st.st_size)
        return ANSWER_ABSENT;
    out->origin = names_intern(origins, path);
    if (!file_map_told(path, &out->bytes, facts, e))
        return ANSWER_UNUSABLE;
    out->close = unmap;
    return open_packed(out, e);
}

enum answer blob_open_beneath(const char *dir, const char *path, struct names *origins,
                              struct file_facts *facts, struct blob *out, struct err *e)
{
    struct err absent = { 0 };
    if (!file_map_beneath(dir, path, &out->bytes, facts, &absent) || !out->bytes.n)
        return ANSWER_ABSENT;
    struct text origin = { 0 };
    text_printf(&origin, "%s%s", dir, path);
    out->origin = names_intern(origins, origin.s);
    text_free(&origin);
    out->close = unmap;
    return open_packed(out, e);
}

enum answer blob_open_named(const char *path, struct names *origins, struct blob *out, struct err *e)
{
    struct text bytes = { 0 };
    enum answer a = blob_open_file(path, origins, out, e);
    if (a != ANSWER_ABSENT)
        return a;
    if (!file_read_all(path, MOST_SIZELESS, &bytes, e) || !bytes.n) {
        text_free(&bytes);
        return e->kind == ERR_NONE ? ANSWER_ABSENT : ANSWER_UNUSABLE;
    }
    out->origin = names_intern(origins, path);
    out->bytes = (struct span){ (const uint8_t *)bytes.s, bytes.n };
    out->close = release;
    return open_packed(out, e);
}

bool path_is_plain(const char *path)
{
    if (path[0] != '/')
        return false;
    for (const char *p = path; (p = strstr(p, "/..")) != NULL; p += 3)
        if (p[3] == '/' || !p[3])
            return false;
    return true;
}
