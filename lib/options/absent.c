#include "lib/options/absent.h"

#include <string.h>
#include <strings.h>

#include "arch/arch.h"

static const char reads[] = "it reads what perf record writes";
static const char accesses[] =
    "perfolio script -F +addr,+data_src,+weight prints what was recorded of accesses";
static const char graphs[] = "perfolio export html draws flame graphs, export folded feeds those who do";

/* By command; commands themselves are of "". The hint names what there is instead; NULL: nothing. */
static const struct {
    const char *command, *word, *hint;
} absences[] = {
    { "", "archive", "perfolio pack makes one file of a capture and its symbols" },
    { "", "bench", NULL },
    { "", "buildid-cache", "--objects takes any place with object files, and caches of perf, too" },
    { "", "c2c", accesses },
    { "", "config", "it has options alone" },
    { "", "daemon", reads },
    { "", "data", "perfolio export writes other programs' formats, script --json every sample" },
    { "", "ftrace", reads },
    { "", "inject", "build-ids, names of JIT compilers and schedules are looked up when a capture is read" },
    { "", "iostat", reads },
    { "", "kallsyms", "perfolio explain tells where a symbol is mapped" },
    { "", "kvm", NULL },
    { "", "kwork", NULL },
    { "", "list", "perfolio evlist lists the events of a capture" },
    { "", "mem", accesses },
    { "", "probe", reads },
    { "", "record", reads },
    { "", "test", NULL },
    { "", "top", reads },
    { "script", "flamegraph", graphs },
    { "script", "record", reads },
    { "script", "report", "--json gives every sample to scripts" },
    { "timechart", "record", reads },
    { "trace", "record", reads },
    { "trace", "report", "perfolio trace -i FILE reads a capture" },
    { "sched", "record", reads },
    { "sched", "replay", "it runs nothing" },
    { "sched", "stats", NULL },
    { "kmem", "record", reads },
    { "lock", "record", reads },
    { "lock", "script", "perfolio script prints the tracepoints of a capture" },
    { "stat", "record", "it reads what perf stat record writes" },
};

bool absent_show(const char *command, const char *word, struct outlet *err)
{
    for (size_t i = 0; i < COUNT(absences); i++) {
        if (strcmp(absences[i].command, command ? command : "") || strcmp(absences[i].word, word) != 0)
            continue;
        outlet_print(err, "perfolio%s%s: %s: perf has it, Perfolio has not%s%s\n", command ? " " : "",
                     command ? command : "", word, absences[i].hint ? ": " : "",
                     absences[i].hint ? absences[i].hint : "");
        return true;
    }
    return false;
}

/* Keys of perf report. What an instruction accesses has a type only where DWARF tells what its operands are at
   that instruction: variables in registers and on the stack, and what their members lead to. */
static const struct {
    const char *words, *hint;
} keys[] = {
    { "type typeoff typecln", "the types of what instructions access are not known here" },
    { "symbol_daddr dso_daddr symbol_iaddr phys_daddr data_page_size dcacheline mem snoop tlb locked blocked",
      accesses },
    { "addr", "perfolio script -F ip prints the addresses of samples" }, /* of instructions (since 6.3) */
    { "transaction code_page_size",
      "perfolio script -F +transaction,+code_page_size prints what was recorded" },
};

const char *absent_key(const char *word, size_t n)
{
    for (size_t i = 0; i < COUNT(keys); i++)
        for (const char *s = keys[i].words; *s; s += strspn(s, " ")) {
            const size_t length = strcspn(s, " ");
            if (length == n && !strncasecmp(s, word, n))
                return keys[i].hint;
            s += length;
        }
    return NULL;
}

/* Options of tools that do a like job. */
static const struct {
    const char *command;
    char letter;
    const char *name, *instead;
} instead[] = {
    { "unpack", 'o', "output", "-d DIR says where to" },
    { "unpack", 'C', "directory", "-d DIR says where to" }, /* tar's */
};

const char *absent_option_instead(const char *command, const char *word)
{
    const bool is_long = !strncmp(word, "--", 2);
    for (size_t i = 0; i < COUNT(instead); i++) {
        const size_t n = strlen(instead[i].name);
        const bool is = is_long
                            ? !strncmp(word + 2, instead[i].name, n) && (!word[2 + n] || word[2 + n] == '=')
                            : word[0] == '-' && word[1] == instead[i].letter;
        if (is && !strcmp(instead[i].command, command))
            return instead[i].instead;
    }
    return NULL;
}

void absent_word_show(const char *word, size_t n, struct outlet *err)
{
    struct text t = { 0 };
    text_add_clean_n(&t, word, n);
    outlet_add(err, t.n ? t.s : "");
    text_free(&t);
}

void absent_alternatives_show(const char *before, const char *const *names, struct outlet *err)
{
    for (size_t i = 0; names[i]; i++)
        outlet_print(err, "%s%s%s", !i ? "" : names[i + 1] ? ", " : " or ", before, names[i]);
}
