/*
 * target_words: a libFuzzer entry (`./dev fuzz words`): the bytes, cut at newlines, as the words of a command line about a small
 * capture. The first byte selects the command. Words with a slash are refused, and the command runs in an empty folder
 * without a PATH: so nothing is written elsewhere, and no program is run.
 */
#define _DEFAULT_SOURCE /* strsep(), realpath() */
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "tests/outlets.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
int LLVMFuzzerInitialize(int *argc, char ***argv);

enum { WORDS = 24 };

static char capture[PATH_MAX];
static char folder[] = "/tmp/perfolio-fuzz-XXXXXX";

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    if (!realpath("fixtures/amd64/fp.data", capture) && !realpath("../fixtures/amd64/fp.data", capture))
        abort();
    if (!mkdtemp(folder) || setenv("PATH", "", 1))
        abort();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const char *const commands[] = { "report",  "script", "annotate",     "diff",   "info",
                                            "evlist",  "stat",   "sched",        "lock",   "kmem",
                                            "trace",   "dump",   "buildid-list", "doctor", "export",
                                            "explain", "report", "complete" };
    const char *argv[WORDS + 6] = { "perfolio" };
    int argc = 1;
    if (!n || memchr(bytes, '/', n))
        return 0;
    char *text = mem_copy(bytes + 1, n - 1), *rest = text;
    FILE *out = fopen("/dev/null", "w");
    if (!out)
        abort();
    argv[argc++] = commands[bytes[0] % COUNT(commands)];
    for (char *word; argc < WORDS && (word = strsep(&rest, "\n"));)
        argv[argc++] = word;
    argv[argc++] = "--isolated";
    argv[argc++] = "-i";
    argv[argc++] = capture;
    argv[argc] = NULL;
    const int home = open(".", O_RDONLY | O_DIRECTORY);
    if (home < 0 || chdir(folder))
        abort();
    perfolio_to(argc, argv, out, out);
    if (fchdir(home))
        abort();
    close(home);
    fclose(out);
    free(text);
    return 0;
}
