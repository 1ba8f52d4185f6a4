'use client';
import { lazy, Suspense, useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { Link } from '@/components/ui/base/link';
import { formatMoney } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import { termsText } from '@/server/kernel/terms-text';
import { CREDIT_CHECKS } from './labels';
import type { Customer } from './types';

const TermsDialog = lazy(() => import('./terms-dialog').then((m) => ({ default: m.TermsDialog })));

/** What a customer owes, and how much it may. */
export function CreditCard({ customer }: { customer: Customer }) {
  const { rules } = useViewer();
  const [editing, setEditing] = useState(false);
  const { id, balance, terms_days: days } = customer;
  const overdue = customer.overdue ?? 0;
  const check = CREDIT_CHECKS.find(({ value }) => value === customer.credit_check);
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          Credit
          {customer.on_hold && (
            <Badge tone="danger" icon="slash">
              On hold
            </Badge>
          )}
        </span>
      }
      action={
        rules('update:terms') && (
          <Button size="sm" onClick={() => setEditing(true)}>
            Edit<span className="sr-only"> terms</span>
          </Button>
        )
      }
    >
      <DefinitionList
        items={[
          // Members limited to locations don't see it.
          ...(balance === null
            ? []
            : [
                {
                  term: 'Balance',
                  value: (
                    <Link
                      href={`/invoices?party=${id}&status=open`}
                      className="text-link tabular-nums hover:underline"
                    >
                      {formatMoney(balance)}
                    </Link>
                  ),
                },
              ]),
          ...(overdue > 0
            ? [
                {
                  term: 'Overdue',
                  value: (
                    <span className="font-medium text-destructive tabular-nums">{formatMoney(overdue)}</span>
                  ),
                },
              ]
            : []),
          {
            term: 'Credit limit',
            value: limitText(customer),
          },
          { term: 'Payment terms', value: days === null ? 'Your default' : termsText(days) },
          ...(check ? [{ term: 'Limit is checked', value: check.label }] : []),
        ]}
      />
      <Suspense>{editing && <TermsDialog customer={customer} onClose={() => setEditing(false)} />}</Suspense>
    </Card>
  );
}

function limitText({ credit_limit: limit, exposure, name }: Customer) {
  if (limit === null) return 'None';
  if (exposure === null) return formatMoney(limit);
  return <CreditUsed limit={limit} exposure={exposure} name={name} />;
}

/** How much of a limit open invoices and orders take up, as text and as a bar. */
function CreditUsed({ limit, exposure, name }: { limit: number; exposure: number; name: string }) {
  const used = Math.max(exposure, 0);
  const beyond = exposure > limit;
  return (
    <>
      <span className="tabular-nums">
        {formatMoney(exposure)} of {formatMoney(limit)} used
      </span>
      <meter
        aria-label={`Credit that ${name} uses`}
        className="credit-meter"
        data-beyond={beyond || undefined}
        min={0}
        max={Math.max(limit, used, 1)}
        value={used}
      />
    </>
  );
}
