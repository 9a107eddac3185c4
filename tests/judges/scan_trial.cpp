// Answers of SCAN and ways to spoil them.
#include "scan_brute_force.h"
#include "trials.h"

namespace assay::judges {

Trial scan_trial() {
  return {.task = "scan",
          .tokens = {" \t\r\n",
                     {"I_WALK", "I_LOOK", "I_RUN", "I_JUMP", "I_TURN_LEFT", "I_TURN_RIGHT", "jump",
                      "I_HOP", "and", "I_WALK,"}},
          .check =
              [](const Example& row) {
                return CheckedRow{[command = row.input()](std::string_view answer) {
                                    return brute_force::decide_scan(command, answer);
                                  },
                                  {}};
              },
          .harmless = {"other white space"}};
}

}  // namespace assay::judges
