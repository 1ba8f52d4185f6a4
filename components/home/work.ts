import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Overview } from '@/components/home/reports/types';
import type { StockLevel } from '@/components/stock/inventory/types';
import type { EntityType, Permission } from '@/server/kernel/permissions';
import type { Viewer } from '@/server/transport/runtime';

type Location = { id: string; name: string };

/** Items that are low, the first of them, and how many of them suppliers sell. */
export type Low = { rows: readonly StockLevel[]; total: number; toReorder: number };

/** Who looks, and what day it is for the business. */
export type Looking = Viewer & {
  today: string;
  /** The location of the switcher; null for all. Lists open in it. */
  chosen: Location | null;
  /** Where what is low is reordered; null for those who can't. */
  receiving: Location | null;
  overview: Promise<Overview>;
  low: Promise<Low>;
};

/** One object to act on, with its act in place. */
export type Task = {
  key: string;
  name: string;
  href: string;
  facts: ReactNode;
  amount?: number | null;
  action?: ReactNode;
};

/** What of a kind of work waits. */
export type Found = {
  /** How many rows the list of the kind has (decision 208). */
  count: number;
  /** Said in place of the count and the label. */
  title?: string;
  facts?: ReactNode;
  /** The most urgent ones; none where the list is the place to act. */
  tasks?: readonly Task[];
};

/** One kind of work. */
export type Work = {
  key: string;
  icon: LucideIcon;
  tone: 'info' | 'warning' | 'danger';
  /** What of it is all caught up while nothing waits. */
  quiet: string;
  label: (count: number) => string;
  /** The list that holds it; null for a member who can't open it. */
  href: (looking: Looking) => string | null;
  /** What the button says that leads there, for a kind without tasks. */
  action: string;
  find: (looking: Looking) => Promise<Found>;
  needs: readonly Permission[];
  only?: readonly EntityType[];
  /** Of the whole business: not for members limited to locations. */
  whole?: true;
};

/** Objects of a kind that are acted on in place; more are in its list. */
export const SHOWN_TASKS = 3;

export const nouns = (one: string, many: string) => (count: number) => (count === 1 ? one : many);
export const parametersOf = (href: string) => new URL(href, 'http://home').searchParams;

/** What a list responds with, as far as it is counted. */
type Counted = Promise<{ pagination: { total: number | null } }>;
export const totalOf = async (list: Counted) => (await list).pagination.total ?? 0;

/** The address of a list that opens in the chosen location. */
export const inLocation = (href: string, { chosen }: Pick<Looking, 'chosen'>) =>
  chosen ? `${href}&location_id=${chosen.id}` : href;
