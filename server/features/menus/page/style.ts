/** The look of a menu: the colors of the dashboard (`app/globals.css`), without any file of it. */
export const STYLE = `:root{color-scheme:light dark;--bg:light-dark(#f7f8f7,#0f1411);--surface:light-dark(#fff,#171d1a);--hover:light-dark(#eff2f0,#212925);--text:light-dark(#17201b,#e8edea);--muted:light-dark(#56615b,#a3aea8);--border:light-dark(#dde2df,#2a332e);--control:light-dark(#838d87,#6f7b75);--primary:light-dark(#1f6f4a,#5cc28f);--on-primary:light-dark(#fff,#062015);--link:light-dark(#1b6644,#74d3a3);--focus:light-dark(#1d5fd1,#8ab4ff);--warn:light-dark(#fff1cf,#3a2c07);--on-warn:light-dark(#734a00,#f7d27a);--good:light-dark(#dff3e6,#10341f);--on-good:light-dark(#17603b,#85dfab);--none:light-dark(#eef1ef,#262f2a);--on-none:light-dark(#47524c,#b9c4be);--bad:light-dark(#fde6e4,#461711);--on-bad:light-dark(#a3231a,#ffaba3)}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}html{background:var(--bg);color:var(--text);-webkit-text-size-adjust:100%;scroll-padding-bottom:6rem}
body{margin:0;font:15px/1.45 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
a{color:var(--link)}h1,h2,h3,p{margin:0}h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.1rem}h3{font-size:.95rem;font-weight:600}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.wrap{max-width:72rem;margin:0 auto;padding:1rem}main.wrap{padding-bottom:7rem}
.head{display:flex;gap:.9rem;align-items:center;flex-wrap:wrap}.head img{max-width:9rem;max-height:3.5rem;display:block}
.muted{color:var(--muted)}.small{font-size:.82rem}.message{white-space:normal;margin:.75rem 0 0;max-width:60rem}
.badge{display:inline-block;padding:.05rem .5rem;border-radius:9rem;font-size:.78rem;background:var(--none);color:var(--on-none);white-space:nowrap}
.badge.good{background:var(--good);color:var(--on-good)}.badge.warn{background:var(--warn);color:var(--on-warn)}
.chips{display:flex;gap:.4rem;flex-wrap:wrap;margin:.5rem 0}.chips a{padding:.3rem .75rem;border:1px solid var(--border);border-radius:9rem;background:var(--surface);color:var(--text);text-decoration:none;font-size:.85rem}
.chips a[aria-current]{background:var(--primary);border-color:var(--primary);color:var(--on-primary)}
.bar{display:flex;gap:.5rem;flex-wrap:wrap;align-items:center;margin:1rem 0 .25rem}.bar form{flex:1 1 12rem;display:flex;gap:.4rem;min-width:0}
input,select,textarea,button{font:inherit;color:inherit}input,select,textarea{width:100%;min-width:0;padding:.5rem .65rem;border:1px solid var(--control);border-radius:.4rem;background:var(--surface)}
button,.button{display:inline-block;padding:.5rem .9rem;border:1px solid var(--border);border-radius:.4rem;background:var(--surface);color:var(--text);text-decoration:none;cursor:pointer;white-space:nowrap}
button:hover,.button:hover{background:var(--hover)}.primary{background:var(--primary)!important;border-color:var(--primary);color:var(--on-primary);font-weight:600}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.8rem;margin:1rem 0;padding:0;list-style:none}
.card{display:flex;flex-direction:column;gap:.45rem;background:var(--surface);border:1px solid var(--border);border-radius:.5rem;padding:.75rem;min-width:0}
.card .pic{aspect-ratio:4/3;background:var(--none);border-radius:.35rem;overflow:hidden;display:flex;align-items:center;justify-content:center;color:var(--on-none);font-size:.8rem}.card img{width:100%;height:100%;object-fit:cover;display:block}
.price{font-weight:600;font-variant-numeric:tabular-nums}.ladder{margin:0;padding:0;list-style:none;font-size:.82rem;color:var(--muted);font-variant-numeric:tabular-nums}
.qty{display:flex;gap:.3rem;align-items:center;margin-top:auto}.qty input{text-align:center;max-width:6.5rem}.qty button{padding:.45rem .75rem;min-width:2.6rem}.qty .unit{font-size:.82rem;color:var(--muted)}
.scroll{overflow-x:auto;margin:1rem 0;background:var(--surface);border:1px solid var(--border);border-radius:.5rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem .65rem;border-bottom:1px solid var(--border);vertical-align:middle}th{font-size:.8rem;color:var(--muted);font-weight:500}td img{width:40px;height:40px;object-fit:cover;border-radius:.25rem;display:block}td.num,th.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.sum{position:fixed;left:0;right:0;bottom:0;background:var(--surface);border-top:1px solid var(--border);padding:.6rem 0 calc(.6rem + env(safe-area-inset-bottom))}.sum .wrap{padding:0 1rem;display:flex;gap:.75rem;align-items:center;flex-wrap:wrap}.sum .grow{flex:1 1 8rem;min-width:0}
.note{padding:.65rem .85rem;border-radius:.4rem;background:var(--none);color:var(--on-none);margin:.75rem 0}.note.bad{background:var(--bad);color:var(--on-bad)}.note.good{background:var(--good);color:var(--on-good)}
.form{display:grid;gap:.75rem;max-width:34rem;margin:1rem 0}.form label{display:grid;gap:.25rem;font-size:.88rem}.two{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr))}fieldset{border:1px solid var(--border);border-radius:.5rem;padding:.75rem;margin:0;display:grid;gap:.75rem;background:var(--surface)}legend{font-weight:600;padding:0 .3rem}
.pages{display:flex;gap:.5rem;align-items:center;justify-content:center;margin:1rem 0;flex-wrap:wrap}[hidden]{display:none!important}
.foot{border-top:1px solid var(--border);margin-top:2rem;padding-top:.75rem;font-size:.82rem;color:var(--muted)}
@media (max-width:30rem){.sum .grow{flex-basis:100%}.sum .button,.sum button{flex:1 1 auto;text-align:center;padding:.5rem .6rem}.grid{grid-template-columns:1fr 1fr;gap:.5rem}.card{padding:.55rem}.qty{flex-wrap:wrap}.qty button{min-width:2.2rem;padding:.45rem .5rem}.qty input{flex:1 1 3rem;max-width:none;padding:.5rem .2rem}}
@media (max-width:22rem){.grid{grid-template-columns:1fr}}
@media print{.sum,.bar,.chips,.qty,.pages{display:none}}`;
