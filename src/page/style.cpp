#include "assay/page/style.h"

#include <string_view>

#include "assay/render/svg_setting.h"

namespace assay::page {

namespace {

// Text and quiet text stand out from their ground by at least 4.5 to 1, light and dark.
constexpr std::string_view kColours = R"(
:root{color-scheme:light dark;--ground:#ffffff;--raised:#f5f7fa;--ink:#1f2733;--quiet:#566171;
--line:#d8dde4;--link:#1d55b0;--right:#12693c;--right-ground:#e3f5ea;--wrong:#a3231b;
--wrong-ground:#fdeceb;--mark:#e8effb}
@media screen and (prefers-color-scheme:dark){:root{--ground:#12161d;--raised:#1a2029;--ink:#e4e9f0;
--quiet:#a3aebd;--line:#313a46;--link:#8ab4ff;--right:#7fd6a5;--right-ground:#14312a;
--wrong:#ff9d94;--wrong-ground:#3b1f20;--mark:#1d2b45}}
)";

constexpr std::string_view kText = R"(
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,
"Segoe UI",Roboto,"Helvetica Neue","DejaVu Sans",sans-serif}
.sheet{max-width:76rem;margin:0 auto;padding:2rem 1.25rem 4rem;display:grid;
grid-template-columns:minmax(0,1fr);gap:0 2.5rem}
main{min-width:0}
h1{font-size:2rem;line-height:1.2;margin:0 0 .4rem;letter-spacing:-.01em}
h2{font-size:1.45rem;line-height:1.25;margin:3rem 0 .8rem;padding-top:.8rem;
border-top:1px solid var(--line)}
h3{font-size:1.12rem;margin:2.2rem 0 .5rem}
h4{font-size:1rem;margin:1.6rem 0 .4rem}
h5{font-size:.9rem;margin:.6rem 0 .2rem;color:var(--quiet)}
h2 a,h3 a{color:inherit;text-decoration:none}
h2 a:hover,h3 a:hover,h2 a:focus,h3 a:focus{text-decoration:underline}
p,ul,dl{max-width:44rem;margin:.5rem 0 .9rem}
a{color:var(--link)}
.lead{color:var(--quiet);margin:0 0 1rem}
.note,figcaption,.count{color:var(--quiet);font-size:.875rem;line-height:1.45}
.count{white-space:nowrap}
code,pre,.said{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
font-size:.8125rem;line-height:1.5}
code{overflow-wrap:anywhere}
pre,.said{background:var(--raised);border:1px solid var(--line);border-radius:6px;
padding:.5rem .7rem;margin:.4rem 0;white-space:pre-wrap;overflow-wrap:anywhere;max-height:22rem;
overflow:auto}
nav{font-size:.9rem;line-height:1.4;margin:1rem 0 0}
nav ol{list-style:none;margin:0;padding:0}
nav li{margin:.3rem 0}
nav ol ol{padding-left:1rem}
nav a{color:var(--quiet);text-decoration:none}
nav a:hover,nav a:focus{color:var(--link);text-decoration:underline}
@media (min-width:68rem){.sheet{grid-template-columns:14rem minmax(0,1fr)}
main>section:first-child>h2{margin-top:0;padding-top:0;border:0}
nav{position:sticky;top:1.5rem;align-self:start;max-height:calc(100vh - 3rem);overflow:auto;margin:0}
header{grid-column:1/-1}}
)";

constexpr std::string_view kPieces = R"(
.wide{overflow-x:auto;margin:.6rem 0 1.1rem}
.wide:focus-visible{outline:2px solid var(--link);outline-offset:2px}
table{border-collapse:collapse;font-size:.9rem;line-height:1.35}
th,td{padding:.32rem .7rem;border-bottom:1px solid var(--line);vertical-align:top;text-align:left}
th:first-child,td:first-child{padding-left:.2rem}
thead th{font-weight:600;vertical-align:bottom;border-bottom:2px solid var(--line)}
tbody th{font-weight:500}
tr.group th{font-weight:600;padding-top:.9rem}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
thead .number{white-space:normal}
td .count{display:block}
dl>div{display:grid;grid-template-columns:minmax(7rem,11rem) minmax(0,1fr);gap:.2rem 1rem;
padding:.28rem 0;border-bottom:1px solid var(--line)}
dt{color:var(--quiet)}
dd{margin:0;overflow-wrap:anywhere}
figure{margin:1rem 0 1.4rem}
figure .wide{margin-bottom:.3rem}
figure.table{margin:1.1rem 0}
.interval{white-space:nowrap}
figcaption{max-width:44rem}
svg{display:block}
svg.plot,svg.frequencies{width:100%;height:auto;min-width:32rem;max-width:45rem}
.picture{background:#fff;border:1px solid var(--line);border-radius:6px;padding:.4rem;
display:inline-block}
.picture svg{max-width:none}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));gap:0 1.6rem}
.pair ol{padding-left:1.8rem;margin:.3rem 0;max-width:none}
.pair li{margin:.35rem 0;overflow-wrap:anywhere}
.pair .wide{margin:.2rem 0}
.pair .picture{display:block}
.pair .picture svg{max-width:100%;height:auto}
details{margin:.5rem 0}
summary{cursor:pointer;color:var(--link)}
.example{border:1px solid var(--line);border-radius:8px;padding:.7rem .9rem;margin:.8rem 0}
.example h4{margin:0 0 .4rem}
.example dl{max-width:none;margin:.2rem 0}
.example dl>div{grid-template-columns:minmax(4.5rem,6rem) minmax(0,1fr);border:0}
.example .said{margin:0}
.verdict{display:inline-block;border-radius:4px;padding:0 .4rem;font-size:.8125rem;
font-weight:600}
.right{color:var(--right);background:var(--right-ground)}
.wrong{color:var(--wrong);background:var(--wrong-ground)}
)";

constexpr std::string_view kPaper = R"(
@media (max-width:30rem){.sheet{padding:1.2rem .9rem 3rem}h1{font-size:1.55rem}h2{font-size:1.25rem}
.interval{display:block}
th,td{padding:.32rem .5rem}tbody th{min-width:4.5rem}
dl>div{grid-template-columns:minmax(0,1fr);gap:0}.example dl>div{grid-template-columns:minmax(0,1fr)}}
@media print{body{font-size:10pt}.sheet{display:block;max-width:none;padding:0}nav{display:none}
h2{break-before:auto;break-after:avoid}h3,h4{break-after:avoid}
figure,.example,tr{break-inside:avoid}.wide{overflow:visible}pre,.said{max-height:none;overflow:visible}
table{font-size:8.5pt}a{color:inherit;text-decoration:none}svg{max-width:100%;height:auto}
svg.plot,svg.frequencies{min-width:0}.picture svg{max-width:100%;height:auto}
details::details-content{content-visibility:visible;display:block}summary{color:inherit}}
)";

}  // namespace

std::string page_style() {
  std::string style;
  for (const std::string_view part : {kColours, kText, kPieces}) style += part;
  return style + svg_page_style() + std::string(kPaper);
}

}  // namespace assay::page
