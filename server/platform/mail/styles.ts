/**
 * The look of mails: what programs that drop styles show is a readable text all the same. Colors are those of
 * `app/globals.css`.
 */
export const STYLES = `
body { margin: 0; padding: 0; background: #f7f8f7; color: #17201b; -webkit-text-size-adjust: 100%; }
table { border-collapse: collapse; border-spacing: 0; }
.page { width: 100%; background: #f7f8f7; }
.margin { padding: 24px 12px; }
.sheet { width: 100%; max-width: 600px; margin: 0 auto; table-layout: fixed; background: #ffffff; }
td { padding: 0; font: 16px/1.5 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; word-break: break-word; }
.head { padding: 20px 24px 0; color: #1b6644; font-weight: 600; }
.body { padding: 4px 24px 20px; color: #17201b; }
.foot { padding: 12px 24px 20px; border-top: 1px solid #dde2df; color: #56615b; font-size: 13px; }
.foot p { margin: 4px 0; }
p { margin: 16px 0; }
h2 { margin: 24px 0 8px; font-size: 17px; }
ul { margin: 8px 0 16px; padding-left: 20px; }
li { margin: 4px 0; }
blockquote { margin: 8px 0 16px; padding-left: 12px; border-left: 3px solid #dde2df; }
a { color: #1b6644; }
.foot a { color: #56615b; }
.button { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #1f6f4a; color: #ffffff; font-weight: 600; text-decoration: none; }
@media (prefers-color-scheme: dark) {
  body, .page { background: #0f1411; color: #e8edea; }
  .sheet { background: #171d1a; }
  .head { color: #74d3a3; }
  .body { color: #e8edea; }
  .foot { color: #a3aea8; border-top-color: #2a332e; }
  blockquote { border-left-color: #2a332e; }
  a { color: #74d3a3; }
  .foot a { color: #a3aea8; }
  .button { background: #5cc28f; color: #062015; }
}
`.trim();
