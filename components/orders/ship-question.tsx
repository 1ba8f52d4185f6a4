'use client';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { Field } from '@/components/ui/base/field';
import { Select } from '@/components/ui/base/select';
import { Spinner } from '@/components/ui/base/spinner';
import { formatCount, formatMoney, todayIn } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { OrderSummary } from './types';

/** What takes the orders; without either the manifests name none. */
export interface Truck {
  driver_id?: string;
  vehicle_id?: string;
}

const FLEET = { active: true, limit: 500 } as const;
const NONE = { value: '', label: 'None' };
/** Rejections that are named. */
const NAMED = 3;

/** Says what shipping several orders at once comes to and which of them can't ship, before it can't be taken back. */
export function ShipQuestion({
  orders,
  onConfirm,
  onClose,
}: {
  orders: readonly OrderSummary[];
  onConfirm: (truck: Truck) => void;
  onClose: () => void;
}) {
  const { timezone } = useViewer().entity;
  const today = todayIn(timezone);
  const [driver, setDriver] = useState('');
  const [vehicle, setVehicle] = useState('');
  const drivers = trpc.drivers.list.useQuery(FLEET).data?.data ?? [];
  const vehicles = trpc.vehicles.list.useQuery(FLEET).data?.data ?? [];
  const rejected = useRejected(orders);
  const lines = orders.reduce((sum, { item_count }) => sum + item_count, 0);
  const units = orders.reduce((sum, order) => sum + (order.by_weight ? 0 : order.units), 0);
  const total = orders.reduce((cents, order) => cents + Math.round(order.total * 100), 0) / 100;
  const later = orders.filter(({ delivery_date }) => delivery_date !== null && delivery_date > today).length;
  const what = formatCount(orders.length, 'order');
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Ship ${what}?`}
      description={
        <>
          <p>
            {[
              units > 0 && formatCount(units, 'unit'),
              formatCount(lines, 'line'),
              formatMoney(total),
              formatCount(orders.length, 'invoice'),
            ]
              .filter(Boolean)
              .join(', ')}
            . Their units leave your stock, and each order is invoiced as your settings say. This can't be
            undone.
          </p>
          {later > 0 && (
            <p className="mt-2 font-medium text-text">
              {later === 1 ? '1 is' : `${later} are`} requested for a later day.
            </p>
          )}
        </>
      }
      confirmLabel={`Ship ${what}`}
      cancelLabel="Keep preparing"
      destructive={false}
      onConfirm={() =>
        onConfirm({
          ...(driver && { driver_id: driver }),
          ...(vehicle && { vehicle_id: vehicle }),
        })
      }
    >
      <Rejected rejected={rejected} />
      {(drivers.length > 0 || vehicles.length > 0) && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Driver of all">
            <Select
              options={[NONE, ...drivers.map(({ id, name }) => ({ value: id, label: name }))]}
              value={driver}
              onValueChange={setDriver}
            />
          </Field>
          <Field label="Vehicle of all">
            <Select
              options={[
                NONE,
                ...vehicles.map(({ id, make, model, plate }) => ({
                  value: id,
                  label: `${make} ${model} · ${plate}`,
                })),
              ]}
              value={vehicle}
              onValueChange={setVehicle}
            />
          </Field>
        </div>
      )}
    </ConfirmDialog>
  );
}

/** Calls that the client sends as one, and orders that are checked before they ship. */
const [AT_ONCE, MOST_CHECKED] = [20, 100];

/** Asks for each order whether it could ship, such as without a certificate. @returns null until all are checked */
function useRejected(orders: readonly OrderSummary[]): readonly string[] | null {
  const { client } = trpc.useUtils();
  const [rejected, setRejected] = useState<readonly string[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what the question is about
  useEffect(() => {
    let gone = false;
    const check = async () => {
      const found: string[] = [];
      const asked = orders.slice(0, MOST_CHECKED);
      for (let done = 0; done < asked.length && !gone; done += AT_ONCE) {
        await Promise.all(
          asked
            .slice(done, done + AT_ONCE)
            .map(({ id, order_number }) =>
              client.orders.updateStatus
                .mutate({ id, status: 'shipped', dry_run: true })
                .catch((error) => void found.push(`${order_number}: ${errorText(error)}`)),
            ),
        );
      }
      if (!gone) setRejected(found);
    };
    void check();
    return () => {
      gone = true;
    };
  }, []);
  return rejected;
}

function Rejected({ rejected }: { rejected: readonly string[] | null }) {
  if (rejected === null)
    return (
      <p role="status" className="flex items-center gap-2 text-muted text-sm">
        <Spinner />
        Checking certificates, licenses and credit
      </p>
    );
  if (rejected.length === 0) return null;
  const more = rejected.length - NAMED;
  return (
    <div role="status" className="rounded-lg bg-tint-warning px-4 py-2 text-on-tint-warning text-sm">
      <p className="font-medium">{formatCount(rejected.length, 'order')} can't ship now and will be left</p>
      <ul className="mt-1 flex flex-col gap-0.5">
        {rejected.slice(0, NAMED).map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
        {more > 0 && <li>And {more} more</li>}
      </ul>
    </div>
  );
}
