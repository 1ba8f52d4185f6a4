import { formatAmount } from '@/components/ui/format';
import { STATE, STEP } from './labels';
import type { TraceStep } from './types';

/** One party or place of the picture: where units came from, or where they are or went. */
export type TraceNode = {
  key: string;
  label: string;
  /** What happened: "Received · 3 orders". */
  detail: string;
  quantity: number;
  unit?: TraceStep['unit'];
  step?: TraceStep['step'];
  href?: string;
};

export type TraceGraph = { from: TraceNode[]; to: TraceNode[] };

/** Nodes on one side of the picture at most; the rest is one node, and the table has them all. */
export const MOST_NODES = 7;

/** Steps of a kind that are one node together: by party, by place or by the other batch. */
function nodeOf(step: TraceStep, placeName: (id: string) => string): Omit<TraceNode, 'quantity'> {
  const { kind, state, party, reference, reference_id, location_id } = step;
  const verb = kind === 'order' ? STATE[state] : STEP[kind];
  const place = location_id ? placeName(location_id) : null;
  switch (kind) {
    case 'receipt':
    case 'return':
    case 'order':
      return { key: `${kind} ${state} ${party}`, label: party ?? reference ?? 'Order', detail: verb };
    // Units that a transfer brought are on hand as others are.
    case 'item':
    case 'transfer':
      return { key: `item ${location_id}`, label: place ?? 'Your stock', detail: STATE.on_hand };
    case 'source':
    case 'lot':
      return {
        key: `${kind} ${reference}`,
        label: reference ?? 'Another batch',
        detail: verb,
        ...(reference && { href: `/batches?q=${encodeURIComponent(reference)}` }),
      };
    default:
      return {
        key: `${kind} ${location_id}`,
        label: place ?? 'Your stock',
        detail: verb,
        ...(kind === 'sync' && reference_id && { href: '/inventory/syncs' }),
      };
  }
}

function sideOf(
  steps: readonly TraceStep[],
  direction: TraceStep['direction'],
  placeName: (id: string) => string,
): TraceNode[] {
  const nodes = new Map<string, TraceNode & { orders: Set<string> }>();
  for (const step of steps) {
    if (step.direction !== direction) continue;
    const made = nodeOf(step, placeName);
    const node = nodes.get(made.key) ?? {
      ...{ ...made, quantity: 0, orders: new Set<string>() },
      ...{ unit: step.unit, step: step.step },
    };
    node.quantity += step.quantity;
    if (step.party && step.reference) node.orders.add(step.reference);
    nodes.set(made.key, node);
  }
  const all = [...nodes.values()]
    .map(({ orders, ...node }) => ({
      ...node,
      detail:
        orders.size > 0
          ? `${node.detail} · ${[...orders].length === 1 ? [...orders][0] : `${orders.size} orders`}`
          : node.detail,
    }))
    .sort((a, b) => b.quantity - a.quantity || a.label.localeCompare(b.label));
  if (all.length <= MOST_NODES) return all;
  const rest = all.slice(MOST_NODES - 1);
  return [
    ...all.slice(0, MOST_NODES - 1),
    {
      key: 'rest',
      label: `${rest.length} more`,
      detail: 'View as table to see them',
      quantity: rest.reduce((sum, { quantity }) => sum + quantity, 0),
      unit: rest[0]?.unit,
      step: rest[0]?.step,
    },
  ];
}

/** The steps of a trace as the two sides of its picture, largest first. */
export function traceGraph(steps: readonly TraceStep[], placeName: (id: string) => string): TraceGraph {
  return { from: sideOf(steps, 'backward', placeName), to: sideOf(steps, 'forward', placeName) };
}

/** What the picture says, in a sentence. */
export function traceSummary({ from, to }: TraceGraph): string {
  const side = (nodes: readonly TraceNode[]) =>
    nodes.map((node) => `${formatAmount(node.quantity, node)} ${node.label} (${node.detail})`).join(', ');
  return [
    from.length > 0 ? `Came from: ${side(from)}.` : 'No origin is recorded.',
    to.length > 0 ? `Went to: ${side(to)}.` : 'No units are on hand or have left.',
  ].join(' ');
}
