#include <stdlib.h>
#include <string.h>

#include "cli/abbreviations.h"
#include "cli/absent.h"
#include "cli/session.h"
#include "core/base/file.h"
#include "core/base/mem.h"

enum { OPT_INPUT = 9001, OPT_OBJECTS };

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
        alternatives_show("--", names, err);
        fprintf(err, "\n");
    }
    free(names);
    return is_ambiguous;
}

/* What popt says of a word, and what else there is to say of one that is no option. */
static void show_bad(const char *command, const char *word, int why, const struct poptOption *const *tables,
                     size_t ntables, FILE *err)
{
    bool is_long = !strncmp(word, "--", 2);
    struct nearest meant = { .word = is_long ? word + 2 : "" };
    if (why == POPT_ERROR_BADOPT &&
        (absent_show(command, word, err) || ambiguous_show(command, word, tables, ntables, err)))
        return;
    for (size_t t = 0; t < ntables && why == POPT_ERROR_BADOPT; t++)
        for (const struct poptOption *o = tables[t]; o->longName || o->shortName || o->arg; o++)
            if (o->longName && !(o->argInfo & POPT_ARGFLAG_DOC_HIDDEN))
                nearest_see(&meant, o->longName);
    fprintf(err, "perfolio %s: %s: %s", command, word, poptStrerror(why));
    fprintf(err, meant.found ? "; there is --%s\n" : "\n", meant.found);
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
        { "capture", 0, POPT_ARG_STRING, &common->capture, 0,
          "which of the captures of a folio, by name or by number", "NAME" },
        { "symfs", 0, POPT_ARG_STRING, &common->symfs, 0, "look for files under this directory", "DIR" },
        { "kallsyms", 0, POPT_ARG_STRING, &common->kallsyms, 0, "the kernel's symbol list", "FILE" },
        { "vmlinux", 'k', POPT_ARG_STRING, &common->vmlinux, 0, "the kernel's ELF image", "FILE" },
        { "debuginfod", 0, POPT_ARG_STRING, &common->debuginfod, 0,
          "ask debuginfod servers for objects with many samples; without URLS those of the environment",
          "URLS" },
        { "isolated", 0, POPT_ARG_NONE, &common->isolated, 0,
          "take nothing from this machine but what is named", NULL },
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
    const struct poptOption all[] = { { NULL, 0, POPT_ARG_INCLUDE_TABLE, own_table.v, 0, "Options:", NULL },
                                      { NULL, 0, POPT_ARG_INCLUDE_TABLE, shared_table.v, 0,
                                        "Options of every command:", NULL },
                                      POPT_TABLEEND };
    *common = (struct common_opts){ 0 };
    /* popt takes the next word for an option whose value may be left out, and so the capture's name. */
    const struct poptOption *const tables[] = { own, shared };
    struct arena texts = { 0 };
    const char **words = abbreviations_expand(argc, argv, tables, 2, &texts);
    for (int i = 0; i < argc; i++)
        words[i] = strcmp(words[i], "--debuginfod") ? words[i] : "--debuginfod=";
    poptContext ctx = poptGetContext("perfolio", argc, words, all, 0);
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
        } else if (o->take && !o->take(o->arg, option, value, &e)) {
            fprintf(err, "perfolio %s: %s\n", command, e.msg);
            status = 1;
        }
        free(value);
    }
    if (status < 0 && option < -1) {
        show_bad(command, poptBadOption(ctx, 0), option, tables, 2, err);
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
    poptFreeContext(ctx);
    free(words);
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
    *common = (struct common_opts){ 0 };
}
