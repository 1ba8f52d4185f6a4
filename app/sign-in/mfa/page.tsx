import { redirect } from 'next/navigation';
import { MfaPanel } from '@/components/business/auth/mfa-panel';
import { findViewer } from '@/components/ui/pages/runtime';
import { ownPath } from '../../../components/business/auth/own-path';

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
