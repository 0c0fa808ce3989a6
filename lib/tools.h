/* tools.h - all doors at once, for files that do not yet include those they
 * use. */
#ifndef TOOLS_H
#define TOOLS_H

/* The rooms by their doors. */
#include "base/base.h"
#include "io/io.h"
#include "board/board.h"
#include "text/text.h"
#include "play/play.h"
#include "format/format.h"

#endif
