/** The page's style: one column on a phone, shapes before colours, light and dark, print and forced colours. */
export const style = `
:root{color-scheme:light dark;--paper:#faf8f2;--card:#fffdf8;--ink:#1c2024;--soft:#575c63;--line:#d8d3c4;--weave:#a8a294;--add:#0d6a35;--remove:#a5142b;--move:#0a4da3;--alter:#774800;--omit:#575c63;--alert:#f6e7cf;--alert-line:#a35f00}
@media (prefers-color-scheme:dark){:root{--paper:#131519;--card:#1a1d22;--ink:#e9e6de;--soft:#a9adb4;--line:#343840;--weave:#5c626c;--add:#63d391;--remove:#ff9d97;--move:#92c1ff;--alter:#ecbe62;--omit:#a9adb4;--alert:#33280f;--alert-line:#d99a34}}
@media (forced-colors:active){:root{--paper:Canvas;--card:Canvas;--ink:CanvasText;--soft:CanvasText;--line:CanvasText;--weave:GrayText;--add:CanvasText;--remove:CanvasText;--move:CanvasText;--alter:CanvasText;--omit:CanvasText;--alert:Canvas;--alert-line:CanvasText}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
main{max-width:70rem;margin:0 auto;padding:1.25rem clamp(1rem,4vw,2.5rem) 3rem}
h1,h2,.eyebrow{font-family:Charter,"Iowan Old Style","Palatino Linotype",Palatino,Georgia,"Noto Serif",serif;line-height:1.2;text-wrap:balance}
h1{font-size:clamp(1.6rem,1.1rem + 2.4vw,2.5rem);font-weight:600;margin:.1rem 0 1rem}
h2{font-size:1.3rem;font-weight:600;margin:0 0 .5rem}
h3{font-size:1rem;margin:1.25rem 0 .35rem}
p,ul,ol,table,figure{margin:0 0 .75rem}
a{color:inherit;text-underline-offset:.2em}
code,time,.place{font:.86em/1.45 ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace}
s{color:var(--soft);text-decoration:none}
.soft,.place{color:var(--soft)}
.eyebrow{margin:0;font-variant-caps:all-small-caps;letter-spacing:.08em;font-size:1.1rem;color:var(--soft)}
.top{border-bottom:3px double var(--line);margin-bottom:1.25rem}
.defs{position:absolute;width:0;height:0}
.mark{width:1.25em;height:1.25em;vertical-align:-.25em;overflow:visible}
.add{color:var(--add)}.remove{color:var(--remove)}.move{color:var(--move)}.alter{color:var(--alter)}.omit{color:var(--omit)}.keep,.lost{color:var(--soft)}.run{color:var(--ink)}
.tiles{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.6rem}
.tiles li{display:grid;grid-template-columns:auto 1fr;column-gap:.6rem;align-items:center;padding:.6rem .8rem;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
.tiles .mark{grid-row:span 2;width:1.7rem;height:1.7rem}
.tiles b{font-size:1.5rem;line-height:1.1}
.tiles span{color:var(--soft);font-size:.9rem}
.tiles .none,.tiles .none span{color:var(--soft)}
.alert{background:var(--alert);border:1px solid var(--alert-line);border-left-width:5px;border-radius:.3rem;padding:.5rem .8rem}
.count{white-space:nowrap;font-weight:650}
nav,#findings,#drift,#brief,#left-out,.played,#declarations,#compared{margin-bottom:1.75rem}
.index{padding-left:1.4rem}.index li{padding:.2rem 0}.index a{font-weight:600;text-decoration-color:var(--line)}
.findings{list-style:none;padding:0}.findings li{border-left:4px solid var(--line);padding:.15rem 0 .15rem .75rem;margin-bottom:.5rem}
.findings .warning{border-left-style:double;border-color:var(--alter)}.findings .error,.findings .stop{border-color:var(--remove);border-left-width:6px}
.severity{text-transform:uppercase;font-size:.75rem;letter-spacing:.05em}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.1rem;padding:.6rem .8rem;border:1px solid var(--line);border-radius:.5rem;font-size:.86rem;color:var(--ink)}
.swatch{width:1.5em;height:1.1em;vertical-align:-.2em}
.job{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem clamp(.75rem,2.5vw,1.5rem);margin:0 0 1.5rem;scroll-margin-top:1rem}
.job>header{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:.1rem 1rem;margin-bottom:.25rem}
.job h2{margin:0}.tenant{font-weight:400;color:var(--soft)}
.lead{font-size:1.02rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:baseline;padding:.32rem .9rem .32rem 0;border-top:1px solid var(--line);font-weight:400}
thead th{border-top:0;color:var(--soft);font-size:.82rem}
.facts{font-size:.93rem}.facts th[scope=row]{color:var(--soft);width:11rem}
.fields .place,.facts td:last-child{padding-right:0}
.fields td:last-child{text-align:right;width:15rem}.place{overflow-wrap:break-word}@media(max-width:30rem){.place{overflow-wrap:anywhere}}
.outcomes th[scope=row]{color:var(--ink);width:auto}
.exact{margin:0 0 .75rem}.exact summary{cursor:pointer;color:var(--soft)}.exact[open] summary{margin-bottom:.4rem}
.exact time{display:block;color:var(--soft)}.group{font-weight:600}
.windows{font-size:.93rem}.windows th{width:19rem}.windows thead th+th{width:5.5rem}.windows thead th+th+th{width:auto}.windows .change{white-space:nowrap;text-align:right}.windows th .soft{display:block;font-size:.86em}
.windows tr+tr td{border-top-style:dotted}
.end{display:block;font-size:.88em}
.frames{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,18.5rem),1fr));gap:1rem 2rem;margin:.75rem 0}
figure{min-width:0;overflow-x:clip;padding-inline:10px;margin-inline:-10px}.frame{margin-block:0;max-width:36rem}
figcaption{font-size:.88rem;margin-bottom:.3rem}figcaption span{color:var(--soft)}
.plot{display:grid;grid-template-columns:4rem 1fr}
.gutter{position:relative;font-size:11px;line-height:18px;color:var(--soft)}
.gutter span{position:absolute;left:0;right:.15rem;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.gutter .side{color:var(--ink);font-weight:600}
.plot>svg,.strip>svg{display:block;width:100%;overflow:visible}
svg text{font-size:11px;fill:currentColor}
svg .axis,svg .band{color:var(--soft)}svg .unreal{font-style:italic;opacity:.85}
svg .label{font-weight:600}svg .label.keep{font-weight:400}
svg .axis,svg .label,svg .band{paint-order:stroke;stroke:var(--card);stroke-width:3px;stroke-linejoin:round}
.full{fill:currentColor}.open{fill:var(--card);stroke:currentColor;stroke-width:1.8}.dashed{stroke-dasharray:2.6 2}
.sign{fill:none;stroke:currentColor;stroke-width:2}.cut{fill:none;stroke:var(--card);stroke-width:1.8}
.weave{stroke:var(--weave);stroke-width:1.1}
.lane{stroke:var(--soft);stroke-width:1}.grid{stroke:var(--line);stroke-width:1}.tick{stroke:var(--soft);stroke-width:1}
.texture{stroke:var(--weave);stroke-width:1}
.join{stroke-width:1.5}.join.move{stroke:var(--move)}.join.keep{stroke:var(--soft);stroke-dasharray:1 3}
.way{stroke:currentColor;stroke-width:1.5;stroke-dasharray:4 2}
.apply line{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:5 3}
.dense{fill:var(--card);stroke:var(--soft)}
.span{fill:none;stroke:var(--line)}.flag rect{stroke:var(--weave)}
.wait{fill:var(--card);stroke:currentColor;stroke-width:1.4}
.effect{border-top:1px solid var(--line);margin-top:1rem}.effect s{font-weight:400}.outcomes .mark{width:1em;height:1em;vertical-align:-.12em}
.witness{max-width:46rem}.outcomes td,.outcomes th{width:33%}
.altered{list-style:none;padding:0}
@media (max-width:40rem){
.windows,.windows tbody,.windows tr,.windows th,.windows td{display:block;width:auto}
.windows thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.windows tbody{border-top:1px solid var(--line);padding:.4rem 0}.windows th,.windows td,.windows tr+tr td{border:0;padding:0}
.windows th .soft{display:inline;margin-left:.4rem}
.windows tr{display:grid;grid-template-columns:4.2rem 1fr;column-gap:.6rem}.windows th{grid-column:1/-1;font-weight:600}.windows .change{text-align:right;width:auto}
.fields tr{display:grid;grid-template-columns:1fr auto;border-top:1px solid var(--line);padding:.3rem 0}.fields th,.fields td{border:0;padding:0;width:auto}.fields td:nth-child(2){grid-column:1/-1;grid-row:2}.fields td:last-child{width:auto}
.facts th[scope=row]{width:5rem}.fields th[scope=row]{width:auto}.outcomes th[scope=row],.outcomes td{width:33%}
.exact table,.exact thead,.exact tbody,.exact tr,.exact th,.exact td{display:block;width:auto}.exact thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.exact tr{border-top:1px solid var(--line);padding:.3rem 0}.exact th,.exact td,.exact .facts th[scope=row]{border:0;padding:0;width:auto}.exact td:empty{display:none}
.exact td:nth-of-type(1):not([colspan])::before{content:"before ";color:var(--soft)}.exact td:nth-of-type(2)::before{content:"after ";color:var(--soft)}
}
@media print{
:root{--paper:#fff;--card:#fff}body{font-size:10pt}.job{break-inside:auto;border-color:#999}.frame,.strip,tr{break-inside:avoid}
details::details-content{content-visibility:visible;block-size:auto}
}
`;
