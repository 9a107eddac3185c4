/* include/assay.h by a C compiler: rows, a verdict, an error, a world. Exit code 1 names the line that is not so. */
#include <assay.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define CHECK(condition)                                                                  \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      fprintf(stderr, "line %d: %s; %s\n", __LINE__, #condition, assay_last_error());     \
      return 1;                                                                           \
    }                                                                                     \
  } while (0)

static void count_reports(void* context, const assay_progress* state) {
  if (state->done <= state->total) ++*(int*)context;
}

int main(void) {
  CHECK(assay_abi() == ASSAY_ABI);

  assay_source* rows = NULL;
  CHECK(assay_open("{\"task\":\"scan\",\"rows\":2000,\"seed\":7}", NULL, &rows) == ASSAY_OK);
  atomic_bool stop = false;
  int reports = 0;
  assay_control control = {.jobs = 2, .progress = count_reports, .context = &reports, .cancel = &stop};
  assay_text lines = {NULL, 0};
  CHECK(assay_lines(rows, 0, 2000, ASSAY_WITH_RULES, &control, &lines) == ASSAY_OK);
  CHECK(lines.size > 0 && lines.data[lines.size] == '\0' && reports > 0);
  CHECK(strncmp(lines.data, "{\"id\":\"scan:", 12) == 0);
  assay_free(&lines);
  CHECK(lines.data == NULL);
  atomic_store(&stop, true);
  CHECK(assay_lines(rows, 0, 2000, 0, &control, &lines) == ASSAY_INTERRUPTED);

  const char* row = "{\"input\":\"walk left\",\"target\":\"I_TURN_LEFT I_WALK\"}";
  const assay_answer answers[2] = {{row, strlen(row), 0, "I_TURN_LEFT I_WALK", 18}, {row, strlen(row), 0, NULL, 0}};
  assay_verdict verdicts[2];
  CHECK(assay_judge(rows, answers, 2, "strict", NULL, verdicts, NULL) == ASSAY_OK);
  CHECK(verdicts[0].status == ASSAY_RIGHT && verdicts[0].score == 1.0);
  CHECK(verdicts[1].status == ASSAY_NO_ANSWER && verdicts[1].score != verdicts[1].score);

  assay_text report = {NULL, 0};
  CHECK(assay_run("describe", "{\"task\":\"scna\"}", NULL, &report) == ASSAY_USAGE);
  CHECK(strstr(assay_last_error(), "did you mean") != NULL);
  CHECK(assay_run("list", NULL, NULL, &report) == ASSAY_OK);
  CHECK(strstr(report.data, "\"gscan\"") != NULL);
  assay_free(&report);
  assay_close(rows);

  CHECK(assay_open("{\"task\":\"gscan\",\"rows\":4}", NULL, &rows) == ASSAY_OK);
  assay_worlds* worlds = NULL;
  CHECK(assay_worlds_open(rows, 4, 10, &worlds) == ASSAY_OK);
  assay_close(rows);
  const uint8_t actions[4] = {ASSAY_STAY, ASSAY_TURN_LEFT, ASSAY_STOP, ASSAY_TURN_RIGHT};
  CHECK(assay_worlds_step(worlds, actions) == ASSAY_OK);
  assay_worlds_view view;
  CHECK(assay_worlds_look(worlds, &view) == ASSAY_OK);
  CHECK(view.count == 4 && view.grid == 6 && view.ended[2] == 1 && view.steps[0] == 1);
  assay_worlds_close(worlds);
  return 0;
}
