/*
 * screen: the terminal as a grid of characters, with styles, keys and the mouse. Only screen.c uses curses. Texts may
 * have any bytes: characters that could control the terminal or reorder its text are shown escaped, and texts that are
 * too wide are cut.
 */
#ifndef PERFOLIO_CLI_VIEW_SCREEN_H
#define PERFOLIO_CLI_VIEW_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"
#include "core/base/text.h"

enum screen_style {
    STYLE_PLAIN,
    STYLE_TITLE,
    STYLE_HEAD,
    STYLE_HOT,  /* a share of 5% or more, as in perf */
    STYLE_WARM, /* a share of 0.5% or more */
    STYLE_DIM,
    STYLE_COMMAND,
    STYLE_CHIP,
    STYLE_ALERT,
    STYLE_FLAME, /* the first of STYLE_FLAMES backgrounds */
    STYLE_FLAMES = 5,
    STYLE_CHOSEN = 0x100, /* a flag, added to a style: the row under the cursor */
};

/* Keys that are not characters. Characters are their code points. */
enum screen_key {
    SCREEN_ENTER = '\r',
    SCREEN_TAB = '\t',
    SCREEN_ESCAPE = 27,
    SCREEN_BACKSPACE = 127,
    SCREEN_UP = 0x110000, /* larger than all Unicode code points */
    SCREEN_DOWN,
    SCREEN_LEFT,
    SCREEN_RIGHT,
    SCREEN_PAGE_UP,
    SCREEN_PAGE_DOWN,
    SCREEN_HOME,
    SCREEN_END,
    SCREEN_BACK_TAB,
    SCREEN_WHEEL_UP,
    SCREEN_WHEEL_DOWN,
    SCREEN_CLICK,    /* the left mouse button was pressed at x, y */
    SCREEN_DOUBLE,   /* the same place was clicked twice within 0.4 s */
    SCREEN_RELEASED, /* the left button was released at x, y */
    SCREEN_RESIZED,
    SCREEN_NOTHING, /* no key arrived in time */
    SCREEN_GONE,    /* the terminal was closed */
};

/* The key of Ctrl with a letter. */
#define SCREEN_CTRL(letter) ((letter)&0x1f)

struct screen_event {
    int key, x, y;
};

/* The characters to draw lines with, depending on the locale. */
struct screen_glyphs {
    const char *upright, *branch, *last, *cut, *separator, *rule, *block, *arrow, *up, *down, *shades[9],
        *note;
};

struct screen {
    void *terminal; /* curses' SCREEN; NULL: not open */
    bool utf8, colour;
    int rows, columns;
    const struct screen_glyphs *glyphs;
    struct screen_event pressed; /* the last click and its time (ms), to detect double clicks */
    uint64_t pressed_at;
};

/* Takes over the terminal of standard input and output. False with `e` set: it cannot be used. Every successful call
   needs a screen_close(), which restores the terminal. */
bool screen_open(struct screen *s, bool no_color, struct err *e);
void screen_close(struct screen *s);

/* Waits for the next event, at most `ms` milliseconds; a negative `ms` means without a limit. */
struct screen_event screen_read(struct screen *s, int ms);

void screen_erase(struct screen *s);
void screen_show(struct screen *s);

/* Stops the program, as Ctrl-Z does, until it is continued. */
void screen_suspend(struct screen *s);

/* Writes a text into `width` columns of row y from column x on; what does not fit is cut, with a mark at the cut.
   Returns the columns that were written. `style` is a screen_style, maybe with STYLE_CHOSEN. */
int screen_put(struct screen *s, int y, int x, int width, unsigned style, const char *text);

/* As screen_put(), right-aligned. */
int screen_put_right(struct screen *s, int y, int x, int width, unsigned style, const char *text);

/* Fills `width` columns with blanks of a style. */
void screen_fill(struct screen *s, int y, int x, int width, unsigned style);

/* The number of columns that a text takes; at most `most`. */
int screen_columns_of(const struct screen *s, const char *text, int most);

/* Shows the cursor of the terminal at a place; x < 0: hides it. */
void screen_cursor(struct screen *s, int y, int x);

/* Puts a text on the clipboard of the terminal (OSC 52); terminals that do not know this ignore it. */
void screen_copy(struct screen *s, const char *text);

/* Milliseconds of a monotonic clock; only the timing of the screen may depend on it. */
uint64_t screen_clock(void);

#endif
