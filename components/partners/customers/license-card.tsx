'use client';
import { ExpiryBadge } from '@/components/business/licenses/expiry-badge';
import { USE } from '@/components/business/licenses/labels';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { showDone } from '@/components/ui/base/toast';
import { DateTime } from '@/components/ui/date-time';
import { formatDate } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Customer } from './types';

type License = Customer['licenses'][number];
type Stated = NonNullable<Customer['confirmed']>;

/** Licenses that the card shows; a chain with more confirms the others by the API. */
const SHOWN = 20;

/** The licenses of a customer: what they say, who has checked that, and what has changed since. Taxes go by what is confirmed. */
export function LicenseCard({ customer, timezone }: { customer: Customer; timezone: string }) {
  const { can } = useViewer();
  const update = trpc.customers.update.useMutation();
  const { id, licenses, license_number, license_type, formerly_confirmed: former } = customer;
  const claimed = customer.status === 'claimed';
  const mayConfirm = claimed && can('update:customers') && can('update:terms');
  const save = async (confirmed: Stated | null) => {
    try {
      await update.mutateAsync({ id, confirmed });
      showDone(confirmed ? 'License confirmed' : 'Confirmation taken back');
    } catch (error) {
      await showError("Couldn't save the confirmation", error);
    }
  };
  const hidden = licenses.length - SHOWN;
  return (
    <Card title={licenses.length > 1 ? 'Licenses' : 'License'}>
      <div className="flex flex-col gap-4">
        {former && (
          <p role="status" className="rounded-md border border-border p-3 text-sm">
            <Badge tone="warning" icon="triangle">
              Changed
            </Badge>{' '}
            You confirmed {sayingOf(former)}. No license says that now: check it again.
          </p>
        )}
        {licenses.length === 0 && <DefinitionList items={[{ term: 'Number', value: license_number }]} />}
        {licenses.slice(0, SHOWN).map((license) => (
          <div
            key={`${license.location_id} ${license.license_number}`}
            className="flex flex-col gap-2 border-border not-first:border-t not-first:pt-4"
          >
            <DefinitionList
              items={factsOf(license, placeOf(customer, license), timezone, license_type, claimed)}
            />
            {mayConfirm && !license.confirmed && (
              <Button
                className="self-start"
                disabled={update.isPending}
                aria-label={`Confirm license ${license.license_number}`}
                onClick={() => save(statedBy(license))}
              >
                Confirm license
              </Button>
            )}
          </div>
        ))}
        {hidden > 0 && <p className="text-muted text-sm">… and {hidden} more</p>}
        {claimed && (
          <p className="text-muted text-sm">
            Taxes by market or state end only for a license that you confirm, or that the operator has
            verified.
          </p>
        )}
        {mayConfirm && (customer.confirmed || former) && (
          <Button
            variant="ghost"
            className="self-start"
            disabled={update.isPending}
            onClick={() => save(null)}
          >
            Take back confirmation
          </Button>
        )}
      </div>
    </Card>
  );
}

function factsOf(
  license: License,
  place: string | null,
  timezone: string,
  type: string | null,
  isClaimed: boolean,
) {
  const { license_number, state, use, expires_on, changed_at } = license;
  return [
    { term: 'Number', value: license_number },
    ...(place ? [{ term: 'Location', value: place }] : []),
    ...(type && !license.location_id ? [{ term: 'Type', value: type }] : []),
    { term: 'Market', value: `${USE[use]}, ${state}` },
    {
      term: 'Expires',
      value: (
        <span className="inline-flex flex-wrap items-center gap-2">
          {expires_on ? formatDate(expires_on) : 'No expiration'}
          <ExpiryBadge expiry={expires_on} timezone={timezone} />
        </span>
      ),
    },
    ...(isClaimed ? [{ term: 'Checked', value: <Checked license={license} /> }] : []),
    ...(isClaimed && changed_at
      ? [{ term: 'Last change', value: <DateTime value={changed_at} timezone={timezone} /> }]
      : []),
  ];
}

function Checked({ license }: { license: License }) {
  if (license.confirmed) {
    return (
      <Badge tone="success" icon="check">
        Confirmed by you
      </Badge>
    );
  }
  if (license.operator_verified_at) {
    return (
      <Badge tone="success" icon="check">
        Verified by the operator
      </Badge>
    );
  }
  return (
    <Badge tone="warning" icon="alert">
      Not confirmed
    </Badge>
  );
}

const placeOf = ({ locations }: Customer, { location_id }: License) =>
  locations.find(({ id }) => id === location_id)?.name ?? null;

const statedBy = ({ license_number, state, use, expires_on }: License): Stated => ({
  license_number,
  state,
  use,
  expires_on,
});

const sayingOf = ({ license_number, state, use, expires_on }: Stated) =>
  `${license_number}: ${USE[use].toLowerCase()}, ${state}, ${expires_on ? `expires ${formatDate(expires_on)}` : 'no expiration'}`;
