/* run_absent: replaces the workbench in a build without ncursesw. */
#include "cli/view/run.h"

bool run_is_built(void)
{
    return false;
}

int run_workbench(const struct common_opts *options, const char *const *question, struct outlet *out,
                  struct outlet *err)
{
    (void)out;
    (void)options;
    (void)question;
    outlet_print(err,
                 "perfolio view: this perfolio was built without ncursesw (Debian's libncurses-dev), which "
                 "draws on terminals; perfolio report prints the same rows\n");
    return 1;
}
