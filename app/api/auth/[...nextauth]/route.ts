import { cookies } from 'next/headers';
import NextAuth from 'next-auth';
import { runtime } from '@/app/runtime';
import type { DeviceCookie } from '@/server/features/auth/nextauth';

type Context = { params: Promise<{ nextauth: string[] }> };

async function handler(request: Request, context: Context): Promise<Response> {
  const { nextAuth, deviceCookieName } = runtime();
  const device: DeviceCookie = { sent: (await cookies()).get(deviceCookieName)?.value, issued: null };
  const response: Response = await NextAuth(nextAuth(device))(request, context);
  if (device.issued) response.headers.append('Set-Cookie', device.issued);
  return response;
}

export { handler as GET, handler as POST };
