import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>;
type Inputs = inferRouterInputs<AppRouter>;

export type Entity = Outputs['entity']['get'];

type PosOutputs = Outputs['inventory']['pos'];
type PosInputs = Inputs['inventory']['pos'];
export type Connection = PosOutputs['get'];
export type Provider = Connection['provider'];
export type ConnectionFields = Omit<PosInputs['connect'], 'id' | 'provider'>;
/** Every provider's fields. */
export type ConnectionConfig = NonNullable<ConnectionFields['config']>;
export type ConnectionPatch = Omit<PosInputs['update'], 'id'>;
export type TestResult = PosOutputs['test'];
