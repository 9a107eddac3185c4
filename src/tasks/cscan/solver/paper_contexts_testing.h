// The contexts that the paper prints, with the damage of its text mended: hyphens at line ends
// joined, "afterz" read as "after", an action that a line of P.1 number 4 lost put back.
#pragma once

#include <string_view>

namespace assay::cscan {

inline constexpr std::string_view kFigure7 = R"([left] = PURPLE
[right] = GREEN
[jump] = JUMP
[run] = LTURN
[turn] = YELLOW
[walk] = RUN
[x1 x2] = [x1] [x1] [x2]
[x1 around x2] = [x1] [x2] [x1]
[x1 opposite x2] = [x1] [x1] [x2]
[x1 twice] = [x1]
[x1 after x2] = [x2] [x1] [x2] [x1]
[look x1] = WHITE WHITE [x1]
[look opposite x1] = WHITE WHITE [x1]
[x1 around right thrice] = [x1] GREEN [x1] [x1] GREEN [x1] [x1] GREEN [x1]
[x1 opposite right thrice] = [x1] [x1] GREEN [x1] [x1] GREEN [x1] [x1] GREEN
run right twice after walk thrice RUN RUN LTURN LTURN GREEN RUN RUN LTURN LTURN GREEN
[x1 and x2 twice] = [x2] [x2] [x1]
[x1 twice and x2] = [x2] [x2] [x1]
jump around right and look around left WHITE PURPLE WHITE WHITE PURPLE WHITE JUMP GREEN JUMP
jump opposite left twice and look around left WHITE PURPLE WHITE WHITE PURPLE WHITE JUMP JUMP PURPLE
look left thrice WHITE WHITE PURPLE WHITE WHITE PURPLE WHITE WHITE PURPLE
walk twice and jump left thrice JUMP JUMP PURPLE JUMP JUMP PURPLE RUN
turn left thrice and run LTURN LTURN YELLOW YELLOW PURPLE YELLOW YELLOW PURPLE YELLOW
)";

inline constexpr std::string_view kAppendixO = R"([left] = PURPLE
[x1 around x2] = [x2] [x2] [x1] [x1]
[x1 opposite x2] = [x1] [x2] [x2]
[turn] = YELLOW
[x1 after x2] = [x2] [x1]
[walk] = LTURN
[jump] = RUN
run around left and turn opposite right twice PURPLE PURPLE JUMP JUMP YELLOW RTURN RTURN YELLOW RTURN RTURN YELLOW RTURN RTURN
walk opposite left twice after run thrice JUMP RUN LTURN PURPLE PURPLE LTURN PURPLE PURPLE
[run opposite left] = JUMP PURPLE PURPLE
[run opposite x1 twice] = JUMP [x1] [x1]
turn opposite right twice and turn around left thrice YELLOW RTURN RTURN YELLOW RTURN RTURN YELLOW RTURN RTURN PURPLE PURPLE YELLOW YELLOW
run right thrice JUMP RTURN RTURN
[x1 around x2 thrice] = [x2] [x2] [x1] [x1]
[look around x1 thrice] = [x1] [x1] PINK PINK
look around right thrice and run opposite left RTURN RTURN PINK PINK JUMP PURPLE PURPLE
look around left thrice PURPLE PURPLE PINK PINK
[look left thrice] = PINK PURPLE PURPLE
[look opposite x1] = PINK [x1] [x1]
run opposite right twice and turn around left twice JUMP RTURN RTURN PURPLE PURPLE YELLOW YELLOW
turn around left and walk twice PURPLE PURPLE YELLOW YELLOW LTURN LTURN JUMP
[x1 and x2 thrice] = [x1] [x2]
[x1 thrice and x2] = [x1] [x2]
look thrice and run around right thrice PINK RTURN RTURN JUMP JUMP
turn opposite right YELLOW RTURN RTURN
[jump right] = RUN RTURN RTURN
[x1 right] = [x1] RTURN RTURN
turn left after look opposite right PINK RTURN RTURN YELLOW PURPLE PURPLE
look right twice YELLOW PINK RTURN RTURN PINK RTURN RTURN
[look x1] = PINK [x1] [x1]
[x1 left] = [x1] PURPLE PURPLE
walk around left twice after walk around left thrice PURPLE PURPLE LTURN LTURN PURPLE PURPLE LTURN LTURN PURPLE PURPLE LTURN LTURN YELLOW
jump right twice RUN RTURN RTURN RUN RTURN RTURN RTURN
[look around x1 twice] = RUN [x1] [x1] PINK PINK [x1] [x1] PINK PINK
[jump around left twice] = PINK PURPLE PURPLE RUN RUN PURPLE PURPLE RUN RUN
)";

inline constexpr std::string_view kAppendixP1 = R"([left] = PINK
[turn] = LOOK
[x1 twice] = [x1] [x1]
[x1 thrice] = [x1]
[x1 and x2] = [x1] [x2] [x1]
[look] = BLUE
[x1 opposite x2] = [x2] [x1] [x1] [x2]
[x1 x2] = [x1] [x2]
[walk] = RTURN
[x1 after x2] = [x2] [x1] [x1] [x2]
[jump] = GREEN
[right] = WALK
[run] = WHITE
walk around right and turn around left thrice RTURN WALK RTURN LOOK PINK LOOK RTURN WALK RTURN
jump opposite right after look around left PINK BLUE PINK WALK GREEN GREEN WALK WALK GREEN GREEN WALK PINK BLUE PINK
[jump around left] = GREEN GREEN
[x1 around right twice] = WALK [x1] WALK WALK [x1] WALK
)";

inline constexpr std::string_view kAppendixP2 = R"([jump] = RED
[x1 and x2] = [x2] [x1] [x2]
[left] = LOOK
[run] = PURPLE
[x1 x2] = [x2] [x2] [x1]
[x1 around x2] = [x1] [x2] [x1]
[look] = RUN
[x1 after x2] = [x2] [x2] [x1]
[turn] = JUMP
[walk] = LTURN
[x1 twice] = [x1] [x1]
walk opposite right GREEN LTURN
look opposite right twice and jump twice RED RED GREEN RUN GREEN RUN RED RED
[turn opposite right] = GREEN JUMP
[look opposite x1] = [x1] RUN
look right and jump around right thrice RED GREEN RED RED GREEN RED GREEN GREEN RUN RED GREEN RED RED GREEN RED
turn opposite left twice and look thrice LOOK JUMP LOOK JUMP
[x1 opposite right thrice] = GREEN [x1] GREEN [x1]
[run around x1 thrice] = EMPTY_STRING
run around right after run opposite right twice GREEN PURPLE GREEN PURPLE GREEN PURPLE GREEN PURPLE PURPLE GREEN PURPLE
jump opposite left after turn opposite right twice GREEN JUMP GREEN JUMP GREEN JUMP GREEN JUMP LOOK RED
[run around right] = PURPLE GREEN PURPLE
[x1 opposite right] = GREEN [x1]
)";

inline constexpr std::string_view kAppendixP3 = R"([x1 and x2] = [x1] [x2] [x1]
[x1 around x2] = [x1] [x2] [x2]
[x1 opposite x2] = [x1] [x2] [x2]
[x1 twice] = [x1]
[x1 after x2] = [x2] [x1] [x2]
[left] = BLUE
[x1 thrice] = [x1] [x1]
[look] = PINK
[run] = RED
walk opposite right after run opposite left twice RED BLUE BLUE WHITE YELLOW YELLOW RED BLUE BLUE
walk opposite left twice and run WHITE BLUE BLUE RED WHITE BLUE BLUE
[walk opposite x1] = WHITE [x1] [x1]
[walk x1] = [x1] WHITE
jump opposite left thrice and turn left thrice RTURN BLUE BLUE RTURN BLUE BLUE BLUE RUN BLUE RUN RTURN BLUE BLUE RTURN BLUE BLUE
turn opposite right twice after look opposite right PINK YELLOW YELLOW RUN YELLOW YELLOW PINK YELLOW YELLOW
[turn left] = BLUE RUN
[turn around x1 twice] = RUN [x1] [x1]
jump left twice after turn around left RUN BLUE BLUE BLUE LTURN RUN BLUE BLUE
jump around right thrice WALK WHITE YELLOW YELLOW WALK WHITE YELLOW YELLOW
[jump right] = YELLOW WALK WALK
[jump opposite left] = YELLOW BLUE BLUE
walk right twice and walk around left thrice YELLOW WHITE WHITE BLUE BLUE WHITE BLUE BLUE YELLOW WHITE
turn around right twice after jump around left WALK WALK BLUE BLUE RUN YELLOW YELLOW WALK WALK BLUE BLUE
[jump opposite right] = RED WALK YELLOW YELLOW
[turn opposite right] = RUN YELLOW YELLOW
jump right twice and jump thrice YELLOW BLACK BLACK BLACK YELLOW BLACK
run right thrice after look around left twice PINK BLUE BLUE YELLOW RED YELLOW RED PINK BLUE BLUE
[x1 left] = BLUE [x1]
[run x1] = [x1] RED
)";

inline constexpr std::string_view kAppendixP4 = R"([x1 and x2] = [x1] [x2]
[jump] = RTURN
[x1 opposite x2] = [x1] [x2] [x2] [x1]
[left] = YELLOW
[x1 twice] = [x1]
[turn] = RED
[right] = WHITE
[x1 thrice] = [x1] [x1]
[walk] = GREEN
[x1 after x2] = [x1] [x1] [x2] [x2]
[run] = JUMP
[x1 around x2] = [x2] [x1] [x2] [x1]
look around left and walk twice YELLOW LOOK YELLOW LOOK GREEN
look opposite left thrice WALK WALK YELLOW YELLOW WALK WALK WALK WALK YELLOW YELLOW WALK WALK
[look opposite left thrice] = WALK WALK YELLOW YELLOW WALK WALK WALK WALK YELLOW YELLOW WALK WALK
[look right] = WHITE WHITE RTURN RTURN
walk right twice WHITE WHITE GREEN GREEN
run left thrice and run YELLOW YELLOW JUMP JUMP YELLOW YELLOW JUMP JUMP JUMP
[x1 left] = YELLOW YELLOW [x1] [x1]
[turn x1] = [x1] [x1] RED RED
)";

inline constexpr std::string_view kAppendixP5 = R"([x1 after x2] = [x1] [x2] [x1]
[x1 thrice] = [x1] [x1]
[x1 around x2] = [x1] [x1] [x2]
[walk] = LTURN
[right] = LOOK
[left] = GREEN
[x1 opposite x2] = [x2] [x2] [x1]
[look] = WALK
[x1 twice] = [x1]
look twice and jump right WALK BLUE LOOK WALK WALK WALK BLUE LOOK
turn twice and walk left GREEN LTURN RUN RUN GREEN LTURN
[jump left] = BLUE BLUE GREEN
[run left] = GREEN BLACK
run around left twice BLACK BLACK GREEN
turn around left and run opposite right LOOK LOOK BLACK RUN RUN GREEN RUN RUN GREEN LOOK LOOK BLACK
[run around x1 thrice] = BLACK BLACK [x1] BLACK BLACK [x1]
[run opposite x1] = [x1] [x1] BLACK
walk right thrice after turn opposite left thrice LTURN LTURN LOOK LTURN LTURN LOOK GREEN GREEN RUN GREEN GREEN RUN LTURN LTURN LOOK LTURN LTURN LOOK
turn around right twice RUN RUN LOOK
[turn around x1] = RUN RUN [x1]
[turn opposite left] = GREEN GREEN RUN
run opposite left thrice and look WALK GREEN GREEN BLACK GREEN GREEN BLACK GREEN GREEN BLACK GREEN GREEN BLACK WALK
run around right and look around right twice WALK WALK LOOK BLACK BLACK LOOK BLACK BLACK LOOK WALK WALK LOOK
[x1 and x2 thrice] = [x2] [x2] [x1] [x1] [x2] [x2]
[x1 and x2 opposite x3] = [x3] [x3] [x2] [x1] [x1] [x3] [x3] [x2]
jump opposite right thrice after walk around left LOOK LOOK BLUE LOOK LOOK BLUE LTURN LTURN GREEN LOOK LOOK BLUE LOOK LOOK BLUE
jump around right thrice and turn thrice RUN RUN BLUE BLUE LOOK BLUE BLUE LOOK BLUE BLUE LOOK BLUE BLUE LOOK RUN RUN
[jump opposite right] = LOOK LOOK BLUE
[jump opposite x1 twice] = [x1] [x1] BLUE
)";

// The replies of the second context need [x2] [x1] [x2] where the print of its rule for "and" has
// lost an index.
inline constexpr std::string_view kFigure3First = R"([walk] = WALK
[run] = RUN
[turn left] = LTURN
[x1 left] = LTURN [x1]
[x1 thrice] = [x1] [x1] [x1]
[x1 and x2] = [x1] [x2]
walk twice WALK WALK
run left twice LTURN RUN LTURN RUN
walk twice and run WALK WALK RUN
)";

inline constexpr std::string_view kFigure3Second = R"([walk] = RUN
[run] = JUMP
[jump] = LOOK
[turn left] = RTURN
[x1 left] = [x1] RTURN
[x1 and x2] = [x2] [x1] [x2]
walk twice RUN RUN RUN
run left twice JUMP RTURN JUMP RTURN JUMP RTURN
jump twice and walk RUN LOOK LOOK RUN
walk thrice RUN RUN RUN RUN
run thrice JUMP
turn left thrice RTURN RTURN
)";

}  // namespace assay::cscan
