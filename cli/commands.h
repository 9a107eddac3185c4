// One function a verb; each lives in its own file.
#pragma once

#include <string>
#include <vector>

namespace assay {

using Words = std::vector<std::string>;

// Each takes the words behind its verb and returns the exit code.
int list_command(Words words);
int describe_command(Words words);
int generate_command(Words words);
int select_command(Words words);
int split_command(Words words);
int measure_command(Words words);
int verify_command(Words words);
int show_command(Words words);
int explain_command(Words words);
int render_command(Words words);
int solve_command(Words words);
int baseline_command(Words words);
int score_command(Words words);
int judge_command(Words words);
int compare_command(Words words);
int report_command(Words words);
int prompt_command(Words words);
int export_command(Words words);
int merge_command(Words words);
int train_command(Words words);
int sweep_command(Words words);
int selftest_command(Words words);
int manual_command(Words words);
int completion_command(Words words);

}  // namespace assay
