import { DateTime } from '@/components/date-time';
import { formatDate, UNKNOWN } from '@/components/format';
import { ExpiryBadge } from '@/components/licenses/expiry-badge';
import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import type { Customer } from './types';

const LINK = 'rounded-sm text-link underline-offset-4 hover:underline';

/** How to reach a customer, and its license. */
export function ContactFacts({ customer, timezone }: { customer: Customer; timezone: string }) {
  const { contact, address, license_number, license_type, license_expiry, external_ids } = customer;
  const ids = Object.entries(external_ids);
  return (
    <>
      <Card title="Business">
        <DefinitionList
          items={[
            {
              term: 'Email',
              value: contact?.email ? (
                <a href={`mailto:${contact.email}`} className={LINK}>
                  {contact.email}
                </a>
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
      <Card title="License">
        <DefinitionList
          items={[
            { term: 'Number', value: license_number },
            ...(license_type ? [{ term: 'Type', value: license_type }] : []),
            {
              term: 'Expires',
              value: (
                <span className="inline-flex flex-wrap items-center gap-2">
                  {license_expiry ? formatDate(license_expiry) : 'No expiration'}
                  <ExpiryBadge expiry={license_expiry} timezone={timezone} />
                </span>
              ),
            },
          ]}
        />
      </Card>
      {ids.length > 0 && (
        <Card title="Ids in other systems">
          <DefinitionList items={ids.map(([system, value]) => ({ term: system, value }))} />
        </Card>
      )}
    </>
  );
}
