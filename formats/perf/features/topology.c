/*
 * The topology of the recorded machine: packages, dies, cores, nodes, caches, memory blocks, scheduling
 * domains. Lists of processors are text in the file and are printed unchanged.
 */
#include "formats/perf/features/feature_rows.h"

#include <inttypes.h>

/* ---- processors ---- */

/* Skips a u32 count and that many strings. Returns a cursor at the first string. */
static struct cur string_list(struct cur *c)
{
    struct cur begin = *c;
    uint32_t n = cur_u32(c);
    for (uint32_t i = 0; i < n && !c->bad; i++)
        feature_string(c);
    return begin;
}

static void show_list(struct cur list, const char *label, struct text *out)
{
    for (uint32_t n = cur_u32(&list); n; n--) {
        struct span s = feature_string(&list);
        if (list.bad)
            return;
        text_add(out, label);
        text_add_clean_n(out, (const char *)s.p, s.n);
        text_char(out, '\n', 1);
    }
}

/* CPU_TOPOLOGY was extended at its end twice: by the ids of every processor in 2.6.39 (NRCPUS has the
   number of available processors), and by dies in 5.3. Missing ids have no bytes. */
struct cpu_topology {
    struct cur packages, threads, ids, dies, die_ids;
};

static struct cpu_topology get_cpu_topology(const struct perfdata *p, struct cur *c)
{
    uint64_t ncpus = p->capture.env.cpus_available;
    struct cpu_topology t = { .packages = string_list(c) };
    t.threads = string_list(c);
    if (c->bad || !c->left || !ncpus)
        return t;
    t.ids = cur_of(cur_take(c, ncpus * 8), c->order);
    if (c->bad || !c->left)
        return t;
    t.dies = string_list(c);
    t.die_ids = cur_of(cur_take(c, ncpus * 4), c->order);
    return t;
}

/* Makes room for the topology of n processors, unless there is room already. */
static void make_cpus(struct perfdata *p, size_t n)
{
    struct env *env = &p->capture.env;
    if (env->cpus)
        return;
    env->cpus = arena_new(&p->arena, n * sizeof(*env->cpus));
    env->ncpus = n;
    for (size_t i = 0; i < n; i++)
        env->cpus[i] = (struct env_cpu){ .socket = -1, .core = -1, .node = -1 };
}

void read_cpu_topology(struct perfdata *p, unsigned bit UNUSED, struct cur *c)
{
    struct cpu_topology t = get_cpu_topology(p, c);
    if (!t.ids.p)
        return;
    make_cpus(p, p->capture.env.cpus_available);
    for (size_t i = 0; i < p->capture.env.ncpus; i++) {
        struct env_cpu *cpu = &p->capture.env.cpus[i];
        cpu->core = (int32_t)cur_u32(&t.ids);
        cpu->socket = (int32_t)cur_u32(&t.ids);
        if (t.die_ids.p)
            cpu->die = (int32_t)cur_u32(&t.die_ids);
        else
            cpu->die = 0;
    }
}

void show_cpu_topology(const struct perfdata *p, unsigned bit UNUSED, struct cur *c, struct text *out)
{
    struct cpu_topology t = get_cpu_topology(p, c);
    show_list(t.packages, "# sibling sockets : ", out);
    if (t.die_ids.p)
        show_list(t.dies, "# sibling dies    : ", out);
    show_list(t.threads, "# sibling threads : ", out);
    if (!t.ids.p) {
        text_add(out, "# Core ID and Socket ID information is not available\n");
        return;
    }
    for (uint32_t i = 0; i < p->capture.env.cpus_available; i++) {
        int core = (int)cur_u32(&t.ids), socket = (int)cur_u32(&t.ids);
        text_printf(out, "# CPU %u: Core ID %d, ", i, core);
        if (t.die_ids.p)
            text_printf(out, "Die ID %d, ", (int)cur_u32(&t.die_ids));
        text_printf(out, "Socket ID %d\n", socket);
    }
}

/* Without the number of processors their ids cannot be told from what follows. */
bool check_cpu_topology(const struct perfdata *p, struct cur *c)
{
    const struct cpu_topology t = get_cpu_topology(p, c);
    return !c->bad && (!c->left || t.ids.p);
}

/* ---- memory ---- */

/* Removes the first number from a list of processors. */
static bool list_number(struct span *list, uint32_t *v)
{
    size_t i = 0;
    for (*v = 0; i < list->n && i < 9 && list->p[i] >= '0' && list->p[i] <= '9'; i++)
        *v = *v * 10 + list->p[i] - '0';
    *list = (struct span){ list->p + i, list->n - i };
    return i;
}

static bool list_has(struct span *list, char c)
{
    if (!list->n || list->p[0] != c)
        return false;
    *list = (struct span){ list->p + 1, list->n - 1 };
    return true;
}

/* Puts the processors of a list, "0-3,8" as the kernel writes it, on a node. A processor is on one node,
   so no more than *left processors are put. */
static void place_on_node(struct env *env, struct span list, int32_t node, size_t *left)
{
    uint32_t first, last;
    do {
        if (!list_number(&list, &first))
            return;
        last = first;
        if (list_has(&list, '-') && !list_number(&list, &last))
            return;
        for (uint32_t cpu = first; cpu <= last && cpu < env->ncpus && *left; cpu++, --*left)
            env->cpus[cpu].node = node;
    } while (list_has(&list, ','));
}

void read_numa(struct perfdata *p, unsigned bit UNUSED, struct cur *c)
{
    uint32_t available = p->capture.env.cpus_available;
    if (available > CPUS_MOST)
        available = CPUS_MOST;
    make_cpus(p, available);
    p->capture.env.has_nodes = true;
    size_t left = p->capture.env.ncpus;
    uint32_t n = cur_u32(c);
    for (uint32_t i = 0; i < n && !c->bad; i++) {
        int32_t node = (int32_t)cur_u32(c);
        cur_take(c, 16); /* memory: total and free */
        struct span cpus = feature_string(c);
        if (!c->bad)
            place_on_node(&p->capture.env, cpus, node, &left);
    }
}

/* Whether a text is a list of processors, in ascending order. */
static bool is_list(struct span list)
{
    uint32_t first, last;
    for (int64_t before = -1; list.n; before = last) {
        if (before >= 0 && !list_has(&list, ','))
            return false;
        if (!list_number(&list, &first) || first <= before)
            return false;
        last = first;
        if (list_has(&list, '-') && (!list_number(&list, &last) || last < first))
            return false;
    }
    return true;
}

/* perf opens no capture whose lists of processors it cannot read (util/header.c, process_numa_topology()). */
bool check_numa(const struct perfdata *p UNUSED, struct cur *c)
{
    bool good = true;
    for (uint32_t n = cur_u32(c); n && good && !c->bad; n--) {
        cur_take(c, 4 + 16); /* the node's number, memory: total and free */
        good = is_list(feature_string(c));
    }
    return good && !c->bad;
}

static void add_size(uint64_t n, struct text *out)
{
    int unit = 0;
    for (; n / 1024 > 1 && unit < 3; unit++)
        n /= 1024;
    text_printf(out, "%" PRIu64 "%c", n, "BKMG"[unit]);
}

/* Blocks are a bitmap: the recorded machine's array of unsigned long, written in units of 64 bits. */
void show_mem_topology(const struct perfdata *p, unsigned bit UNUSED, struct cur *c, struct text *out)
{
    const unsigned long_size = p->capture.bits == 32 ? 4 : 8;
    uint64_t version = cur_u64(c), block = cur_u64(c), n = cur_u64(c);
    if (version != 1)
        c->bad = true;
    if (c->bad)
        return;
    text_printf(out, "# memory nodes (nr %" PRIu64 ", block size 0x%" PRIx64 "):\n", n, block);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t node = cur_u64(c);
        cur_u64(c); /* the size, which comes again before the bitmap */
        uint64_t nbits = cur_u64(c), words = nbits / 64 + (nbits % 64 != 0);
        if (words > c->left / 8)
            c->bad = true;
        if (c->bad)
            return;
        struct span longs = cur_take(c, words * 8);
        struct text ranges = { 0 };
        uint64_t blocks =
            text_add_bit_ranges(&ranges, longs.p, longs.n, nbits, c->order == ORDER_BIG, long_size);
        text_printf(out, "#  %3" PRIu64 " [", node);
        add_size(block * blocks, out);
        text_printf(out, "]: %s\n", text_str(&ranges));
        text_free(&ranges);
    }
}
