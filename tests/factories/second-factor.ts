import { generateSync } from 'otplib';
import { type Client, ok } from '../setup/client';

export interface SecondFactor {
  secret: string;
  recoveryCodes: string[];
}

/** The code that an app shows now, or so many steps of 30 seconds later. */
export function totp(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
}

/** Six digits that no step near now has. */
export function wrongTotp(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => totp(secret, steps));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
  );
}

/** Turns the second factor of a signed-in member on. */
export async function enrol(client: Client): Promise<SecondFactor> {
  const { secret } = ok(await client.post<{ secret: string }>('/auth/mfa/enable'));
  const { recovery_codes } = ok(
    await client.post<{ recovery_codes: string[] }>('/auth/mfa/verify', { code: totp(secret) }),
  );
  return { secret, recoveryCodes: recovery_codes };
}
