/* dialog: questions to the user: a menu in front of the page, or a line to fill in. */
#ifndef PERFOLIO_CLI_VIEW_DIALOG_H
#define PERFOLIO_CLI_VIEW_DIALOG_H

#include "cli/view/workbench.h"

#define DIALOG_NONE ((size_t)-1)

/* Lets the user choose one of n texts. Returns its index; DIALOG_NONE: none. */
size_t dialog_menu(struct workbench *w, const char *title, const char *const *items, size_t n);

/* Lets the user change the text in `line`. False if they gave up; then `line` is as they left it. */
bool dialog_line(struct workbench *w, const char *label, struct text *line);

/* Asks for yes or no. */
bool dialog_sure(struct workbench *w, const char *label);

#endif
