'use client';
import { type CardOfSettings, SettingsPage, useSettingsForm } from '@/components/business/settings-form';
import type { Entity } from '@/components/business/types';
import { trpc } from '@/components/ui/providers/trpc';

const CARDS: readonly CardOfSettings[] = [
  { card: 'invoices', title: 'Invoices' },
  { card: 'credit', title: 'Credit' },
  { card: 'reminders', title: 'Reminders' },
];
const NAMES = CARDS.map(({ card }) => card);

/** How a seller invoices, and on what terms. @param first as the server read it */
export function InvoiceSettingsPage({ first }: { first: Entity }) {
  const { data: entity = first } = trpc.entity.get.useQuery({});
  const form = useSettingsForm(entity, NAMES, 'Invoice settings saved');
  return <SettingsPage title="Invoice settings" form={form} cards={CARDS} />;
}
