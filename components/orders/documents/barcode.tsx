import { barsOf, code128 } from '@/server/kernel/code128';

/** A text as a Code 128 barcode, drawn by the server; nothing for a text that has none. */
export function Barcode({ text }: { text: string }) {
  const modules = code128(text);
  if (!modules) return null;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${modules.length} 20`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className="mt-0.5 block h-5 w-44 bg-white print:w-[2.4in]"
    >
      <path
        d={barsOf(modules)
          .map(({ start, width }) => `M${start} 0h${width}v20h-${width}z`)
          .join('')}
      />
    </svg>
  );
}
