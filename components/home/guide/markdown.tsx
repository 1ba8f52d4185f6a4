import { compiler, type MarkdownToJSX } from 'markdown-to-jsx/react';
import { isValidElement, type ReactNode } from 'react';
import { ProductPicture } from '@/components/home/public/product-picture';
import { CodeBlock } from '@/components/ui/base/code-block';
import { PageHeader } from '@/components/ui/base/page-header';
import { ScrollRegion } from '@/components/ui/base/scroll-region';
import { DOCUMENTS } from './documents';
import { GUIDE } from './pages';

const linkStyle = 'text-link underline underline-offset-4';

/** Where a link of a document in `docs/{folder}` leads: to a page of ours, elsewhere over https, or nowhere. */
function pageOf(href: string, folder: string): string | null {
  if (/^(https:\/\/|#)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `file:///${folder}`);
  const [, guide, name] = /^\/(guide\/)?([a-z-]+)\.md$/.exec(pathname) ?? [];
  if (guide) return GUIDE.some((slug) => slug === name) ? `/help/${name}${hash}` : null;
  return DOCUMENTS.some(({ slug }) => slug === name) ? `/developers/guide/${name}${hash}` : null;
}

function DocumentLink({
  href = '',
  folder,
  children,
}: {
  href?: string;
  folder: string;
  children?: ReactNode;
}) {
  const page = pageOf(href, folder);
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
  <ScrollRegion label="Table" className="mt-3 overflow-x-auto rounded-lg border border-border bg-surface">
    <table className="w-full text-left text-sm">{children}</table>
  </ScrollRegion>
);

/** A picture of the guide. */
const Picture = ({ src = '', alt = '' }: { src?: string; alt?: string }) => (
  <ProductPicture
    name={src.replace(/^pictures\/|\.webp$/g, '')}
    alt={alt}
    lazy
    className="mt-4 h-auto w-full rounded-lg border border-border"
  />
);

const styled = (className: string) => ({ props: { className } });

const optionsOf = (folder: string): MarkdownToJSX.Options => ({
  disableParsingRawHTML: true,
  wrapper: null,
  forceWrapper: false,
  overrides: {
    a: { component: DocumentLink, props: { folder } },
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
    img: { component: Picture },
    blockquote: styled('mt-3 border-border border-l-2 pl-4 text-muted'),
  },
});

/**
 * Draws a document of ours as a page; its first line is the heading. HTML within it is shown as text.
 * @param text in GitHub's Markdown
 * @param folder of the document below `docs/`, with a slash at its end; empty for `docs/` itself
 */
export function Markdown({
  text,
  folder = '',
  parent,
}: {
  text: string;
  folder?: string;
  parent: { label: string; href: string };
}) {
  const [, title = '', body = ''] = /^# ([^\n]+)\n(.*)$/s.exec(text) ?? [];
  return (
    <>
      <PageHeader title={title} breadcrumbs={[parent]} />
      <article className="max-w-3xl break-words">{compiler(body, optionsOf(folder))}</article>
    </>
  );
}
