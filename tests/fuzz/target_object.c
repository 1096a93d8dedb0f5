/*
 * target_object: a libFuzzer entry (`./dev fuzz object`): the bytes as a file that --objects, --kallsyms or --vmlinux name, through the
 * commands that read one for a capture. The last byte selects the command.
 */
#define _DEFAULT_SOURCE /* realpath() */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/text.h"
#include "tests/outlets.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
int LLVMFuzzerInitialize(int *argc, char ***argv);

#define OBJECT "OBJECT" /* the file stands here; the last word is a fixture */

static const char *const lines[][16] = {
    { "report", "--objects", OBJECT, "-i", "amd64/fp.data" },
    { "report", "--objects", OBJECT, "-s", "srcline,sym", "--inline", "-i", "amd64/annotate.data" },
    { "annotate", "--objects", OBJECT, "--top", "0", "--inlines", "--blocks", "--arrows", "--objdump", "",
      "-i", "amd64/annotate.data" },
    { "annotate", "--objects", OBJECT, "--top", "3", "--objdump", "", "-i", "hppa/user.data" },
    { "report", "--kallsyms", OBJECT, "-i", "amd64/fp.data" },
    { "report", "--vmlinux", OBJECT, "-i", "amd64/fp.data" },
    { "doctor", "--objects", OBJECT, "-i", "riscv64/pipe.data" },
    { "pack", "--objects", OBJECT, "--level", "full", "--source", "-o", "/dev/null", "amd64/annotate.data" },
    { "report", "--objects", OBJECT, "-g", "caller", "-i", "armhf/fp-apcs.data" },
    { "explain", "main", "--objects", OBJECT, "-i", "amd64/annotate.data" },
    { "annotate", "--kallsyms", OBJECT, "--objdump", "", "-i", "amd64/bpf.data" },
    { "report", "--objects", OBJECT, "-s", "sym,srcline", "-i", "amd64/jit.data" },
};

static char fixtures[PATH_MAX];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    if (!realpath("fixtures", fixtures) && !realpath("../fixtures", fixtures))
        abort();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char path[] = "/tmp/perfolio-fuzz-XXXXXX";
    const char *argv[20] = { "perfolio" };
    int argc = 1;
    if (!n)
        return 0;
    const int fd = mkstemp(path);
    FILE *out = fopen("/dev/null", "w");
    if (fd < 0 || !out || write(fd, bytes, n - 1) != (ssize_t)n - 1)
        abort();
    close(fd);
    const char *const *line = lines[bytes[n - 1] % COUNT(lines)];
    argv[argc++] = line[0];
    argv[argc++] = "--isolated";
    int i = 1;
    for (; line[i + 1]; i++)
        argv[argc++] = strcmp(line[i], OBJECT) ? line[i] : path;
    char capture[2 * PATH_MAX];
    snprintf(capture, sizeof(capture), "%s/%s", fixtures, line[i]);
    argv[argc++] = capture;
    argv[argc] = NULL;
    perfolio_to(argc, argv, out, out);
    fclose(out);
    unlink(path);
    return 0;
}
