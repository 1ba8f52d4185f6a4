'use client';
import type { PDFDocumentLoadingTask } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { Skeleton } from '@/components/ui/base/skeleton';

/** Pixels across; a screen shows it narrower. */
const WIDTH = 1000;

async function open(source: Blob | string): Promise<PDFDocumentLoadingTask> {
  const pdfjs = await import('pdfjs-dist');
  pdfjs.GlobalWorkerOptions.workerSrc = new URL(
    'pdfjs-dist/build/pdf.worker.min.mjs',
    import.meta.url,
  ).toString();
  const contents =
    typeof source === 'string' ? await (await fetch(source)).arrayBuffer() : await source.arrayBuffer();
  // No script of a document is run, and no font or image is fetched from elsewhere.
  return pdfjs.getDocument({ data: contents, isEvalSupported: false, enableXfa: false });
}

/**
 * The first page of a PDF, drawn on a canvas: a file of another business is never displayed as a document under our
 * origin (decision 18). @param source a chosen file, or the address of a stored one
 */
export function PdfPreview({ source, name }: { source: Blob | string; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<{ pages: number } | 'loading' | 'failed'>('loading');
  useEffect(() => {
    let task: PDFDocumentLoadingTask | null = null;
    let left = false;
    setState('loading');
    const draw = async () => {
      task = await open(source);
      const document = await task.promise;
      const page = await document.getPage(1);
      const target = canvas.current;
      if (left || !target) return;
      const { width } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: WIDTH / width });
      target.width = viewport.width;
      target.height = viewport.height;
      await page.render({ canvas: target, viewport }).promise;
      if (!left) setState({ pages: document.numPages });
    };
    draw().catch(() => {
      if (!left) setState('failed');
    });
    return () => {
      left = true;
      void task?.destroy();
    };
  }, [source]);
  if (state === 'failed') {
    return (
      <p className="rounded-lg border border-border px-4 py-8 text-center text-muted">
        This PDF can't be previewed. Download it to read it.
      </p>
    );
  }
  return (
    <figure>
      <div className="relative max-h-96 overflow-y-auto rounded-lg border border-border bg-tint-neutral">
        {state === 'loading' && <Skeleton className="h-96 w-full" />}
        <canvas
          ref={canvas}
          role="img"
          aria-label={`First page of ${name}`}
          className={state === 'loading' ? 'hidden' : 'block w-full'}
        />
      </div>
      {state !== 'loading' && state.pages > 1 && (
        <figcaption className="mt-1 text-muted text-sm">Page 1 of {state.pages}</figcaption>
      )}
    </figure>
  );
}
