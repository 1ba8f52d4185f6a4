'use client';
import { Link } from '@/components/ui/base/link';
import { trpc } from '@/components/ui/providers/trpc';
import { type CardOfSettings, SettingsPage, useSettingsForm } from './settings-form';
import type { Entity } from './types';

const TAX = (
  <>
    Applied to orders that you sell while no{' '}
    <Link href="/settings/taxes" className="underline">
      tax rule
    </Link>{' '}
    is current.
  </>
);
const CARDS: readonly CardOfSettings[] = [
  { card: 'tax', title: 'Tax', hints: { tax_rate_bps: TAX } },
  { card: 'prices', title: 'Prices and minimum' },
  {
    card: 'limits',
    title: 'Limits per buyer',
    description: 'Orders that you enter yourself have no limits.',
  },
  { card: 'backorders', title: 'Backorders' },
  { card: 'shipping', title: 'Shipping' },
];
const NAMES = CARDS.map(({ card }) => card);

/** The rules of a seller for the orders that it gets. @param first as the server read it */
export function SalesPage({ first }: { first: Entity }) {
  const { data: entity = first } = trpc.entity.get.useQuery({});
  const form = useSettingsForm(entity, NAMES, 'Sales settings saved');
  return <SettingsPage title="Sales settings" form={form} cards={CARDS} />;
}
