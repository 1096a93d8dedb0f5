#include <stdlib.h>
#include <string.h>

#include "cli/options/abbreviations.h"
#include "cli/options/absent.h"
#include "cli/session/captures.h"
#include "cli/options/perf_options.h"
#include "cli/session/session.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "formats/elf/elf.h"

enum { OPT_INPUT = 9001, OPT_OBJECTS, OPT_DEMANGLE, OPT_NO_DEMANGLE };

static void add_word(struct words_list *l, const char *word)
{
    l->v = mem_room(l->v, l->n, &l->cap, sizeof(*l->v));
    l->v[l->n++] = mem_copy(word, strlen(word));
}

static void free_words(struct words_list *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->v[i]);
    free(l->v);
}

static bool ambiguous_show(const char *command, const char *word, const struct poptOption *const *tables,
                           size_t ntables, FILE *err)
{
    const char **names = abbreviations_of(word, tables, ntables);
    bool is_ambiguous = names[0] && names[1];
    if (is_ambiguous) {
        fprintf(err, "perfolio %s: %.*s: ambiguous option: it could be ", command, (int)strcspn(word, "="),
                word);
        absent_alternatives_show("--", names, err);
        fprintf(err, "\n");
    }
    free(names);
    return is_ambiguous;
}

/* What popt says of a word, and what else there is to say of one that is no option; the last table is of
 * perf's options. */
static void show_bad(const char *command, const char *word, int why, const struct poptOption *const *tables,
                     size_t ntables, FILE *err)
{
    bool is_long = !strncmp(word, "--", 2);
    struct nearest meant = { .word = is_long ? word + 2 : "" };
    if (why == POPT_ERROR_BADOPT && (ambiguous_show(command, word, tables, ntables - 1, err) ||
                                     ambiguous_show(command, word, tables + ntables - 1, 1, err)))
        return;
    for (size_t t = 0; t < ntables && why == POPT_ERROR_BADOPT; t++)
        for (const struct poptOption *o = tables[t]; o->longName || o->shortName || o->arg; o++)
            if (o->longName && !(o->argInfo & POPT_ARGFLAG_DOC_HIDDEN))
                absent_nearest_see(&meant, o->longName);
    fprintf(err, "perfolio %s: %s: %s", command, word, poptStrerror(why));
    fprintf(err, meant.found ? "; there is --%s\n" : "\n", meant.found);
}

/* An option of perf that does nothing here. The first time it is told, or kept until the capture decides;
 * false when it is refused. */
static bool take_of_perf(struct common_opts *common, const char *command, int option, FILE *err)
{
    for (size_t i = 0; i < common->nof_perf; i++)
        if (common->of_perf[i] == option)
            return true;
    common->of_perf =
        mem_room(common->of_perf, common->nof_perf, &common->cap_of_perf, sizeof(*common->of_perf));
    common->of_perf[common->nof_perf++] = option;
    common->command = command;
    int verdict = perf_option_verdict(option);
    if (verdict == PERF_REFUSED || verdict == PERF_WITHOUT_EFFECT)
        perf_option_show(option, command, verdict == PERF_REFUSED, err);
    return verdict != PERF_REFUSED;
}

/* popt takes the next word for the value of an option that need not have one, and so the capture's name. */
static const char *with_its_value(const char *word, const struct poptOption *const *tables, size_t ntables,
                                  struct arena *texts)
{
    const struct poptOption *o = strncmp(word, "--", 2) ? NULL
                                                        : abbreviations_option(word + 2, tables, ntables);
    if (!o || !(o->argInfo & POPT_ARGFLAG_OPTIONAL))
        return word;
    struct text t = { 0 };
    text_printf(&t, "%s=", word);
    const char *whole = arena_text(texts, t.s, t.n);
    text_free(&t);
    return whole;
}

static bool read_demangle(struct common_opts *common, const char *command, const char *how, FILE *err)
{
    bool full = how && !strcmp(how, "full");
    common->demangle = full ? elf_demangle_full : elf_demangle;
    if (full || !how || !*how || !strcmp(how, "names"))
        return true;
    fprintf(err, "perfolio %s: --demangle: '%s' is neither names nor full\n", command, how);
    return false;
}

/* perf takes --no-NAME for every switch. Where that has no meaning of its own it takes the switch back, and
 * does nothing for those of perf that do nothing. malloc'ed; its names live in `texts`. */
static struct poptOption *negations(const struct poptOption *const *tables, size_t ntables, int *ignored,
                                    struct arena *texts)
{
    struct poptOption *v = NULL;
    size_t n = 0, cap = 0;
    for (size_t t = 0; t < ntables; t++)
        for (const struct poptOption *o = tables[t]; o->longName || o->shortName || o->arg; o++) {
            if ((o->argInfo & POPT_ARG_MASK) != POPT_ARG_NONE || !o->longName ||
                (!o->arg && o->val < OPT_OF_PERF))
                continue;
            struct text name = { 0 };
            text_printf(&name, "no-%s", o->longName);
            v = mem_room(v, n, &cap, sizeof(*v));
            v[n++] = (struct poptOption){ .longName = arena_text(texts, name.s, name.n),
                                          .argInfo = POPT_ARG_VAL | POPT_ARGFLAG_DOC_HIDDEN,
                                          .arg = o->arg ? o->arg : ignored };
            text_free(&name);
        }
    v = mem_room(v, n, &cap, sizeof(*v));
    v[n] = (struct poptOption){ 0 };
    return v;
}

/* A word in the place of a capture that perf has a meaning for, as "record" of trace: told. */
static bool is_absent_word(const char *command, const char *word, const char *input, FILE *err)
{
    return word && (input || file_kind_of(word) == FILE_NONE) && absent_show(command, word, err);
}

int options_read(int argc, const char **argv, const struct options *o, struct common_opts *common, FILE *out,
                 FILE *err)
{
    int ignored = 0;
    const struct poptOption *own = o->own;
    const char *command = o->command;
    const struct poptOption shared[] = {
        { "input", 'i', POPT_ARG_STRING, NULL, OPT_INPUT, "the capture, or a folio; - is standard input",
          "FILE" },
        { "objects", 0, POPT_ARG_STRING, NULL, OPT_OBJECTS,
          "where symbols are: a build-id cache, a sysroot, packages, an ELF file, a kallsyms (repeatable)",
          "PATH" },
        { "buildid-dir", 0, POPT_ARG_STRING | POPT_ARGFLAG_DOC_HIDDEN, NULL, OPT_OBJECTS, NULL, NULL },
        { "capture", 0, POPT_ARG_STRING, &common->capture, 0,
          "which of the captures of a folio, by name or by number", "NAME" },
        { "symfs", 0, POPT_ARG_STRING, &common->symfs, 0, "look for files under this directory", "DIR" },
        { "kallsyms", 0, POPT_ARG_STRING, &common->kallsyms, 0, "the kernel's symbol list", "FILE" },
        { "vmlinux", 'k', POPT_ARG_STRING, &common->vmlinux, 0, "the kernel's ELF image", "FILE" },
        { "debuginfod", 0, POPT_ARG_STRING | POPT_ARGFLAG_OPTIONAL, &common->debuginfod, 0,
          "ask debuginfod servers for objects with many samples; without URLS those of the environment",
          "URLS" },
        { "isolated", 0, POPT_ARG_NONE, &common->isolated, 0,
          "take nothing from this machine but what is named", NULL },
        { "demangle", 0, POPT_ARG_STRING | POPT_ARGFLAG_OPTIONAL, NULL, OPT_DEMANGLE,
          "how functions of C++ are called: names (usual), or full, with their parameters", "names|full" },
        { "no-demangle", 0, POPT_ARG_NONE, NULL, OPT_NO_DEMANGLE, "symbols as the linker sees them", NULL },
        { "demangle-kernel", 0, POPT_ARG_NONE, &common->demangle_kernel, 0,
          "the kernel's, too, are mangled names", NULL },
        { "force", 'f', POPT_ARG_NONE, &ignored, 0, "accepted for perf's sake: ownership is never asked for",
          NULL },
        { "json", 0, POPT_ARG_NONE, &common->json, 0, "the answer as JSON, problems included", NULL },
        { "verbose", 'v', POPT_ARG_NONE, &common->verbose, 0, "say more", NULL },
        { "help", 'h', POPT_ARG_NONE, &common->help, 0, "this text", NULL },
        POPT_TABLEEND
    };
    union { /* popt wants a pointer that is not const in a table that is */
        const void *c;
        void *v;
    } own_table = { own }, shared_table = { shared };
    struct poptOption *of_perf = perf_options(command);
    const struct poptOption *const tables[] = { own, shared, of_perf };
    struct arena texts = { 0 };
    struct poptOption *taken_back = negations(tables, 3, &ignored, &texts);
    const struct poptOption all[] = { { NULL, 0, POPT_ARG_INCLUDE_TABLE, own_table.v, 0, "Options:", NULL },
                                      { NULL, 0, POPT_ARG_INCLUDE_TABLE, shared_table.v, 0,
                                        "Options of every command:", NULL },
                                      { NULL, 0, POPT_ARG_INCLUDE_TABLE, of_perf, 0, NULL, NULL },
                                      { NULL, 0, POPT_ARG_INCLUDE_TABLE, taken_back, 0, NULL, NULL },
                                      POPT_TABLEEND };
    *common = (struct common_opts){ .demangle = elf_demangle };
    const char **words = abbreviations_expand(argc, argv, tables, 2, of_perf, &texts);
    for (int i = 0; i < argc; i++)
        words[i] = with_its_value(words[i], tables, 3, &texts);
    poptContext ctx = mem_must(poptGetContext("perfolio", argc, words, all, 0), 1, sizeof(*all));
    poptSetOtherOptionHelp(ctx, o->usage ? o->usage : "[options] [-i] FILE");
    int status = -1, option;
    struct err e = { 0 };
    while (status < 0 && (option = poptGetNextOpt(ctx)) > 0) {
        char *value = poptGetOptArg(ctx);
        if (option == OPT_INPUT) {
            free(common->input);
            common->input = mem_copy(value, strlen(value));
            add_word(&common->inputs, value);
        } else if (option == OPT_OBJECTS) {
            add_word(&common->objects, value);
        } else if (option == OPT_NO_DEMANGLE) {
            common->demangle = NULL;
        } else if (option == OPT_DEMANGLE) {
            status = read_demangle(common, command, value, err) ? status : 1;
        } else if (option >= OPT_OF_PERF) {
            status = take_of_perf(common, command, option, err) ? status : 1;
        } else if (o->take && !o->take(o->arg, option, value, &e)) {
            fprintf(err, "perfolio %s: %s\n", command, e.msg);
            status = 1;
        }
        free(value);
    }
    if (status < 0 && option < -1) {
        show_bad(command, poptBadOption(ctx, 0), option, tables, 3, err);
        status = 1;
    }
    const char *subject = o->about ? poptGetArg(ctx) : NULL;
    if (o->about)
        *o->about = subject ? mem_copy(subject, strlen(subject)) : NULL;
    for (const char *file; o->several && (file = poptGetArg(ctx)) != NULL;)
        add_word(&common->inputs, file);
    const char *file = poptGetArg(ctx), *more = file ? poptPeekArg(ctx) : NULL;
    if (status < 0 && common->help) {
        fprintf(out, "perfolio %s\n", command);
        poptPrintHelp(ctx, out, 0);
        status = 0;
    } else if (status < 0 && is_absent_word(command, file, common->input, err)) {
        status = 1;
    } else if (status < 0 && (more || (file && common->input))) {
        fprintf(err, "perfolio %s: one capture at a time: '%s' is too much\n", command, more ? more : file);
        status = 1;
    } else if (status < 0 && o->named && !file && !common->inputs.n && !file_stdin_is_pipe()) {
        fprintf(err, "perfolio %s: which folio? perfolio %s %s\n", command, command, o->usage);
        status = 1;
    }
    if (!common->input)
        common->input = file                   ? mem_copy(file, strlen(file))
                        : file_stdin_is_pipe() ? mem_copy("-", 1) /* as in perf */
                                               : mem_copy("perf.data", 9);
    if (!common->inputs.n && !o->unnamed)
        add_word(&common->inputs, common->input);
    if (status < 0 && o->captures)
        status = captures_take(o->captures, common);
    poptFreeContext(ctx);
    free(words);
    free(of_perf);
    free(taken_back);
    arena_free(&texts);
    return status;
}

void options_free(struct common_opts *common)
{
    free_words(&common->objects);
    free_words(&common->inputs);
    free(common->input);
    free(common->capture);
    free(common->symfs);
    free(common->kallsyms);
    free(common->vmlinux);
    free(common->debuginfod);
    free(common->of_perf);
    *common = (struct common_opts){ 0 };
}
