// The sections of a report, in the order of the page.
#pragma once

#include <string>

#include "assay/page/document.h"
#include "assay/page/report.h"

namespace assay::page {

Section results_section(const Report& report);
Section data_section(const Report& report);
Section splits_section(const Report& report);
Section answers_section(const Report& report);
Section record_section(const Report& report);

// "93.1 % [91.4, 94.5] 973 of 1,045".
Html accuracy(const std::string& key, const Accuracy& accuracy);

// The rule graph behind a line that opens it; nothing where there is none.
Html rule_drawing(const ShownExample& example);
Html picture(const ShownExample& example);

}  // namespace assay::page
