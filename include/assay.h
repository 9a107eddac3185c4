/* assay for other languages: tests of compositional generalisation, made, split, verified and
 * judged.
 *
 *   assay_source* rows;
 *   assay_text line;
 *   const char* wanted = "{\"task\":\"scan\",\"rows\":10,\"seed\":7}";
 *   if (assay_open(wanted, NULL, &rows) != ASSAY_OK) puts(assay_last_error());
 *   assay_lines(rows, 0, 1, ASSAY_WITH_RULES, NULL, &line);
 *   puts(line.data);
 *   assay_free(&line);
 *   assay_close(rows);
 *
 * Requests and reports are JSON (docs/c.md lists them), UTF-8. Functions that can fail return a
 * status; the message, one line that names the thing, the place and the remedy, is
 * assay_last_error() of the same thread. Handles may be used by several threads at once, worlds by
 * one at a time. Nothing is printed, no signal handler is installed, and no C++ exception leaves
 * the library.
 */
#pragma once

/* NOLINTBEGIN: this is C. */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define ASSAY_EXPORT __attribute__((visibility("default")))
#else
#define ASSAY_EXPORT
#endif

/* Raised when something that is here changes its meaning; additions leave it alone. */
#define ASSAY_ABI 1

/* The ABI of the library that was loaded: compare it with ASSAY_ABI. */
ASSAY_EXPORT uint32_t assay_abi(void);

typedef enum assay_status {
  ASSAY_OK = 0,
  ASSAY_USAGE = 1,       /* asked for something that does not exist or does not fit */
  ASSAY_INPUT = 2,       /* data that was read is damaged or foreign */
  ASSAY_IO = 3,          /* disk, rights, a folder in use */
  ASSAY_ENDPOINT = 4,    /* a remote service failed */
  ASSAY_UNSUPPORTED = 5, /* a sensible wish that this build or task cannot fulfil */
  ASSAY_INTERRUPTED = 6, /* stopped on request; what was committed is kept */
  ASSAY_MEMORY = 7,      /* an allocation failed */
  ASSAY_BUG = 8          /* our own mistake; please report it */
} assay_status;

/* Why the last call on this thread failed; "" when it did not. Valid until the next call on this
 * thread. */
ASSAY_EXPORT const char* assay_last_error(void);

/* Bytes of the library's own, with a 0 behind them that is not counted. */
typedef struct assay_text {
  char* data;
  size_t size;
} assay_text;

/* Gives the bytes back and empties the text; an empty one is left alone. */
ASSAY_EXPORT void assay_free(assay_text* text);

/* How far long work is. */
typedef struct assay_progress {
  const char* what; /* "generate scan"; empty: the note stands by itself */
  const char* note; /* what a search has found so far; may be empty */
  uint64_t done;
  uint64_t total; /* 0: not known */
  uint64_t bytes;
} assay_progress;

/* How work is done. A null pointer stands for all zeros. */
typedef struct assay_control {
  uint32_t jobs;     /* threads; 0: one */
  const char* cache; /* folder for what tasks prepare; null: nothing is kept */
  /* Called now and then, from any thread, by one at a time. May be null. */
  void (*progress)(void* context, const assay_progress* state);
  void* context;
  /* The address of an atomic_bool of C or a std::atomic<bool> of C++; true stops the work, and the
   * progress function may set it. May be null. */
  const void* cancel;
} assay_control;

/* Everything that reports: a verb such as "measure" with its request, a JSON object or null, gives
 * a JSON document. */
ASSAY_EXPORT assay_status assay_run(const char* verb, const char* request,
                                    const assay_control* control, assay_text* result);

/* Rows that a task makes or that a data set holds. */
typedef struct assay_source assay_source;

/* {"task", "params", "seed", "rows", "order", "endless"} or {"data", "split", "part"}. */
ASSAY_EXPORT assay_status assay_open(const char* request, const assay_control* control,
                                     assay_source** source);

/* What it is: task, stamp, rows (null: endless), columns and how to open it again. */
ASSAY_EXPORT assay_status assay_about(const assay_source* source, assay_text* result);

/* Streams of Arrow and worlds that were made from it stay valid. Null is left alone. */
ASSAY_EXPORT void assay_close(assay_source* source);

#define ASSAY_WITH_RULES 1U /* rule graphs, too */
#define ASSAY_WITH_PROMPTS \
  2U /* a last key or column "prompt": the rules of the task, the form of an answer, the input */

/* Rows [first, first + count) as JSON lines, without prompts the bytes of a data set. Numbers at
 * which no example stands are left out. */
ASSAY_EXPORT assay_status assay_lines(const assay_source* source, uint64_t first, uint64_t count,
                                      uint32_t flags, const assay_control* control,
                                      assay_text* result);

struct ArrowArrayStream;

/* The same rows as batches of at most `batch` rows (0: 8,192), by the C stream interface of Apache
 * Arrow. The caller gives an empty structure and releases it. Work of a batch is done when it is
 * asked for, on control->jobs threads; control->cancel must live as long as the stream. */
ASSAY_EXPORT assay_status assay_arrow(const assay_source* source, uint64_t first, uint64_t count,
                                      uint64_t batch, uint32_t flags, const assay_control* control,
                                      struct ArrowArrayStream* stream);

/* A row and an answer to it. */
typedef struct assay_answer {
  const char* row; /* a JSON object with the columns of the row; null: row `number` of the source */
  size_t row_size;
  uint64_t number;
  const char* text; /* null: there is no answer */
  size_t text_size;
} assay_answer;

typedef enum assay_verdict_status {
  ASSAY_RIGHT = 0,
  ASSAY_WRONG = 1,
  ASSAY_UNPARSABLE = 2,
  ASSAY_NO_ANSWER = 3
} assay_verdict_status;

typedef struct assay_verdict {
  double score; /* from 0 to 1; NaN: there is nothing to judge */
  uint32_t status;
} assay_verdict;

/* Judges answers. `extract` says how an answer is taken out of a text: "auto" (also null),
 * "strict", "tags", ... With `details` each verdict is also a JSON line: status, score, why, marks,
 * what was judged. */
ASSAY_EXPORT assay_status assay_judge(const assay_source* source, const assay_answer* answers,
                                      size_t count, const char* extract,
                                      const assay_control* control, assay_verdict* verdicts,
                                      assay_text* details);

/* Grid worlds of gSCAN and ReaSCAN in which agents act, many at once. */
typedef struct assay_worlds assay_worlds;

enum {
  ASSAY_WALK = 0,
  ASSAY_PUSH = 1,
  ASSAY_PULL = 2,
  ASSAY_STAY = 3,
  ASSAY_TURN_LEFT = 4,
  ASSAY_TURN_RIGHT = 5,
  ASSAY_STOP = 6 /* the agent is done: what it did is judged */
};

/* Makes `count` worlds, of rows 0, 1, ... of the source until they are reset. An episode ends by
 * ASSAY_STOP, by an impossible action, or is cut off after `most_steps`. */
ASSAY_EXPORT assay_status assay_worlds_open(const assay_source* source, size_t count,
                                            uint32_t most_steps, assay_worlds** worlds);

/* Begins the episodes of worlds [first, first + count) with the rows of these numbers; where no
 * example stands, with the next one. */
ASSAY_EXPORT assay_status assay_worlds_reset(assay_worlds* worlds, size_t first, size_t count,
                                             const uint64_t* rows);

/* One action for each world; what is over stays as it is. */
ASSAY_EXPORT assay_status assay_worlds_step(assay_worlds* worlds, const uint8_t* actions);

/* The state of all worlds: arrays that the worlds own and that every reset and step overwrites. */
typedef struct assay_worlds_view {
  size_t count;
  uint32_t grid; /* cells on a side */
  const uint8_t*
      grids; /* count x grid x grid x 6: shape + 1, colour + 1 and size of a thing, 0: none; agent's
                direction + 1; shape and size of a box that covers the cell: colour + 1, size */
  const uint8_t* agents; /* count x 3: row, column, direction (east, south, west, north) */
  const float* rewards;  /* of the last step: 1 where the judge says right, else 0 */
  const uint8_t* ended;  /* 0 goes on, 1 ended, 2 was cut off */
  const uint32_t* steps; /* of the episode */
  const uint64_t* rows;  /* of the source */
} assay_worlds_view;

ASSAY_EXPORT assay_status assay_worlds_look(const assay_worlds* worlds, assay_worlds_view* view);

/* Null is left alone. */
ASSAY_EXPORT void assay_worlds_close(assay_worlds* worlds);

#ifdef __cplusplus
}
#endif
/* NOLINTEND */
