/*
 * The recorded machine, while the recorded processes still run; for packing right after `perf record`. It has
 * files that are no longer at their paths:
 *
 *   file                          where it is read
 *   a file that was deleted or    /proc/PID/map_files/START-END (needs CAP_CHECKPOINT_RESTORE, or root);
 *   replaced, a memfd             for the program itself also /proc/PID/exe
 *   a file of another mount       the same, or /proc/PID/root/PATH
 *   namespace (a container)
 *   the vdso of any word size     /proc/PID/mem of any process that has it mapped
 *   symbols of the kernel and     /proc/kallsyms, if /sys/kernel/notes has the recorded build-id; for users
 *   its modules                   other than root the addresses may be hidden (kernel.kptr_restrict)
 *   names of generated code       /tmp/perf-PID.map, and the jit-PID.dump that was mapped (made_code.h)
 *
 * source_host() finds files at their paths. All rows except the last are proven by build-ids. perf 6.1
 * records build-ids of deleted files only with --buildid-mmap and only for later mappings. It records the
 * build-id of the vdso only without --buildid-mmap, and no build-ids at all into a pipe or with -B. Without a
 * build-id a file is accepted if the recording was made on a host of this name, and:
 *
 *   a file          by its inode (same_file.h), also at its path
 *   the kernel      by the address of its reference symbol and by its release (is_boot())
 *   the vdso        never: the recording does not say which vdso it was, perhaps that of a 32-bit process
 *   generated code  by the pid of its process and by the time (made_code.h)
 *
 * This identifies files for readers of the folio. It proves nothing to the owner of this machine: the author
 * of a capture can guess all of it, and sharing.h says what may then be shared.
 *
 * A file that is not offered for this reason is reported once. No process is stopped or waited for; a process
 * that has ended has no files.
 */
#include "archive/source/sources.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "archive/blob_file.h"
#include "archive/source/made_code.h"
#include "archive/source/processes.h"
#include "core/resolve/files/same_file.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "formats/elf/elf.h"
#include "formats/text/kallsyms.h"
#include "formats/text/line.h"

enum {
    FILES_MOST = 256,          /* files of one path, which may be in many containers */
    VDSO_MOST = 16,            /* vdsos of different contents; x86 has 3, one per ABI */
    VDSO_BYTES = 1 << 20,      /* a vdso has some thousand bytes */
    LISTING_BYTES = 256 << 20, /* /proc/kallsyms has 10 to 20 MiB */
    NOTES_BYTES = 64 << 10,
    SYSCTL_BYTES = 4096,
};

struct live {
    struct source source;
    struct processes processes;
    struct live_recording recording;
    struct idmap reported; /* indexes of objects for which it was reported why they are not offered */
    struct vdso {
        struct span bytes; /* malloc'ed */
        const char *origin;
    } vdsos[VDSO_MOST];
    size_t nvdsos;
    bool has_vdsos;
    struct text listing;
    struct err listing_wrong;
    bool has_listing;
};

/* Reports once for each object why a file cannot be used, however often the object is wanted. */
static enum answer report_once(struct live *s, const struct want *w, const struct err *why, struct err *e)
{
    uint32_t *reported = idmap_find_or_add(&s->reported, w->object->index);
    if (*reported)
        return ANSWER_ABSENT;
    *reported = 1;
    *e = *why;
    return ANSWER_UNUSABLE;
}

/* Whether /proc/sys/kernel/NAME of this machine equals the recorded value. */
static bool kernel_says(const char *root, const char *name, const char *recorded)
{
    struct text says = { 0 };
    bool same = processes_read(root, SYSCTL_BYTES, &says, "/proc/sys/kernel/%s", name);
    if (same)
        says.s[strcspn(says.s, "\n")] = 0;
    same = same && !strcmp(says.s, recorded);
    text_free(&says);
    return same;
}

/* Whether the recording was made on a host of this name, since inodes and addresses are valid on one
   machine only. */
static bool live_is_named(const char *root, const struct live_recording *r)
{
    return r->until && r->env && r->env->hostname && kernel_says(root, "hostname", r->env->hostname);
}

static bool is_ours(const struct live *s)
{
    return live_is_named(s->processes.root, &s->recording);
}

bool source_live_is_here(const struct live_recording *recording)
{
    return live_is_named("", recording);
}

/* The ways to a file that a process has mapped: /proc/PID/map_files, /proc/PID/exe and, unless it was deleted, its path
   as the process sees it. */
enum live_way { BY_MAPPING, BY_PROGRAM, BY_PATH, WAYS };

/* Whether a mapping is of the program that its process runs. */
static bool is_program(const struct live *s, const struct mapped *m)
{
    const char *path = arena_names_text(&s->processes.names, m->name);
    size_t n = strlen(path);
    struct text program = { 0 };
    bool same = processes_link(&s->processes, m->pid, "exe", &program) && !strncmp(program.s, path, n) &&
                (!program.s[n] || !strcmp(program.s + n, " (deleted)"));
    text_free(&program);
    return same;
}

/* Sets `start` to the beginning of a way: the file, or the folder in which the path is looked up. False:
   the way does not lead to the mapping's file. */
static bool way_start(const struct live *s, enum live_way way, const struct mapped *m, struct text *start)
{
    start->n = 0;
    text_printf(start, "%s/proc/%" PRIu32 "/", s->processes.root, m->pid);
    switch (way) {
    case BY_MAPPING:
        text_printf(start, "map_files/%" PRIx64 "-%" PRIx64, m->start, m->end);
        return true;
    case BY_PROGRAM:
        text_add(start, "exe");
        return is_program(s, m);
    default:
        text_add(start, "root");
        return !m->deleted;
    }
}

/* Opens the file of a mapping by the first way that leads to the file. FOUND without bytes: it is the same
   file as the file at this path on this machine. */
static enum answer open_mapping(struct live *s, const struct mapped *m, const struct build_id *only,
                                struct file_facts *facts, struct blob *out)
{
    const char *path = arena_names_text(&s->processes.names, m->name);
    enum answer a = ANSWER_ABSENT;
    struct text at = { 0 }, here = { 0 };
    text_printf(&here, "%s%s", s->processes.root, path);
    for (enum live_way way = 0; way < WAYS && a != ANSWER_FOUND; way++) {
        struct err refused = { 0 };
        if (!way_start(s, way, m, &at))
            continue;
        size_t folder = at.n;
        if (way == BY_PATH)
            text_add(&at, path);
        bool ours = file_same(at.s, here.s);
        at.s[folder] = 0;
        if (ours)
            a = ANSWER_FOUND;
        else if (way == BY_PATH)
            a = blob_open_beneath(at.s, path, &s->source.names, only, facts, out, &refused);
        else
            a = blob_open_file(at.s, &s->source.names, only, facts, out, &refused);
    }
    text_free(&at);
    text_free(&here);
    return a;
}

/* Whether the opened file is the recorded one. If not, it is closed, and `why` has the reason for the
   first such file. */
static bool live_is_same(const struct live *s, const struct want *w, const struct file_facts *facts,
                         struct blob *out, struct err *why)
{
    struct err differs = { 0 };
    if (same_file(&w->object->file, facts, s->recording.until, &out->proven, &differs))
        return true;
    blob_close(out);
    if (why->kind == ERR_NONE)
        *why = differs;
    return false;
}

/* Opens the file with the recorded inode: at its path, or mapped by a process. */
static enum answer open_same(struct live *s, const struct want *w, struct blob *out, struct err *e)
{
    const struct file_id *file = &w->object->file;
    struct file_facts facts;
    struct text here = { 0 };
    struct err why = { 0 }, refused = { 0 };
    size_t n = 0;
    if (!is_ours(s))
        return ANSWER_ABSENT;
    text_printf(&here, "%s%s", s->processes.root, w->object->path);
    bool same = blob_open_file(here.s, &s->source.names, &w->id, &facts, out, &refused) == ANSWER_FOUND &&
                live_is_same(s, w, &facts, out, &why);
    const struct mapped *m = NULL;
    if (!same)
        m = processes_find_mapped(&s->processes, w->object->path, &n);
    for (size_t i = 0; i < n && !same; i++) {
        const bool is_file = m[i].dev == ((uint64_t)file->maj << 32 | file->min) && m[i].ino == file->ino;
        same = is_file && open_mapping(s, &m[i], &w->id, &facts, out) == ANSWER_FOUND && out->bytes.n &&
               live_is_same(s, w, &facts, out, &why);
    }
    text_free(&here);
    /* a WANT_CONTAINER is only tried, so a failure is not reported */
    const bool told = why.kind != ERR_NONE && w->kind != WANT_CONTAINER;
    if (same)
        return ANSWER_FOUND;
    if (told)
        return report_once(s, w, &why, e);
    return ANSWER_ABSENT;
}

/* Opens the i-th of the different files that processes have mapped from a path. */
static enum answer live_open_file(struct live *s, const struct want *w, unsigned i, struct blob *out,
                                  struct err *e)
{
    struct {
        uint64_t dev, ino;
    } seen[FILES_MOST];
    size_t n, nseen = 0;
    if (!blob_path_is_plain(w->object->path))
        return ANSWER_ABSENT;
    if (!w->id.n) {
        if (i)
            return ANSWER_ABSENT;
        return open_same(s, w, out, e);
    }
    const struct mapped *m = processes_find_mapped(&s->processes, w->object->path, &n);
    if (!m)
        return ANSWER_ABSENT;
    for (const struct mapped *end = m + n; m < end && nseen < FILES_MOST; m++) {
        size_t k = 0;
        while (k < nseen && (seen[k].dev != m->dev || seen[k].ino != m->ino))
            k++;
        if (k < nseen || open_mapping(s, m, &w->id, NULL, out) != ANSWER_FOUND)
            continue; /* another process may allow it */
        seen[nseen].dev = m->dev;
        seen[nseen++].ino = m->ino;
        if (out->bytes.n && !i--)
            return ANSWER_FOUND;
        blob_close(out);
    }
    return ANSWER_ABSENT;
}

static void add_vdso(struct live *s, const struct mapped *m)
{
    struct text path = { 0 };
    uint64_t n = m->end - m->start;
    uint8_t *bytes = NULL;
    if (n <= VDSO_BYTES)
        bytes = mem_new(1, (size_t)n);
    text_printf(&path, "%s/proc/%u/mem", s->processes.root, m->pid);
    bool is_new = bytes && file_read_path_at(path.s, m->start, bytes, (size_t)n) == n;
    for (size_t i = 0; is_new && i < s->nvdsos; i++)
        is_new = s->vdsos[i].bytes.n != n || memcmp(s->vdsos[i].bytes.p, bytes, (size_t)n) != 0;
    if (is_new) {
        text_printf(&path, ":[vdso]");
        s->vdsos[s->nvdsos++] = (struct vdso){ .bytes = { bytes, (size_t)n },
                                               .origin = arena_names_intern(&s->source.names, path.s) };
    } else {
        free(bytes);
    }
    text_free(&path);
}

static enum answer open_vdso(struct live *s, const struct want *w, unsigned i, struct blob *out,
                             struct err *e)
{
    size_t n = 0;
    struct err why = { 0 };
    const struct mapped *m = NULL;
    if (!s->has_vdsos)
        m = processes_find_mapped(&s->processes, "[vdso]", &n);
    s->has_vdsos = true;
    for (size_t k = 0; k < n && s->nvdsos < VDSO_MOST; k++)
        add_vdso(s, &m[k]);
    if (i >= s->nvdsos || (!w->id.n && !is_ours(s)))
        return ANSWER_ABSENT;
    if (!w->id.n) {
        err_set(&why, ERR_UNSUPPORTED, 0,
                "the running kernel has one, but without a recorded build-id nothing proves that it is the "
                "same");
        return report_once(s, w, &why, e);
    }
    out->bytes = s->vdsos[i].bytes;
    out->origin = s->vdsos[i].origin;
    return ANSWER_FOUND;
}

/* Reads the build-id of the running kernel from the notes of its image (linux, Documentation/ABI/testing/
   sysfs-kernel-notes). The notes are in the kernel's byte order; in the other byte order a note's sizes
   make no sense. */
static bool kernel_id(const struct live *s, struct build_id *id)
{
    struct text notes = { 0 };
    processes_read(s->processes.root, NOTES_BYTES, &notes, "/sys/kernel/notes");
    struct span bytes = { (const uint8_t *)notes.s, notes.n };
    bool ok = elf_build_id_of_notes(bytes, ORDER_LITTLE, id) || elf_build_id_of_notes(bytes, ORDER_BIG, id);
    text_free(&notes);
    return ok;
}

/* Whether the addresses in a listing are hidden: all are 0. */
static bool live_is_hidden(struct span listing)
{
    uint64_t addr = 0;
    while (listing.n && !addr)
        hex_number(next_line(&listing), &addr);
    return !addr;
}

/* Whether the kernel shows its addresses to all users (linux, kernel/kallsyms.c, kallsyms_show_value():
   kernel.kptr_restrict is 0, and users may profile the kernel). */
static bool is_shown_to_all(const char *root)
{
    static const char paranoid[] = "perf_event_paranoid";
    return kernel_says(root, "kptr_restrict", "0") &&
           (kernel_says(root, paranoid, "-1") || kernel_says(root, paranoid, "0") ||
            kernel_says(root, paranoid, "1"));
}

/* Whether the recorded boot may be the current one: the listing has the reference symbol at the recorded
   address. If the kernel is at a random address, this is proof. A kernel at the usual address of its
   architecture is identified only by its release. */
static bool is_boot(const struct live *s, struct span listing, bool *proven, struct err *why)
{
    const struct env *env = s->recording.env;
    const struct map *was = s->recording.kernel;
    uint64_t unmoved = 0, now = 0;
    if (env->arch)
        unmoved = env->arch->kernel_text;
    if (env->release && !kernel_says(s->processes.root, "osrelease", env->release))
        return err_set(why, ERR_UNSUPPORTED, 0,
                       "no build-id was recorded, and this machine now runs another kernel than %s",
                       env->release);
    if (!was || !was->how->ref_symbol || !was->how->pgoff)
        return err_set(why, ERR_UNSUPPORTED, 0,
                       "neither its build-id nor the address of a reference symbol was recorded");
    if (!kallsyms_address(listing, was->how->ref_symbol, &now) || now != was->how->pgoff)
        return err_set(why, ERR_UNSUPPORTED, 0,
                       "no build-id was recorded, and %s is at 0x%" PRIx64
                       " here, but was recorded at 0x%" PRIx64,
                       was->how->ref_symbol, now, was->how->pgoff);
    *proven = env->release && unmoved && now != unmoved;
    return true;
}

/* Opens the kernel's listing, which the kernel generates on each read. It stays in memory, since every
   module needs it. */
static enum answer open_listing(struct live *s, const struct want *w, unsigned i, struct blob *out,
                                struct err *e)
{
    struct build_id id = { 0 };
    struct text path = { 0 };
    struct err why = { 0 };
    const bool has = kernel_id(s, &id);
    bool may;
    if (w->id.n)
        may = has && object_build_id_equal(&id, &w->id);
    else
        may = !i && is_ours(s);
    if (i || !may)
        return ANSWER_ABSENT;
    text_printf(&path, "%s/proc/kallsyms", s->processes.root);
    if (!s->has_listing && file_read_all(path.s, LISTING_BYTES, &s->listing, &s->listing_wrong) &&
        live_is_hidden((struct span){ (const uint8_t *)s->listing.s, s->listing.n }))
        err_set(&s->listing_wrong, ERR_IO, 0, "%s: addresses are hidden: kptr_restrict", path.s);
    s->has_listing = true;
    out->bytes = (struct span){ (const uint8_t *)s->listing.s, s->listing.n };
    out->origin = arena_names_intern(&s->source.names, path.s);
    out->cached_as = id;
    out->everyones = is_shown_to_all(s->processes.root);
    text_free(&path);
    why = s->listing_wrong;
    bool ok = why.kind == ERR_NONE && (w->id.n || is_boot(s, out->bytes, &out->proven, &why));
    if (ok)
        return ANSWER_FOUND;
    return report_once(s, w, &why, e);
}

static enum answer open_made(struct live *s, const struct want *w, unsigned i, struct blob *out,
                             struct err *e)
{
    const struct made_code m = { &s->processes, &s->recording, &s->source.names, s->source.expected,
                                 s->source.nexpected };
    struct err why = { 0 };
    enum answer a = ANSWER_ABSENT;
    if (is_ours(s))
        a = made_code_open(&m, w, i, out, &why);
    if (a == ANSWER_UNUSABLE)
        return report_once(s, w, &why, e);
    return a;
}

static enum answer live_open(struct source *source, const struct want *w, unsigned i, struct blob *out,
                             struct err *e)
{
    static const struct {
        enum want_kind kind;
        enum object_kind object;
        enum answer (*open)(struct live *s, const struct want *w, unsigned i, struct blob *out,
                            struct err *e);
    } rows[] = {
        { WANT_ELF, OBJECT_USER, live_open_file }, { WANT_CONTAINER, OBJECT_USER, live_open_file },
        { WANT_ELF, OBJECT_VDSO, open_vdso },      { WANT_KALLSYMS, OBJECT_KERNEL, open_listing },
        { WANT_PERF_MAP, OBJECT_JIT, open_made },
    };
    for (size_t k = 0; k < COUNT(rows) && w->object->machine == -1; k++)
        if (rows[k].kind == w->kind && rows[k].object == w->object->kind)
            return rows[k].open((struct live *)source, w, i, out, e);
    return ANSWER_ABSENT;
}

static void live_close(struct source *source)
{
    struct live *s = (struct live *)source;
    for (size_t i = 0; i < s->nvdsos; i++)
        free((void *)(uintptr_t)s->vdsos[i].bytes.p);
    text_free(&s->listing);
    processes_free(&s->processes);
    idmap_free(&s->reported);
}

struct source *source_live(const char *root, const struct live_recording *recording)
{
    static const struct source_ops ops = { .name = "live system", .open = live_open, .close = live_close };
    struct live *s = source_new(sizeof(*s), &ops, root);
    s->source.quiet = s->source.local = true;
    s->recording = *recording;
    s->processes.root = arena_names_intern(&s->source.names, root);
    return &s->source;
}
