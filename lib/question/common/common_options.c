#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "lib/options/absent.h"
#include "lib/question/common/common.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "formats/elf/elf.h"

static bool take_input(void *target, const struct option_row *row UNUSED, const char *value,
                       struct err *e UNUSED)
{
    struct common_opts *common = target;
    common->input = value;
    value_words_add(&common->inputs, value, strlen(value));
    return true;
}

static bool take_demangle(void *target, const struct option_row *row, const char *value, struct err *e)
{
    char *(**demangle)(const char *) = target;
    int how = 0;
    if (value && *value)
        how = option_word_named(row, value, strlen(value), e);
    if (row->value)
        *demangle = NULL;
    else
        *demangle = how == 1 ? elf_demangle_full : elf_demangle;
    return how >= 0;
}

static void drop_symfs(void *target)
{
    char **to = target;
    free(*to);
    *to = NULL;
}

/* Ignores perf's layout after a comma: files are always looked up by path, then by name. */
static bool take_symfs(void *target, const struct option_row *row UNUSED, const char *value,
                       struct err *e UNUSED)
{
    static const char *const layouts[] = { ",hierarchy", ",flat" };
    char **to = target;
    size_t n = strlen(value);
    for (size_t i = 0; i < COUNT(layouts); i++) {
        const size_t behind = strlen(layouts[i]);
        if (n >= behind && !strcmp(value + n - behind, layouts[i]))
            n -= behind;
    }
    drop_symfs(to);
    *to = mem_copy(value, n);
    return true;
}

static bool take_max_unpacked(void *target, const struct option_row *row, const char *value, struct err *e)
{
    return value_size_read(row->name, value, target, e);
}

bool common_is_color_word(const char *word)
{
    const struct option_row row = { .words = COMMON_COLOR_WORDS };
    return option_word_named(&row, word, strlen(word), &(struct err){ 0 }) >= 0;
}

bool common_take_color(void *target, const struct option_row *row, const char *value, struct err *e)
{
    int *when = target;
    *when = COLOR_ALWAYS;
    if (value)
        *when = option_word_named(row, value, strlen(value), e);
    return *when >= 0;
}

#define OPTS struct common_opts
const struct option_row common_rows[] = {
    OPT("input", 'i', CALL, input, "FILE", "the capture or folio; - is standard input", .take = take_input,
        .needs = NEEDS_INPUT),
    OPT("objects", 0, EACH, objects, "PATH",
        "where to find symbols: a build-id cache, a sysroot, packages, an ELF file, a kallsyms "
        "(repeatable)",
        .needs = NEEDS_INPUT),
    OPT("buildid-dir", 0, EACH, objects, "PATH", NULL, .needs = NEEDS_INPUT),
    OPT("capture", 0, TEXT, capture, "NAME", "one capture of a folio, by name or number"),
    OPT("symfs", 0, CALL, symfs, "DIR[,LAYOUT]", "look for files under this directory", .take = take_symfs,
        .drop = drop_symfs, .needs = NEEDS_INPUT),
    OPT("kallsyms", 0, TEXT, kallsyms, "FILE", "the kernel's symbol list", .needs = NEEDS_INPUT),
    OPT("vmlinux", 'k', TEXT, vmlinux, "FILE", "the kernel's ELF image", .needs = NEEDS_INPUT),
    OPT("debuginfod", 0, TEXT, debuginfod, "URLS",
        "ask debuginfod servers for objects with many samples; default: the servers in the "
        "environment",
        .loose = true, .needs = NEEDS_SERVERS),
    OPT("isolated", 0, FLAG, isolated, NULL, "open no files of this machine but those that options name"),
    OPT("max-unpacked", 0, CALL, max_unpacked, "SIZE",
        "the most bytes to which a capture may unpack; default: 64M and 256 times its size",
        .take = take_max_unpacked),
    OPT("demangle", 0, CALL, demangle, "names|full",
        "how C++ functions are shown: names (default), or full, with parameters", .loose = true,
        .words = "names full", .take = take_demangle),
    OPT("no-demangle", 0, CALL, demangle, NULL, "mangled symbols, as the linker sees them", .value = 1,
        .take = take_demangle),
    OPT("demangle-kernel", 0, FLAG, demangle_kernel, NULL, "demangle symbols of the kernel, too"),
    COMMON_COLOR_ROW("color", color, "colours in text: %s (auto, the default: on a terminal)"),
    OPT("full-names", 0, FLAG, full_names, NULL, "do not shorten names to the width of the terminal"),
    OPT("no-pager", 0, FLAG, no_pager, NULL,
        "do not show results that are longer than the screen in a pager"),
    OPT("no-sandbox", 0, FLAG, no_sandbox, NULL,
        "keep all rights: by default the program gives up those that it does not need"),
    OPT("force", 'f', NONE, input, NULL, "accepted as in perf; ownership of files is never checked"),
    OPT("json", 0, FLAG, json, NULL, "print JSON, problems included", .is_form = true),
    OPT("verbose", 'v', FLAG, verbose, NULL, "say more"),
    OPT("help", 'h', FLAG, help, NULL, "this text"),
    OPT_END
};

/* Reports an option of perf that has no effect here, once per option. If that depends on the capture, it is reported
   later. False: the option is refused. */
static bool take_of_perf(struct common_opts *common, const char *command, const struct option_row *row,
                         struct outlet *err)
{
    for (size_t i = 0; i < common->nof_perf; i++)
        if (common->of_perf[i] == row)
            return true;
    *MEM_ADD(common->of_perf, common->nof_perf, common->cap_of_perf) = row;
    common->command = command;
    if (row->kind != OPTION_OF_RECORDS)
        absent_option_show(row, command, row->kind == OPTION_REFUSED, err);
    return row->kind != OPTION_REFUSED;
}

static bool common_options_take(const struct options_walk *w, const struct command *c,
                                struct common_opts *common, struct outlet *err)
{
    struct err e = { 0 };
    if (w->row->kind >= OPTION_REFUSED)
        return w->off || take_of_perf(common, c->name, w->row, err);
    if (option_set(w->row, common, w->value, w->off, &e))
        return true;
    return outlet_fail(err, &e, "perfolio %s: ", c->name);
}

/* False if the option selects the format of the answer, and another option has selected one before. `form`: that
   option; NULL: none. */
static bool take_form(const struct options_walk *w, const char *command, const struct option_row **form,
                      struct outlet *err)
{
    const struct option_row *row = w->row;
    if (!row->is_form)
        return true;
    const bool has_other = *form && *form != row;
    if (has_other && !w->off)
        return outlet_refuse(err, "perfolio %s: --%s and --%s exclude each other\n", command, (*form)->name,
                             row->name);
    if (!w->off)
        *form = row;
    else if (!has_other)
        *form = NULL;
    return true;
}

/* Reads all words of a command line. Operands are added to `operands`. *mistaken receives a switch, if an operand
   after it may have been meant as its value. */
static bool read_words(const struct command *c, struct common_opts *common, int argc, const char **argv,
                       struct words *operands, const struct option_row **mistaken, struct outlet *err)
{
    const struct option_row *before = NULL;
    const struct option_row *const tables[] = { c->rows, common_rows, absent_options(c->name), NULL };
    struct options_walk w = { .tables = tables, .argc = argc, .argv = argv, .at = 1 };
    struct words *more = NULL; /* operands that follow are further values of this option */
    const struct option_row *form = NULL;
    while (options_next(&w)) {
        if (!w.row && more)
            value_words_add(more, w.value, strlen(w.value));
        else if (!w.row) {
            if (before && before->instead)
                *mistaken = before;
            operands->v[operands->n++] = w.value;
        } else if (!take_form(&w, c->name, &form, err) || !common_options_take(&w, c, common, err))
            return false;
        before = w.row;
        if (w.row) {
            if (w.row->several)
                more = (struct words *)(void *)((char *)common + w.row->target);
            else
                more = NULL;
        }
    }
    if (w.problem)
        options_print_problem(&w, c->name, err);
    return !w.problem;
}

static void show_help(const struct command *c, struct outlet *out)
{
    struct text text = { 0 };
    command_help(c, common_rows, &text);
    outlet_write(out, text.s, text.n);
    text_free(&text);
}

/* Reports a subcommand of perf in place of a capture, such as "record" of trace. */
static bool is_absent_word(const char *command, const char *word, const char *input, struct outlet *err)
{
    return word && (input || file_kind_of(word) == FILE_NONE) && absent_show(command, word, err);
}

/* For a command with COMMAND_MAY_ASK: decides which operand is the subject; the other operands are captures. False
   after printing that two operands can only be subjects. */
static bool take_asked(const char *command, struct common_opts *common, const struct words *operands,
                       struct outlet *err)
{
    for (size_t i = 0; i < operands->n; i++) {
        const char *word = operands->v[i];
        const bool is_file = !strcmp(word, "-") || strchr(word, '/') || file_kind_of(word) != FILE_NONE;
        if (!is_file && common->subject)
            return outlet_refuse(
                err, "perfolio %s: '%s' is not a file; '%s' is already the subject of the question\n",
                command, word, common->subject);
        if (!is_file)
            common->subject = word;
        else
            value_words_add(&common->inputs, word, strlen(word));
    }
    if (!common->input && common->inputs.n)
        common->input = common->inputs.v[0];
    return true;
}

/* Reports that standard input is read, if it is a terminal. */
static void show_wait(const struct common_opts *common, struct outlet *err)
{
    bool reads = common->input && !strcmp(common->input, "-");
    for (size_t i = 0; i < common->inputs.n; i++)
        reads = reads || !strcmp(common->inputs.v[i], "-");
    if (reads && common->desk->waits)
        outlet_add(
            err,
            "perfolio: waiting for a capture or a folio on standard input, which is a terminal; -i FILE reads a file\n");
}

/* The path of the default input. */
static const char *usual_input(const struct desk *d)
{
    if (d->session)
        return d->session->o.path;
    if (file_stdin_is_pipe())
        return "-";
    return "perf.data";
}

/* Assigns operands to subject and inputs, and applies defaults. Returns the same as options_read(). */
static int take_operands(const struct command *c, struct common_opts *common, const struct words *operands,
                         const struct option_row *mistaken, struct outlet *err)
{
    const char *file = NULL, *more = NULL;
    size_t at = 0;
    if (c->traits & COMMAND_MAY_ASK) {
        if (!take_asked(c->name, common, operands, err))
            return 1;
        at = operands->n;
    }
    if ((c->traits & COMMAND_SUBJECT || c->subject_at) && at < operands->n)
        common->subject = operands->v[at++];
    if (c->subject_at &&
        (common->view = command_match_name(c->name, common->subject, c->subject_at, err)) < 0)
        return 1;
    for (; c->traits & COMMAND_SEVERAL && at < operands->n; at++)
        value_words_add(&common->inputs, operands->v[at], strlen(operands->v[at]));
    if (at < operands->n)
        file = operands->v[at++];
    if (at < operands->n)
        more = operands->v[at];
    if (is_absent_word(c->name, file, common->input, err))
        return 1;
    if (more || (file && common->input)) {
        outlet_print(err, "perfolio %s: reads one capture at a time: '%s' is too many", c->name,
                     text_or(more, file));
        if (mistaken)
            outlet_print(err, " (--%s takes no value here: --%s does)", mistaken->name, mistaken->instead);
        outlet_print(err, "\n");
        return 1;
    }
    const bool is_named = file || common->inputs.n || common->desk->session;
    if (c->traits & COMMAND_NAMED && !is_named && !file_stdin_is_pipe()) {
        outlet_print(err, "perfolio %s: no folio is named; usage: perfolio %s %s\n", c->name, c->name,
                     c->usage);
        return 1;
    }
    if (!common->input && file)
        common->input = file;
    else if (!common->input)
        common->input = usual_input(common->desk);
    const bool has_sides = common->before.n || common->after.n;
    const bool is_usual = !common->inputs.n && !(c->traits & COMMAND_UNNAMED);
    if (is_usual && (file || !has_sides))
        value_words_add(&common->inputs, common->input, strlen(common->input));
    return -1;
}

/* Sets colours and page options of the answer and of the messages. */
static void set_styles(const struct common_opts *common, struct outlet *out, struct outlet *err)
{
    if (common->color != COLOR_AUTO)
        out->style.colors = err->style.colors = common->color == COLOR_ALWAYS;
    if (common->full_names)
        out->style.columns = 0;
    if (common->no_pager)
        out->style.pages = PAGES_NONE;
}

int options_read(const struct command *c, void *opts, const char *view, int argc, const char **argv,
                 struct outlet *out, struct outlet *err)
{
    struct common_opts *common = opts;
    struct words operands = { .v = mem_new((size_t)argc, sizeof(*operands.v)) };
    const size_t size = c->size ? c->size : sizeof(*common);
    if (c->usual)
        memcpy(opts, c->usual, size);
    else
        memset(opts, 0, size);
    common->demangle = elf_demangle;
    common->desk = out->desk;
    if (common->desk->session) { /* symbols are looked up with the options of the open session */
        const struct session_opts *s = &common->desk->session->o;
        common->isolated = s->isolated;
        common->demangle = s->demangle;
        common->demangle_kernel = s->demangle_kernel;
    }
    common->json = out->sink != NULL; /* an answer in memory has all values, like JSON */
    const struct option_row *mistaken = NULL;
    int status = read_words(c, common, argc, argv, &operands, &mistaken, err) ? -1 : 1;
    /* leaves out the word that selected the view */
    const size_t at = view && operands.n && operands.v[0] == view;
    set_styles(common, out, err);
    if (status < 0 && common->help) {
        show_help(c, out);
        status = 0;
    }
    if (status < 0)
        status = take_operands(c, common, &(struct words){ operands.v + at, operands.n - at }, mistaken, err);
    if (status < 0)
        show_wait(common, err);
    free(operands.v);
    return status;
}

void options_free(const struct command *c, void *opts)
{
    struct common_opts *common = opts;
    options_free_values(c->rows, opts);
    options_free_values(common_rows, opts);
    value_words_free(&common->inputs);
    free(common->of_perf);
}
