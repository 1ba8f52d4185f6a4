import { ArrowDown } from 'lucide-react';
import { cn } from '@/components/ui/base/class-names';
import { Link } from '@/components/ui/base/link';
import { formatAmount } from '@/components/ui/format';
import type { TraceGraph, TraceNode } from './trace-graph';

/** Height of a node and the gap below it, in pixels: the ribbons are computed from them. */
const NODE = 56;
const GAP = 10;
const heightOf = (count: number) => Math.max(1, count) * (NODE + GAP) - GAP;
/** The thickest ribbon; the others are thinner by their share of units. */
const THICKEST = 26;

/** Ribbons between the nodes of one side and the batch, as thick as their units. */
function Ribbons({ nodes, height, into }: { nodes: readonly TraceNode[]; height: number; into: boolean }) {
  const most = Math.max(1, ...nodes.map((node) => node.quantity));
  const widths = nodes.map((node) => Math.max(2, (node.quantity / most) * THICKEST));
  const shrink = Math.min(1, (height - 8) / widths.reduce((sum, width) => sum + width, 0));
  const top = (height - heightOf(nodes.length)) / 2;
  let offset = (height - widths.reduce((sum, width) => sum + width * shrink, 0)) / 2;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      className="hidden h-full w-full @2xl:block"
      style={{ height }}
    >
      {nodes.map((node, index) => {
        const width = (widths[index] ?? 0) * shrink;
        const outer = top + index * (NODE + GAP) + NODE / 2;
        const inner = offset + width / 2;
        offset += width;
        const [start, end] = into ? [outer, inner] : [inner, outer];
        return (
          <path
            key={node.key}
            d={`M0 ${start} C 50 ${start}, 50 ${end}, 100 ${end}`}
            fill="none"
            strokeWidth={width}
            vectorEffect="non-scaling-stroke"
            className={into ? 'stroke-chart-2' : 'stroke-chart-1'}
            opacity={0.35}
          />
        );
      })}
    </svg>
  );
}

function Nodes({ label, nodes, none }: { label: string; nodes: readonly TraceNode[]; none: string }) {
  if (nodes.length === 0) return <p className="self-center text-center text-muted text-sm">{none}</p>;
  return (
    <ul aria-label={label} className="flex min-w-0 flex-col self-center" style={{ gap: GAP }}>
      {nodes.map((node) => (
        <li
          key={node.key}
          className="flex items-center justify-between gap-3 rounded-lg border border-border bg-bg px-3"
          style={{ height: NODE }}
        >
          <div className="min-w-0">
            {node.href ? (
              <Link href={node.href} className="block truncate font-medium hover:text-link hover:underline">
                {node.label}
              </Link>
            ) : (
              <p className="truncate font-medium" title={node.label}>
                {node.label}
              </p>
            )}
            <p className="truncate text-muted text-sm" title={node.detail}>
              {node.detail}
            </p>
          </div>
          <span className="font-semibold tabular-nums">{formatAmount(node.quantity, node)}</span>
        </li>
      ))}
    </ul>
  );
}

/** One step up and one step down of a batch: parties and places left and right, ribbons as thick as their units. */
export function TracePicture({ batch, graph }: { batch: string; graph: TraceGraph }) {
  const height = Math.max(heightOf(graph.from.length), heightOf(graph.to.length), 96);
  const arrow = <ArrowDown aria-hidden className="mx-auto size-4 text-muted @2xl:hidden" />;
  return (
    <figure className="@container" aria-label={`Where units of ${batch} came from and went`}>
      <div className="grid gap-2 @2xl:grid-cols-[minmax(0,1fr)_minmax(2rem,5rem)_8rem_minmax(2rem,5rem)_minmax(0,1fr)] @2xl:gap-0">
        <Nodes label="Came from" nodes={graph.from} none="No origin is recorded." />
        {arrow}
        <Ribbons nodes={graph.from} height={height} into />
        <div
          className={cn(
            'flex flex-col items-center justify-center rounded-lg border border-primary/50 bg-selected px-2 py-3 text-center',
            '@2xl:self-stretch',
          )}
        >
          <span className="text-muted text-xs">Batch</span>
          <span className="max-w-full break-words font-semibold">{batch}</span>
        </div>
        {arrow}
        <Ribbons nodes={graph.to} height={height} into={false} />
        <Nodes label="Went to" nodes={graph.to} none="No units are on hand or have left." />
      </div>
    </figure>
  );
}
