import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type All = inferRouterOutputs<AppRouter>;
type Outputs = All['auth'];

export type Entity = All['entity']['get'];
export type Profile = Outputs['me'];
export type MfaSecret = Outputs['mfaEnable'];
export type Passkey = Outputs['passkeys']['list']['data'][number];
export type Session = Outputs['sessions']['data'][number];
