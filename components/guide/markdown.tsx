import { compiler, type MarkdownToJSX } from 'markdown-to-jsx/react';
import { isValidElement, type ReactNode } from 'react';
import { CodeBlock } from '@/components/ui/code-block';
import { PageHeader } from '@/components/ui/page-header';
import { DOCUMENTS } from './documents';

const linkStyle = 'text-link underline underline-offset-4';

/** Where a link of a document leads: to a page of ours, elsewhere over https, or nowhere in the browser. */
function pageOf(href: string): string | null {
  if (/^(https:\/\/|#|\/)/.test(href)) return href;
  const [, name, anchor = ''] = /^(?:\.\.\/)?([a-z-]+)\.md(#[\w-]+)?$/.exec(href) ?? [];
  return DOCUMENTS.some(({ slug }) => slug === name) ? `/developers/guide/${name}${anchor}` : null;
}

function DocumentLink({ href = '', children }: { href?: string; children?: ReactNode }) {
  const page = pageOf(href);
  return page ? (
    <a href={page} className={linkStyle}>
      {children}
    </a>
  ) : (
    children
  );
}

/** Text within elements. */
function textOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (isValidElement<{ children?: ReactNode }>(node)) return textOf(node.props.children);
  return typeof node === 'string' || typeof node === 'number' ? String(node) : '';
}

const Pre = ({ children }: { children?: ReactNode }) => (
  <CodeBlock label="Example" wraps={false} text={textOf(children).trimEnd()} className="mt-3 max-h-96" />
);

const Table = ({ children }: { children?: ReactNode }) => (
  <section
    aria-label="Table"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    tabIndex={0}
    className="mt-3 overflow-x-auto rounded-lg border border-border bg-surface"
  >
    <table className="w-full text-left text-sm">{children}</table>
  </section>
);

const styled = (className: string) => ({ props: { className } });

const OPTIONS: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  wrapper: null,
  forceWrapper: false,
  overrides: {
    a: { component: DocumentLink },
    pre: { component: Pre },
    table: { component: Table },
    h2: styled('mt-8 scroll-mt-20 font-semibold text-xl first:mt-0'),
    h3: styled('mt-6 scroll-mt-20 font-semibold text-lg'),
    h4: styled('mt-5 font-semibold'),
    p: styled('mt-3'),
    ul: styled('mt-3 list-disc space-y-1 pl-5 marker:text-muted'),
    ol: styled('mt-3 list-decimal space-y-2 pl-6 marker:text-muted'),
    th: styled('border-border border-b bg-hover px-3 py-2 font-medium'),
    td: styled('border-border border-b px-3 py-2 align-top'),
    code: styled('break-words rounded-sm bg-hover px-1 py-px font-mono text-[0.9em]'),
    img: styled('mt-4 h-auto w-full rounded-lg border border-border'),
    blockquote: styled('mt-3 border-border border-l-2 pl-4 text-muted'),
  },
};

/**
 * Draws a document of ours as a page; its first line is the heading. HTML within it is shown as text.
 * @param text in GitHub's Markdown
 */
export function Markdown({ text, parent }: { text: string; parent: { label: string; href: string } }) {
  const [, title = '', body = ''] = /^# ([^\n]+)\n(.*)$/s.exec(text) ?? [];
  return (
    <>
      <PageHeader title={title} breadcrumbs={[parent]} />
      <article className="max-w-3xl break-words">{compiler(body, OPTIONS)}</article>
    </>
  );
}
