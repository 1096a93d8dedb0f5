#include "lib/question/diff/runs/replicates.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

/* A text from a file, made safe for a terminal. */
static const char *keep_clean(struct replicates *r, const char *s)
{
    struct text t = { 0 };
    text_add_clean(&t, s ? s : "");
    const char *kept = replicates_copy_text(r, t.s);
    text_free(&t);
    return kept;
}

/* The recorded command, without the name of the file that was recorded to. */
static const char *command_of(struct replicates *r, const struct env *env)
{
    struct text t = { 0 };
    for (size_t i = 1; i < env->ncmdline; i++) {
        const char *word = env->cmdline[i];
        if (!strcmp(word, "-o") || !strcmp(word, "--output")) {
            i++;
            continue;
        }
        if (!strncmp(word, "--output=", 9))
            continue;
        text_add(&t, t.n ? " " : "'");
        const bool is_path = *word != '-' && !strchr(word, ' ');
        text_add_clean(&t, is_path ? text_base_name(word) : word); /* builds are in different folders */
    }
    if (t.n)
        text_add(&t, "'");
    const char *kept = replicates_copy_text(r, text_str(&t));
    text_free(&t);
    return kept;
}

static const char *rates_of(struct replicates *r, const struct events *es)
{
    struct text t = { 0 };
    for (uint32_t i = 0; i < es->n; i++) {
        if (i)
            text_add(&t, ", ");
        text_add_clean(&t, es->v[i].name);
        text_printf(&t, attr_has(&es->v[i].attr, ATTR_FREQ) ? " at %" PRIu64 " Hz" : " every %" PRIu64,
                    es->v[i].attr.sample_period);
    }
    const char *kept = replicates_copy_text(r, text_str(&t));
    text_free(&t);
    return kept;
}

void machines_note_run(struct replicates *r, struct replicate *run, const struct capture *c)
{
    struct text cpus = { 0 };
    if (c->env.cpus_online)
        text_printf(&cpus, "%" PRIu32, c->env.cpus_online);
    run->kernel = keep_clean(r, c->env.release);
    run->cpu = keep_clean(r, c->env.cpudesc);
    run->arch = keep_clean(r, c->env.arch_name);
    run->cpus = replicates_copy_text(r, text_str(&cpus));
    run->command = command_of(r, &c->env);
    run->rates = rates_of(r, &c->events);
    run->lost = run->of->problems.of[PROBLEM_LOST_EVENTS].n + run->of->problems.of[PROBLEM_LOST_SAMPLES].n +
                run->of->problems.of[PROBLEM_LOST_PERHAPS].n;
    run->unread = run->of->problems.of[PROBLEM_BAD_FEATURE].n;
    run->throttled = run->of->problems.of[PROBLEM_THROTTLED].n;
    text_free(&cpus);
}

/* Facts that should be the same in all runs, and their members in struct replicate. */
static const struct fact {
    const char *what;
    size_t member;
} facts[] = {
    { "architecture", offsetof(struct replicate, arch) },
    { "CPU", offsetof(struct replicate, cpu) },
    { "CPUs online", offsetof(struct replicate, cpus) },
    { "kernel", offsetof(struct replicate, kernel) },
    { "recorded events", offsetof(struct replicate, rates) },
    { "recorded with", offsetof(struct replicate, command) },
};

static const char *fact_of(const struct replicate *run, const struct fact *f)
{
    return *(const char *const *)((const char *)run + f->member);
}

/* Adds a sentence if a fact is not the same in all runs, with its values before and after. */
static void see_difference(struct replicates *r, const struct fact *f)
{
    struct text sides[2] = { { .n = 0 }, { .n = 0 } };
    struct names seen[2] = { { .n = 0 }, { .n = 0 } };
    for (uint32_t i = 0; i < r->n; i++) {
        const char *s = fact_of(&r->v[i], f);
        int side = r->v[i].of->after;
        if (!*s || arena_names_find(&seen[side], s))
            continue;
        arena_names_id(&seen[side], s);
        if (sides[side].n)
            text_add(&sides[side], "; ");
        text_add(&sides[side], s);
    }
    if (strcmp(text_str(&sides[0]), text_str(&sides[1])) != 0) {
        struct text t = { 0 };
        const char *before = sides[0].n ? sides[0].s : "not recorded";
        const char *after = sides[1].n ? sides[1].s : "not recorded";
        text_printf(&t, "%s: %s before, %s after", f->what, before, after);
        replicates_add_difference(r, t.s);
        text_free(&t);
    }
    for (int side = 0; side < 2; side++) {
        text_free(&sides[side]);
        arena_names_free(&seen[side]);
    }
}

void machines_compare(struct replicates *r)
{
    for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++)
        see_difference(r, &facts[i]);
}
