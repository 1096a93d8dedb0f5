/*
 * workbench: the screen, the open files, and a stack of pages, the last of which is on the screen. A page is a question
 * and its answer; the rest of the screen is laid out like this:
 *
 *   title of the page                                          file
 *   the filters, each with its number
 *   ...                                                               the page: body_rows lines from body_top on
 *   the command line that prints the answer
 *   a message, or the most useful keys
 */
#ifndef PERFOLIO_CLI_VIEW_WORKBENCH_H
#define PERFOLIO_CLI_VIEW_WORKBENCH_H

#include "cli/view/opened.h"
#include "cli/view/screen/screen.h"

struct workbench;
struct page;

/* A key of a page and its action. Help lists the rows that have a help text. */
struct key_row {
    int key;
    const char *name, *help;
    void (*act)(struct workbench *w, struct page *p, struct screen_event event);
};

struct page_kind {
    const char *name;
    const char *hint;                   /* the most useful keys of the page, in one line */
    const struct key_row *keys, *moves; /* rows of zeros end the tables; keys of all pages come after these */
    bool prints;                        /* the answer is text, not a view */
    /* Uses a new answer, in p->view or p->printed. False after a message: the answer has nothing to show. */
    bool (*take)(struct workbench *w, struct page *p);
    void (*title)(struct workbench *w, struct page *p, struct text *out);
    void (*draw)(struct workbench *w, struct page *p);
    /* Adds what people wrote about the place under the cursor. NULL: the page has no such places. */
    void (*note)(struct workbench *w, struct page *p, struct text *out);
    void (*free)(struct page *p);
    /* Goes back inside of the page. False: there is nothing to go back to. NULL: never. */
    bool (*back)(struct workbench *w, struct page *p);
};

struct page {
    const struct page_kind *kind;
    struct question question;
    uint64_t most; /* most rows to request; 0: all */
    pf_view *view;
    struct text printed, said;
    struct text found; /* the text that was searched last */
    void *own;         /* the state of this kind of page */
};

struct workbench {
    struct screen screen;
    /* Does the action of an event on a page (keys.h). */
    void (*act)(struct workbench *w, struct page *p, struct screen_event event);
    const struct desk *desk;
    struct opened *files;
    size_t nfiles, cap_files, file; /* file: index of the current file */
    struct page **pages;
    size_t npages, cap_pages;
    struct text message;
    bool is_alert; /* the message reports a failure */
    bool ends;
    int body_top, body_rows;
    /* of the question that is being answered: its start, and the last update of its progress (ms); 0: there is none */
    uint64_t waits_since, drawn_at;
    char waits_for[32]; /* the command that is being answered, cut */
};

/* workbench_file(): the current file. workbench_page(): the page on the screen; NULL: there is none. */
static inline struct opened *workbench_file(struct workbench *w)
{
    return &w->files[w->file];
}

static inline struct page *workbench_page(struct workbench *w)
{
    if (w->npages)
        return w->pages[w->npages - 1];
    return NULL;
}

void workbench_say(struct workbench *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void workbench_alert(struct workbench *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Alerts the user with the first line of a command's messages, without the command's name. */
void workbench_alert_said(struct workbench *w, const char *said);

/* Draws the page and the frame on the screen. */
void workbench_draw(struct workbench *w);

/* Reads an event, or ends the workbench if the terminal is gone. */
struct screen_event workbench_read(struct workbench *w);

/* Opens a page with a question, whose words it takes over. Returns the page; NULL after a message: there is no
   answer. */
struct page *workbench_open(struct workbench *w, const struct page_kind *kind, struct question q,
                            uint64_t most);
void workbench_back(struct workbench *w);

/* Asks a page's question again, as `changed`, which it takes over. False after a message: the page is unchanged. */
bool workbench_ask_again(struct workbench *w, struct page *p, struct question changed);

/* Closes all pages except the first one, and asks its question about another file of the list. */
void workbench_switch_file(struct workbench *w, size_t file);

/* Opens a file of the list if it is not open. False with `e` set, after showing a message: the file cannot be read. */
bool workbench_open_file(struct workbench *w, size_t file, pf_error *e);

/* Closes pages and files. */
void workbench_free(struct workbench *w);

#endif
