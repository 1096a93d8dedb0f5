/* dialog: asks the user something: a menu over the page, or a line of text to edit. */
#ifndef PERFOLIO_CLI_VIEW_DIALOG_H
#define PERFOLIO_CLI_VIEW_DIALOG_H

#include "cli/view/workbench.h"

#define DIALOG_NONE ((size_t)-1)

/* Lets the user choose one of n texts. Returns its index; DIALOG_NONE: the user chose none. */
size_t dialog_menu(struct workbench *w, const char *title, const char *const *items, size_t n);

/* Lets the user edit the text in `line`. False if the user gave up; `line` then has the text as edited so far. */
bool dialog_line(struct workbench *w, const char *label, struct text *line);

/* Asks for yes or no. */
bool dialog_sure(struct workbench *w, const char *label);

#endif
