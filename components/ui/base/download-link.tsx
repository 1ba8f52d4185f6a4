'use client';
import { Download } from 'lucide-react';
import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react';
import { Spinner } from './spinner';

/** A link to a file of the API, with a spinner while it is fetched. Without JavaScript it is a plain download. */
export function DownloadLink({
  href,
  fileName,
  start: startJob,
  icon = <Download aria-hidden />,
  children,
  onClick,
  ...props
}: Omit<ComponentProps<'a'>, 'download'> & {
  href: string;
  /** Where the response suggests none. */
  fileName?: string;
  /** Has a job make the file where it isn't made yet (409 `not_drawn`). */
  start?: () => Promise<unknown>;
  icon?: ReactNode;
}) {
  const [pending, setPending] = useState(false);
  const start = async (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (pending) return;
    setPending(true);
    // Fetched with its first use, so that no list carries it from the start.
    const { download } = await import('./download');
    await download(href, fileName, startJob);
    setPending(false);
  };
  return (
    <a {...props} href={href} download={fileName ?? ''} aria-busy={pending || undefined} onClick={start}>
      {pending ? <Spinner /> : icon}
      {children}
    </a>
  );
}
