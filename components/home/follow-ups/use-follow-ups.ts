'use client';
import type { inferRouterOutputs } from '@trpc/server';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import type { AppRouter } from '@/server/transport/router';

export type FollowUp = inferRouterOutputs<AppRouter>['customers']['followUps']['list']['data'][number];

/** Most that a page shows: those that are due soonest. */
export const SHOWN = 50;
const onError = (error: unknown) => void showError('Follow-up not saved', error);

/** What members are to do about a customer, and the acts on it. */
export function useCustomerFollowUps(id: string) {
  const list = trpc.customers.followUps.list.useQuery({ id, limit: SHOWN });
  const create = trpc.customers.followUps.create.useMutation();
  const update = trpc.customers.followUps.update.useMutation({ onError });
  const remove = trpc.customers.followUps.delete.useMutation({ onError });
  return { list, create, update, remove };
}

/** The same of a supplier. */
export function useSupplierFollowUps(id: string) {
  const list = trpc.suppliers.followUps.list.useQuery({ id, limit: SHOWN });
  const create = trpc.suppliers.followUps.create.useMutation();
  const update = trpc.suppliers.followUps.update.useMutation({ onError });
  const remove = trpc.suppliers.followUps.delete.useMutation({ onError });
  return { list, create, update, remove };
}

export type FollowUpActs = ReturnType<typeof useCustomerFollowUps> | ReturnType<typeof useSupplierFollowUps>;
