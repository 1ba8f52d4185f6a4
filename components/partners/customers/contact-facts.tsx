import { Badge } from '@/components/ui/base/badge';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { DateTime } from '@/components/ui/date-time';
import { UNKNOWN } from '@/components/ui/format';
import { LicenseCard } from './license-card';
import type { Customer } from './types';

const LINK = 'rounded-sm text-link underline-offset-4 hover:underline';

/** How to reach a customer, and its licenses. */
export function ContactFacts({ customer, timezone }: { customer: Customer; timezone: string }) {
  const { contact, address, external_ids } = customer;
  const ids = Object.entries(external_ids);
  return (
    <>
      <Card title="Business">
        <DefinitionList
          items={[
            {
              term: 'Email',
              value: contact?.email ? (
                <span className="inline-flex flex-wrap items-center gap-2">
                  <a href={`mailto:${contact.email}`} className={LINK}>
                    {contact.email}
                  </a>
                  {customer.unsubscribed && (
                    <Badge tone="warning" icon="slash">
                      Unsubscribed from reminders and statements
                    </Badge>
                  )}
                </span>
              ) : (
                UNKNOWN
              ),
            },
            {
              term: 'Phone',
              value: contact?.phone ? (
                <a href={`tel:${contact.phone}`} className={LINK}>
                  {contact.phone}
                </a>
              ) : (
                UNKNOWN
              ),
            },
            {
              term: 'Address',
              value: address
                ? `${address.street}, ${address.city}, ${address.state} ${address.zip}`
                : UNKNOWN,
            },
            { term: 'Customer since', value: <DateTime value={customer.created_at} timezone={timezone} /> },
          ]}
        />
      </Card>
      <LicenseCard customer={customer} timezone={timezone} />
      {ids.length > 0 && (
        <Card title="Ids in other systems">
          <DefinitionList items={ids.map(([system, value]) => ({ term: system, value }))} />
        </Card>
      )}
    </>
  );
}
