'use client';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { trpc } from '@/components/ui/providers/trpc';
import type { Entity } from './types';

const SignInRulesForm = lazy(() =>
  import('./sign-in-rules-form').then((m) => ({ default: m.SignInRulesForm })),
);

/** Whole days as days: 336 hours are 14 days. */
const idleText = (hours: number) => (hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour'));
const counted = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`;

/** How members of the business sign in, which its owners decide (decision 441). */
export function SignInRules({ first }: { first: Entity }) {
  const { data: entity = first } = trpc.entity.get.useQuery({});
  const [changing, setChanging] = useState(false);
  const { require_mfa, mfa_grace_days, session_days, session_idle_hours } = entity.settings;
  const shown = (
    <Card
      title="Sign-in rules of your business"
      description="They apply to every member immediately, including those who are signed in. API keys keep working."
      action={
        <Button pending={changing} onClick={() => setChanging(true)}>
          Change rules
        </Button>
      }
    >
      <p>
        {require_mfa
          ? `A second factor is required; members have ${counted(mfa_grace_days, 'day')} to set one up.`
          : 'A second factor is up to each member.'}
      </p>
      <p className="mt-1">
        Members are signed out after {counted(session_days, 'day')}, and after {idleText(session_idle_hours)}{' '}
        without use.
      </p>
    </Card>
  );
  if (!changing) return shown;
  return (
    <Suspense fallback={shown}>
      <SignInRulesForm entity={entity} onSaved={() => setChanging(false)} />
    </Suspense>
  );
}
