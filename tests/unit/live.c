/* What a running machine has: a made tree that stands for one, row by row; and this one, with processes that
   are started for it, as far as it lets us. */
#define _GNU_SOURCE /* memfd_create() */
#include "archive/source/sources.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/file/file.h"
#include "formats/elf/elf.h"
#include "formats/text/kallsyms.h"
#include "tests/unit/elf_make.h"

#define ID_A  "AAAAAAAAAAAAAAAAAAAA"
#define ID_B  "BBBBBBBBBBBBBBBBBBBB"
#define NOTES "\4\0\0\0\24\0\0\0\3\0\0\0GNU\0" ID_A
#define BIG   "\0\0\0\4\0\0\0\24\0\0\0\3GNU\0" ID_A

static const struct symbol_reader *const readers[] = { &elf_reader, &kallsyms_reader, NULL };

static const struct live_recording nothing_told = { 0 };

/* A recording of the host that the trees are: what programs say of their code is taken for none but these. */
static const struct env box = { .hostname = "box" };
static const struct live_recording box_told = { .env = &box, .until = UINT64_MAX / 2 };

static struct build_id id_of(const char *text)
{
    struct build_id id = { .n = text ? 20 : 0 };
    if (text)
        memcpy(id.bytes, text, 20);
    return id;
}

static char tree[] = "/tmp/perfolio-test-XXXXXX";

/* The path of a file of the tree, folders made. */
static const char *place(const char *name, char path[512])
{
    snprintf(path, 512, "%s%s", tree, name);
    for (char *p = path + strlen(tree) + 1; (p = strchr(p, '/')) != NULL; *p++ = '/') {
        *p = 0;
        mkdir(path, 0755);
    }
    return path;
}

static void put_at(const char *name, long at, const char *bytes, size_t n)
{
    char path[512];
    FILE *f = fopen(place(name, path), "ab+");
    assert_non_null(f);
    fclose(f);
    f = fopen(path, "rb+");
    assert_int_equal(fseek(f, at, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

static void put(const char *name, const char *text)
{
    put_at(name, 0, text, strlen(text));
}

static void put_link(const char *name, const char *says, bool into_tree)
{
    char path[512], to[512];
    snprintf(to, sizeof(to), "%s%s", into_tree ? tree : "", says);
    assert_int_equal(symlink(to, place(name, path)), 0);
}

static void put_fifo(const char *name)
{
    char path[512];
    assert_int_equal(mkfifo(place(name, path), 0600), 0);
}

static int make_tree(void **state)
{
    (void)state;
    if (!mkdtemp(tree))
        return -1;
    chmod(tree, 0755);
    /* Files: 8 runs below 11 in the order of their numbers, whatever a folder's order is. */
    put("/a/proc/11/maps", "400000-401000 r-xp 0 fd:1 5 /opt/gone (deleted)\n"
                           "500000-501000 r-xp 0 fd:1 5 /opt/gone (deleted)\n"
                           "600000-601000 r-xp 0 fd:1 6 /opt/gone (deleted)\n"
                           "700000-701000 rw-p 0 fd:1 7 /opt/gone (deleted)\n"
                           "800000-801000 rw-p 0 fd:1 8 /opt/data\n");
    put("/a/proc/11/map_files/400000-401000", "x");
    put("/a/proc/11/map_files/500000-501000", "x");
    put("/a/proc/11/map_files/600000-601000", "x");
    put("/a/proc/11/map_files/700000-701000", "x");
    put("/a/proc/8/maps", "900000-901000 r-xp 0 fd:1 9 /opt/gone (deleted)\n"
                          "a00000-a01000 r-xp 0 fd:1 10 /opt/lost (deleted)\n"
                          "b00000-b01000 r-xp 0 0:1 11 /memfd:made (deleted)\n");
    put("/a/proc/8/map_files/900000-901000", "x");
    put("/a/proc/8/map_files/b00000-b01000", "x");
    put("/a/proc/8/root/opt/lost", "not this one");
    /* In other namespaces. */
    put("/a/proc/20/maps", "400000-401000 r-xp 0 fd:2 1 /opt/boxed\n"
                           "500000-501000 r-xp 0 fd:1 2 /opt/here\n"
                           "600000-601000 r-xp 0 fd:2 3 /opt/linked\n"
                           "700000-701000 r-xp 0 fd:2 4 /out/x\n"
                           "800000-801000 r-xp 0 fd:2 5 /opt/empty\n"
                           "900000-901000 r-xp 0 fd:2 6 /opt/folder\n");
    put("/a/proc/20/root/opt/boxed", "x");
    put("/a/opt/here", "x");
    put("/a/secret/x", "not for you");
    put_link("/a/proc/20/root/opt/here", "/a/opt/here", true);
    put_link("/a/proc/20/root/opt/linked", "/a/secret/x", true);
    put_link("/a/proc/20/root/out", "/a/secret", true);
    put("/a/proc/20/root/opt/empty", "");
    put("/a/proc/20/root/opt/folder/x", "x");
    put("/a/proc/21/maps", "400000-401000 r-xp 0 fd:3 1 /opt/boxed\n");
    put("/a/proc/21/root/opt/boxed", "x");
    put("/a/proc/22/maps", "400000-401000 r-xp 0 fd:3 1 /opt/boxed\n"); /* the same file again */
    put("/a/proc/22/root/opt/boxed", "x");
    put("/a/proc/30/maps", "400000-401000 r-xp 0 fd:1 3 /srv/c/opt/caged\n"
                           "500000-501000 r-xp 0 fd:1 4 /srv/cx/opt/caged\n");
    put("/a/srv/c/opt/caged", "x");
    put_link("/a/proc/30/root", "/a/srv/c", true);
    put("/a/proc/40/maps", "400000-401000 r-xp 0 fd:1 12 /opt/prog (deleted)\n"
                           "500000-501000 r-xp 0 fd:1 13 /opt/pro (deleted)\n");
    put("/a/opt/prog (deleted)", "x");
    put_link("/a/proc/40/exe", "/a/opt/prog (deleted)", true);
    /* Who is gone, was never there, or would keep us waiting. */
    put("/a/proc/50/maps", "400000-401000 r-xp 0 fd:1 20 /opt/waits (deleted)\n"
                           "500000-501000 r-xp 0 fd:1 21 /opt/vanished\n");
    put_fifo("/a/proc/50/map_files/400000-401000");
    put_fifo("/a/proc/51/maps");
    put("/a/proc/52/nothing", "");
    put("/a/proc/self/maps", "400000-401000 r-xp 0 fd:1 22 /opt/self (deleted)\n");
    put("/a/proc/self/map_files/400000-401000", "x");
    put("/a/proc/99999999999/maps", "400000-401000 r-xp 0 fd:1 23 /opt/self (deleted)\n");
    put("/a/proc/99999999999/map_files/400000-401000", "x");
    /* The vdso: three processes have two; one says it is a gigabyte, one has less than it says. */
    put("/a/proc/60/maps", "2000-2004 r-xp 0 0:0 0 [vdso]\n");
    put_at("/a/proc/60/mem", 0x2000, "wide", 4);
    put("/a/proc/61/maps", "5000-5004 r-xp 0 0:0 0 [vdso]\n");
    put_at("/a/proc/61/mem", 0x5000, "wide", 4);
    put("/a/proc/62/maps", "1000-1004 r-xp 0 0:0 0 [vdso]\n");
    put_at("/a/proc/62/mem", 0x1000, "32 b", 4);
    put("/a/proc/63/maps", "0-40000000 r-xp 0 0:0 0 [vdso]\n");
    put("/a/proc/63/mem", "wide");
    put("/a/proc/64/maps", "1000-2000 r-xp 0 0:0 0 [vdso]\n");
    put("/a/proc/64/mem", "wide");
    /* Kernels. */
    put_at("/a/sys/kernel/notes", 0, NOTES, sizeof(NOTES) - 1);
    put("/a/proc/kallsyms", "0000 A percpu\n1000 T _text\n");
    put_at("/hidden/sys/kernel/notes", 0, BIG, sizeof(BIG) - 1);
    put("/hidden/proc/kallsyms", "0000000000000000 T _text\n0000000000000000 T _stext\n");
    put_at("/mute/sys/kernel/notes", 0, NOTES, sizeof(NOTES) - 1);
    put("/none/proc/kallsyms", "1000 T _text\n");
    /* Code that was made: by 5, which ended; by 70, which calls itself 7; by 71 and 72 in our own tree. */
    put("/a/proc/sys/kernel/hostname", "box\n");
    put("/linked/proc/sys/kernel/hostname", "box\n");
    put("/a/tmp/perf-5.map", "10 10 made\n");
    put("/a/cwd/jit-5.dump", "x");
    put("/a/proc/70/status", "Name:\tNSpid:\t1\nNSpid:\t70\t7\nNSpgid:\t1\t2\n");
    put("/a/proc/70/root/tmp/perf-7.map", "10 10 made\n");
    put("/a/proc/70/root/home/u/jit-7.dump", "x");
    put("/a/tmp/perf-70.map", "10 10 another's\n");
    put("/a/proc/71/status", "Name:\tx\n");
    put("/a/tmp/perf-71.map", "10 10 made\n");
    put("/a/proc/72/status", "NSpid:\t\n");
    put_link("/a/tmp/perf-72.map", "/a/secret/x", true);
    put("/a/proc/73/status", "Name:\tx\nNSpid:\t73\n");
    put_link("/a/proc/73/root/tmp", "/a/tmp", true); /* would be ours */
    put_link("/linked/tmp", "/a/tmp", true);
    return 0;
}

static int remove_tree(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof(command), "rm -r %s", tree);
    return system(command);
}

/* Everything there is for a want, a line each: where it came from below the root, or "! why not". */
static const struct row {
    const char *root;
    enum want_kind kind;
    enum object_kind object;
    const char *path, *id, *lines;
} rows[] = {
    { "/a", WANT_ELF, OBJECT_USER, "/opt/gone", ID_A,
      "/proc/8/map_files/900000-901000\n/proc/11/map_files/400000-401000\n"
      "/proc/11/map_files/600000-601000\n" },
    { "/a", WANT_ELF, OBJECT_USER, "/memfd:made (deleted)", ID_A, "/proc/8/map_files/b00000-b01000\n" },
    { "/a", WANT_ELF, OBJECT_USER, "/opt/lost", ID_A, "" },
    { "/a", WANT_ELF, OBJECT_USER, "/opt/data", ID_A, "" },
    { "/a", WANT_ELF, OBJECT_USER, "/opt/boxed", ID_A, "/proc/20/root/opt/boxed\n/proc/21/root/opt/boxed\n" },
    { "/a", WANT_ELF, OBJECT_USER, "/opt/here", ID_A, "" }, /* source_host has it */
    { "/a", WANT_ELF, OBJECT_USER, "/opt/linked", ID_A, "" },
    { "/a", WANT_ELF, OBJECT_USER, "/out/x", ID_A, "" },
    { "/a", WANT_ELF, OBJECT_USER, "/opt/empty", ID_A, "" },
    { "/a", WANT_ELF, OBJECT_USER, "/opt/folder", ID_A, "" },
    { "/a", WANT_ELF, OBJECT_USER, "/opt/caged", ID_A, "/proc/30/root/opt/caged\n" },
    { "/a", WANT_ELF, OBJECT_USER, "/opt/prog", ID_A, "/proc/40/exe\n" },
    { "/a", WANT_ELF, OBJECT_USER, "/opt/pro", ID_A, "" },
    { "/a", WANT_ELF, OBJECT_USER, "/opt/waits", ID_A, "" },
    { "/a", WANT_ELF, OBJECT_USER, "/opt/vanished", ID_A, "" },
    { "/a", WANT_ELF, OBJECT_USER, "/opt/self", ID_A, "" },
    { "/a", WANT_ELF, OBJECT_USER, "/opt/../opt/gone", ID_A, "" },
    { "/a", WANT_ELF, OBJECT_USER, "[vdso]", ID_A, "" },
    { "/a", WANT_ELF, OBJECT_MODULE, "/opt/gone", ID_A, "" },
    { "/a", WANT_DEBUG, OBJECT_USER, "/opt/gone", ID_A, "" },
    { "/none", WANT_ELF, OBJECT_USER, "/opt/gone", ID_A, "" },
    { "/nowhere", WANT_ELF, OBJECT_USER, "/opt/gone", ID_A, "" },

    { "/a", WANT_ELF, OBJECT_VDSO, "[vdso]", ID_A, "/proc/60/mem:[vdso]\n/proc/62/mem:[vdso]\n" },
    { "/a", WANT_ELF, OBJECT_VDSO, "[vdso]", NULL, "" },
    { "/none", WANT_ELF, OBJECT_VDSO, "[vdso]", NULL, "" },

    { "/a", WANT_KALLSYMS, OBJECT_KERNEL, "[kernel.kallsyms]_text", ID_A, "/proc/kallsyms\n" },
    { "/a", WANT_KALLSYMS, OBJECT_KERNEL, "[kernel.kallsyms]_text", ID_B, "" },
    { "/hidden", WANT_KALLSYMS, OBJECT_KERNEL, "[kernel.kallsyms]_text", ID_A,
      "! ROOT/proc/kallsyms: addresses are hidden: kptr_restrict\n" },
    { "/mute", WANT_KALLSYMS, OBJECT_KERNEL, "[kernel.kallsyms]_text", ID_A,
      "! cannot read ROOT/proc/kallsyms: No such file or directory\n" },
    { "/none", WANT_KALLSYMS, OBJECT_KERNEL, "[kernel.kallsyms]_text", ID_A, "" },
    { "/a", WANT_ELF, OBJECT_KERNEL, "[kernel.kallsyms]_text", ID_A, "" },

    { "/a", WANT_PERF_MAP, OBJECT_JIT, "/tmp/perf-5.map", NULL, "/tmp/perf-5.map\n/cwd/jit-5.dump\n" },
    { "/a", WANT_PERF_MAP, OBJECT_JIT, "/tmp/perf-70.map", NULL,
      "/proc/70/root/tmp/perf-7.map\n/proc/70/root/home/u/jit-7.dump\n" },
    { "/a", WANT_PERF_MAP, OBJECT_JIT, "/tmp/perf-71.map", NULL, "/tmp/perf-71.map\n" },
    { "/a", WANT_PERF_MAP, OBJECT_JIT, "/tmp/perf-72.map", NULL, "" },
    { "/a", WANT_PERF_MAP, OBJECT_JIT, "/tmp/perf-73.map", NULL, "" },
    { "/linked", WANT_PERF_MAP, OBJECT_JIT, "/tmp/perf-5.map", NULL, "/tmp/perf-5.map\n" },
    { "/a", WANT_PERF_MAP, OBJECT_JIT, "/tmp/perf-x.map", NULL, "" },
};

/* What jitdumps the recording saw mapped. */
static const struct object dumps[] = { { .path = "/home/u/jit-7.dump" },
                                       { .path = "/bin/x" },
                                       { .path = "/cwd/jit-5.dump" },
                                       { .path = "/../jit-5.dump" },
                                       { .path = "/cwd/jit-5.dumpx" } };

static void list(struct source *s, const struct row *r, int32_t machine, const char *root, struct text *out)
{
    struct object o = {
        .kind = r->object, .machine = machine, .path = r->path, .name = "x", .build_id = id_of(r->id)
    };
    struct want w = want_of(r->kind, &o);
    enum answer a = ANSWER_FOUND;
    text_add(out, "");
    for (unsigned i = 0; i < 10 && a != ANSWER_ABSENT; i++) {
        struct blob b = { 0 };
        struct err e = { 0 };
        a = s->ops->open(s, &w, i, &b, &e);
        if (a == ANSWER_FOUND) {
            assert_true(!strncmp(b.origin, root, strlen(root)) && b.bytes.n);
            text_printf(out, "%s\n", b.origin + strlen(root));
        } else if (a == ANSWER_UNUSABLE) {
            char *at = strstr(e.msg, root);
            if (at)
                text_printf(out, "! %.*sROOT%s\n", (int)(at - e.msg), e.msg, at + strlen(root));
            else
                text_printf(out, "! %s\n", e.msg);
        }
        blob_close(&b);
    }
}

static void test_made(void **state)
{
    (void)state;
    const struct object *expected[5];
    for (size_t i = 0; i < 5; i++)
        expected[i] = &dumps[i];
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char root[512];
        snprintf(root, sizeof(root), "%s%s", tree, rows[i].root);
        struct source *s = source_live(root, rows[i].kind == WANT_PERF_MAP ? &box_told : &nothing_told);
        assert_true(s->quiet);
        s->expected = expected;
        s->nexpected = 5;
        print_message("%s %s\n", rows[i].root, rows[i].path);
        struct text first = { 0 }, again = { 0 }, guest = { 0 };
        list(s, &rows[i], -1, root, &first);
        assert_string_equal(first.s, rows[i].lines);
        list(s, &rows[i], -1, root, &again); /* problems are told once */
        assert_string_equal(again.s, *rows[i].lines == '!' ? "" : rows[i].lines);
        list(s, &rows[i], 123, root, &guest); /* another machine's */
        assert_string_equal(guest.s, "");
        source_close(s);
        text_free(&first);
        text_free(&again);
        text_free(&guest);
    }
}

/* The source and a chain around it: how many answers there are to a want, and of the first the origin; -1: a
   problem was told. */
static int ask(const char *root, const struct want *w, char origin[512])
{
    struct source_list c;
    struct source_list_cursor at = { 0 };
    struct problems told = { 0 };
    const struct symbol_reader *reader;
    struct blob b;
    int n = 0;
    source_list_init(&c, readers);
    source_list_add(&c, source_live(root, &nothing_told));
    for (; source_list_next(&c, w, &at, &b, &reader); n++) {
        if (!n)
            snprintf(origin, 512, "%s", b.origin);
        blob_close(&b);
    }
    source_list_add_problems(&c, NULL, &told);
    for (int i = 0; i < PROBLEM_COUNT; i++)
        n = told.of[i].n ? -1 : n;
    source_list_free(&c);
    return n;
}

/* Of several files of a path the chain takes the one that was recorded, and is quiet about the others. */
static void test_chain(void **state)
{
    (void)state;
    struct make a = { .machine = EM_S390, .type = ET_DYN, .build_id = ID_A },
                b = { .machine = EM_S390, .type = ET_DYN, .build_id = ID_B };
    char root[512], origin[512];
    make_elf(&a);
    make_elf(&b);
    put("/elf/proc/1/maps", "400000-401000 r-xp 0 fd:1 5 /opt/x (deleted)\n");
    put("/elf/proc/2/maps", "400000-401000 r-xp 0 fd:1 6 /opt/x (deleted)\n1000-3000 r-xp 0 0:0 0 [vdso]\n");
    put_at("/elf/proc/1/map_files/400000-401000", 0, (const char *)a.bytes, a.n);
    put_at("/elf/proc/2/map_files/400000-401000", 0, (const char *)b.bytes, b.n);
    put_at("/elf/proc/2/mem", 0x1000, (const char *)a.bytes, sizeof(a.bytes));
    snprintf(root, sizeof(root), "%s/elf", tree);
    static const struct {
        const char *path, *id, *origin;
        enum object_kind kind;
    } wants[] = {
        { "/opt/x", ID_A, "/proc/1/map_files/400000-401000", OBJECT_USER },
        { "/opt/x", ID_B, "/proc/2/map_files/400000-401000", OBJECT_USER },
        { "/opt/x", "CCCCCCCCCCCCCCCCCCCC", NULL, OBJECT_USER },
        { "[vdso]", ID_A, "/proc/2/mem:[vdso]", OBJECT_VDSO },
        { "[vdso]", ID_B, NULL, OBJECT_VDSO },
    };
    for (size_t i = 0; i < sizeof(wants) / sizeof(*wants); i++) {
        struct object o = {
            .kind = wants[i].kind, .machine = -1, .path = wants[i].path, .build_id = id_of(wants[i].id)
        };
        struct want w = want_of(WANT_ELF, &o);
        assert_int_equal(ask(root, &w, origin), wants[i].origin != NULL);
        if (wants[i].origin)
            assert_string_equal(origin + strlen(root), wants[i].origin);
    }
}

/* What one open says: the origin below the root with "*" behind it if it is proven, or why not. */
static void ask_once(struct source *s, const struct want *w, const char *root, struct text *out)
{
    struct blob b = { 0 };
    struct err e = { 0 };
    enum answer a = s->ops->open(s, w, 0, &b, &e);
    out->n = 0;
    text_add(out, a == ANSWER_FOUND ? b.origin + strlen(root) : e.msg);
    text_add(out, b.proven ? "*" : "");
    if (a == ANSWER_FOUND)
        assert_int_equal(s->ops->open(s, w, 1, &(struct blob){ 0 }, &e), ANSWER_ABSENT);
    blob_close(&b);
}

static struct file_facts facts_at(const char *name)
{
    char path[512];
    struct file_facts facts;
    struct span bytes;
    struct err e = { 0 };
    assert_true(file_map_facts(place(name, path), &bytes, &facts, &e));
    file_unmap(bytes);
    return facts;
}

/* Files without a build-id, by their inodes: `is` is where the recorded one is now. */
static void test_inodes(void **state)
{
    (void)state;
    static const struct {
        const char *is, *host, *path;
        int64_t until; /* from its last change on */
        const char *says;
    } inodes[] = {
        { "/i/opt/x", "box", "/opt/x", 0, "/opt/x*" },
        { "/i/opt/x", "box", "/opt/link", 0, "/opt/link*" }, /* whatever leads to it */
        { "/i/opt/x", "box", "/opt/x", -1,
          "no build-id was recorded, and the file was written to after the recording" },
        { "/i/opt/x", "bo", "/opt/x", 0, "" },
        { "/i/opt/x", NULL, "/opt/x", 0, "" },
        { "/i/opt/x", "box", "/opt/y", 0, "no build-id was recorded, and it is inode " },
        { "/i/opt/x", "box", "/opt/../opt/x", 0, "" },
        { "/i/opt/x", "box", "/opt/none", 0, "" },
        { "/i/proc/1/map_files/400000-401000", "box", "/opt/gone", 0, "/proc/1/map_files/400000-401000*" },
        { "/i/proc/1/map_files/400000-401000", "box", "/opt/gone (deleted)", 0,
          "/proc/1/map_files/400000-401000*" },
        { "/i/proc/1/map_files/500000-501000", "box", "/opt/y", 0, "/proc/1/map_files/500000-501000*" },
        { "/i/proc/1/map_files/500000-501000", "box", "/opt/y", -1,
          "no build-id was recorded, and it is inode " },
        { "/i/proc/2/root/opt/boxed", "box", "/opt/boxed", 0, "/proc/2/root/opt/boxed*" },
        { "/i/opt/x", "box", "/opt/boxed", 0, "" },
    };
    char maps[512];
    put("/i/proc/sys/kernel/hostname", "box\n");
    put("/i/opt/x", "x");
    put_link("/i/opt/link", "/i/opt/x", true);
    put("/i/opt/y", "another");
    put("/i/proc/1/map_files/400000-401000", "x");
    put("/i/proc/1/map_files/500000-501000", "x");
    put("/i/proc/2/root/opt/boxed", "x");
    struct file_facts gone = facts_at("/i/proc/1/map_files/400000-401000"),
                      replaced = facts_at("/i/proc/1/map_files/500000-501000"),
                      boxed = facts_at("/i/proc/2/root/opt/boxed");
    snprintf(maps, sizeof(maps),
             "400000-401000 r-xp 0 %x:%x %llu /opt/gone (deleted)\n"
             "500000-501000 r-xp 0 %x:%x %llu /opt/y (deleted)\n",
             gone.maj, gone.min, (unsigned long long)gone.ino, replaced.maj, replaced.min,
             (unsigned long long)replaced.ino);
    put("/i/proc/1/maps", maps);
    snprintf(maps, sizeof(maps), "400000-401000 r-xp 0 %x:%x %llu /opt/boxed\n", boxed.maj, boxed.min,
             (unsigned long long)boxed.ino);
    put("/i/proc/2/maps", maps);
    for (size_t i = 0; i < sizeof(inodes) / sizeof(*inodes); i++) {
        char root[512];
        struct file_facts facts = facts_at(inodes[i].is);
        const struct env env = { .hostname = inodes[i].host };
        const struct live_recording told = { .env = &env,
                                             .until = facts.changed + (uint64_t)inodes[i].until };
        struct object o = { .kind = OBJECT_USER,
                            .machine = -1,
                            .path = inodes[i].path,
                            .file = { facts.maj, facts.min, facts.ino, facts.generation } };
        struct want w = want_of(WANT_ELF, &o);
        struct text out = { 0 };
        snprintf(root, sizeof(root), "%s/i", tree);
        struct source *s = source_live(root, &told);
        ask_once(s, &w, root, &out);
        print_message("%s: %s\n", inodes[i].path, out.s);
        assert_true(*inodes[i].says ? !strncmp(out.s, inodes[i].says, strlen(inodes[i].says)) : !out.n);
        if (*inodes[i].says && inodes[i].says[strlen(inodes[i].says) - 1] == '*')
            assert_string_equal(out.s, inodes[i].says);
        ask_once(s, &w, root, &out); /* a reason is told once */
        assert_true(!strchr(out.s, ' '));
        source_close(s);
        text_free(&out);
    }
}

/* The kernel without a build-id, by the address of its reference symbol. */
static void test_boots(void **state)
{
    (void)state;
    static const struct {
        const char *host, *release, *symbol;
        uint64_t addr, unmoved;
        const char *says;
    } boots[] = {
        { "box", "6.1-x", "_stext", 0x1000, 0x2000, "/proc/kallsyms*" },
        { "box", "6.1-x", "_stext", 0x1000, 0x1000, "/proc/kallsyms" }, /* where it always is */
        { "box", "6.1-x", "_stext", 0x1000, 0, "/proc/kallsyms" },
        { "box", NULL, "_stext", 0x1000, 0x2000, "/proc/kallsyms" },
        { "no", "6.1-x", "_stext", 0x1000, 0x2000, "" },
        { "box", "6.1-y", "_stext", 0x1000, 0x2000,
          "no build-id was recorded, and this machine now runs another kernel than 6.1-y" },
        { "box", "6.1-x", "_stext", 0x1001, 0x2000,
          "no build-id was recorded, and _stext is at 0x1000 here, but was recorded at 0x1001" },
        { "box", "6.1-x", "_text", 0x1000, 0x2000,
          "no build-id was recorded, and _text is at 0x0 here, but was recorded at 0x1000" },
        { "box", "6.1-x", "_text", 0, 0x2000,
          "neither its build-id nor the address of a reference symbol was recorded" },
        { "box", "6.1-x", NULL, 0x1000, 0x2000,
          "neither its build-id nor the address of a reference symbol was recorded" },
    };
    char root[512];
    put("/k/proc/sys/kernel/hostname", "box\n");
    put("/k/proc/sys/kernel/osrelease", "6.1-x\n");
    put("/k/proc/kallsyms", "0 A percpu\n1000 T _stext\n9000 t _text\t[m]\n");
    put("/k/proc/60/maps", "2000-2004 r-xp 0 0:0 0 [vdso]\n");
    put_at("/k/proc/60/mem", 0x2000, "wide", 4);
    snprintf(root, sizeof(root), "%s/k", tree);
    for (size_t i = 0; i < sizeof(boots) / sizeof(*boots); i++) {
        const struct arch arch = { .kernel_text = boots[i].unmoved };
        const struct env env = { .hostname = boots[i].host, .release = boots[i].release, .arch = &arch };
        const struct map_how how = { .ref_symbol = boots[i].symbol, .pgoff = boots[i].addr };
        const struct map kernel = { .how = &how };
        const struct live_recording told = { .env = &env, .kernel = &kernel, .until = 1 };
        const struct object o = { .kind = OBJECT_KERNEL, .machine = -1, .path = "[kernel.kallsyms]_stext" },
                            vdso = { .kind = OBJECT_VDSO, .index = 1, .machine = -1, .path = "[vdso]" };
        struct want w = want_of(WANT_KALLSYMS, &o), other = want_of(WANT_ELF, &vdso);
        bool ours = boots[i].host[0] == 'b';
        struct text out = { 0 };
        struct source *s = source_live(root, &told);
        ask_once(s, &w, root, &out);
        assert_string_equal(out.s, boots[i].says);
        ask_once(s, &other, root, &out);
        assert_string_equal(
            out.s,
            ours
                ? "the running kernel has one, but without a recorded build-id nothing proves that it is the same"
                : "");
        source_close(s);
        text_free(&out);
    }
}

/* A process that runs a program until its standard input is closed. */
struct runner {
    pid_t pid;
    int in;
};

/* False when it does not come to run: exec or a mount is not allowed here. The program is `cat`, so that a
   byte that comes back tells that it runs. */
static bool run(struct runner *r, uid_t uid, const char *const argv[])
{
    int to[2], from[2];
    char c = 0;
    assert_int_equal(pipe(to), 0);
    assert_int_equal(pipe(from), 0);
    r->pid = fork();
    if (!r->pid) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        close(to[0]), close(to[1]), close(from[0]), close(from[1]);
        if (!uid || (!setgid(uid) && !setuid(uid)))
            execvp(argv[0], (char *const *)(uintptr_t)argv);
        _exit(1);
    }
    close(to[0]);
    close(from[1]);
    r->in = to[1];
    bool runs = write(to[1], "x", 1) == 1 && read(from[0], &c, 1) == 1;
    close(from[0]);
    return runs;
}

static void stop(struct runner *r)
{
    close(r->in);
    waitpid(r->pid, NULL, 0);
}

/* A copy of the program in the tree, and its build-id; skips the test without one. */
static void copy_program(const char *name, char path[512], struct build_id *id)
{
    char command[600];
    struct span bytes;
    struct err e = { 0 };
    place(name, path);
    snprintf(command, sizeof(command), "cp \"$(command -v cat)\" %s && chmod 755 %s", path, path);
    assert_int_equal(system(command), 0);
    assert_true(file_map(path, &bytes, &e));
    bool has = elf_build_id(bytes, id);
    file_unmap(bytes);
    if (!has) {
        print_message("skipped: cat has no build-id here\n");
        skip();
    }
}

/* What the live system has of a path, asked as `uid`: in a process of its own, which cannot come back. */
static bool finds(uid_t uid, const char *path, const struct build_id *id, const char *what)
{
    struct object o = { .kind = OBJECT_USER, .machine = -1, .path = path, .build_id = *id };
    struct want w = want_of(WANT_ELF, &o);
    char origin[512];
    int status;
    pid_t pid = fork();
    if (!pid) {
        if (uid && (setgid(uid) || setuid(uid)))
            _exit(1);
        bool ok = ask("", &w, origin) == 1 && strstr(origin, what);
        _exit(ok ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) && !WEXITSTATUS(status);
}

/* A program that is deleted, then replaced, while it runs: by the mapping as root, by /proc/PID/exe as
 * anybody. */
static void test_deleted(void **state)
{
    (void)state;
    enum { NOBODY = 65534 };
    char path[512], deleted[530];
    struct build_id id;
    struct runner r;
    uid_t uid = getuid() ? 0 : NOBODY;
    copy_program("/run/program", path, &id);
    snprintf(deleted, sizeof(deleted), "%s (deleted)", path);
    bool runs = run(&r, uid, (const char *const[]){ path, NULL });
    if (!runs) {
        print_message("skipped: %s cannot be run\n", path);
        stop(&r);
        skip();
    }
    assert_false(finds(uid, path, &id, "")); /* source_host's, still */
    unlink(path);
    assert_true(finds(uid, path, &id, "/exe"));
    assert_true(finds(uid, deleted, &id, "/exe"));
    put("/run/program", "another");
    assert_true(finds(uid, path, &id, "/exe"));
    if (uid && !finds(0, path, &id, "/map_files/"))
        print_message("root may not read map_files here\n");
    id.bytes[0] ^= 1;
    assert_false(finds(uid, path, &id, ""));
    id.bytes[0] ^= 1;
    stop(&r);
    assert_false(finds(uid, path, &id, ""));
}

/* Mapped out of a memfd, which never had a path. */
static void test_memfd(void **state)
{
    (void)state;
    enum { SIZE = 65536 }; /* whole pages, whatever their size */
    struct make m = { .machine = EM_S390, .type = ET_DYN, .build_id = ID_A };
    struct build_id id = id_of(ID_A);
    char link[64];
    make_elf(&m);
    int fd = memfd_create("perfolio-made", 0);
    bool made = fd >= 0 && !ftruncate(fd, SIZE) && write(fd, m.bytes, m.n) == (ssize_t)m.n;
    void *p = made ? mmap(NULL, SIZE, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    snprintf(link, sizeof(link), "/proc/self/map_files/%lx-%lx", (unsigned long)p, (unsigned long)p + SIZE);
    if (p == MAP_FAILED || access(link, R_OK)) {
        print_message("skipped: no memfd, or no map_files for this user\n");
        skip();
    }
    close(fd);
    assert_true(finds(0, "/memfd:perfolio-made (deleted)", &id, "/map_files/"));
    munmap(p, SIZE);
    assert_false(finds(0, "/memfd:perfolio-made (deleted)", &id, ""));
}

/* A program that lies in a file system which only its own namespace has. */
static void test_namespace(void **state)
{
    (void)state;
    char path[512], inside[512], command[2048];
    struct build_id id;
    struct runner r;
    copy_program("/box/outside", path, &id);
    place("/box/in/program", inside);
    snprintf(command, sizeof(command), "%s", inside);
    *strrchr(command, '/') = 0;
    mkdir(command, 0755);
    snprintf(command, sizeof(command), "mount -t tmpfs none %s/box/in && cp %s %s && exec %s", tree, path,
             inside, inside);
    bool runs =
        run(&r, 0, (const char *const[]){ "unshare", "-m", "sh", "-c", command, NULL }); /* as root only */
    if (!runs) {
        print_message("skipped: no mount namespace can be made here\n");
        stop(&r);
        skip();
    }
    assert_int_equal(access(inside, F_OK), -1);
    assert_true(finds(0, inside, &id, "/proc/"));
    stop(&r);
}

/* The code that the kernel gave this process, by its own build-id. */
static void test_vdso(void **state)
{
    (void)state;
    struct object o = { .kind = OBJECT_VDSO, .machine = -1, .path = "[vdso]" };
    struct want w = want_of(WANT_ELF, &o);
    struct blob b = { 0 };
    struct err e = { 0 };
    unsigned long start = 0, end = 0;
    char line[512], origin[512];
    FILE *f = fopen("/proc/self/maps", "r");
    while (f && fgets(line, sizeof(line), f))
        if (strstr(line, "[vdso]"))
            assert_int_equal(sscanf(line, "%lx-%lx", &start, &end), 2);
    if (f)
        fclose(f);
    struct span own = { (const uint8_t *)start, end - start };
    if (!start || !elf_build_id(own, &o.build_id)) {
        print_message("skipped: no vdso with a build-id here\n");
        skip();
    }
    w = want_of(WANT_ELF, &o);
    assert_int_equal(ask("", &w, origin), 1);
    struct source *s = source_live("", &nothing_told);
    bool same = false;
    for (unsigned i = 0; !same && s->ops->open(s, &w, i, &b, &e) == ANSWER_FOUND; i++)
        same = b.bytes.n == own.n && !memcmp(b.bytes.p, own.p, own.n);
    assert_true(same);
    source_close(s);
}

/* The kernel's own listing, or that it hides its addresses. */
static void test_kernel(void **state)
{
    (void)state;
    struct object o = { .kind = OBJECT_KERNEL, .machine = -1, .path = "[kernel.kallsyms]_text" };
    struct text notes = { 0 };
    struct err e = { 0 };
    struct blob b = { 0 };
    bool has = file_read_all("/sys/kernel/notes", 1 << 16, &notes, &e);
    struct span bytes = { (const uint8_t *)notes.s, notes.n };
    has = has && (elf_build_id_of_notes(bytes, ORDER_LITTLE, &o.build_id) ||
                  elf_build_id_of_notes(bytes, ORDER_BIG, &o.build_id));
    text_free(&notes);
    if (!has) {
        print_message("skipped: no notes of the kernel here\n");
        skip();
    }
    struct want w = want_of(WANT_KALLSYMS, &o);
    struct source *s = source_live("", &nothing_told);
    e = (struct err){ 0 };
    enum answer a = s->ops->open(s, &w, 0, &b, &e);
    print_message("%s\n", a == ANSWER_FOUND ? b.origin : e.msg);
    assert_int_equal(a, b.bytes.n && e.kind == ERR_NONE ? ANSWER_FOUND : ANSWER_UNUSABLE);
    if (a == ANSWER_FOUND) {
        assert_true(object_build_id_equal(&b.cached_as, &o.build_id));
        assert_true(kallsyms_reader.recognise(b.bytes));
    }
    source_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_made),   cmocka_unit_test(test_chain),  cmocka_unit_test(test_deleted),
        cmocka_unit_test(test_memfd),  cmocka_unit_test(test_vdso),   cmocka_unit_test(test_namespace),
        cmocka_unit_test(test_kernel), cmocka_unit_test(test_inodes), cmocka_unit_test(test_boots),
    };
    return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
