import { redirect } from 'next/navigation';
import { findViewer } from '@/app/runtime';
import { MfaPanel } from '@/components/auth/mfa-panel';
import { ownPath } from '../own-path';

export const metadata = { title: 'Two-factor authentication' };

export default async function MfaPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[]>>;
}) {
  const path = ownPath((await searchParams).next);
  if (await findViewer()) redirect(path);
  return <MfaPanel next={path} />;
}
