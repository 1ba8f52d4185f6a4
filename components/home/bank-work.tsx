import { Landmark } from 'lucide-react';
import { SELLERS } from '@/server/kernel/permissions';
import { nouns, totalOf, type Work } from './work';

/** Lines of the bank that could be payments of customers. */
export const BANK_LINES: Work = {
  key: 'bank',
  icon: Landmark,
  tone: 'warning',
  quiet: 'bank lines',
  label: nouns('bank line to decide', 'bank lines to decide'),
  needs: ['read:bank', 'update:bank'],
  only: SELLERS,
  whole: true,
  action: 'Decide lines',
  href: () => '/bank',
  find: async ({ caller }) => ({
    count: await totalOf(caller.bank.lines.list({ status: 'open', limit: 1 })),
  }),
};
