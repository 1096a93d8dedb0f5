/*
 * timeline: who was called what, and what was mapped where, at any moment. The rules one by one, and then all
 * of them against a model that is too simple to be wrong: it replays every record up to the moment in
 * question.
 */
#include "core/model/timeline/timeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "timeline_make.h"

/* ---- the rules ---- */

static struct build_id id_of(uint8_t byte)
{
    struct build_id id = { .n = 20 };
    memset(id.bytes, byte, 20);
    return id;
}

static void test_overlap(void **state)
{
    (void)state;
    struct made m = MAKE(mmap_of(10, 1, 0x1000, 0x4000, "/under"), mmap_of(20, 1, 0x2000, 0x1000, "/over"),
                         mmap_of(30, 1, 0x0800, 0x1000, "/edge"), mmap_of(40, 1, 0x9000, 0, "/empty"),
                         mmap_of(50, 1, UINT64_MAX - 0xfff, 0x2000, "/last"));
    static const struct {
        uint64_t avma, time;
        const char *what;
    } rows[] = {
        { 0x1000, 9, "" },
        { 0x1000, 10, "under" },
        { 0x0fff, 10, "" },
        { 0x4fff, 99, "under" },
        { 0x5000, 99, "" },
        { 0x2000, 19, "under" },
        { 0x2000, 20, "over" },
        { 0x2fff, 99, "over" },
        { 0x3000, 99, "under" },
        { 0x1000, 30, "edge" },
        { 0x17ff, 99, "edge" },
        { 0x1800, 99, "under" },
        { 0x0800, 29, "" },
        { 0x9000, 99, "" },
        { UINT64_MAX - 1, 99, "last" }, /* runs over the end */
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        assert_string_equal(what(&m, 1, rows[i].avma, rows[i].time), rows[i].what);
    assert_string_equal(what(&m, 2, 0x1000, 99), ""); /* nobody ever heard of 2 */
    timeline_free(m.t);
}

/* A loader maps all of a file, then its parts over that, and protects a part of the last one again. */
static void test_on_top(void **state)
{
    (void)state;
    struct made m =
        MAKE(mmap_of(10, 1, 0x1000, 0x9000, "/all"), mmap_of(20, 1, 0x2000, 0x4000, "/code"),
             mmap_of(30, 1, 0x6000, 0x2000, "/constants"), mmap_of(40, 1, 0x8000, 0x2000, "/data"),
             mmap_of(50, 1, 0x8000, 0x1000, "/protected"), mmap_of(60, 1, 0xa000, 0x1000, "/next"));
    static const struct {
        uint64_t avma, time;
        bool on_top;
    } rows[] = { { 0x1000, 99, false }, { 0x2000, 99, true },  { 0x5fff, 99, true },
                 { 0x2000, 15, false }, { 0x6000, 99, true },  { 0x8000, 45, false },
                 { 0x8000, 99, true },  { 0x9000, 99, false }, { 0xa000, 99, true } };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct when from, until, when = { rows[i].time, 0 };
        const struct space *s = timeline_space(m.t, -1, 1, when, &from, &until);
        assert_int_equal(space_map_is_on_top(s, space_find(s, rows[i].avma, when, &from, &until)),
                         rows[i].on_top);
    }
    timeline_free(m.t);
}

static void test_fork(void **state)
{
    (void)state;
    struct record made_up = fork_of(21, 4, 1, 4, 1);
    made_up.misc = PERF_RECORD_MISC_FORK_EXEC;
    struct made m = MAKE(mmap_of(10, 1, 0x1000, 0x1000, "/before"), comm_of(10, 1, 1, "parent", false),
                         fork_of(20, 2, 1, 2, 1), fork_of(20, 1, 1, 3, 1), made_up,
                         mmap_of(30, 1, 0x2000, 0x1000, "/after"), mmap_of(31, 2, 0x1000, 0x800, "/own"),
                         fork_of(40, 5, 2, 5, 2), mmap_of(50, 2, 0x1000, 0x1000, "/later"));
    static const struct {
        int32_t pid;
        uint64_t avma, time;
        const char *what;
    } rows[] = {
        { 2, 0x1000, 20, "before" }, { 2, 0x1000, 19, "" },       { 2, 0x2000, 99, "" },
        { 2, 0x1000, 31, "own" },    { 2, 0x1800, 31, "before" }, { 4, 0x1000, 99, "" },
        { 5, 0x1000, 99, "own" },    { 5, 0x1800, 99, "before" }, { 2, 0x1000, 99, "later" },
        { 1, 0x1000, 99, "before" }, { 1, 0x2000, 99, "after" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        assert_string_equal(what(&m, rows[i].pid, rows[i].avma, rows[i].time), rows[i].what);
    assert_string_equal(who(&m, 2, 99), "parent");
    assert_string_equal(who(&m, 3, 99), "parent");
    assert_string_equal(who(&m, 4, 99), "parent");
    timeline_free(m.t);
}

static void test_exec_and_reuse(void **state)
{
    (void)state;
    struct made m = MAKE(mmap_of(10, 1, 0x1000, 0x1000, "/old"), comm_of(10, 1, 1, "old", false),
                         comm_of(20, 1, 1, "new", true), mmap_of(21, 1, 0x2000, 0x1000, "/new"),
                         comm_of(25, 1, 1, "renamed", false), fork_of(30, 1, 9, 1, 9),
                         mmap_of(31, 1, 0x3000, 0x1000, "/reused"), comm_of(35, 1, 1, "reused", false));
    static const struct {
        uint64_t avma, time;
        const char *what, *comm;
    } rows[] = {
        { 0x1000, 10, "old", "old" },       { 0x1000, 5, "", "old" },         { 0x1000, 20, "old", "new" },
        { 0x2000, 22, "new", "new" },       { 0x2000, 25, "new", "renamed" }, { 0x2000, 30, "", "reused" },
        { 0x3000, 31, "reused", "reused" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        assert_string_equal(what(&m, 1, rows[i].avma, rows[i].time), rows[i].what);
        assert_string_equal(who(&m, 1, rows[i].time), rows[i].comm);
    }
    assert_string_equal(who(&m, 9, 99), "");
    timeline_free(m.t);
}

static void test_order_of_file(void **state)
{
    (void)state;
    /* CPU 1's records stand behind CPU 0's; records of one time keep their order; those without a time come
     * first */
    struct made m = MAKE(comm_of(50, 1, 1, "late", false), mmap_of(50, 1, 0x1000, 0x1000, "/late"),
                         comm_of(10, 1, 1, "early", true), mmap_of(10, 1, 0x1000, 0x1000, "/early"),
                         mmap_of(50, 1, 0x1000, 0x1000, "/latest"),
                         mmap_of(0, 1, 0x8000, 0x1000, "/untimed"));
    assert_string_equal(who(&m, 1, 49), "early");
    assert_string_equal(who(&m, 1, 50), "late");
    assert_string_equal(what(&m, 1, 0x1000, 49), "early");
    assert_string_equal(what(&m, 1, 0x1000, 50), "latest");
    assert_string_equal(what(&m, 1, 0x8000, 0), "untimed");  /* before the exec */
    assert_string_equal(what(&m, 1, 0x8000, 50), "untimed"); /* and what nothing covered since */
    timeline_free(m.t);
}

static void test_deep_forks(void **state)
{
    (void)state;
    enum { DEEP = 200 };
    struct record r[2 * DEEP + 1];
    size_t n = 0;
    r[n++] = mmap_of(0, 1, 0x1000, 0x1000, "/first");
    for (int32_t pid = 2; pid <= DEEP; pid++) { /* each with a map of its own: every one has to be asked */
        r[n++] = fork_of((uint64_t)pid * 10, pid, pid - 1, pid, pid - 1);
        r[n++] = mmap_of((uint64_t)pid * 10 + 1, pid, 0x1000 * (uint64_t)pid, 0x1000, "/own");
    }
    struct made m = make(r, n);
    assert_string_equal(what(&m, 60, 0x1000, UINT64_MAX), "first");
    assert_true(m.problems.of[PROBLEM_DEEP_FORKS].n > 0); /* said, not hidden */
    assert_string_equal(what(&m, DEEP, 0x1000 * DEEP, UINT64_MAX), "own");
    timeline_free(m.t);

    n = 1;
    for (int32_t pid = 2; pid <= DEEP; pid++) /* those that mapped nothing themselves cost nothing */
        r[n++] = fork_of((uint64_t)pid * 10, pid, pid - 1, pid, pid - 1);
    m = make(r, n);
    assert_string_equal(what(&m, DEEP, 0x1000, UINT64_MAX), "first");
    assert_int_equal(m.problems.of[PROBLEM_DEEP_FORKS].n, 0);
    timeline_free(m.t);
}

static void test_kernel(void **state)
{
    (void)state;
    struct record guest = kernel_of(0x80000000, 0x1000000, 0x80000100, "[guest.kernel.kallsyms.7]_stext");
    guest.misc = PERF_RECORD_MISC_GUEST_KERNEL;
    guest.mmap.pid = 7;
    struct made m = MAKE(kernel_of(0x80000000, 0x1000000, 0x80000000, "[kernel.kallsyms]_text"), guest,
                         kernel_of(0xc0000000, 0x2000, 0, "/lib/modules/6.1/fs/snd-x.ko.xz"),
                         kernel_of(0xc0002000, 0x2000, 0, "[loop]"),
                         ksymbol_of(10, 0xc0008000, 64, "bpf_prog_1_f", false),
                         ksymbol_of(20, 0xc0008000, 64, "bpf_prog_1_f", true),
                         ksymbol_of(30, 0xc0008000, 64, "bpf_prog_2_g", false));
    const struct map *map = kernel_map(&m, -1, 0x80000000, 0);
    assert_int_equal(map->how->object->kind, OBJECT_KERNEL);
    assert_string_equal(map->how->object->path, "[kernel.kallsyms]");
    assert_string_equal(map->how->ref_symbol, "_text");
    assert_int_equal(map->how->pgoff, 0x80000000);
    assert_ptr_equal(timeline_kernel_map(m.t, -1), map);
    map = kernel_map(&m, 7, 0x80000000, 0);
    assert_int_equal(map->how->object->machine, 7);
    assert_string_equal(map->how->object->path, "[guest.kernel.kallsyms]");
    assert_string_equal(map->how->ref_symbol, "_stext");
    assert_null(timeline_kernel_space(m.t, 8));
    map = kernel_map(&m, -1, 0xc0001fff, 0);
    assert_int_equal(map->how->object->kind, OBJECT_MODULE);
    assert_string_equal(map->how->object->name, "[snd_x]");
    assert_null(map->how->ref_symbol);
    assert_string_equal(kernel_map(&m, -1, 0xc0002000, 0)->how->object->name, "[loop]");
    assert_null(kernel_map(&m, -1, 0xc0008000, 9));
    assert_string_equal(kernel_map(&m, -1, 0xc000803f, 19)->how->object->name, "bpf_prog_1_f");
    assert_null(kernel_map(&m, -1, 0xc0008000, 20));
    assert_string_equal(kernel_map(&m, -1, 0xc0008000, 30)->how->object->name, "bpf_prog_2_g");

    timeline_set_kernel_extent(m.t, -1, 0x80000800, 0x80002000);
    assert_null(kernel_map(&m, -1, 0x80000000, 0));
    assert_int_equal(kernel_map(&m, -1, 0x80001fff, 0)->how->object->kind, OBJECT_KERNEL);
    assert_null(kernel_map(&m, -1, 0x80002000, 0));
    assert_string_equal(kernel_map(&m, -1, 0xc0002000, 0)->how->object->name, "[loop]");
    timeline_free(m.t);
}

/* A recorder that starts while a program is loaded tells of it twice; what is unloaded is gone all the same.
 */
static void test_ksymbol_twice(void **state)
{
    (void)state;
    struct made m = MAKE(
        ksymbol_of(0, 0x8000, 64, "bpf_prog_1_f", false), ksymbol_of(10, 0x8000, 64, "bpf_prog_1_f", false),
        ksymbol_of(20, 0x8000, 64, "bpf_prog_1_f", true), ksymbol_of(25, 0x8000, 64, "bpf_prog_1_f", true));
    assert_string_equal(kernel_map(&m, -1, 0x8000, 5)->how->object->name, "bpf_prog_1_f");
    assert_string_equal(kernel_map(&m, -1, 0x8000, 15)->how->object->name, "bpf_prog_1_f");
    assert_null(kernel_map(&m, -1, 0x8000, 20));
    timeline_free(m.t);
}

static void test_build_ids(void **state)
{
    (void)state;
    struct problems problems = { 0 };
    struct timeline *t = timeline_new(&problems);
    struct made m = { .t = t };
    struct record own = mmap_of(10, 1, 0x1000, 0x1000, "/own"),
                  late = { .type = PERF_RECORD_HEADER_BUILD_ID };
    struct record again = mmap_of(20, 1, 0x1000, 0x1000, "/own");
    const struct env_build_id header[] = {
        { .pid = -1, .misc = USER, .id = id_of(1), .path = "/header" },
        { .pid = -1, .misc = USER, .id = id_of(2), .path = "/own" },
        { .pid = -1, .misc = KERNEL, .id = id_of(3), .path = "/boot/vmlinux-6.1" },
        { .pid = -1, .misc = KERNEL, .id = id_of(4), .path = "[snd_x]" },
        { .pid = 0, .misc = PERF_RECORD_MISC_GUEST_USER, .id = id_of(5), .path = "/guest-only" },
    };
    own.mmap.build_id = id_of(7);
    again.mmap.build_id = id_of(8); /* the file was replaced while we watched */
    late.build_id = (struct env_build_id){ .pid = -1, .misc = USER, .id = id_of(9), .path = "/late" };
    for (size_t i = 0; i < sizeof(header) / sizeof(*header); i++)
        timeline_add_build_id(t, &header[i]);
    const struct record records[] = {
        kernel_of(0x80000000, 0x1000, 0x80000000, "[kernel.kallsyms]_text"),
        kernel_of(0xc0000000, 0x1000, 0, "[snd_x]"),
        own,
        again,
        mmap_of(10, 1, 0x2000, 0x1000, "/header"),
        mmap_of(10, 1, 0x3000, 0x1000, "/late"),
        mmap_of(10, 1, 0x4000, 0x1000, "/guest-only"),
        late,
    };
    for (size_t i = 0; i < sizeof(records) / sizeof(*records); i++) {
        struct record r = records[i];
        r.when.seq = i;
        timeline_add(t, &r);
    }
    timeline_seal(t);
    static const struct {
        const char *path;
        uint8_t id; /* 0: none */
    } rows[] = {
        { "/boot/vmlinux-6.1", 3 }, { "[snd_x]", 4 }, { "/own", 7 }, { "/header", 1 }, { "/late", 9 },
        { "/guest-only", 0 },       { "/own", 8 }
    };
    size_t n;
    const struct object *const *objects = timeline_objects(t, &n);
    assert_int_equal(n, sizeof(rows) / sizeof(*rows));
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(objects[i]->path, rows[i].path);
        assert_int_equal(objects[i]->index, i);
        assert_int_equal(objects[i]->build_id.n, rows[i].id ? 20 : 0);
        assert_int_equal(objects[i]->build_id.bytes[0], rows[i].id);
    }
    assert_string_equal(what(&m, 1, 0x1000, 15), "own");
    timeline_free(t);
}

static void test_tasks(void **state)
{
    (void)state;
    struct made m = MAKE(comm_of(0, 1, 1, "init", false), fork_of(10, 2, 1, 2, 1),
                         comm_of(11, 2, 2, "child", true), fork_of(20, 2, 2, 3, 2),
                         mmap_of(12, 2, 0x1000, 0x1000, "/child"));
    static const struct task_view rows[] = { { 1, 1, -1, "init", NULL },
                                             { 2, 2, 1, "child", NULL },
                                             { 2, 3, 2, "child", NULL } };
    assert_int_equal(timeline_count_tasks(m.t), 3);
    for (size_t i = 0; i < 3; i++) {
        struct task_view v = timeline_task(m.t, i);
        assert_int_equal(v.pid, rows[i].pid);
        assert_int_equal(v.tid, rows[i].tid);
        assert_int_equal(v.ppid, rows[i].ppid);
        assert_string_equal(v.comm, rows[i].comm);
        assert_int_equal(v.space && space_nth_map(v.space, 0), v.pid == 2);
        assert_true(!v.space || !space_nth_map(v.space, 1));
    }
    timeline_free(m.t);
}

/* Without a build-id, one path on another device or inode is another file; a generation tells files of one
   inode apart, where it is told. */
static void test_threads_only(void **state)
{
    (void)state;
    struct problems problems = { 0 };
    struct timeline *t = timeline_new(&problems);
    const struct record records[] = { mmap_of(5, 1, 0x1000, 0x1000, "/mapped"),
                                      comm_of(10, 1, 1, "one", false), fork_of(20, 2, 1, 2, 1) };
    struct when from, until;
    size_t n;
    timeline_skip_mappings(t);
    for (size_t i = 0; i < COUNT(records); i++)
        timeline_add(t, &records[i]);
    timeline_seal(t);
    assert_string_equal(timeline_comm(t, 2, (struct when){ 30, 0 }, true, &from, &until), "one");
    assert_int_equal(timeline_count_id_uses(t), 2);
    timeline_objects(t, &n);
    assert_int_equal(n, 0);
    timeline_free(t);
}

static void test_files(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        uint32_t maj, min;
        uint64_t ino, generation;
        uint8_t id; /* of the record; 0: none */
        size_t object;
    } rows[] = {
        { "/bin/x", 8, 1, 70, 0, 0, 0 },  { "/bin/x", 8, 1, 70, 0, 0, 0 }, /* as perf makes it up */
        { "/bin/x", 8, 1, 70, 5, 0, 0 },                                   /* as the kernel tells it */
        { "/bin/x", 8, 1, 71, 5, 0, 1 },                                   /* replaced */
        { "/bin/x", 8, 1, 70, 6, 0, 2 },                                   /* its inode used again */
        { "/bin/x", 8, 1, 70, 5, 0, 0 },  { "/bin/x", 8, 1, 70, 0, 0, 0 },
        { "/bin/x", 8, 1, 71, 0, 0, 1 },  { "/bin/x", 8, 2, 70, 5, 0, 3 },  /* on other disks */
        { "/bin/x", 9, 1, 70, 5, 0, 4 },  { "/bin/y", 8, 1, 70, 5, 0, 5 },  /* a link */
        { "/bin/x", 0, 0, 0, 0, 0, 6 },                                     /* MMAP */
        { "/bin/x", 0, 0, 0, 0, 7, 7 },   { "/bin/x", 8, 1, 99, 1, 7, 7 },  /* a build-id says all */
        { "/lib/z", 8, 1, 80, 5, 0, 8 },  { "/lib/z", 8, 1, 81, 5, 0, 9 },  /* in the header's table */
        { "//anon", 0, 4, 90, 1, 0, 10 }, { "//anon", 0, 4, 91, 1, 0, 10 }, /* no file to look into */
    };
    struct problems problems = { 0 };
    struct timeline *t = timeline_new(&problems);
    struct when from, until, when = { UINT64_MAX, 0 };
    const struct env_build_id header = { .pid = -1, .misc = USER, .id = id_of(3), .path = "/lib/z" };
    timeline_add_build_id(t, &header);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct record r = mmap_of(1, 1, 0x1000 * (i + 1), 0x1000, rows[i].path);
        r.mmap.maj = rows[i].maj;
        r.mmap.min = rows[i].min;
        r.mmap.ino = rows[i].ino;
        r.mmap.ino_generation = rows[i].generation;
        if (rows[i].id)
            r.mmap.build_id = id_of(rows[i].id);
        r.when.seq = i;
        timeline_add(t, &r);
    }
    timeline_seal(t);
    const struct space *s = timeline_space(t, -1, 1, when, &from, &until);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const struct object *o = space_find(s, 0x1000 * (i + 1), when, &from, &until)->how->object;
        assert_int_equal(o->index, rows[i].object);
        assert_int_equal(o->build_id.bytes[0], rows[i].id);
        assert_int_equal(o->doubted_id.bytes[0], strcmp(o->path, "/lib/z") == 0 ? 3 : 0); /* of one of both */
        bool told = o->kind == OBJECT_USER && !rows[i].id;
        assert_int_equal(o->file.maj, told ? rows[i].maj : 0);
        assert_int_equal(o->file.min, told ? rows[i].min : 0);
        assert_int_equal(o->file.ino, told ? rows[i].ino : 0);
        assert_true(!told || !rows[i].generation || o->file.ino_generation == rows[i].generation);
    }
    timeline_free(t);
}

/* ---- the model ---- */

enum { PIDS = 5, TIDS = 8, RECORDS = 40, CASES = 4000, MAPS = RECORDS, COMMS = 4 };

static uint64_t seed = 88172645463325252u;

static uint64_t dice(uint64_t sides) /* xorshift64 (Marsaglia 2003) */
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (seed >> 11) % sides;
}

static const char *const comms[COMMS] = { "a", "b", "c", "d" };

static struct record random_record(uint64_t seq)
{
    uint64_t time = dice(6) ? dice(30) : 0;
    int32_t pid = 1 + (int32_t)dice(PIDS), other = 1 + (int32_t)dice(PIDS),
            tid = dice(2) ? pid : 1 + (int32_t)dice(TIDS);
    uint64_t start = 0x10 * dice(8), len = 0x10 * (1 + dice(4));
    struct record r;
    switch (dice(8)) {
    case 0:
        r = fork_of(time, pid, other, pid, dice(2) ? other : 1 + (int32_t)dice(TIDS));
        r.misc = dice(4) ? 0 : PERF_RECORD_MISC_FORK_EXEC;
        break;
    case 1:
        r = fork_of(time, pid, pid, tid, pid); /* a thread */
        break;
    case 2:
        r = comm_of(time, pid, tid, comms[dice(COMMS)], false);
        break;
    case 3:
        r = comm_of(time, pid, tid, comms[dice(COMMS)], dice(2));
        break;
    case 4:
        r = ksymbol_of(time, start, (uint32_t)len, "bpf", dice(2));
        break;
    default:
        r = mmap_of(time, pid, start, len, "/bin/x");
        break;
    }
    if (r.type == PERF_RECORD_MMAP2)
        r.mmap.pgoff = seq; /* tells maps apart */
    r.when.seq = r.at = seq;
    return r;
}

/* The machine at one moment: lists in the order of time. */
struct model {
    struct list {
        const struct record *v[MAPS];
        size_t n;
    } pids[PIDS + 1], kernel;
    const char *comm[TIDS + 1];
};

static void apply(struct model *m, const struct record *r)
{
    if (r->type == PERF_RECORD_MMAP2) {
        struct list *l = &m->pids[r->mmap.pid];
        l->v[l->n++] = r;
    } else if (r->type == PERF_RECORD_COMM) {
        m->comm[r->comm.tid] = r->comm.comm; /* an exec leaves what nothing new covers */
    } else if (r->type == PERF_RECORD_FORK) {
        m->comm[r->task.tid] = m->comm[r->task.ptid];
        if (r->task.pid != r->task.ppid) {
            m->pids[r->task.pid] = m->pids[r->task.ppid];
            if (r->misc & PERF_RECORD_MISC_FORK_EXEC)
                m->pids[r->task.pid].n = 0;
        }
    } else {
        struct list *l = &m->kernel;
        size_t kept = 0;
        for (size_t i = 0; i < l->n; i++) /* what was there under this address is gone or replaced */
            if (l->v[i]->ksymbol.addr != r->ksymbol.addr)
                l->v[kept++] = l->v[i];
        l->n = kept;
        if (!r->ksymbol.flags)
            l->v[l->n++] = r;
    }
}

static int by_when(const void *a, const void *b)
{
    const struct record *x = a, *y = b;
    return when_before(x->when, y->when) ? -1 : when_before(y->when, x->when);
}

/* The machine after every record that is not after `when`. */
static struct model model_at(const struct record *sorted, struct when when)
{
    struct model m = { 0 };
    for (size_t i = 0; i < RECORDS && !when_before(when, sorted[i].when); i++)
        apply(&m, &sorted[i]);
    return m;
}

static const struct record *model_find(const struct list *l, uint64_t avma, bool kernel)
{
    for (size_t i = l->n; i--;) {
        uint64_t start = kernel ? l->v[i]->ksymbol.addr : l->v[i]->mmap.start;
        uint64_t len = kernel ? l->v[i]->ksymbol.len : l->v[i]->mmap.len;
        if (avma >= start && avma - start < len)
            return l->v[i];
    }
    return NULL;
}

/* As perf has it, a thread that was not named yet is called what it was first called later in its life. */
static const char *model_comm(const struct record *sorted, int32_t tid, struct when when)
{
    struct model m = model_at(sorted, when);
    for (size_t i = 0; i < RECORDS && !m.comm[tid]; i++) {
        if (!when_before(when, sorted[i].when))
            continue;
        if (sorted[i].type == PERF_RECORD_FORK && sorted[i].task.tid == tid)
            break;
        if (sorted[i].type == PERF_RECORD_COMM && sorted[i].comm.tid == tid)
            return sorted[i].comm.comm;
    }
    return m.comm[tid];
}

/* A moment at, just before or just after a record, or anywhere. */
static struct when random_moment(const struct record *sorted)
{
    struct when w = sorted[dice(RECORDS)].when;
    if (!dice(3))
        return (struct when){ dice(32), dice(100 * RECORDS) };
    w.seq += dice(3);
    w.seq -= w.seq ? dice(2) : 0;
    return w;
}

static struct when later(struct when a, struct when b)
{
    return when_before(a, b) ? b : a;
}

static bool within(struct when when, struct when from, struct when until)
{
    return !when_before(when, from) && when_before(when, until);
}

/* One question: of the name of a thread, of an address of a process, or (pid -1) of the kernel. */
struct question {
    int32_t tid, pid;
    uint64_t avma;
    bool by_then; /* of the name: not what it was first called later */
};

/* The answer as a number: 0 for nothing. The window, if it is asked for, is the one in which it holds. */
static uint64_t answer(const struct timeline *t, struct question q, struct when when, struct when *from,
                       struct when *until)
{
    if (q.tid)
        return (uintptr_t)timeline_comm(t, q.tid, when, q.by_then, from, until);
    struct when space_from = { 0, 0 }, space_until = { UINT64_MAX, UINT64_MAX };
    const struct space *s = q.pid < 0 ? timeline_kernel_space(t, -1)
                                      : timeline_space(t, -1, q.pid, when, &space_from, &space_until);
    *from = space_from;
    *until = space_until;
    if (!s)
        return 0;
    const struct map *map = space_find(s, q.avma, when, from, until);
    for (size_t i = 0; space_nth_map(s, i); i++) {
        const struct map *own = space_nth_map(s, i);
        if (space_map_is_on_top(s, own) && q.avma >= own->start && q.avma < map_end(own) &&
            within(when, own->from, own->how->until))
            assert_ptr_equal(map, own);
    }
    *from = later(space_from, *from);
    if (when_before(space_until, *until))
        *until = space_until;
    return !map ? 0 : 1 + (q.pid < 0 ? map->from.seq : map->how->pgoff);
}

static uint64_t expected(const struct record *sorted, struct question q, struct when when, const char **comm)
{
    if (q.tid) {
        struct model m = model_at(sorted, when);
        *comm = q.by_then ? m.comm[q.tid] : model_comm(sorted, q.tid, when);
        return 0;
    }
    struct model m = model_at(sorted, when);
    const struct record *r = model_find(q.pid < 0 ? &m.kernel : &m.pids[q.pid], q.avma, q.pid < 0);
    return r ? 1 + r->when.seq : 0;
}

static void ask(const struct timeline *t, const struct record *sorted, struct question q, struct when when)
{
    struct when from, until;
    const char *comm = NULL;
    uint64_t got = answer(t, q, when, &from, &until);
    for (int i = 0; i < 6; i++) { /* now, at the edges of the window, and anywhere in it */
        struct when moment = when;
        if (i == 1)
            moment = from;
        else if (i == 2 && until.seq && until.time != UINT64_MAX)
            moment = (struct when){ until.time, until.seq - 1 };
        else if (i > 2)
            moment = random_moment(sorted);
        if (i && !within(moment, from, until))
            continue;
        uint64_t want = expected(sorted, q, moment, &comm);
        if (q.tid) {
            const char *got_comm = (const char *)(uintptr_t)got;
            assert_int_equal(!got_comm, !comm);
            if (comm)
                assert_string_equal(got_comm, comm);
        } else {
            assert_int_equal(got, want);
        }
    }
    assert_true(within(when, from, until));
}

static void test_model(void **state)
{
    (void)state;
    for (unsigned n = 0; n < CASES; n++) {
        struct record r[RECORDS];
        struct problems problems = { 0 };
        struct timeline *t = timeline_new(&problems);
        for (size_t i = 0; i < RECORDS; i++) {
            r[i] = random_record(100 * i);
            timeline_add(t, &r[i]);
        }
        timeline_seal(t);
        qsort(r, RECORDS, sizeof(*r), by_when);
        for (unsigned i = 0; i < 40; i++) {
            struct question q = { .pid = 1 + (int32_t)dice(PIDS), .avma = dice(0xc0) };
            if (i % 4 == 0)
                q.tid = 1 + (int32_t)dice(TIDS), q.by_then = i % 8;
            else if (i % 4 == 1)
                q.pid = -1;
            ask(t, r, q, random_moment(r));
        }
        timeline_free(t);
    }
}

static bool empty(const struct made *m, int32_t pid, uint64_t time)
{
    struct when from, until, when = { time, UINT64_MAX - 1 };
    return space_empty(timeline_space(m->t, -1, pid, when, &from, &until), when);
}

/* Before its first mapping there is nothing in a process, even if there was before it was executed; a child
   has what its parent had. */
static void test_empty(void **state)
{
    (void)state;
    struct made m = MAKE(comm_of(5, 7, 7, "early", false), mmap_of(10, 7, 0x1000, 0x1000, "/bin/a"),
                         fork_of(20, 8, 7, 8, 7), comm_of(30, 8, 8, "b", true),
                         mmap_of(40, 8, 0x2000, 0x1000, "/bin/b"));
    assert_true(empty(&m, 7, 6));
    assert_false(empty(&m, 7, 10));
    assert_false(empty(&m, 8, 25));
    assert_true(empty(&m, 8, 35));
    assert_false(empty(&m, 8, 40));
    timeline_free(m.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overlap),       cmocka_unit_test(test_on_top),
        cmocka_unit_test(test_fork),          cmocka_unit_test(test_exec_and_reuse),
        cmocka_unit_test(test_order_of_file), cmocka_unit_test(test_deep_forks),
        cmocka_unit_test(test_kernel),        cmocka_unit_test(test_ksymbol_twice),
        cmocka_unit_test(test_build_ids),     cmocka_unit_test(test_tasks),
        cmocka_unit_test(test_threads_only),  cmocka_unit_test(test_model),
        cmocka_unit_test(test_files),         cmocka_unit_test(test_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
