import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

export type Certificate = inferRouterOutputs<AppRouter>['batches']['coa'];
export type CertificateVersion = Certificate['history'][number];
