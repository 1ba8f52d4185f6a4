import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>['bank'];
type Inputs = inferRouterInputs<AppRouter>['bank'];

export type BankAccount = Outputs['accounts']['get'];
export type BankLine = Outputs['lines']['get'];
export type BankStatement = Outputs['statements']['get'];
export type BankLinesQuery = Inputs['lines']['list'];
export type BankStatementsQuery = Inputs['statements']['list'];
export type Mapping = NonNullable<BankStatement['mapping']>;
export type Proposal = BankLine['proposals'][number];
