'use client';
import { Card } from '@/components/ui/base/card';
import { Field } from '@/components/ui/base/field';
import { Switch } from '@/components/ui/base/switch';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import type { ConnectionDetail } from './types';

/** Whether a supplier may enter orders for the business. */
export function SellerOrders({ connection, editable }: { connection: ConnectionDetail; editable: boolean }) {
  const update = trpc.entity.connections.update.useMutation();
  const { id, entity, seller_orders } = connection;
  if (seller_orders === null) return null;
  const allowed = update.isPending ? update.variables.seller_orders : seller_orders;
  const change = (next: boolean) =>
    update
      .mutateAsync({ id, seller_orders: next })
      .catch((error) => showError("Couldn't save whether they may enter orders", error));
  return (
    <Card title="Orders they enter">
      {editable ? (
        <Field
          layout="inline"
          label={`Let ${entity.name} enter orders for you`}
          hint="Orders by phone, for instance. You can cancel them as your own."
        >
          <Switch
            className="mt-0.5"
            checked={allowed}
            disabled={update.isPending}
            onCheckedChange={(next) => void change(next)}
          />
        </Field>
      ) : (
        <p>{seller_orders ? `${entity.name} may enter orders for you.` : 'Off'}</p>
      )}
    </Card>
  );
}
