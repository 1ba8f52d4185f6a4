import { cookies } from 'next/headers';
import NextAuth from 'next-auth';
import { runtime } from '@/components/ui/pages/runtime';
import type { DeviceCookie } from '@/server/features/auth/nextauth';
import { findFault } from './fault';

type Context = { params: Promise<{ nextauth: string[] }> };

async function handler(request: Request, context: Context): Promise<Response> {
  const { nextAuth, deviceCookieName } = runtime();
  const sent = await cookies();
  const device: DeviceCookie = { sent: sent.get(deviceCookieName)?.value, issued: null };
  const options = nextAuth(device);
  const kept = options.cookies?.callbackUrl?.name ?? 'next-auth.callback-url';
  const fault = await findFault(request, sent.get(kept)?.value);
  if (fault) return rejection(fault, kept);
  const response: Response = await NextAuth(options)(request, context);
  if (device.issued) response.headers.append('Set-Cookie', device.issued);
  return response;
}

/** 400 in the shape of every error of ours. A kept address that can't be read is forgotten, or it would fail forever. */
function rejection(path: string, kept: string): Response {
  const error = { path, code: 'invalid_format', message: 'has an invalid format' };
  const body = {
    error: { code: 'INVALID_REQUEST', message: `${path}: ${error.message}`, details: { errors: [error] } },
  };
  const headers: HeadersInit =
    path === 'Cookie'
      ? {
          'Set-Cookie': `${kept}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${kept.startsWith('__Host-') ? '; Secure' : ''}`,
        }
      : {};
  return Response.json(body, { status: 400, headers });
}

export { handler as GET, handler as POST };
