import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>;

export type Invoice = Outputs['invoices']['get'];
export type InvoiceLine = Invoice['lines'][number];
export type CreditNote = Outputs['creditNotes']['get'];
export type InvoicesQuery = inferRouterInputs<AppRouter>['invoices']['list'];
