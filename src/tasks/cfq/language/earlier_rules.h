// Rules that only rows of earlier data versions have.
//
// Version 2 cuts the grammar so that its rules are as many as the published level. Rows that were
// made before are still read, so the table of rules goes on to know these names.
#pragma once

#include <array>
#include <string_view>

namespace assay::cfq {

inline constexpr std::array kEarlierRules =
    std::to_array<std::string_view>({"ADJECTIVES=ADJECTIVE_SIMPLE",
                                     "ADJECTIVES=ADJECTIVE_SIMPLE_ADJECTIVES",
                                     "COMPLETED_AND=ENUMERATION_,_AND_CLAUSE",
                                     "COMPLETED_AND=ENUMERATION_,_AND_ROLE_SIMPLE",
                                     "COMPLETED_AND=ENUMERATION_,_AND_VP_INDIRECT",
                                     "COMPLETED_AND=ENUMERATION_AND_CLAUSE",
                                     "COMPLETED_AND=ENUMERATION_AND_DP",
                                     "COMPLETED_AND=ENUMERATION_AND_ROLE_SIMPLE",
                                     "COMPLETED_AND=ENUMERATION_AND_VP_INDIRECT",
                                     "DP=A_NP_INDIRECT",
                                     "DP=DP_'S_ROLE_SIMPLE",
                                     "ENUMERATION=CLAUSE",
                                     "ENUMERATION=DP",
                                     "ENUMERATION=ENUMERATION_,_CLAUSE",
                                     "ENUMERATION=ENUMERATION_,_ROLE_SIMPLE",
                                     "ENUMERATION=ENUMERATION_,_VP_INDIRECT",
                                     "ENUMERATION=ROLE_SIMPLE",
                                     "ENUMERATION=VP_INDIRECT",
                                     "NP_INDIRECT=NP_INDIRECT_THAT_COMPLETED_AND",
                                     "NP_INDIRECT=NP_INDIRECT_THAT_DP_VP_INDIRECT",
                                     "NP_INDIRECT=NP_INDIRECT_THAT_VP_INDIRECT",
                                     "NP_INDIRECT=NP_INDIRECT_WHOSE_ROLE_SIMPLE_VP_INDIRECT",
                                     "NP_INDIRECT=ROLE_PHRASE",
                                     "NP_SIMPLE=ADJECTIVES_NP_SIMPLE",
                                     "ROLE_PHRASE=ROLE_SIMPLE_OF_DP",
                                     "ROLE_SIMPLE=ADJECTIVES_ROLE_SIMPLE",
                                     "ROLE_SIMPLE=COMPLETED_AND",
                                     "VP=EXECUTIVE PRODUCE",
                                     "VP=EXECUTIVE PRODUCED",
                                     "VP=EXECUTIVE PRODUCED/past_participle",
                                     "VP_INDIRECT=PASSIVE_VP",
                                     "VP_INDIRECT=VP_INDIRECT_BY",
                                     "VP_INDIRECT=WAS_VP_INDIRECT",
                                     "VP_INDIRECT=WAS_VP_INDIRECT_BY",
                                     "VP_INDIRECT=WERE_VP_INDIRECT",
                                     "VP_INDIRECT=WERE_VP_INDIRECT_BY",
                                     "WHQ=NPQ_INDIRECT_DID_COMPLETED_AND",
                                     "WHQ=NPQ_INDIRECT_DID_DP_VP_INDIRECT",
                                     "WHQ=NPQ_INDIRECT_WAS_DP",
                                     "YNQ=WAS_DP_ADJECTIVE_SIMPLE",
                                     "YNQ=WAS_DP_DP",
                                     "YNQ=WERE_DP_ADJECTIVE_SIMPLE"});

}  // namespace assay::cfq
