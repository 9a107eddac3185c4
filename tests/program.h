// Running the program as a user does.
#pragma once

#include <string>
#include <vector>

#include "assay/base/scratch_folder_testing.h"

namespace assay::testing {

struct Outcome {
  int exit_code = -1;  // 128 + signal when killed
  std::string out;
  std::string err;
};

// Runs assay with these words; `input` is its standard input.
Outcome assay(const std::vector<std::string>& words, const std::string& input = "");

// It ended with this code and one line on stderr that says this.
void expect_one_line(const Outcome& outcome, int exit_code, const std::string& says);

// Starts assay, kills it with SIGKILL after some microseconds; true when it was still running.
bool assay_killed_after(const std::vector<std::string>& words, unsigned microseconds);

std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& bytes);

// Without their newlines; no empty one after the last newline.
std::vector<std::string> text_lines(const std::string& text);

// The stamp of a task's ids, with the words that set its parameters.
std::string stamp_of(const std::string& task, const std::vector<std::string>& settings = {});

// Everything below a folder but .assay: names and bytes, for comparing data sets.
std::string contents_of(const std::string& folder);

}  // namespace assay::testing
