import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>['auth'];

export type Profile = Outputs['me'];
export type MfaSecret = Outputs['mfaEnable'];
export type Passkey = Outputs['passkeys']['list']['data'][number];
export type Session = Outputs['sessions']['data'][number];
