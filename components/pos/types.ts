import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/root';

type Outputs = inferRouterOutputs<AppRouter>;
type Inputs = inferRouterInputs<AppRouter>;

export type Entity = Outputs['entity']['get'];
export type Settings = Entity['settings'];
export type SyncFrequency = Settings['sync_frequency'];
export type SettingsPatch = NonNullable<Inputs['entity']['update']['settings']>;
