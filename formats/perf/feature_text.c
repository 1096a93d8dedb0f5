/*
 * feature_text: the features that are a string or a few numbers: who recorded, with what, on which machine.
 * Also the strings that all other features are made of.
 */
#include "formats/perf/feature_rows.h"

#include <inttypes.h>

/* ---- strings ---- */

struct span feature_string(struct cur *c)
{
    struct span s = cur_take(c, cur_u32(c));
    const uint8_t *nul = s.n ? memchr(s.p, 0, s.n) : NULL;
    if (nul)
        s.n = (size_t)(nul - s.p);
    return s;
}

const char *feature_string_kept(struct perfdata *p, struct cur *c)
{
    struct span s = feature_string(c);
    return c->bad ? NULL : arena_text(&p->arena, (const char *)s.p, s.n);
}

void feature_text(struct text *out, struct span s)
{
    for (size_t i = 0; i < s.n; i++) {
        char one[2] = { (char)s.p[i], 0 };
        text_add_clean(out, one);
    }
}

void feature_line(struct cur *c, const char *label, struct text *out)
{
    struct span s = feature_string(c);
    if (c->bad)
        return;
    text_add(out, label);
    feature_text(out, s);
    text_char(out, '\n', 1);
}

#define STRING_FEATURE(feature, member, label)                                                               \
    void read_##feature(struct perfdata *p, struct cur *c)                                                   \
    {                                                                                                        \
        const char *s = feature_string_kept(p, c);                                                           \
        if (s)                                                                                               \
            p->capture.env.member = s;                                                                       \
    }                                                                                                        \
    void show_##feature(const struct perfdata *p, struct cur *c, struct text *out)                           \
    {                                                                                                        \
        (void)p;                                                                                             \
        feature_line(c, "# " label " : ", out);                                                              \
    }

STRING_FEATURE(hostname, hostname, "hostname")
STRING_FEATURE(osrelease, release, "os release")
STRING_FEATURE(version, version, "perf version")
STRING_FEATURE(cpudesc, cpudesc, "cpudesc")
STRING_FEATURE(cpuid, cpuid, "cpuid")

/* ---- the machine ---- */

void read_arch(struct perfdata *p, struct cur *c)
{
    struct capture *cap = &p->capture;
    const char *s = feature_string_kept(p, c);
    if (!s)
        return;
    cap->env.arch_name = s;
    cap->env.arch = arch_by_name(s, cap->bits, cap->order);
}

void show_arch(const struct perfdata *p, struct cur *c, struct text *out)
{
    (void)p;
    feature_line(c, "# arch : ", out);
}

/* Says what ARCH says in ELF's words; asked when ARCH is absent or is a name we do not know. */
void read_e_machine(struct perfdata *p, struct cur *c)
{
    struct capture *cap = &p->capture;
    uint32_t machine = cur_u32(c);
    if (!c->bad && machine <= UINT16_MAX && !cap->env.arch)
        cap->env.arch = arch_by_elf((uint16_t)machine, cap->bits, cap->order);
}

void show_e_machine(const struct perfdata *p, struct cur *c, struct text *out)
{
    (void)p;
    uint32_t machine = cur_u32(c), flags = cur_u32(c);
    if (!c->bad)
        text_printf(out, "# e_machine : %u\n# e_flags : 0x%x\n", machine, flags);
}

/* The file has them the other way round than perf prints them: available first. */
void read_nrcpus(struct perfdata *p, struct cur *c)
{
    uint32_t available = cur_u32(c), online = cur_u32(c);
    if (c->bad)
        return;
    p->capture.env.cpus_available = available;
    p->capture.env.cpus_online = online;
}

void show_nrcpus(const struct perfdata *p, struct cur *c, struct text *out)
{
    (void)p;
    uint32_t available = cur_u32(c), online = cur_u32(c);
    if (!c->bad)
        text_printf(out, "# nrcpus online : %u\n# nrcpus avail : %u\n", online, available);
}

void read_total_mem(struct perfdata *p, struct cur *c)
{
    uint64_t kb = cur_u64(c);
    if (!c->bad)
        p->capture.env.total_mem_kb = kb;
}

void show_total_mem(const struct perfdata *p, struct cur *c, struct text *out)
{
    (void)p;
    uint64_t kb = cur_u64(c);
    if (!c->bad)
        text_printf(out, "# total memory : %" PRIu64 " kB\n", kb);
}

void show_cln_size(const struct perfdata *p, struct cur *c, struct text *out)
{
    (void)p;
    uint32_t size = cur_u32(c);
    if (!c->bad)
        text_printf(out, "# cache line size : %u\n", size);
}

/* ---- the recording ---- */

void read_cmdline(struct perfdata *p, struct cur *c)
{
    uint32_t n = cur_u32(c);
    if (n > c->left / sizeof(uint32_t)) {
        c->bad = true;
        return;
    }
    const char **words = arena_new(&p->arena, (n + (size_t)1) * sizeof(*words));
    for (uint32_t i = 0; i < n; i++)
        if (!(words[i] = feature_string_kept(p, c)))
            return;
    p->capture.env.cmdline = words;
    p->capture.env.ncmdline = n;
}

/* Quotes inside words are escaped, words are not quoted; so perf prints it. */
void show_cmdline(const struct perfdata *p, struct cur *c, struct text *out)
{
    (void)p;
    uint32_t n = cur_u32(c);
    text_add(out, "# cmdline : ");
    for (uint32_t i = 0; i < n && !c->bad; i++) {
        struct span s = feature_string(c);
        for (const uint8_t *quote; s.n && (quote = memchr(s.p, '\'', s.n));) {
            size_t before = (size_t)(quote - s.p);
            feature_text(out, (struct span){ s.p, before });
            text_add(out, "\\'");
            s = (struct span){ quote + 1, s.n - before - 1 };
        }
        feature_text(out, s);
        if (!c->bad)
            text_char(out, ' ', 1);
    }
    text_char(out, '\n', 1);
}

void show_branch_stack(const struct perfdata *p, struct cur *c, struct text *out)
{
    (void)p;
    (void)c;
    text_add(out, "# contains samples with branch stack\n");
}

void show_auxtrace(const struct perfdata *p, struct cur *c, struct text *out)
{
    (void)p;
    (void)c;
    text_add(out, "# contains AUX area data (e.g. instruction trace)\n");
}

void show_stat(const struct perfdata *p, struct cur *c, struct text *out)
{
    (void)p;
    (void)c;
    text_add(out, "# contains stat data\n");
}

void show_dir_format(const struct perfdata *p, struct cur *c, struct text *out)
{
    (void)p;
    uint64_t version = cur_u64(c);
    if (!c->bad)
        text_printf(out, "# directory data version : %" PRIu64 "\n", version);
}

void show_compressed(const struct perfdata *p, struct cur *c, struct text *out)
{
    (void)p;
    cur_u32(c); /* version */
    uint32_t type = cur_u32(c), level = cur_u32(c), ratio = cur_u32(c);
    if (!c->bad) /* type 1: PERF_COMP_ZSTD */
        text_printf(out, "# compressed : %s, level = %d, ratio = %d\n", type == 1 ? "Zstd" : "Unknown",
                    (int)level, (int)ratio);
}
