#include "lib/options/absent.h"

#include <string.h>
#include <strings.h>

#include "arch/arch.h"
#include "core/base/text.h"

static const char reads[] = "it reads what perf record writes";
static const char accesses[] =
    "perfolio script -F +addr,+data_src,+weight prints what was recorded of accesses";
static const char graphs[] =
    "perfolio export html draws flame graphs, export folded writes input for other tools";

/* perf's subcommands by command; commands themselves are listed under "". hint: the alternative; NULL: none. */
static const struct {
    const char *command, *word, *hint;
} absences[] = {
    { "", "archive", "perfolio pack makes one file of a capture and its symbols" },
    { "", "bench", NULL },
    { "", "buildid-cache", "--objects takes any folder with object files, perf's build-id caches included" },
    { "", "c2c", accesses },
    { "", "config", "it has only options" },
    { "", "daemon", reads },
    { "", "data", "perfolio export writes other programs' formats, script --json every sample" },
    { "", "ftrace", reads },
    { "", "inject", "build-ids, names of generated code and schedules are looked up when a capture is read" },
    { "", "iostat", reads },
    { "", "kallsyms", "perfolio explain shows where a symbol is mapped" },
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
    { "sched", "replay", "it does not run programs" },
    { "sched", "stats", NULL },
    { "kmem", "record", reads },
    { "lock", "record", reads },
    { "lock", "script", "perfolio script prints the tracepoints of a capture" },
    { "stat", "record", "it reads what perf stat record writes" },
};

bool absent_show(const char *command, const char *word, struct outlet *err)
{
    for (size_t i = 0; i < COUNT(absences); i++) {
        if (strcmp(absences[i].command, text_or(command, "")) || strcmp(absences[i].word, word) != 0)
            continue;
        outlet_begin(err, text_or(command, ""));
        outlet_print(err, "%s: perf has it, Perfolio does not", word);
        if (absences[i].hint)
            outlet_print(err, ": %s", absences[i].hint);
        outlet_add(err, "\n");
        return true;
    }
    return false;
}

/* Sort keys of perf report that are refused. Some need the type of the data that an instruction accesses; DWARF tells
   it only for operands that are variables, in registers or on the stack, or members reached from these. */
static const struct {
    const char *words, *hint;
} keys[] = {
    { "type typeoff typecln", "data types of memory accesses are not supported" },
    { "symbol_daddr dso_daddr symbol_iaddr phys_daddr data_page_size dcacheline mem snoop tlb locked blocked",
      accesses },
    /* perf's key "addr" is the address of instructions (since 6.3) */
    { "addr", "perfolio script -F ip prints the addresses of samples" },
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

/* Options of similar tools. */
static const struct {
    const char *command;
    char letter;
    const char *name, *instead;
} instead[] = {
    { "unpack", 'o', "output", "use -d DIR" }, { "unpack", 'C', "directory", "use -d DIR" }, /* tar's */
};

/* Whether a word of a command line is the option --NAME, --NAME=VALUE or -LETTER. */
static bool is_option(const char *word, const char *name, char letter)
{
    const size_t n = strlen(name);
    if (strncmp(word, "--", 2) != 0)
        return word[0] == '-' && word[1] == letter;
    return !strncmp(word + 2, name, n) && (!word[2 + n] || word[2 + n] == '=');
}

const char *absent_option_alternative(const char *command, const char *word)
{
    for (size_t i = 0; i < COUNT(instead); i++)
        if (is_option(word, instead[i].name, instead[i].letter) && !strcmp(instead[i].command, command))
            return instead[i].instead;
    return NULL;
}

void absent_word_show(const char *word, size_t n, struct outlet *err)
{
    struct text t = { 0 };
    text_add_clean_n(&t, word, n);
    if (t.n)
        outlet_add(err, t.s);
    text_free(&t);
}

void absent_alternatives_show(const char *before, const char *const *names, struct outlet *err)
{
    for (size_t i = 0; names[i]; i++) {
        if (i)
            outlet_add(err, names[i + 1] ? ", " : " or ");
        outlet_print(err, "%s%s", before, names[i]);
    }
}
