/* The architecture of the recorded machine, the recorder's command line, and the strings in features. */
#include "formats/perf/features/feature_rows.h"

/* ---- strings ---- */

struct span feature_string(struct cur *c)
{
    return span_text(cur_take(c, cur_u32(c)));
}

const char *feature_string_kept(struct perfdata *p, struct cur *c)
{
    struct span s = feature_string(c);
    if (c->bad)
        return NULL;
    return arena_text(&p->arena, (const char *)s.p, s.n);
}

/* ---- the machine ---- */

void read_arch(struct perfdata *p, unsigned bit UNUSED, struct cur *c)
{
    struct capture *cap = &p->capture;
    const char *s = feature_string_kept(p, c);
    if (!s)
        return;
    cap->env.arch_name = s;
    cap->env.arch = arch_by_name(s, cap->bits, cap->order);
}

/* The architecture as an ELF number, for captures without ARCH or with an unknown name there. */
void read_e_machine(struct perfdata *p, unsigned bit UNUSED, struct cur *c)
{
    struct capture *cap = &p->capture;
    uint32_t machine = cur_u32(c);
    if (!c->bad && machine <= UINT16_MAX && !cap->env.arch)
        cap->env.arch = arch_by_elf((uint16_t)machine, cap->bits, cap->order);
}

/* ---- the recording ---- */

/* Whether hiperf wrote one string where perf writes a list of strings. The first number is then the number of bytes
   that follow, too few for that many strings. */
static bool is_one_text(const struct cur *c)
{
    return c->left > 4 && load_u32(c->p, c->order) == c->left - 4;
}

static uint32_t take_count(struct cur *c)
{
    if (is_one_text(c))
        return 1;
    return cur_u32(c);
}

void read_cmdline(struct perfdata *p, unsigned bit UNUSED, struct cur *c)
{
    uint32_t n = take_count(c);
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

/* As in perf, quotes inside words are escaped, and words themselves are not quoted. */
void show_cmdline(const struct perfdata *p UNUSED, unsigned bit UNUSED, struct cur *c, struct text *out)
{
    uint32_t n = take_count(c);
    text_add(out, "# cmdline : ");
    for (uint32_t i = 0; i < n && !c->bad; i++) {
        struct span s = feature_string(c);
        for (const uint8_t *quote; s.n && (quote = memchr(s.p, '\'', s.n));) {
            size_t before = (size_t)(quote - s.p);
            text_add_clean_n(out, (const char *)s.p, before);
            text_add(out, "\\'");
            s = (struct span){ quote + 1, s.n - before - 1 };
        }
        text_add_clean_n(out, (const char *)s.p, s.n);
        if (!c->bad)
            text_char(out, ' ', 1);
    }
    text_char(out, '\n', 1);
}
