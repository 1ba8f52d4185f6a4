import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>;
export type Certificate = Outputs['batches']['coa'];
export type CertificateVersion = Certificate['history'][number];
/** What was read of a certificate that isn't saved yet. */
export type Reading = Outputs['coaReadings']['get'];
